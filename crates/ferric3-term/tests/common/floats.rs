//! Encodings with a liking for those where something happens.

use ferric3_term::{BitVecValue, FloatFormat, FloatOp, RoundingMode};

use super::Rng;

/// A number: any exponent, or one where formats end, or one near that of 1; any significand, or one
/// of few bits, or one with a long run.
pub fn interesting(rng: &mut Rng, format: FloatFormat) -> BitVecValue {
    let (e, p) = (format.exponent, format.fraction());
    let any =
        |rng: &mut Rng, width: u32| BitVecValue::from_bits((0..width).map(|_| rng.next() & 1 == 1));
    let last = BitVecValue::ones(e);
    let exponent = match rng.below(10) {
        0 => BitVecValue::zero(e),
        1 => BitVecValue::from_u64(1 + rng.next() % 3, e),
        2 => last,
        3 => last.sub(&BitVecValue::from_u64(1 + rng.next() % 3, e)),
        4 | 5 => any(rng, e),
        6 => BitVecValue::from_u64(format.bias(), e),
        _ => {
            let around = rng.next() % (2 * u64::from(p) + 5);
            BitVecValue::from_u64((format.bias() + around).wrapping_sub(u64::from(p) + 2), e)
        }
    };
    let fraction = match rng.below(8) {
        0 => BitVecValue::zero(p),
        1 => BitVecValue::ones(p),
        2 => BitVecValue::one(p),
        3 => BitVecValue::power_of_two(rng.below_u32(p), p),
        4 => BitVecValue::ones(p).sub(&BitVecValue::power_of_two(rng.below_u32(p), p)),
        _ => any(rng, p),
    };
    any(rng, 1).concat(&exponent).concat(&fraction)
}

/// Every operation whose arguments have this format, and conversions from integers to it.
pub fn operations(f: FloatFormat, others: &[FloatFormat], widths: &[u32]) -> Vec<FloatOp> {
    let mut ops = vec![
        FloatOp::Add(f),
        FloatOp::Sub(f),
        FloatOp::Mul(f),
        FloatOp::Div(f),
        FloatOp::Fma(f),
        FloatOp::Sqrt(f),
        FloatOp::Remainder(f),
        FloatOp::Fmod(f),
        FloatOp::Eq(f),
        FloatOp::Lt(f),
        FloatOp::Le(f),
        FloatOp::FromSigned(f),
        FloatOp::FromUnsigned(f),
    ];
    for mode in [
        RoundingMode::NearestEven,
        RoundingMode::NearestAway,
        RoundingMode::Up,
        RoundingMode::Down,
        RoundingMode::Zero,
    ] {
        ops.push(FloatOp::RoundToIntegral(f, mode));
    }
    for &to in others {
        ops.push(FloatOp::Convert { from: f, to });
    }
    for &width in widths {
        ops.push(FloatOp::ToSigned { from: f, width });
        ops.push(FloatOp::ToUnsigned { from: f, width });
    }
    ops
}

/// The number of arguments.
pub fn arity(op: FloatOp) -> usize {
    match op {
        FloatOp::Fma(_) => 3,
        FloatOp::Add(_)
        | FloatOp::Sub(_)
        | FloatOp::Mul(_)
        | FloatOp::Div(_)
        | FloatOp::Remainder(_)
        | FloatOp::Fmod(_)
        | FloatOp::Eq(_)
        | FloatOp::Lt(_)
        | FloatOp::Le(_) => 2,
        _ => 1,
    }
}
