//! Operations with one argument: roots, other formats, integral numbers, integers.

use ferric3_term::{BitVecValue, FloatFormat, FloatOp, Value, soft_float};

use super::{Exact, apart};
use crate::{Range, View};

/// Square roots, conversions, and rounding to integral numbers, of numbers: monotone, and they keep the sign of a
/// zero, and of what becomes one. Only what is not negative has a root.
pub(super) fn misses(exact: &Exact, result: Range, x: Range) -> bool {
    let numbers = exact.argument();
    let with_result = match exact.op {
        FloatOp::Sqrt(_) => Range::new(numbers.zero - 1, u64::MAX),
        _ => numbers.all(),
    };
    let Some(x) = x.meet(with_result) else {
        return true;
    };
    apart(result, exact.key(&[x.lo]), exact.key(&[x.hi]))
}

/// Towards zero, as integers. Numbers that fit are an interval on which it is monotone; all else gives one integer, a one
/// followed by zeros.
///
/// Signed, that is the least one: so it is monotone below as well, and only what is `2^(width - 1)` or more does
/// not fit. Unsigned, what is -1 or less, or `2^width` or more, does not.
pub(super) fn to_integer_misses(exact: &Exact, result: Range, x: Range) -> bool {
    let (to, numbers) = (exact.domains[0], exact.argument());
    let View::Float(format) = exact.domains[1].view else {
        return false;
    };
    let all = numbers.all();
    let fitting = match exact.op {
        FloatOp::ToSigned { width, .. } => {
            let above = numbers.zero + power(format, width - 1);
            Range::new(all.lo, above - 1)
        }
        FloatOp::ToUnsigned { width, .. } => {
            let above = numbers.zero + power(format, width);
            let one = power(format, 0);
            Range::new(numbers.key(true, one) + 1, above - 1)
        }
        _ => return false,
    };
    let without = x.lo < fitting.lo || fitting.hi < x.hi;
    if without && result.has(to.key(to.sign())) {
        return false;
    }
    let Some(x) = x.meet(fitting) else {
        return true;
    };
    apart(result, exact.key(&[x.lo]), exact.key(&[x.hi]))
}

/// The encoding of `2^exponent`, which is exact or infinite.
fn power(format: FloatFormat, exponent: u32) -> u64 {
    let integer = BitVecValue::power_of_two(exponent, exponent + 1);
    match soft_float(FloatOp::FromUnsigned(format), &[integer]) {
        Value::BitVec(word) => word.to_u64().unwrap_or(0),
        _ => 0,
    }
}
