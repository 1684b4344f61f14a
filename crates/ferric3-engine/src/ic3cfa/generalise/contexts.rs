//! Generalisation contexts (Thesis 5.6): the result of an earlier generalisation is used again.
//!
//! For self-loops `g` was shown under `¬g`; there it is used only if it is the whole result.
//! The store and the theorems are those of the core, `ic3/generalisations.rs`.

use super::{EdgeGoal, Generaliser, holds};
use crate::Interrupted;
use crate::ic3::{Generalisation, Search, Technique};

/// Reuse for the same cube.
pub(super) struct Contexts;

impl Generaliser for Contexts {
    fn technique(&self) -> Technique {
        Technique::Contexts
    }

    fn edge(&mut self, search: &mut Search<'_>, goal: &mut EdgeGoal) -> Result<(), Interrupted> {
        let cube = goal.cube.clone();
        reuse(search, goal, self.technique(), |entry| entry.cube == cube)
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
        reuse(search, goal, self.technique(), |entry| {
            entry.result.subsumes(&cube)
        })
    }
}

fn reuse(
    search: &mut Search<'_>,
    goal: &mut EdgeGoal,
    technique: Technique,
    fits: impl Fn(&Generalisation) -> bool,
) -> Result<(), Interrupted> {
    let from = search.source(goal.edge);
    let is_loop = search.is_loop(goal.edge);
    let found = search.find_generalisation(goal.edge, |frames, entry| {
        fits(entry)
            && (!is_loop || goal.kept.subsumes(&entry.result))
            && frames.is_within(goal.level.below(), from, entry.level.below(), entry.then)
    });
    let saved = found.as_ref().map_or(0, |entry| entry.cost);
    search.count(technique, found.is_some(), saved);
    if let Some(entry) = found {
        debug_assert!(
            holds(search, goal, &entry.result)?,
            "Theorem 5.6.3 does not hold"
        );
        goal.settle(&entry.result);
    }
    Ok(())
}

/// Remember the result of a goal.
pub(super) fn remember(search: &mut Search<'_>, goal: &EdgeGoal, cost: u64) {
    let wanted = [
        Technique::Contexts,
        Technique::ContextSupersets,
        Technique::NecessaryLiterals,
    ];
    // A settled goal was found in a context. A loop whose test assumed more than the negation of
    // its result says nothing about the result alone.
    if goal.settled || goal.not.is_some() || !wanted.iter().any(|&t| search.has(t)) {
        return;
    }
    // Literals that only other edges need are no part of this edge's result, except for a loop,
    // where they were part of the assumption.
    let result = if search.is_loop(goal.edge) {
        goal.current()
    } else {
        goal.needed.clone()
    };
    let entry = Generalisation {
        cube: goal.cube.clone(),
        result,
        level: goal.level,
        then: search.frames().now(),
        cost,
    };
    search.add_generalisation(goal.edge, entry);
}
