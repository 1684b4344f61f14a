//! Integers as real numbers, and real numbers rounded down. Ends of integers are exact; to real numbers they are rounded
//! outwards.

use super::interval::{End, Interval};
use super::{Empty, narrow};
use crate::Range;
use crate::contract::integer::Span;

/// `r` is the integer `a` as a real number.
pub(super) fn to_real(r: &mut Range, a: &mut Range) -> Result<(), Empty> {
    as_interval(Span::of(*a)).narrow(r)?;
    let within = Span::of(*a).meet(integers(Interval::of(*r))).ok_or(Empty)?;
    narrow(a, within.range())?;
    as_interval(Span::of(*a)).narrow(r)
}

/// `r = ⌊a⌋`
pub(super) fn to_int(r: &mut Range, a: &mut Range) -> Result<(), Empty> {
    let argument = Interval::of(*a);
    narrow(r, Span::new(floor(argument.lo), last(argument.hi)).range())?;
    // `r ≤ a < r + 1`
    let results = Span::of(*r);
    let from = as_interval(results);
    let next = as_interval(results.plus(Span::new(1, 1)));
    let within = Interval {
        lo: from.lo,
        hi: End::open(next.hi.value),
    };
    within.narrow(a)
}

/// Is `a` an integer?
pub(super) fn is_int(r: &mut Range, a: &mut Range) -> Result<(), Empty> {
    let argument = Interval::of(*a);
    let integers = integers(argument);
    if integers.lo > integers.hi {
        return narrow(r, Range::point(0));
    }
    if argument.lo == argument.hi {
        return narrow(r, Range::point(1));
    }
    if r.lo == 1 {
        as_interval(integers).narrow(a)?;
    }
    Ok(())
}

/// Ends from here on are rounded outwards: no key has such an integer for itself.
const BEYOND: f64 = (1u128 << 100) as f64;

/// The integers of an interval; from above to below if there are none.
fn integers(interval: Interval) -> Span {
    Span::new(-last(interval.lo.negated()), last(interval.hi))
}

/// The greatest integer that an upper end allows.
fn last(end: End) -> i128 {
    if end.value >= BEYOND {
        return Span::ALL.hi;
    }
    let floor = end.value.floor().max(-BEYOND);
    floor as i128 - i128::from(end.is_open && floor == end.value)
}

/// The least floor of what a lower end allows.
fn floor(end: End) -> i128 {
    if end.value <= -BEYOND {
        return Span::ALL.lo;
    }
    end.value.floor().min(BEYOND) as i128
}

/// The interval from the first to the last one, rounded outwards.
fn as_interval(span: Span) -> Interval {
    Interval {
        lo: below(span.lo),
        hi: below(-span.hi).negated(),
    }
}

/// A lower end for an integer.
fn below(integer: i128) -> End {
    if integer == Span::ALL.lo {
        return End::open(f64::NEG_INFINITY);
    }
    let nearest = integer as f64;
    // What is from a key is at most `2^62`, and so is what it is rounded to.
    match (nearest as i128).cmp(&integer) {
        std::cmp::Ordering::Equal => End::closed(nearest),
        std::cmp::Ordering::Less => End::open(nearest),
        std::cmp::Ordering::Greater => End::open(nearest.next_down()),
    }
}
