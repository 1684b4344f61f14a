//! Sets of locations.

use rustc_hash::FxHashMap;

use crate::lower::memory::Location;

/// A set of locations, by their numbers.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Footprint {
    words: Vec<u64>,
}

impl Footprint {
    fn insert(&mut self, number: usize) {
        let (word, bit) = (number / 64, 1 << (number % 64));
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= bit;
    }

    /// Add all of another set. Was any of them new?
    pub(super) fn union(&mut self, other: &Footprint) -> bool {
        if other.words.len() > self.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        let mut new = false;
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            new |= theirs & !*mine != 0;
            *mine |= theirs;
        }
        new
    }

    /// Is there none?
    pub(super) fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Do the sets have a location in common?
    pub(super) fn intersects(&self, other: &Footprint) -> bool {
        let mut words = self.words.iter().zip(&other.words);
        words.any(|(mine, theirs)| mine & theirs != 0)
    }
}

/// The numbers of locations.
#[derive(Default)]
pub(super) struct Numbering {
    locations: Vec<Location>,
    numbers: FxHashMap<Location, usize>,
}

impl Numbering {
    /// The program's own locations among some.
    pub(super) fn footprint(&mut self, locations: &[Location]) -> Footprint {
        let mut set = Footprint::default();
        for &location in locations {
            if location == Location::Unknown {
                continue;
            }
            let next = self.locations.len();
            let number = *self.numbers.entry(location).or_insert(next);
            if number == next {
                self.locations.push(location);
            }
            set.insert(number);
        }
        set
    }

    /// Those of a set that are wanted.
    pub(super) fn only(&self, set: &Footprint, is_wanted: impl Fn(Location) -> bool) -> Footprint {
        let mut wanted = Footprint::default();
        for (number, &location) in self.locations.iter().enumerate() {
            let word = set.words.get(number / 64).copied().unwrap_or(0);
            if word >> (number % 64) & 1 == 1 && is_wanted(location) {
                wanted.insert(number);
            }
        }
        wanted
    }
}
