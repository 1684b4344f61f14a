//! What all engines have in common.

use std::collections::BTreeMap;
use std::fmt;

use ferric3_solver::{SolverConfig, SolverStats};
use ferric3_term::Terms;

use crate::{Answer, Task, Technique, TechniqueStats};

/// The engine was asked to stop before it had an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "interrupted")
    }
}

impl std::error::Error for Interrupted {}

/// How far a running engine has got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProgressInfo {
    /// What it is doing.
    pub phase: &'static str,
    /// Frontier level or unrolling depth.
    pub level: usize,
    /// Lemmas in the frames.
    pub lemmas: usize,
    /// Obligations waiting.
    pub obligations: usize,
    /// Solver queries so far.
    pub queries: u64,
}

/// Who wants to know. Called often: implementations limit their own rate.
pub trait Progress {
    /// The engine has got that far.
    fn update(&mut self, info: &ProgressInfo);
}

/// Nobody wants to know.
impl Progress for () {
    fn update(&mut self, _: &ProgressInfo) {}
}

/// What an engine counted.
#[derive(Clone, Debug, Default)]
pub struct EngineStats {
    /// All solvers together.
    pub solver: SolverStats,
    /// Frontier level or unrolling depth reached.
    pub level: usize,
    /// Further counters by name, for people and for tables.
    pub counters: BTreeMap<&'static str, u64>,
    /// What each technique did that was switched on.
    pub techniques: Vec<(Technique, TechniqueStats)>,
}

/// A decision procedure for reachability of the error location; it may also give up.
pub trait Engine {
    /// Name on the command line.
    fn name(&self) -> &'static str;

    /// Is the error location reachable? An interrupt ends in `Unknown(Interrupted)`.
    fn solve(
        &mut self,
        task: &Task,
        terms: &mut Terms,
        solvers: &SolverConfig,
        progress: &mut dyn Progress,
    ) -> Answer;

    /// Counters of the last `solve`.
    fn stats(&self) -> EngineStats;
}
