//! How a run is limited, and how it ends.

use std::fmt;

use ferric3_term::Value;

use crate::{InputId, PropertyId, Span};

/// When to give up on a run.
#[derive(Clone, Copy)]
pub struct RunLimits<'a> {
    /// Most statements and terminators to execute.
    pub max_steps: u64,
    /// Most calls to be active at the same time; the entry procedure does not count.
    pub max_depth: usize,
    /// Once a run has passed this coverage goal, at most so many steps more.
    pub after_goal: Option<(PropertyId, u64)>,
    /// Asked now and then whether the run should stop.
    pub interrupt: Option<&'a dyn Fn() -> bool>,
}

/// A billion steps, and a depth that recursive programs rarely exceed on purpose.
impl Default for RunLimits<'_> {
    fn default() -> Self {
        RunLimits {
            max_steps: 1_000_000_000,
            max_depth: 100_000,
            after_goal: None,
            interrupt: None,
        }
    }
}

impl RunLimits<'_> {
    /// The default limits, but at most `max_steps` steps.
    pub fn steps(max_steps: u64) -> Self {
        RunLimits {
            max_steps,
            ..RunLimits::default()
        }
    }
}

impl fmt::Debug for RunLimits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunLimits")
            .field("max_steps", &self.max_steps)
            .field("max_depth", &self.max_depth)
            .field("after_goal", &self.after_goal)
            .field("interrupt", &self.interrupt.is_some())
            .finish()
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunOutcome {
    /// The entry procedure returned.
    Finished {
        /// Its result, if it has one.
        result: Option<Value>,
    },
    /// The program ended itself (`exit`, `abort`).
    Stopped {
        /// Exit status where there is one.
        status: Option<Value>,
        /// Where it did so.
        span: Span,
    },
    /// An assertion was false.
    Violated {
        /// The property that it belongs to.
        property: PropertyId,
        /// Where the assertion stands.
        span: Span,
    },
    /// An assumption was false: the run does not count.
    AssumptionFailed {
        /// Where the assumption stands.
        span: Span,
    },
    /// There was no value left for an input.
    InputsExhausted {
        /// The input.
        input: InputId,
    },
    /// The next value was recorded at another input, or does not have this input's sort.
    InputMismatch {
        /// The input that the run asked for.
        input: InputId,
        /// The input that the value was recorded for.
        recorded: InputId,
    },
    /// [`RunLimits::max_steps`] was reached, or [`RunLimits::after_goal`], or numbers have become too large.
    StepLimit,
    /// [`RunLimits::max_depth`] was reached.
    DepthLimit,
    /// [`RunLimits::interrupt`] asked to stop.
    Interrupted,
}
