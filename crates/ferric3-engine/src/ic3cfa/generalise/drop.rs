//! Dropping literals one by one (Thesis 4.3, `genMic`).
//!
//! Each literal is left out in turn; if the rest cannot be reached over the edge either, the rest
//! (or its unsat core) replaces the cube. With `binary-drop`, larger cubes are left to that.

use ferric3_term::TermId;

use super::{EdgeGoal, Generaliser, test_goal};
use crate::Interrupted;
use crate::ic3::{Search, Technique};

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
        // Newer literals have larger ids; they come from longer chains of preconditions and are
        // more particular, so they go first.
        let mut untried: Vec<TermId> = goal.candidates.clone();
        while let Some(literal) = untried.pop() {
            if !goal.candidates.contains(&literal) {
                continue;
            }
            let smaller = goal.current().without(literal);
            let core = test_goal(search, goal, &smaller)?;
            search.count(self.technique(), core.is_some(), 0);
            if let Some(core) = core {
                goal.shrink_to(core);
            }
        }
        Ok(())
    }
}
