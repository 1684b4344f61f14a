use ferric3_sat::conformance::Rng;
use ferric3_term::{Op, Sort, Substitution};

use super::*;
use crate::conformance::RandomNumbers;

fn sequence(terms: &mut Terms, parts: &[Vec<TermId>]) -> Result<Vec<TermId>, NoInterpolant> {
    sequence_interpolants(terms, parts, &Interrupt::new())
}

/// Random parts along a path: where there is a sequence it is one, and where there is none it is known why.
#[test]
fn sequences_of_random_rows() {
    let (mut found, mut missing) = (0, 0);
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let mut terms = Terms::new();
        let sorts = [Sort::Int, Sort::Real, Sort::Int, Sort::Real];
        let symbols: Vec<TermId> = sorts
            .iter()
            .map(|&sort| terms.fresh_symbol("x", sort).1)
            .collect();
        let mut parts = Vec::new();
        for place in 0..3 {
            let mut part = Vec::new();
            for _ in 0..2 {
                // Neighbours share one symbol.
                let mut sum = terms.real(i64::try_from(rng.below(9)).unwrap() - 4);
                for &symbol in &symbols[place..place + 2] {
                    let factor = terms.real(i64::try_from(rng.below(5)).unwrap() - 2);
                    let symbol = match terms.sort(symbol) {
                        Sort::Int => terms.to_real(symbol),
                        _ => symbol,
                    };
                    let product = terms.mk(Op::Mul, &[factor, symbol]);
                    sum = terms.mk(Op::Add, &[sum, product]);
                }
                let zero = terms.real(0);
                let op = rng.pick(&[0, 1, 2]);
                let op = [Op::Le, Op::Lt, Op::Eq][op].clone();
                part.push(terms.mk(op, &[sum, zero]));
            }
            parts.push(part);
        }
        let expected = super::solver(&Interrupt::new()).check(&terms, &parts.concat());
        match sequence(&mut terms, &parts) {
            Ok(sequence) => {
                found += 1;
                assert_eq!(expected, CheckResult::Unsat, "seed {seed}");
                assert!(are_interpolants(&mut terms, &parts, &sequence), "{seed}");
            }
            Err(NoInterpolant::Model) => assert_ne!(expected, CheckResult::Unsat, "seed {seed}"),
            Err(why) => {
                assert_eq!(why, NoInterpolant::GaveUp, "seed {seed}");
                missing += 1;
            }
        }
    }
    assert!(found > 50 && missing < found / 10, "{found}, {missing}");
}

/// Any formulas over numbers and truth values, with symbols of each part's own.
#[test]
fn sequences_of_random_formulas() {
    let sorts = [
        Sort::Int,
        Sort::Real,
        Sort::Bool,
        Sort::Int,
        Sort::Real,
        Sort::Bool,
    ];
    let (mut found, mut missing, mut refused) = (0, 0, 0);
    for seed in 0..400 {
        let mut random = RandomNumbers::new(seed, &sorts);
        let mut parts: Vec<Vec<TermId>> = Vec::new();
        for _ in 0..3 {
            let own = random.symbols[3..].to_vec();
            let pairs = own.into_iter().map(|symbol| {
                let sort = random.terms.symbol(symbol).sort;
                (symbol, random.terms.fresh_symbol("own", sort).1)
            });
            let mut substitution = Substitution::new(pairs.collect::<Vec<_>>());
            let count = 1 + random.rng().below(3);
            let part: Vec<TermId> = (0..count).map(|_| random.term(Sort::Bool, 4)).collect();
            let part = part.into_iter();
            let part = part.map(|formula| substitution.apply(&mut random.terms, formula));
            parts.push(part.collect());
        }
        let terms = &mut random.terms;
        let expected = super::solver(&Interrupt::new()).check(terms, &parts.concat());
        match sequence(terms, &parts) {
            Ok(sequence) => {
                found += 1;
                assert_ne!(expected, CheckResult::Sat, "seed {seed}");
                assert!(are_interpolants(terms, &parts, &sequence), "seed {seed}");
            }
            Err(NoInterpolant::Model) => assert_ne!(expected, CheckResult::Unsat, "seed {seed}"),
            // The formulas have bits in them.
            Err(NoInterpolant::Refused) => refused += 1,
            Err(why) => {
                assert_eq!(why, NoInterpolant::GaveUp, "seed {seed}");
                missing += 1;
            }
        }
    }
    assert!(
        found > 100 && missing < found / 10,
        "{found}, {missing}, {refused} refused"
    );
}

#[test]
fn of_a_transitive_chain() {
    let mut terms = Terms::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| terms.fresh_symbol(name, Sort::Real).1);
    let a = [terms.lt(x, y), terms.le(y, z)];
    let b = [terms.le(z, x)];
    let found = interpolant(&mut terms, &a, &b, &Interrupt::new());
    assert_eq!(found, Ok(terms.lt(x, z)));
    let found = interpolant(&mut terms, &a[1..], &b, &Interrupt::new());
    assert_eq!(found, Err(NoInterpolant::Model));
}

/// `x = 2·y` and `x = 2·z + 1`: no branches and no sums of inequalities say so, but `x` is even.
#[test]
fn of_divisors() {
    let mut terms = Terms::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| terms.fresh_symbol(name, Sort::Int).1);
    let (one, two) = (terms.int(1), terms.int(2));
    let (y2, z2) = (terms.mul(two, y), terms.mul(two, z));
    let z2 = terms.add(z2, one);
    let (even, odd) = (terms.eq(x, y2), terms.eq(x, z2));
    let found = interpolant(&mut terms, &[even], &[odd], &Interrupt::new());
    let (zero, rest) = (terms.int(0), terms.int_mod(x, two));
    assert_eq!(found, Ok(terms.eq(rest, zero)));
}

/// A disjunction on one side, and a choice on the other.
#[test]
fn of_cases() {
    let mut terms = Terms::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| terms.fresh_symbol(name, Sort::Int).1);
    let (_, p) = terms.fresh_symbol("p", Sort::Bool);
    let [zero, five, nine] = [0, 5, 9].map(|value| terms.int(value));
    // x = y or x = y + 9 for some y from 0 to 5.
    let far = terms.add(y, nine);
    let ways = [terms.eq(x, y), terms.eq(x, far)];
    let a = [terms.or(&ways), terms.le(zero, y), terms.le(y, five)];
    // x is z - 9 if p, and 6 or more below 9 otherwise, for a z from 0 to 5.
    let below = terms.sub(z, nine);
    let six = terms.int(6);
    let near = [terms.le(six, x), terms.lt(x, nine)];
    let near = terms.and(&near);
    let back = terms.eq(x, below);
    let b = [
        terms.ite(p, back, near),
        terms.le(zero, z),
        terms.le(z, five),
    ];
    let found = interpolant(&mut terms, &a, &b, &Interrupt::new()).unwrap();
    assert_eq!(symbols(&terms, &[found]), [terms.as_symbol(x).unwrap()]);
}

#[test]
fn of_bits_there_is_none() {
    let mut terms = Terms::new();
    let (_, bits) = terms.fresh_symbol("b", Sort::BitVec(3));
    let zero = terms.bv_u64(0, 3);
    let is_zero = terms.eq(bits, zero);
    let not = terms.not(is_zero);
    let found = interpolant(&mut terms, &[is_zero], &[not], &Interrupt::new());
    assert_eq!(found, Err(NoInterpolant::Refused));
}

#[test]
fn whoever_is_interrupted_says_so() {
    let mut terms = Terms::new();
    let (_, p) = terms.fresh_symbol("p", Sort::Bool);
    let not = terms.not(p);
    let interrupt = Interrupt::new();
    interrupt.raise();
    let found = interpolant(&mut terms, &[p], &[not], &interrupt);
    assert_eq!(found, Err(NoInterpolant::Stopped));
}
