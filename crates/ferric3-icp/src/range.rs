//! Intervals of keys.

use crate::Domain;

/// The keys `lo ..= hi`; never empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Range {
    /// The least key.
    pub lo: u64,
    /// The greatest key.
    pub hi: u64,
}

impl Range {
    /// The keys from `lo` to `hi`.
    ///
    /// # Panics
    /// In debug builds, if there are none.
    pub fn new(lo: u64, hi: u64) -> Range {
        debug_assert!(lo <= hi, "{lo} {hi}");
        Range { lo, hi }
    }

    /// A single key.
    pub const fn point(key: u64) -> Range {
        Range { lo: key, hi: key }
    }

    /// All keys of a domain.
    pub const fn all(domain: Domain) -> Range {
        Range {
            lo: 0,
            hi: domain.greatest(),
        }
    }

    /// Is there one key only?
    pub const fn is_point(self) -> bool {
        self.lo == self.hi
    }

    /// Is this key among them?
    pub const fn has(self, key: u64) -> bool {
        self.lo <= key && key <= self.hi
    }

    /// The keys that both have; `None` if there is none.
    pub fn meet(self, other: Range) -> Option<Range> {
        let (lo, hi) = (self.lo.max(other.lo), self.hi.min(other.hi));
        (lo <= hi).then_some(Range { lo, hi })
    }

    /// The least range with the keys of both.
    pub fn join(self, other: Range) -> Range {
        Range {
            lo: self.lo.min(other.lo),
            hi: self.hi.max(other.hi),
        }
    }
}
