//! Floating-point numbers: formats (IEEE 754-2019, 3.4), their operations on values, their text.
//!
//! Numbers are encodings in bit-vectors. [`soft`] computes exactly on integers of any size and
//! rounds once, in any format; [`word`] hands binary32 and binary64 to the machine, because the
//! interpreter needs speed; tests hold one against the other.

mod build;
mod encode;
mod facts;
mod parse;
mod shown;
pub(crate) mod soft;
mod word;

pub use encode::FloatExpansion;
pub use soft::soft_float;
pub use word::float_on_words;

use num_bigint::BigUint;

use crate::{BitVecValue, FloatOp, Value};

/// The value of a floating-point operation on the values of its arguments.
pub(crate) fn apply_float(op: FloatOp, args: &[Value]) -> Value {
    let mut words = [0; 3];
    let in_words = args.iter().zip(&mut words).all(|(arg, word)| {
        let arg = arg.as_bv();
        *word = arg.to_u64().unwrap_or(0);
        arg.width() <= 64
    });
    if in_words && let Some(word) = float_on_words(op, &words, args[0].as_bv().width()) {
        return match op.result_width() {
            None => Value::Bool(word != 0),
            Some(width) => BitVecValue::from_u64(word, width).into(),
        };
    }
    let args: Vec<BitVecValue> = args.iter().map(|arg| arg.as_bv().clone()).collect();
    soft_float(op, &args)
}

impl FloatOp {
    /// The number of bits of the result; `None` for a Bool.
    pub fn result_width(self) -> Option<u32> {
        match self {
            FloatOp::ToSigned { width, .. } | FloatOp::ToUnsigned { width, .. } => Some(width),
            _ => self.result_format().map(FloatFormat::width),
        }
    }

    /// The format of the result; `None` for an integer or a Bool.
    pub fn result_format(self) -> Option<FloatFormat> {
        match self {
            FloatOp::Add(f)
            | FloatOp::Sub(f)
            | FloatOp::Mul(f)
            | FloatOp::Div(f)
            | FloatOp::Fma(f)
            | FloatOp::Sqrt(f)
            | FloatOp::Remainder(f)
            | FloatOp::Fmod(f)
            | FloatOp::RoundToIntegral(f, _)
            | FloatOp::FromSigned(f)
            | FloatOp::FromUnsigned(f)
            | FloatOp::Convert { to: f, .. } => Some(f),
            FloatOp::ToSigned { .. }
            | FloatOp::ToUnsigned { .. }
            | FloatOp::Eq(_)
            | FloatOp::Lt(_)
            | FloatOp::Le(_) => None,
        }
    }

    /// The format of the arguments; `None` for integers.
    pub fn argument_format(self) -> Option<FloatFormat> {
        match self {
            FloatOp::Add(f)
            | FloatOp::Sub(f)
            | FloatOp::Mul(f)
            | FloatOp::Div(f)
            | FloatOp::Fma(f)
            | FloatOp::Sqrt(f)
            | FloatOp::Remainder(f)
            | FloatOp::Fmod(f)
            | FloatOp::RoundToIntegral(f, _)
            | FloatOp::Eq(f)
            | FloatOp::Lt(f)
            | FloatOp::Le(f)
            | FloatOp::Convert { from: f, .. }
            | FloatOp::ToSigned { from: f, .. }
            | FloatOp::ToUnsigned { from: f, .. } => Some(f),
            FloatOp::FromSigned(_) | FloatOp::FromUnsigned(_) => None,
        }
    }
}

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

    /// A short name: `f32`, `f64`, `f80` (x87), `f128`, or the two widths.
    pub fn name(self) -> String {
        match self {
            FloatFormat::F32 => "f32".into(),
            FloatFormat::F64 => "f64".into(),
            FloatFormat::X87 => "f80".into(),
            FloatFormat::F128 => "f128".into(),
            _ => format!("f_{}_{}", self.exponent, self.significand),
        }
    }

    /// Does `other` have all numbers of this format?
    pub(crate) fn is_within(self, other: FloatFormat) -> bool {
        self.significand <= other.significand && self.exponent <= other.exponent
    }

    /// The encoding of the default quiet NaN: sign 0, exponent all ones, only the first stored
    /// bit of the significand set.
    pub fn nan(self) -> BitVecValue {
        let head = (BigUint::from(1u32) << (self.exponent + 1)) - 1u32;
        BitVecValue::from_biguint(head << (self.significand - 2), self.width())
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
