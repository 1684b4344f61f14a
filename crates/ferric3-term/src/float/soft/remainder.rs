//! Remainders, which are exact.

use num_bigint::BigUint;
use num_traits::Zero;

use super::{Finite, Number};

/// `x - y * n`, where `n` is `x / y` rounded to the nearest integer (ties to even) or towards
/// zero. A zero has the sign of `x`.
pub(super) fn remainder(x: Number, y: Number, to_nearest: bool) -> Number {
    let (x, y) = match (x, y) {
        (Number::Nan | Number::Infinite { .. }, _) | (_, Number::Nan) => return Number::Nan,
        (x @ Number::Finite(_), Number::Infinite { .. }) => return x,
        (Number::Finite(x), Number::Finite(y)) => (x, y),
    };
    if y.is_zero() {
        return Number::Nan;
    }
    // More than one binade below y, x is its own remainder by either rule.
    if x.is_zero() || x.leading() + 1 < y.leading() {
        return Number::Finite(x);
    }
    let exponent = x.exponent.min(y.exponent);
    let y_aligned = &y.significand << (y.exponent - exponent).unsigned_abs();
    // Modulo 2y, so that the parity of the quotient is known.
    let double = &y_aligned << 1u32;
    let power = BigUint::from(2u32).modpow(
        &BigUint::from((x.exponent - exponent).unsigned_abs()),
        &double,
    );
    let rest = &x.significand * power % &double;
    let odd = rest >= y_aligned;
    let rest = if odd { rest - &y_aligned } else { rest };
    let twice = &rest << 1u32;
    let up = to_nearest && (twice > y_aligned || (twice == y_aligned && odd));
    let (negative, rest) = if up {
        (!x.negative, y_aligned - rest)
    } else {
        (x.negative, rest)
    };
    let negative = if rest.is_zero() { x.negative } else { negative };
    Number::Finite(Finite::exact(negative, rest, exponent))
}
