//! Certificates: a proof is checked again, by a fresh solver, from its definition.

use std::fmt;

use ferric3_cfa::EdgeId;
use ferric3_solver::{CheckResult, SolverConfig, SolverStats};
use ferric3_term::{Substitution, TermId, Terms};

use crate::unroll::Unroller;
use crate::{Invariant, Proof, Task};

/// A proof that passed. Can only be made by [`certify`].
#[derive(Clone, Debug)]
pub struct Certified {
    proof: Proof,
    /// What checking it cost.
    pub stats: SolverStats,
}

impl Certified {
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
    /// The check itself was interrupted.
    Interrupted,
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
            CertificateError::Interrupted => write!(f, "the certificate check was interrupted"),
        }
    }
}

impl std::error::Error for CertificateError {}

/// Check a proof with fresh solvers, and with another SAT solver than the one that found it: no
/// single SAT solver can make a wrong TRUE.
pub fn certify(
    task: &Task,
    terms: &mut Terms,
    solvers: &SolverConfig,
    proof: Proof,
) -> Result<Certified, CertificateError> {
    let others = SolverConfig {
        sat: solvers.sat.another(),
        ..solvers.clone()
    };
    let stats = match &proof {
        Proof::Invariant(invariant) => check_invariant(task, terms, &others, invariant)?,
        Proof::Unrolling { depth } => check_unrolling(task, terms, &others, *depth)?,
        Proof::KInduction { .. } => return Err(CertificateError::Unrolling),
    };
    Ok(Certified { proof, stats })
}

/// For every edge `(l, G, f, l')`: is `I(l) ∧ G ∧ ¬I(l')∘f` unsatisfiable, where `I(error)` is
/// false? And is `I(initial)` true?
fn check_invariant(
    task: &Task,
    terms: &mut Terms,
    solvers: &SolverConfig,
    invariant: &Invariant,
) -> Result<SolverStats, CertificateError> {
    if !invariant.at(task.cfa.initial).is_empty() {
        return Err(CertificateError::Initiation);
    }
    let mut stats = SolverStats::default();
    for loc in task.cfa.locations.ids() {
        let mut solver = solvers.create();
        for &clause in invariant.at(loc) {
            solver.assert(terms, clause);
        }
        for &edge in task.outgoing(loc) {
            let form = task.form(edge);
            let mut after = Substitution::new(form.next.iter().map(|(&s, &t)| (s, t)));
            let kept: Vec<TermId> = if form.edge.to == task.cfa.error {
                vec![terms.ff()]
            } else {
                invariant
                    .at(form.edge.to)
                    .iter()
                    .map(|&c| after.apply(terms, c))
                    .collect()
            };
            let kept = terms.and(&kept);
            let left = terms.not(kept);
            match solver.check(terms, &[form.guard, left]) {
                CheckResult::Unsat => {}
                CheckResult::Sat => return Err(CertificateError::Consecution(edge)),
                CheckResult::Unknown => return Err(CertificateError::Interrupted),
            }
        }
        stats.add(&solver.stats());
    }
    Ok(stats)
}

/// Does every run end within `depth` edges, and none in the error location?
fn check_unrolling(
    task: &Task,
    terms: &mut Terms,
    solvers: &SolverConfig,
    depth: usize,
) -> Result<SolverStats, CertificateError> {
    let mut unroller = Unroller::new(task, terms);
    let mut bad = Vec::new();
    for _ in 0..depth {
        unroller.extend(terms);
        bad.push(unroller.error(terms));
    }
    bad.push(unroller.alive(terms));
    let bad = terms.or(&bad);
    let mut solver = solvers.create();
    match solver.check(terms, &[bad]) {
        CheckResult::Unsat => Ok(solver.stats()),
        CheckResult::Sat => Err(CertificateError::Unrolling),
        CheckResult::Unknown => Err(CertificateError::Interrupted),
    }
}
