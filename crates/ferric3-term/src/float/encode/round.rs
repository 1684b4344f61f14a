//! The one place where results are rounded, to nearest with ties to even, and packed.

use super::exponent::signed_width;
use super::{Encoder, Exponent};
use crate::{BitVecValue, FloatFormat, TermId};

/// A number that is not zero. The highest bit of its significand is one and has the place of the
/// exponent; if the significand is longer than that of the format by two bits or more, its last
/// bit may stand for any number of bits of which one is set.
#[derive(Clone, Copy)]
pub(super) struct Exact {
    pub(super) negative: TermId,
    pub(super) exponent: Exponent,
    pub(super) significand: TermId,
}

impl Encoder<'_> {
    /// The encoding of a number.
    pub(super) fn round(&mut self, format: FloatFormat, x: Exact) -> TermId {
        let precision = format.significand;
        // The bits to keep, a guard bit, a sticky bit.
        let mut bits = self.cut_sticky(x.significand, precision + 2);
        let subnormal = self.is_below(x.exponent, format.least());
        if x.exponent.min < format.least() {
            bits = self.denormalised(format, x.exponent, subnormal, bits);
        }
        let kept = self.terms.extract(bits, precision, 2);
        let guard = self.bit(bits, 1);
        let (last, sticky) = (self.bit(bits, 2), self.bit(bits, 0));
        let uneven = self.terms.or2(last, sticky);
        let up = self.terms.and2(guard, uneven);
        // A carry out of the significand increases the exponent, up to that of infinity.
        let stored = self.stored(format, x.exponent, subnormal);
        let down = self.terms.concat(stored, kept);
        let one = self.terms.bool_to_bv(up, format.width() - 1);
        let magnitude = self.terms.bv_add(down, one);
        let fits = self.is_below(x.exponent, format.largest() + 1);
        let infinity = self
            .terms
            .bv(format.infinity().extract(format.width() - 2, 0));
        let magnitude = self.terms.ite(fits, magnitude, infinity);
        self.with_sign(x.negative, magnitude)
    }

    /// The significand of a number below the normal ones, shifted to its place.
    fn denormalised(
        &mut self,
        format: FloatFormat,
        exponent: Exponent,
        subnormal: TermId,
        bits: TermId,
    ) -> TermId {
        let width = self.terms.width(bits);
        let least = self.exponent(format.least());
        let distance = self.minus(least, exponent);
        // Only distances from 1 to the width matter.
        let limit = i64::from(width);
        let count = signed_width(0, limit) - 1;
        let near = self.terms.resize(distance.term, count, true);
        let shifted = self.shifted_sticky(bits, near);
        let far = self.is_below(exponent, format.least() - limit);
        let dust = self.terms.bv(BitVecValue::one(width));
        let shifted = self.terms.ite(far, dust, shifted);
        self.terms.ite(subnormal, shifted, bits)
    }

    /// The stored exponent.
    fn stored(&mut self, format: FloatFormat, exponent: Exponent, subnormal: TermId) -> TermId {
        let biased = self.plus_const(exponent, format.largest());
        let stored = self.terms.resize(biased.term, format.exponent, true);
        let zero = self.terms.bv_u64(0, format.exponent);
        self.terms.ite(subnormal, zero, stored)
    }
}
