//! Operations on words, as operations on integers whose results are taken modulo `2^width`.
//!
//! Each piece gives an interval of integers `lo ..= hi` that has all exact results; modulo `2^width` they are an arc of
//! the circle of words, and the result's range is another ([`Arc::misses`]). Where the intervals are exactly
//! the results (sums, differences, extensions, parts of words), nothing is ever cut.

use ferric3_term::Op;

use super::{bits, multiples, roundest};
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
        Op::BvMul => {
            let (a, b) = (arguments[0], arguments[1]);
            if a.is_point() || b.is_point() {
                let (factor, x) = if a.is_point() { (a, b) } else { (b, a) };
                return multiples_miss(to, result, factor.lo, x);
            }
            product(to, a, b, ends(0), ends(1))
        }
        Op::Concat => return concat_misses(domains[2], result, arguments[0], arguments[1]),
        Op::BvLshr | Op::BvAshr => {
            // All bits are gone, or equal to the sign, at the width and beyond.
            let width = i128::from(to.width);
            corners(ends(0), ends(1), |x, by| x >> by.min(width))
        }
        Op::BvUdiv | Op::BvSdiv => match quotient(ends(0), ends(1)) {
            Some(arc) => arc,
            None => return false,
        },
        Op::BvUrem | Op::BvSrem | Op::BvSmod => {
            return remainder_misses(op, to, result, ends(0), ends(1));
        }
        _ => return false,
    };
    arc.misses(to, result)
}

/// Where to cut, if not in the middle of the widest: between the signs of dividends, around a divisor that is 0, and
/// between the numbers that may be shifted by. Of factors, dividends and divisors, the one that is the widest for its
/// size changes the result most.
pub(super) fn landmark(op: &Op, domains: &[Domain], arguments: &[Range]) -> Option<(usize, u64)> {
    // The key of an integer, if it is in the range, but not the first one there.
    let inside = |i: usize, integer: i128| {
        let (domain, range) = (domains[i + 1], arguments[i]);
        let within = domain.integer(range.lo) < integer && integer <= domain.integer(range.hi);
        within.then(|| (i, domain.key_of_integer(integer)))
    };
    let relative = || {
        // Width and least magnitude.
        let [a, b] = [0, 1].map(|i| {
            let (domain, range) = (domains[i + 1], arguments[i]);
            let [lo, hi] = [range.lo, range.hi].map(|key| domain.integer(key).unsigned_abs());
            (u128::from(range.hi - range.lo), lo.min(hi).max(1))
        });
        let widest = usize::from(b.0 * a.1 >= a.0 * b.1);
        Some((widest, roundest(arguments[widest])?))
    };
    match op {
        Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem | Op::BvSmod => inside(1, 0)
            .or_else(|| inside(1, 1))
            .or_else(|| inside(0, 0))
            .or_else(relative),
        Op::BvMul => {
            // By a single number, nothing is cut.
            let width = |i: usize| arguments[i].hi - arguments[i].lo;
            let narrower = usize::from(width(1) < width(0));
            let few = (width(narrower) < 256).then(|| roundest(arguments[narrower]));
            let few = few.flatten().map(|key| (narrower, key));
            few.or_else(|| inside(1, 0))
                .or_else(|| inside(0, 0))
                .or_else(relative)
        }
        Op::BvShl | Op::BvLshr | Op::BvAshr => {
            inside(1, i128::from(domains[0].width)).or_else(|| {
                let by = arguments[1];
                let counts = by.hi < u64::from(domains[0].width) && !by.is_point();
                counts.then(|| (1, by.lo + (by.hi - by.lo).div_ceil(2)))
            })
        }
        _ => None,
    }
}

/// `x` before `y`, exactly: the least such word that is not below the range is above it. With the high bits of the range's
/// first word, the low ones may not be less; with more, any will do.
fn concat_misses(low: Domain, result: Range, x: Range, y: Range) -> bool {
    let pair = |high: u64, part: u64| high << low.width | part;
    let (high, part) = (result.lo >> low.width, result.lo & low.greatest());
    let with_same = (x.has(high) && part <= y.hi).then(|| pair(high, part.max(y.lo)));
    let next = if high < x.lo { x.lo } else { high + 1 };
    let with_more = (next <= x.hi).then(|| pair(next, y.lo));
    let least = with_same.or(with_more);
    least.is_none_or(|least| least > result.hi)
}

/// `factor * x` for one key of a factor, exactly: the first multiple is that of the first `x`, and it goes on by the
/// factor, modulo the number of keys.
fn multiples_miss(domain: Domain, result: Range, factor: u64, x: Range) -> bool {
    let m = u128::from(domain.greatest()) + 1;
    let word = |key: u64| u128::from(domain.word(key));
    // How far the range is from the first multiple.
    let start = word(factor) * word(x.lo) % m;
    let lo = (word(result.lo) + m - start) % m;
    let hi = lo + u128::from(result.hi - result.lo);
    if lo == 0 || hi >= m {
        return false;
    }
    let first = multiples::first(word(factor), m, lo, hi);
    first.is_none_or(|steps| steps > u128::from(x.hi - x.lo))
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
            _ => 0,
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

/// `x * y`, monotone in each. As it is modulo, an unsigned factor with its sign bit set may be read as negative, which
/// is nearer to 0. Otherwise, unsigned products have up to 128 bits.
fn product(domain: Domain, a: Range, b: Range, x: [i128; 2], y: [i128; 2]) -> Arc {
    let signed = domain.view == View::Signed;
    let wraps = |range: Range| !signed && range.lo >= domain.sign();
    if !signed && !wraps(a) && !wraps(b) {
        let first = u128::from(a.lo) * u128::from(b.lo);
        let extent = u128::from(a.hi) * u128::from(b.hi) - first;
        return Arc { first, extent };
    }
    let nearer = |range: Range, x: [i128; 2]| {
        let keys = i128::from(domain.greatest()) + 1;
        x.map(|x| if wraps(range) { x - keys } else { x })
    };
    corners(nearer(a, x), nearer(b, y), |x, y| x * y)
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

/// So many quotients are looked at one by one.
const SEVERAL: i128 = 8;

/// `x - y * q` with `q = x / y`, rounded towards zero, or down for `BvSmod`, where quotients have pieces.
///
/// With magnitudes `a` of `x` and `b` of `y`, that of the result is `r = a - b * q` with `q = a / b`, rounded down; but it
/// is `r = b * q - a` with `q` rounded up, if the quotient is negative and rounded down. Either way `q` grows with `a` and
/// shrinks with `b`, and for each of them
///
/// * `r` is monotone in `a` and `b`, and `0 ≤ r < b`;
/// * `r ≤ (a - r) / q - 1`, so `r ≤ (a - q) / (q + 1)`; or `r ≤ (a + r) / q - 1`, so `r ≤ (a - q) / (q - 1)`. That
///   shrinks with `q`, so it is a bound for all greater ones.
fn remainder_misses(op: &Op, to: Domain, result: Range, x: [i128; 2], y: [i128; 2]) -> bool {
    if y == [0, 0] {
        return increasing(x, |x| x).misses(to, result);
    }
    if !one_sign(x) || !one_sign(y) || y[0] == 0 || y[1] == 0 {
        return false;
    }
    let magnitudes = |x: [i128; 2]| {
        let [a, b] = x.map(i128::abs);
        (a.min(b), a.max(b))
    };
    let ((a_lo, a_hi), (b_lo, b_hi)) = (magnitudes(x), magnitudes(y));
    let (x_negative, y_negative) = (x[0] < 0, y[0] < 0);
    let down = *op == Op::BvSmod;
    let up = down && x_negative != y_negative;
    let negative = if down { y_negative } else { x_negative };
    let outside = |lo: i128, hi: i128| {
        let sign = if negative { -1 } else { 1 };
        lo > hi || Arc::hull(&[sign * lo, sign * hi]).misses(to, result)
    };
    let quotient = |a: i128, b: i128| if up { (a + b - 1) / b } else { a / b };
    let longest = |q: i128| match (up, q) {
        (true, 0 | 1) => b_hi - 1,
        (true, _) => (b_hi - 1).min((a_hi - q) / (q - 1)),
        (false, _) => (b_hi - 1).min((a_hi - q) / (q + 1)),
    };
    let (least, greatest) = (quotient(a_lo, b_hi), quotient(a_hi, b_lo));
    // Saturated products are beyond what is cut off.
    let one_by_one = (least..=greatest).take(SEVERAL as usize).all(|q| {
        let (lo, hi) = if up {
            (q * b_lo - a_hi, q.saturating_mul(b_hi) - a_lo)
        } else {
            (a_lo - q.saturating_mul(b_hi), a_hi - q * b_lo)
        };
        outside(lo.max(0), hi.min(longest(q)))
    });
    let others = least + SEVERAL;
    one_by_one && (greatest < others || outside(0, longest(others)))
}
