//! The integers of a range of keys: from one end to the other, which may be infinite.

use crate::{Domain, Range};

/// Ends of this size are infinite. Others are at most `2^62` where they come from keys, and their products fit.
pub(in crate::contract) const INFINITE: i128 = i128::MAX;

/// The integers `lo ..= hi`, where `-INFINITE` and `INFINITE` say that there is no end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::contract) struct Span {
    pub lo: i128,
    pub hi: i128,
}

impl Span {
    /// All integers.
    pub(in crate::contract) const ALL: Span = Span {
        lo: -INFINITE,
        hi: INFINITE,
    };

    pub(in crate::contract) fn new(lo: i128, hi: i128) -> Span {
        Span { lo, hi }
    }

    /// What a range of keys stands for.
    pub(in crate::contract) fn of(range: Range) -> Span {
        let domain = Domain::INTEGER;
        Span {
            lo: match range.lo {
                0 => -INFINITE,
                key => domain.integer(key),
            },
            hi: match range.hi {
                key if key == domain.greatest() => INFINITE,
                key => domain.integer(key),
            },
        }
    }

    /// The keys that have these integers, of which there must be some.
    pub(in crate::contract) fn range(self) -> Range {
        let domain = Domain::INTEGER;
        let last = i128::from(domain.zero());
        let key = |integer: i128| domain.key_of_integer(integer.clamp(-last, last));
        Range::new(key(self.lo), key(self.hi))
    }

    pub(in crate::contract) fn meet(self, other: Span) -> Option<Span> {
        let (lo, hi) = (self.lo.max(other.lo), self.hi.min(other.hi));
        (lo <= hi).then_some(Span { lo, hi })
    }

    pub(in crate::contract) fn join(self, other: Span) -> Span {
        Span::new(self.lo.min(other.lo), self.hi.max(other.hi))
    }

    pub(in crate::contract) fn has(self, integer: i128) -> bool {
        self.lo <= integer && integer <= self.hi
    }

    pub(in crate::contract) fn plus(self, other: Span) -> Span {
        Span::new(plus(self.lo, other.lo), plus(self.hi, other.hi))
    }

    pub(in crate::contract) fn minus(self, other: Span) -> Span {
        self.plus(other.negated())
    }

    pub(in crate::contract) fn negated(self) -> Span {
        Span::new(-self.hi, -self.lo)
    }

    pub(in crate::contract) fn times(self, other: Span) -> Span {
        let ends = [
            times(self.lo, other.lo),
            times(self.lo, other.hi),
            times(self.hi, other.lo),
            times(self.hi, other.hi),
        ];
        hull(ends)
    }

    /// The integers of it below 0, and those above.
    pub(in crate::contract) fn signs(self) -> [Option<Span>; 2] {
        [
            self.meet(Span::new(-INFINITE, -1)),
            self.meet(Span::new(1, INFINITE)),
        ]
    }
}

/// From the least to the greatest one.
pub(super) fn hull(ends: [i128; 4]) -> Span {
    Span {
        lo: ends.into_iter().fold(INFINITE, i128::min),
        hi: ends.into_iter().fold(-INFINITE, i128::max),
    }
}

pub(super) fn is_infinite(a: i128) -> bool {
    a.abs() == INFINITE
}

/// The sum of two ends of one side.
fn plus(a: i128, b: i128) -> i128 {
    if is_infinite(a) {
        a
    } else if is_infinite(b) {
        b
    } else {
        a.saturating_add(b).clamp(-INFINITE, INFINITE)
    }
}

/// A product that is too large is infinite, and 0 times what is infinite is 0: only products with numbers count.
pub(super) fn times(a: i128, b: i128) -> i128 {
    if a == 0 || b == 0 {
        return 0;
    }
    let is_finite = !is_infinite(a) && !is_infinite(b);
    match a.checked_mul(b).filter(|_| is_finite) {
        Some(product) => product.clamp(-INFINITE, INFINITE),
        None if (a < 0) == (b < 0) => INFINITE,
        None => -INFINITE,
    }
}

/// `⌊a / d⌋` for `d > 0`. For an infinite divisor: of what is between 0 and `a`.
pub(super) fn floor_div(a: i128, d: i128) -> i128 {
    match (is_infinite(a), is_infinite(d)) {
        (true, _) => a,
        (false, true) => -i128::from(a < 0),
        (false, false) => a.div_euclid(d),
    }
}

/// `⌈a / d⌉` for `d > 0`.
pub(super) fn ceil_div(a: i128, d: i128) -> i128 {
    -floor_div(-a, d)
}
