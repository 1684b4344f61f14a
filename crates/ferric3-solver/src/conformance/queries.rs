//! Small cases with known answers.

use ferric3_term::{BitVecValue, Bound, Op, Sort, TermId, Terms, Value};

use super::{Create, is_subsequence};
use crate::{CheckResult, Solver};

pub(super) fn check(create: Create<'_>) {
    nothing_asserted(create);
    constants(create);
    failed_assumptions(create);
    duplicate_assumptions(create);
    contradictory_assertions(create);
    clauses(create);
    unseen_symbols(create);
    incremental(create);
    deep_terms(create);
    counters(create);
}

fn bits(value: u64, width: u32) -> Value {
    Value::BitVec(BitVecValue::from_u64(value, width))
}

fn nothing_asserted(create: Create<'_>) {
    let terms = Terms::new();
    let mut solver = create();
    assert_eq!(solver.check(&terms, &[]), CheckResult::Sat);
    solver.assert_clause(&terms, &[]);
    assert_eq!(
        solver.check(&terms, &[]),
        CheckResult::Unsat,
        "the empty clause"
    );
    assert_eq!(solver.failed_assumptions(), []);
}

fn constants(create: Create<'_>) {
    let mut terms = Terms::new();
    let (tt, ff) = (terms.tt(), terms.ff());
    let (_, a) = terms.fresh_symbol("a", Sort::Bool);
    let mut solver = create();
    assert_eq!(solver.check(&terms, &[tt, a, tt]), CheckResult::Sat);
    assert_eq!(solver.check(&terms, &[a, ff, tt, ff]), CheckResult::Unsat);
    assert_eq!(
        solver.failed_assumptions(),
        [ff],
        "false fails alone, and once"
    );
    solver.assert(&terms, tt);
    assert_eq!(solver.check(&terms, &[a]), CheckResult::Sat);
    assert!(solver.failed_assumptions().is_empty());
    solver.assert(&terms, ff);
    assert_eq!(solver.check(&terms, &[]), CheckResult::Unsat);
}

fn failed_assumptions(create: Create<'_>) {
    let mut terms = Terms::new();
    let mut solver = create();
    let x: Vec<TermId> = (0..6)
        .map(|i| terms.fresh_symbol(format!("x{i}"), Sort::BitVec(8)).1)
        .collect();
    let below: Vec<TermId> = x
        .windows(2)
        .map(|p| terms.mk(Op::BvUlt, &[p[0], p[1]]))
        .collect();
    let back = terms.mk(Op::BvUle, &[x[3], x[1]]);
    // x1 < x2 < x3 ≤ x1 is impossible; the others have nothing to do with it.
    let assumptions = [below[4], below[2], below[0], back, below[3], below[1]];
    assert_eq!(solver.check(&terms, &assumptions), CheckResult::Unsat);
    let failed = solver.failed_assumptions();
    assert!(
        is_subsequence(failed, &assumptions),
        "in the order of the assumptions: {failed:?}"
    );
    assert!(
        [below[2], back, below[1]]
            .iter()
            .all(|term| failed.contains(term)),
        "all of these are needed: {failed:?}"
    );
    assert_eq!(
        solver.check(&terms, &assumptions[..4]),
        CheckResult::Sat,
        "nothing is left over"
    );
}

fn duplicate_assumptions(create: Create<'_>) {
    let mut terms = Terms::new();
    let mut solver = create();
    let (_, x) = terms.fresh_symbol("x", Sort::BitVec(4));
    let five = terms.bv_u64(5, 4);
    let is_five = terms.mk(Op::Eq, &[x, five]);
    let five_is = terms.mk(Op::Eq, &[five, x]);
    let not_five = terms.mk(Op::Not, &[is_five]);
    let assumptions = [is_five, five_is, is_five];
    assert_eq!(
        solver.check(&terms, &assumptions),
        CheckResult::Sat,
        "said three times"
    );
    assert_eq!(solver.value(&terms, x), bits(5, 4));
    let assumptions = [is_five, five_is, not_five, is_five];
    assert_eq!(solver.check(&terms, &assumptions), CheckResult::Unsat);
    let failed = solver.failed_assumptions().to_vec();
    assert!(
        failed.contains(&not_five) && failed.len() == 2,
        "two that clash: {failed:?}"
    );
    assert_eq!(solver.check(&terms, &failed), CheckResult::Unsat);
}

fn contradictory_assertions(create: Create<'_>) {
    let mut terms = Terms::new();
    let mut solver = create();
    let (_, a) = terms.fresh_symbol("a", Sort::Bool);
    let not_a = terms.mk(Op::Not, &[a]);
    let (_, b) = terms.fresh_symbol("b", Sort::Bool);
    solver.assert(&terms, a);
    assert_eq!(solver.check(&terms, &[b, not_a]), CheckResult::Unsat);
    assert_eq!(solver.failed_assumptions(), [not_a]);
    solver.assert(&terms, not_a);
    assert_eq!(solver.check(&terms, &[b]), CheckResult::Unsat);
    assert!(
        solver.failed_assumptions().is_empty(),
        "no assumption is needed"
    );
}

fn clauses(create: Create<'_>) {
    let mut terms = Terms::new();
    let mut solver = create();
    let a: Vec<TermId> = (0..4)
        .map(|i| terms.fresh_symbol(format!("a{i}"), Sort::Bool).1)
        .collect();
    let not: Vec<TermId> = a.iter().map(|&a| terms.mk(Op::Not, &[a])).collect();
    let inner = terms.mk(Op::Or, &[a[1], a[2]]);
    let both = terms.mk(Op::And, &[not[0], not[3]]);
    let nor = terms.mk(Op::Not, &[inner]);
    // a0 ∨ (a1 ∨ a2) ∨ ¬(¬a0 ∧ ¬a3)
    let not_both = terms.mk(Op::Not, &[both]);
    solver.assert_clause(&terms, &[a[0], inner, not_both]);
    assert_eq!(solver.check(&terms, &[not[0], nor]), CheckResult::Sat);
    assert_eq!(
        solver.value(&terms, a[3]),
        Value::Bool(true),
        "what is left of the clause"
    );
    assert_eq!(
        solver.check(&terms, &[nor, not[3], not[0]]),
        CheckResult::Unsat
    );
    // A conjunction of a clause, a negated disjunction and an equation.
    let equal = terms.mk(Op::Eq, &[a[2], not[3]]);
    let nor01 = terms.mk(Op::Or, &[a[0], a[1]]);
    let nor01 = terms.mk(Op::Not, &[nor01]);
    let all = terms.mk(Op::And, &[inner, nor01, equal]);
    solver.assert(&terms, all);
    assert_eq!(solver.check(&terms, &[]), CheckResult::Sat);
    let found: Vec<Value> = a.iter().map(|&a| solver.value(&terms, a)).collect();
    assert_eq!(found, [false, false, true, false].map(Value::Bool));
}

fn unseen_symbols(create: Create<'_>) {
    let mut terms = Terms::new();
    let mut solver = create();
    let (_, x) = terms.fresh_symbol("x", Sort::BitVec(8));
    let (y_symbol, y) = terms.fresh_symbol("y", Sort::BitVec(8));
    let (b_symbol, b) = terms.fresh_symbol("b", Sort::Bool);
    let seven = terms.bv_u64(7, 8);
    let is_seven = terms.mk(Op::Eq, &[x, seven]);
    assert_eq!(solver.check(&terms, &[is_seven]), CheckResult::Sat);
    assert_eq!(
        solver.symbol_value(&terms, y_symbol),
        bits(0, 8),
        "an unseen symbol is zero"
    );
    assert_eq!(solver.symbol_value(&terms, b_symbol), Value::Bool(false));
    let sum = terms.mk(Op::BvAdd, &[x, y]);
    let choice = terms.mk(Op::Ite, &[b, y, sum]);
    assert_eq!(
        solver.value(&terms, choice),
        bits(7, 8),
        "zero in terms, too"
    );
}

/// Many queries on one solver that keeps growing, as an IC3 engine asks them.
fn incremental(create: Create<'_>) {
    let mut terms = Terms::new();
    let mut solver = create();
    let width = 6;
    let (_, x) = terms.fresh_symbol("x", Sort::BitVec(width));
    for bound in (1..12).rev() {
        let limit = terms.bv_u64(bound, width);
        let (_, active) = terms.fresh_symbol("active", Sort::Bool);
        let inactive = terms.mk(Op::Not, &[active]);
        let below = terms.mk(Op::BvUlt, &[x, limit]);
        solver.assert_clause(&terms, &[inactive, below]);
        let last = terms.bv_u64(bound - 1, width);
        let at_least = terms.mk(Op::BvUle, &[last, x]);
        assert_eq!(solver.check(&terms, &[active, at_least]), CheckResult::Sat);
        assert_eq!(solver.value(&terms, x), bits(bound - 1, width));
        let too_large = terms.mk(Op::BvUle, &[limit, x]);
        assert_eq!(
            solver.check(&terms, &[too_large, active]),
            CheckResult::Unsat
        );
        assert_eq!(solver.failed_assumptions(), [too_large, active]);
        check_weakened(&mut terms, &mut *solver);
        // More than is needed.
        let far = terms.bv_u64(bound + 7, width);
        let far_too_large = terms.mk(Op::BvUle, &[far, x]);
        assert_eq!(
            solver.check(&terms, &[active, far_too_large]),
            CheckResult::Unsat
        );
        check_weakened(&mut terms, &mut *solver);
        assert_eq!(
            solver.check(&terms, &[too_large]),
            CheckResult::Sat,
            "not activated"
        );
    }
}

/// After `Unsat`: what was used of the failed assumptions is implied by them, and enough.
pub(super) fn check_weakened(terms: &mut Terms, solver: &mut dyn Solver) {
    let failed = solver.failed_assumptions().to_vec();
    let used = solver.weakened(terms);
    let assumptions: Vec<TermId> = used.iter().map(|&(assumption, _)| assumption).collect();
    assert_eq!(assumptions, failed, "one entry for each");
    let mut enough = Vec::new();
    for (assumption, weaker) in used {
        enough.push(match weaker {
            None => assumption,
            Some(weaker) => {
                let assumed = Bound::of(terms, assumption).expect("only bounds get weaker");
                assert!(assumed.implies(&weaker), "{weaker:?} is not weaker");
                weaker.literal(terms)
            }
        });
    }
    assert_eq!(solver.check(terms, &enough), CheckResult::Unsat);
}

/// Recursion over terms would overflow the stack here.
fn deep_terms(create: Create<'_>) {
    let mut terms = Terms::new();
    let mut solver = create();
    let (_, x) = terms.fresh_symbol("x", Sort::BitVec(2));
    let one = terms.bv_u64(1, 2);
    let mut sum = x;
    for _ in 0..3000 {
        sum = terms.mk(Op::BvXor, &[sum, one]);
        sum = terms.mk(Op::BvNot, &[sum]);
    }
    let same = terms.mk(Op::Eq, &[sum, x]);
    assert_eq!(
        solver.check(&terms, &[same]),
        CheckResult::Sat,
        "an even number of each"
    );
    let differ = terms.mk(Op::Not, &[same]);
    assert_eq!(solver.check(&terms, &[differ]), CheckResult::Unsat);
}

fn counters(create: Create<'_>) {
    let mut terms = Terms::new();
    let mut solver = create();
    let (_, a) = terms.fresh_symbol("a", Sort::Bool);
    let not_a = terms.mk(Op::Not, &[a]);
    let ff = terms.ff();
    for (assumptions, answer) in [
        (&[a][..], CheckResult::Sat),
        (&[not_a], CheckResult::Sat),
        (&[a, not_a], CheckResult::Unsat),
        (&[ff], CheckResult::Unsat),
    ] {
        assert_eq!(solver.check(&terms, assumptions), answer);
    }
    let stats = solver.stats();
    assert_eq!((stats.queries, stats.sat, stats.unsat), (4, 2, 2));
}
