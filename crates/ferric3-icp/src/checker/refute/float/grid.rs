//! The grid of sums: `x + y` and `x - y` are multiples of whatever `x` and `y` are both multiples of, also when rounded,
//! because a number that is rounded is a multiple of more.
//!
//! *Places* are exponents of two, from that of the least number.

use super::Numbers;
use crate::{Domain, Range, View};

/// Is no key of the range a sum, because none is on the grid of the finite `x` and `y`? A sum that is 0 is `+0` unless it
/// may be that of zeros that both count as negative.
pub(super) fn misses(
    domain: Domain,
    range: Range,
    x: Range,
    y: Range,
    may_be_minus_zero: bool,
) -> bool {
    let View::Float(format) = domain.view else {
        return false;
    };
    let (numbers, fraction) = (Numbers::of(domain), format.fraction());
    let grid = place(numbers, fraction, x).min(place(numbers, fraction, y));
    [false, true].into_iter().all(|negative| {
        let magnitudes = numbers.magnitudes(negative, range);
        let has_zero = !negative || may_be_minus_zero;
        magnitudes.is_none_or(|m| {
            let least = if has_zero { m.lo } else { m.lo.max(1) };
            next(fraction, least, grid) > m.hi
        })
    })
}

/// All numbers of the range are multiples of two to this place: that of the last bit of the least magnitude, or for a
/// point, that of the last bit which is set.
fn place(numbers: Numbers, fraction: u32, range: Range) -> u64 {
    let parts = [false, true].map(|negative| numbers.magnitudes(negative, range));
    let least = parts.iter().flatten().map(|m| m.lo).min().unwrap_or(0);
    let last = last_bit(fraction, least);
    if !range.is_point() {
        return last;
    }
    let exponent = least >> fraction;
    let hidden = u64::from(exponent > 0) << fraction;
    let significand = (least & ((1 << fraction) - 1)) | hidden;
    // A zero is a multiple of everything.
    significand
        .checked_ilog2()
        .map_or(u64::MAX, |_| last + u64::from(significand.trailing_zeros()))
}

/// The place of the last bit of the significand.
fn last_bit(fraction: u32, magnitude: u64) -> u64 {
    (magnitude >> fraction).saturating_sub(1)
}

/// The least magnitude that is not below this one and a multiple of two to the place; [`u64::MAX`] if it is infinite, and
/// an infinity is its own.
fn next(fraction: u32, magnitude: u64, place: u64) -> u64 {
    let bits = place.saturating_sub(last_bit(fraction, magnitude));
    if magnitude == 0 || bits == 0 {
        return magnitude;
    }
    if bits <= u64::from(fraction) {
        // A carry into the exponent is a power of two, which is one.
        return magnitude.next_multiple_of(1 << bits);
    }
    // Less than two to the place: that is the next one.
    match (place - u64::from(fraction) + 1).checked_shl(fraction) {
        Some(power) if power >> fraction == place - u64::from(fraction) + 1 => power,
        _ => u64::MAX,
    }
}
