//! Shows that a box has no point of the graph of an operation, by looking forwards only.
//!
//! For arguments in a box, each file computes *some* set of keys that has all results: where the operation is
//! monotone, the interval between its exact results at two corners. If the result's range misses that set, there is
//! no point of the graph in the box. If not, the box is cut in two, and both halves must be shown; a box of a single
//! point has a single result, so that cutting ends with the truth. That is all: whatever a contractor has inferred,
//! forwards or backwards, is the emptiness of a box.
//!
//! Of numbers without a width, a key may stand for many: a box that cannot be cut any more may then have points or not,
//! and is not shown.
//!
//! Nothing here is shared with [`crate::contract`]. What is believed: [`crate::Domain`], integers, rational numbers, and for
//! floating-point numbers [`ferric3_term::soft_float`], which computes on integers.

mod bits;
mod float;
mod multiples;
mod number;
mod order;
mod word;

use smallvec::SmallVec;

use crate::{Operator, Primitive, Range};

/// So many boxes are looked at.
pub(super) const PIECES: u32 = 4096;

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Refutation {
    /// There is no point of the graph in the box.
    Shown,
    /// There is: for these arguments.
    Point(Vec<u64>),
    /// Neither was found within [`PIECES`].
    OutOfPieces,
}

/// Is there no point of the graph in the box? The primitive has been checked ([`super::shape`]), and has as many
/// ranges as domains, within them.
pub(super) fn refute(primitive: &Primitive, ranges: &[Range]) -> Refutation {
    refute_within(primitive, ranges, PIECES)
}

fn refute_within(primitive: &Primitive, ranges: &[Range], mut pieces: u32) -> Refutation {
    let (result, arguments) = (ranges[0], &ranges[1..]);
    let mut boxes: Vec<SmallVec<[Range; 3]>> = vec![SmallVec::from_slice(arguments)];
    while let Some(arguments) = boxes.pop() {
        let Some(fewer) = pieces.checked_sub(1) else {
            return Refutation::OutOfPieces;
        };
        pieces = fewer;
        if misses(primitive, result, &arguments) {
            continue;
        }
        let Some((at, key)) = cut(primitive, &arguments) else {
            let keys = arguments.iter().map(|range| range.lo);
            let mut values = arguments.iter().zip(&primitive.domains[1..]);
            return match values.all(|(range, domain)| range.is_point() && domain.is_exact(range.lo))
            {
                true => Refutation::Point(keys.collect()),
                false => Refutation::OutOfPieces,
            };
        };
        let mut upper = arguments.clone();
        upper[at].lo = key;
        let mut lower = arguments;
        lower[at].hi = key - 1;
        boxes.extend([upper, lower]);
    }
    Refutation::Shown
}

/// Are all results for arguments in the box outside the range? May say no where they are, but not for a point.
fn misses(primitive: &Primitive, result: Range, arguments: &[Range]) -> bool {
    let domains = &primitive.domains[..];
    match &primitive.op {
        Operator::Word(op) => word::misses(op, domains, result, arguments),
        Operator::Float(op) => float::misses(*op, domains, result, arguments),
        Operator::FloatNeg => float::neg_misses(domains[0], result, arguments[0]),
        Operator::FloatMagnitude => float::magnitude_misses(domains[1], result, arguments[0]),
        Operator::Power(exponent) => number::power_misses(*exponent, domains, result, arguments[0]),
        Operator::Number(op) => number::misses(op, domains, result, arguments),
        op => order::misses(op, domains, result, arguments),
    }
}

/// Where to cut a box in two: an argument, and the first key of its upper half. `None` for a point, and where cutting
/// says nothing new.
fn cut(primitive: &Primitive, arguments: &[Range]) -> Option<(usize, u64)> {
    if number::is_decided_whole(primitive) {
        return None;
    }
    let landmark = match &primitive.op {
        Operator::Word(op) => word::landmark(op, &primitive.domains, arguments),
        Operator::Float(op) => float::landmark(*op, &primitive.domains, arguments),
        Operator::Number(op) => number::landmark(op, &primitive.domains, arguments),
        _ => None,
    };
    landmark.or_else(|| {
        let widest = (0..arguments.len()).max_by_key(|&i| arguments[i].hi - arguments[i].lo)?;
        Some((widest, roundest(arguments[widest])?))
    })
}

/// Of the keys after the first, the one with the most zeros at its end: powers of two, where words wrap and
/// exponents change, are boundaries of pieces. `None` for a point.
fn roundest(range: Range) -> Option<u64> {
    let differ = (range.lo ^ range.hi).checked_ilog2()?;
    Some(range.hi >> differ << differ)
}

/// Do the keys `lo ..= hi` and the range have none in common?
fn apart(range: Range, lo: u64, hi: u64) -> bool {
    range.hi < lo || hi < range.lo
}

#[cfg(test)]
pub(super) mod tests;
