//! Interrupts, deadlines and conflict limits.

use std::thread;
use std::time::{Duration, Instant};

use super::Create;
use super::problems::{add_pigeonhole, new_lits};
use crate::{Interrupt, SatResult};

/// So many pigeons keep any resolution-based solver busy for far longer than a test lasts.
const HARD: usize = 12;

/// A stop should not take longer than this, even on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(5);

pub(super) fn check(create: Create<'_>) {
    raised_before(create);
    deadline_before(create);
    deadline_during(create);
    raised_during(create);
    conflict_limit(create);
}

fn raised_before(create: Create<'_>) {
    let mut solver = create();
    let interrupt = Interrupt::new();
    solver.set_interrupt(interrupt.clone());
    let lits = new_lits(&mut *solver, 2);
    solver.add_clause(&lits);
    assert_eq!(solver.solve(&[]), SatResult::Sat);
    interrupt.raise();
    assert_eq!(
        solver.solve(&[]),
        SatResult::Unknown,
        "even an easy query is refused"
    );
    solver.set_interrupt(Interrupt::new());
    assert_eq!(
        solver.solve(&[]),
        SatResult::Sat,
        "a new interrupt, a new start"
    );
}

fn deadline_before(create: Create<'_>) {
    let mut solver = create();
    solver.set_interrupt(Interrupt::new().with_deadline(Instant::now()));
    assert_eq!(solver.solve(&[]), SatResult::Unknown);
}

fn deadline_during(create: Create<'_>) {
    let mut solver = create();
    add_pigeonhole(&mut *solver, HARD);
    let start = Instant::now();
    solver.set_interrupt(Interrupt::new().with_deadline(start + Duration::from_millis(100)));
    assert_eq!(solver.solve(&[]), SatResult::Unknown);
    assert!(start.elapsed() < PATIENCE, "the deadline should be noticed");
    // The solver is still usable.
    solver.set_interrupt(Interrupt::new());
    let [a] = new_lits(&mut *solver, 1)[..] else {
        unreachable!()
    };
    assert_eq!(solver.solve(&[a, !a]), SatResult::Unsat);
}

fn raised_during(create: Create<'_>) {
    let mut solver = create();
    add_pigeonhole(&mut *solver, HARD);
    let interrupt = Interrupt::new();
    solver.set_interrupt(interrupt.clone());
    let start = Instant::now();
    let helper = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        interrupt.raise();
    });
    assert_eq!(solver.solve(&[]), SatResult::Unknown);
    assert!(
        start.elapsed() < PATIENCE,
        "the interrupt should be noticed"
    );
    helper.join().expect("the helper only sleeps");
}

fn conflict_limit(create: Create<'_>) {
    let mut solver = create();
    add_pigeonhole(&mut *solver, 7);
    solver.set_conflict_limit(Some(5));
    assert_eq!(
        solver.solve(&[]),
        SatResult::Unknown,
        "5 conflicts are too few"
    );
    assert!(
        solver.stats().conflicts < 100,
        "the limit should be kept, roughly"
    );
    solver.set_conflict_limit(None);
    assert_eq!(
        solver.solve(&[]),
        SatResult::Unsat,
        "the limit should be gone"
    );

    let mut solver = create();
    let [a, b] = new_lits(&mut *solver, 2)[..] else {
        unreachable!()
    };
    solver.add_clause(&[a, b]);
    solver.set_conflict_limit(Some(1000));
    for _ in 0..3 {
        assert_eq!(
            solver.solve(&[!a]),
            SatResult::Sat,
            "the limit is per query"
        );
        assert_eq!(solver.solve(&[!a, !b]), SatResult::Unsat);
    }
}
