//! Bounded model checking (Biere et al., TACAS 1999), on the unrolled automaton.
//!
//! Each round asks two questions: is the error location reached after exactly `d` edges, and can
//! any run get that far? If not even that, all runs have been seen and the program is safe.

use ferric3_sat::Interrupt;
use ferric3_solver::{CheckResult, Solver};
use ferric3_term::{Assignment, SymbolId, Terms, Value};

use crate::unroll::Unroller;
use crate::{
    Answer, Engine, EngineStats, Interrupted, Progress, ProgressInfo, Proof, Session, Task,
    UnknownReason,
};

/// The engine.
#[derive(Clone, Debug, Default)]
pub struct Bmc {
    /// Give up after that many edges; `None`: never.
    pub max_depth: Option<usize>,
    /// Give up after that much effort; `None`: never.
    effort: Option<u64>,
    stats: EngineStats,
}

/// What a query costs at least.
const ROUND_COST: u64 = 20;

/// About how many literals are propagated until a conflict.
const PROPAGATIONS_PER_CONFLICT: u64 = 200;

impl Bmc {
    /// An engine that gives up after `max_depth` edges, or never.
    pub fn new(max_depth: Option<usize>) -> Bmc {
        Bmc {
            max_depth,
            ..Bmc::default()
        }
    }

    /// An engine that gives up after an effort: the number of terms and clauses built and of
    /// literals propagated.
    pub fn with_effort(effort: u64) -> Bmc {
        Bmc {
            effort: Some(effort),
            ..Bmc::default()
        }
    }

    /// The effort that is left; `None` if there is no end to it.
    fn left(&self, solver: &dyn Solver, new_terms: usize) -> Option<u64> {
        let stats = solver.stats();
        let spent =
            stats.propagations + stats.clauses + ROUND_COST * stats.queries + new_terms as u64;
        self.effort.map(|effort| effort.saturating_sub(spent))
    }

    fn run(
        &mut self,
        task: &Task,
        terms: &mut Terms,
        solver: &mut dyn Solver,
        interrupt: &Interrupt,
        progress: &mut dyn Progress,
    ) -> Result<Answer, Interrupted> {
        let first_term = terms.len();
        let mut unroller = Unroller::new(task, terms);
        loop {
            let left = self.left(solver, terms.len() - first_term);
            solver.set_conflict_limit(left.map(|left| left / PROPAGATIONS_PER_CONFLICT + 1));
            let queries = solver.stats().queries;
            let level = unroller.depth();
            progress.update(&ProgressInfo {
                phase: "bmc",
                level,
                queries,
                ..Default::default()
            });
            self.stats.level = level;
            if self.max_depth.is_some_and(|max| level >= max) {
                return Ok(Answer::Unknown(UnknownReason::Bound(level)));
            }
            if interrupt.is_raised() {
                return Err(Interrupted);
            }
            if left == Some(0) {
                return Ok(Answer::Unknown(UnknownReason::Bound(level)));
            }
            unroller.extend(terms);
            let error = unroller.error(terms);
            if terms.as_bool(error) != Some(false) && is_sat(solver.check(terms, &[error]))? {
                let model = ModelOf(solver);
                return Ok(Answer::Unsafe(unroller.counterexample(terms, &model)));
            }
            let alive = unroller.alive(terms);
            if terms.as_bool(alive) == Some(false) || !is_sat(solver.check(terms, &[alive]))? {
                return Ok(Answer::Safe(Proof::Unrolling {
                    depth: unroller.depth(),
                }));
            }
        }
    }
}

/// The model of a solver's last query.
struct ModelOf<'a>(&'a dyn Solver);

impl Assignment for ModelOf<'_> {
    fn value(&self, terms: &Terms, symbol: SymbolId) -> Value {
        self.0.symbol_value(terms, symbol)
    }
}

fn is_sat(result: CheckResult) -> Result<bool, Interrupted> {
    match result {
        CheckResult::Sat => Ok(true),
        CheckResult::Unsat => Ok(false),
        CheckResult::Unknown => Err(Interrupted),
    }
}

impl Engine for Bmc {
    fn name(&self) -> &'static str {
        "bmc"
    }

    fn solve(&mut self, task: &Task, terms: &mut Terms, session: &mut Session<'_>) -> Answer {
        let solvers = session.solvers;
        self.stats = EngineStats::default();
        let mut solver = solvers.create();
        let answer = self.run(
            task,
            terms,
            solver.as_mut(),
            &solvers.interrupt,
            session.progress,
        );
        self.stats.solver = solver.stats();
        let gave_up = self.effort.is_some() && !solvers.interrupt.is_raised();
        answer.unwrap_or(Answer::Unknown(if gave_up {
            UnknownReason::Bound(self.stats.level)
        } else {
            UnknownReason::Interrupted
        }))
    }

    fn stats(&self) -> EngineStats {
        self.stats.clone()
    }
}
