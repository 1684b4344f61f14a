//! Goals: what is to be covered, and what became of it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{TestId, WhyId};

/// What a goal asks for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Criterion {
    /// A function is entered.
    Function,
    /// A call is executed.
    Call,
    /// A statement is executed.
    Statement,
    /// A decision has an outcome.
    Decision,
    /// A case of a `switch` is chosen.
    Case,
    /// A loop is left without an iteration, after one, or after more.
    Loop,
    /// A condition, an operand of `!`, `&&`, `||` with none of them inside, has a value.
    Condition,
    /// A condition has a value and decides the outcome of its decision (modified condition/decision coverage).
    Mcdc,
    /// A call that marks a goal has an argument that is not 0.
    Mark,
}

impl Criterion {
    /// All of them, in the order of tables.
    pub const ALL: [Criterion; 9] = [
        Criterion::Function,
        Criterion::Call,
        Criterion::Statement,
        Criterion::Decision,
        Criterion::Case,
        Criterion::Loop,
        Criterion::Condition,
        Criterion::Mcdc,
        Criterion::Mark,
    ];

    /// The name in tables and documents.
    pub fn name(self) -> &'static str {
        match self {
            Criterion::Function => "function",
            Criterion::Call => "call",
            Criterion::Statement => "statement",
            Criterion::Decision => "decision",
            Criterion::Case => "case",
            Criterion::Loop => "loop",
            Criterion::Condition => "condition",
            Criterion::Mcdc => "mcdc",
            Criterion::Mark => "mark",
        }
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name for a goal that edits elsewhere do not change: file, function, criterion, what it says, and which one of
/// those that say the same in this function it is. Two goals of a report have different keys.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GoalKey(pub String);

impl GoalKey {
    /// The key of the `nth` goal (from 0) of `function` in `file` that says `text` under this criterion.
    pub fn new(
        file: &str,
        function: &str,
        criterion: Criterion,
        text: &str,
        nth: usize,
    ) -> GoalKey {
        GoalKey(format!("{file}|{function}|{criterion}|{text}|{nth}"))
    }
}

impl fmt::Display for GoalKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A place in a source file: lines and columns from 1, columns in characters, the end exclusive.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "names say it")]
pub struct Place {
    pub file: String,
    pub line: u32,
    /// 0: not known.
    pub column: u32,
    /// 0: not known, as the next one.
    pub end_line: u32,
    pub end_column: u32,
}

/// Something that a criterion asks for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Goal {
    /// Its name.
    pub key: GoalKey,
    /// What it asks for.
    pub criterion: Criterion,
    /// The function that it is in.
    pub function: String,
    /// Where.
    pub place: Place,
    /// For people: `x > 0 is true`.
    pub text: String,
    /// For decisions, conditions and MC/DC: which decision of the program, by number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<usize>,
    /// For conditions and MC/DC: which condition of the decision, from 0, from left to right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<usize>,
    /// For decisions, conditions and MC/DC: the outcome or value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<bool>,
    /// What became of it.
    pub status: Status,
}

/// What became of a goal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "kebab-case")]
pub enum Status {
    /// A test reaches it.
    Reached {
        /// The first test that does.
        test: TestId,
        /// For an MC/DC goal that asks for a pair of evaluations (unique-cause): the test with the other one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        partner: Option<TestId>,
    },
    /// Nothing reaches it, whatever the inputs are.
    Dead {
        /// Why.
        why: WhyId,
        /// Only for runs of at most so many cycles, if the analysis was bounded.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cycles: Option<u64>,
    },
    /// Somebody gave a reason in the program; it was not analysed.
    Justified {
        /// The reason.
        reason: String,
    },
    /// Nobody knows.
    Open {
        /// Why not: `timeout`, a construct that is not modelled and where, …
        reason: String,
    },
}

impl Status {
    /// The word in tables and documents.
    pub fn name(&self) -> &'static str {
        match self {
            Status::Reached { .. } => "reached",
            Status::Dead { .. } => "dead",
            Status::Justified { .. } => "justified",
            Status::Open { .. } => "open",
        }
    }

    /// Is there an answer?
    pub fn is_settled(&self) -> bool {
        !matches!(self, Status::Open { .. })
    }
}

/// How many goals there are of each status.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs, reason = "names say it")]
pub struct Count {
    pub reached: usize,
    pub dead: usize,
    pub justified: usize,
    pub open: usize,
}

impl Count {
    /// Of these goals.
    pub fn of<'a>(goals: impl IntoIterator<Item = &'a Goal>) -> Count {
        let mut count = Count::default();
        for goal in goals {
            match goal.status {
                Status::Reached { .. } => count.reached += 1,
                Status::Dead { .. } => count.dead += 1,
                Status::Justified { .. } => count.justified += 1,
                Status::Open { .. } => count.open += 1,
            }
        }
        count
    }

    /// All of them.
    pub fn all(self) -> usize {
        self.settled() + self.open
    }

    /// Those with an answer.
    pub fn settled(self) -> usize {
        self.reached + self.dead + self.justified
    }
}
