//! Abstract locations: what has an address.

use crate::sema::hir::{FunctionId, ObjectId, Range};

/// Something that a pointer can point to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(in crate::lower) enum Location {
    /// Something that the program does not define: an address from outside, or a number.
    Unknown,
    /// A variable or a compound literal.
    Variable(ObjectId),
    /// A string literal, by its place in the text.
    Literal(Range),
    /// Everything that one allocating call returns, by the place of the call in the text.
    Allocation(Range),
    /// A function.
    Function(FunctionId),
}

/// A set of locations, by their numbers.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(in crate::lower) struct LocationSet {
    words: Vec<u64>,
}

impl LocationSet {
    /// Add a location. Was it new?
    pub(super) fn insert(&mut self, number: usize) -> bool {
        let (word, bit) = (number / 64, 1 << (number % 64));
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Add all of another set. Was any of them new?
    pub(super) fn union(&mut self, other: &LocationSet) -> bool {
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

    /// Is the location in the set?
    pub(super) fn contains(&self, number: usize) -> bool {
        let word = self.words.get(number / 64).copied().unwrap_or(0);
        word >> (number % 64) & 1 == 1
    }

    /// The numbers in it, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            (0..64)
                .filter(move |bit| word >> bit & 1 == 1)
                .map(move |bit| i * 64 + bit)
        })
    }
}
