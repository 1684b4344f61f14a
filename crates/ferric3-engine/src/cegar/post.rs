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
//! is none left. The *Cartesian* one (Ball, Podelski, Rajamani, TACAS 2001) is what all valuations share: literals, and
//! clauses of interpolants. Each model has to violate something that is left of it, so there are as many models as
//! predicates and clauses at most, and not a number that is exponential in that of the predicates.
//!
//! With `limit-models`, a Boolean abstraction that has too many valuations becomes Cartesian.
//!
//! There is a solver for each location, which answers all queries over the edges out of it. What excludes models of
//! one enumeration is behind a literal of its own.

use ferric3_cfa::{Clauses, Edge, EdgeId, LocId, Location};
use ferric3_ivl::IdxMap;
use ferric3_solver::{ModelOf, Solver, SolverConfig, SolverStats};
use ferric3_term::{Evaluator, Sort, Substitution, TermId, Terms};
use rustc_hash::FxHashMap;

use super::bdd::{Bdd, Bdds};
use super::precision::Precision;
use crate::{Interrupted, Task, Technique, TechniqueSet};

/// A solver is made anew when it holds so many clauses of enumerations that are over.
const DEAD_CLAUSES: usize = 4000;

/// With `limit-models`, a Boolean abstraction has so many valuations at most.
const VALUATIONS: u64 = 64;

/// An abstract post-image.
#[derive(Clone, Copy)]
pub(super) struct Image {
    pub(super) state: Bdd,
    /// Is it all that the predicates say?
    pub(super) is_exact: bool,
}

/// Computes post-images.
pub(super) struct PostImages<'a> {
    task: &'a Task,
    solvers: &'a SolverConfig,
    /// What holds at a location in any case.
    known: Clauses,
    /// So many valuations make an abstraction Cartesian.
    most: Option<u64>,
    contexts: IdxMap<Location, Option<Context>>,
    /// By edge: predicates and clauses after it as formulas before it, in the order of the target's lists.
    after: IdxMap<Edge, After>,
    /// By edge, formula, number of predicates, and number of clauses unless it is exact: what was computed before.
    images: FxHashMap<(EdgeId, TermId, usize, Option<usize>), Bdd>,
    /// Counters of solvers that are gone.
    past: SolverStats,
    /// Models that were found.
    pub(super) models: u64,
    /// Images that were computed, and those that were known.
    pub(super) computed: u64,
    pub(super) remembered: u64,
    /// Images that are Cartesian because of their number of valuations.
    pub(super) given_up: u64,
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
    clauses: Vec<TermId>,
}

impl<'a> PostImages<'a> {
    pub(super) fn new(
        task: &'a Task,
        solvers: &'a SolverConfig,
        known: Clauses,
        techniques: TechniqueSet,
    ) -> PostImages<'a> {
        PostImages {
            task,
            solvers,
            known,
            most: if techniques.has(Technique::Cartesian) {
                Some(0)
            } else {
                techniques.has(Technique::LimitModels).then_some(VALUATIONS)
            },
            contexts: task.cfa.locations.iter().map(|_| None).collect(),
            after: task.cfa.edges.iter().map(|_| After::default()).collect(),
            images: FxHashMap::default(),
            past: SolverStats::default(),
            models: 0,
            computed: 0,
            remembered: 0,
            given_up: 0,
        }
    }

    /// What is known at a location.
    pub(super) fn known(&self) -> &Clauses {
        &self.known
    }

    /// The abstraction, by the precision of the edge's target, of the states that the edge leads to from those of
    /// `formula`.
    pub(super) fn image(
        &mut self,
        terms: &mut Terms,
        bdds: &mut Bdds,
        precision: &Precision,
        edge: EdgeId,
        formula: TermId,
    ) -> Result<Image, Interrupted> {
        let form = self.task.form(edge);
        let to = form.edge.to;
        let (predicates, clauses) = (precision.at(to), precision.clauses(to));
        for clauses in [None, Some(clauses.len())] {
            let key = (edge, formula, predicates.len(), clauses);
            if let Some(&state) = self.images.get(&key) {
                self.remembered += 1;
                let is_exact = clauses.is_none();
                return Ok(Image { state, is_exact });
            }
        }
        self.computed += 1;
        self.carry_over(terms, edge, predicates, clauses);
        let enumeration = terms.fresh_symbol("enumeration", Sort::Bool).1;
        let most = self.most;
        self.prepare(terms, form.edge.from);
        let after = &self.after[edge];
        let mut search = Enumeration {
            context: self.contexts[form.edge.from].as_mut().expect("just made"),
            assumed: vec![formula, form.guard, enumeration],
            is_over: terms.not(enumeration),
            after: &after.predicates,
            clauses: &after.clauses,
            models: 0,
        };
        let image = search.image(terms, bdds, most, |clause| {
            precision.set(to, clauses[clause])
        });
        let (models, is_over) = (search.models, search.is_over);
        // The clauses of this enumeration are satisfied from now on.
        search.context.solver.assert(terms, is_over);
        self.models += models;
        let image = image?;
        let clauses = (!image.is_exact).then_some(clauses.len());
        self.given_up += u64::from(clauses.is_some() && most != Some(0));
        let key = (edge, formula, predicates.len(), clauses);
        self.images.insert(key, image.state);
        Ok(image)
    }

    /// See to it that these are formulas before the edge.
    fn carry_over(
        &mut self,
        terms: &mut Terms,
        edge: EdgeId,
        predicates: &[TermId],
        clauses: &[TermId],
    ) {
        let form = self.task.form(edge);
        let After {
            substitution,
            predicates: own_predicates,
            clauses: own_clauses,
        } = &mut self.after[edge];
        let substitution = substitution.get_or_insert_with(|| form.before());
        for (all, own) in [(predicates, own_predicates), (clauses, own_clauses)] {
            for &t in &all[own.len()..] {
                let before = substitution.apply(terms, t);
                own.push(terms.by_cases(before));
            }
        }
    }

    /// See to it that a location has a solver.
    fn prepare(&mut self, terms: &Terms, loc: LocId) {
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
        });
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
    /// Predicates after the edge, and clauses.
    after: &'c [TermId],
    clauses: &'c [TermId],
    models: u64,
}

/// What models share.
struct Shared {
    /// By predicate.
    values: Vec<Option<bool>>,
    /// By clause: does it hold in all of them?
    clauses: Vec<bool>,
}

impl Enumeration<'_> {
    /// Is there another model?
    fn next(&mut self, terms: &Terms) -> Result<bool, Interrupted> {
        let solver = self.context.solver.as_mut();
        let is_there = solver.check(terms, &self.assumed).decided()?;
        self.models += u64::from(is_there);
        Ok(is_there)
    }

    /// The values that the last model gives to these.
    fn values(&self, terms: &Terms, of: &[TermId]) -> Vec<bool> {
        let model = ModelOf(self.context.solver.as_ref());
        let mut evaluator = Evaluator::new();
        let values = of.iter();
        let values = values.map(|&t| evaluator.eval(terms, &model, t).as_bool());
        values.collect()
    }

    /// From now on, models violate one of these. Returns whether there can be any.
    fn exclude(&mut self, terms: &mut Terms, values: &[Option<bool>], clauses: &[bool]) -> bool {
        let mut violated = vec![self.is_over];
        for (&predicate, value) in self.after.iter().zip(values) {
            violated.extend(value.map(|value| match value {
                true => terms.not(predicate),
                false => predicate,
            }));
        }
        for (&clause, _) in self
            .clauses
            .iter()
            .zip(clauses)
            .filter(|(_, holds)| **holds)
        {
            violated.push(terms.not(clause));
        }
        violated.retain(|&t| terms.as_bool(t) != Some(false));
        self.context.solver.assert_clause(terms, &violated);
        self.context.clauses += 1;
        violated.len() > 1
    }

    /// All valuations, or what they share if there are more than so many. `set` gives the valuations in which a
    /// clause holds.
    fn image(
        &mut self,
        terms: &mut Terms,
        bdds: &mut Bdds,
        most: Option<u64>,
        set: impl Fn(usize) -> Bdd,
    ) -> Result<Image, Interrupted> {
        let mut state = Bdd::FALSE;
        let mut shared: Option<Shared> = None;
        while self.next(terms)? {
            let values = self.values(terms, self.after);
            let clauses = self.values(terms, self.clauses);
            let valuation: Vec<Option<bool>> = values.iter().copied().map(Some).collect();
            if most.is_some_and(|most| self.models > most) {
                let shared = Shared::and(shared, values, clauses);
                let state = self.shared(terms, bdds, shared, set)?;
                let is_exact = false;
                return Ok(Image { state, is_exact });
            }
            let found = bdds.cube(&valuation);
            state = bdds.union(state, found);
            shared = Some(Shared::and(shared, values, clauses));
            if !self.exclude(terms, &valuation, &[]) {
                break;
            }
        }
        let is_exact = true;
        Ok(Image { state, is_exact })
    }

    /// What all models share, if those so far share this.
    fn shared(
        &mut self,
        terms: &mut Terms,
        bdds: &mut Bdds,
        mut shared: Shared,
        set: impl Fn(usize) -> Bdd,
    ) -> Result<Bdd, Interrupted> {
        while self.exclude(terms, &shared.values, &shared.clauses) && self.next(terms)? {
            let values = self.values(terms, self.after);
            let clauses = self.values(terms, self.clauses);
            shared = Shared::and(Some(shared), values, clauses);
        }
        let mut state = bdds.cube(&shared.values);
        for (clause, _) in shared
            .clauses
            .iter()
            .enumerate()
            .filter(|(_, holds)| **holds)
        {
            state = bdds.intersection(state, set(clause));
        }
        Ok(state)
    }
}

impl Shared {
    /// What one more model leaves.
    fn and(shared: Option<Shared>, values: Vec<bool>, clauses: Vec<bool>) -> Shared {
        let Some(mut shared) = shared else {
            return Shared {
                values: values.into_iter().map(Some).collect(),
                clauses,
            };
        };
        for (shared, value) in shared.values.iter_mut().zip(values) {
            *shared = shared.filter(|&shared| shared == value);
        }
        for (shared, holds) in shared.clauses.iter_mut().zip(clauses) {
            *shared &= holds;
        }
        shared
    }
}
