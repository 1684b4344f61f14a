//! Real numbers: intervals with binary64 ends, open or closed, rounded outwards.
//!
//! | file | idea |
//! |---|---|
//! | `interval.rs` | what ranges of keys stand for |
//! | `round.rs` | ends of results, rounded outwards |
//! | `sum.rs`, `product.rs`, `power.rs` | `+ - * /` and powers with constant exponents |
//! | `convert.rs` | to integers and back |
//! | `graph.rs` | sine, cosine and exponential function |
//! | `exponent.rs` | powers with any exponent |
//!
//! Each leaves the hull of what the other ranges allow, but for rounding: results that are points are found,
//! others may be a neighbouring gap too wide.

mod convert;
mod exponent;
mod graph;
mod interval;
mod power;
mod product;
mod round;
mod sum;
#[cfg(test)]
mod tests;

use ferric3_term::Op;

pub(super) use self::power::contract as contract_power;
use super::{Empty, narrow};
use crate::Range;

/// Real arguments or a real result.
pub(super) fn contract(op: &Op, ranges: &mut [Range]) -> Result<(), Empty> {
    match (op, ranges) {
        (Op::Add, [r, a, b]) => sum::contract(r, a, b),
        // `a = r + b`
        (Op::Sub, [r, a, b]) => sum::contract(a, r, b),
        (Op::Mul, [r, a, b]) => product::contract(r, a, b),
        (Op::RealDiv, [r, a, b]) => product::contract_quotient(r, a, b),
        (Op::ToReal, [r, a]) => convert::to_real(r, a),
        (Op::ToInt, [r, a]) => convert::to_int(r, a),
        (Op::IsInt, [r, a]) => convert::is_int(r, a),
        (Op::Graph(function), [r, y, x]) => graph::contract(*function, r, y, x),
        (Op::Power, [holds, r, x, y]) => exponent::contract(holds, r, x, y),
        _ => unreachable!("no operation of real numbers, or not with these arguments"),
    }
}
