//! The trait that every solver over terms implements.

use std::time::Duration;

use ferric3_icp::{Bounds, IcpStats};
use ferric3_sat::Interrupt;
use ferric3_term::{Assignment, Bound, SymbolId, TermId, Terms, Value};

use crate::{CheckResult, Rotated};

/// What a solver has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SolverStats {
    /// Queries answered.
    pub queries: u64,
    /// Of these, satisfiable.
    pub sat: u64,
    /// Of these, unsatisfiable.
    pub unsat: u64,
    /// Terms translated.
    pub terms: u64,
    /// Propositional variables.
    pub vars: u64,
    /// Clauses.
    pub clauses: u64,
    /// Conflicts.
    pub conflicts: u64,
    /// Literals propagated.
    pub propagations: u64,
    /// Work, in about as many units as literals were propagated: what effort is measured by, for back
    /// ends that propagate no literals, too.
    pub work: u64,
    /// What intervals did of it.
    pub intervals: IcpStats,
    /// Time spent answering queries.
    pub solve_time: Duration,
    /// Time spent translating terms.
    pub translate_time: Duration,
}

impl SolverStats {
    /// Count an answer.
    pub(crate) fn count(&mut self, result: &CheckResult) {
        self.queries += 1;
        match result {
            CheckResult::Sat => self.sat += 1,
            CheckResult::Unsat => self.unsat += 1,
            CheckResult::Unknown(_) => {}
        }
    }

    /// Counters of several solvers together.
    pub fn add(&mut self, other: &SolverStats) {
        self.queries += other.queries;
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.terms += other.terms;
        self.vars += other.vars;
        self.clauses += other.clauses;
        self.conflicts += other.conflicts;
        self.propagations += other.propagations;
        self.work += other.work;
        self.intervals.add(&other.intervals);
        self.solve_time += other.solve_time;
        self.translate_time += other.translate_time;
    }
}

/// An incremental solver over the terms of one [`Terms`] store (always the same one).
///
/// Contract: with `A` the asserted terms and `C` the assumptions of the last query,
/// * `Sat`: the values given by [`value`](Solver::value) satisfy `A ∧ C`;
/// * `Unsat`: `A ∧ failed_assumptions()` has no model, and the failed assumptions are among `C`,
///   in the order of `C`;
/// * `Unknown`: nothing, but [why](crate::WhyUnknown). `Stopped` if and only if the interrupt is
///   raised, `Limit` only if there is one.
///
/// Values and failed assumptions can be read until the next `assert`, `assert_clause` or `check`.
pub trait Solver {
    /// Assert a Bool term for good.
    fn assert(&mut self, terms: &Terms, term: TermId);

    /// Assert a disjunction of Bool terms for good, without a node for the disjunction.
    fn assert_clause(&mut self, terms: &Terms, clause: &[TermId]);

    /// Is there a model of the asserted terms in which all `assumptions` hold?
    fn check(&mut self, terms: &Terms, assumptions: &[TermId]) -> CheckResult;

    /// After `Unsat`: the assumptions that were used.
    fn failed_assumptions(&self) -> &[TermId];

    /// After `Unsat`: how much was used of each failed assumption that bounds a term by a constant.
    /// `None`: all of it. `Some(b)`: `b` alone, which the assumption [implies](Bound::implies); that is
    /// what solvers over intervals find out, and spares the engine the search for a wider bound. With
    /// these in place of their assumptions, there is no model either.
    fn weakened(&self, _terms: &Terms) -> Vec<(TermId, Option<Bound>)> {
        let failed = self.failed_assumptions().iter();
        failed.map(|&assumption| (assumption, None)).collect()
    }

    /// The same question about two groups of assumptions. Without a model the second one is rotated
    /// ([`rotate`](crate::rotate)), which leaves fewer of it, and wider bounds if they may be: what is left has no
    /// model together with the first group and `A`.
    fn check_rotating(
        &mut self,
        terms: &Terms,
        fixed: &[TermId],
        rotated: &[TermId],
        bounds: Bounds,
    ) -> Rotated {
        crate::rotate::by_asking(self, terms, fixed, rotated, bounds)
    }

    /// After `Sat`: the value of a symbol. Symbols that the solver has never seen read as zero,
    /// consistently.
    fn symbol_value(&self, terms: &Terms, symbol: SymbolId) -> Value;

    /// After `Sat`: the value of any term under [`symbol_value`](Solver::symbol_value).
    fn value(&self, terms: &Terms, term: TermId) -> Value;

    /// Who may interrupt a running query.
    fn set_interrupt(&mut self, interrupt: Interrupt);

    /// Give up (`Unknown(Limit)`) after about so much work in one query; `None`: never. The unit is
    /// what a conflict costs a SAT solver, and a back end that counts something else has a rate for it.
    fn set_conflict_limit(&mut self, limit: Option<u64>);

    /// Counters.
    fn stats(&self) -> SolverStats;
}

/// The model of a solver's last query.
pub struct ModelOf<'a>(pub &'a dyn Solver);

impl Assignment for ModelOf<'_> {
    fn value(&self, terms: &Terms, symbol: SymbolId) -> Value {
        self.0.symbol_value(terms, symbol)
    }
}
