//! Products and sums, rounded once.

use super::{Encoder, Exact};
use crate::{FloatFormat, TermId};

impl Encoder<'_> {
    pub(super) fn fma(&mut self, format: FloatFormat, x: TermId, y: TermId, z: TermId) -> TermId {
        let (ux, uy, uz) = (
            self.unpack(format, x),
            self.unpack(format, y),
            self.unpack(format, z),
        );
        let product = self.product(ux, uy);
        let product_zero = self.terms.or2(ux.zero, uy.zero);
        let addend = Exact {
            negative: uz.negative,
            exponent: uz.exponent,
            significand: self.padded(uz.significand, format.significand),
        };
        let opposite = self.terms.xor(product.negative, addend.negative);
        let (sum, cancelled) = self.exact_sum(product, addend, opposite, uz.zero);
        let rounded = self.round(format, sum);
        let nan = self.product_is_nan(ux, uy);
        let infinite = self.terms.or2(ux.infinite, uy.infinite);
        let undefined = self.terms.and(&[infinite, uz.infinite, opposite]);
        let nan = self.terms.or(&[nan, uz.nan, undefined]);
        let default = self.nan(format);
        let infinity = self.infinity(format, product.negative);
        let both_negative = self.terms.and2(product.negative, uz.negative);
        let no = self.zero(format, both_negative);
        let both_zero = self.terms.and2(product_zero, uz.zero);
        let plus = self.terms.ff();
        let no_sum = self.zero(format, plus);
        self.choose(
            &[
                (nan, default),
                (infinite, infinity),
                (uz.infinite, z),
                (both_zero, no),
                (product_zero, z),
                (cancelled, no_sum),
            ],
            rounded,
        )
    }

    /// The sum of two numbers with significands of one length, and whether it is zero. The second
    /// number may be zero, which must be said: its exponent says nothing then.
    fn exact_sum(
        &mut self,
        x: Exact,
        y: Exact,
        opposite: TermId,
        y_zero: TermId,
    ) -> (Exact, TermId) {
        let width = self.terms.width(x.significand);
        let difference = self.minus(x.exponent, y.exponent);
        let lower = self.is_below(difference, 0);
        let higher = self.is_below(difference, 1);
        let higher = self.terms.not(higher);
        let smaller = self.terms.bv_ult(x.significand, y.significand);
        let not_higher = self.terms.not(higher);
        let smaller = self.terms.and2(not_higher, smaller);
        let swap = self.terms.or2(lower, smaller);
        let y_counts = self.terms.not(y_zero);
        let swap = self.terms.and2(swap, y_counts);
        let exponent = self.ite_exponent(swap, y.exponent, x.exponent);
        let a = self.terms.ite(swap, y.significand, x.significand);
        let b = self.terms.ite(swap, x.significand, y.significand);
        let negative = self.terms.ite(swap, y.negative, x.negative);
        let reverse = self.minus(y.exponent, x.exponent);
        let distance = self.ite_exponent(swap, reverse, difference);
        // Guard, round and sticky bit below, room for a carry above.
        let a = self.padded(a, 3);
        let a = self.terms.zero_extend(a, 1);
        let b = self.padded(b, 3);
        let b = self.shifted_sticky(b, distance.term);
        let b = self.terms.zero_extend(b, 1);
        let sum = self.sum_or_difference(opposite, a, b);
        let cancelled = self.is_zero(sum);
        let (significand, zeros) = self.normalised(sum);
        let zeros = self.exponent_from(zeros, i64::from(width) + 3);
        let above = self.plus_const(exponent, 1);
        let exponent = self.minus(above, zeros);
        let sum = Exact {
            negative,
            exponent,
            significand,
        };
        (sum, cancelled)
    }
}
