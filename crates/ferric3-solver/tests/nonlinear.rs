//! Random queries about integers and real numbers with products, quotients, powers and absolute values: intervals, with
//! the checker behind them, against Z3. Every model is evaluated, every core is asked about.
//!
//! `FERRIC3_ICP_QUERIES` says how many for each kind.

mod judge;

use ferric3_solver::conformance::RandomNumbers;
use ferric3_solver::{CheckResult, CheckedIntervals, Solver};
use ferric3_term::{Sort, TermId, Value};
use ferric3_testkit::{Extra, need};

use self::judge::Judge;

/// What a query may take, in conflicts.
const LIMIT: u64 = 100;

fn queries() -> u64 {
    let given = std::env::var("FERRIC3_ICP_QUERIES").ok();
    given.map_or(200, |text| text.parse().expect("a number"))
}

#[derive(Default, Debug)]
struct Tally {
    sat: u64,
    unsat: u64,
    unknown: u64,
    judge_does_not_know: u64,
}

/// One context, and some queries to it.
fn context(seed: u64, sorts: &[Sort], products: usize, judge: &mut Judge, tally: &mut Tally) {
    let mut random = RandomNumbers::new(seed, sorts).with_products(products);
    if seed.is_multiple_of(4) {
        random = random.with_large_numbers(9);
    }
    judge.begin(&random);
    let mut solver = CheckedIntervals::new();
    solver.set_conflict_limit(Some(LIMIT));
    let mut asserted: Vec<TermId> = Vec::new();
    let mut asked: Vec<(Vec<TermId>, bool)> = Vec::new();
    for round in 0..4 {
        if round == 2 {
            let assertion = random.term(Sort::Bool, 3);
            solver.assert(&random.terms, assertion);
            asserted.push(assertion);
        }
        let count = 1 + random.rng().below(2);
        let formulas: Vec<TermId> = (0..count).map(|_| random.term(Sort::Bool, 3)).collect();
        let terms = &random.terms;
        match solver.check(terms, &formulas) {
            CheckResult::Sat => {
                tally.sat += 1;
                let all: Vec<TermId> = asserted.iter().chain(&formulas).copied().collect();
                for &formula in &all {
                    let value = solver.value(terms, formula);
                    assert_eq!(value, Value::Bool(true), "seed {seed}");
                }
                asked.push((all, true));
            }
            CheckResult::Unsat => {
                tally.unsat += 1;
                let core = asserted.iter().chain(solver.failed_assumptions());
                asked.push((core.copied().collect(), false));
            }
            CheckResult::Unknown(why) => {
                let why = why.to_string();
                assert!(!why.contains("not accepted"), "seed {seed}: {why}");
                tally.unknown += 1;
            }
        }
    }
    let (formulas, ours): (Vec<_>, Vec<_>) = asked.into_iter().unzip();
    let answers = judge.check_all(&random.terms, &formulas);
    for (answer, ours) in answers.into_iter().zip(ours) {
        tally.judge_does_not_know += u64::from(answer.is_none());
        assert!(
            answer.is_none_or(|theirs| theirs == ours),
            "seed {seed}: {ours} is wrong"
        );
    }
}

/// All agree, and so many of a hundred are decided.
fn agree(name: &str, sorts: &[Sort], products: usize, at_least: u64) {
    if !need(Extra::Z3, name) {
        return;
    }
    let (mut tally, mut judge) = (Tally::default(), Judge::z3());
    for seed in 0..queries() / 4 {
        context(seed, sorts, products, &mut judge, &mut tally);
    }
    let decided = tally.sat + tally.unsat;
    assert!(
        tally.sat > decided / 10 && tally.unsat > decided / 10,
        "{tally:?}"
    );
    assert!(
        decided * 100 >= at_least * (decided + tally.unknown),
        "{tally:?}"
    );
}

#[test]
fn integers_agree() {
    agree("integers_agree", &[Sort::Int; 3], 3, 70);
}

#[test]
fn real_numbers_agree() {
    agree("real_numbers_agree", &[Sort::Real; 3], 3, 70);
}

#[test]
fn mixtures_agree() {
    let sorts = [Sort::Int, Sort::Int, Sort::Real, Sort::Real, Sort::Bool];
    agree("mixtures_agree", &sorts, 4, 70);
}
