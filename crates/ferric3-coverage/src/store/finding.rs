//! What a session finds out and records.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{Fingerprint, GoalKey, InputValue, Why};

/// Something that was found out. What it depends on is not said here: the session knows.
#[derive(Clone, PartialEq, Debug)]
pub enum Finding {
    /// A test was run, and reaches these.
    Reached {
        /// The goals, each one that it reaches or those that are of interest.
        goals: Vec<GoalKey>,
        /// The test.
        test: TestRun,
        /// For goals that ask for two evaluations: the test with the other one.
        partner: Option<TestRun>,
    },
    /// A proof that was checked says that nothing reaches these.
    Dead {
        /// The goals.
        goals: Vec<GoalKey>,
        /// Who says so, and why.
        why: Why,
        /// Only for runs of at most so many cycles.
        cycles: Option<u64>,
    },
    /// Somebody tried to settle these, and could not.
    Tried {
        /// The goals; the time was spent for all of them together.
        goals: Vec<GoalKey>,
        /// Who: `ic3cfa`.
        engine: String,
        /// In which turn, from 0. Later turns are longer.
        turn: u32,
        /// How long it was allowed to take.
        budget: Duration,
        /// How long it took.
        spent: Duration,
        /// Why there is no answer: `timeout`.
        reason: String,
    },
    /// The compiled program was asked about a test.
    Confirmed {
        /// The test.
        test: TestRun,
        /// What it said.
        outcome: Outcome,
    },
    /// Something that may help later sessions.
    Lemma(Lemma),
    /// Something that the answers take for granted: a sentence.
    Assumption(String),
}

/// The inputs of a run: what a test is made of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TestRun {
    /// What is read, in this order.
    pub inputs: Vec<InputValue>,
    /// Cycles that have begun, if the program was made by a harness.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycles: Option<u64>,
}

impl TestRun {
    /// Which test it is: tests that read the same have the same one.
    pub fn fingerprint(&self) -> Fingerprint {
        let text = serde_json::to_string(self).expect("strings and numbers only");
        Fingerprint::of_text(&text)
    }

    /// In a line: `speed = 3, speed = -1 (2 cycles)`.
    pub fn in_a_line(&self) -> String {
        let inputs = self.inputs.iter();
        let values: Vec<String> = inputs
            .map(|input| format!("{} = {}", input.name, input.value))
            .collect();
        let cycles = self
            .cycles
            .map_or(String::new(), |cycles| format!(" ({cycles} cycles)"));
        match values.is_empty() {
            true => format!("no inputs{cycles}"),
            false => format!("{}{cycles}", values.join(", ")),
        }
    }
}

/// What a compiled program said of a test. The later ones win where several were asked: who contradicts is never lost.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum Outcome {
    /// It could not be asked.
    NotAsked {
        /// Why.
        reason: String,
    },
    /// It reaches the goals that the test is said to reach.
    Confirmed {
        /// Who compiled it.
        by: String,
    },
    /// It does not reach these: a contradiction.
    Contradicted {
        /// Who compiled it.
        by: String,
        /// The goals.
        missing: Vec<GoalKey>,
    },
}

/// Something that somebody has found to hold, as a text that only its author understands. It is a candidate: who uses it
/// proves it first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Lemma {
    /// Whom it is for, and of what it speaks: `ic3cfa step`.
    pub scope: String,
    /// The lemma.
    pub text: String,
}

/// An attempt that ended without an answer.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Attempt {
    /// In which turn, from 0.
    pub turn: u32,
    /// How long it was allowed to take, in milliseconds.
    pub budget: u64,
    /// Which session.
    pub session: Fingerprint,
    /// Which attempt of the session.
    pub number: u64,
    /// Who.
    pub engine: String,
    /// How long it took, in milliseconds.
    pub spent: u64,
    /// Why there is no answer.
    pub reason: String,
}
