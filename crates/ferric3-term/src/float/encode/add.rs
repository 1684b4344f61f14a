//! Sums.

use super::Encoder;
use crate::{BitVecValue, FloatFormat, TermId};

impl Encoder<'_> {
    /// `x + y`. Significands are not normalised before: a sum that is subnormal is exact.
    pub(super) fn add(&mut self, format: FloatFormat, x: TermId, y: TermId) -> TermId {
        let precision = format.significand;
        let (fx, fy) = (self.fields(format, x), self.fields(format, y));
        let swap = self.terms.bv_ult(fx.magnitude, fy.magnitude);
        let a = self.terms.ite(swap, y, x);
        let b = self.terms.ite(swap, x, y);
        let (fa, fb) = (self.fields(format, a), self.fields(format, b));
        let (a_exponent, a_bits) = self.with_hidden_bit(fa.exponent, fa.fraction);
        let (b_exponent, b_bits) = self.with_hidden_bit(fb.exponent, fb.fraction);
        // Guard, round and sticky bit below, room for a carry above.
        let a_bits = self.padded(a_bits, 3);
        let a_bits = self.terms.zero_extend(a_bits, 1);
        let b_bits = self.padded(b_bits, 3);
        let distance = self.terms.bv_sub(a_exponent, b_exponent);
        let b_bits = self.shifted_sticky(b_bits, distance);
        let b_bits = self.terms.zero_extend(b_bits, 1);
        let opposite = self.terms.xor(fa.negative, fb.negative);
        let sum = self.sum_or_difference(opposite, a_bits, b_bits);
        // The highest bit has the exponent of a plus 1, and cannot get below the least one.
        let (bits, left) = self.normalised_within(sum, a_exponent);
        let width = precision + 4;
        let kept = self.terms.extract(bits, width - 1, 4);
        let (last, guard) = (self.bit(bits, 4), self.bit(bits, 3));
        let rest = self.terms.extract(bits, 2, 0);
        let rest = self.terms.bv_to_bool(rest);
        let uneven = self.terms.or2(last, rest);
        let up = self.terms.and2(guard, uneven);
        // One bit more than the encoding, to see an overflow.
        let head = self.padded(left, format.fraction());
        let head = self.terms.zero_extend(head, 1);
        let total = self.terms.width(head);
        let kept = self.terms.zero_extend(kept, total - precision);
        let down = self.terms.bv_add(head, kept);
        let one = self.terms.bool_to_bv(up, total);
        let magnitude = self.terms.bv_add(down, one);
        let infinity = self.terms.bv(format.infinity());
        let fits = self.terms.bv_ult(magnitude, infinity);
        let magnitude = self.terms.ite(fits, magnitude, infinity);
        let magnitude = self.terms.extract(magnitude, total - 2, 0);
        // A sum of zero keeps what is left of the limit.
        let cancelled = self.is_zero(sum);
        let zero = self.terms.bv(BitVecValue::zero(total - 1));
        let magnitude = self.terms.ite(cancelled, zero, magnitude);
        let positive = self.terms.and2(cancelled, opposite);
        let not_positive = self.terms.not(positive);
        let negative = self.terms.and2(fa.negative, not_positive);
        let finite = self.with_sign(negative, magnitude);
        // a has the larger magnitude: it is infinite or not a number if one of both is.
        let nan = self.terms.fp_is_nan(format, a);
        let (a_infinite, b_infinite) = (
            self.terms.fp_is_infinite(format, a),
            self.terms.fp_is_infinite(format, b),
        );
        let undefined = self.terms.and(&[a_infinite, b_infinite, opposite]);
        let nan = self.terms.or2(nan, undefined);
        let default = self.nan(format);
        self.choose(&[(nan, default), (a_infinite, a)], finite)
    }

    /// Exponent and significand of a number; those of subnormal ones look like those of normal
    /// ones with a leading zero.
    fn with_hidden_bit(&mut self, exponent: TermId, fraction: TermId) -> (TermId, TermId) {
        let normal = self.terms.bv_to_bool(exponent);
        let hidden = self.terms.bool_to_bv(normal, 1);
        let bits = self.terms.concat(hidden, fraction);
        let subnormal = self.terms.not(normal);
        let one = self.terms.bool_to_bv(subnormal, 1);
        let one = self.terms.resize(one, self.terms.width(exponent), false);
        (self.terms.bv_or(exponent, one), bits)
    }

    /// `a - b` if the signs are opposite, else `a + b`, by one adder.
    pub(super) fn sum_or_difference(&mut self, opposite: TermId, a: TermId, b: TermId) -> TermId {
        let width = self.terms.width(a);
        let not_b = self.terms.bv_not(b);
        let b = self.terms.ite(opposite, not_b, b);
        let carry = self.terms.bool_to_bv(opposite, width);
        let sum = self.terms.bv_add(a, b);
        self.terms.bv_add(sum, carry)
    }
}
