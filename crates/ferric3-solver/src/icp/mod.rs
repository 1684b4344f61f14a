//! The interval solver as a back end.
//!
//! | file        | what                                                                  |
//! |-------------|-----------------------------------------------------------------------|
//! | `mod.rs`    | intervals alone                                                       |
//! | `hybrid.rs` | intervals and bits in turns: what engines ask                         |
//! | `judge.rs`  | the same with a checker behind intervals: for certificates            |

mod hybrid;
mod judge;

use std::time::Instant;

use ferric3_icp::{Answer, Bounds, Icp};
use ferric3_sat::{Interrupt, WORK_PER_CONFLICT};
use ferric3_term::{Bound, SymbolId, TermId, Terms, Value};

pub use self::hybrid::HybridSolver;
pub use self::judge::{CheckedIntervals, JudgeSolver, Tally};
use crate::{CheckResult, ModelOf, Refusal, Rotated, Solver, SolverStats, WhyUnknown};

/// So many numbers of a box that was not decided are shown.
const SHOWN: usize = 4;

/// Intervals alone: what they do not represent is refused.
#[derive(Default)]
pub struct IntervalSolver {
    icp: Icp,
    failed: Vec<TermId>,
    weakened: Vec<(TermId, Option<Bound>)>,
    stats: SolverStats,
}

impl IntervalSolver {
    /// An empty context.
    pub fn new() -> IntervalSolver {
        IntervalSolver::default()
    }

    /// Where there may be a model that was not found, in words.
    fn candidate(&self, terms: &Terms) -> String {
        let numbers = self.icp.candidate();
        let near: Vec<String> = (numbers.iter().take(SHOWN))
            .map(|(symbol, value)| format!("{} = {value:?}", terms.symbol(*symbol).name))
            .collect();
        let more = if numbers.len() > SHOWN { ", …" } else { "" };
        format!(
            "there may be a model near {}{more}, but none was found that is exact",
            near.join(", ")
        )
    }

    /// What an answer means, which is counted, with its core.
    fn answered(&mut self, terms: &Terms, answer: Answer) -> CheckResult {
        self.failed.clear();
        self.weakened.clear();
        let result = match answer {
            Answer::Sat => CheckResult::Sat,
            Answer::Unsat => {
                self.weakened = self.icp.core(terms);
                self.failed = self.weakened.iter().map(|&(term, _)| term).collect();
                CheckResult::Unsat
            }
            Answer::Stopped => CheckResult::Unknown(WhyUnknown::Stopped),
            Answer::Limit => CheckResult::Unknown(WhyUnknown::Limit),
            Answer::Unrepresented(what) => {
                CheckResult::Unknown(WhyUnknown::refused(Refusal::Sort(what.sort)))
            }
            Answer::Candidate => CheckResult::Unknown(WhyUnknown::because(self.candidate(terms))),
        };
        self.stats.count(&result);
        result
    }

    /// The solver behind it.
    pub fn icp(&mut self) -> &mut Icp {
        &mut self.icp
    }
}

impl Solver for IntervalSolver {
    fn assert(&mut self, terms: &Terms, term: TermId) {
        let start = Instant::now();
        self.icp.assert(terms, term);
        self.stats.translate_time += start.elapsed();
    }

    fn assert_clause(&mut self, terms: &Terms, clause: &[TermId]) {
        let start = Instant::now();
        self.icp.assert_clause(terms, clause);
        self.stats.translate_time += start.elapsed();
    }

    fn check(&mut self, terms: &Terms, assumptions: &[TermId]) -> CheckResult {
        let start = Instant::now();
        let answer = self.icp.check(terms, assumptions);
        let result = self.answered(terms, answer);
        self.stats.solve_time += start.elapsed();
        result
    }

    fn check_rotating(
        &mut self,
        terms: &Terms,
        fixed: &[TermId],
        rotated: &[TermId],
        bounds: Bounds,
    ) -> Rotated {
        let start = Instant::now();
        let answer = self.icp.check_rotating(terms, fixed, rotated, bounds);
        let result = self.answered(terms, answer);
        self.stats.solve_time += start.elapsed();
        match result {
            CheckResult::Unsat => Rotated::unsat(self.weakened.clone(), fixed, bounds),
            result => Rotated::without_core(result),
        }
    }

    fn failed_assumptions(&self) -> &[TermId] {
        &self.failed
    }

    fn weakened(&self, _terms: &Terms) -> Vec<(TermId, Option<Bound>)> {
        self.weakened.clone()
    }

    fn symbol_value(&self, terms: &Terms, symbol: SymbolId) -> Value {
        self.icp.symbol_value(terms, symbol)
    }

    fn value(&self, terms: &Terms, term: TermId) -> Value {
        terms.eval(term, &ModelOf(self))
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.icp.set_interrupt(interrupt);
    }

    fn set_conflict_limit(&mut self, limit: Option<u64>) {
        self.icp
            .set_limit(limit.map(|limit| limit.saturating_mul(WORK_PER_CONFLICT)));
    }

    fn stats(&self) -> SolverStats {
        let of_icp = self.icp.stats();
        let (terms, vars, clauses) = self.icp.sizes();
        SolverStats {
            terms,
            vars,
            clauses,
            conflicts: of_icp.conflicts,
            propagations: of_icp.propagations + of_icp.deductions,
            work: of_icp.work(),
            intervals: of_icp,
            ..self.stats
        }
    }
}
