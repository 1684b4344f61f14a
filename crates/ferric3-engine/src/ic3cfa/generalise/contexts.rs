//! Generalisation contexts (Thesis 5.6).
//!
//! A context `(c, e, F, g)` records that over the edge `e`, with the frame `F` at its source, the
//! cube `c` was generalised to `g`.
//!
//! * Theorem 5.6.2: for the same `c`, if the frame is now a part of `F`, the result is `g` again.
//! * Theorem 5.6.3: for any `ĉ ⊇ g` too.
//!
//! Frames are not copied: level and time name them, and [`Frames::is_within`] compares.
//! For self-loops `g` was shown under `¬g`; there it is used only if it is the whole result.
//!
//! [`Frames::is_within`]: crate::ic3cfa::frames::Frames::is_within

use std::collections::VecDeque;

use ferric3_cfa::EdgeId;

use super::{EdgeGoal, Generaliser};
use crate::ic3cfa::Search;
use crate::ic3cfa::frames::Time;
use crate::ic3cfa::relative::EdgeTest;
use crate::ic3cfa::technique::Technique;
use crate::{Cube, Interrupted, Task};

/// So many contexts are kept for an edge, the least recently used one goes first.
const CAPACITY: usize = 64;

/// One generalisation.
#[derive(Clone, Debug)]
pub(super) struct GeneralisationContext {
    pub(super) cube: Cube,
    pub(super) result: Cube,
    pub(super) level: usize,
    pub(super) then: Time,
    /// Solver queries that it took.
    pub(super) cost: u64,
}

/// Earlier generalisations by edge, the most recently used first.
#[derive(Clone, Debug, Default)]
pub(super) struct GeneralisationContexts {
    by_edge: Vec<VecDeque<GeneralisationContext>>,
}

impl GeneralisationContexts {
    pub(super) fn new(task: &Task) -> GeneralisationContexts {
        GeneralisationContexts {
            by_edge: vec![VecDeque::new(); task.cfa.edges.len()],
        }
    }

    /// The most recent context of the edge that fits; it becomes the most recently used one.
    pub(super) fn find(
        &mut self,
        edge: EdgeId,
        fits: impl Fn(&GeneralisationContext) -> bool,
    ) -> Option<GeneralisationContext> {
        let entries = &mut self.by_edge[edge.index()];
        let position = entries.iter().position(fits)?;
        let entry = entries.remove(position)?;
        entries.push_front(entry.clone());
        Some(entry)
    }

    fn add(&mut self, edge: EdgeId, entry: GeneralisationContext) {
        let entries = &mut self.by_edge[edge.index()];
        entries.retain(|old| {
            let again = old.cube == entry.cube && old.result == entry.result;
            !(again && old.level <= entry.level)
        });
        entries.push_front(entry);
        entries.truncate(CAPACITY);
    }
}

/// Reuse for the same cube.
pub(super) struct Contexts;

impl Generaliser for Contexts {
    fn technique(&self) -> Technique {
        Technique::Contexts
    }

    fn edge(&mut self, search: &mut Search<'_>, goal: &mut EdgeGoal) -> Result<(), Interrupted> {
        let cube = goal.cube.clone();
        search.reuse(goal, self.technique(), |entry| entry.cube == cube)
    }
}

/// Reuse for every cube that contains the result.
pub(super) struct ContextSupersets;

impl Generaliser for ContextSupersets {
    fn technique(&self) -> Technique {
        Technique::ContextSupersets
    }

    fn edge(&mut self, search: &mut Search<'_>, goal: &mut EdgeGoal) -> Result<(), Interrupted> {
        let cube = goal.cube.clone();
        search.reuse(goal, self.technique(), |entry| entry.result.subsumes(&cube))
    }
}

impl Search<'_> {
    fn reuse(
        &mut self,
        goal: &mut EdgeGoal,
        technique: Technique,
        fits: impl Fn(&GeneralisationContext) -> bool,
    ) -> Result<(), Interrupted> {
        let from = self.source(goal.edge);
        let is_loop = self.is_loop(goal.edge);
        let found = self.pipeline.contexts.find(goal.edge, |entry| {
            fits(entry)
                && (!is_loop || goal.kept.subsumes(&entry.result))
                && self
                    .frames
                    .is_within(goal.level - 1, from, entry.level - 1, entry.then)
        });
        self.count(
            technique,
            found.is_some(),
            found.as_ref().map_or(0, |e| e.cost),
        );
        if let Some(entry) = found {
            debug_assert!(
                self.holds(goal, &entry.result)?,
                "Theorem 5.6.3 does not hold"
            );
            goal.settle(&entry.result);
        }
        Ok(())
    }

    /// What is needed of the cube, if a context tells that it cannot be reached over the edge.
    pub(in crate::ic3cfa) fn known_core(
        &mut self,
        test: &EdgeTest<'_>,
    ) -> Result<Option<Cube>, Interrupted> {
        if !self.has(Technique::ContextSupersets) || self.is_loop(test.edge) || self.aside {
            return Ok(None);
        }
        self.timed(Technique::ContextSupersets, |search| {
            let (from, level) = (search.source(test.edge), test.level - 1);
            let found = search.pipeline.contexts.find(test.edge, |entry| {
                entry.result.subsumes(test.cube)
                    && search
                        .frames
                        .is_within(level, from, entry.level - 1, entry.then)
            });
            search.count(
                Technique::ContextSupersets,
                found.is_some(),
                u64::from(found.is_some()),
            );
            if let Some(entry) = &found {
                debug_assert!(
                    search
                        .aside(|search| search.ask_edge(&EdgeTest {
                            cube: &entry.result,
                            ..*test
                        }))?
                        .is_some(),
                    "Theorem 5.6.3 does not hold"
                );
            }
            Ok(found.map(|entry| entry.result))
        })
    }

    /// Remember the result of a goal.
    pub(super) fn add_generalisation_context(&mut self, goal: &EdgeGoal, cost: u64) {
        let wanted = [
            Technique::Contexts,
            Technique::ContextSupersets,
            Technique::NecessaryLiterals,
        ];
        // A settled goal was found in a context. A loop whose test assumed more than the
        // negation of its result says nothing about the result alone.
        if goal.settled || goal.not.is_some() || !wanted.iter().any(|&t| self.has(t)) {
            return;
        }
        // Literals that only other edges need are no part of this edge's result, except for a
        // loop, where they were part of the assumption.
        let result = if self.is_loop(goal.edge) {
            goal.current()
        } else {
            goal.needed.clone()
        };
        let entry = GeneralisationContext {
            cube: goal.cube.clone(),
            result,
            level: goal.level,
            then: self.frames.now(),
            cost,
        };
        self.pipeline.contexts.add(goal.edge, entry);
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
        let mut contexts = GeneralisationContexts {
            by_edge: vec![VecDeque::new()],
        };
        let edge: EdgeId = Idx::new(0);
        let cubes: Vec<Cube> = (0..=CAPACITY)
            .map(|i| Cube::new(vec![terms.fresh_symbol(format!("p{i}"), Sort::Bool).1]))
            .collect();
        let entry = |cube: &Cube| GeneralisationContext {
            cube: cube.clone(),
            result: cube.clone(),
            level: 1,
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
