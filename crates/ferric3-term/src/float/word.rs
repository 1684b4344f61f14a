//! binary32 and binary64 in machine words, by the machine's own arithmetic, which is IEEE 754's
//! up to the bits of results that are not numbers.

use crate::{FloatFormat, FloatOp, RoundingMode};

macro_rules! arithmetic {
    ($name:ident, $float:ty, $bits:ty) => {
        /// The operation in one format, if the machine has it.
        #[inline]
        fn $name(op: FloatOp, args: &[u64; 3]) -> Option<u64> {
            // Encodings leave the high bits of a word alone.
            let x = <$float>::from_bits(args[0] as $bits);
            let y = <$float>::from_bits(args[1] as $bits);
            let z = <$float>::from_bits(args[2] as $bits);
            let result = match op {
                FloatOp::Add(_) => x + y,
                FloatOp::Sub(_) => x - y,
                FloatOp::Mul(_) => x * y,
                FloatOp::Div(_) => x / y,
                FloatOp::Fma(_) => x.mul_add(y, z),
                FloatOp::Sqrt(_) => x.sqrt(),
                FloatOp::Fmod(_) => x % y,
                FloatOp::RoundToIntegral(_, mode) => match mode {
                    RoundingMode::NearestEven => x.round_ties_even(),
                    RoundingMode::NearestAway => x.round(),
                    RoundingMode::Up => x.ceil(),
                    RoundingMode::Down => x.floor(),
                    RoundingMode::Zero => x.trunc(),
                },
                FloatOp::Eq(_) => return Some((x == y).into()),
                FloatOp::Lt(_) => return Some((x < y).into()),
                FloatOp::Le(_) => return Some((x <= y).into()),
                FloatOp::ToSigned { width, .. } => {
                    return Some(to_signed(x.trunc().into(), width));
                }
                FloatOp::ToUnsigned { width, .. } => {
                    return Some(to_unsigned(x.trunc().into(), width));
                }
                _ => return None,
            };
            Some(canonical(result.into(), u64::from(result.to_bits()), op))
        }
    };
}

arithmetic!(binary32, f32, u32);
arithmetic!(binary64, f64, u64);

/// A floating-point operation on words, if all formats are binary32 or binary64, integers have at
/// most 64 bits, and the machine has the operation. `width` is that of the first argument; a Bool
/// is 0 or 1.
#[inline]
pub fn float_on_words(op: FloatOp, args: &[u64; 3], width: u32) -> Option<u64> {
    const F32: FloatFormat = FloatFormat::F32;
    const F64: FloatFormat = FloatFormat::F64;
    match op {
        FloatOp::ToSigned { width, .. } | FloatOp::ToUnsigned { width, .. } if width > 64 => None,
        FloatOp::Convert { from: F32, to: F64 } => {
            let x = f64::from(f32::from_bits(args[0] as u32));
            Some(canonical(x, x.to_bits(), op))
        }
        FloatOp::Convert { from: F64, to: F32 } => {
            let x = f64::from_bits(args[0]) as f32;
            Some(canonical(x.into(), x.to_bits().into(), op))
        }
        FloatOp::FromSigned(F32) => Some(u64::from((signed(args[0], width)? as f32).to_bits())),
        FloatOp::FromSigned(F64) => Some((signed(args[0], width)? as f64).to_bits()),
        FloatOp::FromUnsigned(F32) if width <= 64 => Some(u64::from((args[0] as f32).to_bits())),
        FloatOp::FromUnsigned(F64) if width <= 64 => Some((args[0] as f64).to_bits()),
        _ => match op.argument_format() {
            Some(F32) => binary32(op, args),
            Some(F64) => binary64(op, args),
            _ => None,
        },
    }
}

/// `bits`, which encode `x`, or the default encoding if `x` is not a number.
#[inline]
fn canonical(x: f64, bits: u64, op: FloatOp) -> u64 {
    if !x.is_nan() {
        bits
    } else if op.result_width() == Some(32) {
        0x7fc0_0000
    } else {
        0x7ff8_0000_0000_0000
    }
}

/// The lowest `width` bits as a signed number.
#[inline]
fn signed(word: u64, width: u32) -> Option<i64> {
    let unused = 64u32.checked_sub(width)?;
    Some((word << unused).cast_signed() >> unused)
}

/// An integral number in `width` bits.
#[inline]
fn to_signed(x: f64, width: u32) -> u64 {
    let bound = (1u64 << (width - 1)) as f64;
    if -bound <= x && x < bound {
        (x as i64).cast_unsigned() & mask(width)
    } else {
        1 << (width - 1)
    }
}

/// An integral number in `width` bits.
#[inline]
fn to_unsigned(x: f64, width: u32) -> u64 {
    let bound = 2.0 * (1u64 << (width - 1)) as f64;
    if 0.0 <= x && x < bound {
        x as u64
    } else {
        1 << (width - 1)
    }
}

/// The lowest `width` bits.
#[inline]
fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}
