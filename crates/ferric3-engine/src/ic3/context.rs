//! One incremental solver context per location.
//!
//! The context of `l` answers the queries over the edges out of `l`. It holds the lemmas at `l`,
//! each behind the activation literal of its level. Activation literals form a chain
//! `a(i) ⇒ a(i+1)`, so assuming `a(i)` alone activates `F(i, l)`, all levels from `i` up.
//!
//! The facts of `l` (technique `facts`) are asserted for good: they are inductive together, so
//! that all states that runs can have satisfy them, and whatever leads from one of these states
//! leads to another.
//!
//! A lemma that moved up or was subsumed leaves its old clause behind; when these outweigh the
//! live ones, the context is built anew.

use ferric3_cfa::{Clauses, Edge, EdgeId, LocId, Location};
use ferric3_ivl::IdxMap;
use ferric3_solver::{Bounds, ModelOf, Solver, SolverConfig, SolverStats, WidenedCore};
use ferric3_term::{Bound, Sort, Substitution, TermId, Terms};
use rustc_hash::FxHashMap;

use super::Level;
use super::frames::Frames;
use crate::{Cube, Interrupted, Task};

/// A context is rebuilt when it holds this many dead clauses more than live ones.
const DEAD_CLAUSES: usize = 2000;

struct Context {
    solver: Box<dyn Solver>,
    /// Activation literals are chained up to this level.
    levels: usize,
    /// Lemma clauses added.
    clauses: usize,
}

/// The contexts of all locations; made on first use.
pub(super) struct SolverContexts<'a> {
    task: &'a Task,
    solvers: &'a SolverConfig,
    contexts: IdxMap<Location, Option<Context>>,
    /// What holds at every level.
    known: Clauses,
    /// `a(i)`, shared by all contexts.
    activation: Vec<TermId>,
    /// By edge: literals after it as literals before it.
    after: IdxMap<Edge, Option<Substitution>>,
    /// Literals, and their cases taken apart; `None` if bounds are to stay bounds.
    by_cases: Option<FxHashMap<TermId, TermId>>,
    /// Counters of contexts that are gone.
    past: SolverStats,
    /// Queries so far.
    queries: u64,
    /// Conflicts after which the query at hand gives up.
    conflicts: Option<u64>,
}

impl<'a> SolverContexts<'a> {
    pub(super) fn new(
        task: &'a Task,
        solvers: &'a SolverConfig,
        known: Clauses,
    ) -> SolverContexts<'a> {
        SolverContexts {
            task,
            solvers,
            contexts: task.cfa.locations.iter().map(|_| None).collect(),
            known,
            activation: Vec::new(),
            after: task.cfa.edges.iter().map(|_| None).collect(),
            by_cases: Some(FxHashMap::default()),
            past: SolverStats::default(),
            queries: 0,
            conflicts: None,
        }
    }

    /// `literal∘f`: the literal over the state after the edge, as one over the state before.
    pub(super) fn before(&mut self, terms: &mut Terms, edge: EdgeId, literal: TermId) -> TermId {
        let form = self.task.form(edge);
        let after = self.after[edge].get_or_insert_with(|| form.before());
        let before = after.apply(terms, literal);
        match &mut self.by_cases {
            Some(known) => *known
                .entry(before)
                .or_insert_with(|| terms.by_cases(before)),
            None => before,
        }
    }

    /// From now on bounds before an edge are bounds of what it assigns, for solvers that say how much of them was used.
    pub(super) fn keep_bounds(&mut self) {
        self.by_cases = None;
    }

    /// The activation literal of a level.
    pub(super) fn activation(&mut self, terms: &mut Terms, level: Level) -> TermId {
        while self.activation.len() <= level.number() {
            let name = format!("level {}", self.activation.len());
            let (_, literal) = terms.fresh_symbol(name, Sort::Bool);
            self.activation.push(literal);
        }
        self.activation[level.number()]
    }

    /// What holds at every level.
    pub(super) fn known(&self) -> &Clauses {
        &self.known
    }

    /// Enter a clause that holds at every level. Returns whether it is new.
    pub(super) fn add_known(&mut self, terms: &Terms, loc: LocId, clause: TermId) -> bool {
        let is_new = self.known.insert(loc, clause);
        if let Some(context) = self.contexts[loc].as_mut().filter(|_| is_new) {
            context.solver.assert(terms, clause);
        }
        is_new
    }

    /// Enter a lemma at `loc` into its context.
    pub(super) fn add_lemma(
        &mut self,
        terms: &mut Terms,
        frames: &Frames,
        level: Level,
        loc: LocId,
        cube: &Cube,
    ) {
        if self.contexts[loc].is_none() {
            return; // A new context takes all lemmas from the frames.
        }
        let live = frames.all(loc).count();
        let context = self.contexts[loc].as_ref().expect("checked above");
        if context.clauses > 2 * live + DEAD_CLAUSES {
            self.past.add(&context.solver.stats());
            self.contexts[loc] = None;
            return;
        }
        self.enter(terms, level, loc, cube);
    }

    fn enter(&mut self, terms: &mut Terms, level: Level, loc: LocId, cube: &Cube) {
        let mut clause = cube.negated(terms);
        let active = self.activation(terms, level);
        clause.push(terms.not(active));
        let context = self.contexts[loc].as_mut().expect("the context exists");
        context.solver.assert_clause(terms, &clause);
        context.clauses += 1;
    }

    /// Enter a clause at `loc` that is behind an activation literal of somebody else's.
    pub(super) fn enter_clause(
        &mut self,
        terms: &mut Terms,
        frames: &Frames,
        loc: LocId,
        clause: &[TermId],
    ) {
        self.prepare(terms, frames, loc, Level::ZERO);
        let context = self.contexts[loc].as_mut().expect("made above");
        context.solver.assert_clause(terms, clause);
    }

    /// Is `F(level, loc) ∧ assumptions` satisfiable?
    pub(super) fn check(
        &mut self,
        terms: &mut Terms,
        frames: &Frames,
        level: Level,
        loc: LocId,
        assumptions: &[TermId],
    ) -> Result<bool, Interrupted> {
        let mut all = vec![self.activation(terms, level)];
        all.extend_from_slice(assumptions);
        self.prepare(terms, frames, loc, level);
        self.ask(terms, loc, &all)
    }

    /// The same, but give up (`None`) after so many conflicts.
    pub(super) fn try_check(
        &mut self,
        terms: &mut Terms,
        frames: &Frames,
        level: Level,
        loc: LocId,
        assumptions: &[TermId],
        conflicts: Option<u64>,
    ) -> Result<Option<bool>, Interrupted> {
        self.with_limit(conflicts, |contexts| {
            contexts.check(terms, frames, level, loc, assumptions)
        })
    }

    /// Are the assumptions satisfiable, whatever the frames say?
    pub(super) fn check_without_frames(
        &mut self,
        terms: &mut Terms,
        frames: &Frames,
        loc: LocId,
        assumptions: &[TermId],
    ) -> Result<bool, Interrupted> {
        self.prepare(terms, frames, loc, Level::ZERO);
        self.ask(terms, loc, assumptions)
    }

    /// The same, but give up (`None`) after so many conflicts.
    pub(super) fn try_check_without_frames(
        &mut self,
        terms: &mut Terms,
        frames: &Frames,
        loc: LocId,
        assumptions: &[TermId],
        conflicts: Option<u64>,
    ) -> Result<Option<bool>, Interrupted> {
        self.with_limit(conflicts, |contexts| {
            contexts.check_without_frames(terms, frames, loc, assumptions)
        })
    }

    /// Ask a query with a limit on conflicts; `None` if that was reached, or if the solver cannot
    /// decide it: whoever sets a limit can do without an answer.
    fn with_limit(
        &mut self,
        conflicts: Option<u64>,
        ask: impl FnOnce(&mut Self) -> Result<bool, Interrupted>,
    ) -> Result<Option<bool>, Interrupted> {
        self.conflicts = conflicts;
        let answer = ask(self);
        self.conflicts = None;
        match answer {
            Ok(answer) => Ok(Some(answer)),
            Err(Interrupted::Limit | Interrupted::Incomplete(_)) if conflicts.is_some() => Ok(None),
            Err(why) => Err(why),
        }
    }

    /// What is left of `rotated` under `fixed` (Scheibler et al., III-A), together with `F(level, loc)` if there is a level;
    /// `None` if there is a model, or if the solver gave up after so many conflicts.
    pub(super) fn rotate(
        &mut self,
        terms: &mut Terms,
        frames: &Frames,
        (level, loc): (Option<Level>, LocId),
        (fixed, rotated): (&[TermId], &[TermId]),
        (bounds, conflicts): (Bounds, Option<u64>),
    ) -> Result<Option<WidenedCore>, Interrupted> {
        let mut in_front: Vec<TermId> = Vec::with_capacity(fixed.len() + 1);
        in_front.extend(level.map(|level| self.activation(terms, level)));
        in_front.extend_from_slice(fixed);
        self.prepare(terms, frames, loc, level.unwrap_or(Level::ZERO));
        self.queries += 1;
        let context = self.contexts[loc].as_mut().expect("made above");
        context.solver.set_conflict_limit(conflicts);
        let answer = context
            .solver
            .check_rotating(terms, &in_front, rotated, bounds);
        match answer.result.decided() {
            Ok(false) => Ok(Some(answer.core)),
            Ok(true) => Ok(None),
            Err(Interrupted::Limit | Interrupted::Incomplete(_)) if conflicts.is_some() => Ok(None),
            Err(why) => Err(why),
        }
    }

    /// From now on there are no lemmas: new activation literals switch those off that there were. What solvers have
    /// learnt about edges stays.
    pub(super) fn forget_lemmas(&mut self) {
        self.activation.clear();
        for context in self.contexts.iter_mut().flatten() {
            context.levels = 0;
        }
    }

    fn ask(
        &mut self,
        terms: &Terms,
        loc: LocId,
        assumptions: &[TermId],
    ) -> Result<bool, Interrupted> {
        self.queries += 1;
        let context = self.contexts[loc]
            .as_mut()
            .expect("the context was prepared");
        context.solver.set_conflict_limit(self.conflicts);
        context.solver.check(terms, assumptions).decided()
    }

    /// See to it that the context exists and knows all levels up to `level`.
    fn prepare(&mut self, terms: &mut Terms, frames: &Frames, loc: LocId, level: Level) {
        if self.contexts[loc].is_none() {
            let mut solver = self.solvers.create();
            for &clause in self.known.at(loc) {
                solver.assert(terms, clause);
            }
            self.contexts[loc] = Some(Context {
                solver,
                levels: 0,
                clauses: 0,
            });
            for (level, cube) in frames.all(loc) {
                self.enter(terms, level, loc, cube);
            }
        }
        let top = level.number().max(self.activation.len().saturating_sub(1));
        self.activation(terms, Level::new(top));
        let context = self.contexts[loc].as_mut().expect("made above");
        while context.levels < top {
            let lower = terms.not(self.activation[context.levels]);
            let upper = self.activation[context.levels + 1];
            context.solver.assert_clause(terms, &[lower, upper]);
            context.levels += 1;
        }
    }

    /// The assumptions used by the last unsatisfiable query at `loc`.
    pub(super) fn failed(&self, loc: LocId) -> &[TermId] {
        self.contexts[loc]
            .as_ref()
            .map_or(&[], |c| c.solver.failed_assumptions())
    }

    /// The same, with how much was used of each.
    pub(super) fn weakened(&self, terms: &Terms, loc: LocId) -> Vec<(TermId, Option<Bound>)> {
        let context = self.contexts[loc].as_ref();
        context.map_or(Vec::new(), |c| c.solver.weakened(terms))
    }

    /// The model of the last satisfiable query at `loc`.
    pub(super) fn model(&self, loc: LocId) -> ModelOf<'_> {
        let context = self.contexts[loc].as_ref().expect("a query was asked here");
        ModelOf(context.solver.as_ref())
    }

    /// Queries so far.
    pub(super) fn queries(&self) -> u64 {
        self.queries
    }

    /// Count what another solver did.
    pub(super) fn count_solver(&mut self, stats: &SolverStats) {
        self.past.add(stats);
        self.queries += stats.queries;
    }

    /// There were so many; later ones do not count.
    pub(super) fn forget_queries_since(&mut self, queries: u64) {
        self.queries = queries;
    }

    /// All contexts together.
    pub(super) fn stats(&self) -> SolverStats {
        let mut stats = self.past;
        for context in self.contexts.iter().flatten() {
            stats.add(&context.solver.stats());
        }
        stats.queries = self.queries;
        stats
    }
}
