//! Certificates: a proof is checked again, by a fresh solver, from its definition.
//!
//! | file             | what                                                    |
//! |------------------|---------------------------------------------------------|
//! | `invariant.rs`   | invariants, obligation by obligation                    |
//! | `lazy.rs`        | invariants of large automata: only what is needed       |
//! | `obligations.rs` | who discharges which obligation, on all cores           |
//! | `unrolling.rs`   | unrollings, unwindings, k-induction                     |

mod invariant;
mod lazy;
mod obligations;
mod unrolling;

use std::fmt;

use ferric3_cfa::{EdgeId, LocId, Stopped};
use ferric3_solver::{CheckResult, Confirmation, SolverConfig, SolverStats, WhyUnknown};
use ferric3_term::{TermId, Terms};

pub(crate) use self::invariant::check_invariant;
use self::unrolling::{check_k_induction, check_unrolling, check_unwinding};
use crate::{Proof, Task};

/// A proof that passed. Can only be made by [`certify`], or by following the only run there is.
#[derive(Clone, Debug)]
pub struct Certified {
    proof: Proof,
    /// What checking it cost.
    pub stats: Box<SolverStats>,
    confirmations: Vec<Confirmation>,
    checked_by: Option<String>,
}

impl Certified {
    /// Further solvers that were to confirm it, all of which have.
    pub fn confirmations(&self) -> &[Confirmation] {
        &self.confirmations
    }

    /// Who checked it, if it was not a bit-blaster alone: a program with its version, or the checker of derivations.
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
        stats: Box::new(stats),
        confirmations: others.witnesses.confirmations(),
        checked_by: others.backend.credits(),
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
        stats: Box::default(),
        confirmations: Vec::new(),
        checked_by: None,
    }
}

fn expect_unsat(result: CheckResult, otherwise: CertificateError) -> Result<(), CertificateError> {
    match result {
        CheckResult::Unsat => Ok(()),
        CheckResult::Sat => Err(otherwise),
        CheckResult::Unknown(why) => Err(why.into()),
    }
}
