//! Who checks certificates that rest on intervals: bits where they can, within a budget, and else intervals again,
//! with a checker that follows every step.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ferric3_icp::Checker;
use ferric3_sat::{Interrupt, SatBackend};
use ferric3_term::{Bound, SymbolId, TermId, Terms, Value};

use super::IntervalSolver;
use crate::{BitBlaster, CheckResult, Solver, SolverStats, WhyUnknown};

/// What bits may do in a query before intervals are asked, in conflicts.
const BITS_FIRST: u64 = 5_000;
/// What intervals may do then, in conflicts of a SAT solver.
const INTERVALS: u64 = 200_000;

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
    is_rejected: bool,
}

impl CheckedIntervals {
    /// An empty context.
    pub fn new() -> CheckedIntervals {
        let mut intervals = IntervalSolver::new();
        intervals.icp().keep_derivation();
        CheckedIntervals {
            intervals,
            checker: Checker::new(),
            is_rejected: false,
        }
    }

    /// Follows the derivation up to here; is the core of the last query refuted by it?
    fn is_derived(&mut self) -> bool {
        for step in self.intervals.icp().take_derivation() {
            if self.is_rejected {
                break;
            }
            self.is_rejected = self.checker.step(&step).is_err();
        }
        let refuted = self.intervals.icp().refuted();
        !self.is_rejected && refuted.is_none_or(|clause| self.checker.derived(&clause))
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

/// Bits, then checked intervals, then bits again.
pub struct JudgeSolver {
    bits: BitBlaster,
    intervals: CheckedIntervals,
    tally: Tally,
    limit: Option<u64>,
    by_intervals: bool,
}

impl JudgeSolver {
    /// An empty context, which counts what derivations decide.
    pub fn new(sat: SatBackend, tally: Tally) -> JudgeSolver {
        JudgeSolver {
            bits: BitBlaster::new(sat),
            intervals: CheckedIntervals::new(),
            tally,
            limit: None,
            by_intervals: false,
        }
    }

    fn ask_bits(
        &mut self,
        terms: &Terms,
        assumptions: &[TermId],
        limit: Option<u64>,
    ) -> CheckResult {
        self.by_intervals = false;
        self.bits.set_conflict_limit(limit);
        self.bits.check(terms, assumptions)
    }
}

/// The lower of two limits.
fn within(limit: Option<u64>, other: u64) -> Option<u64> {
    Some(limit.map_or(other, |limit| limit.min(other)))
}

impl Solver for JudgeSolver {
    fn assert(&mut self, terms: &Terms, term: TermId) {
        self.bits.assert(terms, term);
        self.intervals.assert(terms, term);
    }

    fn assert_clause(&mut self, terms: &Terms, clause: &[TermId]) {
        self.bits.assert_clause(terms, clause);
        self.intervals.assert_clause(terms, clause);
    }

    fn check(&mut self, terms: &Terms, assumptions: &[TermId]) -> CheckResult {
        let limit = within(self.limit, BITS_FIRST);
        let result = self.ask_bits(terms, assumptions, limit);
        if result != CheckResult::Unknown(WhyUnknown::Limit) {
            return result;
        }
        let limit = within(self.limit, INTERVALS);
        self.intervals.set_conflict_limit(limit);
        let result = self.intervals.check(terms, assumptions);
        match result {
            CheckResult::Unknown(WhyUnknown::Stopped) => return result,
            CheckResult::Unknown(_) => {}
            result => {
                self.by_intervals = true;
                self.tally.0.fetch_add(1, Ordering::Relaxed);
                return result;
            }
        }
        self.ask_bits(terms, assumptions, self.limit)
    }

    fn failed_assumptions(&self) -> &[TermId] {
        match self.by_intervals {
            true => self.intervals.failed_assumptions(),
            false => self.bits.failed_assumptions(),
        }
    }

    fn symbol_value(&self, terms: &Terms, symbol: SymbolId) -> Value {
        match self.by_intervals {
            true => self.intervals.symbol_value(terms, symbol),
            false => self.bits.symbol_value(terms, symbol),
        }
    }

    fn value(&self, terms: &Terms, term: TermId) -> Value {
        match self.by_intervals {
            true => self.intervals.value(terms, term),
            false => self.bits.value(terms, term),
        }
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.bits.set_interrupt(interrupt.clone());
        self.intervals.set_interrupt(interrupt);
    }

    fn set_conflict_limit(&mut self, limit: Option<u64>) {
        self.limit = limit;
    }

    fn stats(&self) -> SolverStats {
        let mut stats = self.bits.stats();
        let of_intervals = self.intervals.stats();
        stats.add(&SolverStats {
            queries: 0,
            sat: 0,
            unsat: 0,
            ..of_intervals
        });
        stats
    }
}
