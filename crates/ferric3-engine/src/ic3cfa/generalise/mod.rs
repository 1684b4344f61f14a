//! Generalisation: a weaker cube makes a stronger lemma.
//!
//! The algorithm is Thesis 5.12.1. Each edge into the location is generalised by itself and
//! gives the literals that it needs; their union can be blocked for all edges (Def. 4.3.2). What
//! changes the literals themselves (weakening, widening) then works on the whole.
//!
//! A technique is a [`Generaliser`] in a file of its own, and a [`Pipeline`] is those that are
//! switched on, in order. Every step keeps the goal's invariant, so that any subset of the
//! techniques is sound.
//!
//! *Self-loops.* Their test assumes `¬g` before the edge, for the very cube that is to be
//! blocked: the union over all edges, and not the loop's own part. So the loop comes last, and
//! its goal starts from the union of the others (or, without `multiple-predecessors`, its test
//! assumes no more than `¬c` for the original cube `c ⊇ g`).

mod assumes;
mod binary;
mod cases;
mod contexts;
mod ctg;
mod drop;
mod interpolate;
mod merge;
mod multiple;
mod necessary;
mod predecessor_cubes;
mod relate;
mod strength;
mod vocabulary;
mod weaken;
mod widen;

use std::time::Instant;

use ferric3_cfa::{EdgeId, LocId};
use ferric3_term::{TermId, Terms};

use super::GENERALISATION_QUERIES;
use super::predecessor::Preconditions;
use crate::ic3::{Blocked, EdgeCore, EdgeTest, Level, OverEdge, Search, Technique, TechniqueSet};
use crate::{Cube, Interrupted, Task};

/// The generalisation of a cube with respect to one edge.
///
/// Invariant: `kept ∪ candidates` cannot be reached over the edge from `F(level-1, source)`.
#[derive(Clone, Debug)]
struct EdgeGoal {
    level: Level,
    edge: EdgeId,
    /// The cube to be blocked.
    cube: Cube,
    /// What a self-loop may not start from; `None` for the goal's own current cube.
    not: Option<Cube>,
    /// Literals that are in the result for sure.
    kept: Cube,
    /// Literals that may yet go.
    candidates: Vec<TermId>,
    /// What the edge alone needs; at most `kept ∪ candidates` (not for loops).
    needed: Cube,
    /// Nothing more to do?
    settled: bool,
}

impl EdgeGoal {
    fn current(&self) -> Cube {
        let kept = self.kept.literals().iter();
        Cube::new(kept.chain(&self.candidates).copied().collect())
    }

    /// The test whether `cube` would do.
    fn test<'c>(&'c self, cube: &'c Cube) -> EdgeTest<'c> {
        EdgeTest {
            level: self.level,
            edge: self.edge,
            cube,
            not: self.not.as_ref().unwrap_or(cube),
        }
    }

    /// A test has shown that this part of the current cube suffices.
    fn shrink_to(&mut self, core: Cube) {
        self.candidates.retain(|l| core.literals().contains(l));
        self.needed = core;
    }

    /// These candidates stay.
    fn keep(&mut self, literals: &Cube) -> usize {
        let before = self.candidates.len();
        let (stay, rest): (Vec<_>, Vec<_>) = self
            .candidates
            .drain(..)
            .partition(|l| literals.literals().contains(l));
        self.candidates = rest;
        self.kept = self.kept.union(&Cube::new(stay));
        before - self.candidates.len()
    }

    /// This is the result.
    fn settle(&mut self, cube: &Cube) {
        self.kept = self.kept.union(cube);
        self.candidates.clear();
        self.needed = cube.clone();
        self.settled = true;
    }
}

/// The generalisation of a cube with respect to all edges.
///
/// Invariant: `cube` can be blocked at `(level, loc)`.
#[derive(Clone, Debug)]
struct LocationGoal {
    level: Level,
    loc: LocId,
    cube: Cube,
}

/// A technique of generalisation.
trait Generaliser {
    /// Its name, switch and statistics.
    fn technique(&self) -> Technique;

    /// Improve the goal of one edge.
    fn edge(&mut self, _: &mut Search<'_>, _: &mut EdgeGoal) -> Result<(), Interrupted> {
        Ok(())
    }

    /// Improve the goal of all edges.
    fn location(&mut self, _: &mut Search<'_>, _: &mut LocationGoal) -> Result<(), Interrupted> {
        Ok(())
    }

    /// The lemma `¬cube` was added.
    fn learnt(
        &mut self,
        _: &mut Search<'_>,
        _level: Level,
        _loc: LocId,
        _cube: &Cube,
    ) -> Result<(), Interrupted> {
        Ok(())
    }
}

/// The generalisations that are switched on, in order.
pub(crate) struct Pipeline {
    generalisers: Vec<Box<dyn Generaliser>>,
}

impl Pipeline {
    pub(crate) fn new(task: &Task, terms: &Terms, techniques: TechniqueSet) -> Pipeline {
        // The order is that of Thesis 5.12.1, ours after it.
        let all: Vec<Box<dyn Generaliser>> = vec![
            Box::new(contexts::Contexts),
            Box::new(contexts::ContextSupersets),
            Box::new(predecessor_cubes::PredecessorCubes::default()),
            Box::new(multiple::MultiplePredecessors),
            Box::new(necessary::NecessaryLiterals),
            Box::new(assumes::Assumes::default()),
            Box::new(binary::BinaryDrop),
            Box::new(drop::Drop),
            Box::new(ctg::Ctg::new(Preconditions::default())),
            Box::new(interpolate::Interpolation),
            Box::new(relate::Relate),
            Box::new(weaken::Weaken::new(techniques)),
            Box::new(widen::WidenBounds::new(task, terms, techniques)),
            Box::new(merge::MergeLemmas::default()),
        ];
        let on = all.into_iter().filter(|g| techniques.has(g.technique()));
        Pipeline {
            generalisers: on.collect(),
        }
    }

    /// A cube that `blocked.cube` implies and that can be blocked at the same place.
    pub(crate) fn generalise(
        &mut self,
        search: &mut Search<'_>,
        blocked: &Blocked,
    ) -> Result<Cube, Interrupted> {
        let queries = search.queries();
        let cube = self.improve(search, blocked);
        search.add(GENERALISATION_QUERIES, search.queries() - queries);
        cube
    }

    fn improve(&mut self, search: &mut Search<'_>, blocked: &Blocked) -> Result<Cube, Interrupted> {
        let cube = self.generalise_edges(search, blocked)?;
        let mut goal = LocationGoal {
            level: blocked.level,
            loc: blocked.loc,
            cube,
        };
        for generaliser in &mut self.generalisers {
            let technique = generaliser.technique();
            if strength::is_worth_it(search, technique, blocked.visits) {
                counted(search, technique, |search| {
                    generaliser.location(search, &mut goal)
                })?;
            }
        }
        Ok(goal.cube)
    }

    /// Thesis 5.12.1, function `gen`.
    fn generalise_edges(
        &mut self,
        search: &mut Search<'_>,
        blocked: &Blocked,
    ) -> Result<Cube, Interrupted> {
        let mut cores: Vec<&EdgeCore> = blocked.cores.iter().collect();
        cores.sort_by_key(|part| (search.is_loop(part.edge), part.edge));
        let loops = cores
            .iter()
            .filter(|part| search.is_loop(part.edge))
            .count();
        let shared = search.has(Technique::MultiplePredecessors) && loops <= 1;
        let mut result = Cube::default();
        for part in cores {
            let own_clause = shared || !search.is_loop(part.edge);
            let kept = if shared {
                result.clone()
            } else {
                Cube::default()
            };
            let mut goal = EdgeGoal {
                level: blocked.level,
                edge: part.edge,
                cube: blocked.cube.clone(),
                not: (!own_clause).then(|| blocked.cube.clone()),
                // A loop starts from the union, or else its `¬g` would say too much.
                candidates: part.core.minus(&kept),
                kept,
                needed: part.core.clone(),
                settled: false,
            };
            self.generalise_edge(search, &mut goal, blocked.visits)?;
            result = result.union(&goal.current());
        }
        Ok(result)
    }

    fn generalise_edge(
        &mut self,
        search: &mut Search<'_>,
        goal: &mut EdgeGoal,
        visits: u32,
    ) -> Result<(), Interrupted> {
        let from = search.source(goal.edge);
        if search.frames().is_unreachable(goal.level.below(), from) {
            return Ok(());
        }
        let start = search.queries();
        for generaliser in &mut self.generalisers {
            if goal.settled || goal.candidates.is_empty() {
                break;
            }
            let technique = generaliser.technique();
            if strength::is_worth_it(search, technique, visits) {
                counted(search, technique, |search| generaliser.edge(search, goal))?;
            }
        }
        let cost = search.queries() - start;
        contexts::remember(search, goal, cost);
        Ok(())
    }

    /// Tell the techniques of a new lemma.
    pub(crate) fn learnt(
        &mut self,
        search: &mut Search<'_>,
        level: Level,
        loc: LocId,
        cube: &Cube,
    ) -> Result<(), Interrupted> {
        let queries = search.queries();
        let done = self.generalisers.iter_mut().try_for_each(|generaliser| {
            let technique = generaliser.technique();
            counted(search, technique, |search| {
                generaliser.learnt(search, level, loc, cube)
            })
        });
        search.add(GENERALISATION_QUERIES, search.queries() - queries);
        done
    }
}

/// Is the goal's cube unreachable without these literals? The part that is needed.
fn test_goal(
    search: &mut Search<'_>,
    goal: &EdgeGoal,
    cube: &Cube,
) -> Result<Option<Cube>, Interrupted> {
    let test = goal.test(cube);
    let core = search.test_edge(&test)?;
    Ok(core.map(|core| search.core_or_all(&test, core)))
}

/// What a debug build asks to check a theorem: is the cube unreachable over the goal's edge?
fn holds(search: &mut Search<'_>, goal: &EdgeGoal, cube: &Cube) -> Result<bool, Interrupted> {
    search.aside(|search| {
        let asked = search.ask_edge(&goal.test(cube))?;
        Ok(matches!(asked, OverEdge::Holds(_)))
    })
}

/// Count time and queries of a technique.
fn counted(
    search: &mut Search<'_>,
    technique: Technique,
    work: impl FnOnce(&mut Search<'_>) -> Result<(), Interrupted>,
) -> Result<(), Interrupted> {
    let (start, queries) = (Instant::now(), search.queries());
    let result = work(search);
    let asked = search.queries() - queries;
    let stats = search.stats_of(technique);
    stats.time += start.elapsed();
    stats.queries += asked;
    result
}
