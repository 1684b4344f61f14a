//! What runs show of goals: the only run, chosen ones, and those that searches find.
//!
//! A run settles the goal that it was made for, and every open coverage goal that it passes.

use std::time::Instant;

use ferric3_ivl::{PropertyId, PropertyKind, RecordedInput};
use ferric3_term::Terms;

use super::{Background, Goals};
use crate::attempt::{BY_RUNNING, Run};
use crate::only_run::{OnlyRun, only_run};
use crate::replay::{replay_goals, replay_seed};
use crate::simulate::{Simulated, simulate_each};
use crate::{CheckError, CheckReport, EngineKind, Replay, Simulate, SimulateOptions, Verdict};

/// The name of what settles goals by runs of earlier sessions.
const BY_EARLIER_RUN: &str = "earlier run";

/// Simulation may take this part of the time, if it finds something new all the time.
const SIMULATION_SHARE: f64 = 0.1;

/// The goals that a run, of which these are the parts up to its goals, passes with the first of its inputs.
fn passed_within(run: &[Replay], inputs: &[RecordedInput]) -> Vec<PropertyId> {
    let within = run
        .iter()
        .filter(|part| part.inputs().len() <= inputs.len());
    within.map(Replay::property).collect()
}

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
        let mut kinds = self.program.properties.iter().map(|property| property.kind);
        let has_goals = kinds.any(|kind| kind == PropertyKind::Coverage);
        let others = match has_goals {
            true => replay_goals(self.program, terms, replay.inputs(), last),
            false => Vec::new(),
        };
        let passes = passed_within(&others, replay.inputs());
        let background = Background {
            passes,
            origin: None,
        };
        self.settle(terms, vec![last], report.clone(), background);
        self.settle_reached(terms, others, &report);
    }

    /// Settle coverage goals that one run reaches, as far as they are open: the run as far as each of them.
    fn settle_reached(&mut self, terms: &Terms, run: Vec<Replay>, report: &CheckReport) {
        for replay in &run {
            let goal = replay.property();
            if self.open.contains(&goal) {
                let background = Background {
                    passes: passed_within(&run, replay.inputs()),
                    origin: None,
                };
                let verdict = Verdict::False(replay.clone());
                let report = CheckReport {
                    verdict,
                    ..report.clone()
                };
                self.settle(terms, vec![goal], report, background);
            }
        }
    }

    /// What runs of earlier sessions show: what they reached then they reach still, unless the program has changed.
    pub(super) fn by_seeds(&mut self, terms: &Terms) {
        let start = Instant::now();
        let seeds = self.seeds;
        for inputs in seeds {
            if self.open.is_empty() || self.interrupt().is_raised() {
                break;
            }
            let (run, violation) = replay_seed(self.program, terms, inputs);
            let engine = (self.create)();
            let verdict = self.stopped();
            let report = CheckReport {
                engine: BY_EARLIER_RUN,
                ..self.run.report(engine.as_ref(), None, verdict)
            };
            if let Some(replay) = violation {
                let background = Background {
                    passes: passed_within(&run, replay.inputs()),
                    origin: None,
                };
                let goal = replay.property();
                let verdict = Verdict::False(replay);
                let report = CheckReport {
                    verdict,
                    ..report.clone()
                };
                self.settle(terms, vec![goal], report, background);
            }
            self.settle_reached(terms, run, &report);
        }
        if !seeds.is_empty() {
            self.run.phase("earlier runs", start.elapsed());
        }
    }

    /// What runs show, without an automaton.
    pub(super) fn by_runs(&mut self, terms: &Terms) -> Result<(), CheckError> {
        let has_goals = self.open.iter().any(|&goal| self.is_coverage(goal));
        let simulation = match self.options.engine {
            EngineKind::Auto(_) if has_goals => SimulateOptions::for_goals(),
            EngineKind::Auto(_) => SimulateOptions::first(),
            EngineKind::Simulate(simulation) => simulation,
            _ => return Ok(()),
        };
        let is_auto = matches!(self.options.engine, EngineKind::Auto(_));
        if is_auto && self.by_only_run(terms)? {
            return Ok(());
        }
        let start = Instant::now();
        let interrupt = match is_auto {
            true => self.share_of_time(SIMULATION_SHARE),
            false => self.interrupt().clone(),
        };
        let wanted = (&self.open, self.seeds);
        let found = simulate_each(self.program, terms, simulation, &interrupt, wanted)?;
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
            let run = replay_goals(self.program, terms, replay.inputs(), goal);
            let background = Background {
                passes: passed_within(&run, replay.inputs()),
                origin: None,
            };
            let report = CheckReport {
                verdict: Verdict::False(replay),
                ..report.clone()
            };
            self.settle(terms, vec![goal], report, background);
        }
        for run in reached {
            self.settle_reached(terms, run, &report);
        }
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
        let knows_goals = reached.is_some();
        let run = reached.unwrap_or_default();
        if let Some(replay) = violation {
            let goal = replay.property();
            let background = Background {
                passes: passed_within(&run, replay.inputs()),
                origin: None,
            };
            let report = report(&self.run, Verdict::False(replay));
            self.settle(terms, vec![goal], report, background);
        }
        self.settle_reached(terms, run, &others);
        let open = self.open.iter().copied();
        let settled = open.filter(|&goal| knows_goals || !self.is_coverage(goal));
        let settled = settled.collect();
        self.settle(terms, settled, others, Background::default());
        Ok(self.open.is_empty())
    }
}
