//! Records: what a log is made of, one JSON document each. Answers carry the fingerprint of what they depend on, so a
//! record means the same wherever it stands; only listings replace what was listed before.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{Attempt, Lemma, ListedGoal, Listing, Outcome, Program, TestRun};
use crate::{Fingerprint, GoalKey, Shard, Why};

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
    Subject(Box<Head>),
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

/// A listing without its goals.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Head {
    #[serde(flatten)]
    program: Program,
    parts: BTreeSet<Shard>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    previous: Option<Fingerprint>,
}

impl Head {
    /// A listing that has no goals yet.
    pub(super) fn listing(self) -> Listing {
        Listing {
            program: self.program,
            parts: self.parts,
            previous: self.previous,
            goals: BTreeMap::new(),
        }
    }
}

impl Record {
    pub(super) fn head() -> Record {
        Record::Store {
            format: FORMAT.to_owned(),
            version: VERSION,
        }
    }

    /// The records that make this listing the one that counts.
    pub(super) fn of_listing(listing: &Listing) -> impl Iterator<Item = Record> + '_ {
        let subject = Record::Subject(Box::new(Head {
            program: listing.program.clone(),
            parts: listing.parts.clone(),
            previous: listing.previous,
        }));
        let goals = listing.goals();
        let goals = goals.map(|goal| Record::Goal(Box::new(goal.clone())));
        let end = Record::Listed {
            goals: listing.goals.len(),
        };
        std::iter::once(subject).chain(goals).chain([end])
    }

    pub(super) fn to_json(&self) -> String {
        serde_json::to_string(self).expect("strings, numbers and lists only")
    }
}
