//! Operations on words.
//!
//! Keys are words up to the sign bit, so operations modulo `2^width` are operations modulo `2^width` on keys, too, with
//! an offset in signed views. Files say where the tightest box is reached.

mod add;
mod bits;
mod divide;
mod multiply;
mod parts;
mod progression;
mod shift;
#[cfg(test)]
mod tests;
mod union;
mod whole;

use ferric3_term::Op;

use super::Empty;
use crate::{Domain, Range, View};

pub(super) fn contract(op: &Op, domains: &[Domain], ranges: &mut [Range]) -> Result<(), Empty> {
    let result = domains[0];
    let argument = domains[1];
    match (op, ranges) {
        (Op::BvAdd, [r, a, b]) => add::add(result, r, a, b),
        (Op::BvSub, [r, a, b]) => add::sub(result, r, a, b),
        (Op::BvNeg, [r, a]) => add::neg(result, r, a),
        (Op::Extract { lo, .. }, [r, a]) => parts::extract(result, r, argument, a, *lo),
        (Op::ZeroExtend(_), [r, a]) => parts::zero_extend(r, a),
        (Op::SignExtend(_), [r, a]) => parts::sign_extend(result, r, argument, a),
        (Op::Concat, [r, a, b]) => parts::concat(r, a, domains[2], b),
        (Op::BvMul, [r, a, b]) => multiply::multiply(result, r, a, b),
        (Op::BvUdiv, [r, a, b]) => divide::quotient(result, r, a, b),
        (Op::BvSdiv, [r, a, b]) => divide::quotient_signed(result, r, a, b),
        (Op::BvUrem, [r, a, b]) => divide::remainder(r, a, b),
        (Op::BvSrem, [r, a, b]) => divide::remainder_signed(result, r, a, b, false),
        (Op::BvSmod, [r, a, b]) => divide::remainder_signed(result, r, a, b, true),
        (Op::BvShl, [r, a, b]) => shift::left(result, r, a, b),
        (Op::BvLshr, [r, a, b]) => shift::right(result, r, a, b),
        (Op::BvAshr, [r, a, b]) => shift::right_signed(result, r, a, b),
        (Op::BvNot, [r, a]) => bits::not(result, r, a),
        (Op::BvAnd, [r, a, b]) => bits::and(result, r, a, b),
        (Op::BvOr, [r, a, b]) => bits::or(result, r, a, b),
        (Op::BvXor, [r, a, b]) => bits::xor(result, r, a, b),
        _ => unreachable!("no operation on words, or not with these arguments"),
    }
}

/// Are the words those of signed numbers?
fn is_signed(domain: Domain) -> bool {
    domain.view == View::Signed
}
