//! Judges contractors of numbers without a width: by rational points inside of boxes, which must stay, and by the checker,
//! which must see why everything else goes.

use ferric3_term::{Rational, Value};
use ferric3_testkit::Rng;

use super::{Empty, contract};
use crate::{Checker, Domain, Literal, Primitive, PrimitiveId, Range, Rejected, Step, VarId, View};

/// What was seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Seen {
    /// Boxes tried.
    pub boxes: u64,
    /// Points of the graph that had to stay.
    pub points: u64,
    /// Bounds that were found.
    pub deductions: u64,
    /// Clauses that a point does not satisfy, of which the checker must not take any.
    pub lies: u64,
    /// Those that the checker did not see within its pieces.
    pub not_shown: u64,
    /// Boxes with exact arguments.
    pub exact: u64,
    /// Those of which the result has at most two keys.
    pub narrow: u64,
}

/// A key: mostly one of a small number.
fn key(rng: &mut Rng, domain: Domain) -> u64 {
    match (domain.is_number(), rng.below(8)) {
        (false, _) => rng.number() & domain.greatest(),
        (true, 0) => rng.number() % (domain.greatest() + 1),
        (true, 1) => domain.zero(),
        (true, 2) => rng.pick(&[0, 1, domain.greatest() - 1, domain.greatest()]),
        (true, 3) => (domain.zero() - 3) + rng.number() % 7,
        (true, _) => {
            let numerator = (rng.number() % 41) as i64 - 20;
            let denominator = match domain.view {
                View::Real => 1 + (rng.number() % 4) as i64,
                _ => 1,
            };
            domain.key_of_number(&Rational::new(numerator, denominator))
        }
    }
}

fn range(rng: &mut Rng, domain: Domain) -> Range {
    let from = key(rng, domain);
    match rng.below(6) {
        0 => Range::all(domain),
        1 => Range::point(from),
        2 => Range::new(
            from,
            from.saturating_add(rng.number() % 5).min(domain.greatest()),
        ),
        _ => {
            let to = key(rng, domain);
            Range::new(from.min(to), from.max(to))
        }
    }
}

/// A value of a range of keys.
fn value(rng: &mut Rng, domain: Domain, range: Range) -> Value {
    let key = match rng.below(4) {
        0 => range.lo,
        1 => range.hi,
        _ => match range.hi - range.lo {
            u64::MAX => rng.number(),
            width => range.lo + rng.number() % (width + 1),
        },
    };
    let small = Rational::from((rng.number() % 41) as i64 - 20);
    let number = match domain.view {
        View::Real | View::Integer if range.has(domain.key_of_number(&small)) && rng.one_in(2) => {
            small
        }
        // Not only the middle of a gap.
        View::Real if !domain.is_exact(key) && 0 < key && key < domain.greatest() => {
            let (lo, hi) = (domain.number(key - 1), domain.number(key + 1));
            let part = Rational::new(1 + (rng.number() % 9) as i64, 10);
            &lo + &(&(&hi - &lo) * &part)
        }
        View::Integer if !domain.is_exact(key) => {
            &domain.number(key) * &Rational::from(1 + (rng.number() % 3) as i64)
        }
        _ => return domain.exact_value(key),
    };
    match domain.view {
        View::Integer => Value::Int(number),
        _ => Value::Real(number),
    }
}

/// Tries random boxes.
pub(crate) fn try_numbers(primitive: &Primitive, seed: u64, boxes: u64) -> Seen {
    let mut rng = Rng::new(seed);
    let mut seen = Seen::default();
    let domains = &primitive.domains[..];
    let mut checker = checker_of(primitive);
    for _ in 0..boxes {
        let mut before: Vec<Range> = domains.iter().map(|&d| range(&mut rng, d)).collect();
        let arguments: Vec<Value> = (1..before.len())
            .map(|i| value(&mut rng, domains[i], before[i]))
            .collect();
        let result = domains[0].key_of_value(&primitive.evaluate(&arguments));
        if rng.one_in(2) {
            // Around a point of the graph.
            before[0] = before[0].join(Range::point(result));
            if rng.one_in(2) {
                before[0] = Range::new(
                    result.saturating_sub(rng.number() % 3),
                    result
                        .saturating_add(rng.number() % 3)
                        .min(domains[0].greatest()),
                );
            }
        }
        let mut after = before.clone();
        let left = contract(primitive, &mut after);
        seen.boxes += 1;
        for attempt in 0..8 {
            let arguments = match attempt {
                0 => arguments.clone(),
                _ => (1..before.len())
                    .map(|i| value(&mut rng, domains[i], before[i]))
                    .collect(),
            };
            let result = domains[0].key_of_value(&primitive.evaluate(&arguments));
            if !before[0].has(result) {
                continue;
            }
            seen.points += 1;
            assert_eq!(left, Ok(()), "{primitive:?} {before:?} has {arguments:?}");
            let keys = arguments.iter().zip(&domains[1..]);
            let keys = keys.map(|(value, domain)| domain.key_of_value(value));
            let point: Vec<u64> = std::iter::once(result).chain(keys).collect();
            for (i, &key) in point.iter().enumerate() {
                assert!(
                    after[i].has(key),
                    "{primitive:?} {before:?}: {after:?} loses {arguments:?} at {i}"
                );
            }
            if attempt == 0 {
                seen.lies += tell_lies(&mut checker, &before, &point, primitive);
            }
        }
        if left == Ok(()) {
            let only_shrinks = (before.iter().zip(&after)).all(|(b, a)| b.meet(*a) == Some(*a));
            assert!(only_shrinks, "{primitive:?} {before:?} {after:?}");
        }
        check(&mut checker, &before, &after, left, &mut seen, primitive);
        let mut arguments = before[1..].iter().zip(&domains[1..]);
        if arguments.all(|(range, domain)| range.is_point() && domain.is_exact(range.lo)) {
            seen.exact += 1;
            let is_narrow = left == Err(Empty) || after[0].hi - after[0].lo <= 1;
            seen.narrow += u64::from(is_narrow);
        }
    }
    seen
}

fn checker_of(primitive: &Primitive) -> Checker {
    let mut checker = Checker::new();
    let mut vars = Vec::new();
    for (i, domain) in primitive.domains.iter().enumerate() {
        vars.push(VarId(i as u32));
        let max = domain.greatest();
        checker.step(&Step::Var { max }).expect("a variable");
    }
    let primitive = primitive.clone();
    let step = Step::Primitive { primitive, vars };
    checker.step(&step).expect("a primitive");
    checker
}

/// The literals that make a clause hold outside of a box.
fn outside(before: &[Range], primitive: &Primitive) -> Vec<Literal> {
    let mut literals = Vec::new();
    for (i, (range, domain)) in before.iter().zip(&primitive.domains).enumerate() {
        let var = VarId(i as u32);
        if range.lo > 0 {
            literals.push(!Literal::at_least(var, range.lo));
        }
        if range.hi < domain.greatest() {
            literals.push(!Literal::at_most(var, range.hi));
        }
    }
    literals
}

/// Clauses that say that the point is not there; returns how many.
fn tell_lies(checker: &mut Checker, before: &[Range], point: &[u64], primitive: &Primitive) -> u64 {
    let mut lies = vec![outside(before, primitive)];
    for (i, (&key, domain)) in point.iter().zip(&primitive.domains).enumerate() {
        let var = VarId(i as u32);
        let wrong = match key < domain.greatest() {
            true => Literal::at_least(var, key + 1),
            false => Literal::at_most(var, key - 1),
        };
        let clause = outside(before, primitive);
        lies.push(clause.into_iter().chain([wrong]).collect());
    }
    let count = lies.len() as u64;
    for clause in lies {
        let step = Step::Contracted {
            primitive: PrimitiveId(0),
            clause,
        };
        let taken = checker.step(&step);
        assert!(taken.is_err(), "{primitive:?} {before:?} has {point:?}");
    }
    count
}

/// What was found follows, by the checker.
fn check(
    checker: &mut Checker,
    before: &[Range],
    after: &[Range],
    left: Result<(), Empty>,
    seen: &mut Seen,
    primitive: &Primitive,
) {
    let premises = outside(before, primitive);
    let mut conclusions: Vec<Option<Literal>> = Vec::new();
    match left {
        Err(Empty) => conclusions.push(None),
        Ok(()) => {
            for (i, (before, after)) in before.iter().zip(after).enumerate() {
                let var = VarId(i as u32);
                if after.lo > before.lo {
                    conclusions.push(Some(Literal::at_least(var, after.lo)));
                }
                if after.hi < before.hi {
                    conclusions.push(Some(Literal::at_most(var, after.hi)));
                }
            }
        }
    }
    for conclusion in conclusions {
        seen.deductions += 1;
        let clause = premises.iter().copied().chain(conclusion).collect();
        let step = Step::Contracted {
            primitive: PrimitiveId(0),
            clause,
        };
        match checker.step(&step) {
            Ok(()) => {}
            Err(Rejected::NotShown) => seen.not_shown += 1,
            Err(other) => panic!("{primitive:?} {before:?} {conclusion:?}: {other}"),
        }
    }
}
