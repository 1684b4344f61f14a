//! What a query answers, and why it may have no answer.

use std::fmt;

/// Answer of a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckResult {
    /// There is a model; ask [`Solver::value`](crate::Solver::value).
    Sat,
    /// There is none; ask [`Solver::failed_assumptions`](crate::Solver::failed_assumptions).
    Unsat,
    /// Neither is known.
    Unknown(WhyUnknown),
}

impl CheckResult {
    /// Is there a model? Otherwise, why nobody knows.
    pub fn decided(self) -> Result<bool, WhyUnknown> {
        match self {
            CheckResult::Sat => Ok(true),
            CheckResult::Unsat => Ok(false),
            CheckResult::Unknown(why) => Err(why),
        }
    }
}

/// Why a query has no answer. What follows from it is another thing for each of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WhyUnknown {
    /// The interrupt was raised: whoever asked has to end as well.
    Stopped,
    /// The query took more work than its limit. This query was given up; others may be answered.
    Limit,
    /// The back end cannot decide the query, whatever time it gets: its reason, in a few words.
    Incomplete(String),
}

impl fmt::Display for WhyUnknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WhyUnknown::Stopped => write!(f, "the query was interrupted"),
            WhyUnknown::Limit => write!(f, "the query took more work than its limit"),
            WhyUnknown::Incomplete(reason) => write!(f, "{reason}"),
        }
    }
}

impl std::error::Error for WhyUnknown {}
