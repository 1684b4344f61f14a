//! Operations on floating-point numbers.
//!
//! The keys of arguments are split at the [`landmarks`] of a format into pieces on which an operation is monotone, or
//! constant. On a box of such pieces corners bound the results, and ends of arguments that cannot reach the result are
//! found by evaluation, with the inverse operation as the first guess. What is left is the hull over all boxes.
//! So everything rests on the evaluator alone, and small formats, which tests can enumerate, run the same code.
//!
//! The result that is not a number is above `+∞`: as long as it is possible, so is everything between.

mod arithmetic;
mod binary;
mod compare;
mod fma;
mod grid;
mod hull;
mod landmarks;
mod remainder;
mod search;
mod sign;
#[cfg(test)]
mod tests;
mod unary;

use ferric3_term::{FloatFormat, FloatOp};

use self::arithmetic::{Arithmetic, Binary32, Binary64, Soft};
use super::Empty;
use crate::{Domain, Range};

pub(super) use self::sign::{contract_magnitude, contract_neg};

pub(super) fn contract(op: FloatOp, domains: &[Domain], ranges: &mut [Range]) -> Result<(), Empty> {
    match op {
        FloatOp::Eq(format) => compare::contract_eq(format, ranges),
        FloatOp::Lt(format) => compare::contract_lt(format, ranges),
        FloatOp::Le(format) => compare::contract_le(format, ranges),
        FloatOp::Add(f)
        | FloatOp::Sub(f)
        | FloatOp::Mul(f)
        | FloatOp::Div(f)
        | FloatOp::Fma(f)
        | FloatOp::Remainder(f)
        | FloatOp::Fmod(f) => match f {
            FloatFormat::F32 => arithmetic(op, Binary32, ranges),
            FloatFormat::F64 => arithmetic(op, Binary64, ranges),
            _ => arithmetic(op, Soft(f), ranges),
        },
        _ => unary::contract(op, domains, ranges),
    }
}

/// The operations with more than one number, in one format.
fn arithmetic(op: FloatOp, format: impl Arithmetic, ranges: &mut [Range]) -> Result<(), Empty> {
    match op {
        FloatOp::Add(_) => binary::contract_add(format, ranges),
        FloatOp::Sub(_) => binary::contract_sub(format, ranges),
        FloatOp::Mul(_) => binary::contract_mul(format, ranges),
        FloatOp::Div(_) => binary::contract_div(format, ranges),
        FloatOp::Fma(_) => fma::contract(format, ranges),
        _ => remainder::contract(op, format, ranges),
    }
}
