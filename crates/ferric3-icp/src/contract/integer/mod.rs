//! Integers without a width: exact arithmetic on the ends of ranges, which may be infinite.
//!
//! | file | operations |
//! |---|---|
//! | `span.rs` | ends of ranges, and how they are computed with |
//! | `product.rs` | products, backwards by quotients that are rounded inwards |
//! | `power.rs` | powers, backwards by integer roots |
//! | `divide.rs` | `div` and `mod` |
//! | `convert.rs` | words as integers and back |
//!
//! Sums are the tightest where all keys are exact. The others are the hull of what the ends say: in narrow ranges it may
//! have integers at an end that are no multiples, which splits find out.

mod convert;
mod divide;
mod power;
mod product;
mod span;
#[cfg(test)]
mod tests;

use ferric3_term::Op;

pub(super) use self::convert::{from_word as contract_from_word, to_word as contract_to_word};
pub(super) use self::power::contract as contract_power;
pub(super) use self::span::Span;
use super::{Empty, narrow};
use crate::Range;

/// Integer arguments and an integer result.
pub(super) fn contract(op: &Op, ranges: &mut [Range]) -> Result<(), Empty> {
    match (op, ranges) {
        (Op::Add, [r, a, b]) => sum(r, a, b),
        // `a = r + b`
        (Op::Sub, [r, a, b]) => sum(a, r, b),
        (Op::Mul, [r, a, b]) => product::contract(r, a, b),
        (Op::IntDiv, [r, a, b]) => divide::contract_quotient(r, a, b),
        (Op::IntMod, [r, a, b]) => divide::contract_remainder(r, a, b),
        _ => unreachable!("no operation of integers, or not with these arguments"),
    }
}

fn sum(r: &mut Range, a: &mut Range, b: &mut Range) -> Result<(), Empty> {
    narrow(r, Span::of(*a).plus(Span::of(*b)).range())?;
    narrow(a, Span::of(*r).minus(Span::of(*b)).range())?;
    narrow(b, Span::of(*r).minus(Span::of(*a)).range())
}
