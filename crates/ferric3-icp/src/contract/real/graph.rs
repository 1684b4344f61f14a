//! Transcendental functions: values of the machine's library, moved outwards by a margin.
//!
//! The margin is [`ULPS`] numbers on either side, where the usual libraries are within one or two. Nothing that a
//! certificate rests on believes that: the checker encloses the functions by rational numbers. A wave is looked at between
//! neighbouring extremes, where it is monotone; where the extremes are is known up to a relative error, too.

use std::f64::consts::{FRAC_PI_2, PI};

use ferric3_term::Transcendental;

use super::interval::{End, Interval};
use super::{Empty, narrow};
use crate::Range;

/// Results are moved outwards by so many numbers.
const ULPS: u32 = 8;

/// Waves are taken apart into pieces for arguments up to here: beyond, all values are possible.
const FAR: f64 = 1.0e9;

/// An error of places of extremes, relative to the place, or absolute near 0.
const ERROR: f64 = 1.0e-14;

/// So many pieces between extremes are looked at one by one.
const PIECES: i64 = 4;

/// `r` says whether `y = f(x)`.
pub(super) fn contract(
    function: Transcendental,
    r: &mut Range,
    y: &mut Range,
    x: &mut Range,
) -> Result<(), Empty> {
    let (values, arguments) = (Interval::of(*y), Interval::of(*x));
    if values.lo == values.hi && arguments.lo == arguments.hi {
        // Two points, about which everything is known.
        let numbers = [values.lo, arguments.lo].map(|end| crate::number::rational(end.value));
        let holds = function.has_point(&numbers[0], &numbers[1]);
        return narrow(r, Range::point(u64::from(holds)));
    }
    let left = match function {
        Transcendental::Exp => exponential(values, arguments),
        Transcendental::Sin => wave(FRAC_PI_2, f64::sin, values, arguments),
        Transcendental::Cos => wave(0.0, f64::cos, values, arguments),
    };
    let Some([of_y, of_x]) = left else {
        return narrow(r, Range::point(0));
    };
    if r.lo == 1 {
        of_y.narrow(y)?;
        of_x.narrow(x)?;
    }
    Ok(())
}

fn down(value: f64) -> f64 {
    (0..ULPS).fold(value, |value, _| value.next_down())
}

fn up(value: f64) -> f64 {
    -down(-value)
}

/// The numbers around a computed one.
fn around(value: f64) -> Interval {
    Interval {
        lo: End::open(down(value)),
        hi: End::open(up(value)),
    }
}

/// What is left of `y = e^x`.
pub(super) fn exponential(y: Interval, x: Interval) -> Option<[Interval; 2]> {
    let y = y.meet(Interval::POSITIVE)?;
    let power = |end: End| match end.value {
        0.0 => Interval {
            lo: End::closed(1.0),
            hi: End::closed(1.0),
        },
        value => around(value.exp()),
    };
    let logarithm = |value: f64| match value {
        0.0 => Interval {
            lo: End::open(f64::NEG_INFINITY),
            hi: End::open(f64::NEG_INFINITY),
        },
        1.0 => Interval::ZERO,
        value => around(value.ln()),
    };
    let (least, most) = (power(x.lo).lo, power(x.hi).hi);
    let powers = Interval {
        lo: if least.value <= 0.0 {
            End::open(0.0)
        } else {
            least
        },
        hi: if most.value.is_nan() {
            End::open(f64::INFINITY)
        } else {
            most
        },
    };
    let y = y.meet(powers)?;
    let logarithms = Interval {
        lo: logarithm(y.lo.value).lo,
        hi: match y.hi.is_infinite() {
            true => y.hi,
            false => logarithm(y.hi.value).hi,
        },
    };
    Some([y, x.meet(logarithms)?])
}

/// What is left of `y = f(x)` for a function with values 1 at `phase + 2kπ`, and -1 half way between.
fn wave(phase: f64, f: fn(f64) -> f64, y: Interval, x: Interval) -> Option<[Interval; 2]> {
    let all = Interval {
        lo: End::closed(-1.0),
        hi: End::closed(1.0),
    };
    let y = y.meet(all)?;
    if x.lo.value < -FAR || x.hi.value > FAR {
        return Some([y, x]);
    }
    // Piece `k` is from `phase + kπ` to the next extreme, and falls for even `k`.
    let piece = |x: f64| ((x - phase) / PI).floor() as i64;
    let (start, end) = (piece(x.lo.value) - 1, piece(x.hi.value) + 1);
    if end - start > PIECES + 2 {
        return Some([y, x]);
    }
    let mut left: Option<[Interval; 2]> = None;
    for k in start..=end {
        let from = phase + k as f64 * PI;
        let error = ERROR * (1.0 + from.abs());
        let whole = Interval {
            lo: End::open(from - error),
            hi: End::open(from + PI + error),
        };
        let falls = k % 2 == 0;
        let found = x
            .meet(whole)
            .and_then(|x| monotone(falls, from, error, f, y, x));
        left = match (left, found) {
            (Some([y, x]), Some(more)) => Some([y.join(more[0]), x.join(more[1])]),
            (left, found) => left.or(found),
        };
    }
    left
}

/// The same on one piece, from an extreme that is near `from` to the next one.
fn monotone(
    falls: bool,
    from: f64,
    error: f64,
    f: fn(f64) -> f64,
    y: Interval,
    x: Interval,
) -> Option<[Interval; 2]> {
    // As a function that falls from 1 to -1.
    let turned = |interval: Interval| if falls { interval } else { interval.negated() };
    let y = turned(y);
    // Near an extreme the value at an end says nothing about which side of it the end is on.
    let value = |x: f64| match x {
        0.0 => Interval {
            lo: End::closed(f(0.0)),
            hi: End::closed(f(0.0)),
        },
        x => around(f(x)),
    };
    let highest = match x.lo.value <= from + error {
        true => End::closed(1.0),
        false => turned(value(x.lo.value)).hi,
    };
    let lowest = match x.hi.value >= from + PI - error {
        true => End::closed(-1.0),
        false => turned(value(x.hi.value)).lo,
    };
    let y = y.meet(Interval {
        lo: lowest,
        hi: highest,
    })?;
    let place = |y: f64| from + y.clamp(-1.0, 1.0).acos();
    let places = Interval {
        lo: End::open(place(y.hi.value) - 2.0 * error),
        hi: End::open(place(y.lo.value) + 2.0 * error),
    };
    Some([turned(y), x.meet(places)?])
}
