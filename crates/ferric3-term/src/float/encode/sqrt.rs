//! Square roots, digit by digit.

use super::{Encoder, Exact, Exponent};
use crate::{FloatFormat, TermId};

impl Encoder<'_> {
    pub(super) fn square_root(&mut self, format: FloatFormat, x: TermId) -> TermId {
        let u = self.unpack(format, x);
        // An even exponent, and a significand between 1 and 4.
        let odd = self.bit(u.exponent.term, 0);
        let even = self.terms.zero_extend(u.significand, 1);
        let doubled = self.padded(u.significand, 1);
        let radicand = self.terms.ite(odd, doubled, even);
        let (root, rest) = self.root_digits(radicand, format.significand + 1);
        let inexact = self.terms.bv_to_bool(rest);
        let exponent = {
            let width = self.terms.width(u.exponent.term);
            Exponent {
                term: self.terms.extract(u.exponent.term, width - 1, 1),
                min: u.exponent.min.div_euclid(2),
                max: u.exponent.max.div_euclid(2),
            }
        };
        let root = Exact {
            negative: self.terms.ff(),
            exponent,
            significand: self.with_bit(root, inexact),
        };
        let rounded = self.round(format, root);
        let not_zero = self.terms.not(u.zero);
        let below = self.terms.and2(u.negative, not_zero);
        let nan = self.terms.or2(u.nan, below);
        let default = self.nan(format);
        let same = self.terms.or2(u.zero, u.infinite);
        self.choose(&[(nan, default), (same, x)], rounded)
    }

    /// The first `count` binary digits of the root of a number whose point is behind its second
    /// bit, and the rest. The highest two bits are not both zero.
    fn root_digits(&mut self, radicand: TermId, count: u32) -> (TermId, TermId) {
        // A rest is at most twice the root before it, so that two bits more than the digits
        // suffice once two new bits of the radicand have come.
        let width = count + 2;
        let length = self.terms.width(radicand);
        let mut root = self.terms.bv_u64(0, width);
        let mut rest = self.terms.bv_u64(0, width);
        for i in 0..count {
            let bit = |encoder: &mut Self, place: u32| match length.checked_sub(place + 1) {
                Some(index) => encoder.terms.extract(radicand, index, index),
                None => encoder.terms.bv_u64(0, 1),
            };
            let (high, low) = (bit(self, 2 * i), bit(self, 2 * i + 1));
            let next = self.terms.concat(high, low);
            let kept = self.terms.extract(rest, width - 3, 0);
            let grown = self.terms.concat(kept, next);
            let kept = self.terms.extract(root, width - 3, 0);
            let one = self.terms.bv_u64(1, 2);
            let trial = self.terms.concat(kept, one);
            let digit = self.terms.bv_ule(trial, grown);
            let less = self.terms.bv_sub(grown, trial);
            rest = self.terms.ite(digit, less, grown);
            let kept = self.terms.extract(root, width - 2, 0);
            root = self.with_bit(kept, digit);
        }
        (self.terms.extract(root, count - 1, 0), rest)
    }
}
