//! Random terms: all ways to compute their values agree.

mod common;

use common::{Garden, WIDTHS, rounds};
use ferric3_term::{Evaluator, Infix, SmtLib, Sort, Substitution, TermId, Terms};
use rustc_hash::FxHashMap;

fn shown(terms: &Terms, t: TermId) -> String {
    format!("{}", SmtLib::new(terms, t))
}

/// Simplifying does not change the value of a term under any assignment.
#[test]
fn simplified_terms_are_equal() {
    for round in 0..rounds(700) {
        let mut garden = Garden::new(round, WIDTHS[round as usize % WIDTHS.len()]);
        let twins: Vec<_> = (0..40).map(|_| garden.grow()).collect();
        let mut evaluator = Evaluator::new();
        for _ in 0..8 {
            let assignment = garden.assignment();
            evaluator.clear();
            for &twin in &twins {
                let terms = &garden.terms;
                let plain = evaluator.eval(terms, &assignment, twin.plain);
                let simplified = evaluator.eval(terms, &assignment, twin.simplified);
                assert_eq!(
                    plain,
                    simplified,
                    "round {round}, {assignment:?}\n{}\n{}",
                    shown(terms, twin.plain),
                    shown(terms, twin.simplified)
                );
            }
        }
    }
}

/// The rules are right also where arguments are not in normal form.
#[test]
fn rules_do_not_rely_on_normal_forms() {
    for round in 0..rounds(700) {
        let mut garden = Garden::new(4_000_000 + round, WIDTHS[round as usize % WIDTHS.len()]);
        let plain: Vec<_> = (0..40).map(|_| garden.grow().plain).collect();
        let terms = &mut garden.terms;
        let mut simplified = vec![];
        for &t in &plain {
            let (op, args) = (terms.op(t).clone(), terms.args(t).to_vec());
            simplified.push(terms.simplified(op, &args));
        }
        let mut evaluator = Evaluator::new();
        for _ in 0..8 {
            let assignment = garden.assignment();
            evaluator.clear();
            for (&plain, &simplified) in plain.iter().zip(&simplified) {
                let terms = &garden.terms;
                assert_eq!(
                    evaluator.eval(terms, &assignment, plain),
                    evaluator.eval(terms, &assignment, simplified),
                    "round {round}, {assignment:?}\n{}\n{}",
                    shown(terms, plain),
                    shown(terms, simplified)
                );
            }
        }
    }
}

/// Simplifying a plain term at once is the same as building it simplified, and simplifying again
/// changes nothing.
#[test]
fn simplification_is_idempotent() {
    for round in 0..rounds(700) {
        let mut garden = Garden::new(1_000_000 + round, WIDTHS[round as usize % WIDTHS.len()]);
        let twins: Vec<_> = (0..40).map(|_| garden.grow()).collect();
        assert_eq!(garden.terms.simplifications_cut_short(), 0, "round {round}");
        let terms = &mut garden.terms;
        let mut simplify = Substitution::new([]);
        for twin in twins {
            let again = simplify.apply(terms, twin.simplified);
            assert_eq!(
                again,
                twin.simplified,
                "round {round}\n{}\n{}",
                shown(terms, twin.simplified),
                shown(terms, again)
            );
            assert_eq!(
                simplify.apply(terms, twin.plain),
                twin.simplified,
                "round {round}"
            );
        }
    }
}

/// The value of a term after a substitution is its value before, where the symbols have the
/// values of their replacements.
#[test]
fn substitution_agrees_with_evaluation() {
    for round in 0..rounds(300) {
        let mut garden = Garden::new(2_000_000 + round, WIDTHS[round as usize % WIDTHS.len()]);
        let twins: Vec<_> = (0..40).map(|_| garden.grow()).collect();
        // Every second symbol is replaced by some term of its sort.
        let mut pairs = vec![];
        for symbol in garden.symbols.iter().copied().step_by(2) {
            let sort = garden.terms.symbol(symbol).sort;
            let fits = |t: &&common::Twin| garden.terms.sort(t.plain) == sort;
            if let Some(twin) = twins.iter().find(fits) {
                pairs.push((symbol, twin.plain));
            }
        }
        let assignment = garden.assignment();
        let terms = &mut garden.terms;
        let mut changed = assignment.clone();
        for &(symbol, t) in &pairs {
            changed.insert(symbol, terms.eval(t, &assignment));
        }
        let mut substitution = Substitution::new(pairs);
        for twin in twins {
            let expected = terms.eval(twin.plain, &changed);
            for t in [twin.plain, twin.simplified] {
                let new = substitution.apply(terms, t);
                assert_eq!(terms.eval(new, &assignment), expected, "round {round}");
            }
        }
    }
}

/// All ways to evaluate agree, and printing does not fail.
#[test]
fn evaluators_agree() {
    for round in 0..rounds(100) {
        let mut garden = Garden::new(3_000_000 + round, WIDTHS[round as usize % WIDTHS.len()]);
        let twins: Vec<_> = (0..40).map(|_| garden.grow()).collect();
        let assignment = garden.assignment();
        let terms = &garden.terms;
        let mut evaluator = Evaluator::new();
        let by_closure = |s| assignment[&s].clone();
        for twin in twins {
            let value = terms.eval(twin.plain, &assignment);
            assert_eq!(value, terms.eval(twin.plain, &by_closure));
            assert_eq!(value, evaluator.eval(terms, &assignment, twin.plain));
            assert_eq!(value.sort(), terms.sort(twin.plain));
            assert!(!Infix::new(terms, twin.plain).to_string().is_empty());
            assert!(!SmtLib::new(terms, twin.plain).to_string().is_empty());
        }
    }
}

/// Missing symbols are zero; the symbols and the size of a term are those of its nodes.
#[test]
fn walks() {
    let mut terms = Terms::new();
    let (a, x) = terms.fresh_symbol("x", Sort::BitVec(8));
    let (b, y) = terms.fresh_symbol("y", Sort::BitVec(8));
    let sum = terms.bv_add(y, x);
    let square = terms.bv_mul(sum, sum);
    assert_eq!(terms.symbols_of(square), [a, b]);
    assert_eq!(terms.symbols_of(y), [b]);
    assert_eq!(terms.dag_size(square), 4);
    assert_eq!(terms.eval(square, &FxHashMap::default()).to_string(), "0");
}
