//! Frames: location-local and delta-encoded (Eén, Mishchenko, Brayton, FMCAD 2011).
//!
//! A lemma `¬c` is stored once, at the highest level where it is known to hold.
//! `F(i, l) = ⋀ { ¬c : a lemma of level ≥ i at l }`, or `false` while `i < depth(l)`.
//!
//! Frames only get stronger: `F(i, l)` now implies `F(i, l)` at any time before. Times are kept
//! with the lemmas, so that what was learnt about a frame can be used again (see
//! [`Frames::is_within`], [`Frames::contains`]).

use std::collections::BTreeMap;

use ferric3_cfa::{Clauses, LocId, Location};
use ferric3_ivl::IdxMap;
use ferric3_term::Terms;

use super::Level;
use super::propagate::PushFailure;
use crate::subsumption::Comparable;
use crate::{Cube, Task};

/// Counts changes of the frames.
pub(crate) type Time = u64;

/// A lemma `¬cube` at some location and level.
#[derive(Clone, Debug)]
pub(crate) struct Lemma {
    /// What it excludes.
    excluded: Comparable,
    /// When it came to its level.
    entered: Time,
    /// When it, or the first of the lemmas that it replaced, came into the frames.
    since: Time,
    /// Why it cannot be pushed.
    pub(super) failure: Option<Box<PushFailure>>,
}

impl Lemma {
    /// What it excludes.
    pub(super) fn cube(&self) -> &Cube {
        self.excluded.cube()
    }
}

/// The lemmas of all locations.
#[derive(Clone, Debug)]
pub(crate) struct Frames {
    /// By location, then by level. Levels without any are absent: programs can have thousands
    /// of locations and as many levels.
    lemmas: IdxMap<Location, BTreeMap<Level, Vec<Lemma>>>,
    /// By level: how many lemmas it has at all locations.
    count: BTreeMap<Level, usize>,
    /// By location: below this level the frame is `false`; none: at all levels.
    depth: IdxMap<Location, Option<Level>>,
    error: LocId,
    now: Time,
}

impl Frames {
    /// Frames without lemmas, which are `false` at each location below its depth.
    pub(super) fn new(task: &Task, depth: IdxMap<Location, Option<Level>>) -> Frames {
        Frames {
            lemmas: IdxMap::filled(task.cfa.locations.len(), BTreeMap::new()),
            count: BTreeMap::new(),
            depth,
            error: task.cfa.error,
            now: 0,
        }
    }

    /// Number of lemmas.
    pub(crate) fn len(&self) -> usize {
        self.count.values().sum()
    }

    /// How many lemmas stand at each level, at all locations.
    pub(super) fn by_level(&self) -> impl Iterator<Item = (usize, usize)> {
        let levels = self.count.iter();
        levels.map(|(level, &count)| (level.number(), count))
    }

    /// The time of the last change.
    pub(crate) fn now(&self) -> Time {
        self.now
    }

    /// Is `F(level, loc) = false` because no run gets there so soon?
    pub(crate) fn is_unreachable(&self, level: Level, loc: LocId) -> bool {
        self.depth[loc].is_none_or(|depth| level < depth)
    }

    /// The highest level, from `level` on, at which a single lemma blocks all of `cube`.
    pub(crate) fn blocked_at(
        &self,
        terms: &Terms,
        level: Level,
        loc: LocId,
        cube: &Cube,
    ) -> Option<Level> {
        let cube = Comparable::new(terms, cube.clone());
        let blocks = |lemmas: &Vec<Lemma>| lemmas.iter().any(|old| old.excluded.subsumes(&cube));
        let mut levels = self.lemmas[loc].range(level..).rev();
        levels
            .find(|(_, lemmas)| blocks(lemmas))
            .map(|(&level, _)| level)
    }

    /// Add the lemma `¬cube`; lemmas that say no more than it disappear.
    pub(super) fn add(&mut self, terms: &Terms, level: Level, loc: LocId, cube: Cube) {
        let excluded = Comparable::new(terms, cube);
        self.now += 1;
        let mut since = self.now;
        let levels = &mut self.lemmas[loc];
        for (&lower, lemmas) in levels.range_mut(..=level) {
            let before = lemmas.len();
            lemmas.retain(|old| {
                let replaced = excluded.subsumes(&old.excluded);
                if replaced {
                    since = since.min(old.since);
                }
                !replaced
            });
            if let Some(count) = self.count.get_mut(&lower) {
                *count -= before - lemmas.len();
            }
        }
        levels.retain(|_, lemmas| !lemmas.is_empty());
        levels.entry(level).or_default().push(Lemma {
            excluded,
            entered: self.now,
            since,
            failure: None,
        });
        *self.count.entry(level).or_default() += 1;
    }

    /// Has any location a lemma of exactly this level?
    pub(super) fn has_lemmas_at(&self, level: Level) -> bool {
        self.count.get(&level).is_some_and(|&count| count > 0)
    }

    /// The lemmas of exactly this level.
    pub(crate) fn at(&self, level: Level, loc: LocId) -> &[Lemma] {
        self.lemmas[loc].get(&level).map_or(&[], Vec::as_slice)
    }

    /// One of them.
    pub(super) fn find_mut(&mut self, level: Level, loc: LocId, cube: &Cube) -> Option<&mut Lemma> {
        let lemmas = self.lemmas[loc].get_mut(&level)?;
        lemmas.iter_mut().find(|lemma| lemma.cube() == cube)
    }

    /// What stood in the way of pushing may be gone.
    pub(super) fn forget_failures(&mut self) {
        let levels = self.lemmas.iter_mut().flat_map(BTreeMap::values_mut);
        for lemma in levels.flatten() {
            lemma.failure = None;
        }
    }

    /// All lemmas of a location with their levels.
    pub(crate) fn all(&self, loc: LocId) -> impl Iterator<Item = (Level, &Cube)> {
        let levels = self.lemmas[loc].iter();
        levels.flat_map(|(&level, lemmas)| lemmas.iter().map(move |lemma| (level, lemma.cube())))
    }

    /// The cubes that `F(level, loc)` excludes.
    pub(crate) fn blocked(&self, level: Level, loc: LocId) -> impl Iterator<Item = &Cube> {
        let levels = self.lemmas[loc].range(level..);
        levels.flat_map(|(_, lemmas)| lemmas.iter().map(Lemma::cube))
    }

    /// The cubes that `F(level, loc)` excludes, but did not exclude at time `then`.
    pub(super) fn blocked_since(
        &self,
        level: Level,
        loc: LocId,
        then: Time,
    ) -> impl Iterator<Item = &Cube> {
        let levels = self.lemmas[loc].range(level..);
        let lemmas = levels.flat_map(|(_, lemmas)| lemmas);
        lemmas
            .filter(move |lemma| lemma.entered > then)
            .map(Lemma::cube)
    }

    /// Does `F(level, loc)` imply `F(old, loc)` as it was at time `then`? (No, if that is not
    /// evident.)
    pub(crate) fn is_within(&self, level: Level, loc: LocId, old: Level, then: Time) -> bool {
        if level <= old || self.is_unreachable(level, loc) {
            return true;
        }
        let below = self.lemmas[loc].range(old..level);
        let mut left_behind = below.flat_map(|(_, lemmas)| lemmas);
        !self.is_unreachable(old, loc) && left_behind.all(|lemma| lemma.since > then)
    }

    /// Does `F(old, loc)` as it was at time `then` imply `F(level, loc)`? (No, if that is not
    /// evident.)
    pub(crate) fn contains(&self, level: Level, loc: LocId, old: Level, then: Time) -> bool {
        level >= old && self.blocked_since(level, loc, then).next().is_none()
    }

    /// A level `i` up to the frontier with `F(i, l) = F(i+1, l)` everywhere.
    pub(super) fn fixpoint(&self, frontier: Level) -> Option<Level> {
        let others = self.depth.iter_enumerated();
        let others = others.filter(|&(loc, _)| loc != self.error);
        // Locations that are cut off do not count.
        let farthest = others.filter_map(|(_, &depth)| depth).max();
        let first = farthest.unwrap_or_default().max(Level::new(1));
        first.to(frontier).find(|&i| !self.has_lemmas_at(i))
    }

    /// Is there no way from the initial location at all?
    fn is_cut_off(&self, loc: LocId) -> bool {
        self.depth[loc].is_none()
    }

    /// The clauses of the inductive invariant at a fixpoint, without facts.
    pub(super) fn invariant(&self, terms: &mut Terms, fixpoint: Level) -> Clauses {
        let clauses = self.lemmas.iter_enumerated().map(|(loc, levels)| {
            if loc == self.error {
                return Vec::new(); // Nothing to say: no edge leads there.
            }
            if self.is_cut_off(loc) {
                return vec![terms.ff()];
            }
            let above = levels
                .range(fixpoint.above()..)
                .flat_map(|(_, lemmas)| lemmas);
            above.map(|lemma| lemma.cube().clause(terms)).collect()
        });
        Clauses::new(clauses.collect())
    }
}

#[cfg(test)]
mod tests {
    use ferric3_cfa::Cfa;
    use ferric3_term::{Sort, TermId};

    use super::*;
    use ferric3_testkit::Rng;

    const LITERALS: usize = 3;
    const LEVELS: usize = 5;
    /// Sets of states: one bit for each assignment of the literals.
    type States = u8;

    /// The states of a cube of these literals, by definition.
    fn states_of(
        cube: &Cube,
        literals: &[TermId; LITERALS],
        negated: &[TermId; LITERALS],
    ) -> States {
        let in_cube = |state: usize| {
            (0..LITERALS).all(|i| {
                let excluded = if state >> i & 1 == 1 {
                    negated[i]
                } else {
                    literals[i]
                };
                !cube.literals().contains(&excluded)
            })
        };
        (0..1 << LITERALS)
            .filter(|&s| in_cube(s))
            .fold(0, |set, s| set | 1 << s)
    }

    /// Against copies of all frames at all times.
    #[test]
    fn comparisons_with_earlier_frames_are_right() {
        let (mut within, mut contained) = (0, 0);
        for seed in 0..30 {
            let mut rng = Rng::new(seed);
            let mut terms = Terms::new();
            let mut cfa = Cfa::new();
            let loc = cfa.add_location("l", None);
            let literals: [TermId; LITERALS] =
                std::array::from_fn(|i| terms.fresh_symbol(format!("p{i}"), Sort::Bool).1);
            let negated = literals.map(|l| terms.not(l));
            let task = Task::new(cfa, &mut terms);
            let depth = rng.below(3);
            let mut frames = Frames::new(
                &task,
                IdxMap::filled(task.cfa.locations.len(), Some(Level::new(depth))),
            );
            // What the frames exclude besides: by level.
            let mut copy = [0; LEVELS];
            copy[..depth].fill(States::MAX);
            let mut copies = vec![copy];
            for _ in 0..25 {
                let mut cube = Vec::new();
                for i in 0..LITERALS {
                    match rng.below(3) {
                        0 => cube.push(literals[i]),
                        1 => cube.push(negated[i]),
                        _ => {}
                    }
                }
                let cube = Cube::new(cube);
                if cube.is_empty() {
                    continue;
                }
                let level = rng.below(LEVELS);
                for excluded in &mut copy[..=level] {
                    *excluded |= states_of(&cube, &literals, &negated);
                }
                frames.add(&terms, Level::new(level), loc, cube);
                copies.push(copy);
                assert_eq!(frames.now() + 1, copies.len() as Time);
                assert_eq!(frames.len(), frames.all(loc).count());
                for (level, &now) in copy.iter().enumerate() {
                    let level = Level::new(level);
                    let blocked = frames.blocked(level, loc);
                    let blocked = blocked.map(|cube| states_of(cube, &literals, &negated));
                    let blocked = blocked.fold(0, |all, states| all | states);
                    assert!(frames.is_unreachable(level, loc) || blocked == now);
                    for (then, old) in copies.iter().enumerate() {
                        for (old_level, &before) in old.iter().enumerate() {
                            let (then, old_level) = (then as Time, Level::new(old_level));
                            if frames.is_within(level, loc, old_level, then) {
                                assert_eq!(before & !now, 0, "seed {seed}, time {then}");
                                within += usize::from(level > old_level && before != 0);
                            }
                            if frames.contains(level, loc, old_level, then) {
                                assert_eq!(now & !before, 0, "seed {seed}, time {then}");
                                contained += usize::from(level > old_level && now != 0);
                            }
                        }
                    }
                }
            }
        }
        assert!(within > 100 && contained > 100, "{within}, {contained}");
    }
}
