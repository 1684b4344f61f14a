//! From what the interpreter reports to the steps of a trace.
//!
//! An input that goes through temporaries (`x = (char)nondet()`) is shown with the variable that
//! gets it in the end. An uninitialised value is shown where it is read for the first time. Of an
//! array, only the elements that are written are shown; of the C functions that stand for library
//! functions, only what they do to the program's own variables.

use ferric3_ivl::{
    FileId, InputSource, Observer, ProcId, Program, Span, Step, StepKind, Stmt, StmtKind,
    TerminatorKind, VarId, VarRole,
};
use ferric3_term::{TermId, Terms, Value};

use crate::cursor::{Cursor, Point};
use crate::elements::Elements;
use crate::state::{Look, State, Written};
use crate::uninitialised::Uninitialised;
use crate::{GivenInput, TraceKind, TraceStep};

/// Is the procedure one that the front end has made up, and not a function of the source? Their
/// names are no identifiers: `<start>`.
pub(crate) fn is_prologue(program: &Program, proc: ProcId) -> bool {
    program.procs[proc].name.starts_with('<')
}

/// Is it a file of the models of library functions?
fn is_library(program: &Program, file: FileId) -> bool {
    let file = program.sources.files.get(file);
    file.is_some_and(|file| file.name.starts_with("<library>/"))
}

/// Watches a run and hands each [`TraceStep`] to `sink` as soon as it is known.
#[derive(Debug)]
pub struct TraceBuilder<'a, S> {
    program: &'a Program,
    sink: S,
    cursor: Cursor<'a>,
    state: State<'a>,
    uninitialised: Uninitialised,
    /// Inputs that only temporaries hold so far.
    pending: Vec<Pending>,
    /// A procedure that front ends make up to initialise variables and call the first function.
    prologue: Option<ProcId>,
    /// Where the active calls stand, outermost first.
    calls: Vec<(Span, ProcId)>,
}

/// An input on its way through temporaries.
#[derive(Debug)]
struct Pending {
    given: GivenInput,
    span: Span,
    proc: ProcId,
    depth: usize,
    carriers: Vec<VarId>,
}

impl<'a, S: FnMut(TraceStep)> TraceBuilder<'a, S> {
    /// A builder for one run of `program`.
    pub fn new(program: &'a Program, terms: &'a Terms, sink: S) -> TraceBuilder<'a, S> {
        TraceBuilder {
            program,
            sink,
            cursor: Cursor::new(program),
            state: State::new(program, terms),
            uninitialised: Uninitialised::default(),
            pending: Vec::new(),
            prologue: program.entry.filter(|&proc| is_prologue(program, proc)),
            calls: Vec::new(),
        }
    }

    /// Hands out what is still on its way. Call it at the end of the run.
    pub fn finish(&mut self) {
        for pending in std::mem::take(&mut self.pending) {
            self.give(pending);
        }
    }

    fn give(&mut self, pending: Pending) {
        let Pending {
            given,
            span,
            proc,
            depth,
            ..
        } = pending;
        self.emit(TraceStep {
            kind: TraceKind::Input(given),
            span,
            proc,
            depth,
        });
    }

    fn is_temp(&self, var: VarId) -> bool {
        self.program.vars[var].role == VarRole::Temp
    }

    fn is_bool(&self, var: VarId) -> bool {
        self.program.vars[var].type_name == "_Bool"
    }

    /// Is the statement one that makes a truth value of what the variable was just given?
    fn normalises(&self, point: Option<Point<'a>>, var: VarId) -> bool {
        let Some(Point::Stmt(Stmt {
            kind: StmtKind::Assign { var: target, value },
            ..
        })) = point
        else {
            return false;
        };
        *target == var && self.is_bool(var) && self.state.variables_of(*value).all(|v| v == var)
    }

    fn assign(&mut self, step: &Step, point: Option<Point<'a>>, var: VarId, value: Value) {
        if self.uninitialised.contains(var) && self.normalises(point, var) {
            return self.state.set(var, value);
        }
        let term = match point {
            Some(Point::Stmt(Stmt {
                kind: StmtKind::Assign { value, .. },
                ..
            })) => Some(*value),
            _ => None,
        };
        let written = term.map_or(Written::All, |term| self.state.written(var, term));
        let sources: Vec<VarId> = match term {
            Some(term) if !self.pending.is_empty() => {
                let looks = self.state.looks(term);
                looks.iter().map(|look| look.var).collect()
            }
            _ => Vec::new(),
        };
        self.uninitialised.write(var, &written);
        let elements = Elements::of_write(&written, self.state.value(var), &value);
        self.state.set(var, value.clone());
        let flows = |pending: &Pending| pending.carriers.iter().any(|c| sources.contains(c));
        if self.is_temp(var) {
            for pending in self.pending.iter_mut().filter(|pending| flows(pending)) {
                pending.carriers.push(var);
            }
            return;
        }
        if written == Written::Nothing {
            return;
        }
        let (mut used, other): (Vec<_>, Vec<_>) = std::mem::take(&mut self.pending)
            .into_iter()
            .partition(|pending| flows(pending));
        let input = used.pop().map(|pending| pending.given);
        for pending in other.into_iter().chain(used) {
            self.give(pending);
        }
        let kind = match elements {
            Some(elements) => TraceKind::Elements {
                var,
                elements,
                input,
            },
            None => TraceKind::Assign { var, value, input },
        };
        self.show(step, kind);
    }

    fn read(&mut self, step: &Step, var: VarId, given: GivenInput) {
        self.state.set(var, given.value.clone());
        let source = &self.program.inputs[given.input].source;
        if matches!(source, InputSource::Uninitialised(_)) {
            return self.uninitialised.begin(var, given.input);
        }
        self.uninitialised.write(var, &Written::All);
        let next = self.cursor.point();
        if self.is_temp(var) || self.normalises(next, var) {
            let Step {
                span, proc, depth, ..
            } = *step;
            self.pending.push(Pending {
                given,
                span,
                proc,
                depth,
                carriers: vec![var],
            });
        } else {
            self.finish();
            let value = given.value.clone();
            self.show(
                step,
                TraceKind::Assign {
                    var,
                    value,
                    input: Some(given),
                },
            );
        }
    }

    /// Shows the uninitialised values that a step is the first to read.
    fn show_uninitialised(&mut self, step: &Step, point: Option<Point<'a>>) {
        if self.uninitialised.is_empty() {
            return;
        }
        if let StepKind::Return {
            proc, var: Some(_), ..
        } = step.kind
            && let Some(var) = self.program.procs[proc].result
        {
            self.show_first_read(step, &Look { var, index: None });
        }
        if let StepKind::Assign { var, .. } = step.kind
            && self.uninitialised.contains(var)
            && self.normalises(point, var)
        {
            return;
        }
        // An assignment that changes nothing keeps the old value, but nobody reads it.
        let kept = match (&step.kind, point) {
            (&StepKind::Assign { var, .. }, Some(Point::Stmt(stmt))) => match stmt.kind {
                StmtKind::Assign { value, .. } if self.uninitialised.contains(var) => {
                    (self.state.written(var, value) == Written::Nothing).then_some(var)
                }
                _ => None,
            },
            _ => None,
        };
        for term in point.map(terms_read).unwrap_or_default() {
            let mut variables = self.state.variables_of(term);
            if !variables.any(|var| self.uninitialised.contains(var)) {
                continue;
            }
            drop(variables);
            for look in self.state.looks(term) {
                let is_array = matches!(self.state.value(look.var), Value::Array(_));
                // Who looks at all of an array copies it, or changes some elements.
                if kept != Some(look.var) && (look.index.is_some() || !is_array) {
                    self.show_first_read(step, &look);
                }
            }
        }
    }

    fn show_first_read(&mut self, step: &Step, look: &Look) {
        let Some(input) = self.uninitialised.read(look) else {
            return;
        };
        let (var, value) = (look.var, self.state.value(look.var).clone());
        let given = GivenInput {
            input,
            value: value.clone(),
        };
        let kind = match (&look.index, &value) {
            (Some(index), Value::Array(array)) => TraceKind::Elements {
                var,
                elements: Elements::one(index.clone(), array.select(index).clone()),
                input: Some(given),
            },
            _ if self.is_temp(var) => TraceKind::Input(given),
            _ => TraceKind::Assign {
                var,
                value,
                input: Some(given),
            },
        };
        self.show(step, kind);
    }

    /// The caller's variable gets the result of a call.
    fn take_result(&mut self, step: &Step, var: Option<VarId>, result: Option<Value>) {
        let caller = self.calls.pop();
        let (Some(var), Some(value)) = (var, result) else {
            return;
        };
        self.uninitialised.write(var, &Written::All);
        self.state.set(var, value.clone());
        if let Some((span, proc)) = caller
            && !self.is_temp(var)
        {
            let kind = TraceKind::Assign {
                var,
                value,
                input: None,
            };
            self.emit(TraceStep {
                kind,
                span,
                proc,
                depth: step.depth - 1,
            });
        }
    }

    fn show(&mut self, step: &Step, kind: TraceKind) {
        self.emit(TraceStep {
            kind,
            span: step.span,
            proc: step.proc,
            depth: step.depth,
        });
    }

    /// Hands out a step. Of the prologue, calls and returns are of no interest, and the function
    /// that it calls counts as the outermost one. What models of the library do to their own
    /// variables is of no interest either, but their inputs are inputs.
    fn emit(&mut self, mut step: TraceStep) {
        if self.prologue.is_some() {
            step.depth = step.depth.saturating_sub(1);
        }
        let in_library =
            |proc: ProcId| is_library(self.program, self.program.procs[proc].span.file);
        let is_dull = match &step.kind {
            TraceKind::Call { args, .. } => {
                (self.prologue == Some(step.proc) && args.is_empty()) || in_library(step.proc)
            }
            TraceKind::Return { .. } => {
                let caller = self.calls.last().map(|&(_, proc)| proc);
                self.prologue == Some(step.proc) || caller.is_some_and(in_library)
            }
            TraceKind::Assign { var, .. } | TraceKind::Elements { var, .. } => {
                let var = &self.program.vars[*var];
                // What is in a string literal, its name says. What has no type is made up.
                let is_known = var.name.starts_with('"') || var.type_name.is_empty();
                is_known || is_library(self.program, var.span.file)
            }
            _ => false,
        };
        match step.kind {
            TraceKind::Assign {
                input: Some(given), ..
            }
            | TraceKind::Elements {
                input: Some(given), ..
            } if is_dull => {
                step.kind = TraceKind::Input(given);
                (self.sink)(step);
            }
            _ if is_dull => {}
            _ => (self.sink)(step),
        }
    }
}

/// The terms that are evaluated at a point.
fn terms_read(point: Point<'_>) -> Vec<TermId> {
    match point {
        Point::Stmt(stmt) => match &stmt.kind {
            StmtKind::Assign { value, .. } => vec![*value],
            StmtKind::Assume(condition) | StmtKind::Assert { condition, .. } => vec![*condition],
            StmtKind::Call { args, .. } => args.clone(),
            StmtKind::Havoc { .. } | StmtKind::Decision { .. } => Vec::new(),
        },
        Point::End(end) => match end.kind {
            TerminatorKind::Branch { condition, .. } => vec![condition],
            TerminatorKind::Stop { status } => status.into_iter().collect(),
            TerminatorKind::Goto(_) | TerminatorKind::Return => Vec::new(),
        },
    }
}

impl<S: FnMut(TraceStep)> Observer for TraceBuilder<'_, S> {
    fn step(&mut self, mut step: Step) {
        let point = self.cursor.point();
        self.cursor.advance(&step.kind);
        self.show_uninitialised(&step, point);
        let taken = StepKind::Branch {
            taken: true,
            point: None,
        };
        match std::mem::replace(&mut step.kind, taken) {
            StepKind::Assign { var, value } => self.assign(&step, point, var, value),
            StepKind::Input { var, input, value } => {
                self.read(&step, var, GivenInput { input, value });
            }
            StepKind::Call { proc, args } => {
                self.finish();
                self.uninitialised.call(self.program, proc);
                self.state.call(proc, &args);
                let kind = TraceKind::Call { proc, args };
                self.show(&step, kind);
                self.calls.push((step.span, step.proc));
            }
            StepKind::Return { proc, var, result } => {
                self.finish();
                self.show(
                    &step,
                    TraceKind::Return {
                        proc,
                        result: result.clone(),
                    },
                );
                self.uninitialised.leave(self.program, proc);
                self.state.leave(proc);
                self.take_result(&step, var, result);
            }
            StepKind::Assert {
                property,
                holds: false,
            } => {
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
