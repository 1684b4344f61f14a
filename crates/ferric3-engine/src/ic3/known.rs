//! What holds at every level: facts of the task, and clauses that others or we have proved.
//!
//! With `K(l)` these clauses, every frame is `F(i, l) ∧ K(l)`. All of `K` is inductive together, so
//! the invariant at the end is `F ∧ K`. Clauses that engines exchange are inductive together with the
//! facts of the task, so where they are used, the facts are too (technique `facts` or not).

use ferric3_cfa::LocId;
use ferric3_term::Terms;

use super::technique::Technique;
use super::{Level, Search};
use crate::houdini::{Candidate, Houdini};
use crate::{HotSpot, Interrupted, Invariant, Knowledge, Task};

/// Looking for inductive lemmas may take one part in so many of all queries.
const SHARE: u64 = 8;
/// A query of that search gives up after so many conflicts.
const CONFLICTS: u64 = 500;

/// Do the facts say that no run gets there?
pub(super) fn is_unreachable(task: &Task, terms: &Terms, loc: LocId) -> bool {
    let mut facts = task.facts.at(loc).iter();
    facts.any(|&fact| terms.as_bool(fact) == Some(false))
}

impl Search<'_> {
    /// The inductive invariant at a fixpoint.
    pub(super) fn invariant(&mut self, fixpoint: Level) -> Invariant {
        let mut clauses = self.frames.invariant(self.terms, fixpoint);
        clauses.extend(self.contexts.known().iter());
        clauses.into()
    }

    /// What is known so far, for the case that there will be no answer.
    pub(crate) fn knowledge(&self) -> Knowledge {
        let hot_spot = self.at_hand.as_ref().map(|(loc, cube)| HotSpot {
            loc: *loc,
            lemmas: self.frames.all(*loc).count(),
            cube: cube.literals().to_vec(),
        });
        Knowledge {
            known: self.contexts.known().clone(),
            depth: self.depth,
            hot_spot,
        }
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

    /// Take in what others have proved. What failed before may succeed now.
    pub(super) fn receive(&mut self) {
        if !self.has(Technique::Exchange) {
            return;
        }
        let received = self.exchange.receive(self.terms);
        if let Some(houdini) = &mut self.houdini {
            houdini.learn(self.terms, &received);
        }
        self.learn_for_good(&received);
    }

    /// Clauses that are inductive together with `K` become part of it.
    pub(crate) fn learn_for_good(&mut self, clauses: &[Candidate]) {
        if clauses.is_empty() {
            return;
        }
        let mut facts: Vec<Candidate> = Vec::new();
        if !std::mem::replace(&mut self.knows_facts, true) {
            facts.extend(self.task.facts.iter());
        }
        let mut is_new = false;
        for &(loc, clause) in facts.iter().chain(clauses) {
            let says_something = loc != self.task.cfa.initial;
            is_new |= says_something && self.contexts.add_known(self.terms, loc, clause);
        }
        if is_new {
            self.cache.forget_satisfiable();
            self.frames.forget_failures();
        }
    }

    /// Tell the others which lemmas are inductive by now, if there are others.
    pub(super) fn publish(&mut self) -> Result<(), Interrupted> {
        if !self.has(Technique::Exchange) || !self.exchange.has_others() {
            return Ok(());
        }
        let houdini = match &mut self.houdini {
            Some(houdini) => houdini,
            None => {
                let mut houdini = Houdini::new(self.task, self.solvers, CONFLICTS);
                let known: Vec<Candidate> = self.contexts.known().iter().collect();
                houdini.learn(self.terms, &known);
                self.houdini.insert(houdini)
            }
        };
        if houdini.stats().queries * SHARE > self.contexts.queries() {
            return Ok(());
        }
        // Lemmas that hold up to the frontier are those that may hold for ever.
        let top = self.frontier;
        let mut candidates: Vec<Candidate> = Vec::new();
        for loc in self.task.cfa.locations.ids() {
            for (_, cube) in self.frames.all(loc).filter(|&(level, _)| level >= top) {
                candidates.push((loc, cube.clause(self.terms)));
            }
        }
        let found = houdini.filter(self.terms, &candidates)?;
        if !found.is_empty() {
            self.exchange.publish(self.terms, &found);
            self.learn_for_good(&found);
        }
        Ok(())
    }
}
