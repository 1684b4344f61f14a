//! No point is lost, the checker sees all deductions, results of points are points; small boxes by all their points.

use ferric3_term::Op;
use ferric3_testkit::Rng;

use crate::contract::contract;
use crate::contract::judge::hull;
use crate::contract::judge_numbers::try_numbers;
use crate::{Domain, Operator, Primitive, Range};

const INTEGER: Domain = Domain::INTEGER;

/// How many boxes are tried: a part of `FERRIC3_ICP_BOXES`, as the checker takes its time.
fn boxes() -> u64 {
    let given = std::env::var("FERRIC3_ICP_BOXES").ok();
    given.map_or(1_500, |text| text.parse::<u64>().expect("a number") / 50)
}

fn operations() -> Vec<Primitive> {
    let binary = [Op::Add, Op::Sub, Op::Mul, Op::IntDiv, Op::IntMod];
    let binary = binary.map(|op| Primitive::new(Operator::Number(op), &[INTEGER; 3]));
    let powers = [1, 2, 3, 6].map(|n| Primitive::new(Operator::Power(n), &[INTEGER; 2]));
    binary.into_iter().chain(powers).collect()
}

#[test]
fn words_and_integers() {
    for width in [1, 3, 32, 64] {
        let word = Domain::unsigned(width);
        let from = Primitive::new(Operator::Number(Op::BvToNat), &[INTEGER, word]);
        let to = Primitive::new(Operator::Number(Op::IntToBv(width)), &[word, INTEGER]);
        for primitive in [from, to] {
            let seen = try_numbers(&primitive, 3, boxes());
            assert_eq!(seen.not_shown, 0, "{primitive:?} {seen:?}");
            assert!(seen.points > seen.boxes / 8, "{primitive:?} {seen:?}");
            assert!(seen.deductions > seen.boxes / 8, "{primitive:?} {seen:?}");
        }
    }
}

#[test]
fn nothing_is_lost_and_the_checker_follows() {
    for primitive in operations() {
        let seen = try_numbers(&primitive, 2, boxes());
        // Products of wide ranges may need more pieces than the checker looks at: 5 deductions of 13587.
        let most = match primitive.op {
            Operator::Number(Op::Mul) => seen.deductions / 1000,
            _ => 0,
        };
        assert!(seen.not_shown <= most, "{primitive:?} {seen:?}");
        assert_eq!(seen.narrow, seen.exact, "{primitive:?} {seen:?}");
        assert!(seen.lies > seen.boxes / 4, "{primitive:?} {seen:?}");
        assert!(seen.points > seen.boxes / 4, "{primitive:?} {seen:?}");
        assert!(seen.deductions > seen.boxes / 4, "{primitive:?} {seen:?}");
    }
}

/// All points of small boxes. What is left is the hull of these in so many of a hundred boxes.
#[test]
fn small_boxes_are_nearly_the_tightest() {
    let at_least = [100, 100, 55, 90, 85, 100, 100, 100, 100];
    for (primitive, at_least) in operations().iter().zip(at_least) {
        let mut rng = Rng::new(5);
        let mut tightest = 0;
        for _ in 0..boxes() {
            let mut end = |spread: u64| INTEGER.zero() - spread + rng.number() % (2 * spread + 1);
            let mut range = |spread: u64| {
                let (a, b) = (end(spread), end(spread));
                Range::new(a.min(b), a.max(b))
            };
            let mut before = vec![range(40)];
            (1..primitive.domains.len()).for_each(|_| before.push(range(9)));
            let mut after = before.clone();
            let left = contract(primitive, &mut after);
            match hull(primitive, &before) {
                None => tightest += u64::from(left.is_err()),
                Some(hull) => {
                    assert_eq!(left, Ok(()), "{primitive:?} {before:?}");
                    let mut pairs = hull.iter().zip(&after);
                    assert!(
                        pairs.all(|(h, a)| h.meet(*a) == Some(*h)),
                        "{primitive:?} {before:?}"
                    );
                    tightest += u64::from(hull == after);
                }
            }
        }
        assert!(
            tightest * 100 >= at_least * boxes(),
            "{primitive:?} {tightest}"
        );
    }
}
