//! Operations on words, as operations on integers whose results are taken modulo `2^width`.
//!
//! Each piece gives an interval of integers `lo ..= hi` that has all exact results; modulo `2^width` they are an arc of
//! the circle of words, and the result's range is another ([`Arc::misses`]). Where the intervals are exactly
//! the results (sums, differences, extensions, parts of words), nothing is ever cut.

use ferric3_term::Op;

use super::bits;
use crate::{Domain, Range, View};

/// See [`super::misses`].
pub(super) fn misses(op: &Op, domains: &[Domain], result: Range, arguments: &[Range]) -> bool {
    let to = domains[0];
    // The ends of an argument, as integers.
    let ends = |i: usize| {
        let (domain, range) = (domains[i + 1], arguments[i]);
        [domain.integer(range.lo), domain.integer(range.hi)]
    };
    let arc = match op {
        Op::BvAnd | Op::BvOr | Op::BvXor => {
            return bits::misses(op, to.width, result, arguments[0], arguments[1]);
        }
        Op::BvShl => return shl_misses(to, result, ends(0), ends(1)),
        Op::BvNot => increasing(ends(0), |x| -1 - x),
        Op::BvNeg => increasing(ends(0), |x| -x),
        Op::ZeroExtend(_) | Op::SignExtend(_) => increasing(ends(0), |x| x),
        // Without its low bits first, and then without its high ones: modulo.
        Op::Extract { lo, .. } => increasing(ends(0), |x| x >> lo),
        Op::BvAdd => corners(ends(0), ends(1), |x, y| x + y),
        Op::BvSub => corners(ends(0), ends(1), |x, y| x - y),
        Op::BvMul => product(to, arguments[0], arguments[1], ends(0), ends(1)),
        Op::Concat => corners(ends(0), ends(1), |x, y| (x << domains[2].width) + y),
        Op::BvLshr | Op::BvAshr => {
            // All bits are gone, or equal to the sign, at the width and beyond.
            let width = i128::from(to.width);
            corners(ends(0), ends(1), |x, by| x >> by.min(width))
        }
        Op::BvUdiv | Op::BvSdiv => match quotient(ends(0), ends(1)) {
            Some(arc) => arc,
            None => return false,
        },
        Op::BvUrem | Op::BvSrem | Op::BvSmod => match remainder(op, ends(0), ends(1)) {
            Some(arc) => arc,
            None => return false,
        },
        _ => return false,
    };
    arc.misses(to, result)
}

/// Where pieces must end: between the signs of dividends, around a divisor that is 0, and between the numbers that
/// may be shifted by.
pub(super) fn landmark(op: &Op, domains: &[Domain], arguments: &[Range]) -> Option<(usize, u64)> {
    // The first key of an integer or above, if it is in the range, but not the first one there.
    let inside = |i: usize, integer: i128| {
        let (domain, range) = (domains[i + 1], arguments[i]);
        let within = domain.integer(range.lo) < integer && integer <= domain.integer(range.hi);
        within.then(|| (i, domain.key_of_integer(integer)))
    };
    match op {
        Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem | Op::BvSmod => inside(1, 0)
            .or_else(|| inside(1, 1))
            .or_else(|| inside(0, 0)),
        Op::BvShl => inside(1, i128::from(domains[0].width)).or_else(|| {
            let counts = arguments[1].hi < u64::from(domains[0].width) && !arguments[1].is_point();
            counts.then(|| {
                (
                    1,
                    arguments[1].lo + (arguments[1].hi - arguments[1].lo).div_ceil(2),
                )
            })
        }),
        _ => None,
    }
}

/// The integers `first ..= first + extent`, modulo `2^128`: so the products of words of 64 bits, too, are some.
struct Arc {
    first: u128,
    extent: u128,
}

impl Arc {
    /// From the least to the greatest of these.
    fn hull(integers: &[i128]) -> Arc {
        let (least, greatest) = integers.iter().fold((i128::MAX, i128::MIN), |(lo, hi), x| {
            (lo.min(*x), hi.max(*x))
        });
        Arc {
            first: least as u128,
            extent: greatest.wrapping_sub(least) as u128,
        }
    }

    /// Modulo the number of keys, is no key of the range among these integers?
    ///
    /// Two arcs of a circle have something in common if and only if one has the first point of the other.
    fn misses(&self, domain: Domain, range: Range) -> bool {
        let mask = domain.greatest();
        if self.extent >= u128::from(mask) {
            return false;
        }
        let (first, extent) = (self.first as u64 & mask, self.extent as u64);
        // A key in the signed view is the word plus the sign bit, modulo.
        let offset = match domain.view {
            View::Signed => domain.sign(),
            View::Unsigned | View::Float(_) => 0,
        };
        let first = first.wrapping_add(offset) & mask;
        let has = |start: u64, extent: u64, key: u64| key.wrapping_sub(start) & mask <= extent;
        !has(first, extent, range.lo) && !has(range.lo, range.hi - range.lo, first)
    }
}

/// Of a monotone operation.
fn increasing(x: [i128; 2], f: impl Fn(i128) -> i128) -> Arc {
    Arc::hull(&[f(x[0]), f(x[1])])
}

/// Of an operation that is monotone in each argument, whatever the other one is: the extremes are at corners.
fn corners(x: [i128; 2], y: [i128; 2], f: impl Fn(i128, i128) -> i128) -> Arc {
    Arc::hull(&[f(x[0], y[0]), f(x[0], y[1]), f(x[1], y[0]), f(x[1], y[1])])
}

/// `x * y`, monotone in each. Unsigned products have up to 128 bits.
fn product(domain: Domain, a: Range, b: Range, x: [i128; 2], y: [i128; 2]) -> Arc {
    if domain.view == View::Signed {
        return corners(x, y, |x, y| x * y);
    }
    let first = u128::from(a.lo) * u128::from(b.lo);
    let extent = u128::from(a.hi) * u128::from(b.hi) - first;
    Arc { first, extent }
}

/// `x * 2^by`. For a number `by` below the width, the results are the multiples of `2^by` whose quotients are those of
/// `x` modulo `2^(width - by)`, in the same view: so the range is that of the multiples in it.
fn shl_misses(to: Domain, result: Range, x: [i128; 2], by: [i128; 2]) -> bool {
    let width = i128::from(to.width);
    if by[0] >= width {
        return !result.has(to.key_of_integer(0));
    }
    if by[0] < by[1] {
        // Shorter than 127 bits.
        return by[1] < width && corners(x, by, |x, by| x << by).misses(to, result);
    }
    let (lo, hi) = (to.integer(result.lo), to.integer(result.hi));
    let quotients = Domain {
        width: to.width - by[0] as u32,
        view: to.view,
    };
    let (least, greatest) = ((lo + (1 << by[0]) - 1) >> by[0], hi >> by[0]);
    if least > greatest {
        return true;
    }
    let key = |quotient: i128| quotients.key_of_integer(quotient);
    increasing(x, |x| x).misses(quotients, Range::new(key(least), key(greatest)))
}

/// Are all integers between these negative, or none?
fn one_sign(x: [i128; 2]) -> bool {
    (x[0] < 0) == (x[1] < 0)
}

/// `x / y`, rounded towards zero; `None` unless `x` has one sign, and so has `y` or is 0. Monotone in each: `|x| / |y|`
/// is, and so is rounding. Without a divisor, the result is -1 (all ones), or 1 for a negative dividend.
fn quotient(x: [i128; 2], y: [i128; 2]) -> Option<Arc> {
    if y == [0, 0] && one_sign(x) {
        let result = if x[0] < 0 { 1 } else { -1 };
        return Some(Arc::hull(&[result]));
    }
    let uniform = one_sign(x) && one_sign(y) && y[0] != 0 && y[1] != 0;
    uniform.then(|| corners(x, y, |x, y| x / y))
}

/// `x - y * q` with `q = x / y`, rounded towards zero, or down for `BvSmod`; `None` as for quotients.
///
/// Quotients are monotone in each argument. If they are equal at all corners, there is one `q`, and the results are
/// monotone. If not, they are less than the divisor, and have the sign of the dividend (and are not longer than it), or
/// for `BvSmod` that of the divisor.
fn remainder(op: &Op, x: [i128; 2], y: [i128; 2]) -> Option<Arc> {
    if y == [0, 0] {
        return Some(increasing(x, |x| x));
    }
    if !one_sign(x) || !one_sign(y) || y[0] == 0 || y[1] == 0 {
        return None;
    }
    let down = *op == Op::BvSmod;
    let floor = |x: i128, y: i128| x.div_euclid(y) - i128::from(y < 0 && x.rem_euclid(y) != 0);
    let quotient = |x: i128, y: i128| if down { floor(x, y) } else { x / y };
    let q = quotient(x[0], y[0]);
    let others = [(x[0], y[1]), (x[1], y[0]), (x[1], y[1])];
    if others.iter().all(|&(x, y)| quotient(x, y) == q) {
        return Some(corners(x, y, |x, y| x - y * q));
    }
    let longest = |x: [i128; 2]| x[0].abs().max(x[1].abs());
    let most = longest(y) - 1;
    Some(match (down, x[0] < 0, y[0] < 0) {
        (true, _, false) => Arc::hull(&[0, most]),
        (true, _, true) => Arc::hull(&[-most, 0]),
        (false, false, _) => Arc::hull(&[0, most.min(longest(x))]),
        (false, true, _) => Arc::hull(&[-most.min(longest(x)), 0]),
    })
}
