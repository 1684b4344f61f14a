//! Conversions between formats, and between numbers and integers.

use super::{Encoder, Exact};
use crate::{BitVecValue, FloatFormat, TermId};

impl Encoder<'_> {
    pub(super) fn convert(&mut self, from: FloatFormat, to: FloatFormat, x: TermId) -> TermId {
        let u = self.unpack(from, x);
        let number = Exact {
            negative: u.negative,
            exponent: u.exponent,
            significand: u.significand,
        };
        let rounded = self.round(to, number);
        let default = self.nan(to);
        let infinity = self.infinity(to, u.negative);
        let no = self.zero(to, u.negative);
        let cases = [(u.nan, default), (u.infinite, infinity), (u.zero, no)];
        self.choose(&cases, rounded)
    }

    /// An integer as a number.
    pub(super) fn integer_to_number(&mut self, to: FloatFormat, x: TermId, signed: bool) -> TermId {
        let width = self.terms.width(x);
        let negative = if signed { self.top(x) } else { self.terms.ff() };
        let minus = self.terms.bv_neg(x);
        let magnitude = self.terms.ite(negative, minus, x);
        let (significand, zeros) = self.normalised(magnitude);
        let last = i64::from(width) - 1;
        let zeros = self.exponent_from(zeros, last);
        let first = self.exponent(last);
        let exponent = self.minus(first, zeros);
        let number = Exact {
            negative,
            exponent,
            significand,
        };
        let rounded = self.round(to, number);
        let zero = self.is_zero(x);
        let no = self.terms.bv(BitVecValue::zero(to.width()));
        self.terms.ite(zero, no, rounded)
    }

    /// A number towards zero, as an integer; a one and zeros if it does not fit.
    pub(super) fn number_to_integer(
        &mut self,
        from: FloatFormat,
        width: u32,
        x: TermId,
        signed: bool,
    ) -> TermId {
        let fields = self.fields(from, x);
        let exponent = {
            let stored = self.exponent_from(fields.exponent, 2 * from.largest() + 1);
            self.plus_const(stored, -from.largest())
        };
        // The leading bit at the top of a register that holds both, shifted down to its place.
        // What has no leading bit is below 1.
        let register = width.max(from.significand);
        let one = self.terms.bv_u64(1, 1);
        let significand = self.terms.concat(one, fields.fraction);
        let significand = self.padded(significand, register - from.significand);
        let distance = {
            let first = self.exponent(i64::from(register) - 1);
            self.minus(first, exponent)
        };
        let distance = self.terms.resize(distance.term, register, true);
        let magnitude = self.terms.bv_lshr(significand, distance);
        let magnitude = self.terms.extract(magnitude, width - 1, 0);
        let minus = self.terms.bv_neg(magnitude);
        let integer = self.terms.ite(fields.negative, minus, magnitude);
        let least = self.terms.bv(BitVecValue::signed_min(width));
        let zero = self.terms.bv(BitVecValue::zero(width));
        let below_one = self.is_below(exponent, 0);
        // The least signed integer does fit, and is what does not fit gives.
        let bits = i64::from(width) - i64::from(signed);
        let fits = self.is_below(exponent, bits);
        let unfit = self.terms.not(fits);
        let wrong_sign = if signed {
            self.terms.ff()
        } else {
            fields.negative
        };
        let special = {
            let last = BitVecValue::ones(from.exponent);
            let last = self.terms.bv(last);
            self.terms.eq(fields.exponent, last)
        };
        let unfit = self.terms.or2(unfit, wrong_sign);
        self.choose(
            &[(special, least), (below_one, zero), (unfit, least)],
            integer,
        )
    }
}
