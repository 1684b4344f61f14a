//! Contractors: what an operation says about the ranges of its variables.
//!
//! Contract of every one, with `B` the box of ranges that it is given and `G` the graph of the operation, the
//! points `(r, a, …)` with `r = op(a, …)`:
//!
//! * *nothing is lost*: all points of `G ∩ B` are in the box that it leaves, and if it says [`Empty`] there are none;
//! * *points are decided*: if the arguments are points, what is left of the result is the point, or nothing (but for
//!   numbers without a width: these have keys that stand for many);
//! * *it only shrinks*, and depends on nothing but `B`.
//!
//! It need not be idempotent: whoever calls it calls it again when ranges have changed. The *tightest* box is the
//! hull of `G ∩ B`; each file says where it is reached, and why not elsewhere.

mod float;
mod integer;
#[cfg(test)]
pub(crate) mod judge;
#[cfg(test)]
pub(crate) mod judge_numbers;
mod order;
mod real;
mod word;

use ferric3_term::Op;

use crate::{Operator, Primitive, Range, View};

/// There is no point of the graph in the box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Empty;

/// Shrinks the ranges (that of the result, then those of the arguments).
pub fn contract(primitive: &Primitive, ranges: &mut [Range]) -> Result<(), Empty> {
    let domains = &primitive.domains;
    debug_assert_eq!(domains.len(), ranges.len());
    match &primitive.op {
        Operator::Eq
        | Operator::Lt
        | Operator::Le
        | Operator::Ite
        | Operator::Min
        | Operator::Max
        | Operator::Negate
        | Operator::Absolute
        | Operator::SameWord => order::contract(&primitive.op, domains, ranges),
        Operator::Word(op) => word::contract(op, domains, ranges),
        Operator::Float(op) => float::contract(*op, domains, ranges),
        Operator::FloatNeg => float::contract_neg(domains, ranges),
        Operator::FloatMagnitude => float::contract_magnitude(domains, ranges),
        Operator::Power(exponent) => match domains[0].view {
            View::Integer => integer::contract_power(*exponent, ranges),
            _ => real::contract_power(*exponent, ranges),
        },
        Operator::Number(Op::BvToNat) => integer::contract_from_word(ranges),
        Operator::Number(Op::IntToBv(width)) => integer::contract_to_word(*width, ranges),
        Operator::Number(op) => match domains[1].view {
            View::Integer if *op != Op::ToReal => integer::contract(op, ranges),
            _ => real::contract(op, ranges),
        },
    }
}

/// Leaves what `range` has in common with `other`.
fn narrow(range: &mut Range, other: Range) -> Result<(), Empty> {
    *range = range.meet(other).ok_or(Empty)?;
    Ok(())
}
