//! Watching a run: traces and coverage are collected this way.

use ferric3_term::Value;

use crate::{CoverId, InputId, ProcId, PropertyId, Span, VarId};

/// Watches a run.
pub trait Observer {
    /// Should [`step`](Observer::step) be called at all? Asked once, at the start of a run. The
    /// answer `false` makes the run faster.
    fn is_active(&self) -> bool {
        true
    }

    /// May many iterations of a loop that do the same be one [`StepKind::Leap`]? Asked once, too.
    fn may_leap(&self) -> bool {
        false
    }

    /// Called for every statement executed (after its effect) and for every branch, return and
    /// stop. A goto is not reported.
    fn step(&mut self, step: Step) {
        let _ = step;
    }
}

/// Watches nothing.
impl Observer for () {
    fn is_active(&self) -> bool {
        false
    }
}

/// Collects every step.
impl Observer for Vec<Step> {
    fn step(&mut self, step: Step) {
        self.push(step);
    }
}

/// One step of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What happened.
    pub kind: StepKind,
    /// Where it stands in the source.
    pub span: Span,
    /// The procedure that the statement belongs to.
    pub proc: ProcId,
    /// Number of active calls, the entry procedure's not counted, before the step.
    pub depth: usize,
}

/// What happened in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StepKind {
    /// A variable got a value.
    Assign {
        /// The variable.
        var: VarId,
        /// Its new value.
        value: Value,
    },
    /// A variable got the value of an input.
    Input {
        /// The variable.
        var: VarId,
        /// The input.
        input: InputId,
        /// Its value.
        value: Value,
    },
    /// A procedure was called.
    Call {
        /// The callee.
        proc: ProcId,
        /// Values of its parameters.
        args: Vec<Value>,
    },
    /// A procedure returned. The entry procedure's return is reported, too.
    Return {
        /// The callee.
        proc: ProcId,
        /// The variable of the caller that got the result.
        var: Option<VarId>,
        /// The callee's result, whether the caller uses it or not.
        result: Option<Value>,
    },
    /// A branch was decided.
    Branch {
        /// Was its condition true?
        taken: bool,
        /// The atomic condition of the source.
        point: Option<CoverId>,
    },
    /// A decision of the source had an outcome.
    Decision {
        /// The decision.
        point: CoverId,
        /// Its outcome.
        outcome: bool,
    },
    /// An assumption was checked.
    Assume {
        /// Was it true? If not, the run ends.
        holds: bool,
    },
    /// An assertion was checked.
    Assert {
        /// Its property.
        property: PropertyId,
        /// Was it true? If not, the run ends.
        holds: bool,
    },
    /// A coverage goal was passed, if its condition holds.
    Cover {
        /// The goal.
        goal: PropertyId,
        /// Was the condition true?
        holds: bool,
    },
    /// So many iterations of a loop have taken the same way.
    Leap {
        /// How many.
        iterations: u64,
        /// The variables that are others now, and their values.
        changed: Vec<(VarId, Value)>,
    },
    /// The program ended itself.
    Stop {
        /// Exit status where there is one.
        status: Option<Value>,
    },
}
