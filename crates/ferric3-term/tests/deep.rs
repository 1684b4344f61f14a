//! Terms far deeper than the call stack.

use ferric3_term::{BitVecValue, Evaluator, Op, SmtLib, Sort, Substitution, TermId, Terms, Value};

const DEPTH: u64 = 200_000;

/// A plain chain of `op` with `x`.
fn chain(terms: &mut Terms, op: &Op, x: TermId, with: TermId) -> TermId {
    (0..DEPTH).fold(x, |t, _| terms.mk(op.clone(), &[t, with]))
}

#[test]
fn deep_terms_are_evaluated() {
    let mut terms = Terms::new();
    let (_, x) = terms.fresh_symbol("x", Sort::BitVec(32));
    let (_, y) = terms.fresh_symbol("y", Sort::BitVec(32));
    let t = chain(&mut terms, &Op::BvAdd, x, y);
    let one = |_| Value::from(BitVecValue::one(32));
    assert_eq!(terms.eval(t, &one).as_bv().to_u64(), Some(DEPTH + 1));
    let mut evaluator = Evaluator::new();
    assert_eq!(
        evaluator.eval(&terms, &one, t).as_bv().to_u64(),
        Some(DEPTH + 1)
    );
}

#[test]
fn deep_terms_are_simplified() {
    let mut terms = Terms::new();
    let (_, x) = terms.fresh_symbol("x", Sort::BitVec(32));
    let one = terms.bv_u64(1, 32);
    let t = chain(&mut terms, &Op::BvAdd, x, one);
    let simplified = Substitution::new([]).apply(&mut terms, t);
    let sum = terms.bv_u64(DEPTH, 32);
    assert_eq!(simplified, terms.bv_add(x, sum));
}

/// Rules that look below a node stop after a while.
#[test]
fn deep_terms_do_not_make_rules_deep() {
    let mut terms = Terms::new();
    let (_, x) = terms.fresh_symbol("x", Sort::BitVec(32));
    let (_, y) = terms.fresh_symbol("y", Sort::BitVec(8));
    let wide = terms.zero_extend(y, 24);
    let mut t = x;
    for _ in 0..DEPTH {
        t = terms.bv_add(t, wide);
        t = terms.bv_mul(t, wide);
    }
    let before = terms.len();
    let low = terms.extract(t, 7, 0);
    assert!(terms.len() - before < 1000);
    assert!(terms.simplifications_cut_short() > 0);
    let ones = |s| Value::from(BitVecValue::ones(terms.symbol(s).sort.width().unwrap_or(1)));
    assert_eq!(
        terms.eval(low, &ones).as_bv(),
        &terms.eval(t, &ones).as_bv().extract(7, 0)
    );
}

/// `ite`s over tables of constants are shared as graphs: as trees they would be far too large.
#[test]
fn shared_terms_do_not_make_rules_slow() {
    let mut terms = Terms::new();
    let (mut a, mut b) = (terms.bv_u64(1, 32), terms.bv_u64(2, 32));
    for _ in 0..1000 {
        let (_, c) = terms.fresh_symbol("c", Sort::Bool);
        let (_, d) = terms.fresh_symbol("d", Sort::Bool);
        (a, b) = (terms.ite(c, a, b), terms.ite(d, b, a));
    }
    let before = terms.len();
    for k in 0..100 {
        let k = terms.bv_u64(k, 32);
        terms.eq(a, k);
        terms.bv_ult(b, k);
        let sum = terms.bv_add(a, b);
        terms.extract(sum, 7, 0);
    }
    assert!(terms.len() - before < 1000);
}

#[test]
fn deep_terms_are_printed() {
    let mut terms = Terms::new();
    let (_, x) = terms.fresh_symbol("x", Sort::BitVec(32));
    let t = chain(&mut terms, &Op::BvMul, x, x);
    assert!(SmtLib::new(&terms, t).to_string().len() > 10 * 100_000);
}
