//! Bound widening: bounds are moved as far as they go (cf. iSAT3+IC3 III-B).
//!
//! A bound `t ≤ v` of the cube is moved to a larger value, by binary search over the landmarks:
//! the constants of the program and their neighbours. Between two landmarks the program's guards
//! do not change their minds, so this is where a bound that matters is likely to be.

use ferric3_term::Terms;

use super::vocabulary::{Bound, Landmarks};
use super::{Generaliser, LocationGoal};
use crate::ic3::{Search, Technique, TechniqueSet};
use crate::{Interrupted, Task};

pub(super) struct WidenBounds {
    /// Constants of the program.
    landmarks: Landmarks,
}

impl WidenBounds {
    pub(super) fn new(task: &Task, terms: &Terms, techniques: TechniqueSet) -> WidenBounds {
        WidenBounds {
            landmarks: if techniques.has(Technique::WidenBounds) {
                Landmarks::of(task, terms)
            } else {
                Landmarks::default()
            },
        }
    }
}

impl Generaliser for WidenBounds {
    fn technique(&self) -> Technique {
        Technique::WidenBounds
    }

    fn location(
        &mut self,
        search: &mut Search<'_>,
        goal: &mut LocationGoal,
    ) -> Result<(), Interrupted> {
        for literal in goal.cube.literals().to_vec() {
            let Some(bound) = Bound::of(search.terms, literal) else {
                continue;
            };
            if !goal.cube.literals().contains(&literal) {
                continue;
            }
            let rest = goal.cube.without(literal);
            let landmarks = self.landmarks.beyond(&bound);
            // Invariant: landmarks before `low` can be blocked, those from `high` on cannot.
            let (mut low, mut high) = (0, landmarks.len());
            while low < high {
                let middle = (low + high).div_ceil(2) - 1;
                let wider = bound.with(&landmarks[middle]).literal(search.terms);
                let blocks = search.blocks(goal.level, goal.loc, &rest.with(wider))?;
                let core = blocks.core();
                search.count(self.technique(), core.is_some(), 0);
                match core {
                    Some(core) => {
                        goal.cube = core;
                        low = middle + 1;
                    }
                    None => high = middle,
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cube;
    use crate::ic3::Level;
    use crate::ic3::testing::Tiny;

    /// From `x ≥ 6`: to `x ≥ 1` at level 1, where only 0 has been seen, and to `x ≥ 4` at a
    /// level where the loop has come to its end.
    #[test]
    fn bounds_move_as_far_as_they_can_be_blocked() {
        for (level, farthest) in [(1, 1), (9, 4)] {
            let mut tiny = Tiny::new();
            let (loc, x) = (tiny.loc, tiny.vars[0]);
            let six = tiny.terms.bv_u64(6, 3);
            let narrow = tiny.terms.bv_uge(x, six);
            let farthest = tiny.terms.bv_u64(farthest, 3);
            let wide = tiny.terms.bv_uge(x, farthest);
            tiny.search(|search| {
                let mut goal = LocationGoal {
                    level: Level::new(level),
                    loc,
                    cube: Cube::new(vec![narrow]),
                };
                WidenBounds::new(search.task, search.terms, TechniqueSet::of(Technique::ALL))
                    .location(search, &mut goal)
                    .expect("nobody interrupts");
                assert_eq!(goal.cube, Cube::new(vec![wide]));
                assert!(search.stats_of(Technique::WidenBounds).succeeded > 0);
            });
        }
    }
}
