//! Sums are on a grid (Marre and Michel, *Improving the floating point addition and subtraction constraints*).
//!
//! If `x` and `y` are multiples of a power of two `u`, so is their sum, and so is what it is rounded to: a sum that
//! is not representable is rounded to a multiple of something greater. So
//!
//! * results are multiples of the least unit in the last place of the arguments: after cancellation, most numbers
//!   near zero are no results;
//! * if the results have no multiple of `2u`, one of the arguments has a unit in the last place of `u` at most. For a
//!   result such as `0.1`, both arguments are near to it.
//!
//! Units are given by the *field* of the exponent that has them: `2^(field - bias - fraction)`, at least 1.

use super::Range;
use super::landmarks::Landmarks;

/// The field of a magnitude, and its significand with the leading bit.
fn decode(at: Landmarks, magnitude: u64) -> (u64, u64) {
    let fraction = at.format.fraction();
    let field = magnitude >> fraction;
    let significand = magnitude & ((1 << fraction) - 1);
    if field == 0 {
        (1, significand)
    } else {
        (field, significand | 1 << fraction)
    }
}

/// The least magnitude of the numbers of a range.
fn least_magnitude(at: Landmarks, range: Range) -> u64 {
    let above = range.lo.saturating_sub(at.plus_zero);
    let below = at.minus_zero.saturating_sub(range.hi);
    above.max(below)
}

/// Those results between the ends of `r` that are multiples of the unit of `x` and `y`.
#[inline]
pub(super) fn multiples(at: Landmarks, r: Range, x: Range, y: Range) -> Option<Range> {
    let least = least_magnitude(at, x).min(least_magnitude(at, y));
    let field = least >> at.format.fraction();
    // Already multiples, or numbers of the least unit.
    let is_multiple = |key: u64| {
        let magnitude = if key >= at.plus_zero {
            key - at.plus_zero
        } else {
            at.minus_zero - key
        };
        magnitude >> at.format.fraction() >= field
    };
    if field <= 1 || (is_multiple(r.lo) && is_multiple(r.hi)) {
        return Some(r);
    }
    let lo = next_multiple(at, r.lo, field);
    let hi = at.flip(next_multiple(at, at.flip(r.hi), field));
    // Arguments that are no zeros have no sum `-0`.
    let lo = lo + u64::from(lo == at.minus_zero);
    let hi = if hi != at.minus_zero {
        hi
    } else {
        at.minus_zero - unit(at, field)
    };
    (lo <= hi).then_some(Range { lo, hi })
}

/// The magnitude of the unit of a field.
fn unit(at: Landmarks, field: u64) -> u64 {
    let fraction = u64::from(at.format.fraction());
    if field > fraction {
        (field - fraction) << fraction
    } else {
        1 << (field - 1)
    }
}

/// The least key from `key` on that is a multiple of the unit of a field. It is one of the zeros if both are.
fn next_multiple(at: Landmarks, key: u64, field: u64) -> u64 {
    let fraction = u64::from(at.format.fraction());
    let negative = key < at.plus_zero;
    let magnitude = if negative {
        at.minus_zero - key
    } else {
        key - at.plus_zero
    };
    let (own, _) = decode(at, magnitude);
    let magnitude = if own >= field || magnitude == 0 {
        magnitude
    } else if field - own > fraction {
        // Less than the unit.
        if negative { 0 } else { unit(at, field) }
    } else {
        let rest = (1 << (field - own)) - 1;
        if negative {
            magnitude & !rest
        } else {
            (magnitude + rest) & !rest
        }
    };
    if negative {
        at.minus_zero - magnitude
    } else {
        at.plus_zero + magnitude
    }
}

/// Numbers of which at least one argument is, if the sum is in `r`; `None` if that says nothing.
#[inline]
pub(super) fn one_argument(at: Landmarks, r: Range) -> Option<Range> {
    let r = if r.hi < at.minus_zero {
        at.flip_range(r)
    } else {
        r
    };
    if r.lo <= at.plus_zero || r.hi >= at.top {
        return None;
    }
    let (field_lo, mut lo) = decode(at, r.lo - at.plus_zero);
    let (field, hi) = decode(at, r.hi - at.plus_zero);
    if field_lo != field {
        // There is a power of two between.
        lo = 1 << at.format.fraction();
    }
    // The most zeros at the end of a number from `lo` to `hi`.
    let zeros = u64::from(((lo - 1) ^ hi).ilog2());
    let field = field + zeros;
    let last = (at.top - at.plus_zero) >> at.format.fraction();
    if field >= last - 1 {
        return None;
    }
    let most = at.plus_zero + ((field + 1) << at.format.fraction()) - 1;
    Some(Range::new(at.flip(most), most))
}
