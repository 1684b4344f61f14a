//! Abstract operations against concrete ones, on all words of a few bits.

use ferric3_term::{BitVecValue, Op, Sort, Value, apply_op};

use super::bits::{Bits, mask};
use super::interval::{Interval, Reading};
use super::operate::operate;
use super::word::Word;

/// Abstract words of a width: intervals in both readings, known bits, sets, and meets of them.
fn words(width: u32) -> Vec<Word> {
    let mut found = vec![Word::top(width)];
    let all = mask(width);
    for lo in 0..=all {
        for hi in lo..=all {
            let range = Interval::new(i128::from(lo), i128::from(hi));
            let word = Word::top(width).meet_range(range, Reading::Unsigned);
            found.push(word.expect("not empty"));
            let half = 1 << (width - 1);
            let range = Interval::new(i128::from(lo) - half, i128::from(hi) - half);
            let word = Word::top(width).meet_range(range, Reading::Signed);
            found.push(word.expect("not empty"));
            let seldom = (lo * 7 + hi * 3) % 4 == 0;
            if seldom {
                let values = vec![lo, hi, (lo * hi + 1) & all];
                found.push(Word::of_constants(values, width).expect("not empty"));
            }
        }
        let known = (lo * 5 + 3) & all;
        let bits = Bits {
            zeros: known & !lo,
            ones: known & lo,
        };
        found.push(Word::top(width).meet_bits(bits).expect("not empty"));
    }
    found.dedup();
    found
}

fn values(word: &Word) -> Vec<u64> {
    (0..=mask(word.width()))
        .filter(|&value| word.contains(value))
        .collect()
}

fn concrete(op: &Op, args: &[(u64, Sort)]) -> u64 {
    let args: Vec<Value> = args
        .iter()
        .map(|&(word, sort)| match sort {
            Sort::Bool => Value::Bool(word != 0),
            Sort::BitVec(width) => Value::BitVec(BitVecValue::from_u64(word, width)),
            _ => unreachable!("no arrays here"),
        })
        .collect();
    match apply_op(op, &args) {
        Value::Bool(truth) => u64::from(truth),
        Value::BitVec(value) => value.to_u64().expect("narrow"),
        _ => unreachable!("no arrays here"),
    }
}

#[test]
fn words_have_exactly_the_values_that_make_them() {
    for width in [1, 3, 4, 5] {
        for word in words(width) {
            let values = values(&word);
            let again = Word::of_constants(values.clone(), width).expect("not empty");
            assert!(again.is_within(&word), "{word:?}");
            for value in 0..=mask(width) {
                let rest = word.without(value);
                for &other in values.iter().filter(|&&other| other != value) {
                    assert!(rest.as_ref().is_some_and(|rest| rest.contains(other)));
                }
            }
        }
    }
}

#[test]
fn joins_meets_and_widenings_lose_nothing() {
    let words = words(4);
    for a in &words {
        for b in words.iter().step_by(3) {
            let (join, meet) = (a.join(b), a.meet(b));
            let wide = a.widen(b, &[-3, 2, 9], false);
            assert!(join.is_within(&wide), "{a:?} {b:?}");
            for value in 0..16 {
                let (in_a, in_b) = (a.contains(value), b.contains(value));
                assert!(!(in_a || in_b) || join.contains(value), "{a:?} {b:?}");
                let in_meet = meet.as_ref().is_some_and(|meet| meet.contains(value));
                assert_eq!(in_a && in_b, in_meet, "{a:?} {b:?} {value}");
            }
            let within = values(a).iter().all(|&value| b.contains(value));
            assert!(!a.is_within(b) || within, "{a:?} {b:?}");
        }
    }
}

/// Widening chains are short: a few thresholds, and bits that are lost one by one.
#[test]
fn widening_comes_to_an_end() {
    let thresholds = [-3, 2, 9, 100];
    for step in [1u64, 3, 7, 200] {
        let mut word = Word::point(5, 16);
        let mut changes = 0;
        let mut value = 5u64;
        for _ in 0..100_000 {
            value = (value + step) & mask(16);
            if !word.contains(value) {
                word = word.widen(&Word::point(value, 16), &thresholds, true);
                changes += 1;
            }
        }
        assert!(changes < 40, "{changes} changes for steps of {step}");
    }
}

fn binary_operators() -> impl Iterator<Item = Op> {
    let words = Op::COMPARISONS.into_iter().chain(Op::ON_WORDS);
    words.chain([Op::Concat])
}

#[test]
fn binary_operators_have_all_values() {
    for width in [3, 4] {
        let words = words(width);
        let step = if width == 3 { 1 } else { 3 };
        for op in binary_operators() {
            let result = match op {
                Op::Eq | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => 1,
                Op::Concat => 2 * width,
                _ => width,
            };
            let sorts = [Sort::BitVec(width); 2];
            let mut known = 0;
            for a in words.iter().step_by(step) {
                for b in words.iter().step_by(step + 1) {
                    let args = [Some(a.clone()), Some(b.clone())];
                    let Some(word) = operate(&op, &args, &sorts, result) else {
                        continue;
                    };
                    known += usize::from(!word.is_top());
                    for x in values(a) {
                        for y in values(b) {
                            let z = concrete(&op, &[(x, sorts[0]), (y, sorts[1])]);
                            assert!(word.contains(z), "{op:?} {x} {y}: {z} of {a:?} {b:?}");
                        }
                    }
                }
            }
            assert!(known > 0, "{op:?} says nothing");
        }
    }
}

#[test]
fn unary_operators_have_all_values() {
    for width in [3, 4, 5] {
        let operators = [
            (Op::BvNot, width),
            (Op::BvNeg, width),
            (Op::Extract { hi: 2, lo: 0 }, 3),
            (Op::Extract { hi: 2, lo: 1 }, 2),
            (Op::ZeroExtend(2), width + 2),
            (Op::SignExtend(2), width + 2),
            (Op::RotateLeft(1), width),
            (Op::RotateRight(2), width),
        ];
        for (op, result) in operators {
            for a in words(width) {
                let sort = Sort::BitVec(width);
                let Some(word) = operate(&op, &[Some(a.clone())], &[sort], result) else {
                    continue;
                };
                for x in values(&a) {
                    let z = concrete(&op, &[(x, sort)]);
                    assert!(word.contains(z), "{op:?} {x}: {z} of {a:?}");
                }
            }
        }
    }
}

/// What is unknown on one side stays sound.
#[test]
fn one_known_argument_is_enough_or_nothing() {
    let width = 4;
    for op in binary_operators() {
        let result = match op {
            Op::Eq | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => 1,
            Op::Concat => 2 * width,
            _ => width,
        };
        let sorts = [Sort::BitVec(width); 2];
        for a in words(width).iter().step_by(2) {
            for left in [true, false] {
                let mut args = [Some(a.clone()), None];
                if !left {
                    args.swap(0, 1);
                }
                let Some(word) = operate(&op, &args, &sorts, result) else {
                    continue;
                };
                for x in values(a) {
                    for y in 0..16 {
                        let (x, y) = if left { (x, y) } else { (y, x) };
                        let z = concrete(&op, &[(x, sorts[0]), (y, sorts[1])]);
                        assert!(word.contains(z), "{op:?} {x} {y}: {z} of {a:?}");
                    }
                }
            }
        }
    }
}
