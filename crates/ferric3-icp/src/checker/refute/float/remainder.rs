//! Remainders, which are exact: `x - y * n`, with `n` the quotient rounded to an integer.
//!
//! The sign of `y` does not matter, and that of `x` is that of the result, if `x` were positive, or the other. For
//! positive arguments, `n` grows with `x` and shrinks with `y`. If it is the same at both extremes, it is the same in
//! the whole box, and the result is monotone: up in `x`, down in `y`; if it is 0, it is +0, like `x`. Otherwise, it is
//! not longer than `x`, and shorter than `y`, or not longer than half of it.

use ferric3_term::{FloatFormat, FloatOp};

use super::{Exact, Numbers, apart};
use crate::{Range, View};

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
        let (Some(x), Some(y)) = (
            x.and_then(|x| x.meet(finite)),
            y.and_then(|y| y.meet(divisor)),
        ) else {
            continue;
        };
        // By ∞, all numbers are their own remainders.
        if y.hi == numbers.infinity && numbers.meets(result, x_negative, x.lo, x.hi) {
            return false;
        }
        let Some(y) = y.meet(finite) else { continue };
        let (lo, hi) = hull(exact, format, numbers, x, y);
        // The other sign is the same key from the other end.
        let mirrored = |key: u64| 2 * (numbers.zero - 1) + 1 - key;
        let (lo, hi) = if x_negative {
            (mirrored(hi), mirrored(lo))
        } else {
            (lo, hi)
        };
        if !apart(result, lo, hi) {
            return false;
        }
    }
    true
}

/// Keys that have all results between them, for positive `x` and `y`, given by magnitudes.
fn hull(exact: &Exact, format: FloatFormat, numbers: Numbers, x: Range, y: Range) -> (u64, u64) {
    let nearest = matches!(exact.op, FloatOp::Remainder(_));
    let fewest = quotient(format, x.lo, y.hi, nearest);
    let is_one = fewest.is_some() && fewest == quotient(format, x.hi, y.lo, nearest);
    if is_one || (x.is_point() && y.is_point()) {
        let [x, y] = [x, y].map(|m| [numbers.zero + m.lo, numbers.zero + m.hi]);
        return (exact.key(&[x[0], y[1]]), exact.key(&[x[1], y[0]]));
    }
    if nearest {
        let most = x.hi.min(half(format, y.hi));
        return (numbers.key(true, most), numbers.key(false, most));
    }
    (numbers.zero, numbers.zero + x.hi.min(y.hi - 1))
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
