//! Earlier generalisations, by edge: generalisation contexts (Thesis 5.6).
//!
//! A context `(c, e, F, g)` records that over the edge `e`, with the frame `F` at its source, the
//! cube `c` was generalised to `g`.
//!
//! * Theorem 5.6.2: for the same `c`, if the frame is now a part of `F`, the result is `g` again.
//! * Theorem 5.6.3: for any `ĉ ⊇ g` too.
//!
//! Frames are not copied: level and time name them, and [`Frames::is_within`] compares.

use std::collections::VecDeque;

use ferric3_cfa::{Edge, EdgeId};
use ferric3_ivl::IdxMap;

use super::outcome::{EdgeTest, OverEdge};
use super::technique::Technique;
use super::{Frames, Level, Search, Time};
use crate::{Cube, Interrupted, Task};

/// So many contexts are kept for an edge, the least recently used one goes first.
const CAPACITY: usize = 64;

/// One generalisation.
#[derive(Clone, Debug)]
pub(crate) struct Generalisation {
    pub(crate) cube: Cube,
    pub(crate) result: Cube,
    pub(crate) level: Level,
    pub(crate) then: Time,
    /// Solver queries that it took.
    pub(crate) cost: u64,
}

/// Earlier generalisations by edge, the most recently used first.
#[derive(Clone, Debug, Default)]
pub(super) struct Generalisations {
    by_edge: IdxMap<Edge, VecDeque<Generalisation>>,
}

impl Generalisations {
    pub(super) fn new(task: &Task) -> Generalisations {
        Generalisations {
            by_edge: IdxMap::filled(task.cfa.edges.len(), VecDeque::new()),
        }
    }

    /// The most recent context of the edge that fits; it becomes the most recently used one.
    fn find(
        &mut self,
        edge: EdgeId,
        fits: impl Fn(&Generalisation) -> bool,
    ) -> Option<Generalisation> {
        let entries = &mut self.by_edge[edge];
        let position = entries.iter().position(fits)?;
        let entry = entries.remove(position)?;
        entries.push_front(entry.clone());
        Some(entry)
    }

    fn add(&mut self, edge: EdgeId, entry: Generalisation) {
        let entries = &mut self.by_edge[edge];
        entries.retain(|old| {
            let again = old.cube == entry.cube && old.result == entry.result;
            !(again && old.level <= entry.level)
        });
        entries.push_front(entry);
        entries.truncate(CAPACITY);
    }
}

impl Search<'_> {
    /// The most recent generalisation over the edge that fits, in view of the frames.
    pub(crate) fn find_generalisation(
        &mut self,
        edge: EdgeId,
        fits: impl Fn(&Frames, &Generalisation) -> bool,
    ) -> Option<Generalisation> {
        let frames = &self.frames;
        self.generalisations.find(edge, |entry| fits(frames, entry))
    }

    /// Remember a generalisation: over the edge, from the frame below `entry.level` as it is now,
    /// no state leads into `entry.result` (for a self-loop: from outside of it).
    pub(crate) fn add_generalisation(&mut self, edge: EdgeId, entry: Generalisation) {
        self.generalisations.add(edge, entry);
    }

    /// What is needed of the cube, if a context tells that it cannot be reached over the edge.
    pub(super) fn known_core(&mut self, test: &EdgeTest<'_>) -> Result<Option<Cube>, Interrupted> {
        if !self.has(Technique::ContextSupersets) || self.is_loop(test.edge) || self.aside {
            return Ok(None);
        }
        self.timed(Technique::ContextSupersets, |search| {
            let (from, level) = (search.source(test.edge), test.level.below());
            let found = search.find_generalisation(test.edge, |frames, entry| {
                entry.result.subsumes(test.cube)
                    && frames.is_within(level, from, entry.level.below(), entry.then)
            });
            search.count(
                Technique::ContextSupersets,
                found.is_some(),
                u64::from(found.is_some()),
            );
            if let Some(entry) = &found {
                debug_assert!(
                    search.aside(|search| {
                        let test = EdgeTest {
                            cube: &entry.result,
                            ..*test
                        };
                        let asked = search.ask_edge(&test);
                        asked.map(|outcome| matches!(outcome, OverEdge::Holds(_)))
                    })?,
                    "Theorem 5.6.3 does not hold"
                );
            }
            Ok(found.map(|entry| entry.result))
        })
    }
}

#[cfg(test)]
mod tests {
    use ferric3_ivl::Idx;
    use ferric3_term::{Sort, Terms};

    use super::*;

    #[test]
    fn the_least_recently_used_context_goes_first() {
        let mut terms = Terms::new();
        let mut contexts = Generalisations {
            by_edge: IdxMap::filled(1, VecDeque::new()),
        };
        let edge: EdgeId = Idx::new(0);
        let cubes: Vec<Cube> = (0..=CAPACITY)
            .map(|i| Cube::new(vec![terms.fresh_symbol(format!("p{i}"), Sort::Bool).1]))
            .collect();
        let entry = |cube: &Cube| Generalisation {
            cube: cube.clone(),
            result: cube.clone(),
            level: Level::new(1),
            then: 0,
            cost: 1,
        };
        for cube in &cubes[..CAPACITY] {
            contexts.add(edge, entry(cube));
        }
        assert!(contexts.find(edge, |e| e.cube == cubes[0]).is_some());
        contexts.add(edge, entry(&cubes[CAPACITY]));
        assert!(contexts.find(edge, |e| e.cube == cubes[0]).is_some());
        assert!(contexts.find(edge, |e| e.cube == cubes[1]).is_none());
    }
}
