//! The circuits of floating-point operations in the formats of C, against the evaluator.

use ferric3_sat::SatBackend;
use ferric3_sat::conformance::Rng;
use ferric3_solver::BitBlaster;
use ferric3_solver::conformance::check_float_values;
use ferric3_term::{BitVecValue, FloatFormat, FloatOp, RoundingMode};

/// `FERRIC3_TEST_EFFORT` times as many as usual.
fn rounds(usual: u64) -> u64 {
    let effort = std::env::var("FERRIC3_TEST_EFFORT").ok();
    usual * effort.and_then(|e| e.parse().ok()).unwrap_or(1)
}

/// A number with any exponent or one near that of 1, and any significand or a short one.
fn number(rng: &mut Rng, f: FloatFormat) -> BitVecValue {
    let bits = |rng: &mut Rng, width: u32| {
        BitVecValue::from_bits(
            (0..width)
                .map(|_| rng.one_in(2))
                .collect::<Vec<_>>()
                .into_iter(),
        )
    };
    let exponent = match rng.below(4) {
        0 => bits(rng, f.exponent),
        1 => rng
            .pick(&[0, 1, 2 * f.bias(), 2 * f.bias() + 1])
            .into_exponent(f),
        _ => (f.bias() - 3 + rng.next_u64() % 7).into_exponent(f),
    };
    let fraction = if rng.one_in(4) {
        BitVecValue::from_u64(rng.next_u64() % 4, f.fraction())
    } else {
        bits(rng, f.fraction())
    };
    bits(rng, 1).concat(&exponent).concat(&fraction)
}

trait IntoExponent {
    fn into_exponent(self, f: FloatFormat) -> BitVecValue;
}

impl IntoExponent for u64 {
    fn into_exponent(self, f: FloatFormat) -> BitVecValue {
        BitVecValue::from_u64(self, f.exponent)
    }
}

fn check(op: FloatOp, f: FloatFormat, usual: u64) {
    let mut rng = Rng::new(11);
    let create = || Box::new(BitBlaster::new(SatBackend::Native)) as Box<_>;
    let (create, count) = (&create, rounds(usual));
    check_float_values(create, op, f.width(), count, &mut || number(&mut rng, f));
}

const FORMATS: [FloatFormat; 3] = [FloatFormat::F32, FloatFormat::F64, FloatFormat::X87];

#[test]
fn arithmetic() {
    for f in FORMATS {
        for op in [
            FloatOp::Add(f),
            FloatOp::Sub(f),
            FloatOp::Mul(f),
            FloatOp::Div(f),
            FloatOp::Sqrt(f),
            FloatOp::Fma(f),
        ] {
            check(op, f, 100);
        }
    }
}

#[test]
fn comparisons_and_conversions() {
    for f in FORMATS {
        let mut ops = vec![FloatOp::Eq(f), FloatOp::Lt(f), FloatOp::Le(f)];
        ops.extend(FORMATS.map(|to| FloatOp::Convert { from: f, to }));
        for width in [32, 64] {
            ops.push(FloatOp::ToSigned { from: f, width });
            ops.push(FloatOp::ToUnsigned { from: f, width });
        }
        ops.push(FloatOp::RoundToIntegral(f, RoundingMode::NearestAway));
        ops.push(FloatOp::FromSigned(f));
        ops.push(FloatOp::FromUnsigned(f));
        for op in ops {
            check(op, f, 100);
        }
    }
}

#[test]
fn remainders() {
    // In binary64 and beyond their circuits have hundreds of thousands of gates.
    let f = FloatFormat::F32;
    check(FloatOp::Fmod(f), f, 10);
    check(FloatOp::Remainder(f), f, 10);
}
