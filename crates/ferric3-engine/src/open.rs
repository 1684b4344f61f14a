//! What is known when an engine has no answer: which properties hold all the same, which are open.
//!
//! Clauses that an engine has proved on the way to nowhere are still an invariant. It is carried
//! back and checked like any other, but for the edges into the error location; then each way to
//! get there is asked for by itself. If none is left, the invariant is a proof after all.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use ferric3_cfa::{Cfa, Clauses, LocId, Stop, TargetKind, canonical_edges_until, errors_apart};
use ferric3_ivl::{Program, PropertyId, PropertyKind, Span};
use ferric3_sat::Interrupt;
use ferric3_solver::{CheckResult, Solver, SolverConfig};
use ferric3_term::{TermId, Terms};

use crate::certificate::check_invariant;
use crate::{Certified, Invariant, Knowledge, Original, Patience, Proof, Task, certify};

/// Nobody waits longer than this for what is known: the time limit of the check has passed already.
pub(crate) const LIMIT: Duration = Duration::from_millis(500);

/// A context with more clauses than this is not used for another question.
const MOST_CLAUSES: u64 = 1_000_000;

/// A property, and whether it was proved to hold; or a goal, and whether it was proved that no run
/// reaches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PropertyStatus {
    /// The property.
    pub property: PropertyId,
    /// Can it not be violated by a run that does not get to an [`Obstacle`]? If so, a fresh solver
    /// has confirmed it.
    pub is_proved: bool,
}

/// A construct that the automaton does not model, and that a run may get to for all that is known.
/// Nothing is known of how such a run goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// The construct, in words.
    pub construct: String,
    /// Where it stands.
    pub span: Option<Span>,
}

/// What is known without an answer.
pub(crate) enum Known {
    /// No error can be reached: the invariant is a proof, and this is the task it is about.
    Everything(Box<Task>, Certified),
    /// The rest is open.
    Parts {
        properties: Vec<PropertyStatus>,
        obstacles: Vec<Obstacle>,
    },
}

/// What is known of a program for which an engine has no answer. To find out takes no longer than `limit`.
pub(crate) fn known(
    program: &Program,
    original: &Original,
    task: &Task,
    terms: &mut Terms,
    solvers: &SolverConfig,
    knowledge: &Knowledge,
    limit: Duration,
) -> Known {
    // The time limit has passed already, so there is a limit of its own.
    let solvers = SolverConfig {
        interrupt: Interrupt::new().with_deadline(Instant::now() + limit),
        record: None,
        record_terms: None,
        ..solvers.clone()
    };
    let targets = || original.cfa().targets.iter();
    let mut open: BTreeSet<TargetKind> = targets().map(|target| target.kind).collect();
    if let Some(confirmed) = Confirmed::new(original, task, terms, &solvers, knowledge) {
        let left = confirmed.open_ways(terms, &solvers);
        // Claims that all is proved come with a certificate, or not at all.
        if left.as_ref().is_some_and(BTreeSet::is_empty) {
            let proof = Proof::Invariant(confirmed.invariant);
            if let Ok(certified) =
                certify(&confirmed.task, terms, &solvers, proof, Patience::Unlimited)
            {
                return Known::Everything(Box::new(confirmed.task), certified);
            }
        } else if let Some(left) = left {
            open = left;
        }
    }

    let properties = program.properties.iter_enumerated();
    let properties = properties
        .filter(|(_, property)| property.kind != PropertyKind::Unsupported)
        .map(|(property, _)| PropertyStatus {
            property,
            is_proved: !open.contains(&TargetKind::Property(property))
                && !open.contains(&TargetKind::Coverage(property)),
        });
    let mut obstacles: Vec<Obstacle> = Vec::new();
    for target in targets().filter(|target| open.contains(&target.kind)) {
        let obstacle = Obstacle {
            construct: target.kind.describe(program),
            span: target.span,
        };
        if target.kind.is_obstacle() && !obstacles.contains(&obstacle) {
            obstacles.push(obstacle);
        }
    }
    Known::Parts {
        properties: properties.collect(),
        obstacles,
    }
}

/// An invariant of the automaton that no pass has touched, but for the edges into the error
/// location. A fresh solver, with another SAT solver, has confirmed it.
struct Confirmed {
    task: Task,
    invariant: Invariant,
}

impl Confirmed {
    /// What facts and engines know. None if there is no time, or if it cannot be confirmed.
    fn new(
        original: &Original,
        task: &Task,
        terms: &mut Terms,
        solvers: &SolverConfig,
        knowledge: &Knowledge,
    ) -> Option<Confirmed> {
        let mut clauses = Clauses::new(vec![Vec::new(); task.cfa.locations.len()]);
        clauses.extend(task.facts.iter().chain(knowledge.known.iter()));
        let known = Proof::Invariant(clauses.into());
        let carried = original.carry_back(terms, &known, &solvers.interrupt);
        let (task, Proof::Invariant(invariant)) = carried.ok()? else {
            return None;
        };
        let others = solvers.another(terms);
        check_invariant(&task, terms, &others, &invariant, false).ok()?;
        Some(Confirmed { task, invariant })
    }

    /// What runs may get to for all that the invariant says. None if an edge into the error
    /// location does not say where it leads to.
    fn open_ways(&self, terms: &mut Terms, solvers: &SolverConfig) -> Option<BTreeSet<TargetKind>> {
        let solvers = solvers.another(terms);
        open_ways(
            &self.task.cfa,
            &|loc| self.invariant.at(loc),
            terms,
            &solvers,
            None,
        )
    }
}

/// What runs may get to for all that clauses say, which hold at locations. A question that takes more conflicts than
/// this leaves it open, and so does a request to stop. None if an edge into the error location does not say where it
/// leads to.
pub(crate) fn open_ways<'c>(
    cfa: &Cfa,
    clauses_at: &dyn Fn(LocId) -> &'c [TermId],
    terms: &mut Terms,
    solvers: &SolverConfig,
    conflicts: Option<u64>,
) -> Option<BTreeSet<TargetKind>> {
    let is_over = || solvers.interrupt.is_raised();
    let (apart, kinds) = errors_apart(cfa)?;
    let forms = canonical_edges_until(&only_errors(&apart), terms, Stop::when(&is_over)).ok()?;
    let mut open = BTreeSet::new();
    let mut context: Option<(LocId, Box<dyn Solver>)> = None;
    for (form, kind) in forms.iter().zip(kinds.into_iter().flatten()) {
        if open.contains(&kind) {
            continue;
        }
        let from = form.edge.from;
        let kept = context
            .take()
            .filter(|(loc, solver)| *loc == from && solver.stats().clauses < MOST_CLAUSES);
        let (_, mut solver) = kept.unwrap_or_else(|| {
            let mut solver = solvers.create();
            solver.set_conflict_limit(conflicts);
            for &clause in clauses_at(from) {
                solver.assert(terms, clause);
            }
            (from, solver)
        });
        if solver.check(terms, &[form.guard]) != CheckResult::Unsat {
            open.insert(kind);
        }
        context = Some((from, solver));
    }
    Some(open)
}

/// The automaton with the edges into the error location only.
pub(crate) fn only_errors(cfa: &Cfa) -> Cfa {
    let edges = cfa.edges.iter().filter(|edge| edge.to == cfa.error);
    Cfa {
        edges: edges.copied().collect(),
        ..cfa.clone()
    }
}
