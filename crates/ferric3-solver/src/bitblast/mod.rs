//! The default solver: bit-blasting into an incremental SAT solver.
//!
//! Every term is translated at most once per context ([`translate`]) into literals that are kept
//! by term ([`cache`]); the circuits are in [`arith`], [`compare`], [`multiply`], [`divide`] and
//! [`shift`], over the gates of [`gates`] and their
//! [`sums`]; [`array`] has reads of arrays, [`number`] integers and real numbers, [`parts`] two formulas in one context. A query is a list of
//! assumed literals.

mod arith;
mod array;
mod assert;
mod cache;
mod compare;
mod divide;
mod float;
mod gates;
mod multiply;
mod number;
mod parts;
mod shift;
mod sums;
mod translate;

use std::time::Instant;

use ferric3_sat::{Interrupt, Lit, SatBackend, SatResult, SatSolver, Theory, WORK_PER_CONFLICT};
use ferric3_term::{ArrayValue, BitVecValue, Sort, SymbolId, TermId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use self::array::Arrays;
use self::gates::Gates;
pub(crate) use self::parts::Parts;
use self::translate::Translator;
use crate::{CheckResult, Solver, SolverStats, WhyUnknown};

/// A solver for Bool and bit-vector terms, for arrays of bit-vectors, and for linear arithmetic over integers
/// and real numbers. Equations of arrays with more than 2^10 elements and products that are not linear are
/// refused.
pub struct BitBlaster {
    translator: Translator,
    /// Conflicts that a query may take.
    limit: Option<u64>,
    failed: Vec<TermId>,
    /// The arrays of the last model, by symbol; zero where nothing is said.
    arrays: FxHashMap<SymbolId, ArrayValue>,
    /// Counters that the SAT solver does not keep.
    stats: SolverStats,
}

impl BitBlaster {
    /// A fresh context over a SAT back end.
    pub fn new(sat: SatBackend) -> BitBlaster {
        BitBlaster::with_sat(sat.create())
    }

    /// A fresh context over a SAT solver that is fresh, too.
    pub fn with_sat(sat: Box<dyn SatSolver>) -> BitBlaster {
        BitBlaster {
            translator: Translator::new(Gates::new(sat)),
            limit: None,
            failed: Vec::new(),
            arrays: FxHashMap::default(),
            stats: SolverStats::default(),
        }
    }

    fn sat(&self) -> &dyn SatSolver {
        &*self.translator.gates.sat
    }

    /// Run `work` on the translator and count the time.
    fn timed<T>(&mut self, work: impl FnOnce(&mut Translator) -> T) -> T {
        let start = Instant::now();
        let result = work(&mut self.translator);
        self.stats.translate_time += start.elapsed();
        result
    }

    /// Is there a model in which all `lits` hold? `lits[i]` stands for `assumptions[i]`.
    fn solve(&mut self, assumptions: &[TermId], lits: &[Lit]) -> CheckResult {
        let gates = &self.translator.gates;
        if let Some(index) = lits
            .iter()
            .position(|&lit| gates.as_constant(lit) == Some(false))
        {
            self.failed.push(assumptions[index]);
            return CheckResult::Unsat;
        }
        let start = Instant::now();
        let result = self.solve_refined(lits);
        self.stats.solve_time += start.elapsed();
        match result {
            SatResult::Sat => match self.translator.refused {
                Some(refusal) => CheckResult::Unknown(WhyUnknown::refused(refusal)),
                None => CheckResult::Sat,
            },
            SatResult::Unsat => {
                self.collect_failed(assumptions, lits);
                CheckResult::Unsat
            }
            SatResult::Unknown => CheckResult::Unknown(self.why_unknown()),
        }
    }

    /// A SAT solver is complete, so it was told to give up, unless a theory says why it did. An interrupt stays
    /// raised, so that there is no need to guess afterwards.
    fn why_unknown(&self) -> WhyUnknown {
        let numbers = self.translator.numbers.as_ref();
        if self.translator.interrupt.is_raised() {
            WhyUnknown::Stopped
        } else if let Some(why) = numbers.and_then(|numbers| numbers.arith.why_incomplete()) {
            WhyUnknown::because(why)
        } else if self.limit.is_some() {
            WhyUnknown::Limit
        } else {
            WhyUnknown::because("the SAT solver gave up without a reason")
        }
    }

    /// Solves until the model is right about floating-point operations, and its reads are reads
    /// of arrays.
    fn solve_refined(&mut self, lits: &[Lit]) -> SatResult {
        let before = self.sat().stats().conflicts;
        let mut is_first = true;
        let result = loop {
            if let Some(limit) = self.limit
                && !is_first
            {
                // The limit is one for all rounds.
                let left = limit.saturating_sub(self.sat().stats().conflicts - before);
                if left == 0 {
                    break SatResult::Unknown;
                }
                self.translator.gates.sat.set_conflict_limit(Some(left));
            }
            is_first = false;
            let result = self.solve_once(lits);
            if result != SatResult::Sat {
                break result;
            }
            if self.translator.floats.refine(&mut self.translator.gates) {
                continue;
            }
            match self.translator.reads.model(self.sat()) {
                Arrays::Consistent(arrays) => {
                    self.arrays = arrays;
                    break result;
                }
                Arrays::Violated(pairs) => self.translator.relate_reads(&pairs),
            }
        };
        if let Some(limit) = self.limit {
            self.translator.gates.sat.set_conflict_limit(Some(limit));
        }
        result
    }

    /// One query of the SAT solver, with the theory of numbers if there are any.
    fn solve_once(&mut self, lits: &[Lit]) -> SatResult {
        let Translator { gates, numbers, .. } = &mut self.translator;
        let Some(numbers) = numbers else {
            return gates.sat.solve(lits);
        };
        let limit = gates.sat.conflict_limit();
        let work = limit.map(|limit| limit.max(1).saturating_mul(WORK_PER_CONFLICT));
        numbers.arith.set_limit(work);
        gates.sat.solve_with(lits, &mut numbers.arith)
    }

    /// The first assumption of each failed literal: several terms may have the same literal.
    fn collect_failed(&mut self, assumptions: &[TermId], lits: &[Lit]) {
        let sat = &*self.translator.gates.sat;
        let mut seen = FxHashSet::default();
        for (&term, &lit) in assumptions.iter().zip(lits) {
            if sat.failed(lit) && seen.insert(lit) {
                self.failed.push(term);
            }
        }
    }

    /// The value that the bits of a term have in the model.
    fn read(&self, bits: &[Lit], sort: Sort) -> Value {
        let mut values = bits.iter().map(|&bit| self.sat().value(bit));
        match sort {
            Sort::Bool => Value::Bool(values.all(|value| value)),
            Sort::BitVec(_) => Value::BitVec(BitVecValue::from_bits(values)),
            // An array, or a sort that is refused.
            _ => Value::zero(sort),
        }
    }

    /// The value of a term by evaluation, whatever literals it has.
    fn evaluate(&self, terms: &Terms, term: TermId) -> Value {
        terms.eval(term, &|symbol| self.symbol_value(terms, symbol))
    }
}

impl Solver for BitBlaster {
    fn assert(&mut self, terms: &Terms, term: TermId) {
        self.timed(|translator| translator.assert(terms, term));
    }

    fn assert_clause(&mut self, terms: &Terms, clause: &[TermId]) {
        self.timed(|translator| translator.assert_clause(terms, clause));
    }

    fn check(&mut self, terms: &Terms, assumptions: &[TermId]) -> CheckResult {
        self.failed.clear();
        let lits: Vec<Lit> = self.timed(|translator| {
            assumptions
                .iter()
                .map(|&term| translator.literal(terms, term))
                .collect()
        });
        let result = self.solve(assumptions, &lits);
        self.stats.count(&result);
        debug_assert!(
            result != CheckResult::Sat
                || assumptions
                    .iter()
                    .all(|&term| self.evaluate(terms, term) == Value::Bool(true)),
            "the model should satisfy the assumptions"
        );
        result
    }

    fn failed_assumptions(&self) -> &[TermId] {
        &self.failed
    }

    fn symbol_value(&self, terms: &Terms, symbol: SymbolId) -> Value {
        let sort = terms.symbol(symbol).sort;
        if let Some(array) = self.arrays.get(&symbol) {
            return array.clone().into();
        }
        if sort.is_array() {
            return Value::zero(sort);
        }
        if sort.is_number() {
            let numbers = self.translator.numbers.as_ref();
            let value = numbers.and_then(|n| Some(n.arith.value(n.symbol(symbol)?)));
            let value = value.and_then(|value| Value::number(value, sort));
            return value.unwrap_or_else(|| Value::zero(sort));
        }
        match self.translator.cache.symbol(symbol, sort) {
            Some(bits) => self.read(bits, sort),
            None => Value::zero(sort),
        }
    }

    fn value(&self, terms: &Terms, term: TermId) -> Value {
        // Not from the literals of the term: the last query need not have been about them.
        self.evaluate(terms, term)
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.translator.interrupt = interrupt.clone();
        if let Some(numbers) = &mut self.translator.numbers {
            numbers.arith.set_interrupt(interrupt.clone());
        }
        self.translator.gates.sat.set_interrupt(interrupt);
    }

    fn set_conflict_limit(&mut self, limit: Option<u64>) {
        self.limit = limit;
        self.translator.gates.sat.set_conflict_limit(limit);
    }

    fn stats(&self) -> SolverStats {
        let sat = self.sat().stats();
        let numbers = self.translator.numbers.as_ref();
        let theory = numbers.map_or(0, |numbers| numbers.arith.work());
        SolverStats {
            terms: self.translator.count,
            vars: sat.vars,
            clauses: sat.clauses,
            conflicts: sat.conflicts,
            propagations: sat.propagations,
            work: sat.propagations + theory,
            ..self.stats
        }
    }
}
