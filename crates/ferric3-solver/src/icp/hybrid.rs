//! Intervals and bits, one after the other.
//!
//! Intervals decide at once what follows from ranges, where a circuit for a chain of floating-point operations is
//! more than a SAT solver gets through; bits decide what intervals would have to enumerate. Which it is, nobody knows
//! before, so they take turns that get longer; both keep what they have learnt. How long the first turn is depends on
//! the luck of intervals in this context. Where there are no floating-point operations, bits are asked right away: that
//! is decided by what the context was told, not by what a program is called. Where there are products or quotients of
//! numbers that are not linear, bits do not know these, and intervals are asked about what is left.

use ferric3_icp::Bounds;
use ferric3_sat::{Interrupt, SatBackend};
use ferric3_term::{Bound, Op, SymbolId, TermId, Terms, Value};
use rustc_hash::FxHashSet;

use super::IntervalSolver;
use crate::{BitBlaster, CheckResult, Rotated, Solver, SolverStats, WhyUnknown};

/// The first turn of a query, in conflicts of a SAT solver: at first, at least and at most.
const SHARE: u64 = 256;
const LEAST: u64 = 4;
const MOST: u64 = 1024;

/// A question that is asked again, in another order, may take so many conflicts.
const ROTATION: u64 = 64;

/// Floating-point operations are few if there are so many times more on words.
const FEW: u64 = 4;

/// Intervals and bits in turns. For certificates, intervals have a [checker](super::CheckedIntervals) behind them.
pub struct HybridSolver<I = IntervalSolver> {
    intervals: I,
    bits: BitBlaster,
    /// What was asserted, and how much of it either knows: they are told when they are asked, since most contexts get
    /// by with one of them.
    asserted: Vec<Vec<TermId>>,
    intervals_know: usize,
    bits_know: usize,
    scanned: FxHashSet<TermId>,
    /// Floating-point operations, and operations on words.
    floats: u64,
    words: u64,
    /// Is there a product or quotient of numbers without a constant? Bits do not represent it.
    is_nonlinear: bool,
    /// Do intervals have the first turn although there may be no floating-point operation?
    favours_intervals: bool,
    share: u64,
    limit: Option<u64>,
    /// Who has answered last.
    by_intervals: bool,
    stats: SolverStats,
}

impl<I: Solver + Default> HybridSolver<I> {
    /// An empty context.
    pub fn new(sat: SatBackend) -> HybridSolver<I> {
        HybridSolver {
            intervals: I::default(),
            bits: BitBlaster::new(sat),
            asserted: Vec::new(),
            intervals_know: 0,
            bits_know: 0,
            scanned: FxHashSet::default(),
            floats: 0,
            words: 0,
            is_nonlinear: false,
            favours_intervals: false,
            share: SHARE,
            limit: None,
            by_intervals: false,
            stats: SolverStats::default(),
        }
    }

    /// An empty context in which intervals have the first turn whatever the operations are.
    pub fn intervals_first(sat: SatBackend) -> HybridSolver<I> {
        HybridSolver {
            favours_intervals: true,
            ..HybridSolver::new(sat)
        }
    }

    /// An empty context in which bits are asked only about what intervals do not represent.
    pub fn patient(sat: SatBackend) -> HybridSolver<I> {
        HybridSolver {
            favours_intervals: true,
            share: u64::MAX,
            ..HybridSolver::new(sat)
        }
    }

    /// Was the last query answered by intervals?
    pub fn is_by_intervals(&self) -> bool {
        self.by_intervals
    }

    /// Counts the operations that are new.
    fn scan(&mut self, terms: &Terms, roots: &[TermId]) {
        let mut stack = roots.to_vec();
        while let Some(term) = stack.pop() {
            if !self.scanned.insert(term) {
                continue;
            }
            let args = terms.args(term);
            match terms.op(term) {
                Op::Float(_) => self.floats += 1,
                op @ (Op::Mul | Op::RealDiv | Op::IntDiv | Op::IntMod) => {
                    self.is_nonlinear |= is_nonlinear(terms, op, args);
                }
                Op::Graph(_) | Op::Power => self.is_nonlinear = true,
                Op::Ite | Op::Eq => {}
                _ if args.iter().any(|&arg| terms.sort(arg).width().is_some()) => self.words += 1,
                _ => {}
            }
            stack.extend(args);
        }
    }

    /// How long the turn of intervals is: where most operations are on words, bits are better at most queries.
    fn part(&self, turn: u64) -> u64 {
        match !self.favours_intervals && self.floats * FEW < self.words {
            true => turn / 8,
            false => turn,
        }
    }

    fn ask_intervals(
        &mut self,
        terms: &Terms,
        assumptions: &[TermId],
        limit: Option<u64>,
    ) -> CheckResult {
        self.by_intervals = true;
        for clause in &self.asserted[self.intervals_know..] {
            match clause[..] {
                [term] => self.intervals.assert(terms, term),
                ref clause => self.intervals.assert_clause(terms, clause),
            }
        }
        self.intervals_know = self.asserted.len();
        self.intervals.set_conflict_limit(limit);
        self.intervals.check(terms, assumptions)
    }

    fn ask_bits(
        &mut self,
        terms: &Terms,
        assumptions: &[TermId],
        limit: Option<u64>,
    ) -> CheckResult {
        self.by_intervals = false;
        for clause in &self.asserted[self.bits_know..] {
            match clause[..] {
                [term] => self.bits.assert(terms, term),
                ref clause => self.bits.assert_clause(terms, clause),
            }
        }
        self.bits_know = self.asserted.len();
        self.bits.set_conflict_limit(limit);
        self.bits.check(terms, assumptions)
    }

    /// Bits first, which decide at once what is wrong whatever products are; intervals about all others.
    fn ask_about_numbers(&mut self, terms: &Terms, assumptions: &[TermId]) -> CheckResult {
        let of_bits = self.ask_bits(terms, assumptions, self.limit);
        if !matches!(of_bits, CheckResult::Unknown(WhyUnknown::Incomplete(_))) {
            return of_bits;
        }
        self.ask_intervals(terms, assumptions, self.limit)
    }

    /// Turns that get longer, until one of them knows or all work is done that may be.
    fn take_turns(&mut self, terms: &Terms, assumptions: &[TermId]) -> CheckResult {
        let mut turn = self.share;
        let mut left = self.limit;
        loop {
            let limit = left.map_or(turn, |left| left.min(turn));
            let limit = (limit < u64::MAX).then_some(limit);
            let part = limit.map(|limit| self.part(limit));
            let result = self.ask_intervals(terms, assumptions, part);
            match result {
                CheckResult::Unknown(WhyUnknown::Limit) => {}
                CheckResult::Unknown(WhyUnknown::Incomplete(_)) => {
                    return self.ask_bits(terms, assumptions, left);
                }
                result => return result,
            }
            let result = self.ask_bits(terms, assumptions, limit);
            if result != CheckResult::Unknown(WhyUnknown::Limit) {
                return result;
            }
            left = left.map(|left| left.saturating_sub(turn));
            if left == Some(0) {
                return result;
            }
            turn = turn.saturating_mul(2);
        }
    }
}

/// Does the operation on numbers have no constant where bits need one?
fn is_nonlinear(terms: &Terms, op: &Op, args: &[TermId]) -> bool {
    let is_constant = |arg: &TermId| terms.as_number(*arg).is_some();
    match op {
        Op::Mul => !args.iter().any(is_constant),
        _ => !is_constant(&args[1]),
    }
}

impl<I: Solver + Default> Solver for HybridSolver<I> {
    fn assert(&mut self, terms: &Terms, term: TermId) {
        self.assert_clause(terms, &[term]);
    }

    fn assert_clause(&mut self, terms: &Terms, clause: &[TermId]) {
        self.scan(terms, clause);
        self.asserted.push(clause.to_vec());
    }

    fn check(&mut self, terms: &Terms, assumptions: &[TermId]) -> CheckResult {
        self.scan(terms, assumptions);
        let takes_turns = self.favours_intervals || self.floats > 0;
        let result = match takes_turns {
            _ if self.is_nonlinear => self.ask_about_numbers(terms, assumptions),
            false => self.ask_bits(terms, assumptions, self.limit),
            true => self.take_turns(terms, assumptions),
        };
        if takes_turns && self.share < u64::MAX {
            self.share = match self.by_intervals {
                true => (self.share * 2).min(MOST),
                false => (self.share / 2).max(LEAST),
            };
        }
        self.stats.count(&result);
        result
    }

    /// Whoever has answered rotates.
    fn check_rotating(
        &mut self,
        terms: &Terms,
        fixed: &[TermId],
        rotated: &[TermId],
        bounds: Bounds,
    ) -> Rotated {
        let result = self.check(terms, &[fixed, rotated].concat());
        if result != CheckResult::Unsat {
            return Rotated::without_core(result);
        }
        let first = Rotated::unsat(self.weakened(terms), fixed, bounds);
        let used: Vec<TermId> = first.core.iter().map(|&(term, _)| term).collect();
        let again = match self.by_intervals {
            true => {
                let intervals = &mut self.intervals;
                intervals.set_conflict_limit(Some(ROTATION));
                intervals.check_rotating(terms, fixed, &used, bounds)
            }
            false => {
                self.bits.set_conflict_limit(Some(ROTATION));
                self.bits.check_rotating(terms, fixed, &used, bounds)
            }
        };
        match again.result {
            CheckResult::Unsat => again,
            _ => first,
        }
    }

    fn failed_assumptions(&self) -> &[TermId] {
        match self.by_intervals {
            true => self.intervals.failed_assumptions(),
            false => self.bits.failed_assumptions(),
        }
    }

    fn weakened(&self, terms: &Terms) -> Vec<(TermId, Option<Bound>)> {
        match self.by_intervals {
            true => self.intervals.weakened(terms),
            false => self.bits.weakened(terms),
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
        self.intervals.set_interrupt(interrupt.clone());
        self.bits.set_interrupt(interrupt);
    }

    fn set_conflict_limit(&mut self, limit: Option<u64>) {
        self.limit = limit;
    }

    fn stats(&self) -> SolverStats {
        let mut stats = self.intervals.stats();
        stats.add(&self.bits.stats());
        SolverStats {
            queries: self.stats.queries,
            sat: self.stats.sat,
            unsat: self.stats.unsat,
            ..stats
        }
    }
}
