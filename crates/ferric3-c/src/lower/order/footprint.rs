//! Sets of locations.

use rustc_hash::FxHashMap;

use crate::lower::memory::Location;

/// A set of locations, by their numbers: words of 64 of them, those that are not empty, sorted. Most
/// functions touch a few of a program's locations, some nearly all of them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Footprint {
    words: Vec<(u32, u64)>,
}

impl Footprint {
    fn insert(&mut self, number: usize) {
        self.add((number / 64) as u32, 1 << (number % 64));
    }

    /// Add the members of a word. Was any of them new?
    fn add(&mut self, word: u32, bits: u64) -> bool {
        // New locations have the greatest numbers.
        if self.words.last().is_none_or(|&(last, _)| last < word) {
            self.words.push((word, bits));
            return true;
        }
        match self.words.binary_search_by_key(&word, |&(word, _)| word) {
            Ok(at) => {
                let mine = &mut self.words[at].1;
                let new = bits & !*mine != 0;
                *mine |= bits;
                new
            }
            Err(at) => {
                self.words.insert(at, (word, bits));
                true
            }
        }
    }

    /// Add all of another set. Was any of them new?
    pub(super) fn union(&mut self, other: &Footprint) -> bool {
        // One by one, each may move all that is behind it: for many it is better to merge.
        if other.words.len() <= 8 {
            let each = other.words.iter();
            return each.fold(false, |new, &(word, bits)| self.add(word, bits) | new);
        }
        let mut new = false;
        let mut merged = Vec::with_capacity(self.words.len().max(other.words.len()));
        let (mut mine, mut theirs) = (self.words.iter().peekable(), other.words.iter().peekable());
        loop {
            let next = match (mine.peek(), theirs.peek()) {
                (Some(&&(a, x)), Some(&&(b, y))) if a == b => {
                    new |= y & !x != 0;
                    mine.next();
                    theirs.next();
                    (a, x | y)
                }
                (Some(&&(a, x)), Some(&&(b, _))) if a < b => {
                    mine.next();
                    (a, x)
                }
                (Some(&&word), None) => {
                    mine.next();
                    word
                }
                (_, Some(&&word)) => {
                    new = true;
                    theirs.next();
                    word
                }
                (None, None) => break,
            };
            merged.push(next);
        }
        self.words = merged;
        new
    }

    /// Is there none?
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Do the sets have a location in common?
    pub(super) fn intersects(&self, other: &Footprint) -> bool {
        let (few, many) = match self.words.len() <= other.words.len() {
            true => (self, other),
            false => (other, self),
        };
        few.words.iter().any(|&(word, bits)| {
            let found = many.words.binary_search_by_key(&word, |&(word, _)| word);
            found.is_ok_and(|at| many.words[at].1 & bits != 0)
        })
    }

    /// How much memory it takes.
    #[cfg(test)]
    pub(super) fn weight(&self) -> usize {
        self.words.len()
    }

    /// The numbers of its members.
    fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().flat_map(|&(word, bits)| {
            let set = (0..64).filter(move |bit| bits >> bit & 1 == 1);
            set.map(move |bit| word as usize * 64 + bit)
        })
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
        for number in set.numbers() {
            if is_wanted(self.locations[number]) {
                wanted.insert(number);
            }
        }
        wanted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(numbers: &[usize]) -> Footprint {
        let mut set = Footprint::default();
        for &number in numbers {
            set.insert(number);
        }
        set
    }

    #[test]
    fn sets_are_sets() {
        let many: Vec<usize> = (0..2000).step_by(7).collect();
        let few = [3, 64, 65, 1999, 5000];
        for (a, b) in [
            (&many[..], &few[..]),
            (&few, &many),
            (&few, &few),
            (&[], &many),
        ] {
            let mut union = set(a);
            let new = union.union(&set(b));
            let mut expected: Vec<usize> = a.iter().chain(b).copied().collect();
            expected.sort_unstable();
            expected.dedup();
            assert_eq!(union.numbers().collect::<Vec<_>>(), expected);
            assert_eq!(new, b.iter().any(|n| !a.contains(n)));
            assert!(!union.union(&set(b)));
            let common = a.iter().any(|n| b.contains(n));
            assert_eq!(set(a).intersects(&set(b)), common);
            assert_eq!(set(b).intersects(&set(a)), common);
        }
    }
}
