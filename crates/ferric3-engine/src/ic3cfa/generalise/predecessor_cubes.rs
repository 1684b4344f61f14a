//! Predecessor cubes (Thesis 5.5).
//!
//! Lemma 5.5.1: if the frame at the edge's source excludes a cube `c̄ ⊆ wep(path, c)`, then `c`
//! cannot be reached along this path. Theorem 5.5.3: neither can `ĉ = wep⁻¹(path, c̄)`, the part of
//! `c` that made up `c̄`. If every path has such a cube, their union is the generalisation, and no
//! query was asked.
//!
//! `wep⁻¹` needs no syntactic inversion of assignments: it is known which literal of `c` each
//! literal of the precondition came from.

use super::cases::Cases;
use super::{EdgeGoal, Generaliser, holds};
use crate::ic3::{Search, Technique};
use crate::{Cube, Interrupted};

#[derive(Default)]
pub(super) struct PredecessorCubes {
    cases: Cases,
}

impl Generaliser for PredecessorCubes {
    fn technique(&self) -> Technique {
        Technique::PredecessorCubes
    }

    fn edge(&mut self, search: &mut Search<'_>, goal: &mut EdgeGoal) -> Result<(), Interrupted> {
        let found = self.find(search, goal);
        // A loop's own clause is not needed for this argument, so the result holds for it too.
        let saved = goal.candidates.len() as u64;
        search.count(
            self.technique(),
            found.is_some(),
            found.as_ref().map_or(0, |_| saved),
        );
        if let Some(result) = found {
            debug_assert!(
                holds(search, goal, &goal.kept.union(&result))?,
                "Theorem 5.5.3 does not hold"
            );
            goal.settle(&result);
        }
        Ok(())
    }
}

impl PredecessorCubes {
    fn find(&mut self, search: &mut Search<'_>, goal: &EdgeGoal) -> Option<Cube> {
        let from = search.source(goal.edge);
        let mut result = Cube::default();
        for mut case in self.cases.of(search.task, search.terms, goal.edge) {
            // The precondition, each literal with its origin in the cube (none: an assume).
            let mut wep: Vec<_> = case.guard.iter().map(|&t| (t, None)).collect();
            for &p in goal.cube.literals() {
                wep.push((case.before(search.terms, p), Some(p)));
            }
            let literals = Cube::new(wep.iter().map(|&(t, _)| t).collect());
            let mut blocked = search.frames().blocked(goal.level.below(), from);
            let excluded = blocked.find(|blocked| blocked.subsumes(&literals))?;
            let origins = wep
                .iter()
                .filter(|(t, _)| excluded.literals().contains(t))
                .filter_map(|&(_, p)| p);
            result = result.union(&Cube::new(origins.collect()));
        }
        Some(result)
    }
}
