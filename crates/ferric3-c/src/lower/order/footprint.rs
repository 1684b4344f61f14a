//! Sets of locations.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::lower::memory::{Location, PointsTo, SetId};
use crate::sema::hir::FunctionId;

/// A set of locations, by their numbers: words of 64 of them, those that are not empty, sorted. Most
/// functions touch a few of a program's locations, some nearly all of them, and then many touch the
/// same ones: copies share their words until one of them changes.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Footprint {
    words: Rc<Vec<(u32, u64)>>,
}

impl Footprint {
    fn insert(&mut self, number: usize) {
        self.add((number / 64) as u32, 1 << (number % 64));
    }

    /// Add the members of a word. Was any of them new?
    fn add(&mut self, word: u32, bits: u64) -> bool {
        // New locations have the greatest numbers.
        if self.words.last().is_none_or(|&(last, _)| last < word) {
            Rc::make_mut(&mut self.words).push((word, bits));
            return true;
        }
        match self.words.binary_search_by_key(&word, |&(word, _)| word) {
            Ok(at) => {
                let new = bits & !self.words[at].1 != 0;
                if new {
                    Rc::make_mut(&mut self.words)[at].1 |= bits;
                }
                new
            }
            Err(at) => {
                Rc::make_mut(&mut self.words).insert(at, (word, bits));
                true
            }
        }
    }

    fn remove(&mut self, number: usize) {
        let (word, bit) = ((number / 64) as u32, 1 << (number % 64));
        if let Ok(at) = self.words.binary_search_by_key(&word, |&(word, _)| word)
            && self.words[at].1 & bit != 0
        {
            let words = Rc::make_mut(&mut self.words);
            words[at].1 &= !bit;
            if words[at].1 == 0 {
                words.remove(at);
            }
        }
    }

    /// Add all of another set. Was any of them new?
    pub(super) fn union(&mut self, other: &Footprint) -> bool {
        if Rc::ptr_eq(&self.words, &other.words) || other.words.is_empty() {
            return false;
        }
        if self.words.is_empty() {
            self.words = Rc::clone(&other.words);
            return true;
        }
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
        if new {
            self.words = match merged == *other.words {
                true => Rc::clone(&other.words),
                false => Rc::new(merged),
            };
        }
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
    #[cfg(test)]
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
    numbers: FxHashMap<Location, usize>,
    /// Those of the variables that only an activation of their function can see.
    private: FxHashMap<FunctionId, Vec<usize>>,
    /// The footprints of sets of addresses.
    known: FxHashMap<SetId, Footprint>,
}

impl Numbering {
    /// A location by itself.
    pub(super) fn one(&mut self, location: Location, points_to: &PointsTo<'_>) -> Footprint {
        let mut set = Footprint::default();
        set.insert(self.number(location, points_to));
        set
    }

    /// The program's own locations in a set of addresses.
    pub(super) fn footprint(&mut self, addresses: SetId, points_to: &PointsTo<'_>) -> Footprint {
        if let Some(known) = self.known.get(&addresses) {
            return known.clone();
        }
        let mut set = Footprint::default();
        for location in points_to.members(addresses) {
            if location != Location::Unknown {
                set.insert(self.number(location, points_to));
            }
        }
        self.known.insert(addresses, set.clone());
        set
    }

    fn number(&mut self, location: Location, points_to: &PointsTo<'_>) -> usize {
        let next = self.numbers.len();
        let number = *self.numbers.entry(location).or_insert(next);
        if number == next
            && let Location::Variable(id) = location
            && let Some(f) = points_to.private_to(id)
        {
            self.private.entry(f).or_default().push(number);
        }
        number
    }

    /// A set without what only a function itself can see.
    pub(super) fn visible(&self, set: &Footprint, f: FunctionId) -> Footprint {
        let mut visible = set.clone();
        for &number in self.private.get(&f).into_iter().flatten() {
            visible.remove(number);
        }
        visible
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
