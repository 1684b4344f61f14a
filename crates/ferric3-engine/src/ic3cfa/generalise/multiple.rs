//! Multiple predecessors (Thesis 5.9).
//!
//! Lemma 5.9.1: the result is the union over all edges, so a literal that another edge needs is
//! in it anyway, and this edge need not try to do without. The driver starts the goal with these
//! literals in `kept`; what remains to be done here is to count them.

use super::{EdgeGoal, Generaliser};
use crate::Interrupted;
use crate::ic3::{Search, Technique};

pub(super) struct MultiplePredecessors;

impl Generaliser for MultiplePredecessors {
    fn technique(&self) -> Technique {
        Technique::MultiplePredecessors
    }

    fn edge(&mut self, search: &mut Search<'_>, goal: &mut EdgeGoal) -> Result<(), Interrupted> {
        let shared = goal.kept.literals().iter();
        let shared = shared.filter(|l| goal.cube.literals().contains(l)).count();
        search.count(self.technique(), shared > 0, shared as u64);
        Ok(())
    }
}
