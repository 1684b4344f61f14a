//! `r = x^y` with any exponent.
//!
//! For `x > 0` that is `log r = y · log x`: logarithms by the exponential function read backwards, a product, and back again,
//! each rounded outwards. So the box that is left is a few numbers wider than the tightest, but where `x` and `y` are points
//! with a rational power it is that number. At 0 there is a value for `y > 0`, namely 0. For `x < 0` the exponent is an
//! integer, and that of `-x` is taken, with the sign that the exponent says, if it is known.

use ferric3_term::{has_power, power};

use super::graph::exponential;
use super::interval::{End, Interval};
use super::{Empty, narrow, product};
use crate::{Domain, Range};

/// From here on all binary64 numbers are even integers.
const EVEN: f64 = (1_u64 << 53) as f64;

/// `holds` says whether `r = x^y`.
pub(super) fn contract(
    holds: &mut Range,
    r: &mut Range,
    x: &mut Range,
    y: &mut Range,
) -> Result<(), Empty> {
    let [results, bases, exponents] = [*r, *x, *y].map(Interval::of);
    let [result, base, exponent] = [results, bases, exponents].map(|interval| {
        let is_point = interval.lo.value == interval.hi.value;
        is_point.then(|| crate::number::rational(interval.lo.value))
    });
    if let (Some(base), Some(exponent)) = (&base, &exponent) {
        if let Some(result) = &result {
            let is_power = has_power(result, base, exponent);
            return narrow(holds, Range::point(u64::from(is_power)));
        }
        if let Some(power) = power(base, exponent) {
            let key = Domain::REAL.key_of_number(&power);
            if !r.has(key) {
                return narrow(holds, Range::point(0));
            }
            if holds.lo == 1 {
                narrow(r, Range::point(key))?;
            }
            return Ok(());
        }
    }
    let parts = [
        of_positive(results, bases, exponents),
        of_zero(results, bases, exponents),
        of_negative(results, bases, exponents),
    ];
    let Some([of_r, of_x, of_y]) = parts.into_iter().flatten().reduce(join) else {
        return narrow(holds, Range::point(0));
    };
    if holds.lo == 1 {
        of_r.narrow(r)?;
        of_x.narrow(x)?;
        of_y.narrow(y)?;
    }
    Ok(())
}

/// What is left of a box: `r`, `x` and `y`.
type Left = [Interval; 3];

fn join(a: Left, b: Left) -> Left {
    [0, 1, 2].map(|i| a[i].join(b[i]))
}

fn of_positive(r: Interval, x: Interval, y: Interval) -> Option<Left> {
    let [r, log_r] = exponential(r, Interval::ALL)?;
    let [x, log_x] = exponential(x, Interval::ALL)?;
    let [mut log_r, mut y, mut log_x] = [log_r, y, log_x].map(Interval::range);
    product::contract(&mut log_r, &mut y, &mut log_x).ok()?;
    let [r, _] = exponential(r, Interval::of(log_r))?;
    let [x, _] = exponential(x, Interval::of(log_x))?;
    Some([r, x, Interval::of(y)])
}

fn of_zero(r: Interval, x: Interval, y: Interval) -> Option<Left> {
    let [r, x] = [r.meet(Interval::ZERO)?, x.meet(Interval::ZERO)?];
    Some([r, x, y.meet(Interval::POSITIVE)?])
}

fn of_negative(r: Interval, x: Interval, y: Interval) -> Option<Left> {
    let magnitudes = x.meet(Interval::NEGATIVE)?.negated();
    let y = integers(y)?;
    let exponent = y.lo.value;
    let is_known = exponent == y.hi.value;
    let is_odd = exponent.abs() < EVEN && exponent % 2.0 != 0.0;
    let mut left: Option<Left> = None;
    for flips in [false, true] {
        if is_known && flips != is_odd {
            continue;
        }
        let turned = |interval: Interval| match flips {
            true => interval.negated(),
            false => interval,
        };
        if let Some([r, x, y]) = of_positive(turned(r), magnitudes, y) {
            let found = [turned(r), x.negated(), y];
            left = Some(left.map_or(found, |left| join(left, found)));
        }
    }
    left
}

/// From the first integer to the last.
fn integers(y: Interval) -> Option<Interval> {
    let first = |end: End| {
        let next = end.value.ceil();
        let is_beside = end.is_open && next == end.value && next.abs() < EVEN;
        match end.is_infinite() {
            true => end,
            false => End::closed(if is_beside { next + 1.0 } else { next }),
        }
    };
    let (lo, hi) = (first(y.lo), first(y.hi.negated()).negated());
    Interval { lo, hi }.meet(Interval::ALL)
}
