//! A run as steps of the program's own variables.
//!
//! The interpreter reports every statement. A trace keeps what a person wants to see: values given
//! to variables that stand in the source, inputs, calls and returns, and how the run ended. An
//! input that goes through temporaries (`x = (char)nondet()`) is shown with the variable that gets
//! it in the end.

use std::collections::{BTreeMap, BTreeSet};

use ferric3_engine::Replay;
use ferric3_ivl::{
    InputId, Interpreter, ListInputs, Observer, ProcId, Program, PropertyId, RunLimits, Span, Step,
    StepKind, StmtKind, VarId, VarRole,
};
use ferric3_term::{SymbolId, Terms, Value};

use crate::live::unread_inputs;

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
    /// Number of active calls; 0 in the entry procedure.
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

/// Watches a run and hands each [`TraceStep`] to `sink` as soon as it is known.
#[derive(Debug)]
pub struct TraceBuilder<'a, S> {
    program: &'a Program,
    sink: S,
    /// What can be assigned to a variable at a place: the symbols that it is made from.
    sources: BTreeMap<(Span, VarId), Vec<SymbolId>>,
    /// Uninitialised values that nobody reads.
    unread: BTreeSet<InputId>,
    /// Inputs that only temporaries hold so far.
    pending: Vec<Pending>,
}

/// An input on its way through temporaries.
#[derive(Debug)]
struct Pending {
    given: GivenInput,
    span: Span,
    proc: ProcId,
    depth: usize,
    carriers: Vec<SymbolId>,
}

impl<'a, S: FnMut(TraceStep)> TraceBuilder<'a, S> {
    /// A builder for one run of `program`.
    pub fn new(program: &'a Program, terms: &'a Terms, sink: S) -> TraceBuilder<'a, S> {
        let mut sources: BTreeMap<_, Vec<SymbolId>> = BTreeMap::new();
        let blocks = program.procs.iter().flat_map(|proc| proc.blocks.iter());
        for stmt in blocks.flat_map(|block| &block.stmts) {
            if let StmtKind::Assign { var, value } = stmt.kind {
                sources.entry((stmt.span, var)).or_default().extend(terms.symbols_of(value));
            }
        }
        let unread = unread_inputs(program, terms);
        TraceBuilder { program, sink, sources, unread, pending: Vec::new() }
    }

    /// Hands out what is still on its way. Call it at the end of the run.
    pub fn finish(&mut self) {
        for pending in std::mem::take(&mut self.pending) {
            self.give(pending);
        }
    }

    fn give(&mut self, pending: Pending) {
        let Pending { given, span, proc, depth, .. } = pending;
        (self.sink)(TraceStep { kind: TraceKind::Input(given), span, proc, depth });
    }

    fn is_temp(&self, var: VarId) -> bool {
        self.program.vars[var].role == VarRole::Temp
    }

    fn assign(&mut self, step: &Step, var: VarId, value: Value) {
        let symbols = self.sources.get(&(step.span, var)).map_or(&[][..], Vec::as_slice);
        let flows = |pending: &Pending| pending.carriers.iter().any(|c| symbols.contains(c));
        if self.is_temp(var) {
            let carrier = self.program.vars[var].symbol;
            for pending in self.pending.iter_mut().filter(|pending| flows(pending)) {
                pending.carriers.push(carrier);
            }
            return;
        }
        let (mut used, other): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.pending).into_iter().partition(|pending| flows(pending));
        let input = used.pop().map(|pending| pending.given);
        for pending in other.into_iter().chain(used) {
            self.give(pending);
        }
        self.show(step, TraceKind::Assign { var, value, input });
    }

    fn read(&mut self, step: &Step, var: VarId, given: GivenInput) {
        if self.unread.contains(&given.input) {
            return;
        }
        if self.is_temp(var) {
            let carriers = vec![self.program.vars[var].symbol];
            let Step { span, proc, depth, .. } = *step;
            self.pending.push(Pending { given, span, proc, depth, carriers });
        } else {
            self.finish();
            let value = given.value.clone();
            self.show(step, TraceKind::Assign { var, value, input: Some(given) });
        }
    }

    fn show(&mut self, step: &Step, kind: TraceKind) {
        (self.sink)(TraceStep { kind, span: step.span, proc: step.proc, depth: step.depth });
    }
}

impl<S: FnMut(TraceStep)> Observer for TraceBuilder<'_, S> {
    fn step(&mut self, mut step: Step) {
        let taken = StepKind::Branch { taken: true, point: None };
        match std::mem::replace(&mut step.kind, taken) {
            StepKind::Assign { var, value } => self.assign(&step, var, value),
            StepKind::Input { var, input, value } => {
                self.read(&step, var, GivenInput { input, value });
            }
            StepKind::Call { proc, args } => {
                self.finish();
                self.show(&step, TraceKind::Call { proc, args });
            }
            StepKind::Return { proc, result, .. } => {
                self.finish();
                self.show(&step, TraceKind::Return { proc, result });
            }
            StepKind::Assert { property, holds: false } => {
                self.finish();
                self.show(&step, TraceKind::Violation(property));
            }
            StepKind::Assume { holds: false } => {
                self.finish();
                self.show(&step, TraceKind::AssumptionFailed);
            }
            StepKind::Stop { status } => {
                self.finish();
                self.show(&step, TraceKind::Stop { status });
            }
            StepKind::Branch { .. } => self.finish(),
            _ => {}
        }
    }
}
