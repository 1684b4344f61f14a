//! Carrying out a plan: all orders of the units that interfere, as branches.
//!
//! There is one block for each set of units that can have been evaluated; what is behind it does
//! not know in which order they were. Each unit leaves its value in a temporary, which stands for it
//! when the expression around is evaluated.

use ferric3_ivl::{BlockId, InputSource, PropertyKind, Reading, TerminatorKind, VarId, VarRole};
use ferric3_term::{Op, Sort, TermId};
use rustc_hash::FxHashMap;

use super::plan::{Event, Pair, Plan, When, ready, states};
use super::syntax::place_of;
use super::{key_of, key_of_init};
use crate::lower::Lower;
use crate::lower::assumption::Assumed;
use crate::lower::check::Check;
use crate::sema::hir::{Expr, Init};

impl<'a> Lower<'a> {
    /// The value of an expression that was evaluated before its turn.
    pub(in crate::lower) fn taken(&self, e: &Expr) -> Option<TermId> {
        if self.orders.taken.is_empty() {
            return None;
        }
        self.orders.taken.get(&key_of(e)).copied()
    }

    /// Evaluate an expression; what interferes in it is evaluated before, in any order.
    pub(in crate::lower) fn in_any_order<R>(
        &mut self,
        e: &'a Expr,
        evaluate: impl FnOnce(&mut Self) -> R,
    ) -> R {
        self.carry_out(key_of(e), evaluate)
    }

    /// The same for the parts of an initialiser.
    pub(in crate::lower) fn parts_in_any_order(
        &mut self,
        init: &'a Init,
        evaluate: impl FnOnce(&mut Self),
    ) {
        self.carry_out(key_of_init(init), evaluate);
    }

    fn carry_out<R>(&mut self, key: usize, evaluate: impl FnOnce(&mut Self) -> R) -> R {
        if self.orders.plans.is_empty() || self.orders.active.contains(&key) {
            return evaluate(self);
        }
        let Some(plan) = self.orders.plans.get(&key).cloned() else {
            return evaluate(self);
        };
        self.orders.active.insert(key);
        self.state(&plan);
        self.schedule(&plan.events);
        let result = evaluate(self);
        for event in &plan.events {
            self.orders.taken.remove(&key_of(event.e));
        }
        self.orders.active.remove(&key);
        result
    }

    /// Say, or check, what a plan does not cover.
    fn state(&mut self, plan: &Plan<'a>) {
        if self.options.checks.contains(&Check::Order) {
            for pair in &plan.pairs {
                self.check_pair(pair, plan);
            }
        } else if plan.unsequenced {
            self.assume_once(Assumed::Unsequenced(plan.range), Some(plan.range));
        }
        if plan.fixed {
            self.assume_once(Assumed::Order(plan.range), Some(plan.range));
        }
    }

    /// Check that two parts do not interfere.
    fn check_pair(&mut self, pair: &Pair<'a>, plan: &Plan<'a>) {
        let (a, b) = (self.text(pair.a.range), self.text(pair.b.range));
        let violated = match pair.when {
            When::Always => Some(self.terms.tt()),
            When::Overlap => self.overlap(pair.a, pair.b),
            When::Perhaps => None,
        };
        let Some(violated) = violated else {
            let what = format!("check of whether `{a}` and `{b}` interfere");
            return self.unsupported(&what, plan.range);
        };
        let holds = self.terms.not(violated);
        if self.terms.as_bool(holds) != Some(true) {
            let what = format!("`{a}` and `{b}`, whose order is open, access the same object");
            self.assert(holds, PropertyKind::Order, what, plan.range);
        }
    }

    /// Do the places that two accesses go to have bytes in common?
    fn overlap(&mut self, a: &'a Expr, b: &'a Expr) -> Option<TermId> {
        let (a, b) = (place_of(a)?, place_of(b)?);
        let size = |this: &Self, e: &Expr| this.types().size_of(e.ty.ty);
        let (size_a, size_b) = (size(self, a)?, size(self, b)?);
        let place = self.place(a)?;
        let x = self.address_of(&place);
        let place = self.place(b)?;
        let y = self.address_of(&place);
        let width = self.terms.width(x);
        let (size_a, size_b) = (
            self.terms.bv_u64(size_a, width),
            self.terms.bv_u64(size_b, width),
        );
        let behind = self.terms.bv_sub(x, y);
        let before = self.terms.bv_sub(y, x);
        let starts_inside = self.terms.bv_ult(behind, size_b);
        let contains_start = self.terms.bv_ult(before, size_a);
        Some(self.terms.or2(starts_inside, contains_start))
    }

    /// Evaluate units in all orders. From here on, their values are taken.
    fn schedule(&mut self, events: &[Event<'a>]) {
        if events.is_empty() {
            return;
        }
        let results: Vec<Option<VarId>> = events
            .iter()
            .map(|event| {
                let e = event.e;
                self.is_modelled(e.ty).then(|| self.temp(e.ty.ty, e.range))
            })
            .collect();
        let states = states(events);
        let mut blocks: FxHashMap<u32, BlockId> = FxHashMap::default();
        for &done in &states[1..] {
            blocks.insert(done, self.new_block());
        }
        for &done in &states {
            if let Some(&block) = blocks.get(&done) {
                self.switch_to(block);
            }
            for (i, event) in events.iter().enumerate() {
                let value = match results[i] {
                    Some(result) => self.read(result),
                    None => self.bits(0, 8),
                };
                if done >> i & 1 == 1 {
                    self.orders.taken.insert(key_of(event.e), value);
                } else {
                    self.orders.taken.remove(&key_of(event.e));
                }
            }
            let ready = ready(events, done);
            for (next, block) in self.choose_next(events, &ready) {
                self.switch_to(block);
                let e = events[next].e;
                match results[next] {
                    Some(result) if e.is_place() => {
                        let value = self.stored_value(e);
                        self.assign(result, value, e.range);
                    }
                    Some(result) => self.value_into(result, e, e.range),
                    None => self.effect(e),
                }
                self.here = e.range;
                self.goto(blocks[&(done | 1 << next)]);
            }
            if let (true, Some(&end)) = (ready.is_empty(), blocks.get(&done)) {
                self.switch_to(end);
            }
        }
    }

    /// Choose one of the units that can be next: where each of them goes on.
    fn choose_next(&mut self, events: &[Event<'a>], ready: &[usize]) -> Vec<(usize, BlockId)> {
        let Some((&first, rest)) = ready.split_first() else {
            return Vec::new();
        };
        let mut chosen = Vec::new();
        if !rest.is_empty() {
            let texts = ready.iter().enumerate();
            let texts = texts.map(|(k, &i)| format!("{k}: {}", self.text(events[i].e.range)));
            let texts: Vec<String> = texts.collect();
            let range = events[first].e.range;
            let width = usize::BITS - rest.len().leading_zeros();
            let (name, sort) = (self.temp_name(), Sort::BitVec(width));
            let (reading, role) = (Reading::Unsigned, VarRole::Temp);
            let choice = self.new_var_of_sort(name, sort, reading, String::new(), role, range);
            self.havoc(choice, InputSource::Order(texts.join(", ")), range);
            for (k, &next) in rest.iter().enumerate() {
                let number = self.bits(k as u128 + 1, width);
                let condition = self.mk2(Op::Eq, self.read(choice), number);
                let (then, otherwise) = (self.new_block(), self.new_block());
                self.here = events[next].e.range;
                self.terminate(TerminatorKind::Branch {
                    condition,
                    then,
                    otherwise,
                    point: None,
                });
                self.switch_to(otherwise);
                chosen.push((next, then));
            }
        }
        let block = self.new_block();
        self.goto(block);
        chosen.insert(0, (first, block));
        chosen
    }
}
