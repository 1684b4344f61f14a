//! Quotients, by restoring division.

use super::{Encoder, Exact};
use crate::{FloatFormat, TermId};

impl Encoder<'_> {
    pub(super) fn divide(&mut self, format: FloatFormat, x: TermId, y: TermId) -> TermId {
        let (x, y) = (self.unpack(format, x), self.unpack(format, y));
        let negative = self.terms.xor(x.negative, y.negative);
        let (quotient, rest) = self.digits(x.significand, y.significand, format.significand + 2);
        // Between 1/2 and 2, so that the first digit or the second is one.
        let inexact = self.terms.bv_to_bool(rest);
        let bits = self.with_bit(quotient, inexact);
        let difference = self.minus(x.exponent, y.exponent);
        let below = self.plus_const(difference, -1);
        let (significand, exponent) = self.leading_in_two(bits, below);
        let quotient = Exact {
            negative,
            exponent,
            significand,
        };
        let rounded = self.round(format, quotient);
        let infinities = self.terms.and2(x.infinite, y.infinite);
        let zeros = self.terms.and2(x.zero, y.zero);
        let nan = self.terms.or(&[x.nan, y.nan, infinities, zeros]);
        let infinite = self.terms.or2(x.infinite, y.zero);
        let zero = self.terms.or2(x.zero, y.infinite);
        let default = self.nan(format);
        let infinity = self.infinity(format, negative);
        let no = self.zero(format, negative);
        self.choose(&[(nan, default), (infinite, infinity), (zero, no)], rounded)
    }

    /// The first `count` binary digits of `a / b`, the point behind the first of them, and the
    /// rest. Requires `a < 2b`.
    fn digits(&mut self, a: TermId, b: TermId, count: u32) -> (TermId, TermId) {
        let mut rest = self.terms.zero_extend(a, 1);
        let mut digits: Option<TermId> = None;
        for i in 0..count {
            if i > 0 {
                rest = self.padded(rest, 1);
            }
            let digit;
            (digit, rest) = self.restoring_step(rest, b);
            let bit = self.terms.bool_to_bv(digit, 1);
            digits = Some(digits.map_or(bit, |digits| self.terms.concat(digits, bit)));
        }
        (digits.expect("there is a digit"), rest)
    }

    /// Whether `b <= a`, and `a - b` if so, else `a`. Requires `a < 2b`; `a` has one bit more than
    /// `b` and the result.
    pub(super) fn restoring_step(&mut self, a: TermId, b: TermId) -> (TermId, TermId) {
        let width = self.terms.width(b);
        let wide_a = self.terms.zero_extend(a, 1);
        let wide_b = self.terms.zero_extend(b, 2);
        let difference = self.terms.bv_sub(wide_a, wide_b);
        let below = self.top(difference);
        let difference = self.terms.extract(difference, width - 1, 0);
        let unchanged = self.terms.extract(a, width - 1, 0);
        let rest = self.terms.ite(below, unchanged, difference);
        (self.terms.not(below), rest)
    }
}
