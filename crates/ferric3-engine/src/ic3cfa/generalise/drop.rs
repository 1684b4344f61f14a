//! Dropping literals one by one (Thesis 4.3, `genMic`).
//!
//! Each literal is left out in turn; if the rest cannot be reached over the edge either, the rest
//! (or its unsat core) replaces the cube. With `binary-drop`, larger cubes are left to that.

use ferric3_term::TermId;

use super::{EdgeGoal, Generaliser, test_goal};
use crate::ic3::{Search, Technique};
use crate::{Cube, Interrupted};

/// Cubes with more literals than this are halved, if `binary-drop` is on (Alg. 4.3.1).
pub(super) const SMALL: usize = 4;

pub(super) struct Drop;

impl Generaliser for Drop {
    fn technique(&self) -> Technique {
        Technique::Drop
    }

    fn edge(&mut self, search: &mut Search<'_>, goal: &mut EdgeGoal) -> Result<(), Interrupted> {
        if search.has(Technique::BinaryDrop) && goal.candidates.len() > SMALL {
            return Ok(());
        }
        drop_each(search, goal, self.technique(), test_goal)
    }
}

/// Leave out one candidate after the other. `test` says whether a cube without one cannot be reached over the
/// goal's edge either, and which part of it is needed.
pub(super) fn drop_each(
    search: &mut Search<'_>,
    goal: &mut EdgeGoal,
    technique: Technique,
    mut test: impl FnMut(&mut Search<'_>, &EdgeGoal, &Cube) -> Result<Option<Cube>, Interrupted>,
) -> Result<(), Interrupted> {
    // Newer literals have larger ids; they come from longer chains of preconditions and are more
    // particular, so they go first.
    let mut untried: Vec<TermId> = search.in_order(goal.candidates.clone());
    while let Some(literal) = untried.pop() {
        if !goal.candidates.contains(&literal) {
            continue;
        }
        let smaller = goal.current().without(literal);
        let core = test(search, goal, &smaller)?;
        search.count(technique, core.is_some(), 0);
        if let Some(core) = core {
            goal.shrink_to(core);
        }
    }
    Ok(())
}
