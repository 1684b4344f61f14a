//! Encodings with a liking for those where something happens.

use ferric3_term::{BitVecValue, FloatFormat};

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
