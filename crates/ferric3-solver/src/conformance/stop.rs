//! Interrupts and deadlines.

use std::time::{Duration, Instant};

use ferric3_sat::Interrupt;
use ferric3_term::{Op, Sort, TermId, Terms};

use super::Create;
use crate::{CheckResult, WhyUnknown};

/// A stop should not take longer than this, even on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(5);

pub(super) fn check(create: Create<'_>) {
    raised_before(create);
    deadline_during(create);
    conflict_limit(create);
}

fn raised_before(create: Create<'_>) {
    let mut terms = Terms::new();
    let (_, a) = terms.fresh_symbol("a", Sort::Bool);
    let mut solver = create();
    let interrupt = Interrupt::new();
    solver.set_interrupt(interrupt.clone());
    assert_eq!(solver.check(&terms, &[a]), CheckResult::Sat);
    interrupt.raise();
    assert_eq!(
        solver.check(&terms, &[a]),
        CheckResult::Unknown(WhyUnknown::Stopped),
        "even an easy query is refused"
    );
    solver.set_interrupt(Interrupt::new());
    assert_eq!(
        solver.check(&terms, &[a]),
        CheckResult::Sat,
        "a new interrupt, a new start"
    );
}

/// A product of two primes of 29 bits: to factor it takes far longer than a test lasts.
fn hard_query(terms: &mut Terms) -> Vec<TermId> {
    let product = terms.bv_u64(536_870_909 * 536_870_879, 64);
    let one = terms.bv_u64(1, 32);
    let [x, y] = ["x", "y"].map(|name| terms.fresh_symbol(name, Sort::BitVec(32)).1);
    let [wide_x, wide_y] = [x, y].map(|factor| terms.mk(Op::ZeroExtend(32), &[factor]));
    let factors = terms.mk(Op::BvMul, &[wide_x, wide_y]);
    let is_product = terms.mk(Op::Eq, &[factors, product]);
    let mut query = vec![is_product];
    query.extend([x, y].map(|factor| terms.mk(Op::BvUlt, &[one, factor])));
    query
}

fn deadline_during(create: Create<'_>) {
    let mut terms = Terms::new();
    let query = hard_query(&mut terms);
    let mut solver = create();
    let start = Instant::now();
    solver.set_interrupt(Interrupt::new().with_deadline(start + Duration::from_millis(200)));
    assert_eq!(
        solver.check(&terms, &query),
        CheckResult::Unknown(WhyUnknown::Stopped)
    );
    assert!(start.elapsed() < PATIENCE, "the deadline should be noticed");
}

/// A limit may be ignored, but it must not change answers.
fn conflict_limit(create: Create<'_>) {
    let mut terms = Terms::new();
    let query = hard_query(&mut terms);
    let mut solver = create();
    let start = Instant::now();
    solver.set_interrupt(Interrupt::new().with_deadline(start + Duration::from_millis(200)));
    solver.set_conflict_limit(Some(10));
    assert_eq!(
        solver.check(&terms, &query[1..]),
        CheckResult::Sat,
        "an easy part of it"
    );
    let answer = solver.check(&terms, &query);
    let is_late = start.elapsed() >= Duration::from_millis(200);
    assert!(
        answer == CheckResult::Unknown(WhyUnknown::Limit)
            || is_late && answer == CheckResult::Unknown(WhyUnknown::Stopped),
        "{answer:?}"
    );
    assert!(start.elapsed() < PATIENCE);
}
