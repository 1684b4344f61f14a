//! `==`, `<`, `<=` of IEEE 754: zeros are equal, and what is not a number makes them false.
//!
//! Tightest everywhere. If it holds, both are numbers and each bounds the other one. If it does not, either one of
//! them is not a number, which says nothing about the other, or both are, and the converse holds.

use ferric3_term::FloatFormat;

use super::hull::Hull;
use super::landmarks::Landmarks;
use super::{Empty, Range};

/// The keys from the least that is equal to `range.lo` to the greatest that is equal to `range.hi`: both zeros or
/// none. Afterwards `<` of keys of different ranges is `<` of numbers, if the lesser one is not `-0`.
fn with_both_zeros(at: Landmarks, range: Range) -> Range {
    Range {
        lo: range.lo - u64::from(range.lo == at.plus_zero),
        hi: range.hi + u64::from(range.hi == at.minus_zero),
    }
}

/// `x <= y` of numbers.
fn at_most(at: Landmarks, x: Range, y: Range) -> Option<[Range; 2]> {
    let [wide_x, wide_y] = [with_both_zeros(at, x), with_both_zeros(at, y)];
    let x = x.meet(Range::new(at.bottom, wide_y.hi))?;
    let y = y.meet(Range::new(wide_x.lo, at.top))?;
    Some([x, y])
}

/// `x < y` of numbers.
fn less(at: Landmarks, x: Range, y: Range) -> Option<[Range; 2]> {
    // The greatest number before the one: from both zeros to what is before `-0`.
    let before = y.hi - 1 - u64::from(y.hi == at.plus_zero);
    let after = x.lo + 1 + u64::from(x.lo == at.minus_zero);
    let x = x.meet(Range { lo: 0, hi: before })?;
    let y = y.meet(Range {
        lo: after,
        hi: at.top,
    })?;
    Some([x, y])
}

/// `x == y` of numbers.
fn equal(at: Landmarks, x: Range, y: Range) -> Option<[Range; 2]> {
    let [wide_x, wide_y] = [with_both_zeros(at, x), with_both_zeros(at, y)];
    let [new_x, new_y] = [x.meet(wide_y)?, y.meet(wide_x)?];
    Some([new_x, new_y])
}

/// `x != y` of numbers.
fn different(at: Landmarks, x: Range, y: Range) -> Option<[Range; 2]> {
    let new_x = without_end(at, x, y)?;
    let new_y = without_end(at, y, x)?;
    Some([new_x, new_y])
}

/// `x` without those of its ends to which all of `y` is equal.
fn without_end(at: Landmarks, x: Range, y: Range) -> Option<Range> {
    let zeros = at.zeros();
    let point = if y.is_point() && !zeros.has(y.lo) {
        y
    } else if y.meet(zeros) == Some(y) {
        zeros
    } else {
        return Some(x);
    };
    let mut rest = x;
    if point.has(rest.lo) {
        rest.lo = point.hi + 1;
    }
    if point.has(rest.hi) {
        rest.hi = point.lo - 1;
    }
    (rest.lo <= rest.hi).then_some(rest)
}

type Numbers = fn(Landmarks, Range, Range) -> Option<[Range; 2]>;

fn compare(
    format: FloatFormat,
    ranges: &mut [Range],
    holds: Numbers,
    fails: Numbers,
) -> Result<(), Empty> {
    let at = Landmarks::of(format);
    let [r, x, y] = [ranges[0], ranges[1], ranges[2]];
    let numbers = x.meet(at.numbers()).zip(y.meet(at.numbers()));
    let mut hull = Hull::EMPTY;
    if let Some((x, y)) = numbers {
        if r.hi == 1 {
            hull.add_some(holds(at, x, y).map(|[x, y]| [Range::point(1), x, y]));
        }
        if r.lo == 0 {
            hull.add_some(fails(at, x, y).map(|[x, y]| [Range::point(0), x, y]));
        }
    }
    if r.lo == 0 {
        for nans in at.nans() {
            hull.add_some(x.meet(nans).map(|x| [Range::point(0), x, y]));
            hull.add_some(y.meet(nans).map(|y| [Range::point(0), x, y]));
        }
    }
    hull.write(ranges)
}

pub(super) fn contract_eq(format: FloatFormat, ranges: &mut [Range]) -> Result<(), Empty> {
    compare(format, ranges, equal, different)
}

pub(super) fn contract_lt(format: FloatFormat, ranges: &mut [Range]) -> Result<(), Empty> {
    compare(format, ranges, less, |at, x, y| {
        at_most(at, y, x).map(|[y, x]| [x, y])
    })
}

pub(super) fn contract_le(format: FloatFormat, ranges: &mut [Range]) -> Result<(), Empty> {
    compare(format, ranges, at_most, |at, x, y| {
        less(at, y, x).map(|[y, x]| [x, y])
    })
}
