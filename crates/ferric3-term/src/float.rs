//! Floating-point formats (IEEE 754-2019, 3.4).

use crate::BitVecValue;

/// A binary interchange format: a sign bit, then the exponent, then the significand without its
/// leading bit.
///
/// The extended format of x87 stores its leading bit; in terms it does not, and has 79 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FloatFormat {
    /// Width of the exponent, at least 2.
    pub exponent: u32,
    /// Width of the significand with its leading bit, at least 2.
    pub significand: u32,
}

impl FloatFormat {
    /// binary32, C's `float`.
    pub const F32: FloatFormat = FloatFormat::new(8, 24);
    /// binary64, C's `double`.
    pub const F64: FloatFormat = FloatFormat::new(11, 53);
    /// The extended format of x87, C's `long double` on x86.
    pub const X87: FloatFormat = FloatFormat::new(15, 64);
    /// binary128, GNU C's `__float128`.
    pub const F128: FloatFormat = FloatFormat::new(15, 113);

    /// A format with the given widths of exponent and significand (with its leading bit).
    pub const fn new(exponent: u32, significand: u32) -> FloatFormat {
        FloatFormat {
            exponent,
            significand,
        }
    }

    /// Number of bits of an encoding.
    pub const fn width(self) -> u32 {
        self.exponent + self.significand
    }

    /// Number of bits of the significand that are stored.
    pub const fn fraction(self) -> u32 {
        self.significand - 1
    }

    /// The number that is subtracted from a stored exponent.
    pub const fn bias(self) -> u64 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The encoding of the default quiet NaN: sign 0, exponent all ones, only the first stored
    /// bit of the significand set.
    pub fn nan(self) -> BitVecValue {
        let bits = self.exponent + 1;
        let head = BitVecValue::ones(bits).zero_extend(1);
        head.concat(&BitVecValue::zero(self.significand - 2))
    }

    /// The encoding of positive infinity.
    pub fn infinity(self) -> BitVecValue {
        let head = BitVecValue::ones(self.exponent).zero_extend(1);
        head.concat(&BitVecValue::zero(self.fraction()))
    }
}

/// Directions of rounding (IEEE 754-2019, 4.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum RoundingMode {
    /// To nearest, ties to even.
    NearestEven,
    /// To nearest, ties away from zero.
    NearestAway,
    /// Towards positive infinity.
    Up,
    /// Towards negative infinity.
    Down,
    /// Towards zero.
    Zero,
}
