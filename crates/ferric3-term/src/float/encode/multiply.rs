//! Products.

use super::{Encoder, Exact, Exponent, Unpacked};
use crate::{FloatFormat, TermId};

impl Encoder<'_> {
    pub(super) fn multiply(&mut self, format: FloatFormat, x: TermId, y: TermId) -> TermId {
        let (x, y) = (self.unpack(format, x), self.unpack(format, y));
        let product = self.product(x, y);
        let rounded = self.round(format, product);
        let nan = self.product_is_nan(x, y);
        let infinite = self.terms.or2(x.infinite, y.infinite);
        let zero = self.terms.or2(x.zero, y.zero);
        let default = self.nan(format);
        let infinity = self.infinity(format, product.negative);
        let no = self.zero(format, product.negative);
        self.choose(&[(nan, default), (infinite, infinity), (zero, no)], rounded)
    }

    /// Is the product not a number?
    pub(super) fn product_is_nan(&mut self, x: Unpacked, y: Unpacked) -> TermId {
        let first = self.terms.and2(x.infinite, y.zero);
        let second = self.terms.and2(x.zero, y.infinite);
        self.terms.or(&[x.nan, y.nan, first, second])
    }

    /// The product of two numbers, with twice the bits.
    pub(super) fn product(&mut self, x: Unpacked, y: Unpacked) -> Exact {
        let precision = self.terms.width(x.significand);
        let a = self.terms.zero_extend(x.significand, precision);
        let b = self.terms.zero_extend(y.significand, precision);
        let product = self.terms.bv_mul(a, b);
        let sum = self.plus(x.exponent, y.exponent);
        let (significand, exponent) = self.leading_in_two(product, sum);
        Exact {
            negative: self.terms.xor(x.negative, y.negative),
            exponent,
            significand,
        }
    }

    /// A number whose leading one is its first or second bit, of which the second has the place
    /// of the exponent.
    pub(super) fn leading_in_two(
        &mut self,
        bits: TermId,
        exponent: Exponent,
    ) -> (TermId, Exponent) {
        let first = self.top(bits);
        let low = self.terms.extract(bits, self.terms.width(bits) - 2, 0);
        let shifted = self.padded(low, 1);
        let bits = self.terms.ite(first, bits, shifted);
        (bits, self.plus_if(exponent, first))
    }
}
