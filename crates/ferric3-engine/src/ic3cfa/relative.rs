//! Relative inductiveness, edge by edge (IC3CFA Lemma 1; Thesis 5.3).
//!
//! A cube `c` can be blocked at `(i, l')` if for every edge `(l, G, f, l')`
//!
//! ```text
//! F(i-1, l) ∧ [¬c if l = l'] ∧ G(x, w) ∧ c(f(x, w))      is unsatisfiable
//! ```
//!
//! `G ∧ c∘f` is the weakest existential precondition of the edge, so this is the thesis's
//! alternative form (Def. 5.3.1): no primed copies of the state. Two edges out of `l` with the
//! same precondition, or one edge at another time, ask the same query, and the query cache
//! (`cache.rs`) answers it.
//!
//! Initiation needs no query: nothing but `initial` is initial. The literals of `c` that the
//! solver used, united over all edges, form a cube `g ⊆ c` that passes the same test, because
//! `¬g ⇒ ¬c`: this is the first generalisation, and it costs nothing (technique `cores`).

use ferric3_cfa::{EdgeId, LocId};
use ferric3_term::{Evaluator, TermId};

use super::Search;
use super::technique::Technique;
use crate::{Cube, Interrupted};

/// With `limit-conflicts`, attempts to generalise give up after so many conflicts: a lemma that
/// is weaker than it could be is better than none.
const CONFLICTS: u64 = 2000;

/// Outcome of a test of relative inductiveness.
pub(super) enum Consecution {
    /// The cube can be blocked, and so can the part of it that each edge needs.
    Holds(Vec<EdgeCore>),
    /// Over this edge a state of the frame leads into the cube. The context of the edge's source
    /// has the model.
    Fails(EdgeId),
}

/// The part of a cube that cannot be reached over an edge.
#[derive(Clone, Debug)]
pub(super) struct EdgeCore {
    pub(super) edge: EdgeId,
    pub(super) core: Cube,
}

/// `⋃ cores`: a cube that can be blocked for all edges.
pub(super) fn union(cores: &[EdgeCore]) -> Cube {
    let literals = cores.iter().flat_map(|part| part.core.literals());
    Cube::new(literals.copied().collect())
}

/// One edge of a test.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeTest<'c> {
    pub(super) level: usize,
    pub(super) edge: EdgeId,
    pub(super) cube: &'c Cube,
    /// A self-loop may start outside this cube only. Any `not ⊇ g` is sound for the lemma `¬g`.
    pub(super) not: &'c Cube,
}

impl Search<'_> {
    /// Can `cube` be blocked at `(level, loc)`? Requires `level ≥ 1`.
    pub(super) fn consecution(
        &mut self,
        level: usize,
        loc: LocId,
        cube: &Cube,
    ) -> Result<Consecution, Interrupted> {
        debug_assert!(level >= 1 && loc != self.task.cfa.initial);
        let mut cores = Vec::new();
        for edge in self.edges_by_hope(loc) {
            let test = EdgeTest {
                level,
                edge,
                cube,
                not: cube,
            };
            let core = match self.known_core(&test)? {
                Some(core) => Some(core),
                None => self.ask_edge(&test)?,
            };
            match core {
                Some(core) => cores.push(EdgeCore {
                    edge,
                    core: self.core_or_all(&test, core),
                }),
                None => {
                    self.last_failure[loc.index()] = Some(edge);
                    return Ok(Consecution::Fails(edge));
                }
            }
        }
        Ok(Consecution::Holds(cores))
    }

    /// The same, without a model: the cube that remains if it holds.
    pub(super) fn blocks(
        &mut self,
        level: usize,
        loc: LocId,
        cube: &Cube,
    ) -> Result<Option<Cube>, Interrupted> {
        let mut cores = Vec::new();
        for edge in self.edges_by_hope(loc) {
            let test = EdgeTest {
                level,
                edge,
                cube,
                not: cube,
            };
            match self.test_edge(&test)? {
                Some(core) => cores.push(EdgeCore {
                    edge,
                    core: self.core_or_all(&test, core),
                }),
                None => {
                    self.last_failure[loc.index()] = Some(edge);
                    return Ok(None);
                }
            }
        }
        Ok(Some(union(&cores)))
    }

    /// Does the last query, if it has a model, show that this cube cannot be blocked either?
    pub(super) fn model_reaches(&mut self, cube: &Cube) -> bool {
        let Some(edge) = self.model_of else {
            return false;
        };
        let is_loop = self.is_loop(edge);
        let mut before = Vec::with_capacity(cube.len());
        for &literal in cube.literals() {
            before.push(self.contexts.before(self.terms, edge, literal));
        }
        let model = self.contexts.model(self.source(edge));
        let mut evaluator = Evaluator::new();
        let mut holds = |t: &TermId| evaluator.eval(self.terms, &model, *t).as_bool();
        before.iter().all(&mut holds) && !(is_loop && cube.literals().iter().all(&mut holds))
    }

    /// The edges into a location, the one that failed last first: it is likely to fail again.
    fn edges_by_hope(&self, loc: LocId) -> Vec<EdgeId> {
        let mut edges = self.task.incoming(loc).to_vec();
        if let Some(last) = self.last_failure[loc.index()] {
            edges.sort_by_key(|&edge| edge != last);
        }
        edges
    }

    /// One edge, from the query cache if it knows: the part of the cube that is needed.
    pub(super) fn test_edge(&mut self, test: &EdgeTest<'_>) -> Result<Option<Cube>, Interrupted> {
        if self
            .frames
            .is_unreachable(test.level - 1, self.source(test.edge))
        {
            return Ok(Some(Cube::default()));
        }
        let query = self.edge_query(test);
        if !self.has(Technique::QueryCache) {
            return Ok(self.ask(test, &query, true)?.core());
        }
        self.model_of = None;
        let known = self.timed(Technique::QueryCache, |search| {
            let known = search.cached(test, &query);
            let stats = search.stats_of(Technique::QueryCache);
            stats.tried += 1;
            if known.is_some() {
                stats.succeeded += 1;
                stats.saved += 1;
            }
            Ok(known)
        })?;
        if let Some(answer) = known {
            debug_assert_eq!(
                answer.is_some(),
                matches!(
                    self.aside(|search| search.ask(test, &query, false))?,
                    EdgeAnswer::Holds(_)
                ),
                "the query cache is wrong"
            );
            return Ok(answer);
        }
        let answer = self.ask(test, &query, true)?;
        self.remember(test, query, &answer);
        Ok(answer.core())
    }

    /// One edge, by the solver: if it fails, the context of the edge's source has the model.
    pub(super) fn ask_edge(&mut self, test: &EdgeTest<'_>) -> Result<Option<Cube>, Interrupted> {
        if self
            .frames
            .is_unreachable(test.level - 1, self.source(test.edge))
        {
            return Ok(Some(Cube::default()));
        }
        let query = self.edge_query(test);
        Ok(self.ask(test, &query, false)?.core())
    }

    /// `G`, `¬not` for a self-loop, and the literals of the cube before the edge.
    fn edge_query(&mut self, test: &EdgeTest<'_>) -> EdgeQuery {
        let form = self.task.form(test.edge);
        let mut query = EdgeQuery {
            assumptions: vec![form.guard],
            before: Vec::with_capacity(test.cube.len()),
        };
        if form.edge.from == form.edge.to {
            query.assumptions.push(test.not.clause(self.terms));
        }
        for &literal in test.cube.literals() {
            let t = self.contexts.before(self.terms, test.edge, literal);
            query.before.push((t, literal));
            query.assumptions.push(t);
        }
        query
    }

    fn ask(
        &mut self,
        test: &EdgeTest<'_>,
        query: &EdgeQuery,
        may_give_up: bool,
    ) -> Result<EdgeAnswer, Interrupted> {
        let from = self.source(test.edge);
        let mut assumptions = Vec::with_capacity(query.assumptions.len());
        for &t in &query.assumptions {
            match self.terms.as_bool(t) {
                Some(true) => {}
                Some(false) => {
                    let literal = query.before.iter().filter(|(b, _)| *b == t);
                    let literals = literal.map(|&(_, literal)| literal).take(1).collect();
                    return Ok(EdgeAnswer::Holds(Cube::new(literals)));
                }
                None => assumptions.push(t),
            }
        }
        let limit = (may_give_up && self.has(Technique::LimitConflicts)).then_some(CONFLICTS);
        self.stats_of(Technique::LimitConflicts).tried += u64::from(limit.is_some());
        let level = test.level - 1;
        self.model_of = None;
        let answer =
            self.contexts
                .try_check(self.terms, &self.frames, level, from, &assumptions, limit)?;
        match answer {
            Some(true) => {
                self.model_of = Some(test.edge);
                return Ok(EdgeAnswer::Fails);
            }
            None => {
                self.stats_of(Technique::LimitConflicts).succeeded += 1;
                return Ok(EdgeAnswer::TooHard);
            }
            Some(false) => {}
        }
        let mut core = Vec::new();
        for t in self.contexts.failed(from) {
            let used = query.before.iter().find(|(b, _)| b == t);
            core.extend(used.map(|&(_, literal)| literal));
        }
        let smaller = core.len() < query.before.len();
        let stats = self.stats_of(Technique::Cores);
        stats.tried += 1;
        stats.succeeded += u64::from(smaller);
        Ok(EdgeAnswer::Holds(Cube::new(core)))
    }

    /// The core, or the whole cube if cores are switched off. (That nothing is needed where the
    /// frame is `false` is no matter of cores.)
    pub(super) fn core_or_all(&self, test: &EdgeTest<'_>, core: Cube) -> Cube {
        let from = self.source(test.edge);
        if self.has(Technique::Cores) || self.frames.is_unreachable(test.level - 1, from) {
            core
        } else {
            test.cube.clone()
        }
    }

    /// Where the edge starts.
    pub(super) fn source(&self, edge: EdgeId) -> LocId {
        self.task.form(edge).edge.from
    }

    /// Is it a self-loop?
    pub(super) fn is_loop(&self, edge: EdgeId) -> bool {
        let form = self.task.form(edge);
        form.edge.from == form.edge.to
    }

    /// Is there a state of `F(frontier, l)` from which the edge into the error location can be
    /// taken?
    pub(super) fn find_cti(
        &mut self,
        edge: EdgeId,
    ) -> Result<Option<super::block::Predecessor>, Interrupted> {
        let form = self.task.form(edge);
        let from = form.edge.from;
        if self.frames.is_unreachable(self.frontier, from) {
            return Ok(None);
        }
        let level = self.frontier;
        if !self
            .contexts
            .check(self.terms, &self.frames, level, from, &[form.guard])?
        {
            return Ok(None);
        }
        self.predecessor(edge, &Cube::default()).map(Some)
    }
}

/// What a query over one edge says.
#[derive(Clone, Debug)]
pub(super) enum EdgeAnswer {
    /// The cube cannot be reached; this part of it was used.
    Holds(Cube),
    /// It can.
    Fails,
    /// The solver gave up.
    TooHard,
}

impl EdgeAnswer {
    fn core(self) -> Option<Cube> {
        match self {
            EdgeAnswer::Holds(core) => Some(core),
            EdgeAnswer::Fails | EdgeAnswer::TooHard => None,
        }
    }
}

/// A query over one edge.
#[derive(Clone, Debug)]
pub(super) struct EdgeQuery {
    /// All that is assumed besides the frame.
    pub(super) assumptions: Vec<TermId>,
    /// Literals of the cube before the edge and after it.
    pub(super) before: Vec<(TermId, TermId)>,
}
