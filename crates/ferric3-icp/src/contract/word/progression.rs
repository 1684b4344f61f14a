//! Multiples of a constant, modulo a power of two: where they first are in an interval, and the least of them.
//!
//! Both follow the algorithm of Euclid, so they take few steps for small constants, and for large ones as many as the width has bits.

use crate::Range;
use crate::contract::Empty;

/// How often the least multiple is improved. Small constants need one or two; with many multiples of a large one the
/// end that is found at last is hardly any different from the first.
const RECORDS: usize = 8;

/// `r = factor·x + offset` modulo `mask + 1`. Leaves the tightest box, except that the ends of `r` may be left, up to the zeros
/// at the end of the factor, where finding them takes too long.
pub(super) fn multiples(
    r: &mut Range,
    factor: u64,
    x: &mut Range,
    offset: u64,
    mask: u64,
) -> Result<(), Empty> {
    let negative = factor.wrapping_neg() & mask;
    let at = |x: u64| factor.wrapping_mul(x).wrapping_add(offset);
    // How far it is from an end of `x` to the next multiple in `r`.
    let next = |factor: u64, x: u64| {
        let lo = r.lo.wrapping_sub(at(x)) & mask;
        let hi = r.hi.wrapping_sub(at(x)) & mask;
        // The multiple at the end is in `r` if 0 is in this interval.
        if lo > hi {
            Some(0)
        } else {
            let period = u128::from(mask) + 1;
            first(factor.into(), period, lo.into(), hi.into())
        }
    };
    let extent = u128::from(x.hi - x.lo);
    let up = next(factor, x.lo).filter(|up| *up <= extent).ok_or(Empty)?;
    // Not further than to the one that was found.
    let down = next(negative, x.hi).ok_or(Empty)?;
    *x = Range::new(x.lo + up as u64, x.hi - down as u64);
    let steps = x.hi - x.lo;
    let after = at(x.lo).wrapping_sub(r.lo) & mask;
    let before = r.hi.wrapping_sub(at(x.lo)) & mask;
    let lo = r.lo + least(factor, after, steps, mask);
    let hi = r.hi - least(negative, before, steps, mask);
    *r = Range::new(lo, hi);
    Ok(())
}

/// The least `n` with `lo ≤ factor·n mod period ≤ hi`.
fn first(factor: u128, period: u128, lo: u128, hi: u128) -> Option<u128> {
    if lo == 0 {
        return Some(0);
    }
    if factor == 0 {
        return None;
    }
    let n = lo.div_ceil(factor);
    if n * factor <= hi {
        return Some(n);
    }
    // No multiple before the first period ends: how many periods must be taken away? There is no multiple of `factor` in
    // the interval, so that it does not pass 0 modulo `factor`.
    let negative = |end: u128| (factor - end % factor) % factor;
    let periods = first(period % factor, factor, negative(hi), negative(lo))?;
    Some((lo + periods * period).div_ceil(factor))
}

/// The least `start + factor·n` modulo `mask + 1`, for `n` up to `steps`; what all of
/// them are at least if that takes too long.
fn least(factor: u64, start: u64, steps: u64, mask: u64) -> u64 {
    let period = u128::from(mask) + 1;
    // The last bits are always the same.
    let bound = start & ((factor & factor.wrapping_neg()).wrapping_sub(1) & mask);
    let (mut value, mut steps) = (start, steps);
    for _ in 0..RECORDS {
        if value == bound {
            return bound;
        }
        // The next one that is smaller.
        let lo = period - u128::from(value);
        let Some(n) = first(factor.into(), period, lo, mask.into()) else {
            return value;
        };
        if n > u128::from(steps) {
            return value;
        }
        // The same step again makes it smaller by as much again.
        let n = n as u64;
        let smaller = factor.wrapping_mul(n).wrapping_neg() & mask;
        let times = (value / smaller).min(steps / n);
        value -= times * smaller;
        steps -= times * n;
    }
    bound
}
