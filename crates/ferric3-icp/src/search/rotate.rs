//! Literal rotation: smaller cores and wider bounds, by asking again in another order.
//!
//! Assumptions are decided one at a time, with propagation between, so which of them a core has depends on their order. After
//! `Unsat` the assumption that has failed goes to the front, and the others of the core follow: what was learnt refutes
//! these without a search, maybe with fewer of them, and each gets the chance to be the one whose bound is
//! generalised (Scheibler and others, *ICP and IC3*, III-A and III-B). Assumptions are in two groups: the first one (what
//! switches parts of a formula on) stays as it is, in front.

use super::{Outcome, Search};
use crate::Literal;

impl Search {
    /// Of assumptions that fail, the one that fails on the lowest level: the fewest others are needed for that.
    pub(super) fn lowest_failing(&self, open: &[Literal]) -> Option<Literal> {
        let at = self.trail.len();
        let failing = open.iter().filter(|&&literal| self.trail.fails(literal));
        failing.copied().min_by_key(|&literal| {
            // What never held has no entry; its index is the greatest.
            let index = self.trail.first_implying(!literal, at);
            if index < at {
                self.trail.entry(index).level
            } else {
                0
            }
        })
    }

    /// After `Unsat` under `fixed` and others: rotates the others until each of those that are left was in front. The
    /// core is that of the last query; if one takes more work than it may, that of the one before. If the others are given
    /// `whole`, their bounds stay what they are.
    pub(crate) fn rotate(
        &mut self,
        fixed: &[Literal],
        whole: Option<&[Literal]>,
        limit: Option<u64>,
    ) {
        let mut rotations = 0;
        loop {
            let mut rotated = self.rotated(fixed);
            for literal in whole.map_or(&mut [][..], |_| &mut rotated) {
                let mut assumed = whole.into_iter().flatten();
                let assumed = assumed.find(|assumed| assumed.implies(*literal));
                *literal = *assumed.expect("cores follow from assumptions");
            }
            if rotations >= rotated.len() {
                return;
            }
            rotations += 1;
            self.stats.rotations += 1;
            let before = self.core.clone();
            let assumptions = [fixed, &rotated].concat();
            if self.solve(&assumptions, limit) != Outcome::Unsat {
                self.core = before;
                return;
            }
        }
    }

    /// The core without what is fixed: the one that has failed, then the others as they were decided.
    fn rotated(&self, fixed: &[Literal]) -> Vec<Literal> {
        let is_free = |literal: &&Literal| !fixed.iter().any(|one| one.implies(**literal));
        let (failed, others) = self.core.split_at(self.core.len().min(1));
        let all = failed.iter().chain(others.iter().rev());
        all.filter(is_free).copied().collect()
    }
}
