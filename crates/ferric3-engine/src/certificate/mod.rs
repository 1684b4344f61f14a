//! Certificates: a proof is checked again, by a fresh solver, from its definition.

mod lazy;

use std::fmt;

use ferric3_cfa::{EdgeId, LocId, Stopped};
use ferric3_sat::Interrupt;
use ferric3_solver::{CheckResult, Confirmation, Solver, SolverConfig, SolverStats, WhyUnknown};
use ferric3_term::{Substitution, TermId, Terms};

use crate::unroll::Unroller;
use crate::unwind::{Oracle, Unwinding};
use crate::{Interrupted, Invariant, Proof, Task};

/// A proof that passed. Can only be made by [`certify`], or by following the only run there is.
#[derive(Clone, Debug)]
pub struct Certified {
    proof: Proof,
    /// What checking it cost.
    pub stats: SolverStats,
    confirmations: Vec<Confirmation>,
    checked_by: Option<String>,
}

impl Certified {
    /// Further solvers that were to confirm it, all of which have.
    pub fn confirmations(&self) -> &[Confirmation] {
        &self.confirmations
    }

    /// The program that checked it, with its version, if no solver of ours did.
    pub fn checked_by(&self) -> Option<&str> {
        self.checked_by.as_deref()
    }

    /// The proof.
    pub fn proof(&self) -> &Proof {
        &self.proof
    }
}

/// A proof that did not pass: a bug of an engine or of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CertificateError {
    /// Not every initial state satisfies the invariant.
    Initiation,
    /// This edge leads out of the invariant.
    Consecution(EdgeId),
    /// An error lies within the unrolling, or a run goes on beyond it.
    Unrolling,
    /// There is no formula for a location.
    Incomplete,
    /// A path of `k` edges leads from the auxiliary invariant to the error location.
    Step,
    /// A run with other inputs is another one.
    OtherRun,
    /// The check itself was interrupted.
    Interrupted,
    /// The solver cannot decide whether the proof passes: its reason.
    Undecided(String),
    /// A solver that was to confirm the check contradicts it.
    Disagreement(String),
}

impl From<WhyUnknown> for CertificateError {
    fn from(why: WhyUnknown) -> CertificateError {
        match why {
            WhyUnknown::Stopped => CertificateError::Interrupted,
            WhyUnknown::Limit => CertificateError::Undecided(why.to_string()),
            WhyUnknown::Incomplete(reason) => CertificateError::Undecided(reason.to_string()),
        }
    }
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CertificateError::Initiation => write!(f, "the invariant does not hold initially"),
            CertificateError::Consecution(edge) => {
                write!(f, "edge {} leads out of the invariant", edge.index())
            }
            CertificateError::Unrolling => write!(f, "the unrolling is not complete or not safe"),
            CertificateError::Incomplete => write!(f, "a location has no formula"),
            CertificateError::Step => write!(f, "the step case does not hold"),
            CertificateError::OtherRun => write!(f, "a run with other inputs is another one"),
            CertificateError::Interrupted => write!(f, "the certificate check was interrupted"),
            CertificateError::Undecided(reason) => {
                write!(f, "the certificate could not be checked: {reason}")
            }
            CertificateError::Disagreement(text) => write!(f, "solvers disagree: {text}"),
        }
    }
}

impl std::error::Error for CertificateError {}

impl From<Stopped> for CertificateError {
    fn from(_: Stopped) -> CertificateError {
        CertificateError::Interrupted
    }
}

/// How much a certificate may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// As much as the proof lets expect. If the proof is about a reduced automaton, it may not hold
    /// for this one, and unwinding would not end.
    AsProved,
    /// Whatever it takes.
    Unlimited,
}

/// Check a proof with fresh solvers, and with another SAT solver than the one that found it: no
/// single SAT solver can make a wrong TRUE. Witnesses, if there are any, confirm every query.
pub fn certify(
    task: &Task,
    terms: &mut Terms,
    solvers: &SolverConfig,
    proof: Proof,
    patience: Patience,
) -> Result<Certified, CertificateError> {
    let others = solvers.certifier(terms);
    let checked = check_proof(task, terms, &others, proof, patience);
    if let Some(disagreement) = others.witnesses.disagreement() {
        return Err(CertificateError::Disagreement(disagreement));
    }
    let (proof, stats) = checked?;
    Ok(Certified {
        proof,
        stats,
        confirmations: others.witnesses.confirmations(),
        checked_by: others.backend.version().map(|_| others.backend.to_string()),
    })
}

/// The proof, or the part of it that is needed, and what checking it cost.
fn check_proof(
    task: &Task,
    terms: &mut Terms,
    others: &SolverConfig,
    proof: Proof,
    patience: Patience,
) -> Result<(Proof, SolverStats), CertificateError> {
    contains_assumptions(task, &proof)?;
    let stats = match &proof {
        Proof::Invariant(invariant) if lazy::is_large(task, terms) => {
            let (needed, stats) = lazy::check(task, terms, others, invariant)?;
            return Ok((Proof::Invariant(needed), stats));
        }
        Proof::Invariant(invariant) => check_invariant(task, terms, others, invariant, true)?,
        Proof::Unrolling { depth } => check_unrolling(task, terms, others, *depth)?,
        Proof::Unwinding { copies } => check_unwinding(task, terms, others, *copies, patience)?,
        Proof::KInduction { k, auxiliary } => {
            check_k_induction(task, terms, others, *k, auxiliary)?
        }
        // It is about the program, and not about an automaton: no engine can claim it.
        Proof::OnlyRun { .. } => return Err(CertificateError::Incomplete),
    };
    Ok((proof, stats))
}

/// What the forms of a task rest on must be part of the proof.
fn contains_assumptions(task: &Task, proof: &Proof) -> Result<(), CertificateError> {
    let is_part = |loc: LocId, clause: &TermId| match proof {
        Proof::Invariant(invariant) => invariant.at(loc).contains(clause),
        _ => false,
    };
    let mut locations = task.cfa.locations.ids();
    let are_part = |loc: LocId| task.assumed(loc).iter().all(|clause| is_part(loc, clause));
    match locations.all(are_part) {
        true => Ok(()),
        false => Err(CertificateError::Incomplete),
    }
}

/// The certificate of a program that was [followed](crate::only_run) along its only run.
pub(crate) fn certified_run(steps: u64) -> Certified {
    Certified {
        proof: Proof::OnlyRun { steps },
        stats: SolverStats::default(),
        confirmations: Vec::new(),
        checked_by: None,
    }
}

/// For every edge `(l, G, f, l')`: is `I(l) ∧ G ∧ ¬I(l')∘f` unsatisfiable, where `I(error)` is
/// false? And is `I(initial)` true? Edges into the error location are looked at only if asked for.
pub(crate) fn check_invariant(
    task: &Task,
    terms: &mut Terms,
    solvers: &SolverConfig,
    invariant: &Invariant,
    excludes_errors: bool,
) -> Result<SolverStats, CertificateError> {
    if !invariant.at(task.cfa.initial).is_empty() {
        return Err(CertificateError::Initiation);
    }
    let mut stats = SolverStats::default();
    for loc in task.cfa.locations.ids() {
        let is_never = |&clause: &TermId| terms.as_bool(clause) == Some(false);
        if invariant.at(loc).iter().any(is_never) {
            continue;
        }
        let mut solver = solvers.create();
        for &clause in invariant.at(loc) {
            solver.assert(terms, clause);
        }
        for &edge in task.outgoing(loc) {
            let form = task.form(edge);
            if form.edge.to == task.cfa.error && !excludes_errors {
                continue;
            }
            if form.edge.to == task.cfa.error {
                let answer = solver.check(terms, &[form.guard]);
                expect_unsat(answer, CertificateError::Consecution(edge))?;
                continue;
            }
            // Clause by clause: each is easy, as it was for the prover, and all of them together
            // need not be.
            let mut after = Substitution::new(form.next.iter().map(|(&s, &t)| (s, t)));
            for &clause in invariant.at(form.edge.to) {
                let kept = after.apply(terms, clause);
                let kept = terms.by_cases(kept);
                let left = terms.not(kept);
                if left == terms.ff() {
                    continue;
                }
                let answer = solver.check(terms, &[form.guard, left]);
                expect_unsat(answer, CertificateError::Consecution(edge))?;
            }
        }
        stats.add(&solver.stats());
    }
    Ok(stats)
}

/// Does every run end within `depth` edges, or at a location that does not lead to the error
/// location, and none in it?
fn check_unrolling(
    task: &Task,
    terms: &mut Terms,
    solvers: &SolverConfig,
    depth: usize,
) -> Result<SolverStats, CertificateError> {
    let mut unroller = Unroller::new(task, terms);
    let mut solver = solvers.create();
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
fn check_unwinding(
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
        solver: solvers.create(),
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
fn check_k_induction(
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
    let mut solver = solvers.create();
    let mut runs = Unroller::new(task, terms);
    check_base(terms, solver.as_mut(), &mut runs, k)?;
    stats.add(&solver.stats());
    let mut solver = solvers.create();
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
    stats.add(&solver.stats());
    Ok(stats)
}

fn expect_unsat(result: CheckResult, otherwise: CertificateError) -> Result<(), CertificateError> {
    match result {
        CheckResult::Unsat => Ok(()),
        CheckResult::Sat => Err(otherwise),
        CheckResult::Unknown(why) => Err(why.into()),
    }
}
