//! No point is lost, the checker sees all deductions, results of points are points or next to them.

use ferric3_term::{Op, Transcendental};

use crate::contract::judge_numbers::try_numbers;
use crate::{Domain, Operator, Primitive};

const REAL: Domain = Domain::REAL;

/// How many boxes are tried: a part of `FERRIC3_ICP_BOXES`, as the checker takes its time.
fn boxes() -> u64 {
    let given = std::env::var("FERRIC3_ICP_BOXES").ok();
    given.map_or(400, |text| text.parse::<u64>().expect("a number") / 50)
}

#[track_caller]
fn is_sound_and_narrow(op: Operator, domains: &[Domain], wide: u64) {
    let primitive = Primitive::new(op, domains);
    let seen = try_numbers(&primitive, 1, boxes());
    assert_eq!(seen.not_shown, 0, "{primitive:?} {seen:?}");
    assert!(
        seen.exact - seen.narrow <= wide * seen.exact / 100,
        "{primitive:?} {seen:?}"
    );
    assert!(seen.lies > seen.boxes / 4, "{primitive:?} {seen:?}");
    assert!(seen.points > seen.boxes / 2, "{primitive:?} {seen:?}");
    assert!(seen.deductions > seen.boxes / 4, "{primitive:?} {seen:?}");
}

#[test]
fn sums_and_products() {
    for op in [Op::Add, Op::Sub, Op::Mul, Op::RealDiv] {
        is_sound_and_narrow(Operator::Number(op), &[REAL; 3], 10);
    }
}

#[test]
fn powers() {
    for exponent in [1, 2, 3, 4, 5, 8] {
        is_sound_and_narrow(Operator::Power(exponent), &[REAL; 2], 60);
    }
}

#[test]
fn conversions() {
    let to_real = Operator::Number(Op::ToReal);
    is_sound_and_narrow(to_real, &[REAL, Domain::INTEGER], 0);
    is_sound_and_narrow(Operator::Number(Op::ToInt), &[Domain::INTEGER, REAL], 0);
}

#[test]
fn order() {
    for domain in [REAL, Domain::INTEGER] {
        for op in [Operator::Min, Operator::Max] {
            is_sound_and_narrow(op, &[domain; 3], 0);
        }
        for op in [Operator::Negate, Operator::Absolute] {
            is_sound_and_narrow(op, &[domain; 2], 0);
        }
        for op in [Operator::Eq, Operator::Lt, Operator::Le] {
            is_sound_and_narrow(op, &[Domain::BOOL, domain, domain], 0);
        }
        is_sound_and_narrow(Operator::Ite, &[domain, Domain::BOOL, domain, domain], 0);
    }
    is_sound_and_narrow(Operator::Number(Op::IsInt), &[Domain::BOOL, REAL], 0);
}

/// Powers with any exponent: no rational point is lost, the checker follows, and takes no lies.
#[test]
fn exponents() {
    let op = Operator::Number(Op::Power);
    let primitive = Primitive::new(op, &[Domain::BOOL, REAL, REAL, REAL]);
    let seen = try_numbers(&primitive, 1, boxes());
    assert_eq!(seen.not_shown, 0, "{primitive:?} {seen:?}");
    assert!(seen.deductions > seen.boxes / 8, "{primitive:?} {seen:?}");
}

/// The checker follows, and takes no lies. (That nothing is lost where values are no rational numbers is tested beside the
/// checker, which encloses them.)
#[test]
fn graphs() {
    for function in Transcendental::ALL {
        let op = Operator::Number(Op::Graph(function));
        let primitive = Primitive::new(op, &[Domain::BOOL, REAL, REAL]);
        let seen = try_numbers(&primitive, 1, boxes() / 8);
        assert_eq!(seen.not_shown, 0, "{primitive:?} {seen:?}");
        assert!(seen.deductions > seen.boxes / 8, "{primitive:?} {seen:?}");
    }
}
