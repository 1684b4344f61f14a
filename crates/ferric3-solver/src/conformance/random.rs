//! Random terms: evaluated and solved.

use ferric3_term::{Bound, Op, Sort, SymbolId, TermId, Value};
use rustc_hash::FxHashMap;

use super::{Create, Effort, RandomTerms, brute_force, is_subsequence};
use crate::{Bounds, CheckResult, Solver};

pub(super) fn check(create: Create<'_>, effort: Effort) {
    let rounds = match effort {
        Effort::Quick => 1,
        Effort::Thorough => 15,
    };
    for seed in 0..8 * rounds {
        inputs_fixed(create, seed);
    }
    for seed in 0..10 * rounds {
        result_fixed(create, seed);
        conjunctions(create, seed);
    }
}

/// At any width: with all inputs fixed, the value of a term is the one the evaluator finds, and
/// no other. (Unit propagation does it, so even large dividers are quick.)
fn inputs_fixed(create: Create<'_>, seed: u64) {
    let widths = [4, 5, 7, 8, 13, 16, 31, 32, 33, 64];
    let width = widths[usize::try_from(seed).expect("few seeds") % widths.len()];
    let sort = Sort::BitVec(width);
    let mut random = RandomTerms::new(seed, &[sort, sort, sort, Sort::Bool]);
    let mut solver = create();
    for round in 0..3 {
        let term = random.term(if round == 2 { Sort::Bool } else { sort }, 4);
        let assignment = random.assignment();
        let expected = random.terms.eval(term, &assignment);
        let mut assumptions: Vec<TermId> = random
            .symbols
            .clone()
            .into_iter()
            .map(|symbol| {
                let symbol_term = random.terms.symbol_term(symbol);
                equals(&mut random, symbol_term, &assignment[&symbol])
            })
            .collect();
        assert_eq!(
            solver.check(&random.terms, &assumptions),
            CheckResult::Sat,
            "seed {seed}"
        );
        assert_eq!(
            solver.value(&random.terms, term),
            expected,
            "seed {seed}, before it is used"
        );
        let as_expected = equals(&mut random, term, &expected);
        assumptions.push(as_expected);
        assert_eq!(
            solver.check(&random.terms, &assumptions),
            CheckResult::Sat,
            "seed {seed}"
        );
        assert_eq!(solver.value(&random.terms, term), expected, "seed {seed}");
        assumptions.pop();
        assumptions.push(random.terms.mk(Op::Not, &[as_expected]));
        assert_eq!(
            solver.check(&random.terms, &assumptions),
            CheckResult::Unsat,
            "seed {seed}"
        );
        let other = random.assignment();
        for point in [&assignment, &other] {
            rotated(create, &mut random, &mut *solver, point, (term, &expected));
        }
    }
}

/// The inputs in a box of one point, rotated: what is left excludes any other value of the term, each bound follows from
/// one that was assumed, and without the other value there is a model.
fn rotated(
    create: Create<'_>,
    random: &mut RandomTerms,
    solver: &mut dyn Solver,
    assignment: &FxHashMap<SymbolId, Value>,
    (term, expected): (TermId, &Value),
) {
    let value = random.terms.eval(term, assignment);
    let mut point = Vec::new();
    for symbol in random.symbols.clone() {
        let symbol_term = random.terms.symbol_term(symbol);
        match &assignment[&symbol] {
            Value::BitVec(word) => {
                let word = random.terms.bv(word.clone());
                point.push(random.terms.mk(Op::BvUle, &[symbol_term, word]));
                point.push(random.terms.mk(Op::BvUle, &[word, symbol_term]));
            }
            other => point.push(equals(random, symbol_term, other)),
        }
    }
    let same = equals(random, term, expected);
    let fixed = [random.terms.mk(Op::Not, &[same])];
    let is_sat = value != *expected;
    for bounds in [Bounds::Wider, Bounds::Whole] {
        let answer = solver.check_rotating(&random.terms, &fixed, &point, bounds);
        if is_sat {
            assert_eq!(answer.result, CheckResult::Sat);
            assert_eq!(solver.value(&random.terms, term), value);
            continue;
        }
        assert_eq!(answer.result, CheckResult::Unsat);
        let mut left = fixed.to_vec();
        for (assumption, wider) in answer.core {
            assert!(point.contains(&assumption), "not among those rotated");
            assert!(wider.is_none() || bounds == Bounds::Wider);
            let assumed = Bound::of(&random.terms, assumption);
            left.push(match wider {
                None => assumption,
                Some(wider) => {
                    assert!(assumed.expect("a bound").implies(&wider), "{wider:?}");
                    wider.literal(&mut random.terms)
                }
            });
        }
        assert_eq!(
            create().check(&random.terms, &left),
            CheckResult::Unsat,
            "what is left is enough"
        );
        assert_eq!(solver.check(&random.terms, &left), CheckResult::Unsat);
    }
}

/// At small widths: inputs are found for a given result if and only if there are any.
fn result_fixed(create: Create<'_>, seed: u64) {
    let width = 4 + u32::try_from(seed % 3).expect("small");
    let sort = Sort::BitVec(width);
    let mut random = RandomTerms::new(100 + seed, &[sort, sort]);
    let mut solver = create();
    for _ in 0..3 {
        let term = random.term(sort, 4);
        let value = random.value(sort);
        let formula = equals(&mut random, term, &value);
        let answer = solver.check(&random.terms, &[formula]);
        let exists = brute_force(&random.terms, &random.symbols, &[formula]);
        assert_eq!(
            answer == CheckResult::Sat,
            exists,
            "seed {seed}: {answer:?}"
        );
        if exists {
            let model = |symbol| solver.symbol_value(&random.terms, symbol);
            assert_eq!(random.terms.eval(term, &model), value, "seed {seed}");
            assert_eq!(solver.value(&random.terms, term), value, "seed {seed}");
        } else {
            assert_eq!(solver.failed_assumptions(), [formula], "seed {seed}");
        }
    }
}

/// Assertions, clauses and assumptions in turn, against brute force.
fn conjunctions(create: Create<'_>, seed: u64) {
    let mut random = RandomTerms::new(
        200 + seed,
        &[Sort::BitVec(4), Sort::BitVec(3), Sort::Bool, Sort::Bool],
    );
    let mut solver = create();
    let mut asserted: Vec<TermId> = Vec::new();
    for _ in 0..12 {
        let count = 1 + random.rng().below(4);
        let formulas: Vec<TermId> = (0..count).map(|_| random.term(Sort::Bool, 3)).collect();
        match random.rng().below(6) {
            0 => {
                solver.assert(&random.terms, formulas[0]);
                asserted.push(formulas[0]);
            }
            1 => {
                solver.assert_clause(&random.terms, &formulas);
                asserted.push(match formulas[..] {
                    [only] => only,
                    _ => random.terms.mk(Op::Or, &formulas),
                });
            }
            _ => check_query(&random, &mut *solver, &asserted, &formulas, seed),
        }
    }
}

fn check_query(
    random: &RandomTerms,
    solver: &mut dyn Solver,
    asserted: &[TermId],
    assumptions: &[TermId],
    seed: u64,
) {
    let terms = &random.terms;
    let all = [asserted, assumptions].concat();
    let exists = brute_force(terms, &random.symbols, &all);
    let answer = solver.check(terms, assumptions);
    assert_eq!(
        answer == CheckResult::Sat,
        exists,
        "seed {seed}: {answer:?}"
    );
    if exists {
        let model = |symbol| solver.symbol_value(terms, symbol);
        for formula in all {
            assert_eq!(
                terms.eval(formula, &model),
                Value::Bool(true),
                "seed {seed}"
            );
            assert_eq!(
                solver.value(terms, formula),
                Value::Bool(true),
                "seed {seed}"
            );
        }
    } else {
        let failed = solver.failed_assumptions().to_vec();
        assert!(
            is_subsequence(&failed, assumptions),
            "seed {seed}: {failed:?}"
        );
        assert_eq!(
            solver.check(terms, &failed),
            CheckResult::Unsat,
            "seed {seed}: a core"
        );
    }
}

fn equals(random: &mut RandomTerms, term: TermId, value: &Value) -> TermId {
    let value = random.terms.constant(value);
    random.terms.mk(Op::Eq, &[term, value])
}
