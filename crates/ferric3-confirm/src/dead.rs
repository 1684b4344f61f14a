//! Dead goals, tried: does any random run of the compiled program reach one?

use std::time::Duration;

use ferric3_coverage::{Goal, Place};

use crate::hits::{Hits, Moment};
use crate::{Judge, RunFailure};

/// The values of an input, for random runs: those outside would only end them.
#[derive(Clone, PartialEq, Debug)]
pub struct Domain {
    /// The call that reads it.
    pub place: Place,
    /// Its values.
    pub range: ValueRange,
}

/// A range of values.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ValueRange {
    /// Of integers.
    Integers {
        /// The least.
        from: i64,
        /// The greatest.
        to: i64,
    },
    /// Of floating-point numbers.
    Floats {
        /// The least.
        from: f64,
        /// The greatest.
        to: f64,
    },
}

/// How long random runs go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Search {
    /// Where the random numbers begin.
    pub seed: u64,
    /// So many cycles of the entry in all; runs, if the program has no entry.
    pub cycles: u64,
    /// A run ends before it has more cycles than these: for goals that are dead up to so many.
    pub cycles_of_a_run: Option<u64>,
    /// Inputs that a run may read before the next one begins.
    pub reads_of_a_run: u64,
    /// Time for all of them.
    pub limit: Duration,
}

/// A goal that was said to be dead and was reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Revived {
    /// Its number in the list.
    pub goal: usize,
    /// The seed that makes this run the first one of a search.
    pub seed: u64,
    /// When.
    pub moment: Moment,
}

/// What random runs came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tried {
    /// Cycles.
    pub cycles: u64,
    /// Runs.
    pub runs: u64,
    /// Goals that were reached, which must not be.
    pub revived: Vec<Revived>,
    /// Goals without probes, by number in the list, and why.
    pub untried: Vec<(usize, String)>,
    /// Evaluations of decisions that found no room.
    pub lost: u64,
}

impl Judge {
    /// Run the program with random inputs and look whether one of these goals is reached, which are said to be dead.
    pub fn try_dead(&self, goals: &[&Goal], search: &Search) -> Result<Tried, RunFailure> {
        let hits = self.random(search)?;
        let mut tried = Tried {
            cycles: hits.cycles,
            runs: hits.runs,
            revived: Vec::new(),
            untried: Vec::new(),
            lost: hits.lost,
        };
        for (number, goal) in goals.iter().enumerate() {
            match self.index.reached(goal, &[&hits]) {
                Ok(Some(moment)) => tried.revived.push(Revived {
                    goal: number,
                    seed: search.seed.wrapping_add(u64::from(moment.run)),
                    moment,
                }),
                Ok(None) => {}
                Err(reason) => tried.untried.push((number, reason.0)),
            }
        }
        Ok(tried)
    }

    /// What random runs hit.
    pub fn random(&self, search: &Search) -> Result<Hits, RunFailure> {
        let seconds = search.limit.as_secs().max(1);
        let most = search.cycles_of_a_run.unwrap_or(u64::MAX);
        let variables = [
            ("F3_SEED", search.seed.to_string()),
            ("F3_CYCLES_OF_A_RUN", most.to_string()),
            ("F3_CYCLES", search.cycles.to_string()),
            ("F3_READS", search.reads_of_a_run.to_string()),
            ("F3_SECONDS", seconds.to_string()),
        ];
        // The program ends by itself; this is for one that does not.
        self.report(&variables, search.limit + Duration::from_secs(10))
    }
}
