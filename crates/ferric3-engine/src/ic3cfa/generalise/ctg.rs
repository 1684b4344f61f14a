//! Counterexamples to generalisation (Thesis 5.11; Hassan, Bradley, Somenzi, FMCAD 2013).
//!
//! A literal cannot be dropped because some state of `F(i-1, l)` leads into the smaller cube: a
//! counterexample to generalisation. If its own cube can be blocked at `(i-1, l)`, that is done,
//! and the drop is tried again.

use super::drop::drop_each;
use super::{EdgeGoal, Generaliser};
use crate::ic3::{Consecution, Level, OverEdge, Predecessors, Search, Technique, union};
use crate::{Cube, Interrupted};

/// So many counterexamples are blocked for one literal.
const PER_LITERAL: usize = 3;

/// The technique, with the way to make cubes of counterexamples.
pub(super) struct Ctg<P> {
    predecessors: P,
}

impl<P: Predecessors> Ctg<P> {
    pub(super) fn new(predecessors: P) -> Ctg<P> {
        Ctg { predecessors }
    }

    /// Is the cube unreachable, possibly after some counterexamples are blocked? The part that is
    /// needed.
    fn drop_with_ctgs(
        &mut self,
        search: &mut Search<'_>,
        goal: &EdgeGoal,
        cube: &Cube,
    ) -> Result<Option<Cube>, Interrupted> {
        let test = goal.test(cube);
        let (level, loc) = (goal.level.below(), search.source(goal.edge));
        for _ in 0..PER_LITERAL {
            let ctg = match search.ask_edge(&test)? {
                OverEdge::Holds(core) => return Ok(Some(search.core_or_all(&test, core))),
                OverEdge::Fails(hit) => self.predecessors.predecessor(hit, cube)?.cube,
            };
            match search.consecution(level, loc, &ctg)? {
                Consecution::Holds(cores) => {
                    let (top, cube) = search.climb(level, loc, union(&cores))?;
                    search.add_lemma(top, loc, &cube);
                }
                Consecution::Fails(_) => return Ok(None),
            }
        }
        match search.ask_edge(&test)? {
            OverEdge::Holds(core) => Ok(Some(search.core_or_all(&test, core))),
            OverEdge::Fails(_) => Ok(None),
        }
    }
}

impl<P: Predecessors> Generaliser for Ctg<P> {
    fn technique(&self) -> Technique {
        Technique::Ctg
    }

    fn edge(&mut self, search: &mut Search<'_>, goal: &mut EdgeGoal) -> Result<(), Interrupted> {
        if goal.level.below() == Level::ZERO || search.source(goal.edge) == search.task.cfa.initial
        {
            return Ok(());
        }
        let technique = self.technique();
        drop_each(search, goal, technique, |search, goal, smaller| {
            self.drop_with_ctgs(search, goal, smaller)
        })
    }
}
