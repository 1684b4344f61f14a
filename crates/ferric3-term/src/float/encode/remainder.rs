//! Remainders. The quotient may have thousands of bits, so it is not computed: a power of two
//! modulo the divisor is, by repeated squaring.

use super::exponent::signed_width;
use super::{Encoder, Exact, Exponent, Unpacked};
use crate::{FloatFormat, TermId};

impl Encoder<'_> {
    /// C's `fmod`.
    pub(super) fn fmod(&mut self, format: FloatFormat, x: TermId, y: TermId) -> TermId {
        let (ux, uy) = (self.unpack(format, x), self.unpack(format, y));
        let distance = self.minus(ux.exponent, uy.exponent);
        let rest = self.scaled_modulo(ux.significand, distance, uy.significand);
        let small = self.is_below(distance, 0);
        self.exact_remainder(format, x, (ux, uy), small, (ux.negative, uy.exponent, rest))
    }

    /// `remainder` of IEEE 754.
    pub(super) fn remainder(&mut self, format: FloatFormat, x: TermId, y: TermId) -> TermId {
        let (ux, uy) = (self.unpack(format, x), self.unpack(format, y));
        let width = format.significand;
        // In units of half the last place of y, and modulo twice y, so that the last bit of the
        // quotient is known.
        let difference = self.minus(ux.exponent, uy.exponent);
        let distance = self.plus_const(difference, 1);
        let divisor = self.padded(uy.significand, 1);
        let modulus = self.padded(uy.significand, 2);
        let rest = self.scaled_modulo(ux.significand, distance, modulus);
        let (odd, rest) = self.restoring_step(rest, divisor);
        let half = self.terms.zero_extend(uy.significand, 1);
        let above = self.terms.bv_ult(half, rest);
        let tie = self.terms.eq(half, rest);
        let odd_tie = self.terms.and2(tie, odd);
        let up = self.terms.or2(above, odd_tie);
        let other = self.terms.bv_sub(divisor, rest);
        let nearest = self.terms.ite(up, other, rest);
        let nearest = self.terms.extract(nearest, width - 1, 0);
        let negative = self.terms.xor(ux.negative, up);
        let unit = self.plus_const(uy.exponent, -1);
        let small = self.is_below(distance, 0);
        self.exact_remainder(format, x, (ux, uy), small, (negative, unit, nearest))
    }

    /// The encoding of a remainder, given whether `x` is its own, and otherwise sign, exponent of
    /// the first bit, and bits.
    fn exact_remainder(
        &mut self,
        format: FloatFormat,
        x: TermId,
        (ux, uy): (Unpacked, Unpacked),
        small: TermId,
        (negative, exponent, bits): (TermId, Exponent, TermId),
    ) -> TermId {
        let zero = self.is_zero(bits);
        let (significand, zeros) = self.normalised(bits);
        let zeros = self.exponent_from(zeros, i64::from(format.fraction()));
        let number = Exact {
            negative,
            exponent: self.minus(exponent, zeros),
            significand,
        };
        let rounded = self.round(format, number);
        let nan = self.terms.or(&[ux.nan, uy.nan, ux.infinite, uy.zero]);
        let same = self.terms.or(&[ux.zero, uy.infinite, small]);
        let default = self.nan(format);
        let no = self.zero(format, ux.negative);
        self.choose(&[(nan, default), (same, x), (zero, no)], rounded)
    }

    /// `a * 2^by mod m`, for `by >= 0`. The highest bit of `m` is one; `a` is not longer than `m`.
    fn scaled_modulo(&mut self, a: TermId, by: Exponent, m: TermId) -> TermId {
        let width = self.terms.width(m);
        let bits = signed_width(0, by.max) - 1;
        let by = self.terms.resize(by.term, bits, true);
        // Powers of two below m need no reduction; there are width - 1 of them.
        let direct = (width - 1).ilog2().min(bits);
        let mut power = self.terms.bv_u64(1, width);
        if direct > 0 {
            let first = self.terms.extract(by, bits - 1, bits - direct);
            let first = self.terms.resize(first, width, false);
            power = self.terms.bv_shl(power, first);
        }
        for position in (0..bits - direct).rev() {
            power = self.product_modulo(power, power, m);
            let double = self.padded(power, 1);
            let (_, double) = self.restoring_step(double, m);
            let wanted = self.bit(by, position);
            power = self.terms.ite(wanted, double, power);
        }
        let a = self.terms.resize(a, width, false);
        self.product_modulo(power, a, m)
    }

    /// `a * b mod m`, for `a < m`.
    fn product_modulo(&mut self, a: TermId, b: TermId, m: TermId) -> TermId {
        let width = self.terms.width(m);
        let (wide_a, wide_b) = (
            self.terms.zero_extend(a, width),
            self.terms.zero_extend(b, width),
        );
        let product = self.terms.bv_mul(wide_a, wide_b);
        // a * b < m * 2^width, so that the high half is below m.
        let mut rest = self.terms.extract(product, 2 * width - 1, width);
        for i in (0..width).rev() {
            let bit = self.terms.extract(product, i, i);
            let grown = self.terms.concat(rest, bit);
            (_, rest) = self.restoring_step(grown, m);
        }
        rest
    }
}
