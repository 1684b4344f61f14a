//! Frames: location-local and delta-encoded (Eén, Mishchenko, Brayton, FMCAD 2011).
//!
//! A lemma `¬c` is stored once, at the highest level where it is known to hold.
//! `F(i, l) = ⋀ { ¬c : a lemma of level ≥ i at l }`, or `false` while `i < distance(l)`.

use ferric3_cfa::LocId;
use ferric3_term::Terms;

use crate::{Cube, Invariant, Task};

/// The lemmas of all locations.
#[derive(Clone, Debug)]
pub(super) struct Frames {
    /// By location, then by level: the blocked cubes.
    lemmas: Vec<Vec<Vec<Cube>>>,
    /// By location: distance from the initial location.
    distance: Vec<usize>,
    error: LocId,
}

impl Frames {
    pub(super) fn new(task: &Task) -> Frames {
        let locations = task.cfa.locations.ids();
        Frames {
            lemmas: vec![vec![Vec::new()]; task.cfa.locations.len()],
            distance: locations.map(|loc| task.distance(loc)).collect(),
            error: task.cfa.error,
        }
    }

    /// Make room for lemmas of levels up to `level + 1`.
    pub(super) fn extend_to(&mut self, level: usize) {
        for levels in &mut self.lemmas {
            levels.resize(level + 2, Vec::new());
        }
    }

    /// Number of lemmas.
    pub(super) fn len(&self) -> usize {
        self.lemmas.iter().flatten().map(Vec::len).sum()
    }

    /// Is `F(level, loc) = false` because no run gets there so soon?
    pub(super) fn is_unreachable(&self, level: usize, loc: LocId) -> bool {
        level < self.distance[loc.index()]
    }

    /// The highest level, from `level` on, at which a single lemma blocks all of `cube`.
    pub(super) fn blocked_at(&self, level: usize, loc: LocId, cube: &Cube) -> Option<usize> {
        let levels = &self.lemmas[loc.index()];
        (level..levels.len())
            .rev()
            .find(|&j| levels[j].iter().any(|blocked| blocked.subsumes(cube)))
    }

    /// Add the lemma `¬cube`; lemmas that say no more than it disappear.
    pub(super) fn add(&mut self, level: usize, loc: LocId, cube: Cube) {
        let levels = &mut self.lemmas[loc.index()];
        for lower in &mut levels[..=level] {
            lower.retain(|old| !cube.subsumes(old));
        }
        levels[level].push(cube);
    }

    /// The cubes of the lemmas of exactly this level.
    pub(super) fn at(&self, level: usize, loc: LocId) -> &[Cube] {
        &self.lemmas[loc.index()][level]
    }

    /// All lemmas of a location with their levels.
    pub(super) fn all(&self, loc: LocId) -> impl Iterator<Item = (usize, &Cube)> {
        let levels = self.lemmas[loc.index()].iter().enumerate();
        levels.flat_map(|(level, cubes)| cubes.iter().map(move |cube| (level, cube)))
    }

    /// A level `i` up to the frontier with `F(i, l) = F(i+1, l)` everywhere.
    pub(super) fn fixpoint(&self, frontier: usize) -> Option<usize> {
        let others = || (0..self.distance.len()).filter(|&loc| loc != self.error.index());
        let farthest = others().map(|loc| self.distance[loc]).max().unwrap_or(0).max(1);
        (farthest..=frontier).find(|&i| others().all(|loc| self.lemmas[loc][i].is_empty()))
    }

    /// The inductive invariant at a fixpoint.
    pub(super) fn invariant(&self, terms: &mut Terms, fixpoint: usize) -> Invariant {
        let clauses = self.lemmas.iter().map(|levels| {
            let above = levels[fixpoint + 1..].iter().flatten();
            above.map(|cube| cube.clause(terms)).collect()
        });
        Invariant::new(clauses.collect())
    }
}
