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
//! `¬g ⇒ ¬c`: this is the first generalisation, and it costs nothing (technique `cores`). A solver that
//! knows how much of a bound it has used makes `g` weaker still (`wider.rs`).

use ferric3_cfa::{EdgeId, LocId};
use ferric3_term::TermId;

use super::outcome::{
    Blocks, Consecution, Contradiction, Cores, EdgeAnswer, EdgeCore, EdgeQuery, EdgeTest, OverEdge,
    union,
};
use super::technique::Technique;
use super::wider::agree;
use super::{Hit, Level, Search};
use crate::{Cube, Interrupted};

/// With `limit-conflicts`, attempts to generalise give up after so many conflicts: a lemma that
/// is weaker than it could be is better than none.
const CONFLICTS: u64 = 2000;

impl<'a> Search<'a> {
    /// Can `cube` be blocked at `(level, loc)`? Requires `level > 0`.
    pub(crate) fn consecution(
        &mut self,
        level: Level,
        loc: LocId,
        cube: &Cube,
    ) -> Result<Consecution<'_, 'a>, Interrupted> {
        debug_assert!(level > Level::ZERO && loc != self.task.cfa.initial);
        let kind = match self.has(Technique::BoundGeneralisation) {
            true => Cores::MayBeWider,
            false => Cores::Parts,
        };
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
                None => self.ask_exactly(&test, kind)?,
            };
            let Some(core) = core else {
                self.failed_over(loc, edge);
                return Ok(Consecution::Fails(Hit::new(self, edge)));
            };
            let core = self.core_or_all(&test, core);
            cores.push(EdgeCore { edge, core });
        }
        agree(self.terms, cube, &mut cores);
        Ok(Consecution::Holds(cores))
    }

    /// The same, where any answer will do.
    pub(crate) fn blocks(
        &mut self,
        level: Level,
        loc: LocId,
        cube: &Cube,
    ) -> Result<Blocks<'_, 'a>, Interrupted> {
        let mut cores = Vec::new();
        for edge in self.edges_by_hope(loc) {
            let test = EdgeTest {
                level,
                edge,
                cube,
                not: cube,
            };
            match self.look_up_or_ask(&test)? {
                EdgeAnswer::Holds(core) => {
                    let core = self.core_or_all(&test, core);
                    cores.push(EdgeCore { edge, core });
                }
                failure => {
                    self.failed_over(loc, edge);
                    return Ok(Blocks::Fails(match failure {
                        EdgeAnswer::Fails { has_model: true } => Some(Hit::new(self, edge)),
                        _ => None,
                    }));
                }
            }
        }
        Ok(Blocks::Holds(union(&cores)))
    }

    /// Remember over which edge a test has failed. Nobody does for a debug assertion: the order of
    /// later tests would be another one than in a release build.
    fn failed_over(&mut self, loc: LocId, edge: EdgeId) {
        if !self.aside {
            self.last_failure[loc] = Some(edge);
        }
    }

    /// The edges into a location, the one that failed last first: it is likely to fail again.
    fn edges_by_hope(&self, loc: LocId) -> Vec<EdgeId> {
        let mut edges = self.in_order(self.edges_into(loc));
        if let Some(last) = self.last_failure[loc] {
            edges.sort_by_key(|&edge| edge != last);
        }
        edges
    }

    /// One edge, from the query cache if it knows: the part of the cube that is needed.
    pub(crate) fn test_edge(&mut self, test: &EdgeTest<'_>) -> Result<Option<Cube>, Interrupted> {
        Ok(self.look_up_or_ask(test)?.core())
    }

    fn look_up_or_ask(&mut self, test: &EdgeTest<'_>) -> Result<EdgeAnswer, Interrupted> {
        if self.starts_unreachable(test) {
            return Ok(EdgeAnswer::Holds(Cube::default()));
        }
        let query = self.edge_query(test, Cores::Parts);
        if !self.has(Technique::QueryCache) {
            return self.ask(test, &query, true);
        }
        let known = self.timed(Technique::QueryCache, |search| {
            let known = search.cached(test, &query);
            search.count(
                Technique::QueryCache,
                known.is_some(),
                u64::from(known.is_some()),
            );
            Ok(known)
        })?;
        if let Some(answer) = known {
            debug_assert_eq!(
                matches!(answer, EdgeAnswer::Holds(_)),
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
        Ok(answer)
    }

    /// One edge, by the solver.
    pub(crate) fn ask_edge(
        &mut self,
        test: &EdgeTest<'_>,
    ) -> Result<OverEdge<'_, 'a>, Interrupted> {
        Ok(match self.ask_exactly(test, Cores::Parts)? {
            Some(core) => OverEdge::Holds(core),
            None => OverEdge::Fails(Hit::new(self, test.edge)),
        })
    }

    /// The part of the cube that is needed, or `None` for satisfiable: the context of the edge's
    /// source then has the model, and the caller makes a [`Hit`] of it or forgets it.
    fn ask_exactly(
        &mut self,
        test: &EdgeTest<'_>,
        cores: Cores,
    ) -> Result<Option<Cube>, Interrupted> {
        if self.starts_unreachable(test) {
            return Ok(Some(Cube::default()));
        }
        let query = self.edge_query(test, cores);
        Ok(self.ask(test, &query, false)?.core())
    }

    /// Is the frame before the edge `false` because no run gets there so soon?
    pub(super) fn starts_unreachable(&self, test: &EdgeTest<'_>) -> bool {
        let from = self.source(test.edge);
        self.frames.is_unreachable(test.level.below(), from)
    }

    /// `G`, `¬not` for a self-loop, and the literals of the cube before the edge.
    fn edge_query(&mut self, test: &EdgeTest<'_>, cores: Cores) -> EdgeQuery {
        let form = self.task.form(test.edge);
        let mut query = EdgeQuery {
            assumptions: vec![form.guard],
            before: Vec::with_capacity(test.cube.len()),
            cores,
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
        let label = self.label_before(test.edge);
        let mut assumptions = Vec::with_capacity(query.assumptions.len() + 1);
        assumptions.extend(label);
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
        let (terms, frames) = (&mut *self.terms, &self.frames);
        let answer = match label {
            Some(_) => {
                self.contexts
                    .try_check_without_frames(terms, frames, from, &assumptions, limit)?
            }
            None => {
                let level = test.level.below();
                self.contexts
                    .try_check(terms, frames, level, from, &assumptions, limit)?
            }
        };
        match answer {
            Some(true) => return Ok(EdgeAnswer::Fails { has_model: true }),
            None => {
                self.stats_of(Technique::LimitConflicts).succeeded += 1;
                return Ok(EdgeAnswer::TooHard);
            }
            Some(false) => {}
        }
        let core = match query.cores {
            Cores::MayBeWider => self.wider_core(test.edge, query),
            Cores::Parts => {
                let used = self.contexts.failed(from).iter();
                let used = used.filter_map(|t| query.before.iter().find(|(b, _)| b == t));
                used.map(|&(_, literal)| literal).collect()
            }
        };
        let smaller = core.len() < query.before.len();
        let stats = self.stats_of(Technique::Cores);
        stats.tried += 1;
        stats.succeeded += u64::from(smaller);
        Ok(EdgeAnswer::Holds(Cube::new(core)))
    }

    /// The core, or the whole cube if cores are switched off. (That nothing is needed where the
    /// frame is `false` is no matter of cores.)
    pub(crate) fn core_or_all(&self, test: &EdgeTest<'_>, core: Cube) -> Cube {
        if self.has(Technique::Cores) || self.starts_unreachable(test) {
            core
        } else {
            test.cube.clone()
        }
    }

    /// Where the edge starts.
    pub(crate) fn source(&self, edge: EdgeId) -> LocId {
        self.task.form(edge).edge.from
    }

    /// Is it a self-loop?
    pub(crate) fn is_loop(&self, edge: EdgeId) -> bool {
        let form = self.task.form(edge);
        form.edge.from == form.edge.to
    }

    /// `literal∘f`: the literal over the state after the edge, as one over the state before.
    pub(crate) fn before(&mut self, edge: EdgeId, literal: TermId) -> TermId {
        self.contexts.before(self.terms, edge, literal)
    }

    /// A state of `F(frontier, l)` from which the edge into the error location can be taken.
    pub(super) fn find_cti(&mut self, edge: EdgeId) -> Result<Option<Hit<'_, 'a>>, Interrupted> {
        let form = self.task.form(edge);
        let (from, level) = (form.edge.from, self.frontier);
        if self.frames.is_unreachable(level, from) {
            return Ok(None);
        }
        let found = self
            .contexts
            .check(self.terms, &self.frames, level, from, &[form.guard])?;
        Ok(if found {
            Some(Hit::new(self, edge))
        } else {
            None
        })
    }

    /// Do the assumptions about the state at `loc` (and inputs) contradict one another, whatever the
    /// frames say? Gives up after so many conflicts.
    pub(crate) fn contradiction(
        &mut self,
        loc: LocId,
        assumptions: &[TermId],
        conflicts: Option<u64>,
    ) -> Result<Contradiction, Interrupted> {
        let answer = self.contexts.try_check_without_frames(
            self.terms,
            &self.frames,
            loc,
            assumptions,
            conflicts,
        )?;
        Ok(match answer {
            Some(false) => Contradiction::Core(self.contexts.failed(loc).to_vec()),
            Some(true) => Contradiction::None,
            None => Contradiction::TooHard,
        })
    }
}
