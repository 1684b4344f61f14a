//! Intervals of real numbers with ends that are binary64 numbers: what keys stand for.

use crate::contract::{Empty, narrow};
use crate::{Domain, Range};

/// An end of an interval. Infinite ends are open.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct End {
    /// Where it is.
    pub value: f64,
    /// Is the value itself left out?
    pub is_open: bool,
}

impl End {
    pub(super) const ZERO: End = End::closed(0.0);

    pub(super) const fn closed(value: f64) -> End {
        End {
            value,
            is_open: false,
        }
    }

    pub(super) const fn open(value: f64) -> End {
        End {
            value,
            is_open: true,
        }
    }

    pub(super) fn negated(self) -> End {
        End {
            value: -self.value,
            ..self
        }
    }

    pub(super) fn is_infinite(self) -> bool {
        self.value.is_infinite()
    }
}

/// All real numbers from one end to the other; there is at least one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Interval {
    pub lo: End,
    pub hi: End,
}

impl Interval {
    pub(super) const ALL: Interval = Interval {
        lo: End::open(f64::NEG_INFINITY),
        hi: End::open(f64::INFINITY),
    };
    /// All numbers below 0, and all above.
    pub(super) const NEGATIVE: Interval = Interval {
        lo: End::open(f64::NEG_INFINITY),
        hi: End::open(0.0),
    };
    pub(super) const POSITIVE: Interval = Interval {
        lo: End::open(0.0),
        hi: End::open(f64::INFINITY),
    };
    pub(super) const ZERO: Interval = Interval {
        lo: End::ZERO,
        hi: End::ZERO,
    };

    /// The numbers of a range of keys of real numbers.
    pub(super) fn of(range: Range) -> Interval {
        let domain = Domain::REAL;
        Interval {
            lo: match range.lo {
                0 => End::open(f64::NEG_INFINITY),
                key if domain.is_exact(key) => End::closed(domain.double(key)),
                key => End::open(domain.double(key - 1)),
            },
            hi: match range.hi {
                key if key == domain.greatest() => End::open(f64::INFINITY),
                key if domain.is_exact(key) => End::closed(domain.double(key)),
                key => End::open(domain.double(key + 1)),
            },
        }
    }

    /// The keys that have these numbers.
    pub(super) fn range(self) -> Range {
        let domain = Domain::REAL;
        let (lo, hi) = (
            domain.key_of_double(self.lo.value),
            domain.key_of_double(self.hi.value),
        );
        // A number between points is in the gap, whether it is left out or not.
        Range {
            lo: lo + u64::from(self.lo.is_open && domain.is_exact(lo)),
            hi: hi - u64::from(self.hi.is_open && domain.is_exact(hi)),
        }
    }

    /// Leaves what a range of keys has in common with the interval.
    pub(super) fn narrow(self, range: &mut Range) -> Result<(), Empty> {
        narrow(range, self.range())
    }

    pub(super) fn meet(self, other: Interval) -> Option<Interval> {
        let (lo, hi) = (greater(self.lo, other.lo), lesser(self.hi, other.hi));
        let is_empty = lo.value > hi.value || (lo.value == hi.value && (lo.is_open || hi.is_open));
        (!is_empty).then_some(Interval { lo, hi })
    }

    /// The least interval with both.
    pub(super) fn join(self, other: Interval) -> Interval {
        Interval {
            lo: first([self.lo, other.lo]),
            hi: last([self.hi, other.hi]),
        }
    }

    pub(super) fn negated(self) -> Interval {
        Interval {
            lo: self.hi.negated(),
            hi: self.lo.negated(),
        }
    }

    pub(super) fn has_zero(self) -> bool {
        self.meet(Interval::ZERO).is_some()
    }

    /// The numbers of it below 0, and those above.
    pub(super) fn signs(self) -> [Option<Interval>; 2] {
        [self.meet(Interval::NEGATIVE), self.meet(Interval::POSITIVE)]
    }
}

/// Of lower ends, the one that allows more.
pub(super) fn first<const N: usize>(ends: [End; N]) -> End {
    let better = |a: End, b: End| {
        let is_before = b.value < a.value || (b.value == a.value && a.is_open);
        if is_before { b } else { a }
    };
    ends.into_iter().reduce(better).expect("there is an end")
}

/// Of upper ends, the one that allows more.
pub(super) fn last<const N: usize>(ends: [End; N]) -> End {
    first(ends.map(End::negated)).negated()
}

/// Of lower ends, the one that allows less.
fn greater(a: End, b: End) -> End {
    let is_after = b.value > a.value || (b.value == a.value && b.is_open);
    if is_after { b } else { a }
}

/// Of upper ends, the one that allows less.
fn lesser(a: End, b: End) -> End {
    greater(a.negated(), b.negated()).negated()
}
