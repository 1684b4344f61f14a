//! Forgetting: clauses that hold anyway, and learnt ones that were of little use.

use std::cmp::Reverse;

use super::clauses::{ClauseRef, Clauses};
use super::{FALSE, NativeSolver, TRUE};
use crate::Lit;

/// Learnt clauses of so few levels are kept for good.
pub(super) const BEST_GLUE: u32 = 2;

/// Learnt clauses of so few levels are kept as long as they are used now and then: at least once
/// in so many conflicts.
const GOOD_GLUE: u32 = 4;
const NOW_AND_THEN: u32 = 20_000;

/// Learnt clauses that may be added before the first reduction, and how many more before each
/// one after that.
pub(super) const FIRST_REDUCTION: u64 = 4000;
const REDUCTION_STEP: u64 = 1000;

impl NativeSolver {
    /// Is it time to clean up?
    pub(super) fn has_too_many_clauses(&self) -> bool {
        self.learnt_since_reduction >= self.reduction_interval
            || self.facts() > self.facts_at_cleanup + 64 + self.phases.len() / 8
            || self.told.is_full()
    }

    /// The number of literals assigned at level 0.
    fn facts(&self) -> usize {
        self.trail_limits
            .first()
            .copied()
            .unwrap_or(self.trail.len())
    }

    /// Clean up. Requires level 0, everything propagated, no conflict. A clause that is false if that has
    /// shown that there is no model.
    pub(super) fn clean_up(&mut self) -> Option<ClauseRef> {
        if self.learnt_since_reduction >= self.reduction_interval {
            self.learnt_since_reduction = 0;
            self.reduction_interval += REDUCTION_STEP;
            self.forget_half();
            let conflict = self.vivify();
            if conflict.is_some() {
                return conflict;
            }
        }
        self.facts_at_cleanup = self.trail.len();
        self.told.cleaned_up();
        for list in &mut self.watches {
            list.clear();
        }
        let old = std::mem::take(&mut self.clauses);
        let mut originals = std::mem::take(&mut self.originals);
        let mut learnts = std::mem::take(&mut self.learnts);
        let mut moved = Vec::new();
        for list in [&mut originals, &mut learnts] {
            list.retain_mut(|clause| match self.copy_simplified(&old, *clause) {
                Some(copy) => {
                    moved.push((*clause, copy));
                    *clause = copy;
                    true
                }
                None => false,
            });
        }
        self.originals = originals;
        self.learnts = learnts;
        self.tell_moved(&moved);
        // Facts need no reason, and their old ones are gone.
        for lit in &self.trail {
            self.causes[lit.var().index()].reason = ClauseRef::NONE;
        }
        None
    }

    /// Copy and attach a clause without its false literals, unless it is true.
    fn copy_simplified(&mut self, old: &Clauses, clause: ClauseRef) -> Option<ClauseRef> {
        self.buffer.clear();
        for lit in old.lits(clause) {
            match self.values[lit.code()] {
                TRUE => return None,
                FALSE => {}
                _ => self.buffer.push(lit),
            }
        }
        let lits: &[Lit] = &self.buffer;
        debug_assert!(lits.len() >= 2, "everything was propagated");
        let copy = self.clauses.add(lits, old.glue(clause), old.used(clause));
        if old.is_vivified(clause) {
            self.clauses.set_vivified(copy);
        }
        self.attach(copy);
        Some(copy)
    }

    /// Drop the worse half of the learnt clauses: large glue first, then long out of use.
    fn forget_half(&mut self) {
        let now = self.conflict_number();
        let clauses = &self.clauses;
        let mut candidates: Vec<ClauseRef> = Vec::new();
        let mut kept: Vec<ClauseRef> = Vec::new();
        for &clause in &self.learnts {
            let glue = clauses.glue(clause);
            let idle = now.wrapping_sub(clauses.used(clause));
            if glue <= BEST_GLUE || (glue <= GOOD_GLUE && idle < NOW_AND_THEN) {
                kept.push(clause);
            } else {
                candidates.push(clause);
            }
        }
        candidates.sort_by_key(|&clause| (clauses.glue(clause), Reverse(clauses.used(clause))));
        candidates.truncate(candidates.len() / 2);
        kept.append(&mut candidates);
        self.learnts = kept;
    }
}
