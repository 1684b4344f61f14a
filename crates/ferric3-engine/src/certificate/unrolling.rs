//! Proofs by unrolling: complete unrollings, unwindings along loops, k-induction.

use std::panic::resume_unwind;
use std::thread;

use ferric3_sat::Interrupt;
use ferric3_solver::{Solver, SolverConfig, SolverStats};
use ferric3_term::{TermId, Terms};

use super::{CertificateError, Patience, check_invariant, expect_unsat};
use crate::unroll::Unroller;
use crate::unwind::{Oracle, Unwinding};
use crate::{Interrupted, Invariant, Task, threads};

/// Does every run end within `depth` edges, or at a location that does not lead to the error
/// location, and none in it?
pub(super) fn check_unrolling(
    task: &Task,
    terms: &mut Terms,
    solvers: &SolverConfig,
    depth: usize,
) -> Result<SolverStats, CertificateError> {
    let mut unroller = Unroller::new(task, terms);
    let mut solver = solvers.create_for_hard();
    check_base(terms, solver.as_mut(), &mut unroller, depth)?;
    let alive = unroller.alive(terms);
    expect_unsat(solver.check(terms, &[alive]), CertificateError::Unrolling)?;
    Ok(solver.stats())
}

/// The automaton that no pass has touched may have so many times as many copies of locations. If a
/// pass has removed a loop that does not end, this is how soon that is noticed.
const MORE_COPIES: usize = 8;

/// And so many more.
const FURTHER_COPIES: usize = 100;

/// Whether loops go on was easy to see, or there would be no such proof. What is harder may belong to
/// a loop that a pass has removed. So many conflicts are spent on it in all,
const CONFLICTS_ON_ITERATIONS: u64 = 1_000;

/// and so many more for each copy of a location in the proof,
const CONFLICTS_PER_COPY: u64 = 100;

/// but no more than these on one of them.
const CONFLICTS_ON_ITERATION: u64 = 500;

/// Do all loops end if the automaton is unwound along them, with so many copies of locations or
/// some more, and does no run end in the error location?
pub(super) fn check_unwinding(
    task: &Task,
    terms: &mut Terms,
    solvers: &SolverConfig,
    copies: usize,
    patience: Patience,
) -> Result<SolverStats, CertificateError> {
    let (left, conflicts) = match patience {
        Patience::AsProved => (
            copies
                .saturating_mul(MORE_COPIES)
                .saturating_add(FURTHER_COPIES),
            (copies as u64)
                .saturating_mul(CONFLICTS_PER_COPY)
                .saturating_add(CONFLICTS_ON_ITERATIONS),
        ),
        Patience::Unlimited => (usize::MAX, u64::MAX),
    };
    let mut asking = Asking {
        solver: solvers.create_for_hard(),
        interrupt: solvers.interrupt.clone(),
        left,
        conflicts,
    };
    let mut unwinding = Unwinding::new(task, terms);
    let unwound = unwinding.unwind(terms, usize::MAX, &mut asking);
    unwound?;
    if unwinding.gave_up() {
        return Err(CertificateError::Unrolling);
    }
    let mut excluded: Vec<TermId> = unwinding.errors().to_vec();
    excluded.extend(unwinding.beyond());
    let any = terms.or(&excluded);
    let answer = asking.solver.check(terms, &[any]);
    expect_unsat(answer, CertificateError::Unrolling)?;
    Ok(asking.solver.stats())
}

/// Asks a solver whether loops go on.
struct Asking {
    solver: Box<dyn Solver>,
    interrupt: Interrupt,
    /// Copies of locations that may still be made.
    left: usize,
    /// Conflicts that the solver may have met before the last of these questions is answered.
    conflicts: u64,
}

impl Oracle for Asking {
    fn may_go_on(&mut self, _: &Terms) -> Result<bool, Interrupted> {
        if self.interrupt.is_raised() {
            return Err(Interrupted::Stopped);
        }
        self.left = self.left.saturating_sub(1);
        Ok(self.left > 0)
    }

    fn is_possible(&mut self, terms: &mut Terms, condition: TermId) -> Result<bool, Interrupted> {
        let conflicts = self.solver.stats().conflicts;
        let limit = self.conflicts.saturating_sub(conflicts);
        if self.left == 0 || limit == 0 {
            return Ok(true);
        }
        let limit = limit.min(CONFLICTS_ON_ITERATION);
        self.solver.set_conflict_limit(Some(limit));
        let answer = self.solver.check(terms, &[condition]);
        self.solver.set_conflict_limit(None);
        match answer.decided() {
            // It may go on, and is followed; if it does not, that is part of the last question.
            Err(Interrupted::Limit | Interrupted::Incomplete(_)) => Ok(true),
            answer => answer,
        }
    }
}

/// Does no run of at most `depth` edges end in the error location? The first half of the depths is
/// asked about before the second half, and so on: what was refuted helps with the rest.
fn check_base(
    terms: &mut Terms,
    solver: &mut dyn Solver,
    unroller: &mut Unroller<'_>,
    depth: usize,
) -> Result<(), CertificateError> {
    let mut done = 0;
    while done < depth && !unroller.is_complete() {
        let next = (2 * done).clamp(8, depth.max(8)).min(depth);
        let mut errors = Vec::new();
        while unroller.depth() < next {
            unroller.extend(terms);
            errors.push(unroller.error_at(unroller.depth()));
        }
        let error = terms.or(&errors);
        expect_unsat(solver.check(terms, &[error]), CertificateError::Unrolling)?;
        let none = terms.not(error);
        solver.assert(terms, none);
        done = next;
    }
    Ok(())
}

/// Is the auxiliary invariant `A` inductive, does no run of at most `k` edges end in the error
/// location, and does no path of exactly `k` edges, if it starts in `A`? Such a path stays in `A`,
/// by the first question, so `A` may be assumed all along it.
pub(super) fn check_k_induction(
    task: &Task,
    terms: &mut Terms,
    solvers: &SolverConfig,
    k: usize,
    auxiliary: &Invariant,
) -> Result<SolverStats, CertificateError> {
    if k == 0 {
        return Err(CertificateError::Step);
    }
    let mut stats = check_invariant(task, terms, solvers, auxiliary, false)?;
    let base = |terms: &mut Terms| {
        let mut solver = solvers.create_for_hard();
        let mut runs = Unroller::new(task, terms);
        check_base(terms, solver.as_mut(), &mut runs, k)?;
        Ok::<_, CertificateError>(solver.stats())
    };
    let (base, step) = match solvers.cores {
        0 | 1 => (base(terms), check_step(task, terms, solvers, k, auxiliary)),
        _ => thread::scope(|scope| {
            let mut own = terms.clone();
            let aside = threads::named("base case".to_owned());
            let aside = aside.spawn_scoped(scope, move || base(&mut own));
            let step = check_step(task, terms, solvers, k, auxiliary);
            let base = match aside {
                Ok(aside) => aside.join().unwrap_or_else(|panic| resume_unwind(panic)),
                Err(_) => base(terms),
            };
            (base, step)
        }),
    };
    stats.add(&base?);
    stats.add(&step?);
    Ok(stats)
}

/// Does no path of exactly `k` edges that starts in the auxiliary invariant end in the error location?
fn check_step(
    task: &Task,
    terms: &mut Terms,
    solvers: &SolverConfig,
    k: usize,
    auxiliary: &Invariant,
) -> Result<SolverStats, CertificateError> {
    let mut solver = solvers.create_for_hard();
    let (mut unroller, _) = Unroller::from_anywhere(task, terms);
    for depth in 0..k {
        for loc in task.cfa.locations.ids() {
            for &clause in auxiliary.at(loc) {
                if let Some((reached, holds)) = unroller.instance(terms, depth, loc, clause) {
                    let holds = terms.implies(reached, holds);
                    solver.assert(terms, holds);
                }
            }
        }
        unroller.extend(terms);
    }
    let error = unroller.error_at(k);
    expect_unsat(solver.check(terms, &[error]), CertificateError::Step)?;
    Ok(solver.stats())
}
