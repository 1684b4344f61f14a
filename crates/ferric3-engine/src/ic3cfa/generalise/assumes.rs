//! Assumes (Thesis 5.4).
//!
//! Theorem 5.4.2: a literal `p` whose precondition is guaranteed by the edge's own assumes can be
//! dropped: if `wep(path, p) ⊆ wep(path, true)` for every path, then `c \ {p}` can be reached over
//! the edge only if `c` can.

use super::cases::Cases;
use super::{EdgeGoal, Generaliser, holds};
use crate::Interrupted;
use crate::ic3::{Search, Technique};

#[derive(Default)]
pub(super) struct Assumes {
    cases: Cases,
}

impl Generaliser for Assumes {
    fn technique(&self) -> Technique {
        Technique::Assumes
    }

    fn edge(&mut self, search: &mut Search<'_>, goal: &mut EdgeGoal) -> Result<(), Interrupted> {
        let mut cases = self.cases.of(search.task, search.terms, goal.edge);
        let mut left = Vec::new();
        for &p in &goal.candidates {
            let guaranteed = cases.iter_mut().all(|case| {
                let before = case.before(search.terms, p);
                search.terms.as_bool(before) == Some(true) || case.guard.contains(&before)
            });
            if !guaranteed {
                left.push(p);
            }
        }
        let dropped = goal.candidates.len() - left.len();
        search.count(self.technique(), dropped > 0, dropped as u64);
        if dropped > 0 {
            goal.candidates = left;
            goal.needed = goal.current();
            debug_assert!(
                holds(search, goal, &goal.current())?,
                "Theorem 5.4.2 does not hold"
            );
        }
        Ok(())
    }
}
