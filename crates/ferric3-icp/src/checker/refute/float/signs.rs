//! Products, quotients, and products with a sum: monotone in magnitudes where the signs of the factors are known.

use ferric3_term::FloatOp;

use super::{Exact, apart};
use crate::Range;

/// `x * y` and `x / y` of numbers.
///
/// The sign of the result is known, zeros and infinities included, and its magnitude is monotone in those of the
/// arguments: up in `x`, up in `y` (down, for a quotient). Among positive numbers, if the least corner is not a number,
/// one argument is a point, and what are numbers are ∞ (`0 * ∞`: `∞` times any; `0 / 0`: any by `0`; `∞ / ∞`: `∞` by
/// any). If the greatest corner is none, they are `0`, likewise.
pub(super) fn misses(exact: &Exact, result: Range, x: Range, y: Range) -> bool {
    let (numbers, arguments) = (exact.result(), exact.argument());
    let divides = matches!(exact.op, FloatOp::Div(_));
    for (x_negative, y_negative) in SIGNS {
        let magnitudes = (
            arguments.magnitudes(x_negative, x),
            arguments.magnitudes(y_negative, y),
        );
        let (Some(x), Some(y)) = magnitudes else {
            continue;
        };
        let (near, far) = if divides { (y.hi, y.lo) } else { (y.lo, y.hi) };
        let magnitude = |x: u64, y: u64| {
            let key = exact.key(&[arguments.zero + x, arguments.zero + y]);
            (key != numbers.nan).then(|| key - numbers.zero)
        };
        let lo = magnitude(x.lo, near).unwrap_or(numbers.infinity);
        let hi = magnitude(x.hi, far).unwrap_or(0);
        if numbers.meets(result, x_negative != y_negative, lo, hi) {
            return false;
        }
    }
    true
}

/// `x * y + z` of finite numbers, rounded once.
///
/// Where the signs of `x` and `y` are known, the exact product is monotone in their magnitudes, and the sum is monotone
/// for keys in product and `z`: a sum that is 0 is +0, or both are -0; a sum that is not, but rounds to a zero,
/// keeps its sign.
pub(super) fn fused_misses(exact: &Exact, result: Range, x: Range, y: Range, z: Range) -> bool {
    let numbers = exact.result();
    SIGNS.iter().all(|&(x_negative, y_negative)| {
        let magnitudes = (
            numbers.magnitudes(x_negative, x),
            numbers.magnitudes(y_negative, y),
        );
        let (Some(x), Some(y)) = magnitudes else {
            return true;
        };
        let sum = |x: u64, y: u64, z: u64| {
            exact.key(&[numbers.key(x_negative, x), numbers.key(y_negative, y), z])
        };
        if x_negative == y_negative {
            apart(result, sum(x.lo, y.lo, z.lo), sum(x.hi, y.hi, z.hi))
        } else {
            apart(result, sum(x.hi, y.hi, z.lo), sum(x.lo, y.lo, z.hi))
        }
    })
}

/// Signs of two factors.
const SIGNS: [(bool, bool); 4] = [(false, false), (false, true), (true, false), (true, true)];
