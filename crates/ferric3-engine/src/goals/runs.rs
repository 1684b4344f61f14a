//! What runs show of goals: the only run, chosen ones, and those that searches find.
//!
//! A run settles the goal that it was made for, and every open coverage goal that it passes.

use std::time::Instant;

use ferric3_ivl::{PropertyId, PropertyKind};
use ferric3_term::Terms;

use super::Goals;
use crate::attempt::{BY_RUNNING, Run};
use crate::only_run::{OnlyRun, only_run};
use crate::replay::replay_goals;
use crate::simulate::{Simulated, simulate_each};
use crate::{CheckError, CheckReport, EngineKind, Replay, Simulate, SimulateOptions, Verdict};

impl Goals<'_> {
    pub(super) fn is_coverage(&self, goal: PropertyId) -> bool {
        self.program.properties[goal].kind == PropertyKind::Coverage
    }

    /// Settle what a report with a replayed run is about, and the coverage goals on its way.
    pub(super) fn settle_by_run(&mut self, terms: &Terms, report: CheckReport) {
        let Verdict::False(replay) = &report.verdict else {
            return;
        };
        let last = replay.property();
        let has_goals = self
            .open
            .iter()
            .any(|&goal| goal != last && self.is_coverage(goal));
        let others = match has_goals {
            true => replay_goals(self.program, terms, replay.inputs(), last),
            false => Vec::new(),
        };
        self.settle(terms, vec![last], report.clone());
        self.settle_reached(terms, others, &report);
    }

    /// Settle coverage goals that runs reach, as far as they are open.
    fn settle_reached(&mut self, terms: &Terms, runs: Vec<Replay>, report: &CheckReport) {
        for replay in runs {
            let goal = replay.property();
            if self.open.contains(&goal) {
                let verdict = Verdict::False(replay);
                let report = CheckReport {
                    verdict,
                    ..report.clone()
                };
                self.settle(terms, vec![goal], report);
            }
        }
    }

    /// What runs show, without an automaton.
    pub(super) fn by_runs(&mut self, terms: &Terms) -> Result<(), CheckError> {
        let simulation = match self.options.engine {
            EngineKind::Auto(_) => SimulateOptions::first(),
            EngineKind::Simulate(simulation) => simulation,
            _ => return Ok(()),
        };
        let is_auto = matches!(self.options.engine, EngineKind::Auto(_));
        if is_auto && self.by_only_run(terms)? {
            return Ok(());
        }
        let start = Instant::now();
        let (interrupt, open) = (self.interrupt(), &self.open);
        let found = simulate_each(self.program, terms, simulation, interrupt, open)?;
        let Simulated {
            violations,
            reached,
            reason,
            stats,
        } = found;
        self.run.phase("simulation", start.elapsed());
        let engine = Simulate::after(stats);
        let report = self.run.report(&engine, None, Verdict::Unknown(reason));
        for replay in violations {
            let goal = replay.property();
            let report = CheckReport {
                verdict: Verdict::False(replay),
                ..report.clone()
            };
            self.settle(terms, vec![goal], report);
        }
        self.settle_reached(terms, reached, &report);
        if !is_auto {
            self.give_up(terms, Some(report));
        }
        Ok(())
    }

    /// Does the only run there is settle everything?
    fn by_only_run(&mut self, terms: &Terms) -> Result<bool, CheckError> {
        let start = Instant::now();
        let Some(OnlyRun {
            violation,
            reached,
            certified,
        }) = only_run(self.program, terms, self.interrupt())?
        else {
            return Ok(false);
        };
        self.run.phase("run", start.elapsed());
        let report = |run: &Run<'_>, verdict| CheckReport {
            engine: BY_RUNNING,
            ..run.report((self.create)().as_ref(), None, verdict)
        };
        let others = report(&self.run, Verdict::True(certified));
        if let Some(replay) = violation {
            let goal = replay.property();
            let report = report(&self.run, Verdict::False(replay));
            self.settle(terms, vec![goal], report);
        }
        let knows_goals = reached.is_some();
        self.settle_reached(terms, reached.unwrap_or_default(), &others);
        let open = self.open.iter().copied();
        let settled = open.filter(|&goal| knows_goals || !self.is_coverage(goal));
        let settled = settled.collect();
        self.settle(terms, settled, others);
        Ok(self.open.is_empty())
    }
}
