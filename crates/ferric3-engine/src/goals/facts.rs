//! Goals that facts exclude: all of them at once, before anybody searches.
//!
//! Much dead code is dead for reasons that data flow knows: a parameter that nobody changes, a value that is saturated
//! before it is compared. Each way to a goal is asked for by itself, with the facts at its location; the goals that no
//! way leads to are proved together. If that certificate is too hard, halves of them are tried, so that a hard goal does
//! not keep the others from their proof.

use std::collections::BTreeSet;
use std::time::Instant;

use ferric3_cfa::TargetKind;
use ferric3_ivl::PropertyId;
use ferric3_term::Terms;

use super::{Goals, Shared, restricted};
use crate::attempt::BY_FACTS;
use crate::open::open_ways;
use crate::{CheckError, CheckReport};

/// A way to a goal counts as open after so many conflicts.
const CONFLICTS: u64 = 2_000;

/// So many certificates are tried.
const ATTEMPTS: usize = 24;

impl Goals<'_> {
    /// Settle goals that the facts of the shared task exclude.
    pub(super) fn by_facts(
        &mut self,
        terms: &mut Terms,
        shared: &Shared,
    ) -> Result<(), CheckError> {
        let start = Instant::now();
        let part = restricted(terms, shared, &self.open);
        let solvers = self.run.solvers.clone();
        let facts = |loc| part.task.facts.at(loc);
        let left = open_ways(&part.task.cfa, &facts, terms, &solvers, Some(CONFLICTS));
        // No proof excludes a goal alone where a run may get to something that is not modelled.
        let left = left.filter(|left| left.iter().all(|kind| !kind.is_obstacle()));
        let is_open = |goal: PropertyId| {
            left.as_ref().is_none_or(|left| {
                left.contains(&TargetKind::Property(goal))
                    || left.contains(&TargetKind::Coverage(goal))
            })
        };
        let goals = self.open.iter().copied();
        let excluded: BTreeSet<PropertyId> = goals.filter(|&goal| !is_open(goal)).collect();
        let report = CheckReport {
            engine: BY_FACTS,
            ..self
                .run
                .report((self.create)().as_ref(), None, self.stopped())
        };
        let interrupt = self.interrupt().clone();
        let mut waiting = vec![excluded];
        let mut attempts = 0;
        while let Some(goals) = waiting.pop() {
            if goals.is_empty() || interrupt.is_raised() || attempts == ATTEMPTS {
                continue;
            }
            attempts += 1;
            let is_settled = self.settle_by_clauses(terms, shared, &goals, &report, &interrupt)?;
            if !is_settled && goals.len() > 1 {
                let middle = goals.iter().copied().nth(goals.len() / 2);
                let mut first = goals;
                let second = first.split_off(&middle.expect("there are more than one"));
                waiting.extend([second, first]);
            }
        }
        self.run.phase("facts of goals", start.elapsed());
        Ok(())
    }
}
