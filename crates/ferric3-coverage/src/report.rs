//! The report: everything that is known about the goals of a program. Written as JSON it is the document that other
//! programs read; `docs/deadcode.md` describes it.

use serde::{Deserialize, Serialize};

use crate::{Count, Criterion, Goal, Test, Why};

/// What [`Report::format`] says.
pub const REPORT_FORMAT: &str = "ferric3-coverage";
/// Grows when a member changes its meaning or goes.
pub const REPORT_VERSION: u32 = 1;

/// Everything that is known about the goals of a program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// [`REPORT_FORMAT`].
    pub format: String,
    /// [`REPORT_VERSION`].
    pub version: u32,
    /// The version of Ferric3.
    pub tool: String,
    /// What was analysed.
    pub subject: Subject,
    /// The criteria, in the order of [`Criterion::ALL`].
    pub criteria: Vec<Criterion>,
    /// All goals, by place.
    pub goals: Vec<Goal>,
    /// Tests that goals name.
    pub tests: Vec<Test>,
    /// Reasons that goals name.
    pub whys: Vec<Why>,
    /// What was taken for granted: sentences.
    pub assumptions: Vec<String>,
    /// How long it took, over all sessions.
    pub seconds: f64,
}

/// What was analysed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Subject {
    /// The source files.
    pub files: Vec<FileEntry>,
    /// The function that is called for ever; none: a program with `main` as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
    /// The function that is called once before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub init: Option<String>,
    /// At most so many cycles; none: any number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycles: Option<u64>,
    /// What may have any value in each cycle.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<InputEntry>,
    /// `LP64` or `ILP32`.
    pub data_model: String,
    /// The options of the compiler that change the program: `-DX=1`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub compiler: Vec<String>,
}

/// A source file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileEntry {
    /// As it was named.
    pub name: String,
    /// A hash of what is in it, so that a reader can tell whether it has changed.
    pub hash: String,
}

/// Something that may have any value, within its range.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InputEntry {
    /// `speed`, `sensor.raw[2]`, `step(throttle)` for a parameter, `read_adc()` for a result.
    pub name: String,
    /// Its type in C.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The least value, as a constant of C, if not that of the type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The greatest value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Why it is one: `asked for`, `read and never written`, `parameter`, `function without a body`.
    pub because: String,
}

impl Report {
    /// How many goals of a criterion (none: of all) have which status.
    pub fn count(&self, criterion: Option<Criterion>) -> Count {
        let is_meant = |goal: &&Goal| criterion.is_none_or(|criterion| goal.criterion == criterion);
        Count::of(self.goals.iter().filter(is_meant))
    }
}
