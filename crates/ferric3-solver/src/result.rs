//! What a query answers, and why it may have no answer.

use std::fmt;

use ferric3_term::Sort;

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
    /// The back end cannot decide the query, whatever time it gets.
    Incomplete(Incomplete),
}

/// Why a back end cannot decide a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Incomplete {
    /// It was given a term that it does not represent, now or earlier in this context.
    Refused(Refusal),
    /// A reason of its own, in a few words.
    Reason(String),
}

/// A term that a back end does not represent. It leaves such a term out, or lets it have any value: so
/// `Unsat` is still right, and `Sat` is not said any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// A term of this sort.
    Sort(Sort),
    /// An equation of terms of this sort.
    Equation(Sort),
    /// A constant array of this sort.
    ConstantArray(Sort),
    /// A product or quotient of this sort that is not linear.
    Nonlinear(Sort),
    /// A function of real numbers with irrational values, by its name.
    Function(&'static str),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Sort(sort) => write!(f, "terms of sort {sort}"),
            Refusal::Equation(sort) => write!(f, "equations of sort {sort}"),
            Refusal::ConstantArray(sort) => write!(f, "constant arrays of sort {sort}"),
            Refusal::Nonlinear(sort) => {
                write!(
                    f,
                    "products and quotients of sort {sort} without a constant"
                )
            }
            Refusal::Function(name) => write!(f, "the function {name}"),
        }
    }
}

impl fmt::Display for Incomplete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Incomplete::Refused(refusal) => write!(f, "the solver does not know {refusal}"),
            Incomplete::Reason(reason) => write!(f, "{reason}"),
        }
    }
}

impl WhyUnknown {
    /// Not decidable by the back end, for this reason.
    pub fn because(reason: impl Into<String>) -> WhyUnknown {
        WhyUnknown::Incomplete(Incomplete::Reason(reason.into()))
    }

    /// Not decidable by the back end, because of this term.
    pub fn refused(refusal: Refusal) -> WhyUnknown {
        WhyUnknown::Incomplete(Incomplete::Refused(refusal))
    }
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
