//! Remainders, which are exact: `x - y * n`, with `n` the quotient rounded to an integer.
//!
//! The sign of `y` does not matter, and with the other sign of `x` the result has the other sign: so for positive
//! arguments. `n` grows with `x` and shrinks with `y`, so it is between those at two corners.
//!
//! * For one `n`, the result is monotone: up in `x`, down in `y`; a result that is 0 is +0, like `x`. If the box has one
//!   `n` only, its corners are remainders.
//! * If it has several, the results for each of them are between two numbers `x - y * n` that need not be remainders, but
//!   may be rounded, because remainders need not.
//! * In any case, the result is not longer than `x`, and shorter than `y`, or not longer than half of it.

use ferric3_term::{BitVecValue, FloatFormat, FloatOp, Value, soft_float};

use super::{Exact, Numbers, apart};
use crate::{Range, View};

/// So many quotients are looked at one by one.
const SEVERAL: u128 = 8;

/// `fmod` and `remainder` of numbers.
pub(super) fn misses(exact: &Exact, result: Range, x: Range, y: Range) -> bool {
    let numbers = exact.result();
    let View::Float(format) = exact.domains[0].view else {
        return false;
    };
    // There is none of an infinite number, nor by 0.
    let finite = Range::new(0, numbers.infinity - 1);
    let divisor = Range::new(1, numbers.infinity);
    for (x_negative, y_negative) in [(false, false), (false, true), (true, false), (true, true)] {
        let x = numbers.magnitudes(x_negative, x);
        let y = numbers.magnitudes(y_negative, y);
        let (x, y) = (
            x.and_then(|x| x.meet(finite)),
            y.and_then(|y| y.meet(divisor)),
        );
        let (Some(x), Some(y)) = (x, y) else { continue };
        // By ∞, all numbers are their own remainders.
        if y.hi == numbers.infinity && numbers.meets(result, x_negative, x.lo, x.hi) {
            return false;
        }
        let Some(y) = y.meet(finite) else { continue };
        // The other sign is the same key from the other end.
        let mirrored = |key: u64| 2 * (numbers.zero - 1) + 1 - key;
        let result = if x_negative {
            Range::new(mirrored(result.hi), mirrored(result.lo))
        } else {
            result
        };
        if !positive_misses(exact, format, result, x, y) {
            return false;
        }
    }
    true
}

/// For positive `x` and `y`, given by magnitudes.
fn positive_misses(exact: &Exact, format: FloatFormat, result: Range, x: Range, y: Range) -> bool {
    let numbers = exact.result();
    let nearest = matches!(exact.op, FloatOp::Remainder(_));
    let ends = |magnitudes: Range| [numbers.zero + magnitudes.lo, numbers.zero + magnitudes.hi];
    let (x_ends, y_ends) = (ends(x), ends(y));
    let least = quotient(format, x.lo, y.hi, nearest);
    let greatest = quotient(format, x.hi, y.lo, nearest);
    if (least.is_some() && least == greatest) || (x.is_point() && y.is_point()) {
        let lo = exact.key(&[x_ends[0], y_ends[1]]);
        let hi = exact.key(&[x_ends[1], y_ends[0]]);
        return apart(result, lo, hi);
    }
    let (lo, hi) = if nearest {
        let most = x.hi.min(half(format, y.hi));
        (numbers.key(true, most), numbers.key(false, most))
    } else {
        (numbers.zero, numbers.zero + x.hi.min(y.hi - 1))
    };
    // Integers that short are numbers of the format.
    let short = 1 << format.bias().min(format.significand.into());
    match (least, greatest) {
        (Some(least), Some(greatest)) if greatest - least < SEVERAL && greatest < short => {
            let rest = |n: u128, x: u64, y: u64| without_times(exact, format, numbers, x, y, n);
            (least..=greatest).all(|n| {
                let lo = lo.max(rest(n, x_ends[0], y_ends[1]));
                let hi = hi.min(rest(n, x_ends[1], y_ends[0]));
                lo > hi || apart(result, lo, hi)
            })
        }
        _ => apart(result, lo, hi),
    }
}

/// The key of `x - y * n`, rounded once, for keys of `x` and `y` and a short integer.
fn without_times(
    exact: &Exact,
    format: FloatFormat,
    numbers: Numbers,
    x: u64,
    y: u64,
    n: u128,
) -> u64 {
    let domain = exact.domains[0];
    let n = match soft_float(
        FloatOp::FromUnsigned(format),
        &[BitVecValue::from_u128(n, 64)],
    ) {
        Value::BitVec(word) => word.to_u64().unwrap_or(0),
        _ => 0,
    };
    let fused = Exact {
        op: FloatOp::Fma(format),
        domains: &[domain; 4],
    };
    fused.key(&[numbers.key(true, n), y, x])
}

/// The magnitude of `y / 2`, rounded up.
fn half(format: FloatFormat, y: u64) -> u64 {
    let fraction = format.fraction();
    // From the second exponent on, one less; below, the significand is the number.
    if y >> fraction >= 2 {
        y - (1 << fraction)
    } else {
        y.div_ceil(2)
    }
}

/// `x / y`, towards zero or to nearest, of finite magnitudes; `None` if it is too long to be computed.
fn quotient(format: FloatFormat, x: u64, y: u64, nearest: bool) -> Option<u128> {
    let ((x, x_place), (y, y_place)) = (parts(format, x), parts(format, y));
    let by = x_place.abs_diff(y_place);
    // A significand has at most 63 bits.
    let (x, y) = if x_place >= y_place {
        (if by <= 60 { x << by } else { return None }, y)
    } else {
        (x, if by <= 60 { y << by } else { return Some(0) })
    };
    let (whole, rest) = (x / y, x % y);
    let up = nearest && (2 * rest > y || (2 * rest == y && whole % 2 == 1));
    Some(whole + u128::from(up))
}

/// A finite magnitude as an integer and the exponent of its last place, from that of the least number.
fn parts(format: FloatFormat, magnitude: u64) -> (u128, u64) {
    let exponent = magnitude >> format.fraction();
    let fraction = u128::from(magnitude & ((1 << format.fraction()) - 1));
    if exponent == 0 {
        (fraction, 0)
    } else {
        (fraction + (1 << format.fraction()), exponent - 1)
    }
}
