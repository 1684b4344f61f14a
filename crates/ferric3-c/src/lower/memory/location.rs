//! Abstract locations: what has an address.

use super::offsets::Offsets;
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
    /// A label, of any function.
    Label,
    /// The array of pointers to strings that the program is called with.
    Strings(Strings),
    /// The bytes of these strings.
    Text(Strings),
}

/// Strings that the program is called with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(in crate::lower) enum Strings {
    /// `argv`
    Arguments,
    /// `envp`
    Environment,
}

/// What a pointer may point into, and where in it.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct Target {
    /// The location.
    pub(in crate::lower) location: Location,
    /// From its start; of each object by itself where a location has several.
    pub(in crate::lower) offsets: Offsets,
}

/// The addresses that a value may be: numbers of locations, in order, with offsets.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Addresses {
    entries: Vec<(u32, Offsets)>,
}

impl Addresses {
    /// One location.
    pub(super) fn of(number: usize, offsets: Offsets) -> Addresses {
        Addresses {
            entries: vec![(number as u32, offsets)],
        }
    }

    /// Is there none?
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Add addresses in one location. Was any of them new?
    pub(super) fn insert(&mut self, number: usize, offsets: Offsets) -> bool {
        let number = number as u32;
        match self.entries.binary_search_by_key(&number, |entry| entry.0) {
            Ok(at) => self.entries[at].1.join(&offsets),
            Err(at) => {
                self.entries.insert(at, (number, offsets));
                true
            }
        }
    }

    /// Add all of another set. Was any of them new?
    pub(super) fn union(&mut self, other: &Addresses) -> bool {
        if self.entries.is_empty() {
            self.entries.clone_from(&other.entries);
            return !self.entries.is_empty();
        }
        let mut new = false;
        for &(number, offsets) in &other.entries {
            new |= self.insert(number as usize, offsets);
        }
        new
    }

    /// The same locations with other offsets.
    pub(super) fn map(mut self, change: impl Fn(Offsets) -> Offsets) -> Addresses {
        for (_, offsets) in &mut self.entries {
            *offsets = change(*offsets);
        }
        self
    }

    /// The same locations, anywhere in them.
    pub(super) fn blurred(self) -> Addresses {
        self.map(|_| Offsets::ANY)
    }

    /// Is the location among them?
    pub(super) fn contains(&self, number: usize) -> bool {
        let number = number as u32;
        let found = self.entries.binary_search_by_key(&number, |entry| entry.0);
        found.is_ok()
    }

    /// The numbers of the locations, in order, and the offsets.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, Offsets)> + '_ {
        let entries = self.entries.iter();
        entries.map(|&(number, offsets)| (number as usize, offsets))
    }
}
