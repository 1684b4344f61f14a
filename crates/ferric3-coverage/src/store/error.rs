//! What can go wrong with a store.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::TestRun;
use crate::{Fingerprint, GoalKey, Why};

/// Why a store cannot be used, or something not be recorded.
#[derive(Debug)]
pub enum StoreError {
    /// The system refused something.
    Io {
        /// What was to be done: `write`, `lock`.
        action: &'static str,
        /// With which file.
        file: PathBuf,
        /// What it said.
        error: io::Error,
    },
    /// Another process works with it.
    InUse {
        /// The store.
        store: PathBuf,
        /// Who, as it said itself: `process 4711 on build7`.
        by: String,
    },
    /// It was written by a later version, or is none.
    Foreign {
        /// The file.
        file: PathBuf,
        /// What it says of itself.
        found: String,
    },
    /// A goal is reached by a test, and a proof says that nothing reaches it: one of them is wrong.
    Contradiction(Box<Contradiction>),
    /// The goal is none of those that the session lists.
    NotListed {
        /// The goal.
        goal: GoalKey,
    },
    /// Two goals of a listing have the same key.
    Twice {
        /// The key.
        goal: GoalKey,
    },
    /// Stores that are to be merged are not about the same.
    Different {
        /// One of them.
        store: PathBuf,
        /// In what it differs from those before.
        what: String,
    },
    /// It lists no goals: nothing has been analysed.
    Empty {
        /// The store.
        store: PathBuf,
    },
}

/// A goal that is both reached and dead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contradiction {
    /// The goal.
    pub goal: GoalKey,
    /// What both answers depend on.
    pub basis: Fingerprint,
    /// The test that reaches it: its inputs in a line.
    pub test: String,
    /// The proof that nothing does: who found it, who checked it, what it says.
    pub proof: String,
}

impl Contradiction {
    pub(super) fn error(
        goal: &GoalKey,
        basis: Fingerprint,
        test: &TestRun,
        why: &Why,
    ) -> StoreError {
        StoreError::Contradiction(Box::new(Contradiction {
            goal: goal.clone(),
            basis,
            test: test.in_a_line(),
            proof: format!("{} ({}): {}", why.engine, why.checked_by, why.text),
        }))
    }
}

impl StoreError {
    pub(super) fn io(
        action: &'static str,
        file: &Path,
    ) -> impl FnOnce(io::Error) -> StoreError + use<> {
        let file = file.to_owned();
        move |error| StoreError::Io {
            action,
            file,
            error,
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Io {
                action,
                file,
                error,
            } => {
                write!(f, "cannot {action} {}: {error}", file.display())
            }
            StoreError::InUse { store, by } => write!(
                f,
                "the store {} is in use by {by}; wait for it, or choose another --store",
                store.display()
            ),
            StoreError::Foreign { file, found } => write!(
                f,
                "{} is not a store that this version can read: {found}",
                file.display()
            ),
            StoreError::Contradiction(both) => both.fmt(f),
            StoreError::NotListed { goal } => {
                write!(f, "the goal {goal} is not among those of this session")
            }
            StoreError::Twice { goal } => write!(f, "two goals have the key {goal}"),
            StoreError::Different { store, what } => write!(
                f,
                "{} cannot be merged with the others: {what}",
                store.display()
            ),
            StoreError::Empty { store } => {
                write!(f, "nothing has been analysed in {}", store.display())
            }
        }
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "contradiction: the goal {} is reached and dead (program {})\n  reached by {}\n  dead by {}",
            self.goal, self.basis, self.test, self.proof
        )
    }
}

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            StoreError::Io { error, .. } => Some(error),
            _ => None,
        }
    }
}
