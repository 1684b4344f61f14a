//! Products and quotients: forwards by the ends, backwards by the other operation, for each sign of a divisor by itself.

use super::Empty;
use super::interval::{Interval, first, last};
use super::round::{Side, divide, multiply};
use crate::Range;

/// `r = a · b`
pub(super) fn contract(r: &mut Range, a: &mut Range, b: &mut Range) -> Result<(), Empty> {
    times(Interval::of(*a), Interval::of(*b)).narrow(r)?;
    factor(*r, a, *b)?;
    factor(*r, b, *a)
}

/// `r = a / b`, which is 0 if `b` is.
pub(super) fn contract_quotient(r: &mut Range, a: &mut Range, b: &mut Range) -> Result<(), Empty> {
    let (results, dividends, divisors) = (Interval::of(*r), Interval::of(*a), Interval::of(*b));
    let by_zero = divisors.has_zero() && results.has_zero();
    let by_zero = by_zero.then_some([Interval::ZERO, dividends, Interval::ZERO]);
    let by_others = divisors.signs().into_iter().flatten();
    let by_others = by_others.filter_map(|b| quotient_by(results, dividends, b));
    let left = by_others.chain(by_zero);
    let left = left.reduce(|x, y| [0, 1, 2].map(|i| x[i].join(y[i])));
    let [of_r, of_a, of_b] = left.ok_or(Empty)?;
    of_r.narrow(r)?;
    of_a.narrow(a)?;
    of_b.narrow(b)
}

/// What is left of `r = a / b` for a `b` of one sign.
fn quotient_by(r: Interval, a: Interval, b: Interval) -> Option<[Interval; 3]> {
    let r = r.meet(quotient(a, b))?;
    let a = a.meet(times(r, b))?;
    // `b = a / r`, and anything if both are 0.
    let b = match r.has_zero() && a.has_zero() {
        true => b,
        false => {
            let parts = r.signs().into_iter().flatten();
            let parts = parts.filter_map(|part| b.meet(quotient(a, part)));
            parts.reduce(Interval::join)?
        }
    };
    Some([r, a, b])
}

/// Leaves of `a` what `r = a · b` allows.
fn factor(r: Range, a: &mut Range, b: Range) -> Result<(), Empty> {
    let (r, b) = (Interval::of(r), Interval::of(b));
    if r.has_zero() && b.has_zero() {
        return Ok(());
    }
    let within = Interval::of(*a);
    let parts = b.signs().into_iter().flatten();
    let parts = parts.filter_map(|part| within.meet(quotient(r, part)));
    parts.reduce(Interval::join).ok_or(Empty)?.narrow(a)
}

pub(super) fn times(a: Interval, b: Interval) -> Interval {
    let ends = |side: Side| {
        let product = |x, y| multiply(x, y, side);
        [
            product(a.lo, b.lo),
            product(a.lo, b.hi),
            product(a.hi, b.lo),
            product(a.hi, b.hi),
        ]
    };
    Interval {
        lo: first(ends(Side::Lower)),
        hi: last(ends(Side::Upper)),
    }
}

/// `a / b` for a `b` without 0.
fn quotient(a: Interval, b: Interval) -> Interval {
    if b.lo.value < 0.0 {
        return quotient(a.negated(), b.negated());
    }
    let ends = |side: Side| {
        let quotient = |x, y| divide(x, y, side);
        [
            quotient(a.lo, b.lo),
            quotient(a.lo, b.hi),
            quotient(a.hi, b.lo),
            quotient(a.hi, b.hi),
        ]
    };
    Interval {
        lo: first(ends(Side::Lower)),
        hi: last(ends(Side::Upper)),
    }
}
