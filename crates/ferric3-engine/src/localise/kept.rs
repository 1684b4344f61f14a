//! What is known about the automaton, and stays known from one abstraction to the next.

use ferric3_cfa::{Clauses, LocId};
use ferric3_term::{TermId, Terms};

use super::abstraction::Abstraction;
use crate::{Exchange, Task};

/// Clauses at the locations of the task: its facts, what other engines have told, and lemmas. They
/// are inductive together.
pub(super) struct Known {
    clauses: Clauses,
    initial: LocId,
}

impl Known {
    /// The facts of a task.
    pub(super) fn of(task: &Task) -> Known {
        Known {
            clauses: task.facts.clone(),
            initial: task.cfa.initial,
        }
    }

    /// More clauses that are inductive together with these; returns those that were not known.
    pub(super) fn learn(&mut self, clauses: Vec<(LocId, TermId)>) -> Vec<(LocId, TermId)> {
        let mut new = clauses;
        new.retain(|&(loc, clause)| loc != self.initial && self.clauses.insert(loc, clause));
        new
    }

    /// The clauses.
    pub(super) fn clauses(&self) -> &Clauses {
        &self.clauses
    }

    pub(super) fn into_clauses(self) -> Clauses {
        self.clauses
    }
}

/// Takes the lemmas that are inductive on an abstraction, for the ones to come and for other
/// engines. What those tell has to wait for the next abstraction: this one assumes what is known
/// behind its edges, and has been made.
pub(super) struct Kept<'a> {
    pub(super) abstraction: &'a Abstraction,
    pub(super) known: &'a mut Known,
    pub(super) outer: &'a mut dyn Exchange,
}

impl Exchange for Kept<'_> {
    fn publish(&mut self, terms: &Terms, clauses: &[(LocId, TermId)]) {
        let mut kept = Vec::new();
        for &(now, clause) in clauses {
            kept.extend(self.abstraction.before(now).map(|loc| (loc, clause)));
        }
        let new = self.known.learn(kept);
        if !new.is_empty() {
            self.outer.publish(terms, &new);
        }
    }

    fn has_others(&self) -> bool {
        true
    }

    fn receive(&mut self, _: &mut Terms) -> Vec<(LocId, TermId)> {
        Vec::new()
    }
}
