//! A run as steps of the program's own variables.
//!
//! The interpreter reports every statement. A trace keeps what a person wants to see: values given
//! to variables that stand in the source, inputs, calls and returns, and how the run ended.

use ferric3_engine::Replay;
use ferric3_ivl::{
    Check, InputId, Interpreter, ListInputs, ProcId, Program, PropertyId, PropertyKind, RunLimits,
    Span, VarId,
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
    /// Did a function of the library do it, at its call in the program?
    pub by_library: bool,
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
        /// Variable arguments: the variables that hold them, and their values.
        more: Vec<(VarId, Value)>,
    },
    /// A function of the library was called, by several calls of procedures.
    CallInParts {
        /// The function.
        name: String,
    },
    /// It returned.
    ReturnInParts {
        /// The function.
        name: String,
        /// Its result.
        result: Option<Value>,
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
    Violation {
        /// The property.
        property: PropertyId,
        /// The function of the library that was at work.
        library: Option<String>,
    },
    /// Iterations of a loop that do the same as the one before. The variables that are others after them
    /// come next.
    Repeat {
        /// How many.
        iterations: u64,
    },
    /// The program ended itself.
    Stop {
        /// Exit status where there is one.
        status: Option<Value>,
    },
}

/// What a trace is to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// What happens in the program as it was written.
    OfProgram,
    /// Also what happens in models of the library, and in what the front end made up.
    Everything,
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
pub fn build_trace(program: &Program, terms: &Terms, replay: &Replay, detail: Detail) -> Trace {
    let mut steps = Vec::new();
    let mut inputs = ListInputs::new(replay.inputs().iter().cloned());
    let mut builder = TraceBuilder::new(program, terms, detail, |step| steps.push(step));
    Interpreter::new(program, terms).run(&mut inputs, &mut builder, &RunLimits::default());
    builder.finish();
    Trace { steps }
}

impl Trace {
    /// Number of inputs that the steps show.
    pub fn inputs(&self) -> usize {
        self.steps.iter().filter(|step| step.reads_input()).count()
    }

    /// What is violated in the end, for people, and where: in a function of the library, at its call.
    pub fn violated(&self, program: &Program) -> Option<(String, Span)> {
        let last = self.steps.last()?;
        let TraceKind::Violation { property, library } = &last.kind else {
            return None;
        };
        let text = violation_text(program, *property, library.as_deref());
        let span = match library {
            Some(_) => last.span,
            None => program.properties[*property].span,
        };
        Some((text, span))
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

/// What was violated. The words of a model are of no use to those who did not write it.
pub(crate) fn violation_text(
    program: &Program,
    property: PropertyId,
    library: Option<&str>,
) -> String {
    let text = &program.properties[property].description;
    match library {
        Some(function) => {
            let what = match program.properties[property].kind {
                PropertyKind::Check(Check::Uninitialised) => "read of what has no value",
                _ => text.split(" in ").next().unwrap_or(text),
            };
            format!("{what} in {function}()")
        }
        None => text.clone(),
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
