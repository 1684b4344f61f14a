//! Records: what a log is made of, one JSON document each. Answers carry the fingerprint of what they depend on, so a
//! record means the same wherever it stands; only listings replace what was listed before.

use serde::{Deserialize, Serialize};

use super::{Attempt, Lemma, ListedGoal, ListingHead, Outcome, TestRun};
use crate::{Fingerprint, GoalKey, Why};

/// What [`Record::Store`] says.
pub(super) const FORMAT: &str = "ferric3-store";
/// Grows when an older version would misread what is written.
pub(super) const VERSION: u32 = 1;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "kebab-case")]
pub(super) enum Record {
    /// The first one.
    Store { format: String, version: u32 },
    /// A listing begins: what is analysed. Its goals follow.
    Subject(Box<ListingHead>),
    /// A goal of it.
    Goal(Box<ListedGoal>),
    /// It is whole, and takes the place of the one before.
    Listed { goals: usize },
    /// Somebody works with the store, for people who read the log.
    Session { session: Fingerprint, by: String },
    /// A test, by its fingerprint.
    Test {
        test: Fingerprint,
        #[serde(flatten)]
        run: TestRun,
    },
    /// A reason, by its fingerprint.
    Why {
        why: Fingerprint,
        #[serde(flatten)]
        reason: Why,
    },
    /// Goals are reached.
    Reached {
        basis: Fingerprint,
        test: Fingerprint,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        partner: Option<Fingerprint>,
        goals: Vec<GoalKey>,
    },
    /// Goals are dead.
    Dead {
        basis: Fingerprint,
        why: Fingerprint,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cycles: Option<u64>,
        goals: Vec<GoalKey>,
    },
    /// Goals were tried.
    Tried {
        basis: Fingerprint,
        #[serde(flatten)]
        attempt: Attempt,
        goals: Vec<GoalKey>,
    },
    /// The compiled program was asked.
    Confirmed {
        program: Fingerprint,
        test: Fingerprint,
        #[serde(flatten)]
        outcome: Outcome,
    },
    /// Something to begin later sessions with.
    Lemma {
        program: Fingerprint,
        #[serde(flatten)]
        lemma: Lemma,
    },
    /// Something that answers take for granted.
    Assumption { program: Fingerprint, text: String },
    /// The time that a session has taken so far.
    Spent {
        session: Fingerprint,
        milliseconds: u64,
    },
}

impl Record {
    pub(super) fn head() -> Record {
        Record::Store {
            format: FORMAT.to_owned(),
            version: VERSION,
        }
    }

    pub(super) fn to_json(&self) -> String {
        serde_json::to_string(self).expect("strings, numbers and lists only")
    }
}
