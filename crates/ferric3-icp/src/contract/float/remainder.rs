//! `fmod` and `remainder`: `x - n · y`, exact, where `n` is `x / y` rounded towards zero, or to nearest.
//!
//! Both depend on the magnitude of `y` only, and negate with `x`; so `x` and `y` are turned to be positive.
//! There are two cases, and the hull of both is left:
//!
//! * `n = 0`, so the result is `x`: tightest;
//! * `n ≥ 1`, so the result is at most `x - y`, less than `y`, or at most half of it in magnitude. If `n`
//!   is the same on all of the box, the operation is monotone in `x` and in `y`, and contracted as such. A few `n` are
//!   tried one by one. Otherwise results go up and down in the box many times, and the bounds are what is left.
//!
//! The second case is not the tightest: where `n` changes is no line of the box, and that between bounds with many
//! `n` there is a result, or none, depends on single bits of the arguments.

use ferric3_term::{FloatOp, RoundingMode};

use super::arithmetic::Arithmetic;
use super::binary::{Increasing, add_nans};
use super::hull::Hull;
use super::landmarks::Landmarks;
use super::search::{greatest, least};
use super::{Empty, Range};

pub(super) fn contract(
    op: FloatOp,
    format: impl Arithmetic,
    ranges: &mut [Range],
) -> Result<(), Empty> {
    let to_nearest = matches!(op, FloatOp::Remainder(_));
    let at = format.landmarks();
    let all = [ranges[0], ranges[1], ranges[2]];
    let mut hull = Hull::EMPTY;
    add_nans(&mut hull, at, all, |add| {
        add(Range::point(at.bottom), at.numbers());
        add(Range::point(at.top), at.numbers());
        add(at.numbers(), at.zeros());
    });
    let turned = |turn: bool, range: Range| {
        if turn { at.flip_range(range) } else { range }
    };
    let dividends = Range::new(at.plus_zero, at.top - 1);
    let divisors = Range::new(at.plus_zero + 1, at.top);
    let [r, x, y] = all;
    for minus_x in [false, true] {
        for minus_y in [false, true] {
            if let (Some(r), Some(x), Some(y)) = (
                turned(minus_x, r).meet(at.numbers()),
                turned(minus_x, x).meet(dividends),
                turned(minus_y, y).meet(divisors),
            ) {
                let mut both = Hull::EMPTY;
                both.add_some(dividend_itself(format, to_nearest, [r, x, y]));
                both.add_some(wrapped(format, at, to_nearest, [r, x, y]));
                if let Some([r, x, y]) = both.get() {
                    hull.add([turned(minus_x, r), turned(minus_x, x), turned(minus_y, y)]);
                }
            }
        }
    }
    hull.write(ranges)
}

/// `n = 0`: `x < y`, or twice `x` is at most `y`.
fn dividend_itself(
    format: impl Arithmetic,
    to_nearest: bool,
    [r, x, y]: [Range; 3],
) -> Option<[Range; 3]> {
    let mut x = r.meet(x)?;
    let mut y = y;
    // Doubles are exact, or infinite, which is as good: more than any finite number.
    let fits = |x: u64, y: u64| {
        if to_nearest {
            format.add(x, x) <= y
        } else {
            x < y
        }
    };
    x.hi = greatest(x, y.hi, |x| fits(x, y.hi))?;
    y.lo = least(y, x.lo, |y| fits(x.lo, y))?;
    Some([x, x, y])
}

/// `n ≥ 1`.
fn wrapped(
    format: impl Arithmetic,
    at: Landmarks,
    to_nearest: bool,
    [mut r, mut x, y]: [Range; 3],
) -> Option<[Range; 3]> {
    let mut y = y.meet(Range::new(at.plus_zero + 1, at.top - 1))?;
    let twice = |key: u64| format.add(key, key);
    // The one that is nearest to zero.
    let least_magnitude = |r: Range| {
        if r.lo >= at.plus_zero {
            r.lo
        } else if r.hi < at.plus_zero {
            at.flip(r.hi)
        } else {
            at.plus_zero
        }
    };
    // Rounding is monotone, so that rounded bounds of numbers are bounds, too.
    if to_nearest {
        // Strictly: at half of `y`, `n` is 0.
        y.hi = y.hi.min(twice(x.hi).saturating_sub(1));
        let most = greatest(Range::new(at.plus_zero, at.top), y.hi, |r| twice(r) <= y.hi)?;
        r = r.meet(Range::new(at.flip(most), most))?;
        y.lo = y.lo.max(twice(least_magnitude(r)));
        x.lo = least(x, y.lo, |x| twice(x) > y.lo)?;
    } else {
        r = r.meet(Range::new(at.plus_zero, y.hi - 1))?;
        y.lo = y.lo.max(r.lo + 1);
    }
    x.lo = x.lo.max(format.add(r.lo, y.lo));
    y.hi = y.hi.min(format.add(x.hi, at.flip(r.lo)));
    r.hi = r.hi.min(format.add(x.hi, at.flip(y.lo)));
    if r.lo > r.hi || x.lo > x.hi || y.lo > y.hi {
        return None;
    }
    let mode = if to_nearest {
        RoundingMode::NearestEven
    } else {
        RoundingMode::Zero
    };
    let quotients = quotients(format, at, mode, x, y);
    // Quotients that are beyond all numbers of a format, or rounded to that, may be several.
    let is_one = quotients.is_point() && quotients.hi < at.top;
    let same = is_one || (x.is_point() && y.is_point());
    if !same {
        return each(format, at, quotients, [r, x, y]);
    }
    let f = |x: u64, y: u64| {
        if to_nearest {
            format.remainder(x, at.flip(y))
        } else {
            format.fmod(x, at.flip(y))
        }
    };
    let rest = Increasing {
        f,
        x: |r, y| format.add(x.lo, format.add(r, at.flip(f(x.lo, y)))),
        y: |_, _| at.flip(y.lo),
        nan: at.nan,
        results: at.numbers(),
    };
    let [r, x, y] = rest.contract(r, x, at.flip_range(y))?;
    Some([r, x, at.flip_range(y)])
}

/// At least all `n` of the box, from quotients that are one key too small, or too great.
fn quotients(
    format: impl Arithmetic,
    at: Landmarks,
    mode: RoundingMode,
    x: Range,
    y: Range,
) -> Range {
    let low = format.div(x.lo, y.hi).max(at.plus_zero + 1) - 1;
    let high = format.div(x.hi, y.lo).min(at.top - 1) + 1;
    Range::new(format.integral(low, mode), format.integral(high, mode))
}

/// So many quotients are tried one by one.
const FEW: usize = 8;

/// What is left for each `n`, if there are few: `x = n · y + r` is exact, so the rounded sum is `x`, too.
fn each(
    format: impl Arithmetic,
    at: Landmarks,
    quotients: Range,
    [r, x, y]: [Range; 3],
) -> Option<[Range; 3]> {
    // Up to here all integers are numbers.
    if quotients.hi > at.power(at.format.fraction()).min(at.top - 1) {
        return Some([r, x, y]);
    }
    let one = at.power(0);
    let mut hull = Hull::EMPTY;
    let mut n = quotients.lo.max(one);
    for _ in 0..FEW {
        let dividend = Increasing {
            f: |y, r| format.fma(n, y, r),
            x: |x, r| format.div(format.add(x, at.flip(r)), n),
            y: |x, y| format.fma(at.flip(n), y, x),
            nan: at.nan,
            results: at.numbers(),
        };
        let left = dividend.contract(x, y, r);
        hull.add_some(left.map(|[x, y, r]| [r, x, y]));
        if n >= quotients.hi {
            return hull.get();
        }
        n = format.add(n, one);
    }
    Some([r, x, y])
}
