//! The simplifying constructors of floating-point terms.

use crate::{BitVecValue, FloatFormat, FloatOp, Op, RoundingMode, TermId, Terms};

macro_rules! in_format {
    ($($(#[$doc:meta])* $name:ident($($arg:ident),*) => $op:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name(&mut self, format: FloatFormat, $($arg: TermId),*) -> TermId {
            self.simplified(Op::Float(FloatOp::$op(format)), &[$($arg),*])
        }
    )*};
}

/// Operations on floating-point numbers: see [`FloatOp`] for their meaning.
impl Terms {
    in_format! {
        /// `a + b`.
        fp_add(a, b) => Add;
        /// `a - b`.
        fp_sub(a, b) => Sub;
        /// `a * b`.
        fp_mul(a, b) => Mul;
        /// `a / b`.
        fp_div(a, b) => Div;
        /// `a * b + c`, rounded once.
        fp_fma(a, b, c) => Fma;
        /// The square root.
        fp_sqrt(a) => Sqrt;
        /// The remainder of IEEE 754.
        fp_remainder(a, b) => Remainder;
        /// C's `fmod`.
        fp_fmod(a, b) => Fmod;
        /// `a == b`.
        fp_eq(a, b) => Eq;
        /// `a < b`.
        fp_lt(a, b) => Lt;
        /// `a <= b`.
        fp_le(a, b) => Le;
        /// A signed integer as a number.
        fp_from_signed(a) => FromSigned;
        /// An unsigned integer as a number.
        fp_from_unsigned(a) => FromUnsigned;
    }

    /// Rounded to an integral number.
    pub fn fp_round(&mut self, format: FloatFormat, mode: RoundingMode, a: TermId) -> TermId {
        self.simplified(Op::Float(FloatOp::RoundToIntegral(format, mode)), &[a])
    }

    /// A number of one format in another.
    pub fn fp_convert(&mut self, from: FloatFormat, to: FloatFormat, a: TermId) -> TermId {
        self.simplified(Op::Float(FloatOp::Convert { from, to }), &[a])
    }

    /// Rounded towards zero, as a signed integer.
    pub fn fp_to_signed(&mut self, from: FloatFormat, width: u32, a: TermId) -> TermId {
        self.simplified(Op::Float(FloatOp::ToSigned { from, width }), &[a])
    }

    /// Rounded towards zero, as an unsigned integer.
    pub fn fp_to_unsigned(&mut self, from: FloatFormat, width: u32, a: TermId) -> TermId {
        self.simplified(Op::Float(FloatOp::ToUnsigned { from, width }), &[a])
    }

    /// `-a`: the sign bit flipped, also that of a NaN.
    pub fn fp_neg(&mut self, format: FloatFormat, a: TermId) -> TermId {
        let sign = self.bv(BitVecValue::signed_min(format.width()));
        self.bv_xor(a, sign)
    }

    /// `|a|`: the sign bit cleared.
    pub fn fp_abs(&mut self, format: FloatFormat, a: TermId) -> TermId {
        let magnitude = self.extract(a, format.width() - 2, 0);
        self.zero_extend(magnitude, 1)
    }

    /// Is `a` not a number?
    pub fn fp_is_nan(&mut self, format: FloatFormat, a: TermId) -> TermId {
        let (magnitude, infinity) = self.fp_magnitude_and_infinity(format, a);
        self.bv_ult(infinity, magnitude)
    }

    /// Is `a` an infinity?
    pub fn fp_is_infinite(&mut self, format: FloatFormat, a: TermId) -> TermId {
        let (magnitude, infinity) = self.fp_magnitude_and_infinity(format, a);
        self.eq(magnitude, infinity)
    }

    /// Is `a` a zero of either sign?
    pub fn fp_is_zero(&mut self, format: FloatFormat, a: TermId) -> TermId {
        let magnitude = self.extract(a, format.width() - 2, 0);
        let zero = self.bv_u64(0, format.width() - 1);
        self.eq(magnitude, zero)
    }

    /// Is the sign bit of `a` set?
    pub fn fp_is_negative(&mut self, format: FloatFormat, a: TermId) -> TermId {
        let top = format.width() - 1;
        let sign = self.extract(a, top, top);
        self.bv_to_bool(sign)
    }

    /// All bits of `a` but the sign, and of infinity.
    fn fp_magnitude_and_infinity(&mut self, format: FloatFormat, a: TermId) -> (TermId, TermId) {
        let top = format.width() - 2;
        let infinity = self.bv(format.infinity().extract(top, 0));
        (self.extract(a, top, 0), infinity)
    }
}
