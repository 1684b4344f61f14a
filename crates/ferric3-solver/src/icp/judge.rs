//! Who checks certificates that rest on intervals: bits and intervals in turns, as they were found, but by another
//! SAT solver, and with a checker that follows every step of intervals.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ferric3_icp::{Checker, Rejected};
use ferric3_sat::{Interrupt, SatBackend};
use ferric3_term::{Bound, SymbolId, TermId, Terms, Value};

use super::{HybridSolver, IntervalSolver};
use crate::{CheckResult, Solver, SolverStats, WhyUnknown};

/// How many queries derivations have decided.
#[derive(Clone, Default)]
pub struct Tally(Arc<AtomicU64>);

impl Tally {
    /// So many queries were decided by a derivation that was checked.
    pub fn derivations(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tally({})", self.derivations())
    }
}

/// Intervals that keep a derivation, and say `Unsat` only if the checker has followed it.
pub struct CheckedIntervals {
    intervals: IntervalSolver,
    checker: Checker,
    /// Once a step was not accepted, nothing is any more.
    rejected: Option<Rejected>,
}

impl CheckedIntervals {
    /// An empty context.
    pub fn new() -> CheckedIntervals {
        let mut intervals = IntervalSolver::new();
        intervals.icp().keep_derivation();
        CheckedIntervals {
            intervals,
            checker: Checker::new(),
            rejected: None,
        }
    }

    /// Follows the derivation up to here; is the core of the last query refuted by it?
    fn is_derived(&mut self) -> bool {
        for step in self.intervals.icp().take_derivation() {
            if self.rejected.is_some() {
                break;
            }
            self.rejected = self.checker.step(&step).err();
        }
        let refuted = self.intervals.icp().refuted();
        self.rejected.is_none() && refuted.is_none_or(|clause| self.checker.derived(&clause))
    }

    /// Why a step of the interval solver was not accepted, if that has happened: `Unsat` is not said any more since.
    pub fn rejected(&self) -> Option<&Rejected> {
        self.rejected.as_ref()
    }
}

impl Default for CheckedIntervals {
    fn default() -> CheckedIntervals {
        CheckedIntervals::new()
    }
}

impl Solver for CheckedIntervals {
    fn assert(&mut self, terms: &Terms, term: TermId) {
        self.intervals.assert(terms, term);
    }

    fn assert_clause(&mut self, terms: &Terms, clause: &[TermId]) {
        self.intervals.assert_clause(terms, clause);
    }

    fn check(&mut self, terms: &Terms, assumptions: &[TermId]) -> CheckResult {
        match self.intervals.check(terms, assumptions) {
            CheckResult::Unsat if !self.is_derived() => CheckResult::Unknown(WhyUnknown::because(
                "a step of the interval solver was not accepted",
            )),
            result => result,
        }
    }

    fn failed_assumptions(&self) -> &[TermId] {
        self.intervals.failed_assumptions()
    }

    fn weakened(&self, terms: &Terms) -> Vec<(TermId, Option<Bound>)> {
        self.intervals.weakened(terms)
    }

    fn symbol_value(&self, terms: &Terms, symbol: SymbolId) -> Value {
        self.intervals.symbol_value(terms, symbol)
    }

    fn value(&self, terms: &Terms, term: TermId) -> Value {
        self.intervals.value(terms, term)
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.intervals.set_interrupt(interrupt);
    }

    fn set_conflict_limit(&mut self, limit: Option<u64>) {
        self.intervals.set_conflict_limit(limit);
    }

    fn stats(&self) -> SolverStats {
        self.intervals.stats()
    }
}

/// Bits and checked intervals in turns.
pub struct JudgeSolver {
    solvers: HybridSolver<CheckedIntervals>,
    tally: Tally,
}

impl JudgeSolver {
    /// An empty context, which counts what derivations decide.
    pub fn new(sat: SatBackend, tally: Tally) -> JudgeSolver {
        JudgeSolver {
            solvers: HybridSolver::new(sat),
            tally,
        }
    }
}

impl Solver for JudgeSolver {
    fn assert(&mut self, terms: &Terms, term: TermId) {
        self.solvers.assert(terms, term);
    }

    fn assert_clause(&mut self, terms: &Terms, clause: &[TermId]) {
        self.solvers.assert_clause(terms, clause);
    }

    fn check(&mut self, terms: &Terms, assumptions: &[TermId]) -> CheckResult {
        let result = self.solvers.check(terms, assumptions);
        if self.solvers.is_by_intervals() && result == CheckResult::Unsat {
            self.tally.0.fetch_add(1, Ordering::Relaxed);
        }
        result
    }

    fn failed_assumptions(&self) -> &[TermId] {
        self.solvers.failed_assumptions()
    }

    fn weakened(&self, terms: &Terms) -> Vec<(TermId, Option<Bound>)> {
        self.solvers.weakened(terms)
    }

    fn symbol_value(&self, terms: &Terms, symbol: SymbolId) -> Value {
        self.solvers.symbol_value(terms, symbol)
    }

    fn value(&self, terms: &Terms, term: TermId) -> Value {
        self.solvers.value(terms, term)
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.solvers.set_interrupt(interrupt);
    }

    fn set_conflict_limit(&mut self, limit: Option<u64>) {
        self.solvers.set_conflict_limit(limit);
    }

    fn stats(&self) -> SolverStats {
        self.solvers.stats()
    }
}
