//! Intervals of integers, and what a machine word makes of them.
//!
//! Bounds are exact integers, so arithmetic is that of the integers; [`Interval::wrap`] then says
//! what is left of it modulo `2^width`. Widths are at most 64, so all bounds fit an `i128`.

/// The integers from `lo` to `hi`; not empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Interval {
    pub(super) lo: i128,
    pub(super) hi: i128,
}

/// `2^exponent`.
fn power(exponent: u32) -> i128 {
    1i128 << exponent
}

/// How a word is read as an integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    Unsigned,
    Signed,
}

impl Reading {
    /// The integers that a word of so many bits stands for.
    pub(super) fn all(self, width: u32) -> Interval {
        match self {
            Reading::Unsigned => Interval::new(0, power(width) - 1),
            Reading::Signed => Interval::new(-power(width - 1), power(width - 1) - 1),
        }
    }

    /// The integer that a word stands for.
    pub(super) fn of(self, word: u64, width: u32) -> i128 {
        let value = i128::from(word);
        match self {
            Reading::Signed if word >> (width - 1) & 1 == 1 => value - power(width),
            _ => value,
        }
    }
}

impl Interval {
    pub(super) fn new(lo: i128, hi: i128) -> Interval {
        debug_assert!(lo <= hi, "an interval is not empty");
        Interval { lo, hi }
    }

    pub(super) fn point(value: i128) -> Interval {
        Interval::new(value, value)
    }

    fn of(lo: i128, hi: i128) -> Option<Interval> {
        (lo <= hi).then_some(Interval { lo, hi })
    }

    pub(super) fn contains(self, value: i128) -> bool {
        self.lo <= value && value <= self.hi
    }

    pub(super) fn meet(self, other: Interval) -> Option<Interval> {
        Interval::of(self.lo.max(other.lo), self.hi.min(other.hi))
    }

    pub(super) fn join(self, other: Interval) -> Interval {
        Interval::new(self.lo.min(other.lo), self.hi.max(other.hi))
    }

    pub(super) fn is_within(self, other: Interval) -> bool {
        other.lo <= self.lo && self.hi <= other.hi
    }

    /// The part of this that lies in one of the pieces.
    fn meet_pieces(self, pieces: [Option<Interval>; 2]) -> Option<Interval> {
        let parts = pieces.map(|piece| piece.and_then(|piece| self.meet(piece)));
        match parts {
            [Some(a), Some(b)] => Some(a.join(b)),
            [one, other] => one.or(other),
        }
    }

    /// The unsigned values among these that also are in `signed`, in the other reading.
    pub(super) fn meet_signed(self, signed: Interval, width: u32) -> Option<Interval> {
        self.meet_pieces([
            Interval::of(signed.lo.max(0), signed.hi),
            Interval::of(signed.lo + power(width), signed.hi.min(-1) + power(width)),
        ])
    }

    /// The signed values among these that also are in `unsigned`, in the other reading.
    pub(super) fn meet_unsigned(self, unsigned: Interval, width: u32) -> Option<Interval> {
        let middle = power(width - 1);
        self.meet_pieces([
            Interval::of(unsigned.lo, unsigned.hi.min(middle - 1)),
            Interval::of(
                unsigned.lo.max(middle) - power(width),
                unsigned.hi - power(width),
            ),
        ])
    }

    /// The values among these that are `residue` modulo `2^bits`.
    pub(super) fn meet_congruent(self, residue: i128, bits: u32) -> Option<Interval> {
        let modulus = power(bits);
        Interval::of(
            self.lo + (residue - self.lo).rem_euclid(modulus),
            self.hi - (self.hi - residue).rem_euclid(modulus),
        )
    }

    /// What a word of so many bits has in store for these integers: all of its values if they do
    /// not lie between two multiples of `2^width` (moved by half for the signed reading).
    pub(super) fn wrap(self, width: u32, reading: Reading) -> Interval {
        let all = reading.all(width);
        if self.is_within(all) {
            return self;
        }
        let lo = (self.lo - all.lo).rem_euclid(power(width)) + all.lo;
        match (self.hi - self.lo).checked_add(lo) {
            Some(hi) if hi <= all.hi => Interval::new(lo, hi),
            _ => all,
        }
    }

    pub(super) fn add(self, other: Interval) -> Interval {
        Interval::new(self.lo + other.lo, self.hi + other.hi)
    }

    pub(super) fn sub(self, other: Interval) -> Interval {
        Interval::new(self.lo - other.hi, self.hi - other.lo)
    }

    /// `None` if the products are too large.
    pub(super) fn mul(self, other: Interval) -> Option<Interval> {
        let mut result: Option<Interval> = None;
        for a in [self.lo, self.hi] {
            for b in [other.lo, other.hi] {
                let product = Interval::point(a.checked_mul(b).filter(|p| p.abs() < power(126))?);
                result = Some(result.map_or(product, |r| r.join(product)));
            }
        }
        result
    }

    /// Quotients rounded towards zero; the divisors do not include zero.
    fn quotients(self, divisors: Interval) -> Interval {
        let corners = [
            self.lo / divisors.lo,
            self.lo / divisors.hi,
            self.hi / divisors.lo,
            self.hi / divisors.hi,
        ];
        let points = corners.map(Interval::point);
        points[1..].iter().fold(points[0], |a, &b| a.join(b))
    }

    /// Quotients rounded towards zero by the divisors that are not zero, if there are any.
    pub(super) fn div(self, divisors: Interval) -> Option<Interval> {
        let negative = Interval::of(divisors.lo, divisors.hi.min(-1)).map(|d| self.quotients(d));
        let positive = Interval::of(divisors.lo.max(1), divisors.hi).map(|d| self.quotients(d));
        match (negative, positive) {
            (Some(a), Some(b)) => Some(a.join(b)),
            (one, other) => one.or(other),
        }
    }

    /// Remainders with the sign of the dividend; the dividend itself for a divisor of zero.
    pub(super) fn rem(self, divisors: Interval) -> Interval {
        let size = |i: Interval| i.lo.abs().max(i.hi.abs());
        let mut bound = size(self);
        if !divisors.contains(0) {
            bound = bound.min(size(divisors) - 1);
        }
        let lo = if self.lo < 0 { -bound } else { 0 };
        let hi = if self.hi > 0 { bound } else { 0 };
        let least_divisor = if divisors.contains(0) {
            0
        } else {
            divisors.lo.abs().min(divisors.hi.abs())
        };
        if size(self) < least_divisor {
            return self;
        }
        Interval::new(lo.max(self.lo.min(0)), hi.min(self.hi.max(0)))
    }

    /// Arithmetic shifts to the right by amounts from 0 on.
    pub(super) fn shift_right(self, by: Interval) -> Interval {
        let amount = |by: i128| u32::try_from(by.min(127)).unwrap_or(127);
        let (least, most) = (amount(by.lo), amount(by.hi));
        Interval::new(
            (self.lo >> least).min(self.lo >> most),
            (self.hi >> least).max(self.hi >> most),
        )
    }
}
