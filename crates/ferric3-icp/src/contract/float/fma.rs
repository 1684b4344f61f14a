//! `x · y + z`, rounded once.
//!
//! With an infinite argument the result is infinite, or not a number, by the signs alone. Finite arguments with
//! products of one sign make a function that does not decrease, if those of `x` and `y` are turned to the sign of the
//! product. There the ends of each argument reach the result with the best ends of the others.
//!
//! Tightest if two arguments are points. Otherwise results between two bounds that no arguments have are not seen,
//! nor ends that reach the result only by skipping it; see [`binary`](super::binary).

use super::arithmetic::Arithmetic;
use super::hull::Hull;
use super::landmarks::Landmarks;
use super::search::{greatest, least};
use super::{Empty, Range, unary};

pub(super) fn contract(format: impl Arithmetic, ranges: &mut [Range]) -> Result<(), Empty> {
    let at = format.landmarks();
    let [r, x, y, z] = [ranges[0], ranges[1], ranges[2], ranges[3]];
    let mut hull = Hull::EMPTY;
    if r.has(at.nan) {
        let nan = Range::point(at.nan);
        for nans in at.nans() {
            hull.add_some(x.meet(nans).map(|x| [nan, x, y, z]));
            hull.add_some(y.meet(nans).map(|y| [nan, x, y, z]));
            hull.add_some(z.meet(nans).map(|z| [nan, x, y, z]));
        }
    }
    infinite(&mut hull, at, [r, x, y, z]);
    let finite = Range::new(at.bottom + 1, at.top - 1);
    let [positive, negative] = [
        Range::new(at.plus_zero, finite.hi),
        Range::new(finite.lo, at.minus_zero),
    ];
    if let (Some(r), Some(z)) = (r.meet(at.numbers()), z.meet(finite)) {
        for sign_x in [positive, negative] {
            for sign_y in [positive, negative] {
                let Some((x, y)) = x.meet(sign_x).zip(y.meet(sign_y)) else {
                    continue;
                };
                hull.add_some(finite_box(format, at, [r, x, y, z]));
            }
        }
    }
    hull.write(ranges)
}

/// Adds the boxes of an infinite argument, where all are numbers.
fn infinite(hull: &mut Hull<4>, at: Landmarks, [r, x, y, z]: [Range; 4]) {
    let numbers = at.numbers();
    let (Some(x), Some(y), Some(z)) = (x.meet(numbers), y.meet(numbers), z.meet(numbers)) else {
        return;
    };
    let [bottom, top] = [Range::point(at.bottom), Range::point(at.top)];
    let nan = Range::point(at.nan);
    for (product, infinity) in [(top, top), (top, bottom), (bottom, top), (bottom, bottom)] {
        // The product is infinite: one factor is, the other one is not zero and has the sign that is left.
        let sign = if product == infinity {
            Range::new(at.plus_zero + 1, at.top)
        } else {
            Range::new(at.bottom, at.minus_zero - 1)
        };
        let x_is = x.meet(infinity).zip(y.meet(sign));
        let y_is = x.meet(sign).zip(y.meet(infinity));
        for (x, y) in [x_is, y_is].into_iter().flatten() {
            let opposite = at.flip_range(product);
            let others = if product == top {
                Range::new(at.bottom + 1, at.top)
            } else {
                Range::new(at.bottom, at.top - 1)
            };
            if r.has(at.nan) {
                hull.add_some(z.meet(opposite).map(|z| [nan, x, y, z]));
            }
            if r.has(product.lo) {
                hull.add_some(z.meet(others).map(|z| [product, x, y, z]));
            }
        }
    }
    for infinity in [bottom, top] {
        if r.has(at.nan) {
            let zeros = at.zeros();
            for (x, y) in [
                x.meet(infinity).zip(y.meet(zeros)),
                x.meet(zeros).zip(y.meet(infinity)),
            ]
            .into_iter()
            .flatten()
            {
                hull.add([nan, x, y, z]);
            }
        }
        let finite = Range::new(at.bottom + 1, at.top - 1);
        if r.has(infinity.lo)
            && let (Some(x), Some(y), Some(z)) = (x.meet(finite), y.meet(finite), z.meet(infinity))
        {
            hull.add([infinity, x, y, z]);
        }
    }
}

/// What is left of a box of finite numbers, in which `x` and `y` have one sign each.
fn finite_box(
    format: impl Arithmetic,
    at: Landmarks,
    [r, x, y, z]: [Range; 4],
) -> Option<[Range; 4]> {
    let is_negative = |range: Range| range.hi < at.plus_zero;
    let minus = is_negative(x) != is_negative(y);
    // To the sign of the product.
    let turn_x = is_negative(x) != minus;
    let turn_y = is_negative(y) != minus;
    let turned = |turn: bool, range: Range| {
        if turn { at.flip_range(range) } else { range }
    };
    let factor = |y: u64| if minus { at.flip(y) } else { y };
    let (r, [x, y, z]) = increasing(
        r,
        [turned(turn_x, x), turned(turn_y, y), z],
        |[x, y, z]| format.fma(x, factor(y), z),
        |i, r, [x, y, z]| match i {
            0 => format.div(format.add(r, at.flip(z)), factor(y)),
            1 => factor(format.div(format.add(r, at.flip(z)), x)),
            _ => format.fma(at.flip(x), factor(y), r),
        },
    )?;
    Some([r, turned(turn_x, x), turned(turn_y, y), z])
}

/// What is left for a function that does not decrease in any argument. `inverse` guesses the argument of an index
/// from the result and the other arguments.
fn increasing(
    r: Range,
    args: [Range; 3],
    f: impl Fn([u64; 3]) -> u64,
    inverse: impl Fn(usize, u64, [u64; 3]) -> u64,
) -> Option<(Range, [Range; 3])> {
    let [lows, highs] = [args.map(|arg| arg.lo), args.map(|arg| arg.hi)];
    let with = |mut others: [u64; 3], i: usize, key: u64| {
        others[i] = key;
        others
    };
    let mut left = args;
    if args.iter().filter(|arg| arg.is_point()).count() >= 2 {
        let i = args.iter().position(|arg| !arg.is_point()).unwrap_or(0);
        let at = |key| f(with(lows, i, key));
        let [r, arg] = unary::monotone(r, args[i], at, |r| inverse(i, r, lows))?;
        left[i] = arg;
        return Some((r, left));
    }
    let [low, high] = [f(lows), f(highs)];
    let r = r.meet(Range { lo: low, hi: high })?;
    for i in 0..3 {
        if low < r.lo {
            let reaches = |key| f(with(highs, i, key)) >= r.lo;
            if !reaches(args[i].lo) {
                left[i].lo = least(args[i], inverse(i, r.lo, highs), reaches)?;
            }
        }
        if high > r.hi {
            let reaches = |key| f(with(lows, i, key)) <= r.hi;
            if !reaches(args[i].hi) {
                left[i].hi = greatest(args[i], inverse(i, r.hi, lows), reaches)?;
            }
        }
        if left[i].lo > left[i].hi {
            return None;
        }
    }
    Some((r, left))
}
