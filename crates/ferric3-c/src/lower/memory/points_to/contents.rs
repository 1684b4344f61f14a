//! What is stored in a location: addresses, by the bytes that they are stored in.
//!
//! Members are told apart by their offsets, so the count of a record is no address because the
//! pointer beside it is one. What overlaps is one thing: unions and casts lose nothing.

use super::super::location::Addresses;
use super::super::offsets::Offsets;

/// With more entries, bytes are not told apart.
const MOST_ENTRIES: usize = 32;

/// Addresses that may be stored in some bytes.
#[derive(Clone, Debug)]
struct Stored {
    at: Offsets,
    size: u64,
    what: Addresses,
}

/// Everything that may be stored in a location.
#[derive(Clone, Default, Debug)]
pub(super) struct Contents {
    entries: Vec<Stored>,
    /// Is there one entry, for all bytes, now and for good? The analysis would not come to an end
    /// if entries that were merged came back one by one.
    is_merged: bool,
}

impl Contents {
    /// Addresses are stored in `size` bytes. Is that new?
    pub(super) fn write(&mut self, at: Offsets, size: u64, what: &Addresses) -> bool {
        if what.is_empty() {
            return false;
        }
        let same = |stored: &&mut Stored| stored.at == at && stored.size == size;
        if let Some(stored) = self.entries.iter_mut().find(same) {
            return stored.what.union(what);
        }
        if self.is_merged || self.entries.len() >= MOST_ENTRIES {
            let is_new = self.merge();
            return self.entries[0].what.union(what) || is_new;
        }
        self.entries.push(Stored {
            at,
            size,
            what: what.clone(),
        });
        true
    }

    /// Keep one entry, for all bytes. Is that new?
    fn merge(&mut self) -> bool {
        if self.is_merged {
            return false;
        }
        let mut what = Addresses::default();
        for stored in &self.entries {
            what.union(&stored.what);
        }
        self.entries = vec![Stored {
            at: Offsets::ANY,
            size: 1,
            what,
        }];
        self.is_merged = true;
        true
    }

    /// What `size` bytes may hold, or hold a part of.
    pub(super) fn read(&self, at: Offsets, size: u64, into: &mut Addresses) {
        for stored in &self.entries {
            if stored.at.overlap(stored.size, &at, size) {
                into.union(&stored.what);
            }
        }
    }

    /// All entries: where, how many bytes, and what.
    pub(super) fn all(&self) -> impl Iterator<Item = (Offsets, u64, &Addresses)> {
        let entries = self.entries.iter();
        entries.map(|stored| (stored.at, stored.size, &stored.what))
    }

    /// The entries in `size` bytes from `at` on, with their offsets from there.
    pub(super) fn part(&self, at: Offsets, size: u64) -> Vec<(Offsets, u64, Addresses)> {
        let inside = self.entries.iter();
        let inside = inside.filter(|stored| stored.at.overlap(stored.size, &at, size));
        let relative = |stored: &Stored| {
            let from = stored.at.relative_to(&at);
            (from, stored.size, stored.what.clone())
        };
        inside.map(relative).collect()
    }
}
