//! Encodings taken apart.

use super::{Encoder, Exponent};
use crate::{FloatFormat, TermId};

/// The parts of a number. Exponent and significand count only if it is finite and not zero; then
/// the highest bit of the significand is one, and its place is that of the exponent.
#[derive(Clone, Copy)]
pub(super) struct Unpacked {
    pub(super) negative: TermId,
    pub(super) nan: TermId,
    pub(super) infinite: TermId,
    pub(super) zero: TermId,
    pub(super) exponent: Exponent,
    pub(super) significand: TermId,
}

/// The fields of an encoding.
#[derive(Clone, Copy)]
pub(super) struct Fields {
    pub(super) negative: TermId,
    pub(super) exponent: TermId,
    pub(super) fraction: TermId,
    /// Exponent and fraction together.
    pub(super) magnitude: TermId,
}

impl Encoder<'_> {
    pub(super) fn fields(&mut self, format: FloatFormat, x: TermId) -> Fields {
        let (width, fraction) = (format.width(), format.fraction());
        Fields {
            negative: self.top(x),
            exponent: self.terms.extract(x, width - 2, fraction),
            fraction: self.terms.extract(x, fraction - 1, 0),
            magnitude: self.terms.extract(x, width - 2, 0),
        }
    }

    pub(super) fn unpack(&mut self, format: FloatFormat, x: TermId) -> Unpacked {
        let fields = self.fields(format, x);
        let no_exponent = self.is_zero(fields.exponent);
        let (normal_fraction, zeros) = self.normalised(fields.fraction);
        let subnormal = self.padded(normal_fraction, 1);
        let one = self.terms.bv_u64(1, 1);
        let normal = self.terms.concat(one, fields.fraction);
        let subnormal_exponent = {
            let zeros = self.exponent_from(zeros, i64::from(format.fraction()) - 1);
            let first = self.exponent(format.least() - 1);
            self.minus(first, zeros)
        };
        let normal_exponent = {
            let stored = self.exponent_from(fields.exponent, 2 * format.largest());
            self.plus_const(stored, -format.largest())
        };
        let exponent = self.ite_exponent(no_exponent, subnormal_exponent, normal_exponent);
        Unpacked {
            negative: fields.negative,
            nan: self.terms.fp_is_nan(format, x),
            infinite: self.terms.fp_is_infinite(format, x),
            zero: self.terms.fp_is_zero(format, x),
            exponent: Exponent {
                min: format.least_subnormal(),
                max: format.largest(),
                ..exponent
            },
            significand: self.terms.ite(no_exponent, subnormal, normal),
        }
    }
}
