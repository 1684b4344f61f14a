//! Floating-point operations on values: integer arithmetic against the machine, and text.

mod common;

use common::floats::interesting;
use common::{Rng, rounds};
use ferric3_term::{
    BitVecValue, FloatFormat, FloatOp, RoundingMode, Value, float_on_words, soft_float,
};

const F32: FloatFormat = FloatFormat::F32;
const F64: FloatFormat = FloatFormat::F64;

fn machine_ops(f: FloatFormat) -> Vec<FloatOp> {
    let other = if f == F32 { F64 } else { F32 };
    let mut ops = vec![
        FloatOp::Add(f),
        FloatOp::Sub(f),
        FloatOp::Mul(f),
        FloatOp::Div(f),
        FloatOp::Fma(f),
        FloatOp::Sqrt(f),
        FloatOp::Fmod(f),
        FloatOp::Eq(f),
        FloatOp::Lt(f),
        FloatOp::Le(f),
        FloatOp::Convert { from: f, to: other },
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
    for width in [8, 16, 32, 64] {
        ops.push(FloatOp::ToSigned { from: f, width });
        ops.push(FloatOp::ToUnsigned { from: f, width });
    }
    ops
}

#[test]
fn integer_arithmetic_agrees_with_the_machine() {
    let mut rng = Rng(1);
    for f in [F32, F64] {
        for op in machine_ops(f) {
            for round in 0..rounds(10_000) {
                let (width, args): (u32, Vec<BitVecValue>) = match op {
                    FloatOp::FromSigned(_) | FloatOp::FromUnsigned(_) => {
                        let width = [8, 32, 64][round as usize % 3];
                        let by = rng.below(64);
                        let word = rng.next() >> by;
                        (width, vec![BitVecValue::from_u64(word, width); 3])
                    }
                    _ => {
                        let args = (0..3).map(|_| interesting(&mut rng, f));
                        (f.width(), args.collect())
                    }
                };
                let words: Vec<u64> = args.iter().map(|a| a.to_u64().unwrap()).collect();
                let word = float_on_words(op, &[words[0], words[1], words[2]], width).unwrap();
                let machine = match op.result_width() {
                    None => Value::Bool(word != 0),
                    Some(width) => BitVecValue::from_u64(word, width).into(),
                };
                assert_eq!(soft_float(op, &args), machine, "{op:?} of {args:x?}");
            }
        }
    }
}

#[test]
fn decimal_constants_are_those_of_rust() {
    let mut rng = Rng(2);
    for _ in 0..rounds(20_000) {
        let digits = rng.next() >> rng.below(64);
        let exponent = i64::try_from(rng.below(700)).unwrap() - 350;
        let text = format!("{digits}.{}e{exponent}", rng.below(1000));
        let double: f64 = text.parse().unwrap();
        let single: f32 = text.parse().unwrap();
        let bits = |f: FloatFormat| f.parse(&text).unwrap().to_u64().unwrap();
        assert_eq!(bits(F64), double.to_bits(), "{text}");
        assert_eq!(bits(F32), u64::from(single.to_bits()), "{text}");
    }
}

#[test]
fn constants_of_every_shape() {
    let f64 = |text: &str| {
        F64.parse(text)
            .map(|bits| f64::from_bits(bits.to_u64().unwrap()))
    };
    assert_eq!(f64("1."), Some(1.0));
    assert_eq!(f64(".5"), Some(0.5));
    assert_eq!(f64("5e-324"), Some(5e-324));
    assert_eq!(f64("2e-324"), Some(0.0));
    assert_eq!(f64("1e99999999999999999999"), Some(f64::INFINITY));
    assert_eq!(f64("1e-99999999999999999999"), Some(0.0));
    assert_eq!(f64("0x1.8p3"), Some(12.0));
    assert_eq!(f64("0X.8P+1"), Some(1.0));
    assert_eq!(f64("0x1.fffffffffffff8p0"), Some(2.0));
    assert_eq!(f64("0x1p-1075"), Some(0.0));
    assert_eq!(f64("0x1.8p-1075"), Some(5e-324));
    assert_eq!(f64("0x1p99999999999999999999"), Some(f64::INFINITY));
    for bad in [
        "", ".", "e5", "1e", "1e+", "1.0f", "-1.0", "0x", "0xp1", "1.2.3", "+", "1_0",
    ] {
        assert_eq!(f64(bad), None, "{bad}");
    }
}

#[test]
fn extended_constants_have_their_own_precision() {
    let third = FloatFormat::X87
        .parse("0.333333333333333333333333333333333")
        .unwrap();
    let exponent = BitVecValue::from_u64(16381, 16);
    let fraction = BitVecValue::from_u64(0x2aaa_aaaa_aaaa_aaab, 63);
    assert_eq!(third, exponent.concat(&fraction));
}

#[test]
fn shown_numbers_read_back_and_are_short() {
    let mut rng = Rng(3);
    for f in [
        F32,
        F64,
        FloatFormat::X87,
        FloatFormat::F128,
        FloatFormat::new(3, 4),
    ] {
        for _ in 0..rounds(300) {
            let bits = interesting(&mut rng, f);
            let text = f.shown(&bits);
            let magnitude = bits.extract(f.width() - 2, 0).zero_extend(1);
            match text.trim_start_matches('-') {
                "nan" | "inf" => assert!(f.infinity().ule(&magnitude), "{text}"),
                number => assert_eq!(f.parse(number), Some(magnitude), "{text}"),
            }
            assert_eq!(text.starts_with('-'), bits.sign_bit() && text != "nan");
        }
    }
    for _ in 0..rounds(300) {
        let bits = interesting(&mut rng, F64);
        let number = f64::from_bits(bits.to_u64().unwrap());
        if number.is_finite() {
            let digits = |text: &str| {
                let mantissa = text.split('e').next().unwrap().replace(['.', '-'], "");
                mantissa.trim_matches('0').len()
            };
            let rust = format!("{number:e}");
            assert_eq!(digits(&F64.shown(&bits)), digits(&rust), "{rust}");
        }
    }
}

#[test]
fn shown_as_in_c() {
    let shown = |x: f64| F64.shown(&BitVecValue::from_u64(x.to_bits(), 64));
    assert_eq!(shown(0.0), "0.0");
    assert_eq!(shown(-0.0), "-0.0");
    assert_eq!(shown(1e15), "1000000000000000.0");
    assert_eq!(shown(1e16), "1e+16");
    assert_eq!(shown(0.00012), "0.00012");
    assert_eq!(shown(1.25e-7), "1.25e-07");
    assert_eq!(shown(f64::NEG_INFINITY), "-inf");
    assert_eq!(shown(-f64::NAN), "nan");
    assert_eq!(
        FloatFormat::X87.shown(&FloatFormat::X87.parse("0.1").unwrap()),
        "0.1"
    );
}
