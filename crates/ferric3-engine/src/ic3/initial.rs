//! Improved initialisation (Thesis 5.1).
//!
//! Theorem 5.1.2: where no path of at most `i` edges leads to `l`, `F(i, l) = false`. So each
//! frame starts at the distance of its location, and the frontier just below the distance of the
//! error location: no run gets there sooner.

use ferric3_cfa::{LocId, Location};
use ferric3_ivl::IdxMap;
use ferric3_term::Terms;

use super::known::is_unreachable;
use super::technique::{Technique, TechniqueSet};
use super::{Level, Search};
use crate::Task;

/// By location: the level below which its frame is `false`, if there is one.
pub(super) fn depths(
    task: &Task,
    terms: &Terms,
    techniques: TechniqueSet,
) -> IdxMap<Location, Option<Level>> {
    let exact = techniques.has(Technique::InitialFrames);
    let with_facts = techniques.has(Technique::Facts);
    let is_reached = |loc| !(with_facts && is_unreachable(task, terms, loc));
    let depth = |loc| match task.distance(loc) {
        usize::MAX => None, // No path at all: `false` for good.
        _ if !is_reached(loc) => None,
        distance if exact => Some(Level::new(distance)),
        distance => Some(Level::new(distance.min(1))), // `F(0, l) = false`, `F(1, l) = true`.
    };
    task.cfa.locations.ids().map(depth).collect()
}

/// The frontier before the first round.
pub(super) fn frontier(task: &Task, techniques: TechniqueSet) -> Level {
    match task.distance(task.cfa.error) {
        usize::MAX => Level::ZERO,
        distance if techniques.has(Technique::InitialFrames) => {
            Level::new(distance.saturating_sub(2))
        }
        _ => Level::ZERO,
    }
}

/// By location: do all paths reach it after the same number of edges? No if there is none.
///
/// `F(i, l)` is about the states at `l` after at most `i` edges. If every path to `l` has `d` edges, these are
/// the same for all `i ≥ d`, and for the sources of its edges and `i ≥ d - 1`: what was shown at one
/// of these levels holds at all of them. Lemmas of such levels are kept at the frontier or above, by pushing, so
/// that what one of them was shown with is there wherever it is itself.
pub(super) fn layers(task: &Task, techniques: TechniqueSet) -> IdxMap<Location, bool> {
    let mut is_layer = IdxMap::filled(task.cfa.locations.len(), false);
    if ![Technique::Layers, Technique::Push]
        .into_iter()
        .all(|t| techniques.has(t))
    {
        return is_layer;
    }
    let mut by_distance: Vec<_> = task.cfa.locations.ids().collect();
    by_distance.retain(|&loc| task.distance(loc) != usize::MAX);
    by_distance.sort_by_key(|&loc| task.distance(loc));
    for loc in by_distance {
        let sources = task.incoming(loc).iter();
        let mut sources = sources.map(|&edge| task.form(edge).edge.from);
        is_layer[loc] = sources.all(|from| match task.distance(from) {
            usize::MAX => true,
            distance => is_layer[from] && distance + 1 == task.distance(loc),
        });
    }
    is_layer
}

impl Search<'_> {
    /// Does what was shown of the location at this level hold at all higher ones? See [`layers`].
    pub(super) fn is_settled(&self, level: Level, loc: LocId) -> bool {
        self.layers[loc] && level.number() >= self.task.distance(loc)
    }

    /// Count what the initialisation saves: at least one query for each edge into a location
    /// and each level at which its frame is `false` by theorem.
    pub(super) fn count_initial_frames(&mut self) {
        let task = self.task;
        if !self.has(Technique::InitialFrames) {
            return;
        }
        let mut saved = 0;
        for loc in task.cfa.locations.ids() {
            let levels = task.distance(loc);
            if loc != task.cfa.error && levels != usize::MAX {
                saved += levels.saturating_sub(1) * task.incoming(loc).len();
            }
        }
        let stats = self.stats_of(Technique::InitialFrames);
        stats.tried += 1;
        stats.succeeded += u64::from(saved > 0);
        stats.saved += saved as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferric3_cfa::Cfa;

    #[test]
    fn frames_start_at_the_distance_of_their_location() {
        let mut terms = Terms::new();
        let mut cfa = Cfa::new();
        let [l1, l2, l3, nowhere] = ["1", "2", "3", "-"].map(|label| cfa.add_location(label, None));
        let skip = cfa.commands.skip(&mut terms);
        let (initial, error) = (cfa.initial, cfa.error);
        for (from, to) in [
            (initial, l1),
            (l1, l2),
            (l2, l1),
            (l2, l3),
            (l1, l3),
            (l3, error),
        ] {
            cfa.add_edge(from, skip, to);
        }
        let task = Task::new(cfa, &mut terms);
        for (on, expected, first) in [(true, [0, 1, 2, 2], 1), (false, [0, 1, 1, 1], 0)] {
            let techniques = TechniqueSet::default();
            let techniques = if on {
                techniques.with(Technique::InitialFrames)
            } else {
                techniques
            };
            let depths = depths(&task, &terms, techniques);
            let of = |loc: ferric3_cfa::LocId| depths[loc];
            let expected = expected.map(|level| Some(Level::new(level)));
            assert_eq!([initial, l1, l2, l3].map(of), expected);
            assert_eq!(of(nowhere), None);
            assert_eq!(frontier(&task, techniques), Level::new(first));
        }
    }

    #[test]
    fn layers_have_paths_of_one_length() {
        let mut terms = Terms::new();
        let mut cfa = Cfa::new();
        let [a, b, c, join, head, nowhere] =
            ["a", "b", "c", "join", "head", "-"].map(|label| cfa.add_location(label, None));
        let skip = cfa.commands.skip(&mut terms);
        let initial = cfa.initial;
        for (from, to) in [
            (initial, a),
            (initial, b),
            (a, c),
            (b, c),
            (nowhere, c),
            (a, join),
            (c, join),
            (c, head),
            (head, head),
        ] {
            cfa.add_edge(from, skip, to);
        }
        let task = Task::new(cfa, &mut terms);
        let on = TechniqueSet::of(&[Technique::Layers, Technique::Push]);
        for (techniques, expected) in [
            (on, [true, true, true, true, false, false, false]),
            (on.without(Technique::Push), [false; 7]),
        ] {
            let layers = layers(&task, techniques);
            let of = |loc: ferric3_cfa::LocId| layers[loc];
            assert_eq!([initial, a, b, c, join, head, nowhere].map(of), expected);
        }
    }
}
