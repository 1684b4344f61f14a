//! A solver that widens the bounds of its cores as far as they go, by trying all values.

use std::cmp::Ordering;

use ferric3_sat::{Interrupt, SatBackend};
use ferric3_solver::{Backend, BitBlaster, CheckResult, Solver, SolverConfig, SolverStats};
use ferric3_term::{BitVecValue, Bound, SymbolId, TermId, Terms, Value};

/// Bounds of terms with more bits are left alone.
const FEW_BITS: u32 = 6;

/// Another solver, and a [`Solver::weakened`] that really weakens.
///
/// After `Unsat`, one failed assumption after the other that is a bound gets the widest value with which
/// there is still no model. A solver over intervals knows that from its proof; this one asks.
pub struct Weakening {
    inner: Box<dyn Solver>,
    /// What was asserted, as clauses: to ask about it in a context of its own.
    asserted: Vec<Vec<TermId>>,
}

impl Weakening {
    /// Around this solver.
    pub fn new(inner: Box<dyn Solver>) -> Weakening {
        Weakening {
            inner,
            asserted: Vec::new(),
        }
    }

    /// The default solvers, each of them weakening.
    pub fn solvers() -> SolverConfig {
        SolverConfig {
            backend: Backend::Wrapped(Box::default(), |inner| Box::new(Weakening::new(inner))),
            ..SolverConfig::default()
        }
    }
}

/// The same bound with all wider values, the widest first.
fn wider_bounds(bound: &Bound) -> Vec<Bound> {
    let width = bound.value.width();
    let values = (0..1 << width).map(|value| BitVecValue::from_u64(value, width));
    let wider = values.map(|value| bound.with(&value));
    let mut wider: Vec<Bound> = wider.filter(|b| b.is_wider_than(&bound.value)).collect();
    wider.sort_by(|a, b| match a.is_wider_than(&b.value) {
        true => Ordering::Less,
        false => Ordering::Greater,
    });
    wider
}

impl Solver for Weakening {
    fn assert(&mut self, terms: &Terms, term: TermId) {
        self.asserted.push(vec![term]);
        self.inner.assert(terms, term);
    }

    fn assert_clause(&mut self, terms: &Terms, clause: &[TermId]) {
        self.asserted.push(clause.to_vec());
        self.inner.assert_clause(terms, clause);
    }

    fn check(&mut self, terms: &Terms, assumptions: &[TermId]) -> CheckResult {
        self.inner.check(terms, assumptions)
    }

    fn failed_assumptions(&self) -> &[TermId] {
        self.inner.failed_assumptions()
    }

    fn weakened(&self, terms: &Terms) -> Vec<(TermId, Option<Bound>)> {
        let failed = self.inner.failed_assumptions();
        let mut weakened: Vec<(TermId, Option<Bound>)> = failed
            .iter()
            .map(|&assumption| (assumption, None))
            .collect();
        let bounds: Vec<Option<Bound>> = failed
            .iter()
            .map(|&assumption| Bound::of(terms, assumption))
            .map(|bound| bound.filter(|bound| bound.value.width() <= FEW_BITS))
            .collect();
        if bounds.iter().all(Option::is_none) {
            return weakened;
        }
        // New terms must not get into the caller's store, nor into a context that goes on with it.
        let mut terms = terms.clone();
        let mut solver = BitBlaster::new(SatBackend::default());
        for clause in &self.asserted {
            solver.assert_clause(&terms, clause);
        }
        let mut used = failed.to_vec();
        for (position, bound) in bounds.iter().enumerate() {
            let Some(bound) = bound else { continue };
            for wider in wider_bounds(bound) {
                let assumed = std::mem::replace(&mut used[position], wider.literal(&mut terms));
                if solver.check(&terms, &used) == CheckResult::Unsat {
                    weakened[position].1 = Some(wider);
                    break;
                }
                used[position] = assumed;
            }
        }
        weakened
    }

    fn symbol_value(&self, terms: &Terms, symbol: SymbolId) -> Value {
        self.inner.symbol_value(terms, symbol)
    }

    fn value(&self, terms: &Terms, term: TermId) -> Value {
        self.inner.value(terms, term)
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.inner.set_interrupt(interrupt);
    }

    fn set_conflict_limit(&mut self, limit: Option<u64>) {
        self.inner.set_conflict_limit(limit);
    }

    fn stats(&self) -> SolverStats {
        self.inner.stats()
    }
}
