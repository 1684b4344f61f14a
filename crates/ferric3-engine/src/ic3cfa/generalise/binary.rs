//! Dropping literals half by half (Thesis 4.3, `genBinary`; Bradley and Manna, FMCAD 2007).
//!
//! One test can get rid of half the cube, so few necessary literals among many are found in
//! logarithmic time each.

use ferric3_term::TermId;

use super::drop::SMALL;
use super::{EdgeGoal, Generaliser, test_goal};
use crate::ic3::{Search, Technique};
use crate::{Cube, Interrupted};

pub(super) struct BinaryDrop;

impl Generaliser for BinaryDrop {
    fn technique(&self) -> Technique {
        Technique::BinaryDrop
    }

    fn edge(&mut self, search: &mut Search<'_>, goal: &mut EdgeGoal) -> Result<(), Interrupted> {
        if goal.candidates.len() <= SMALL {
            return Ok(());
        }
        let all = goal.candidates.clone();
        let support = goal.kept.clone();
        let left = self.halve(search, goal, all, support)?;
        goal.candidates = left;
        goal.needed = goal.current();
        Ok(())
    }
}

impl BinaryDrop {
    /// A part of `part` that together with `support` passes the test. Requires that all of it
    /// does.
    fn halve(
        &self,
        search: &mut Search<'_>,
        goal: &EdgeGoal,
        part: Vec<TermId>,
        support: Cube,
    ) -> Result<Vec<TermId>, Interrupted> {
        if part.len() <= 1 {
            return Ok(part);
        }
        let (left, right) = part.split_at(part.len() / 2);
        for half in [left, right] {
            let cube = support.union(&Cube::new(half.to_vec()));
            let core = test_goal(search, goal, &cube)?;
            search.count(self.technique(), core.is_some(), 0);
            if let Some(core) = core {
                let needed = half.iter().copied();
                let needed = needed.filter(|l| core.literals().contains(l)).collect();
                return self.halve(search, goal, needed, support);
            }
        }
        let with_right = support.union(&Cube::new(right.to_vec()));
        let mut left = self.halve(search, goal, left.to_vec(), with_right)?;
        let with_left = support.union(&Cube::new(left.clone()));
        left.extend(self.halve(search, goal, right.to_vec(), with_left)?);
        Ok(left)
    }
}
