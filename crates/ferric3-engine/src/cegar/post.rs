//! The abstract post-image: what the predicates of the target say after an edge.
//!
//! With `φ` the abstract state before, `K` what is known there, and `p₁ … pₙ` the predicates of the target, every
//! model of
//!
//! ```text
//! φ(x) ∧ K(x) ∧ G(x, w)
//! ```
//!
//! has a valuation `pᵢ(f(x, w))`. The *Boolean* abstraction is the set of them (Lahiri, Nieuwenhuis, Oliveras: SMT
//! techniques for fast predicate abstraction, CAV 2006): each model that is found excludes its valuation, until there
//! is none left. The *Cartesian* one (Ball, Podelski, Rajamani, TACAS 2001) keeps the literals that all valuations
//! share: each model has to violate one of those that are left.
//!
//! There is a solver for each location, which answers all queries over the edges out of it. What excludes models of
//! one enumeration is behind a literal of its own.

use ferric3_cfa::{Clauses, Edge, EdgeId, LocId, Location};
use ferric3_ivl::IdxMap;
use ferric3_solver::{ModelOf, Solver, SolverConfig, SolverStats};
use ferric3_term::{Evaluator, Sort, Substitution, TermId, Terms};
use rustc_hash::FxHashMap;

use super::bdd::{Bdd, Bdds};
use crate::{Interrupted, Task};

/// A solver is made anew when it holds so many clauses of enumerations that are over.
const DEAD_CLAUSES: usize = 4000;

/// Computes post-images.
pub(super) struct PostImages<'a> {
    task: &'a Task,
    solvers: &'a SolverConfig,
    /// What holds at a location in any case.
    known: Clauses,
    is_cartesian: bool,
    contexts: IdxMap<Location, Option<Context>>,
    /// By edge: predicates after it as formulas before it, in the order of the target's list.
    after: IdxMap<Edge, After>,
    /// By edge, formula and number of predicates: what was computed before.
    images: FxHashMap<(EdgeId, TermId, usize), Bdd>,
    /// Counters of solvers that are gone.
    past: SolverStats,
    /// Models that were found.
    pub(super) models: u64,
    /// Images that were computed, and those that were known.
    pub(super) computed: u64,
    pub(super) remembered: u64,
}

struct Context {
    solver: Box<dyn Solver>,
    /// Clauses of enumerations.
    clauses: usize,
}

#[derive(Default)]
struct After {
    substitution: Option<Substitution>,
    predicates: Vec<TermId>,
}

impl<'a> PostImages<'a> {
    pub(super) fn new(
        task: &'a Task,
        solvers: &'a SolverConfig,
        known: Clauses,
        is_cartesian: bool,
    ) -> PostImages<'a> {
        PostImages {
            task,
            solvers,
            known,
            is_cartesian,
            contexts: task.cfa.locations.iter().map(|_| None).collect(),
            after: task.cfa.edges.iter().map(|_| After::default()).collect(),
            images: FxHashMap::default(),
            past: SolverStats::default(),
            models: 0,
            computed: 0,
            remembered: 0,
        }
    }

    /// What is known at a location.
    pub(super) fn known(&self) -> &Clauses {
        &self.known
    }

    /// The abstraction, by these predicates, of the states that the edge leads to from those of `formula`.
    pub(super) fn image(
        &mut self,
        terms: &mut Terms,
        bdds: &mut Bdds,
        edge: EdgeId,
        formula: TermId,
        predicates: &[TermId],
    ) -> Result<Bdd, Interrupted> {
        let key = (edge, formula, predicates.len());
        if let Some(&image) = self.images.get(&key) {
            self.remembered += 1;
            return Ok(image);
        }
        self.computed += 1;
        let form = self.task.form(edge);
        let after = self.before(terms, edge, predicates);
        let enumeration = terms.fresh_symbol("enumeration", Sort::Bool).1;
        let is_cartesian = self.is_cartesian;
        let context = self.context(terms, form.edge.from);
        let mut search = Enumeration {
            context,
            assumed: vec![formula, form.guard, enumeration],
            is_over: terms.not(enumeration),
            after,
            models: 0,
        };
        let image = match is_cartesian {
            true => search.shared_literals(terms, bdds),
            false => search.valuations(terms, bdds),
        };
        let (models, is_over) = (search.models, search.is_over);
        // The clauses of this enumeration are satisfied from now on.
        context.solver.assert(terms, is_over);
        self.models += models;
        let image = image?;
        self.images.insert(key, image);
        Ok(image)
    }

    /// Predicates after an edge as formulas before it.
    fn before(&mut self, terms: &mut Terms, edge: EdgeId, predicates: &[TermId]) -> Vec<TermId> {
        let after = &mut self.after[edge];
        let form = self.task.form(edge);
        let substitution = after.substitution.get_or_insert_with(|| form.before());
        for &predicate in &predicates[after.predicates.len().min(predicates.len())..] {
            let before = substitution.apply(terms, predicate);
            after.predicates.push(terms.by_cases(before));
        }
        after.predicates[..predicates.len()].to_vec()
    }

    fn context(&mut self, terms: &Terms, loc: LocId) -> &mut Context {
        if let Some(context) = self.contexts[loc].take_if(|old| old.clauses > DEAD_CLAUSES) {
            self.past.add(&context.solver.stats());
        }
        let (solvers, known) = (self.solvers, &self.known);
        self.contexts[loc].get_or_insert_with(|| {
            let mut solver = solvers.create();
            for &clause in known.at(loc) {
                solver.assert(terms, clause);
            }
            Context { solver, clauses: 0 }
        })
    }

    /// All solvers together.
    pub(super) fn stats(&self) -> SolverStats {
        let mut stats = self.past;
        for context in self.contexts.iter().flatten() {
            stats.add(&context.solver.stats());
        }
        stats
    }

    /// Queries so far.
    pub(super) fn queries(&self) -> u64 {
        self.stats().queries
    }

    /// Count what another solver did.
    pub(super) fn count_solver(&mut self, stats: &SolverStats) {
        self.past.add(stats);
    }
}

/// A search for models.
struct Enumeration<'c> {
    context: &'c mut Context,
    assumed: Vec<TermId>,
    /// Every clause of the enumeration holds if this does.
    is_over: TermId,
    /// Predicates after the edge.
    after: Vec<TermId>,
    models: u64,
}

impl Enumeration<'_> {
    /// The values of the predicates in another model, if there is one.
    fn model(&mut self, terms: &Terms) -> Result<Option<Vec<bool>>, Interrupted> {
        let solver = self.context.solver.as_mut();
        if !solver.check(terms, &self.assumed).decided()? {
            return Ok(None);
        }
        self.models += 1;
        let model = ModelOf(self.context.solver.as_ref());
        let mut evaluator = Evaluator::new();
        let values = self.after.iter();
        let values = values.map(|&p| evaluator.eval(terms, &model, p).as_bool());
        Ok(Some(values.collect()))
    }

    /// From now on, models violate one of these. Returns whether there can be any.
    fn exclude(&mut self, terms: &mut Terms, values: &[Option<bool>]) -> bool {
        let mut clause = vec![self.is_over];
        for (&predicate, value) in self.after.iter().zip(values) {
            let is_open = terms.as_bool(predicate).is_none();
            clause.extend(value.filter(|_| is_open).map(|value| match value {
                true => terms.not(predicate),
                false => predicate,
            }));
        }
        let solver = self.context.solver.as_mut();
        solver.assert_clause(terms, &clause);
        self.context.clauses += 1;
        clause.len() > 1
    }

    /// Boolean abstraction.
    fn valuations(&mut self, terms: &mut Terms, bdds: &mut Bdds) -> Result<Bdd, Interrupted> {
        let mut found = Bdd::FALSE;
        while let Some(values) = self.model(terms)? {
            let values: Vec<Option<bool>> = values.into_iter().map(Some).collect();
            let valuation = bdds.cube(&values);
            found = bdds.union(found, valuation);
            if !self.exclude(terms, &values) {
                break;
            }
        }
        Ok(found)
    }

    /// Cartesian abstraction.
    fn shared_literals(&mut self, terms: &mut Terms, bdds: &mut Bdds) -> Result<Bdd, Interrupted> {
        let Some(values) = self.model(terms)? else {
            return Ok(Bdd::FALSE);
        };
        let mut shared: Vec<Option<bool>> = values.into_iter().map(Some).collect();
        while self.exclude(terms, &shared) {
            let Some(values) = self.model(terms)? else {
                break;
            };
            for (shared, value) in shared.iter_mut().zip(values) {
                *shared = shared.filter(|&shared| shared == value);
            }
        }
        Ok(bdds.cube(&shared))
    }
}
