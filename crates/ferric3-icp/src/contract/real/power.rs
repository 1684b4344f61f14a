//! Powers with a constant exponent: monotone for odd ones, and on each side of 0 for even ones.
//!
//! Roots are guessed by the machine and believed only as far as their powers say that they are outside.

use super::Empty;
use super::interval::{End, Interval};
use super::round::{Side, multiply};
use crate::Range;

/// A guess of a root is moved outwards so often.
const TRIES: u32 = 8;

/// `r = a^n`
pub(in crate::contract) fn contract(exponent: u32, ranges: &mut [Range]) -> Result<(), Empty> {
    let [r, a] = ranges else {
        unreachable!("a power has one argument");
    };
    let (result, argument) = (Interval::of(*r), Interval::of(*a));
    let is_odd = !exponent.is_multiple_of(2);
    let not_negative = Interval {
        lo: End::ZERO,
        ..Interval::POSITIVE
    };
    let sides = [
        argument.meet(not_negative),
        argument.negated().meet(not_negative),
    ];
    let mut left: Option<[Interval; 2]> = None;
    // Of each side the magnitudes, and what they make of the result.
    for (side, is_negative) in sides.into_iter().zip([false, true]) {
        let flips = is_negative && is_odd;
        let signed = |interval: Interval, flips: bool| match flips {
            true => interval.negated(),
            false => interval,
        };
        let found = side.and_then(|side| magnitudes(signed(result, flips), side, exponent));
        if let Some([powers, roots]) = found {
            let both = [signed(powers, flips), signed(roots, is_negative)];
            left = Some(match left {
                None => both,
                Some([r, a]) => [r.join(both[0]), a.join(both[1])],
            });
        }
    }
    let [of_r, of_a] = left.ok_or(Empty)?;
    of_r.narrow(r)?;
    of_a.narrow(a)
}

/// What is left of `r = a^n` for `a ≥ 0`.
fn magnitudes(r: Interval, a: Interval, exponent: u32) -> Option<[Interval; 2]> {
    let powers = |a: Interval| Interval {
        lo: power(a.lo, exponent, Side::Lower),
        hi: power(a.hi, exponent, Side::Upper),
    };
    let r = r.meet(powers(a))?;
    let roots = Interval {
        lo: root_below(r.lo, exponent),
        hi: root_above(r.hi, exponent),
    };
    let a = a.meet(roots)?;
    Some([r.meet(powers(a))?, a])
}

/// `a^n` for an end `a ≥ 0`.
fn power(a: End, exponent: u32, side: Side) -> End {
    (1..exponent).fold(a, |power, _| multiply(power, a, side))
}

/// An end whose power is at most the end, and at least that if both are.
fn root_below(r: End, exponent: u32) -> End {
    let mut guess = guess(r.value, exponent);
    for _ in 0..TRIES {
        let candidate = End {
            value: guess,
            is_open: false,
        };
        let power = power(candidate, exponent, Side::Upper);
        if power.value < r.value || (power.value == r.value && power.is_open) {
            return End::open(guess);
        }
        if power.value == r.value {
            return End {
                value: guess,
                is_open: r.is_open,
            };
        }
        guess = guess.next_down().max(0.0);
    }
    End::ZERO
}

/// An end whose power is at least the end.
fn root_above(r: End, exponent: u32) -> End {
    if r.is_infinite() {
        return r;
    }
    let mut guess = guess(r.value, exponent);
    for _ in 0..TRIES {
        let power = power(End::closed(guess), exponent, Side::Lower);
        if power.value > r.value || (power.value == r.value && power.is_open) {
            return End::open(guess);
        }
        if power.value == r.value {
            return End {
                value: guess,
                is_open: r.is_open,
            };
        }
        guess = guess.next_up();
    }
    End::open(f64::INFINITY)
}

fn guess(r: f64, exponent: u32) -> f64 {
    match exponent {
        1 => r,
        2 => r.sqrt(),
        3 => r.cbrt(),
        n => r.powf(1.0 / f64::from(n)),
    }
}
