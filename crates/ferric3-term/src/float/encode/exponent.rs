//! Signed exponents that know their range, so that no bit too many is computed and nothing is
//! compared that cannot happen.

use super::Encoder;
use crate::{BitVecValue, FloatFormat, TermId};

/// A signed bit-vector whose value lies in `min..=max`, wherever it matters.
#[derive(Clone, Copy)]
pub(super) struct Exponent {
    pub(super) term: TermId,
    pub(super) min: i64,
    pub(super) max: i64,
}

/// The number of bits of a signed number in this range.
pub(super) fn signed_width(min: i64, max: i64) -> u32 {
    let bits = |n: i64| {
        65 - if n < 0 {
            n.leading_ones()
        } else {
            n.leading_zeros()
        }
    };
    bits(min).max(bits(max))
}

impl FloatFormat {
    /// The largest exponent.
    pub(super) fn largest(self) -> i64 {
        i64::try_from(self.bias()).expect("exponents have fewer than 64 bits")
    }

    /// The least exponent of a normal number.
    pub(super) fn least(self) -> i64 {
        1 - self.largest()
    }

    /// The least exponent of a number that is not zero.
    pub(super) fn least_subnormal(self) -> i64 {
        self.least() - i64::from(self.fraction())
    }
}

impl Encoder<'_> {
    pub(super) fn exponent(&mut self, value: i64) -> Exponent {
        let width = signed_width(value, value);
        Exponent {
            term: self.terms.bv(BitVecValue::from_i64(value, width)),
            min: value,
            max: value,
        }
    }

    /// An unsigned number as an exponent.
    pub(super) fn exponent_from(&mut self, unsigned: TermId, max: i64) -> Exponent {
        let width = signed_width(0, max);
        let term = self.terms.resize(unsigned, width, false);
        Exponent { term, min: 0, max }
    }

    /// The same number in as many bits as a range needs.
    fn in_range(&mut self, a: Exponent, min: i64, max: i64) -> TermId {
        self.terms.resize(a.term, signed_width(min, max), true)
    }

    pub(super) fn plus(&mut self, a: Exponent, b: Exponent) -> Exponent {
        let (min, max) = (a.min + b.min, a.max + b.max);
        let (a, b) = (self.in_range(a, min, max), self.in_range(b, min, max));
        let term = self.terms.bv_add(a, b);
        Exponent { term, min, max }
    }

    pub(super) fn minus(&mut self, a: Exponent, b: Exponent) -> Exponent {
        let (min, max) = (a.min - b.max, a.max - b.min);
        let (a, b) = (self.in_range(a, min, max), self.in_range(b, min, max));
        let term = self.terms.bv_sub(a, b);
        Exponent { term, min, max }
    }

    pub(super) fn plus_const(&mut self, a: Exponent, by: i64) -> Exponent {
        let by = self.exponent(by);
        self.plus(a, by)
    }

    /// `a + 1` if the condition holds, else `a`.
    pub(super) fn plus_if(&mut self, a: Exponent, condition: TermId) -> Exponent {
        let one = self.terms.bool_to_bv(condition, 2);
        let (term, min, max) = (one, 0, 1);
        self.plus(a, Exponent { term, min, max })
    }

    pub(super) fn ite_exponent(&mut self, c: TermId, a: Exponent, b: Exponent) -> Exponent {
        let (min, max) = (a.min.min(b.min), a.max.max(b.max));
        let (a, b) = (self.in_range(a, min, max), self.in_range(b, min, max));
        let term = self.terms.ite(c, a, b);
        Exponent { term, min, max }
    }

    /// `a < bound`.
    pub(super) fn is_below(&mut self, a: Exponent, bound: i64) -> TermId {
        if a.max < bound {
            return self.terms.tt();
        }
        if a.min >= bound {
            return self.terms.ff();
        }
        let bound = self
            .terms
            .bv(BitVecValue::from_i64(bound, self.terms.width(a.term)));
        self.terms.bv_slt(a.term, bound)
    }
}
