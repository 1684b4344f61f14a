//! The keys of a format at which its operations change their behaviour.

use ferric3_term::FloatFormat;

use crate::{Domain, Range};

/// Special keys, in their order. Negation is [`Landmarks::flip`], the reversal of all keys.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landmarks {
    pub(super) format: FloatFormat,
    /// `-∞`, the least number.
    pub(super) bottom: u64,
    /// `-0`.
    pub(super) minus_zero: u64,
    /// `+0`, the next key.
    pub(super) plus_zero: u64,
    /// `+∞`, the greatest number.
    pub(super) top: u64,
    /// The result of operations that is not a number.
    pub(super) nan: u64,
    /// The greatest key.
    pub(super) greatest: u64,
}

impl Landmarks {
    #[inline]
    pub(super) const fn of(format: FloatFormat) -> Landmarks {
        let domain = Domain::float(format);
        let plus_zero = domain.sign();
        let infinity = ((1 << format.exponent) - 1) << format.fraction();
        let top = plus_zero + infinity;
        Landmarks {
            format,
            bottom: domain.greatest() - top,
            minus_zero: plus_zero - 1,
            plus_zero,
            top,
            nan: top + (1 << (format.fraction() - 1)),
            greatest: domain.greatest(),
        }
    }

    /// The key of the negation.
    #[inline]
    pub(super) const fn flip(self, key: u64) -> u64 {
        self.greatest - key
    }

    /// The keys of the negations.
    #[inline]
    pub(super) const fn flip_range(self, range: Range) -> Range {
        Range {
            lo: self.flip(range.hi),
            hi: self.flip(range.lo),
        }
    }

    /// From `-∞` to `+∞`.
    #[inline]
    pub(super) const fn numbers(self) -> Range {
        Range {
            lo: self.bottom,
            hi: self.top,
        }
    }

    /// Both zeros.
    #[inline]
    pub(super) const fn zeros(self) -> Range {
        Range {
            lo: self.minus_zero,
            hi: self.plus_zero,
        }
    }

    /// From `+0` to `+∞`.
    #[inline]
    pub(super) const fn positives(self) -> Range {
        Range {
            lo: self.plus_zero,
            hi: self.top,
        }
    }

    /// The two ranges of encodings that are not numbers.
    #[inline]
    pub(super) const fn nans(self) -> [Range; 2] {
        [
            Range {
                lo: 0,
                hi: self.bottom - 1,
            },
            Range {
                lo: self.top + 1,
                hi: self.greatest,
            },
        ]
    }

    /// `2^exponent`, for an exponent that is not negative; `+∞` if it is too great.
    #[inline]
    pub(super) fn power(self, exponent: u32) -> u64 {
        let field = u64::from(exponent) + self.format.bias();
        let infinity = (1 << self.format.exponent) - 1;
        self.plus_zero + (field.min(infinity) << self.format.fraction())
    }
}
