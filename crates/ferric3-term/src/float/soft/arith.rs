//! Sums, products, quotients and square roots.

use std::cmp::Ordering;

use num_bigint::BigUint;
use num_traits::Zero;

use super::number::bits;
use super::{Finite, Number};
use crate::FloatFormat;

/// `x + y`. Either may be exact and longer than the format.
pub(super) fn add(format: FloatFormat, x: Number, y: Number) -> Number {
    let (x, y) = match (x, y) {
        (Number::Nan, _) | (_, Number::Nan) => return Number::Nan,
        (Number::Infinite { negative: a }, Number::Infinite { negative: b }) => {
            return if a == b {
                Number::Infinite { negative: a }
            } else {
                Number::Nan
            };
        }
        (x @ Number::Infinite { .. }, _) => return x,
        (_, y @ Number::Infinite { .. }) => return y,
        (Number::Finite(x), Number::Finite(y)) => (x, y),
    };
    if x.is_zero() && y.is_zero() {
        return Number::Finite(Finite::zero(x.negative && y.negative));
    }
    if x.is_zero() {
        return Number::Finite(y);
    }
    if y.is_zero() {
        return Number::Finite(x);
    }
    let (large, small) = if x.leading() >= y.leading() {
        (x, y)
    } else {
        (y, x)
    };
    Number::Finite(add_ordered(&large, nearer(format, &large, small)))
}

/// A number to be added to `large` in place of the much smaller `small`, with the same rounded
/// sum and fewer bits between the two.
fn nearer(format: FloatFormat, large: &Finite, small: Finite) -> Finite {
    // Below every bit of `large`, and far below the last place of the sum: what stands there only
    // says that the sum is not exact, and on which side.
    let precision = i64::from(format.significand);
    let place = large.exponent.min(large.leading() - precision - 3) - 2;
    if small.leading() >= place {
        return small;
    }
    Finite::exact(small.negative, BigUint::from(1u32), place)
}

fn add_ordered(x: &Finite, y: Finite) -> Finite {
    let exponent = x.exponent.min(y.exponent);
    let at_place = |n: &Finite| &n.significand << (n.exponent - exponent).unsigned_abs();
    let (a, b) = (at_place(x), at_place(&y));
    if x.negative == y.negative {
        return Finite::exact(x.negative, a + b, exponent);
    }
    match a.cmp(&b) {
        Ordering::Equal => Finite::zero(false),
        Ordering::Greater => Finite::exact(x.negative, a - b, exponent),
        Ordering::Less => Finite::exact(y.negative, b - a, exponent),
    }
}

/// `x * y`, exactly.
pub(super) fn multiply(x: Number, y: Number) -> Number {
    match (x, y) {
        (Number::Nan, _) | (_, Number::Nan) => Number::Nan,
        (Number::Infinite { negative: a }, Number::Infinite { negative: b }) => {
            Number::Infinite { negative: a != b }
        }
        (Number::Infinite { negative }, Number::Finite(x))
        | (Number::Finite(x), Number::Infinite { negative }) => {
            if x.is_zero() {
                Number::Nan
            } else {
                let negative = negative != x.negative;
                Number::Infinite { negative }
            }
        }
        (Number::Finite(x), Number::Finite(y)) => Number::Finite(Finite::exact(
            x.negative != y.negative,
            x.significand * y.significand,
            x.exponent + y.exponent,
        )),
    }
}

/// `x / y`.
pub(super) fn divide(format: FloatFormat, x: Number, y: Number) -> Number {
    match (x, y) {
        (Number::Nan, _) | (_, Number::Nan) => Number::Nan,
        (Number::Infinite { .. }, Number::Infinite { .. }) => Number::Nan,
        (Number::Infinite { negative }, Number::Finite(y)) => Number::Infinite {
            negative: negative != y.negative,
        },
        (Number::Finite(x), Number::Infinite { negative }) => {
            Number::Finite(Finite::zero(x.negative != negative))
        }
        (Number::Finite(x), Number::Finite(y)) => {
            let negative = x.negative != y.negative;
            match (x.is_zero(), y.is_zero()) {
                (true, true) => Number::Nan,
                (true, false) => Number::Finite(Finite::zero(negative)),
                (false, true) => Number::Infinite { negative },
                (false, false) => Number::Finite(quotient(
                    format,
                    &x.significand,
                    &y.significand,
                    x.exponent - y.exponent,
                    negative,
                )),
            }
        }
    }
}

/// `a / b * 2^exponent`, with enough bits for the format.
pub(crate) fn quotient(
    format: FloatFormat,
    a: &BigUint,
    b: &BigUint,
    exponent: i64,
    negative: bool,
) -> Finite {
    let wanted = i64::from(format.significand) + 3;
    let by = (wanted + bits(b) - bits(a)).max(0);
    let a = a << by.unsigned_abs();
    let significand = &a / b;
    let inexact = &significand * b != a;
    Finite {
        negative,
        significand,
        exponent: exponent - by,
        inexact,
    }
}

/// The square root.
pub(super) fn square_root(format: FloatFormat, x: Number) -> Number {
    let x = match x {
        Number::Infinite { negative: false } => return x,
        Number::Nan | Number::Infinite { negative: true } => return Number::Nan,
        Number::Finite(x) if x.is_zero() => return Number::Finite(x),
        Number::Finite(x) if x.negative => return Number::Nan,
        Number::Finite(x) => x,
    };
    let wanted = 2 * (i64::from(format.significand) + 3);
    let mut by = (wanted - bits(&x.significand)).max(0);
    by += (x.exponent - by).rem_euclid(2);
    let square = x.significand << by.unsigned_abs();
    let root = square.sqrt();
    let rest = square - &root * &root;
    Number::Finite(Finite {
        negative: false,
        significand: root,
        exponent: (x.exponent - by) / 2,
        inexact: !rest.is_zero(),
    })
}
