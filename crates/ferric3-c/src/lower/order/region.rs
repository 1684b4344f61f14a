//! Expressions whose parts are evaluated in an order that C leaves open, and what that means for
//! them.
//!
//! A *region* is an expression without what has an order of its own: operands of `&&`, `||`, `,`
//! and `? :` and statements in expressions are regions themselves, and to the region around they
//! are one *block*. The *units* of a region are its calls, loads, stores and blocks. The operands
//! of a unit come before it; units that are no operands of one another come in any order, but calls
//! do not interleave (6.5.2.2 §10). A store need not have happened when its value is used, unless by
//! a call.

use rustc_hash::FxHashSet;

use super::definite;
use super::effects::{Analysis, Effects};
use super::footprint::Footprint;
use super::plan::{Pair, Plan, When};
use super::schedule::{Event, MOST_UNITS, Schedule};
use super::syntax::{
    checks_beside_stops, contains_label, is_block, is_call, is_chain, most_on_a_path, place_of,
};
use super::{key_of, key_of_init};
use crate::lower::walk::{Visitor, operands, values, visit};
use crate::sema::hir::{Expr, ExprKind, Init, ObjectId, Range, Stmt};

/// What a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Call,
    Load,
    Store,
    /// The left operand of a compound assignment is read: before or after calls on the right.
    Operand,
    Block,
    /// A compound literal: no value that could be taken before.
    Literal,
}

struct Unit<'a> {
    e: &'a Expr,
    kind: Kind,
    /// The unit that it is an operand of.
    parent: Option<usize>,
    /// What it does: more than one thing if it is a block.
    parts: Vec<(&'a Expr, Effects)>,
}

impl Unit<'_> {
    /// Does it write anything, or may it end the run? Otherwise only such units can be in its way.
    fn is_active(&self) -> bool {
        let parts = self.parts.iter();
        let mut parts = parts.map(|(_, effects)| effects);
        parts.any(|effects| effects.stops || !effects.writes.is_empty())
    }
}

/// A region, taken apart.
#[derive(Default)]
struct Region<'a> {
    units: Vec<Unit<'a>>,
    /// The regions inside of it.
    inner: Vec<&'a Expr>,
    /// The statements inside of it.
    statements: Vec<&'a [Stmt]>,
    /// The initialisers of compound literals.
    literals: Vec<(&'a Init, Range)>,
}

impl<'a> Analysis<'a, '_> {
    /// Plan a region and those inside of it: those about which something has to be done, by their
    /// addresses.
    pub(super) fn plan(&mut self, root: &'a Expr, out: &mut Vec<(usize, Plan<'a>)>) {
        if !root.effects {
            return;
        }
        // Operands with an order of their own: there is nothing to compare, and in a long chain all
        // that is inside would be looked at again for each of its links.
        let is_chain = is_block(root) && !matches!(root.kind, ExprKind::Statement(..));
        if is_chain && !self.checks() {
            for operand in operands(root) {
                self.plan(operand, out);
            }
            return;
        }
        let mut region = Region::default();
        self.take_apart(root, None, &mut region);
        let plan = self.compare(&region, root.range, Some(root));
        if !plan.is_empty() {
            out.push((key_of(root), plan));
        }
        // It may be large, and what follows may be deep.
        region.units = Vec::new();
        for inner in region.inner {
            self.plan(inner, out);
        }
        for (init, range) in region.literals {
            self.plan_parts(init, range, out);
        }
        for stmts in region.statements {
            let unit = self.unit;
            let mut planner = Planner {
                analysis: self,
                out,
            };
            visit(unit, stmts, &mut planner);
        }
    }

    /// Plan the values of an initialiser, which are evaluated in any order, but one after the
    /// other (6.7.9 §23).
    fn plan_parts(&mut self, init: &'a Init, range: Range, out: &mut Vec<(usize, Plan<'a>)>) {
        if !init.effects() {
            return;
        }
        let mut region = Region::default();
        for value in values(init) {
            self.push_block(value, Kind::Block, None, &mut region);
        }
        let plan = self.compare(&region, range, None);
        if !plan.is_empty() {
            out.push((key_of_init(init), plan));
        }
    }

    fn push_block(
        &mut self,
        e: &'a Expr,
        kind: Kind,
        parent: Option<usize>,
        region: &mut Region<'a>,
    ) {
        let mut parts = Vec::new();
        self.parts(e, &mut parts);
        region.units.push(Unit {
            e,
            kind,
            parent,
            parts,
        });
    }

    fn take_apart(&mut self, e: &'a Expr, parent: Option<usize>, region: &mut Region<'a>) {
        let mut parent = parent;
        let kind = match &e.kind {
            _ if is_block(e) => {
                self.push_block(e, Kind::Block, parent, region);
                region.inner.extend(operands(e));
                if let ExprKind::Statement(stmts, _) = &e.kind {
                    region.statements.push(stmts);
                }
                return;
            }
            ExprKind::CompoundLiteral(_, init) => {
                self.push_block(e, Kind::Literal, parent, region);
                region.literals.push((init, e.range));
                region.inner.extend(operands(e));
                return;
            }
            ExprKind::Call(..) | ExprKind::CallPointer(..) => Some(Kind::Call),
            ExprKind::Load(_) => Some(Kind::Load),
            ExprKind::Assign(..) | ExprKind::CompoundAssign(..) | ExprKind::Step(..) => {
                Some(Kind::Store)
            }
            _ => None,
        };
        if let Some(kind) = kind {
            let parts = vec![(e, self.of_node(e))];
            region.units.push(Unit {
                e,
                kind,
                parent,
                parts,
            });
            parent = Some(region.units.len() - 1);
        }
        match &e.kind {
            ExprKind::CompoundAssign(_, place, value) if value.effects => {
                self.take_apart(value, parent, region);
                let mut effects = self.of_node(e);
                effects.writes = Footprint::default();
                region.units.push(Unit {
                    e: place,
                    kind: Kind::Operand,
                    parent,
                    parts: vec![(place, effects)],
                });
                let parent = Some(region.units.len() - 1);
                self.take_apart(place, parent, region);
            }
            _ => {
                for operand in operands(e) {
                    self.take_apart(operand, parent, region);
                }
            }
        }
    }

    /// What interferes in a region. Without a root, its units are evaluated one by one: nothing is
    /// unsequenced, and blocks do not interleave.
    fn compare(&mut self, region: &Region<'a>, range: Range, root: Option<&'a Expr>) -> Plan<'a> {
        let one_by_one = root.is_none();
        let mut plan = Plan {
            range,
            ..Plan::default()
        };
        let stops = |unit: &Unit| unit.parts.iter().any(|(_, effects)| effects.stops);
        let may_stop = region.units.iter().any(stops);
        let mut conflicts: Vec<(usize, usize)> = Vec::new();
        let mut chosen_parts = FxHashSet::default();
        let active: Vec<usize> = (0..region.units.len())
            .filter(|&i| region.units[i].is_active())
            .collect();
        for (j, second) in region.units.iter().enumerate() {
            // Two units that only read cannot be in each other's way. Most do.
            let before: Vec<usize> = match second.is_active() {
                true => (0..j).collect(),
                false => active.iter().copied().take_while(|&i| i < j).collect(),
            };
            for i in before {
                let first = &region.units[i];
                if region.is_part_of_assignment(i, j) {
                    continue;
                }
                let pending = match region.order(i, j) {
                    Order::Any => false,
                    Order::Pending => true,
                    Order::Fixed => continue,
                };
                for (a, of_a) in &first.parts {
                    for (b, of_b) in &second.parts {
                        let interfere = of_a.interferes_with(of_b) && !self.apart(a, b);
                        let calls = is_call(a) || is_call(b);
                        if interfere && !(pending && is_chain(a, b)) {
                            plan.unsequenced |= !calls && !one_by_one;
                            let when = match self.when(a, b, region) {
                                When::Always if may_stop => When::Perhaps,
                                when => when,
                            };
                            let is_plain = |unit: &Unit| unit.kind != Kind::Block || one_by_one;
                            let sure = is_plain(first) && is_plain(second);
                            let when = if sure { when } else { When::Perhaps };
                            plan.pairs.push(Pair { a, b, when });
                        }
                        let matters = interfere || of_a.hides(of_b);
                        if matters && (calls || one_by_one) && !pending {
                            conflicts.push((i, j));
                            chosen_parts.extend([key_of(a), key_of(b)]);
                        }
                    }
                }
            }
        }
        let mut chosen: Vec<usize> = conflicts.iter().flat_map(|&(i, j)| [i, j]).collect();
        chosen.sort_unstable();
        chosen.dedup();
        // Seen from calls elsewhere, a compound assignment is one evaluation (6.5.16.2 §3).
        let all = chosen.clone();
        chosen.retain(|&i| {
            let unit = &region.units[i];
            let is_one = unit.kind == Kind::Operand
                && (unit.e.effects || unit.parent.is_some_and(|parent| all.contains(&parent)));
            plan.fixed |= is_one;
            !is_one
        });
        if self.checks() && may_stop && !one_by_one {
            let parts = region.units.iter().flat_map(|unit| &unit.parts);
            let stopping = parts.filter(|(_, effects)| effects.stops);
            let stopping = stopping.map(|(e, _)| key_of(e)).collect();
            plan.fixed |= root.is_some_and(|root| checks_beside_stops(root, &stopping));
        }
        self.choose(
            region,
            (&chosen, &conflicts),
            &chosen_parts,
            one_by_one,
            &mut plan,
        );
        plan
    }

    /// Try all orders of the chosen units, if there are not too many.
    fn choose(
        &mut self,
        region: &Region<'a>,
        (chosen, conflicts): (&[usize], &[(usize, usize)]),
        parts: &FxHashSet<usize>,
        one_by_one: bool,
        plan: &mut Plan<'a>,
    ) {
        if chosen.is_empty() {
            return;
        }
        let mut is_possible = chosen.len() <= MOST_UNITS;
        for &i in chosen {
            let unit = &region.units[i];
            is_possible &= unit.kind != Kind::Literal && !contains_label(unit.e);
            if unit.kind == Kind::Block && !one_by_one {
                // Something could come in between.
                plan.fixed |= most_on_a_path(self.unit, unit.e, parts) > 1;
            }
            plan.fixed |= chosen
                .iter()
                .any(|&j| j > i && region.order(i, j) == Order::Pending);
        }
        let schedule = is_possible.then(|| {
            let among = |wanted: &dyn Fn(usize) -> bool| {
                let bits = chosen.iter().enumerate().filter(|&(_, &j)| wanted(j));
                bits.fold(0, |set, (bit, _)| set | 1 << bit)
            };
            let event = |&i: &usize| Event {
                before: among(&|j| region.is_operand(j, i)),
                conflicts: among(&|j| conflicts.contains(&(i, j)) || conflicts.contains(&(j, i))),
                size: self.size_of(region.units[i].e),
            };
            let events: Vec<Event> = chosen.iter().map(event).collect();
            Schedule::new(&events)
        });
        if let Some(schedule) = schedule.flatten() {
            plan.events = chosen.iter().map(|&i| region.units[i].e).collect();
            plan.schedule = schedule;
        } else {
            plan.fixed = true;
        }
    }

    /// Are two accesses to places that have no bit in common?
    fn apart(&self, a: &Expr, b: &Expr) -> bool {
        match (place_of(a), place_of(b)) {
            (Some(a), Some(b)) => definite::are_apart(self.unit, a, b),
            _ => false,
        }
    }

    /// When do parts that may interfere do so?
    fn when(&mut self, a: &'a Expr, b: &'a Expr, region: &Region<'a>) -> When {
        let of_a = definite::of_node(self.unit, a);
        let of_b = definite::of_node(self.unit, b);
        let meet = |a: &definite::Access| of_b.iter().any(|b| a.interferes_with(*b));
        if of_a.iter().any(meet) {
            return When::Always;
        }
        // The places can be compared beforehand, if they are the same before and after.
        let (Some(x), Some(y)) = (place_of(a), place_of(b)) else {
            return When::Perhaps;
        };
        let mut read = Vec::new();
        self.parts(x, &mut read);
        self.parts(y, &mut read);
        let changed = region
            .units
            .iter()
            .flat_map(|unit| &unit.parts)
            .any(|(_, done)| {
                let is_read =
                    |(_, effects): &(&Expr, Effects)| effects.reads.intersects(&done.writes);
                read.iter().any(is_read)
            });
        if x.effects || y.effects || changed {
            return When::Perhaps;
        }
        When::Overlap
    }
}

/// Plans all regions of statements.
pub(super) struct Planner<'w, 'a, 'p> {
    pub(super) analysis: &'w mut Analysis<'a, 'p>,
    /// The plans, by the roots of their regions.
    pub(super) out: &'w mut Vec<(usize, Plan<'a>)>,
}

impl<'a> Visitor<'a> for Planner<'_, 'a, '_> {
    fn full(&mut self, e: &'a Expr) {
        self.analysis.plan(e, self.out);
    }

    fn initialiser(&mut self, id: ObjectId, init: &'a Init) {
        let range = self.analysis.unit.object(id).range;
        self.analysis.plan_parts(init, range, self.out);
        for value in values(init) {
            self.full(value);
        }
    }
}

/// In which order are units evaluated?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    /// In any.
    Any,
    /// One is an operand of the other.
    Fixed,
    /// The same, but its store may come later.
    Pending,
}

impl Region<'_> {
    /// Is one unit the left operand of a compound assignment that the other one stands outside of?
    fn is_part_of_assignment(&self, i: usize, j: usize) -> bool {
        let is_outside = |operand: usize, other: usize| {
            let unit = &self.units[operand];
            let outside = |assignment| !self.is_operand(other, assignment);
            unit.kind == Kind::Operand && unit.parent.is_some_and(outside)
        };
        is_outside(i, j) || is_outside(j, i)
    }

    /// Is one unit inside of an operand of another?
    fn is_operand(&self, inner: usize, outer: usize) -> bool {
        let mut parent = self.units[inner].parent;
        while let Some(unit) = parent {
            if unit == outer {
                return true;
            }
            parent = self.units[unit].parent;
        }
        false
    }

    /// The order of a unit and one that stands behind it. Units stand behind those that they are
    /// operands of.
    fn order(&self, outer: usize, inner: usize) -> Order {
        let mut calls = self.units[outer].kind == Kind::Call;
        let mut parent = self.units[inner].parent;
        while let Some(unit) = parent {
            if unit == outer {
                let is_store = self.units[inner].kind == Kind::Store;
                return if is_store && !calls {
                    Order::Pending
                } else {
                    Order::Fixed
                };
            }
            calls |= self.units[unit].kind == Kind::Call;
            parent = self.units[unit].parent;
        }
        Order::Any
    }
}
