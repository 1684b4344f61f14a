//! A run as steps of the program's own variables.
//!
//! The interpreter reports every statement. A trace keeps what a person wants to see: values given
//! to variables that stand in the source, inputs, calls and returns, and how the run ended.

use ferric3_engine::Replay;
use ferric3_ivl::{
    InputId, Interpreter, ListInputs, ProcId, Program, PropertyId, RunLimits, Span, VarId,
};
use ferric3_term::{Terms, Value};

use crate::TraceBuilder;
use crate::builder::is_prologue;
use crate::elements::Elements;

/// The steps of a run.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// In order.
    pub steps: Vec<TraceStep>,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceStep {
    /// What happened.
    pub kind: TraceKind,
    /// Where it stands.
    pub span: Span,
    /// In which procedure.
    pub proc: ProcId,
    /// Number of active calls; 0 in the function where the program starts.
    pub depth: usize,
}

/// What happened in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceKind {
    /// A variable got a value.
    Assign {
        /// The variable.
        var: VarId,
        /// Its new value.
        value: Value,
        /// The input that the value was made from.
        input: Option<GivenInput>,
    },
    /// Elements of an array got values.
    Elements {
        /// The variable.
        var: VarId,
        /// The elements.
        elements: Elements,
        /// The input that a value was made from.
        input: Option<GivenInput>,
    },
    /// An input was read, and no variable of the source got it.
    Input(GivenInput),
    /// A procedure was called.
    Call {
        /// The callee.
        proc: ProcId,
        /// Values of its parameters.
        args: Vec<Value>,
    },
    /// A procedure returned.
    Return {
        /// The callee.
        proc: ProcId,
        /// Its result.
        result: Option<Value>,
    },
    /// An assumption was false.
    AssumptionFailed,
    /// A property was violated.
    Violation(PropertyId),
    /// The program ended itself.
    Stop {
        /// Exit status where there is one.
        status: Option<Value>,
    },
}

/// An input and the value that it had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenInput {
    /// The input.
    pub input: InputId,
    /// Its value.
    pub value: Value,
}

/// The trace of a replayed counterexample: the interpreter runs once more.
pub fn build_trace(program: &Program, terms: &Terms, replay: &Replay) -> Trace {
    let mut steps = Vec::new();
    let mut inputs = ListInputs::new(replay.inputs().iter().cloned());
    let mut builder = TraceBuilder::new(program, terms, |step| steps.push(step));
    Interpreter::new(program, terms).run(&mut inputs, &mut builder, &RunLimits::default());
    builder.finish();
    Trace { steps }
}

impl Trace {
    /// Number of inputs that the steps show.
    pub fn inputs(&self) -> usize {
        self.steps.iter().filter(|step| step.reads_input()).count()
    }

    /// The innermost call that has not returned at the end, unless it is that of the entry function.
    pub fn last_call(&self, program: &Program) -> Option<&TraceStep> {
        let mut active = Vec::new();
        for step in &self.steps {
            match step.kind {
                TraceKind::Call { .. } => active.push(step),
                TraceKind::Return { .. } => {
                    active.pop();
                }
                _ => {}
            }
        }
        let last = active.pop();
        last.filter(|step| !is_prologue(program, step.proc))
    }
}

impl TraceStep {
    /// Does it show an input?
    pub fn reads_input(&self) -> bool {
        matches!(
            self.kind,
            TraceKind::Input(_)
                | TraceKind::Assign { input: Some(_), .. }
                | TraceKind::Elements { input: Some(_), .. }
        )
    }
}
