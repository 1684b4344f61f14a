//! Words as floating-point numbers against the machine's operations, on numbers of all kinds.

use ferric3_term::{FloatFormat, FloatOp, RoundingMode, float_on_words};

use super::float_operate::{number, operate};
use super::float_set::{FloatSet, settled};
use super::word::Word;

const F: FloatFormat = FloatFormat::F32;

/// Encodings of all kinds, numbers in increasing order, then NaNs of both signs.
fn encodings() -> Vec<u64> {
    let numbers = [
        f32::NEG_INFINITY,
        f32::MIN,
        -100.0,
        -1.5,
        -f32::MIN_POSITIVE,
        -1e-45,
        -0.0,
        0.0,
        1e-45,
        0.1,
        1.0,
        3.0,
        16_777_217.0,
        f32::MAX,
        f32::INFINITY,
    ];
    let mut found: Vec<u64> = numbers.iter().map(|x| u64::from(x.to_bits())).collect();
    found.extend([0x7f80_0001, 0x7fc0_0000, 0xff80_0001, 0xffff_ffff]);
    found
}

/// Words between two numbers, some with NaNs, and a set of numbers.
fn words() -> Vec<Word> {
    let all = encodings();
    let numbers = &all[..15];
    let mut found = vec![Word::top(32)];
    for (i, &lo) in numbers.iter().enumerate() {
        for &hi in &numbers[i..] {
            let set = FloatSet::from_to(lo, hi, F);
            found.push(set.word().expect("it has numbers"));
            let nan = FloatSet {
                plus_nan: true,
                ..set
            };
            found.push(nan.word().expect("it has numbers"));
        }
    }
    found.push(Word::of_constants(vec![numbers[2], numbers[7], numbers[11]], 32).expect("three"));
    found
}

fn values(word: &Word) -> Vec<u64> {
    let inside = |&encoding: &u64| word.contains(encoding);
    encodings().into_iter().filter(inside).collect()
}

#[test]
fn sets_are_words() {
    for word in words() {
        let set = FloatSet::of(&word, F);
        let again = set.word().expect("it has values");
        for encoding in encodings() {
            let is_nan = number(encoding, F).is_nan();
            if word.contains(encoding) {
                assert!(again.contains(encoding), "{encoding:x} of {word:?}");
                assert!(!is_nan || set.may_be_nan());
            }
        }
        let constants: Vec<i128> = [0xc2c8_0000, 0x3f80_0000].to_vec(); // -100 and 1.
        if let Some(settled) = settled(word.clone(), &constants, F) {
            assert!(word.is_within(&settled), "{word:?} {settled:?}");
        }
    }
}

/// Bounds without NaN are exact: nothing else has slipped in.
#[test]
fn ranges_are_exact() {
    let all = encodings();
    for (i, &lo) in all[..15].iter().enumerate() {
        for &hi in &all[i..15] {
            let word = FloatSet::from_to(lo, hi, F).word().expect("it has numbers");
            for &encoding in &all {
                let x = number(encoding, F);
                let inside = number(lo, F) <= x && x <= number(hi, F);
                assert_eq!(word.contains(encoding), inside, "{x} of {word:?}");
            }
        }
    }
}

#[test]
fn operations_have_all_values() {
    let binary = [
        (FloatOp::Add(F), 32),
        (FloatOp::Sub(F), 32),
        (FloatOp::Mul(F), 32),
        (FloatOp::Div(F), 32),
        (FloatOp::Lt(F), 1),
        (FloatOp::Le(F), 1),
        (FloatOp::Eq(F), 1),
    ];
    let words = words();
    for (op, width) in binary {
        let mut known = 0;
        for a in words.iter().step_by(3) {
            for b in words.iter().step_by(5) {
                let Some(word) = operate(op, &[Some(a.clone()), Some(b.clone())], width) else {
                    continue;
                };
                known += 1;
                for x in values(a) {
                    for y in values(b) {
                        let z = float_on_words(op, &[x, y, 0], 32).expect("binary32");
                        assert!(word.contains(z), "{op:?} {x:x} {y:x}: {z:x} of {a:?} {b:?}");
                    }
                }
            }
        }
        assert!(known > 50, "{op:?} says nothing");
    }
}

#[test]
fn operations_of_one_argument_have_all_values() {
    let to = FloatFormat::F64;
    let unary = [
        (FloatOp::Sqrt(F), 32),
        (FloatOp::RoundToIntegral(F, RoundingMode::Zero), 32),
        (FloatOp::Convert { from: F, to }, 64),
        (FloatOp::ToSigned { from: F, width: 8 }, 8),
        (FloatOp::ToUnsigned { from: F, width: 16 }, 16),
        (FloatOp::FromSigned(F), 32),
        (FloatOp::FromUnsigned(F), 32),
    ];
    for (op, width) in unary {
        let mut known = 0;
        for a in words() {
            let Some(word) = operate(op, &[Some(a.clone())], width) else {
                continue;
            };
            known += 1;
            for x in values(&a) {
                let z = float_on_words(op, &[x, 0, 0], 32).expect("binary32");
                assert!(word.contains(z), "{op:?} {x:x}: {z:x} of {a:?}");
            }
        }
        assert!(known > 10, "{op:?} says nothing");
    }
}
