//! Sums, differences, products, quotients.
//!
//! All of them are cases of one: a function that does not decrease in both arguments. Sums are, on all numbers, even
//! with signed zeros: `x + y` is `-0` for `-0 + -0` only, which is the last pair before those with `+0`. Products and
//! quotients are so on numbers of one sign, because rounding to nearest is symmetric; a negation reverses the keys
//! (Marre and Michel, *Improving the floating point addition and subtraction constraints*).
//!
//! Pairs without a number as their result are at corners: `∞ - ∞`, `0 · ∞`, `0 / 0`, `∞ / ∞`. Each time one
//! argument is at its lower end and the other one at its upper end, all other pairs with the first one give the least
//! result, and all other pairs with the second one the greatest. So a lower corner of this kind stands for the
//! greatest result, and an upper corner for the least.
//!
//! Without regard to gaps, ends are exact: an end of an argument stays if, with the best of the other one, it is not
//! on the wrong side of the results. But results have gaps: neighbours of `y` may have results with others between,
//! so that a line of the box may *skip* all results that are allowed. The box is the tightest if
//!
//! * an argument is a point: then the function has one argument, as in [`unary`](super::unary);
//! * an argument has few keys, which are tried one by one.
//!
//! Otherwise, the ends of arguments are still exact up to a few keys if there are few results. If there are many,
//! a line that skips them all is rare: products and quotients of neighbours that are normal are about two keys apart.
//! The exceptions are cancellation, for which see [`grid`], and underflow. To be the tightest there as well would
//! mean to find two integers in given ranges whose product is in a third one, a search over all keys of an argument.

use super::arithmetic::Arithmetic;
use super::hull::Hull;
use super::landmarks::Landmarks;
use super::search::{greatest, least};
use super::{Empty, Range, grid, unary};

/// So many lines are tried one by one.
const FEW: u64 = 16;

/// So many keys at an end are tried.
const STEPS: u64 = 4;

/// The number of keys, less one, which might be too many.
#[inline]
const fn keys(range: Range) -> u64 {
    range.hi - range.lo
}

/// A function that does not decrease in both arguments on a box of keys, with guesses of its inverses.
pub(super) struct Increasing<F, X, Y> {
    pub(super) f: F,
    /// An `x` near those with `f(x, y) = r`, for `r` and `y`.
    pub(super) x: X,
    /// A `y` near those with `f(x, y) = r`, for `r` and `x`.
    pub(super) y: Y,
    /// Not a number.
    pub(super) nan: u64,
    /// All results that are numbers.
    pub(super) results: Range,
}

impl<F, X, Y> Increasing<F, X, Y>
where
    F: Fn(u64, u64) -> u64 + Copy,
    X: Fn(u64, u64) -> u64 + Copy,
    Y: Fn(u64, u64) -> u64 + Copy,
{
    /// As a lower bound of results.
    #[inline]
    fn low(&self, value: u64) -> u64 {
        value.min(self.results.hi)
    }

    /// As an upper bound of results.
    #[inline]
    fn high(&self, value: u64) -> u64 {
        if value == self.nan {
            self.results.lo
        } else {
            value
        }
    }

    /// What is left of a box, of the result first.
    #[inline]
    pub(super) fn contract(&self, r: Range, x: Range, y: Range) -> Option<[Range; 3]> {
        let f = self.f;
        if y.is_point() {
            let [r, x] = self.line(r, x, |x| f(x, y.lo), |r| (self.x)(r, y.lo))?;
            return Some([r, x, y]);
        }
        if x.is_point() {
            let [r, y] = self.line(r, y, |y| f(x.lo, y), |r| (self.y)(r, x.lo))?;
            return Some([r, x, y]);
        }
        let low = self.low(f(x.lo, y.lo));
        let high = self.high(f(x.hi, y.hi));
        let r = r.meet(Range { lo: low, hi: high })?;
        // The other two corners: does an end of one argument reach the result with the best of the other one?
        let (mut left_x, mut left_y) = (x, y);
        if low < r.lo {
            if self.high(f(x.lo, y.hi)) < r.lo {
                let guess = (self.x)(r.lo, y.hi);
                left_x.lo = least(x, guess, |x| self.high(f(x, y.hi)) >= r.lo)?;
            }
            if self.high(f(x.hi, y.lo)) < r.lo {
                let guess = (self.y)(r.lo, x.hi);
                left_y.lo = least(y, guess, |y| self.high(f(x.hi, y)) >= r.lo)?;
            }
        }
        if high > r.hi {
            if self.low(f(x.hi, y.lo)) > r.hi {
                let guess = (self.x)(r.hi, y.lo);
                left_x.hi = greatest(x, guess, |x| self.low(f(x, y.lo)) <= r.hi)?;
            }
            if self.low(f(x.lo, y.hi)) > r.hi {
                let guess = (self.y)(r.hi, x.lo);
                left_y.hi = greatest(y, guess, |y| self.low(f(x.lo, y)) <= r.hi)?;
            }
        }
        if left_x.lo > left_x.hi || left_y.lo > left_y.hi {
            return None;
        }
        let left = [r, left_x, left_y];
        if keys(left_x).min(keys(left_y)) <= FEW {
            self.by_lines(left)
        } else if keys(r) <= FEW {
            self.by_ends(left)
        } else {
            Some(left)
        }
    }

    /// The tightest for few keys of one argument: line by line, from both ends, until nothing can be added.
    #[inline(never)]
    fn by_lines(&self, [r, x, y]: [Range; 3]) -> Option<[Range; 3]> {
        let f = self.f;
        let by_x = keys(x) <= keys(y);
        let (mut lines, other) = if by_x { (x, y) } else { (y, x) };
        let line = |key: u64| {
            if by_x {
                let [r, y] = self.line(r, other, |y| f(key, y), |r| (self.y)(r, key))?;
                Some([r, Range::point(key), y])
            } else {
                let [r, x] = self.line(r, other, |x| f(x, key), |r| (self.x)(r, key))?;
                Some([r, x, Range::point(key)])
            }
        };
        let mut hull = Hull::EMPTY;
        let mut upper = false;
        loop {
            let key = if upper { lines.hi } else { lines.lo };
            hull.add_some(line(key));
            if lines.is_point() || hull.get() == Some([r, x, y]) {
                return hull.get();
            }
            if upper {
                lines.hi -= 1;
            } else {
                lines.lo += 1;
            }
            upper = !upper;
        }
    }

    /// For few results: without the first keys at each end whose lines skip all of them. If these are not followed by
    /// one that does not, they stay: to go on one by one would take too long, here and for the caller.
    #[inline(never)]
    fn by_ends(&self, [r, mut x, mut y]: [Range; 3]) -> Option<[Range; 3]> {
        let f = self.f;
        let reaches_x = |key: u64, y: Range| {
            let line = self.line(r, y, |y| f(key, y), |r| (self.y)(r, key));
            line.is_some()
        };
        let reaches_y = |key: u64, x: Range| {
            let line = self.line(r, x, |x| f(x, key), |r| (self.x)(r, key));
            line.is_some()
        };
        let ends = 0..STEPS;
        x.lo += ends.clone().find(|i| reaches_x(x.lo + i, y)).unwrap_or(0);
        x.hi -= ends.clone().find(|i| reaches_x(x.hi - i, y)).unwrap_or(0);
        y.lo += ends.clone().find(|i| reaches_y(y.lo + i, x)).unwrap_or(0);
        y.hi -= ends.clone().find(|i| reaches_y(y.hi - i, x)).unwrap_or(0);
        Some([r, x, y])
    }

    /// What is left if one argument is a point: the tightest.
    #[inline]
    fn line(
        &self,
        r: Range,
        mut x: Range,
        f: impl Fn(u64) -> u64,
        inverse: impl Fn(u64) -> u64,
    ) -> Option<[Range; 2]> {
        // Not a number: at one end only, if anywhere.
        if f(x.lo) == self.nan {
            x.lo += 1;
        } else if f(x.hi) == self.nan {
            x.hi -= 1;
        }
        if x.lo > x.hi {
            return None;
        }
        unary::monotone(r, x, f, inverse)
    }
}

/// Adds the boxes without a number as their result, if `r` allows it: those with an argument that is no number,
/// and the given ones.
#[inline]
pub(super) fn add_nans(
    hull: &mut Hull<3>,
    at: Landmarks,
    [r, x, y]: [Range; 3],
    invalid: impl FnOnce(&mut dyn FnMut(Range, Range)),
) {
    if !r.has(at.nan) {
        return;
    }
    let nan = Range::point(at.nan);
    for nans in at.nans() {
        hull.add_some(x.meet(nans).map(|x| [nan, x, y]));
        hull.add_some(y.meet(nans).map(|y| [nan, x, y]));
    }
    invalid(&mut |of_x, of_y| {
        let both = x.meet(of_x).zip(y.meet(of_y));
        hull.add_some(both.map(|(x, y)| [nan, x, y]));
    });
}

pub(super) fn contract_add(format: impl Arithmetic, ranges: &mut [Range]) -> Result<(), Empty> {
    let at = format.landmarks();
    add([ranges[0], ranges[1], ranges[2]], at, format).write(ranges)
}

/// `x - y` is `x + -y`.
pub(super) fn contract_sub(format: impl Arithmetic, ranges: &mut [Range]) -> Result<(), Empty> {
    let at = format.landmarks();
    let left = add([ranges[0], ranges[1], at.flip_range(ranges[2])], at, format);
    left.write(ranges)?;
    ranges[2] = at.flip_range(ranges[2]);
    Ok(())
}

#[inline]
fn add(ranges: [Range; 3], at: Landmarks, format: impl Arithmetic) -> Hull<3> {
    let [r, x, y] = ranges;
    let mut hull = Hull::EMPTY;
    add_nans(&mut hull, at, ranges, |add| {
        let [bottom, top] = [Range::point(at.bottom), Range::point(at.top)];
        add(bottom, top);
        add(top, bottom);
    });
    let numbers = at.numbers();
    if let (Some(r), Some(x), Some(y)) = (r.meet(numbers), x.meet(numbers), y.meet(numbers)) {
        let sum = Increasing {
            f: |x, y| format.add(x, y),
            x: |r, y| format.add(r, at.flip(y)),
            y: |r, x| format.add(r, at.flip(x)),
            nan: at.nan,
            results: numbers,
        };
        let mut on_grid = |x: Range, y: Range| {
            if let Some(r) = grid::multiples(at, r, x, y) {
                hull.add_some(sum.contract(r, x, y));
            }
        };
        match grid::one_argument(at, r) {
            Some(one) if one.meet(x) != Some(x) && one.meet(y) != Some(y) => {
                if let Some(x) = x.meet(one) {
                    on_grid(x, y);
                }
                if let Some(y) = y.meet(one) {
                    on_grid(x, y);
                }
            }
            _ => on_grid(x, y),
        }
    }
    hull
}

pub(super) fn contract_mul(format: impl Arithmetic, ranges: &mut [Range]) -> Result<(), Empty> {
    let at = format.landmarks();
    let product = Increasing {
        f: |x, y| format.mul(x, y),
        x: |r, y| format.div(r, y),
        y: |r, x| format.div(r, x),
        nan: at.nan,
        results: at.positives(),
    };
    let all = [ranges[0], ranges[1], ranges[2]];
    let mut hull = Hull::EMPTY;
    add_nans(&mut hull, at, all, |add| {
        for infinity in [Range::point(at.bottom), Range::point(at.top)] {
            add(at.zeros(), infinity);
            add(infinity, at.zeros());
        }
    });
    by_signs(&mut hull, at, all, |r, x, y| product.contract(r, x, y));
    hull.write(ranges)
}

pub(super) fn contract_div(format: impl Arithmetic, ranges: &mut [Range]) -> Result<(), Empty> {
    let at = format.landmarks();
    // Of `x` and `-y`, because quotients decrease in `y`.
    let quotient = Increasing {
        f: |x, y| format.div(x, at.flip(y)),
        x: |r, y| format.mul(r, at.flip(y)),
        y: |r, x| at.flip(format.div(x, r)),
        nan: at.nan,
        results: at.positives(),
    };
    let all = [ranges[0], ranges[1], ranges[2]];
    let mut hull = Hull::EMPTY;
    add_nans(&mut hull, at, all, |add| {
        add(at.zeros(), at.zeros());
        let infinities = [Range::point(at.bottom), Range::point(at.top)];
        for x in infinities {
            for y in infinities {
                add(x, y);
            }
        }
    });
    by_signs(&mut hull, at, all, |r, x, y| {
        let [r, x, y] = quotient.contract(r, x, at.flip_range(y))?;
        Some([r, x, at.flip_range(y)])
    });
    hull.write(ranges)
}

/// Adds what is left for each pair of signs. The function sees positive arguments and their results.
#[inline]
fn by_signs(
    hull: &mut Hull<3>,
    at: Landmarks,
    [r, x, y]: [Range; 3],
    contract: impl Fn(Range, Range, Range) -> Option<[Range; 3]>,
) {
    let turned = |negative: bool, range: Range| {
        if negative {
            at.flip_range(range)
        } else {
            range
        }
    };
    for minus_x in [false, true] {
        let Some(x) = turned(minus_x, x).meet(at.positives()) else {
            continue;
        };
        for minus_y in [false, true] {
            let minus = minus_x != minus_y;
            let y = turned(minus_y, y).meet(at.positives());
            let r = turned(minus, r).meet(at.positives());
            if let (Some(y), Some(r)) = (y, r)
                && let Some([r, x, y]) = contract(r, x, y)
            {
                hull.add([turned(minus, r), turned(minus_x, x), turned(minus_y, y)]);
            }
        }
    }
}
