//! Operations on words.
//!
//! Keys are words up to the sign bit, so operations modulo `2^width` are operations modulo `2^width` on keys, too, with
//! an offset in signed views. Files say where the tightest box is reached.

mod add;
mod parts;
#[cfg(test)]
mod tests;
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
        _ => Ok(()),
    }
}

/// Are the words those of signed numbers?
fn is_signed(domain: Domain) -> bool {
    domain.view == View::Signed
}
