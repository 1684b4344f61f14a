//! Evidence: tests that reach goals, and reasons why nothing reaches one.

use serde::{Deserialize, Serialize};

use crate::Place;

/// The number of a test in its report, from 0.
pub type TestId = usize;
/// The number of a reason in its report, from 0.
pub type WhyId = usize;

/// The inputs of a run, in the order in which they are read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Test {
    /// What is read.
    pub inputs: Vec<InputValue>,
    /// Cycles that have begun (calls of the step function), if the program was made by a harness.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycles: Option<u64>,
    /// The goals that it reaches, by index in the report: not only those whose status names this test.
    pub reaches: Vec<usize>,
    /// What a compiled program said of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed: Option<Confirmation>,
}

/// A value that a run reads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InputValue {
    /// The variable, member, parameter or function that it is the value of: `sensor.speed`, `in[3]`, `read_adc()`.
    pub name: String,
    /// Its type in C: `unsigned short`.
    #[serde(rename = "type")]
    pub type_name: String,
    /// As a constant of C: `-12`, `0x1.8p+1`, `INFINITY`. Floating-point values are exact.
    pub value: String,
    /// The bits, in hexadecimal, most significant first, padded to the width.
    pub bits: String,
    /// The cycle that reads it, from 0; none: before the first cycle, or the program was not made by a harness.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycle: Option<u64>,
    /// The place that reads it, if the program reads it itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
}

/// What a compiled program said of a test.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum Confirmation {
    /// It reaches the goals that the test is said to reach.
    Confirmed {
        /// Who compiled it: `cc (Debian 12.2.0) 12.2.0`.
        by: String,
    },
    /// It does not reach these, by index in the report: a contradiction.
    Contradicted {
        /// Who compiled it.
        by: String,
        /// The goals.
        missing: Vec<usize>,
    },
    /// It could not be asked.
    NotAsked {
        /// Why.
        reason: String,
    },
}

/// Why a goal is dead.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Why {
    /// Who proved it: `facts`, `ic3cfa`.
    pub engine: String,
    /// Who checked the proof: `certificate: bits`, `certificate: intervals`, `only run`.
    pub checked_by: String,
    /// In a sentence or two, in the program's words.
    pub text: String,
    /// The fewest facts and lemmas that were found to make it dead, where they hold. Empty: the code itself says it
    /// (a condition that contradicts one before it, a call that nobody makes), and `text` says how.
    pub lines: Vec<WhyLine>,
}

/// Something that always holds at a place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct WhyLine {
    /// Where.
    pub place: Place,
    /// What, as C: `0 <= x && x <= 5`.
    pub holds: String,
}
