//! Simulation: runs with chosen inputs, which find violations where solvers drown.
//!
//! A controller full of floating-point numbers is a term of millions of gates to a solver and a
//! millisecond to the interpreter. Its errors are rarely hidden: they need values that stand in the
//! program, at inputs that keep them for a while. So inputs are drawn from a palette (`palette`) of
//! special values and of constants that they are compared with (`flow`), field by field where an
//! input is a whole record (`layout`); a run keeps to few of them (`player`), and runs that take new
//! branches are kept and varied (`search`). A violation is shortened (`shorten`) and replayed like
//! any other.
//!
//! It is limited by effort and has no clock, so the same program and seed have the same result.

mod chosen;
mod flow;
mod layout;
mod palette;
mod player;
mod search;
mod shorten;
#[cfg(test)]
mod tests;

pub use chosen::ChosenInputs;

use std::collections::BTreeSet;

use ferric3_ivl::{Program, PropertyId, RecordedInput};
use ferric3_sat::Interrupt;
use ferric3_term::Terms;

use crate::replay::{replay_goals, replay_inputs};
use crate::{Answer, CheckError, Engine, EngineStats, Replay, Session, Task, UnknownReason};
use search::{Search, Wanted};

/// Options of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SimulateOptions {
    /// Statements to execute; what else takes time counts, too.
    pub effort: u64,
    /// It ends earlier if nothing new was seen for so many statements and as many again as
    /// were executed until then.
    pub patience: u64,
    /// Other inputs for another seed.
    pub seed: u64,
}

/// As much as takes about ten seconds.
impl Default for SimulateOptions {
    fn default() -> SimulateOptions {
        SimulateOptions {
            effort: 200_000_000,
            patience: u64::MAX,
            seed: 0,
        }
    }
}

impl SimulateOptions {
    /// As much as may be done before anything else: a few tenths of a second, and a hundredth for
    /// programs that have shown all that they do.
    pub(crate) fn first() -> SimulateOptions {
        SimulateOptions {
            effort: 1_000_000,
            patience: 100_000,
            ..SimulateOptions::default()
        }
    }

    /// The same where there are coverage goals, which runs settle for far less than anybody else can: some seconds,
    /// as long as something new turns up.
    pub(crate) fn for_goals() -> SimulateOptions {
        SimulateOptions {
            patience: 300_000,
            ..SimulateOptions::default()
        }
    }
}

/// What was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SimulationStats {
    pub(crate) runs: u64,
    pub(crate) steps: u64,
    /// Outcomes of branches that were seen.
    pub(crate) branches: u64,
}

/// What simulation has found.
#[derive(Debug)]
pub(crate) struct Simulated {
    /// Runs that violate properties, each another one.
    pub(crate) violations: Vec<Replay>,
    /// Runs that reach coverage goals: each as far as one goal after the other.
    pub(crate) reached: Vec<Vec<Replay>>,
    /// Why there are no more.
    pub(crate) reason: UnknownReason,
    pub(crate) stats: SimulationStats,
}

/// Runs the program with chosen inputs until one violates a property.
pub(crate) fn simulate(
    program: &Program,
    terms: &Terms,
    options: SimulateOptions,
    interrupt: &Interrupt,
) -> Result<Simulated, CheckError> {
    let wanted = Wanted::AnyOne;
    run(program, terms, options, interrupt, wanted, &[])
}

/// Runs the program with chosen inputs until each of these properties was violated by one, and each of
/// these coverage goals reached. Begins with runs on the inputs of `seeds`, and varies them like its own.
pub(crate) fn simulate_each(
    program: &Program,
    terms: &Terms,
    options: SimulateOptions,
    interrupt: &Interrupt,
    (properties, seeds): (&BTreeSet<PropertyId>, &[Vec<RecordedInput>]),
) -> Result<Simulated, CheckError> {
    let wanted = Wanted::Each(properties.clone());
    run(program, terms, options, interrupt, wanted, seeds)
}

fn run(
    program: &Program,
    terms: &Terms,
    options: SimulateOptions,
    interrupt: &Interrupt,
    wanted: Wanted,
    seeds: &[Vec<RecordedInput>],
) -> Result<Simulated, CheckError> {
    let search = Search::new(program, terms, options, interrupt, wanted);
    let findings = search.with_seeds(seeds).run();
    let stats = findings.stats;
    let found = findings.violations.into_iter();
    let violations = found
        .map(|(property, inputs)| replay_inputs(program, terms, inputs, property))
        .collect::<Result<_, _>>()
        .map_err(CheckError::Replay)?;
    let passes = findings.passes.into_iter();
    let reached = passes.map(|(last, inputs)| replay_goals(program, terms, &inputs, last));
    let reason = if findings.was_interrupted && interrupt.is_past_deadline() {
        UnknownReason::Timeout
    } else if findings.was_interrupted {
        UnknownReason::Interrupted
    } else if let Some(property) = findings.obstacle {
        let property = &program.properties[property];
        UnknownReason::Unsupported {
            construct: property.description.clone(),
            span: Some(property.span),
        }
    } else {
        UnknownReason::NotFound { runs: stats.runs }
    };
    Ok(Simulated {
        violations,
        reached: reached.collect(),
        reason,
        stats,
    })
}

/// The engine, as others are. It runs programs, which a task no longer is: [`check`](crate::check())
/// sees to that before there is a task.
#[derive(Clone, Debug, Default)]
pub struct Simulate {
    stats: EngineStats,
}

impl Simulate {
    /// The engine that has done this.
    pub(crate) fn after(stats: SimulationStats) -> Simulate {
        let mut simulate = Simulate::default();
        let counters = &mut simulate.stats.counters;
        counters.insert("simulated runs", stats.runs);
        counters.insert("simulated statements", stats.steps);
        counters.insert("outcomes of branches seen", stats.branches);
        simulate
    }
}

impl Engine for Simulate {
    fn name(&self) -> &'static str {
        "simulate"
    }

    fn solve(&mut self, _: &Task, _: &mut Terms, _: &mut Session<'_>) -> Answer {
        Answer::Unknown(UnknownReason::NotFound { runs: 0 })
    }

    fn stats(&self) -> EngineStats {
        self.stats.clone()
    }
}
