//! Interpolants from proofs, for bit-vectors and floating-point numbers.
//!
//! | file            | what                                                                      |
//! |-----------------|---------------------------------------------------------------------------|
//! | `mod.rs`        | two growing formulas: bits, or intervals and bits in turns                 |
//! | `bits.rs`       | as clauses, in a SAT solver that keeps its derivation                      |
//! | `boxes.rs`      | as bounds, in the interval solver                                         |
//! | `refutation.rs` | the partial interpolants of what a refutation needs                       |
//! | `system.rs`     | which ones: McMillan, Pudlák, inverse                                     |
//! | `formula.rs`    | what they are made of, simplified                                         |
//!
//! The context is incremental: more may be asserted in either part, and what was learnt is used again. A clause that was learnt
//! keeps its derivation for good, so contexts in which [much was derived](Interpolator::derived) should be made anew.

mod bits;
mod boxes;
mod formula;
mod refutation;
mod system;
#[cfg(test)]
mod tests;

use ferric3_sat::{Interrupt, Part};
use ferric3_term::{Op, TermId, Terms};
use rustc_hash::FxHashSet;

use self::bits::Bits;
use self::boxes::Boxes;
pub use self::system::System;
use crate::{CheckResult, SolverStats, WhyUnknown};

/// The first turn of intervals, in conflicts of a SAT solver.
const TURN: u64 = 256;

/// Whose proof it was.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ProofKind {
    /// A SAT solver's.
    Bits,
    /// The interval solver's.
    Intervals,
}

/// When intervals have the first turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Intervals {
    /// Never: bits alone.
    #[default]
    Never,
    /// Where there are floating-point operations.
    ForFloats,
    /// Always.
    Always,
}

/// A formula between two others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interpolant {
    /// `A ⇒ formula`, `formula ∧ B` has no model, and its symbols are shared.
    pub formula: TermId,
    /// From whose proof.
    pub kind: ProofKind,
    /// How many different parts the formula had when it was read off the proof.
    pub size: u64,
}

/// Two growing formulas `A` and `B` that have some symbols in common, truth values and words.
///
/// All other symbols are of one part only, and so are arrays; numbers are refused.
pub struct Interpolator {
    bits: Bits,
    /// With what they were not told yet.
    boxes: Option<Boxes>,
    waiting: Vec<(Part, TermId)>,
    /// How much is waiting for each.
    bits_know: usize,
    boxes_know: usize,
    shared: Vec<TermId>,
    scanned: FxHashSet<TermId>,
    /// Is it the turn of intervals first?
    favours_boxes: bool,
    /// The assumptions of the last query, and who has answered.
    assumed: [TermId; 2],
    by: ProofKind,
    limit: Option<u64>,
    stats: SolverStats,
}

impl Interpolator {
    /// Two empty formulas with these symbols in common; for intervals in the views that some `uses` suggest.
    pub fn new(
        terms: &mut Terms,
        system: System,
        shared: &[TermId],
        uses: &[TermId],
        intervals: Intervals,
    ) -> Interpolator {
        let boxes = || Boxes::new(terms, system, shared, uses);
        Interpolator {
            boxes: (intervals != Intervals::Never).then(boxes),
            bits: Bits::new(terms, system, shared),
            favours_boxes: intervals == Intervals::Always,
            waiting: Vec::new(),
            bits_know: 0,
            boxes_know: 0,
            shared: shared.to_vec(),
            scanned: FxHashSet::default(),
            assumed: [terms.tt(); 2],
            by: ProofKind::Bits,
            limit: None,
            stats: SolverStats::default(),
        }
    }

    /// A part says that this holds.
    pub fn assert(&mut self, terms: &Terms, part: Part, term: TermId) {
        self.scan(terms, term);
        self.waiting.push((part, term));
    }

    /// Looks for floating-point operations, and for arrays: intervals relate elements of these in the middle of a search, which
    /// belongs to no part.
    fn scan(&mut self, terms: &Terms, root: TermId) {
        if self.boxes.is_none() {
            return;
        }
        let mut stack = vec![root];
        while let Some(term) = stack.pop() {
            if !self.scanned.insert(term) {
                continue;
            }
            if terms.sort(term).is_array() {
                self.boxes = None;
                return;
            }
            self.favours_boxes |= matches!(terms.op(term), Op::Float(_));
            stack.extend(terms.args(term));
        }
    }

    /// Is there a model of `A ∧ B` in which an assumption of each part holds?
    pub fn check(&mut self, terms: &Terms, assume_a: TermId, assume_b: TermId) -> CheckResult {
        self.assumed = [assume_a, assume_b];
        for assumed in self.assumed {
            self.scan(terms, assumed);
        }
        let result = self.take_turns(terms);
        self.stats.count(&result);
        result
    }

    fn take_turns(&mut self, terms: &Terms) -> CheckResult {
        let (mut turn, mut left) = (TURN, self.limit);
        while self.favours_boxes && self.boxes.is_some() {
            let share = left.unwrap_or(u64::MAX).min(turn);
            match self.ask_boxes(terms, share) {
                CheckResult::Unknown(WhyUnknown::Limit) => {}
                CheckResult::Unknown(WhyUnknown::Incomplete(_)) => break,
                result => return result,
            }
            match self.ask_bits(terms, Some(share)) {
                CheckResult::Unknown(WhyUnknown::Limit) => {}
                result => return result,
            }
            left = left.map(|left| left.saturating_sub(share));
            if left == Some(0) {
                return CheckResult::Unknown(WhyUnknown::Limit);
            }
            turn = turn.saturating_mul(2);
        }
        self.ask_bits(terms, left)
    }

    fn ask_bits(&mut self, terms: &Terms, limit: Option<u64>) -> CheckResult {
        self.by = ProofKind::Bits;
        for &(part, term) in &self.waiting[self.bits_know..] {
            self.bits.assert(terms, part, term);
        }
        self.bits_know = self.waiting.len();
        self.bits.set_conflict_limit(limit);
        self.bits.check(terms, self.assumed)
    }

    fn ask_boxes(&mut self, terms: &Terms, limit: u64) -> CheckResult {
        self.by = ProofKind::Intervals;
        let boxes = self.boxes.as_mut().expect("intervals are asked");
        for &(part, term) in &self.waiting[self.boxes_know..] {
            boxes.assert(terms, part, term);
        }
        self.boxes_know = self.waiting.len();
        boxes.set_conflict_limit(Some(limit));
        boxes.check(terms, self.assumed)
    }

    /// After `Unsat`: a formula between the two parts with their assumptions. Debug builds check that it is one.
    pub fn interpolant(&mut self, terms: &mut Terms) -> Interpolant {
        let (formula, size) = match (self.by, &mut self.boxes) {
            (ProofKind::Intervals, Some(boxes)) => boxes.interpolant(terms),
            _ => self.bits.interpolant(terms),
        };
        debug_assert!(self.is_interpolant(terms, formula));
        let kind = self.by;
        Interpolant {
            formula,
            kind,
            size,
        }
    }

    /// Is this an interpolant of the last query? Asked of fresh solvers, for debug builds and tests; what takes these too long
    /// counts as right.
    fn is_interpolant(&self, terms: &mut Terms, formula: TermId) -> bool {
        let is_shared = |symbol| {
            let mut shared = self.shared.iter();
            shared.any(|&term| terms.as_symbol(term) == Some(symbol))
        };
        if !terms.symbols_of(formula).into_iter().all(is_shared) {
            return false;
        }
        let not = terms.not(formula);
        let [a, b] = self.assumed;
        [(Part::A, a, not), (Part::B, b, formula)]
            .into_iter()
            .all(|(part, assumed, against)| {
                let mut solver = super::solver(&Interrupt::new());
                crate::Solver::set_conflict_limit(&mut solver, Some(CHECKED_CONFLICTS));
                for &(of, term) in &self.waiting {
                    if of == part {
                        crate::Solver::assert(&mut solver, terms, term);
                    }
                }
                crate::Solver::check(&mut solver, terms, &[assumed, against]) != CheckResult::Sat
            })
    }

    /// How many clauses derivations have that are kept: what memory goes for.
    pub fn derived(&self) -> usize {
        self.bits.derived() + self.boxes.as_ref().map_or(0, Boxes::derived)
    }

    /// Who may interrupt a query.
    pub fn set_interrupt(&mut self, interrupt: &Interrupt) {
        if let Some(boxes) = &mut self.boxes {
            boxes.set_interrupt(interrupt.clone());
        }
        self.bits.set_interrupt(interrupt.clone());
    }

    /// Give up after about so much work in one query, in conflicts of a SAT solver.
    pub fn set_conflict_limit(&mut self, limit: Option<u64>) {
        self.limit = limit;
    }

    /// Counters.
    pub fn stats(&self) -> SolverStats {
        let (sat, terms) = self.bits.stats();
        let intervals = self.boxes.as_ref().map(Boxes::stats).unwrap_or_default();
        SolverStats {
            terms,
            vars: sat.vars,
            clauses: sat.clauses,
            conflicts: sat.conflicts + intervals.conflicts,
            propagations: sat.propagations + intervals.propagations + intervals.deductions,
            work: sat.propagations + intervals.work(),
            intervals,
            solve_time: sat.time,
            ..self.stats
        }
    }
}

/// Conflicts that a check of an interpolant may take.
const CHECKED_CONFLICTS: u64 = 5_000;
