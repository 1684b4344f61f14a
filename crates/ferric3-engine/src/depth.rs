//! How deep a search got: a claim that only an answer can make.

use ferric3_solver::CheckResult;

use crate::Task;

/// No run of at most so many edges ends in the error location, of the automaton that the engine was
/// given: passes may have reduced it, and its edges are large blocks.
///
/// Only the places that have got an answer make one, so nobody claims a depth that was merely
/// tried. The default claims nothing: every way to the error location has an edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Depth(usize);

impl Depth {
    /// Runs that are shorter than any path to the error location. (If there is no path at all,
    /// nothing is claimed: there is a proof to come.)
    pub(crate) fn before_any_path(task: &Task) -> Depth {
        match task.distance(task.cfa.error) {
            usize::MAX => Depth::default(),
            distance => Depth(distance - 1),
        }
    }

    /// The depth after a query whether a run of more than this and at most `edges` edges ends in
    /// the error location. None if there is one, or if the query was not answered.
    pub(crate) fn up_to(self, edges: usize, answer: &CheckResult) -> Option<Depth> {
        (*answer == CheckResult::Unsat).then_some(self.max(Depth(edges)))
    }

    /// The depth after a query whether a run ends in the error location in an unwinding that all runs
    /// stay in for so many edges. None if there is one, or if the query was not answered.
    pub(crate) fn inside_unwinding(edges: usize, answer: &CheckResult) -> Option<Depth> {
        (*answer == CheckResult::Unsat).then_some(Depth(edges))
    }

    /// No edge leads from the frames of this level to the error location. They contain all states
    /// that runs of at most `level` edges lead to, so one more edge does not get there.
    pub(crate) fn behind_frames(level: usize) -> Depth {
        Depth(level + 1)
    }

    /// The same for an automaton all of whose runs are shorter by one edge, the first.
    #[must_use]
    pub(crate) fn without_first_edge(self) -> Depth {
        Depth(self.0.saturating_sub(1))
    }

    /// The number of edges.
    pub fn edges(self) -> usize {
        self.0
    }
}
