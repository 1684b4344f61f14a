//! Interrupts, deadlines and limits: who stops says why, soon, and goes on when asked again.

use std::thread;
use std::time::{Duration, Instant};

use ferric3_sat::Interrupt;
use ferric3_term::{Op, Sort, TermId, Terms};

use super::Create;
use crate::{CheckResult, WhyUnknown};

/// A stop should not take longer than this, even on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(5);

pub(super) fn check(create: Create<'_>) {
    raised_before(create);
    raised_during(create);
    deadline_during(create);
    limit(create);
    interrupt_before_limit(create);
}

const STOPPED: CheckResult = CheckResult::Unknown(WhyUnknown::Stopped);
const LIMIT: CheckResult = CheckResult::Unknown(WhyUnknown::Limit);

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
        STOPPED,
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
    assert_eq!(solver.check(&terms, &query), STOPPED);
    assert!(start.elapsed() < PATIENCE, "the deadline should be noticed");
}

/// Somebody else raises the interrupt, and what was asserted is still there afterwards.
fn raised_during(create: Create<'_>) {
    let mut terms = Terms::new();
    let query = hard_query(&mut terms);
    let mut solver = create();
    solver.assert(&terms, query[1]);
    let interrupt = Interrupt::new();
    solver.set_interrupt(interrupt.clone());
    let start = Instant::now();
    let raise = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        interrupt.raise();
    });
    assert_eq!(solver.check(&terms, &query), STOPPED);
    assert!(
        start.elapsed() < PATIENCE,
        "the interrupt should be noticed"
    );
    raise.join().expect("it only sleeps");
    solver.set_interrupt(Interrupt::new());
    let contrary = terms.mk(Op::Not, &[query[1]]);
    assert_eq!(solver.check(&terms, &query[1..]), CheckResult::Sat);
    assert_eq!(solver.check(&terms, &[contrary]), CheckResult::Unsat);
    assert_eq!(solver.failed_assumptions(), [contrary]);
}

/// A limit ends a query that is hard, soon, and neither one that is easy nor any that follows.
fn limit(create: Create<'_>) {
    let mut terms = Terms::new();
    let query = hard_query(&mut terms);
    let mut solver = create();
    solver.assert(&terms, query[1]);
    let start = Instant::now();
    solver.set_conflict_limit(Some(10));
    for _ in 0..2 {
        assert_eq!(solver.check(&terms, &query), LIMIT);
        let easy = &query[1..];
        assert_eq!(solver.check(&terms, easy), CheckResult::Sat, "an easy part");
    }
    assert!(start.elapsed() < PATIENCE, "the limit should be noticed");
    solver.set_conflict_limit(None);
    let contrary = terms.mk(Op::Not, &[query[1]]);
    assert_eq!(solver.check(&terms, &[contrary]), CheckResult::Unsat);
}

/// With both, an interrupt is what counts.
fn interrupt_before_limit(create: Create<'_>) {
    let mut terms = Terms::new();
    let query = hard_query(&mut terms);
    let mut solver = create();
    let interrupt = Interrupt::new();
    interrupt.raise();
    solver.set_interrupt(interrupt);
    solver.set_conflict_limit(Some(10));
    assert_eq!(solver.check(&terms, &query), STOPPED);
}
