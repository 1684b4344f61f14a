//! Frames: location-local and delta-encoded (Eén, Mishchenko, Brayton, FMCAD 2011).
//!
//! A lemma `¬c` is stored once, at the highest level where it is known to hold.
//! `F(i, l) = ⋀ { ¬c : a lemma of level ≥ i at l }`, or `false` while `i < distance(l)`.

use std::collections::BTreeMap;

use ferric3_cfa::LocId;
use ferric3_term::Terms;

use crate::{Cube, Invariant, Task};

/// The lemmas of all locations.
#[derive(Clone, Debug)]
pub(super) struct Frames {
    /// By location, then by level: the blocked cubes. Levels without any are absent: programs
    /// can have thousands of locations and as many levels.
    lemmas: Vec<BTreeMap<usize, Vec<Cube>>>,
    /// By level: how many lemmas it has at all locations.
    count: BTreeMap<usize, usize>,
    /// By location: distance from the initial location.
    distance: Vec<usize>,
    error: LocId,
}

impl Frames {
    pub(super) fn new(task: &Task) -> Frames {
        let locations = task.cfa.locations.ids();
        Frames {
            lemmas: vec![BTreeMap::new(); task.cfa.locations.len()],
            count: BTreeMap::new(),
            distance: locations.map(|loc| task.distance(loc)).collect(),
            error: task.cfa.error,
        }
    }

    /// Number of lemmas.
    pub(super) fn len(&self) -> usize {
        self.count.values().sum()
    }

    /// Is `F(level, loc) = false` because no run gets there so soon?
    pub(super) fn is_unreachable(&self, level: usize, loc: LocId) -> bool {
        level < self.distance[loc.index()]
    }

    /// The highest level, from `level` on, at which a single lemma blocks all of `cube`.
    pub(super) fn blocked_at(&self, level: usize, loc: LocId, cube: &Cube) -> Option<usize> {
        let blocks = |cubes: &Vec<Cube>| cubes.iter().any(|blocked| blocked.subsumes(cube));
        let mut levels = self.lemmas[loc.index()].range(level..).rev();
        levels
            .find(|(_, cubes)| blocks(cubes))
            .map(|(&level, _)| level)
    }

    /// Add the lemma `¬cube`; lemmas that say no more than it disappear.
    pub(super) fn add(&mut self, level: usize, loc: LocId, cube: Cube) {
        let levels = &mut self.lemmas[loc.index()];
        for (&lower, cubes) in levels.range_mut(..=level) {
            let before = cubes.len();
            cubes.retain(|old| !cube.subsumes(old));
            if let Some(count) = self.count.get_mut(&lower) {
                *count -= before - cubes.len();
            }
        }
        levels.retain(|_, cubes| !cubes.is_empty());
        levels.entry(level).or_default().push(cube);
        *self.count.entry(level).or_default() += 1;
    }

    /// Has any location a lemma of exactly this level?
    pub(super) fn has_lemmas_at(&self, level: usize) -> bool {
        self.count.get(&level).is_some_and(|&count| count > 0)
    }

    /// The cubes of the lemmas of exactly this level.
    pub(super) fn at(&self, level: usize, loc: LocId) -> &[Cube] {
        self.lemmas[loc.index()]
            .get(&level)
            .map_or(&[], Vec::as_slice)
    }

    /// All lemmas of a location with their levels.
    pub(super) fn all(&self, loc: LocId) -> impl Iterator<Item = (usize, &Cube)> {
        let levels = self.lemmas[loc.index()].iter();
        levels.flat_map(|(&level, cubes)| cubes.iter().map(move |cube| (level, cube)))
    }

    /// A level `i` up to the frontier with `F(i, l) = F(i+1, l)` everywhere.
    pub(super) fn fixpoint(&self, frontier: usize) -> Option<usize> {
        let connected = |&loc: &usize| loc != self.error.index() && !self.is_cut_off(loc);
        let others = (0..self.distance.len()).filter(connected);
        let farthest = others
            .map(|loc| self.distance[loc])
            .max()
            .unwrap_or(0)
            .max(1);
        (farthest..=frontier).find(|&i| !self.has_lemmas_at(i))
    }

    /// Is there no way from the initial location at all?
    fn is_cut_off(&self, loc: usize) -> bool {
        self.distance[loc] == usize::MAX
    }

    /// The inductive invariant at a fixpoint.
    pub(super) fn invariant(&self, terms: &mut Terms, fixpoint: usize) -> Invariant {
        let clauses = self.lemmas.iter().enumerate().map(|(loc, levels)| {
            if loc == self.error.index() {
                return Vec::new(); // Nothing to say: no edge leads there.
            }
            if self.is_cut_off(loc) {
                return vec![terms.ff()];
            }
            let above = levels.range(fixpoint + 1..).flat_map(|(_, cubes)| cubes);
            above.map(|cube| cube.clause(terms)).collect()
        });
        Invariant::new(clauses.collect())
    }
}
