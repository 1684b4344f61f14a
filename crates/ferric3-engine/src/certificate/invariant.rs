//! Invariants, obligation by obligation.

use ferric3_cfa::{EdgeId, LocId};
use ferric3_solver::{Solver, SolverConfig, SolverStats};
use ferric3_term::{Substitution, TermId, Terms};

use super::obligations::{Obligation, Worker, discharge_all};
use super::{CertificateError, expect_unsat};
use crate::{Invariant, Task};

/// For every edge `(l, G, f, l')`: is `I(l) ∧ G ∧ ¬I(l')∘f` unsatisfiable, where `I(error)` is
/// false? And is `I(initial)` true? Edges into the error location are looked at only if asked for.
pub(crate) fn check_invariant(
    task: &Task,
    terms: &mut Terms,
    solvers: &SolverConfig,
    invariant: &Invariant,
    excludes_errors: bool,
) -> Result<SolverStats, CertificateError> {
    if !invariant.at(task.cfa.initial).is_empty() {
        return Err(CertificateError::Initiation);
    }
    let mut obligations = Vec::new();
    for loc in task.cfa.locations.ids() {
        let is_never = |&clause: &TermId| terms.as_bool(clause) == Some(false);
        if invariant.at(loc).iter().any(is_never) {
            continue;
        }
        for &edge in task.outgoing(loc) {
            let to = task.form(edge).edge.to;
            if to == task.cfa.error {
                let clause = None;
                obligations.extend(excludes_errors.then_some(Obligation { edge, clause }));
                continue;
            }
            // Clause by clause: each is easy, as it was for the prover, and all of them together
            // need not be.
            let clauses = invariant.at(to).iter();
            obligations.extend(clauses.map(|&clause| Obligation {
                edge,
                clause: Some(clause),
            }));
        }
    }
    let create = |solvers| Checker {
        task,
        solvers,
        invariant,
        context: None,
        after: None,
        stats: SolverStats::default(),
    };
    let (_, stats) = discharge_all(task, terms, solvers, obligations, create)?;
    Ok(stats)
}

struct Checker<'a> {
    task: &'a Task,
    solvers: SolverConfig,
    invariant: &'a Invariant,
    /// The context of a location, in which its clauses hold.
    context: Option<(LocId, Box<dyn Solver>)>,
    /// The assignments of an edge.
    after: Option<(EdgeId, Substitution)>,
    stats: SolverStats,
}

impl Checker<'_> {
    /// What must not hold before the edge is taken. None if nothing can violate the clause.
    fn goal(&mut self, terms: &mut Terms, edge: EdgeId, clause: TermId) -> Option<TermId> {
        if self.after.as_ref().is_none_or(|&(of, _)| of != edge) {
            self.after = Some((edge, self.task.form(edge).before()));
        }
        let (_, after) = self.after.as_mut().expect("just made");
        let kept = after.apply(terms, clause);
        let kept = terms.by_cases(kept);
        let left = terms.not(kept);
        (left != terms.ff()).then_some(left)
    }

    fn context(&mut self, terms: &Terms, loc: LocId) -> &mut dyn Solver {
        if self.context.as_ref().is_none_or(|&(of, _)| of != loc) {
            self.stats = self.stats();
            let mut solver = self.solvers.create();
            for &clause in self.invariant.at(loc) {
                solver.assert(terms, clause);
            }
            self.context = Some((loc, solver));
        }
        self.context.as_mut().expect("just made").1.as_mut()
    }
}

impl Worker for Checker<'_> {
    fn group(task: &Task, obligation: Obligation) -> usize {
        task.form(obligation.edge).edge.from.index()
    }

    fn discharge(
        &mut self,
        terms: &mut Terms,
        Obligation { edge, clause }: Obligation,
    ) -> Result<Vec<TermId>, CertificateError> {
        let form = self.task.form(edge);
        let mut assumed = vec![form.guard];
        if let Some(clause) = clause {
            let Some(goal) = self.goal(terms, edge, clause) else {
                return Ok(Vec::new());
            };
            assumed.push(goal);
        }
        let answer = self.context(terms, form.edge.from).check(terms, &assumed);
        expect_unsat(answer, CertificateError::Consecution(edge))?;
        // All clauses are obligations from the start.
        Ok(Vec::new())
    }

    fn stats(&self) -> SolverStats {
        let mut stats = self.stats;
        if let Some((_, solver)) = &self.context {
            stats.add(&solver.stats());
        }
        stats
    }
}
