//! Lemmas that every node of a location has, whatever its path, may hold for the automaton as a whole: then no node
//! needs them in its label any more. They are found as an inductive subset of all of them (`houdini.rs`), within
//! a share of the queries.

use ferric3_cfa::LocId;
use ferric3_term::TermId;

use super::SHARED;
use super::unwinding::Unwinding;
use crate::ic3::Technique;
use crate::subsumption::Comparable;
use crate::{Cube, Interrupted};

/// Looking for them may take one part in so many of all queries.
const SHARE: u64 = 8;

impl Unwinding<'_, '_> {
    /// Make lemmas that are inductive for the automaton known at their location.
    pub(super) fn share(&mut self) -> Result<(), Interrupted> {
        let is_too_much = self.houdini.stats().queries * SHARE > self.search.queries();
        if is_too_much || !self.search.has(Technique::ShareLemmas) {
            return Ok(());
        }
        let lemmas = self.common_lemmas();
        let candidates: Vec<(LocId, TermId)> = lemmas
            .iter()
            .map(|(loc, cube)| (*loc, cube.clause(self.search.terms)))
            .collect();
        let found = self.houdini.filter(self.search.terms, &candidates)?;
        let stats = self.search.stats_of(Technique::ShareLemmas);
        stats.tried += candidates.len() as u64;
        stats.succeeded += found.len() as u64;
        self.search.add(SHARED, found.len() as u64);
        self.search.learn_for_good(&found);
        for ((loc, cube), candidate) in lemmas.iter().zip(&candidates) {
            if found.contains(candidate) {
                let known = Comparable::new(self.search.terms, cube.clone());
                for (depth, lost) in self.tree.forget(*loc, &known) {
                    self.search.label_lost(depth, lost);
                }
            }
        }
        Ok(())
    }

    /// The lemmas that all expanded nodes of a location have.
    fn common_lemmas(&self) -> Vec<(LocId, Cube)> {
        let mut common = Vec::new();
        let cfa = &self.search.task.cfa;
        for loc in cfa.locations.ids().filter(|&loc| loc != cfa.initial) {
            let mut nodes = self.tree.uncovered_at(loc);
            nodes.retain(|&node| self.tree.nodes[node].is_expanded);
            let Some((&first, others)) = nodes.split_first() else {
                continue;
            };
            for lemma in self.tree.lemmas(first) {
                if others.iter().all(|&node| self.tree.excludes(node, lemma)) {
                    common.push((loc, lemma.cube().clone()));
                }
            }
        }
        common
    }
}
