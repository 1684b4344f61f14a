//! Facts by data flow (technique `facts`): they hold at every level, in every frame.
//!
//! Contexts assert them (`context.rs`). So every query is about the states that satisfy the facts,
//! and so is every lemma: the invariant is the lemmas and the facts.

use ferric3_cfa::LocId;
use ferric3_term::Terms;

use super::Search;
use super::technique::Technique;
use crate::{Invariant, Task};

/// Do the facts say that no run gets there?
pub(super) fn is_unreachable(task: &Task, terms: &Terms, loc: LocId) -> bool {
    let mut facts = task.facts.at(loc).iter();
    facts.any(|&fact| terms.as_bool(fact) == Some(false))
}

impl Search<'_> {
    /// The inductive invariant at a fixpoint.
    pub(super) fn invariant(&mut self, fixpoint: usize) -> Invariant {
        let mut clauses = self.frames.invariant(self.terms, fixpoint);
        if self.has(Technique::Facts) {
            for loc in self.task.cfa.locations.ids() {
                if loc != self.task.cfa.error {
                    clauses[loc.index()].extend(self.task.facts.at(loc));
                }
            }
        }
        Invariant::new(clauses)
    }

    /// Count the facts.
    pub(super) fn count_facts(&mut self) {
        if self.has(Technique::Facts) {
            let facts = self.task.facts.len() as u64;
            let stats = self.stats_of(Technique::Facts);
            stats.tried += facts;
            stats.succeeded += facts;
        }
    }
}
