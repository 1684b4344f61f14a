//! A short search for an invariant, where a proof has none.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ferric3_sat::Turns;
use ferric3_solver::SolverConfig;
use ferric3_term::Terms;

use super::Clue;
use crate::{Answer, Engine, Ic3Cfa, Ic3CfaOptions, Proof, Session, Task};

/// It ends after so much work, in about as many units as literals are propagated: a second or two.
const MOST_WORK: u64 = 10_000_000;

/// Stops who has done so much.
#[derive(Debug)]
struct AtMost(AtomicU64);

impl Turns for AtMost {
    fn work(&self, units: u64) -> bool {
        let take = |left: u64| left.checked_sub(units);
        let taken = self
            .0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        taken.is_ok()
    }
}

/// Clauses that exclude all errors of the task, as IC3 says. Nobody has checked them.
pub(super) fn short_search(
    task: &Task,
    terms: &mut Terms,
    solvers: &SolverConfig,
) -> Option<Vec<Clue>> {
    let limit = Arc::new(AtMost(AtomicU64::new(MOST_WORK)));
    let solvers = SolverConfig {
        interrupt: solvers.interrupt.part(limit),
        ..solvers.clone()
    };
    let mut engine = Ic3Cfa::new(Ic3CfaOptions::default());
    let mut session = Session {
        solvers: &solvers,
        progress: &mut (),
        exchange: &mut (),
        judge: &mut (),
        unrollings: true,
    };
    let Answer::Safe(Proof::Invariant(invariant)) = engine.solve(task, terms, &mut session) else {
        return None;
    };
    let locations = task.cfa.locations.ids();
    let clues = locations.flat_map(|loc| {
        let clauses = invariant.at(loc).iter();
        clauses.map(move |&clause| Clue { loc, clause })
    });
    Some(clues.collect())
}
