//! Rounding to integral numbers, on the encodings.

use super::Encoder;
use crate::float::soft::{Finite, Number};
use crate::{BitVecValue, FloatFormat, RoundingMode, TermId};

impl Encoder<'_> {
    pub(super) fn round_to_integral(
        &mut self,
        format: FloatFormat,
        mode: RoundingMode,
        x: TermId,
    ) -> TermId {
        let width = format.width() - 1;
        let fields = self.fields(format, x);
        let exponent = {
            let stored = self.exponent_from(fields.exponent, 2 * format.largest() + 1);
            self.plus_const(stored, -format.largest())
        };
        // From 1 on: the last bit before the point, the first one behind it, and the others. The
        // last bit before the point of a number below 2 is hidden; in its place the exponent has
        // its last bit, which is one, too.
        let last_place = i64::from(format.fraction());
        let place = {
            let last = self.exponent(last_place - 1);
            self.minus(last, exponent)
        };
        let place = self.terms.resize(place.term, width, true);
        let one = self.terms.bv(BitVecValue::one(width));
        let half_mask = self.terms.bv_shl(one, place);
        let unit = self.terms.bv_shl(half_mask, one);
        let below_mask = self.terms.bv_sub(half_mask, one);
        let half = self.meets(fields.magnitude, half_mask);
        let below = self.meets(fields.magnitude, below_mask);
        let odd = self.meets(fields.magnitude, unit);
        let up = self.is_up(mode, fields.negative, odd, half, below);
        let fraction_mask = self.terms.bv_or(half_mask, below_mask);
        let whole_mask = self.terms.bv_not(fraction_mask);
        let whole = self.terms.bv_and(fields.magnitude, whole_mask);
        let zero = self.terms.bv(BitVecValue::zero(width));
        let more = self.terms.ite(up, unit, zero);
        let large = self.terms.bv_add(whole, more);
        // Below 1: zero or one.
        let one_half = Number::Finite(Finite::exact(false, 1u32.into(), -1)).encode(format);
        let one_half = self.terms.bv(one_half.extract(width - 1, 0));
        let below_half = self.terms.bv_ult(fields.magnitude, one_half);
        let half = self.terms.not(below_half);
        let exactly_half = self.terms.eq(fields.magnitude, one_half);
        let no = self.terms.fp_is_zero(format, x);
        let rest = self.terms.or2(no, exactly_half);
        let rest = self.terms.not(rest);
        let even = self.terms.ff();
        let up = self.is_up(mode, fields.negative, even, half, rest);
        let bias = BitVecValue::from_u64(format.bias(), format.exponent);
        let one = bias.concat(&BitVecValue::zero(format.fraction()));
        let one = self.terms.bv(one);
        let small = self.terms.ite(up, one, zero);
        let is_small = self.is_below(exponent, 0);
        let has_fraction = self.is_below(exponent, last_place);
        let magnitude = self.choose(
            &[(is_small, small), (has_fraction, large)],
            fields.magnitude,
        );
        let result = self.with_sign(fields.negative, magnitude);
        let nan = self.terms.fp_is_nan(format, x);
        let default = self.nan(format);
        self.terms.ite(nan, default, result)
    }

    /// Have `a` and `mask` a bit in common?
    fn meets(&mut self, a: TermId, mask: TermId) -> TermId {
        let common = self.terms.bv_and(a, mask);
        self.terms.bv_to_bool(common)
    }

    /// Is the magnitude rounded up, given the last bit before the point, the first one behind it,
    /// and whether one of the others is set?
    fn is_up(
        &mut self,
        mode: RoundingMode,
        negative: TermId,
        odd: TermId,
        half: TermId,
        below: TermId,
    ) -> TermId {
        let fraction = self.terms.or2(half, below);
        match mode {
            RoundingMode::NearestEven => {
                let uneven = self.terms.or2(odd, below);
                self.terms.and2(half, uneven)
            }
            RoundingMode::NearestAway => half,
            RoundingMode::Up => {
                let positive = self.terms.not(negative);
                self.terms.and2(positive, fraction)
            }
            RoundingMode::Down => self.terms.and2(negative, fraction),
            RoundingMode::Zero => self.terms.ff(),
        }
    }
}
