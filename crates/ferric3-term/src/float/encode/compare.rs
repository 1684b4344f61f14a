//! Comparisons, on the encodings.

use super::Encoder;
use crate::{FloatFormat, TermId};

impl Encoder<'_> {
    /// Are both numbers?
    fn comparable(&mut self, format: FloatFormat, x: TermId, y: TermId) -> TermId {
        let (x_nan, y_nan) = (
            self.terms.fp_is_nan(format, x),
            self.terms.fp_is_nan(format, y),
        );
        let nan = self.terms.or2(x_nan, y_nan);
        self.terms.not(nan)
    }

    /// `x == y`.
    pub(super) fn equal(&mut self, format: FloatFormat, x: TermId, y: TermId) -> TermId {
        let comparable = self.comparable(format, x, y);
        let same = self.terms.eq(x, y);
        let zeros = self.zeros(format, x, y);
        let equal = self.terms.or2(same, zeros);
        self.terms.and2(comparable, equal)
    }

    /// `x < y`, or `x <= y` if `or_equal`.
    pub(super) fn less(
        &mut self,
        format: FloatFormat,
        x: TermId,
        y: TermId,
        or_equal: bool,
    ) -> TermId {
        let comparable = self.comparable(format, x, y);
        let (fx, fy) = (self.fields(format, x), self.fields(format, y));
        let zeros = self.zeros(format, x, y);
        let not_zeros = self.terms.not(zeros);
        // One comparison of magnitudes, exchanged if both are negative.
        let both_positive = self.magnitude_less(fx.magnitude, fy.magnitude, or_equal);
        let both_negative = self.magnitude_less(fy.magnitude, fx.magnitude, or_equal);
        let same_sign = self.terms.ite(fx.negative, both_negative, both_positive);
        let opposite = self.terms.xor(fx.negative, fy.negative);
        let otherwise = if or_equal {
            self.terms.or2(fx.negative, zeros)
        } else {
            self.terms.and2(fx.negative, not_zeros)
        };
        let less = self.terms.ite(opposite, otherwise, same_sign);
        self.terms.and2(comparable, less)
    }

    fn magnitude_less(&mut self, a: TermId, b: TermId, or_equal: bool) -> TermId {
        if or_equal {
            self.terms.bv_ule(a, b)
        } else {
            self.terms.bv_ult(a, b)
        }
    }

    fn zeros(&mut self, format: FloatFormat, x: TermId, y: TermId) -> TermId {
        let x = self.terms.fp_is_zero(format, x);
        let y = self.terms.fp_is_zero(format, y);
        self.terms.and2(x, y)
    }
}
