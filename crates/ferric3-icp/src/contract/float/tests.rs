//! All points of boxes in small formats; points of special numbers in binary32 and binary64.
//! `FERRIC3_TEST_EFFORT=100` in a release build makes it ten million points for most operations, a million at least.

use ferric3_term::{FloatFormat, FloatOp, RoundingMode};
use ferric3_testkit::Rng;

use super::landmarks::Landmarks;
use crate::contract::contract;
use crate::contract::judge::{Tightness, try_boxes};
use crate::{Domain, Operator, Primitive, Range};

/// How many, with `FERRIC3_TEST_EFFORT` times as many in long tests.
fn rounds(usual: u64) -> u64 {
    let effort = std::env::var("FERRIC3_TEST_EFFORT").ok();
    let usual = if cfg!(debug_assertions) {
        usual / 10
    } else {
        usual
    };
    usual * effort.and_then(|e| e.parse().ok()).unwrap_or(1)
}

const MODES: [RoundingMode; 5] = [
    RoundingMode::NearestEven,
    RoundingMode::NearestAway,
    RoundingMode::Up,
    RoundingMode::Down,
    RoundingMode::Zero,
];

fn primitive(op: FloatOp, integers: u32) -> Primitive {
    let arity = match op {
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
    };
    let result = match op {
        FloatOp::Eq(_) | FloatOp::Lt(_) | FloatOp::Le(_) => Domain::BOOL,
        FloatOp::ToSigned { width, .. } => Domain::signed(width),
        FloatOp::ToUnsigned { width, .. } => Domain::unsigned(width),
        _ => Domain::float(op.result_format().expect("a number")),
    };
    let arg = match op {
        FloatOp::FromSigned(_) => Domain::signed(integers),
        FloatOp::FromUnsigned(_) => Domain::unsigned(integers),
        _ => Domain::float(op.argument_format().expect("a number")),
    };
    let mut domains = vec![result];
    domains.resize(arity + 1, arg);
    Primitive::new(Operator::Float(op), &domains)
}

fn float_neg(format: FloatFormat) -> Primitive {
    Primitive::new(Operator::FloatNeg, &[Domain::float(format); 2])
}

fn float_magnitude(format: FloatFormat) -> Primitive {
    let domains = [Domain::unsigned(format.width() - 1), Domain::float(format)];
    Primitive::new(Operator::FloatMagnitude, &domains)
}

const TINY: [FloatFormat; 4] = [
    FloatFormat::new(2, 2),
    FloatFormat::new(3, 3),
    FloatFormat::new(3, 4),
    FloatFormat::new(4, 3),
];

fn always_tightest(primitive: &Primitive, boxes: u64) {
    let Tightness { boxes, tightest } = try_boxes(primitive, 1, boxes);
    assert_eq!(tightest, boxes, "{primitive:?}");
}

/// Fails if fewer than the given percentage of boxes is the hull.
fn mostly_tightest(primitive: &Primitive, boxes: u64, percent: u64) {
    let Tightness { boxes, tightest } = try_boxes(primitive, 1, boxes);
    assert!(
        tightest * 100 >= boxes * percent,
        "{primitive:?}: {tightest} of {boxes}"
    );
}

#[test]
fn comparisons_and_signs_are_tightest() {
    for f in TINY {
        for op in [FloatOp::Eq(f), FloatOp::Lt(f), FloatOp::Le(f)] {
            always_tightest(&primitive(op, 0), rounds(10_000));
        }
        always_tightest(&float_neg(f), rounds(10_000));
        always_tightest(&float_magnitude(f), rounds(10_000));
    }
}

#[test]
fn operations_with_one_argument_are_tightest() {
    for f in TINY {
        always_tightest(&primitive(FloatOp::Sqrt(f), 0), rounds(10_000));
        for mode in MODES {
            always_tightest(
                &primitive(FloatOp::RoundToIntegral(f, mode), 0),
                rounds(10_000),
            );
        }
        for to in TINY.into_iter().chain([FloatFormat::new(5, 6)]) {
            always_tightest(
                &primitive(FloatOp::Convert { from: f, to }, 0),
                rounds(10_000),
            );
            always_tightest(
                &primitive(FloatOp::Convert { from: to, to: f }, 0),
                rounds(10_000),
            );
        }
        for width in [1, 2, 3, 5, 8] {
            for op in [
                FloatOp::FromSigned(f),
                FloatOp::FromUnsigned(f),
                FloatOp::ToSigned { from: f, width },
                FloatOp::ToUnsigned { from: f, width },
            ] {
                always_tightest(&primitive(op, width), rounds(5_000));
            }
        }
    }
}

#[test]
fn arithmetic_loses_no_point() {
    for f in TINY {
        for op in [FloatOp::Add(f), FloatOp::Sub(f), FloatOp::Mul(f)] {
            mostly_tightest(&primitive(op, 0), rounds(5_000), 96);
        }
        mostly_tightest(&primitive(FloatOp::Div(f), 0), rounds(5_000), 94);
    }
}

/// A number that is special, or near one, or any.
fn special(rng: &mut Rng, domain: Domain) -> u64 {
    let greatest = domain.greatest();
    let Some(format) = Primitive::new(Operator::Eq, &[domain]).float_view() else {
        let near = [0, greatest, domain.sign(), 1 << rng.below_u32(domain.width)];
        return match rng.below(3) {
            0 => rng.number() & greatest,
            1 => {
                rng.pick(&near)
                    .wrapping_add(rng.number() % 5)
                    .wrapping_sub(2)
                    & greatest
            }
            _ => (rng.number() & greatest) >> rng.below_u32(domain.width),
        };
    };
    let at = Landmarks::of(format);
    let one = at.power(0);
    let power = (rng.number() % ((1 << format.exponent) - 1)) << format.fraction();
    let unit = rng.number() % (1 << format.fraction());
    let near = [
        at.bottom,
        at.minus_zero,
        at.plus_zero,
        at.top,
        at.nan,
        at.plus_zero + power,
        at.plus_zero + (1 << format.fraction()),
        one,
        one + unit,
        at.plus_zero + unit,
    ];
    let key = match rng.below(4) {
        0 => rng.number() & greatest,
        1 => rng.pick(&near),
        2 => one
            .wrapping_add(rng.number() % (16 << format.fraction()))
            .wrapping_sub(8 << format.fraction()),
        _ => {
            rng.pick(&near)
                .wrapping_add(rng.number() % 9)
                .wrapping_sub(4)
                & greatest
        }
    };
    if rng.one_in(2) { key } else { greatest - key }
}

/// A range with the key: a point, a few keys, many, or to a special number.
fn around(rng: &mut Rng, domain: Domain, key: u64) -> Range {
    let mut distance = |room: u64| match rng.below(4) {
        0 => 0,
        1 => (rng.number() % 4).min(room),
        2 => (rng.number() >> rng.below(64)).min(room),
        _ => {
            let other = special(rng, domain);
            other.abs_diff(key).min(room)
        }
    };
    let down = distance(key);
    let up = distance(domain.greatest() - key);
    Range::new(key - down, key + up)
}

/// Points of the graph must stay in boxes around them.
fn keeps_points(primitive: &Primitive, seed: u64, points: u64) {
    let mut rng = Rng::new(seed);
    for _ in 0..points {
        let mut args: Vec<u64> = (primitive.domains[1..].iter())
            .map(|domain| special(&mut rng, *domain))
            .collect();
        if args.len() > 1 && rng.one_in(4) {
            // Near to each other, or to the negation, for cancellation.
            let greatest = primitive.domains[1].greatest();
            let near = args[0].wrapping_add(rng.number() >> rng.below(64)) & greatest;
            args[1] = if rng.one_in(2) { near } else { greatest - near };
        }
        let result = primitive.apply(&args);
        let point: Vec<u64> = std::iter::once(result).chain(args).collect();
        let before: Vec<Range> = (primitive.domains.iter().zip(&point))
            .map(|(domain, key)| around(&mut rng, *domain, *key))
            .collect();
        let mut after = before.clone();
        assert_eq!(
            contract(primitive, &mut after),
            Ok(()),
            "{primitive:?} {before:x?} has {point:x?}"
        );
        for i in 0..point.len() {
            assert!(
                after[i].has(point[i]) && before[i].meet(after[i]) == Some(after[i]),
                "{primitive:?} {before:x?} has {point:x?}: {i} of {after:x?}"
            );
        }
        if before[1..].iter().all(|range| range.is_point()) {
            assert!(after[0].is_point());
        }
    }
}

const LARGE: [FloatFormat; 2] = [FloatFormat::F32, FloatFormat::F64];

#[test]
fn points_of_arithmetic_stay() {
    for f in LARGE {
        for op in [
            FloatOp::Add(f),
            FloatOp::Sub(f),
            FloatOp::Mul(f),
            FloatOp::Div(f),
            FloatOp::Fma(f),
            FloatOp::Fmod(f),
            FloatOp::Eq(f),
            FloatOp::Lt(f),
            FloatOp::Le(f),
        ] {
            keeps_points(&primitive(op, 0), 1, rounds(100_000));
        }
        keeps_points(&primitive(FloatOp::Remainder(f), 0), 1, rounds(10_000));
    }
}

#[test]
fn points_of_operations_with_one_argument_stay() {
    for f in LARGE {
        keeps_points(&float_neg(f), 1, rounds(100_000));
        keeps_points(&float_magnitude(f), 1, rounds(100_000));
        keeps_points(&primitive(FloatOp::Sqrt(f), 0), 1, rounds(100_000));
        for mode in MODES {
            keeps_points(
                &primitive(FloatOp::RoundToIntegral(f, mode), 0),
                1,
                rounds(50_000),
            );
        }
        for to in LARGE {
            keeps_points(
                &primitive(FloatOp::Convert { from: f, to }, 0),
                1,
                rounds(100_000),
            );
        }
        for width in [1, 8, 16, 32, 64] {
            for op in [
                FloatOp::FromSigned(f),
                FloatOp::FromUnsigned(f),
                FloatOp::ToSigned { from: f, width },
                FloatOp::ToUnsigned { from: f, width },
            ] {
                keeps_points(&primitive(op, width), 1, rounds(50_000));
            }
        }
    }
}

#[test]
fn remainders_and_fused_operations_lose_no_point() {
    for f in TINY {
        mostly_tightest(&primitive(FloatOp::Fmod(f), 0), rounds(2_000), 80);
        mostly_tightest(&primitive(FloatOp::Remainder(f), 0), rounds(2_000), 50);
    }
    for f in &TINY[..2] {
        mostly_tightest(&primitive(FloatOp::Fma(*f), 0), rounds(200), 75);
    }
}

/// The greatest number of this format is 3.5: `3 / 0.75` is none, and so is `3.5 / 0.75`, but these are not the same.
#[test]
fn quotients_beyond_all_numbers_are_not_the_same() {
    let format = FloatFormat::new(2, 3);
    let domain = Domain::float(format);
    let [zero, three, most, divisor] = [0, 0b01010, 0b01011, 0b00011].map(|word| domain.key(word));
    for (op, result) in [
        (FloatOp::Remainder(format), zero),
        (FloatOp::Fmod(format), zero),
    ] {
        let primitive = primitive(op, 0);
        assert_eq!(primitive.apply(&[three, divisor]), result);
        let mut ranges = [
            Range::new(result, domain.key(0b01110)),
            Range::new(three, most),
            Range::point(divisor),
        ];
        assert_eq!(contract(&primitive, &mut ranges), Ok(()));
        assert!(
            ranges[0].has(result) && ranges[1].has(three),
            "{op:?} {ranges:?}"
        );
    }
}

/// A table of how often the box that is left is the tightest, in percent. What it was when the floors of the tests
/// above were set a little below, by the widths of exponent and significand:
///
/// | | (3, 3) | (3, 4) | (4, 4) |
/// |---|---|---|---|
/// | sum | 99 | 98 | 97 |
/// | product | 99 | 97 | 95 |
/// | quotient | 98 | 96 | 94 |
/// | `fmod` | 89 | 89 | 87 |
/// | `remainder` | 70 | 71 | 63 |
/// | fused (few boxes) | 85 | 96 | 76 |
#[test]
#[ignore = "a measurement"]
#[allow(clippy::print_stderr, reason = "a test reports to a person")]
fn tightness() {
    for f in [
        FloatFormat::new(3, 3),
        FloatFormat::new(3, 4),
        FloatFormat::new(4, 4),
    ] {
        for op in [
            FloatOp::Add(f),
            FloatOp::Sub(f),
            FloatOp::Mul(f),
            FloatOp::Div(f),
            FloatOp::Fmod(f),
            FloatOp::Remainder(f),
            FloatOp::Fma(f),
        ] {
            let few = if matches!(op, FloatOp::Fma(_)) { 20 } else { 1 };
            let boxes = (2_000 / few) >> (f.width() - 6);
            let Tightness { boxes, tightest } = try_boxes(&primitive(op, 0), 7, boxes);
            eprintln!("{op:?}: {}", 100.0 * tightest as f64 / boxes as f64);
        }
    }
}
