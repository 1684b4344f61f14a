//! Literal rotation (Scheibler and others, *ICP and IC3*, III-A and III-B): smaller cores and wider bounds, by asking again
//! in another order.
//!
//! Solvers decide assumptions one at a time with propagation between, so which of them a core has depends on their order.
//! What was learnt when `A ∧ a ∧ (l₁ ∧ … ∧ lₙ)` was refuted makes the next question cheap, whatever its order is; so each
//! literal that is left comes to the front once. Solvers over intervals do this inside ([`ferric3_icp::Icp`]), where the literal
//! that failed on the lowest level comes first, and where each may get a wider bound; the others are asked again from here.

use ferric3_icp::Bounds;
use ferric3_term::{Bound, TermId, Terms};

use crate::{CheckResult, Solver};

/// Assumptions that have no model, each with the wider bound that is enough, if there is one.
pub type WidenedCore = Vec<(TermId, Option<Bound>)>;

/// The answer to a question with [rotation](Solver::check_rotating).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rotated {
    /// The answer.
    pub result: CheckResult,
    /// After `Unsat`: what is left of the rotated group.
    pub core: WidenedCore,
}

impl Rotated {
    /// An answer without a core.
    pub(crate) fn without_core(result: CheckResult) -> Rotated {
        Rotated {
            result,
            core: Vec::new(),
        }
    }

    /// The part of a core that is not fixed.
    pub(crate) fn unsat(core: WidenedCore, fixed: &[TermId], bounds: Bounds) -> Rotated {
        let free = core.into_iter().filter(|(term, _)| !fixed.contains(term));
        let core = free.map(|(term, wider)| match bounds {
            Bounds::Wider => (term, wider),
            Bounds::Whole => (term, None),
        });
        Rotated {
            result: CheckResult::Unsat,
            core: core.collect(),
        }
    }
}

/// Rotation by asking a solver that does not rotate itself. Ends early if a question gets too hard.
pub(crate) fn by_asking<S: Solver + ?Sized>(
    solver: &mut S,
    terms: &Terms,
    fixed: &[TermId],
    rotated: &[TermId],
    bounds: Bounds,
) -> Rotated {
    let mut assumptions = [fixed, rotated].concat();
    let result = solver.check(terms, &assumptions);
    if result != CheckResult::Unsat {
        return Rotated::without_core(result);
    }
    let mut found = Rotated::unsat(solver.weakened(terms), fixed, bounds);
    let mut rotations = 0;
    while rotations < found.core.len() && found.core.len() > 1 {
        rotations += 1;
        // Failed assumptions are in the order in which they were given: the last one is the one that failed.
        found.core.rotate_right(1);
        assumptions.truncate(fixed.len());
        assumptions.extend(found.core.iter().map(|&(term, _)| term));
        if solver.check(terms, &assumptions) != CheckResult::Unsat {
            break;
        }
        found = Rotated::unsat(solver.weakened(terms), fixed, bounds);
    }
    found
}
