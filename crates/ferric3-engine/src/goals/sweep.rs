//! One unrolling for all goals: what is found costs a query, and not a search.
//!
//! A search for all goals together ends with each counterexample, and has to begin anew without its
//! goal. That is fine for a few violations. Of a thousand coverage goals most are reached, and here they
//! are found along the way: a query asks for any open goal after `d` edges, its model is a run to one,
//! and that run settles all that it passes. It can only find runs, and is limited by effort.

use std::collections::BTreeSet;
use std::time::Instant;

use ferric3_cfa::{EdgeId, Stop, TargetKind, errors_apart};
use ferric3_ivl::PropertyId;
use ferric3_solver::{CheckResult, ModelOf, Solver};
use ferric3_term::{Evaluator, TermId, Terms};

use super::{Goals, Shared, restricted};
use crate::bounded::{conflicts_of, effort_of};
use crate::replay::replay_to;
use crate::unroll::Unroller;
use crate::{CheckReport, Original, Task, Verdict};

/// Terms and clauses built and literals propagated, for each open goal and in any case.
const EFFORT_PER_GOAL: u64 = 50_000;
const EFFORT: u64 = 1_000_000;

/// No deeper than this, also if it costs nothing.
const MOST_LAYERS: usize = 2_000;

/// What a sweep looks at.
struct Sweep<'a> {
    /// With an edge for each goal.
    task: &'a Task,
    original: &'a Original,
    /// By edge: its goal.
    goals: &'a [Option<PropertyId>],
    unroller: Unroller<'a>,
    solver: Box<dyn Solver>,
    /// Goals whose runs could not be confirmed.
    given_up: BTreeSet<PropertyId>,
}

impl Goals<'_> {
    /// Look for runs to open goals, if there are coverage goals among them.
    pub(super) fn sweep(&mut self, terms: &mut Terms, shared: &Shared) {
        if !self.open.iter().any(|&goal| self.is_coverage(goal)) {
            return;
        }
        let start = Instant::now();
        let part = restricted(terms, shared, &self.open);
        let solvers = self.run.solvers.clone();
        let is_over = || solvers.interrupt.is_raised();
        let (cfa, kinds) = errors_apart(&part.task.cfa).expect("errors of a program have kinds");
        let Ok(task) = Task::new_until(cfa, terms, Stop::when(&is_over)) else {
            return;
        };
        let goals = kinds
            .into_iter()
            .map(|kind| kind.and_then(TargetKind::goal));
        let goals: Vec<Option<PropertyId>> = goals.collect();
        let mut unroller = Unroller::new(&task, terms);
        unroller.decide_guards();
        let mut sweep = Sweep {
            task: &task,
            original: &part.original,
            goals: &goals,
            unroller,
            solver: solvers.create(),
            given_up: BTreeSet::new(),
        };
        let first_term = terms.len();
        let most = EFFORT + EFFORT_PER_GOAL * self.open.len() as u64;
        while !self.open.is_empty()
            && !sweep.unroller.is_complete()
            && sweep.unroller.depth() < MOST_LAYERS
            && !solvers.interrupt.is_raised()
        {
            let spent = effort_of(sweep.solver.as_ref()) + (terms.len() - first_term) as u64;
            let Some(left) = most.checked_sub(spent).filter(|&left| left > 0) else {
                break;
            };
            sweep.solver.set_conflict_limit(conflicts_of(Some(left)));
            sweep.unroller.extend(terms);
            self.sweep_layer(terms, &mut sweep);
        }
        self.run.phase("sweep", start.elapsed());
    }

    /// Settle what can be reached by the last layer of the unrolling.
    fn sweep_layer(&mut self, terms: &mut Terms, sweep: &mut Sweep<'_>) {
        let depth = sweep.unroller.depth();
        loop {
            let is_open =
                |goal: PropertyId| self.open.contains(&goal) && !sweep.given_up.contains(&goal);
            let errors = sweep.unroller.errors_by_edge(depth);
            let asked: Vec<(EdgeId, PropertyId, TermId)> = errors
                .filter_map(|(edge, condition)| Some((edge, sweep.goals[edge.index()]?, condition)))
                .filter(|&(_, goal, _)| is_open(goal))
                .collect();
            let conditions: Vec<TermId> = asked.iter().map(|&(.., condition)| condition).collect();
            let any = terms.or(&conditions);
            if terms.as_bool(any) == Some(false)
                || sweep.solver.check(terms, &[any]) != CheckResult::Sat
            {
                return;
            }
            let model = ModelOf(sweep.solver.as_ref());
            let mut evaluator = Evaluator::new();
            let mut holds = |condition| evaluator.eval(terms, &model, condition).as_bool();
            let found = asked.iter().find(|&&(.., condition)| holds(condition));
            let Some(&(edge, goal, _)) = found else {
                return;
            };
            let run = sweep.unroller.counterexample_to(terms, &model, depth, edge);
            let replay = replay_to(self.program, terms, sweep.original, sweep.task, &run, goal);
            // If something is wrong with it, those who search for this goal alone will find out.
            if let Ok(replay) = replay
                && self.open.contains(&replay.property())
            {
                let engine = (self.create)();
                let report = CheckReport {
                    engine: "bmc",
                    ..self
                        .run
                        .report(engine.as_ref(), None, Verdict::False(replay))
                };
                self.settle_by_run(terms, report);
            }
            if self.open.contains(&goal) {
                sweep.given_up.insert(goal);
            }
        }
    }
}
