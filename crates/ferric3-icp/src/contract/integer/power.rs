//! Powers with a constant exponent: monotone for odd ones, and on each side of 0 for even ones.

use super::span::{INFINITE, is_infinite, times};
use super::{Empty, Span, narrow};
use crate::Range;

/// `r = a^n`
pub(in crate::contract) fn contract(exponent: u32, ranges: &mut [Range]) -> Result<(), Empty> {
    let [r, a] = ranges else {
        unreachable!("a power has one argument");
    };
    let argument = Span::of(*a);
    let sides = [
        argument.meet(Span::new(0, INFINITE)),
        argument.meet(Span::new(-INFINITE, 0)).map(Span::negated),
    ];
    let mut left: [Option<Span>; 2] = [None, None];
    let is_odd = !exponent.is_multiple_of(2);
    // Of each side the magnitudes, and what they make of the result.
    for (i, side) in sides.into_iter().enumerate() {
        let flips = i == 1 && is_odd;
        let signed = |span: Span| if flips { span.negated() } else { span };
        let Some(side) = side else { continue };
        let powers = Span::new(power(side.lo, exponent), power(side.hi, exponent));
        let Some(powers) = powers.meet(signed(Span::of(*r))) else {
            continue;
        };
        // A power that is too large says nothing about the root.
        let least = match is_infinite(powers.lo) {
            true => side.lo,
            false => root_above(powers.lo, exponent),
        };
        let roots = Span::new(least, root(powers.hi, exponent));
        left[i] = side.meet(roots);
    }
    let results = left.iter().enumerate().filter_map(|(i, side)| {
        let side = (*side)?;
        let powers = Span::new(power(side.lo, exponent), power(side.hi, exponent));
        Some(if i == 1 && is_odd {
            powers.negated()
        } else {
            powers
        })
    });
    narrow(r, results.reduce(Span::join).ok_or(Empty)?.range())?;
    let arguments = [left[0], left[1].map(Span::negated)].into_iter().flatten();
    narrow(a, arguments.reduce(Span::join).ok_or(Empty)?.range())
}

/// `a^n` for an `a ≥ 0`; infinite if it is too large.
fn power(a: i128, exponent: u32) -> i128 {
    let mut power = 1;
    for _ in 0..exponent {
        power = times(power, a);
        if power == 0 || is_infinite(power) {
            break;
        }
    }
    power
}

/// The greatest integer whose power is at most `a ≥ 0`.
fn root(a: i128, exponent: u32) -> i128 {
    if is_infinite(a) {
        return a;
    }
    let (mut lo, mut end) = (0, a + 1);
    while end - lo > 1 {
        let middle = lo + (end - lo) / 2;
        match power(middle, exponent) <= a {
            true => lo = middle,
            false => end = middle,
        }
    }
    lo
}

/// The least integer whose power is at least `a ≥ 0`.
fn root_above(a: i128, exponent: u32) -> i128 {
    match root(a, exponent) {
        root if power(root, exponent) == a => root,
        root => root + 1,
    }
}
