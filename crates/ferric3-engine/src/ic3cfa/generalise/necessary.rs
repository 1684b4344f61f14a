//! Minimal generalisation (Thesis 5.7).
//!
//! Theorem 5.7.1: if `c` was generalised to `g` over this edge with a frame `F`, no proper part of
//! `g` would do, and the frame is no smaller now, then the new generalisation contains `g`. That
//! `g` was minimal is an assumption: where it was not, the result is larger than it could be, but
//! right.

use super::{EdgeGoal, Generaliser};
use crate::Interrupted;
use crate::ic3::{Search, Technique};

pub(super) struct NecessaryLiterals;

impl Generaliser for NecessaryLiterals {
    fn technique(&self) -> Technique {
        Technique::NecessaryLiterals
    }

    fn edge(&mut self, search: &mut Search<'_>, goal: &mut EdgeGoal) -> Result<(), Interrupted> {
        let from = search.source(goal.edge);
        let necessary = search
            .find_generalisation(goal.edge, |frames, entry| {
                entry.cube == goal.cube
                    && frames.contains(goal.level.below(), from, entry.level.below(), entry.then)
            })
            .map(|entry| entry.result);
        let kept = necessary.map_or(0, |necessary| goal.keep(&necessary));
        search.count(self.technique(), kept > 0, kept as u64);
        Ok(())
    }
}
