//! Carrying out a plan: all orders of the units that interfere, as branches.
//!
//! An input chooses an order; each step of the [schedule](super::schedule) takes place in some of
//! them. Each unit leaves its value in a temporary, which stands for it when the expression around
//! is evaluated.

use ferric3_ivl::{Check, InputSource, PropertyKind, Reading, TerminatorKind, VarId, VarRole};
use ferric3_term::{Op, Sort, TermId};

use super::plan::{Pair, Plan, When};
use super::schedule::Schedule;
use super::syntax::place_of;
use super::{key_of, key_of_init};
use crate::lower::Lower;
use crate::lower::assumption::Assumed;
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
        self.schedule(&plan.events, &plan.schedule);
        let result = evaluate(self);
        for event in &plan.events {
            self.orders.taken.remove(&key_of(event));
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
            self.assert(holds, PropertyKind::Check(Check::Order), what, plan.range);
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
    fn schedule(&mut self, events: &[&'a Expr], schedule: &Schedule) {
        if events.is_empty() {
            return;
        }
        let result = |e: &&'a Expr| self.is_modelled(e.ty).then_some((e.ty.ty, e.range));
        let results: Vec<_> = events.iter().map(result).collect();
        let results: Vec<Option<VarId>> = results
            .into_iter()
            .map(|of| of.map(|(ty, range)| self.temp(ty, range)))
            .collect();
        let choice = self.choose_order(events, schedule);
        for step in &schedule.steps {
            self.take(events, &results, step.before);
            let e = events[step.event];
            let behind = self.new_block();
            if let Some(condition) = self.is_one_of(choice, &step.orders, schedule.orders.len()) {
                let then = self.new_block();
                self.here = e.range;
                self.terminate(TerminatorKind::Branch {
                    condition,
                    then,
                    otherwise: behind,
                    point: None,
                });
                self.switch_to(then);
            }
            match results[step.event] {
                Some(result) if e.is_place() => {
                    let value = self.stored_value(e);
                    self.assign(result, value, e.range);
                }
                Some(result) => self.value_into(result, e, e.range),
                None => self.effect(e),
            }
            self.here = e.range;
            self.goto(behind);
            self.switch_to(behind);
        }
        self.take(events, &results, u32::MAX);
    }

    /// The values of a set of units, and only theirs, are taken.
    fn take(&mut self, events: &[&'a Expr], results: &[Option<VarId>], set: u32) {
        for (i, e) in events.iter().enumerate() {
            if set >> i & 1 == 0 {
                self.orders.taken.remove(&key_of(e));
                continue;
            }
            let value = match results[i] {
                Some(result) => self.read(result),
                None => self.bits(0, 8),
            };
            self.orders.taken.insert(key_of(e), value);
        }
    }

    /// An input that is the number of an order. What is too large counts as the last one.
    fn choose_order(&mut self, events: &[&'a Expr], schedule: &Schedule) -> VarId {
        let range = events[0].range;
        let text = |order: &Vec<usize>| {
            let units = order.iter().map(|&i| self.text(events[i].range));
            units.collect::<Vec<_>>().join(", ")
        };
        let texts = schedule.orders.iter().map(text).collect();
        let last = schedule.orders.len() - 1;
        let width = (usize::BITS - last.leading_zeros()).max(1);
        let (name, sort) = (self.temp_name(), Sort::BitVec(width));
        let (reading, role) = (Reading::Unsigned, VarRole::Temp);
        let choice = self.new_var_of_sort(name, sort, reading, String::new(), role, range);
        self.havoc(choice, InputSource::Order(texts), range);
        choice
    }

    /// Is the order that was chosen one of some, out of a number of them? None if it always is.
    fn is_one_of(&mut self, choice: VarId, orders: &[usize], number: usize) -> Option<TermId> {
        if orders.len() == number {
            return None;
        }
        let choice = self.read(choice);
        let width = self.terms.width(choice);
        let last = number - 1;
        let mut condition = self.terms.ff();
        for &order in orders {
            let number = self.bits(order as u128, width);
            let is_it = if order == last {
                self.mk2(Op::BvUle, number, choice)
            } else {
                self.mk2(Op::Eq, choice, number)
            };
            condition = self.terms.or2(condition, is_it);
        }
        Some(condition)
    }
}
