//! The bounded search that `bmc` consists of and that is the base case of `kind`.

use ferric3_sat::Interrupt;
use ferric3_solver::{CheckResult, ModelOf, Solver, SolverConfig};
use ferric3_term::{TermId, Terms};

use crate::engine::TERM_WORK;
use crate::unroll::{Plan, Unroller};
use crate::{Counterexample, Depth, Interrupted, Task};

/// What a layer costs at least, in terms: also if nothing in it is unknown.
const LAYER_COST: usize = 10;

/// What a query costs at least.
const ROUND_COST: u64 = 20;

/// About how many literals are propagated until a conflict.
const PROPAGATIONS_PER_CONFLICT: u64 = 200;

/// Conflicts that a shorter counterexample is worth.
const SHORTENING_CONFLICTS: u64 = 1000;

/// What the layers that were not looked at yet contain.
enum Within {
    /// No error, so that the search is that deep now.
    Nothing(Depth),
    /// A run that ends in the error location.
    Error(Counterexample),
}

/// All runs up to some number of edges, layer by layer, in one solver.
pub(crate) struct BoundedSearch<'a> {
    unroller: Unroller<'a>,
    solver: Box<dyn Solver>,
    interrupt: Interrupt,
    refuted: Depth,
    first_term: usize,
}

impl<'a> BoundedSearch<'a> {
    /// Nothing is unrolled yet.
    pub(crate) fn new(
        task: &'a Task,
        terms: &mut Terms,
        solvers: &SolverConfig,
    ) -> BoundedSearch<'a> {
        let first_term = terms.len();
        BoundedSearch {
            unroller: Unroller::new(task, terms),
            solver: solvers.create(),
            interrupt: solvers.interrupt.clone(),
            refuted: Depth::default(),
            first_term,
        }
    }

    /// The same, but guards that ranges of values decide are not asked about. That gets deeper,
    /// and nobody trusts it: counterexamples are replayed, and completeness must be found without
    /// ([`is_by_ranges`](BoundedSearch::is_by_ranges)), because a certificate has to be, too.
    pub(crate) fn with_ranges(
        task: &'a Task,
        terms: &mut Terms,
        solvers: &SolverConfig,
    ) -> BoundedSearch<'a> {
        let mut search = BoundedSearch::new(task, terms, solvers);
        search.unroller.decide_guards();
        search
    }

    /// Do the results depend on ranges of values?
    pub(crate) fn is_by_ranges(&self) -> bool {
        self.unroller.has_decided()
    }

    /// What is known about the automaton.
    pub(crate) fn plan(&self) -> &Plan {
        self.unroller.plan()
    }

    /// How deep the search got.
    pub(crate) fn depth(&self) -> Depth {
        self.refuted
    }

    /// The solver.
    pub(crate) fn solver(&mut self) -> &mut dyn Solver {
        self.solver.as_mut()
    }

    /// What was done so far: terms and clauses built, literals propagated.
    pub(crate) fn effort(&self, terms: &Terms) -> u64 {
        let built = terms.len() - self.first_term + LAYER_COST * self.unroller.depth();
        effort_of(self.solver.as_ref()) + built as u64
    }

    /// Queries may not take more than what is left.
    pub(crate) fn limit(&mut self, left: Option<u64>) {
        self.solver.set_conflict_limit(conflicts_of(left));
    }

    /// A run of at most `depth` edges that ends in the error location, if there is one. The
    /// unrolling may stop before that if no run goes on, or if the effort is `left`.
    pub(crate) fn deepen(
        &mut self,
        terms: &mut Terms,
        depth: usize,
        left: Option<u64>,
    ) -> Result<Option<Counterexample>, Interrupted> {
        let layers = self.unroller.depth();
        let most = left.map(|left| terms.len() as u64 + left);
        while self.unroller.depth() < depth && !self.unroller.is_complete() {
            if self.interrupt.is_raised() {
                return Err(Interrupted::Stopped);
            }
            let before = terms.len();
            self.unroller.extend(terms);
            self.interrupt
                .work(TERM_WORK * (terms.len() - before + LAYER_COST) as u64);
            let built = terms.len() + LAYER_COST * (self.unroller.depth() - layers);
            if most.is_some_and(|most| built as u64 > most) {
                break;
            }
        }
        let last = self.unroller.depth();
        match self.error_within(terms, last)? {
            Within::Nothing(refuted) => {
                self.exclude_errors(terms, refuted);
                Ok(None)
            }
            Within::Error(found) => Ok(Some(self.shortened(terms, found))),
        }
    }

    /// Have all runs been seen that may still lead to the error location?
    pub(crate) fn is_complete(&mut self, terms: &mut Terms) -> Result<bool, Interrupted> {
        let alive = self.unroller.alive(terms);
        match terms.as_bool(alive) {
            Some(alive) => Ok(!alive),
            None => Ok(!self.solver.check(terms, &[alive]).decided()?),
        }
    }

    /// A run to the error location of more than `refuted` edges and at most `last`.
    fn error_within(&mut self, terms: &mut Terms, last: usize) -> Result<Within, Interrupted> {
        let depths = self.refuted.edges() + 1..=last;
        let errors: Vec<TermId> = depths.map(|depth| self.unroller.error_at(depth)).collect();
        let error = terms.or(&errors);
        let answer = match terms.as_bool(error) {
            Some(false) => CheckResult::Unsat,
            _ => self.solver.check(terms, &[error]),
        };
        if let Some(refuted) = self.refuted.up_to(last, &answer) {
            return Ok(Within::Nothing(refuted));
        }
        answer.decided()?;
        let model = ModelOf(self.solver.as_ref());
        let found = self.unroller.counterexample(terms, &model);
        Ok(Within::Error(found))
    }

    /// What was refuted holds for good, and helps with what comes after it.
    fn exclude_errors(&mut self, terms: &mut Terms, refuted: Depth) {
        for depth in self.refuted.edges() + 1..=refuted.edges() {
            let error = self.unroller.error_at(depth);
            if terms.as_bool(error) != Some(false) {
                let none = terms.not(error);
                self.solver.assert(terms, none);
            }
        }
        self.refuted = refuted;
    }

    /// The shortest run, or at least one that is no longer.
    fn shortened(&mut self, terms: &mut Terms, mut found: Counterexample) -> Counterexample {
        self.solver.set_conflict_limit(Some(SHORTENING_CONFLICTS));
        while let Ok(Within::Error(shorter)) = self.error_within(terms, found.steps.len() - 1) {
            found = shorter;
        }
        found
    }
}

/// What a solver has done: clauses built, literals propagated.
pub(crate) fn effort_of(solver: &dyn Solver) -> u64 {
    let stats = solver.stats();
    stats.work + stats.clauses + ROUND_COST * stats.queries
}

/// The number of conflicts that takes about as much effort.
pub(crate) fn conflicts_of(effort: Option<u64>) -> Option<u64> {
    effort.map(|effort| effort / PROPAGATIONS_PER_CONFLICT + 1)
}
