//! Counterexamples to generalisation (Thesis 5.11; Hassan, Bradley, Somenzi, FMCAD 2013).
//!
//! A literal cannot be dropped because some state of `F(i-1, l)` leads into the smaller cube: a
//! counterexample to generalisation. If its own cube can be blocked at `(i-1, l)`, that is done,
//! and the drop is tried again.

use ferric3_term::TermId;

use super::{EdgeGoal, Generaliser};
use crate::ic3cfa::Search;
use crate::ic3cfa::relative::{Consecution, union};
use crate::ic3cfa::technique::Technique;
use crate::{Cube, Interrupted};

/// So many counterexamples are blocked for one literal.
const PER_LITERAL: usize = 3;

pub(super) struct Ctg;

impl Generaliser for Ctg {
    fn technique(&self) -> Technique {
        Technique::Ctg
    }

    fn edge(&mut self, search: &mut Search<'_>, goal: &mut EdgeGoal) -> Result<(), Interrupted> {
        if goal.level <= 1 || search.source(goal.edge) == search.task.cfa.initial {
            return Ok(());
        }
        let mut untried: Vec<TermId> = goal.candidates.clone();
        while let Some(literal) = untried.pop() {
            if !goal.candidates.contains(&literal) {
                continue;
            }
            let smaller = goal.current().without(literal);
            let core = search.drop_with_ctgs(goal, &smaller)?;
            search.count(self.technique(), core.is_some(), 0);
            if let Some(core) = core {
                goal.shrink_to(core);
            }
        }
        Ok(())
    }
}

impl Search<'_> {
    fn drop_with_ctgs(
        &mut self,
        goal: &EdgeGoal,
        cube: &Cube,
    ) -> Result<Option<Cube>, Interrupted> {
        let test = goal.test(cube);
        for _ in 0..PER_LITERAL {
            if let Some(core) = self.ask_edge(&test)? {
                return Ok(Some(self.core_or_all(&test, core)));
            }
            let ctg = self.predecessor(goal.edge, cube)?.cube;
            let (level, loc) = (goal.level - 1, self.source(goal.edge));
            match self.consecution(level, loc, &ctg)? {
                Consecution::Holds(cores) => {
                    let (top, cube) = self.climb(level, loc, union(&cores))?;
                    self.add_lemma(top, loc, cube);
                }
                Consecution::Fails(_) => return Ok(None),
            }
        }
        let core = self.ask_edge(&test)?;
        Ok(core.map(|core| self.core_or_all(&test, core)))
    }
}
