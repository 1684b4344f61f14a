//! Between numbers and integers.

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::Zero;

use super::{Finite, Number};
use crate::{BitVecValue, RoundingMode};

/// The integer as a number.
pub(super) fn from_integer(value: &BigInt) -> Number {
    let negative = value.sign() == Sign::Minus;
    Number::Finite(Finite::exact(negative, value.magnitude().clone(), 0))
}

/// The number rounded to an integral one, with its sign.
pub(super) fn round_to_integral(x: Number, mode: RoundingMode) -> Number {
    match x {
        Number::Finite(x) if x.exponent < 0 => {
            Number::Finite(Finite::exact(x.negative, x.rounded_at(0, mode), 0))
        }
        other => other,
    }
}

/// The number rounded towards zero, in `width` bits; a one and zeros if it does not fit.
pub(super) fn to_integer(x: &Number, width: u32, signed: bool) -> BitVecValue {
    let fitting = match x {
        Number::Finite(x) => integer_if_fitting(x, width, signed),
        Number::Nan | Number::Infinite { .. } => None,
    };
    fitting.unwrap_or_else(|| BitVecValue::signed_min(width))
}

fn integer_if_fitting(x: &Finite, width: u32, signed: bool) -> Option<BitVecValue> {
    if x.is_zero() {
        return Some(BitVecValue::zero(width));
    }
    if x.leading() >= i64::from(width) {
        return None;
    }
    let magnitude = x.rounded_at(0, RoundingMode::Zero);
    let one = BigUint::from(1u32);
    let fits = match (signed, x.negative) {
        (true, true) => magnitude <= one << (width - 1),
        (true, false) => magnitude < one << (width - 1),
        (false, true) => magnitude.is_zero(),
        (false, false) => magnitude < one << width,
    };
    let value = BitVecValue::from_biguint(magnitude, width);
    fits.then(|| if x.negative { value.neg() } else { value })
}
