//! Why a contractor has deduced something: the weakest bounds of the trail that still make it do so.
//!
//! The box that a contractor saw has both bounds of all its variables, and most deductions need few of them:
//! `x2 ≥ 5 ∧ x3 ≥ 1 ⇒ x1 ≥ 6`. What is not needed would make learnt clauses weak, so bounds are relaxed as long as
//! the contractor still deduces what was asked for: to what holds anyhow, or else along the history of the bound.
//! Nothing depends on contractors being monotone: each relaxed box is contracted again.

use smallvec::SmallVec;

use super::Search;
use crate::contract::contract;
use crate::proof::PrimitiveId;
use crate::{Literal, Primitive, Range};

/// So many steps are gone back in the history of a bound: those that creep have a long one.
const STEPS: usize = 4;

type Box4 = SmallVec<[Range; 4]>;

impl Search {
    /// Bounds that hold when the trail is `at` long and from which the constraint alone deduces the target, or, without
    /// one, that it cannot hold. Those of level 0 are among them.
    pub(super) fn explain(
        &self,
        id: PrimitiveId,
        at: u32,
        target: Option<Literal>,
    ) -> SmallVec<[Literal; 8]> {
        let constraint = &self.constraints[id.0 as usize];
        let position = target.map(|target| {
            let is_it = |&var| var == target.var;
            let position = constraint.vars.iter().position(is_it);
            (position.expect("targets are about the variables"), target)
        });
        let primitive = &constraint.primitive;
        let mut ranges: Box4 = (constraint.vars.iter())
            .map(|&var| self.trail.range_at(var, at))
            .collect();
        debug_assert!(
            self.deduces(primitive, &ranges, position),
            "{primitive:?} {ranges:?} {target:?}"
        );
        for (i, &var) in constraint.vars.iter().enumerate() {
            let root = self.trail.root(var);
            for upper in [true, false] {
                let (now, free) = (side(ranges[i], upper), side(root, upper));
                if now == free {
                    continue;
                }
                set_side(&mut ranges[i], upper, free);
                if self.deduces(primitive, &ranges, position) {
                    continue;
                }
                set_side(&mut ranges[i], upper, now);
                let mut best = now;
                for earlier in self.trail.bounds_at(var, upper, at).take(STEPS) {
                    set_side(&mut ranges[i], upper, earlier);
                    if earlier == free || !self.deduces(primitive, &ranges, position) {
                        break;
                    }
                    best = earlier;
                }
                set_side(&mut ranges[i], upper, best);
            }
        }
        let mut premises = SmallVec::new();
        for (i, &var) in constraint.vars.iter().enumerate() {
            let all = Range::all(self.domain(var));
            if ranges[i].lo != all.lo {
                premises.push(Literal::at_least(var, ranges[i].lo));
            }
            if ranges[i].hi != all.hi {
                premises.push(Literal::at_most(var, ranges[i].hi));
            }
        }
        premises
    }

    /// Does the contractor deduce the target (at a position) from the box, or that there is nothing in it?
    fn deduces(
        &self,
        primitive: &Primitive,
        ranges: &Box4,
        target: Option<(usize, Literal)>,
    ) -> bool {
        self.explained.set(self.explained.get() + 1);
        let mut after = ranges.clone();
        if contract(primitive, &mut after).is_err() {
            return true;
        }
        let Some((position, target)) = target else {
            return false;
        };
        if target.holds_in(after[position]) {
            return true;
        }
        // Or from the box without it, which is how a checker sees it.
        let mut after = ranges.clone();
        let range = &mut after[position];
        if target.upper {
            range.lo = range.lo.max(target.bound + 1);
        } else {
            range.hi = range.hi.min(target.bound - 1);
        }
        range.lo > range.hi || contract(primitive, &mut after).is_err()
    }
}

fn side(range: Range, upper: bool) -> u64 {
    if upper { range.hi } else { range.lo }
}

fn set_side(range: &mut Range, upper: bool, bound: u64) {
    if upper {
        range.hi = bound;
    } else {
        range.lo = bound;
    }
}
