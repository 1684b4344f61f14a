//! From what the interpreter reports to the steps of a trace.
//!
//! An input that goes through temporaries (`x = (char)nondet()`) is shown with the variable that
//! gets it in the end. An uninitialised value is shown where it is read for the first time. Of an
//! array, only the elements that are written are shown; of the C functions that stand for library
//! functions, only what they do to the program's own variables.

use ferric3_ivl::{
    InputSource, Observer, ProcId, Program, Step, StepKind, Stmt, StmtKind, VarId, VarRole,
};
use ferric3_term::{TermId, Terms, Value};

use crate::cursor::{Cursor, Point};
use crate::elements::Elements;
use crate::insides::{Insides, Shown};
use crate::pending::{Pending, StepPlace, Underway};
use crate::state::{Look, State, Written};
use crate::trace::Detail;
use crate::uninitialised::Uninitialised;
use crate::{GivenInput, TraceKind, TraceStep};

/// Is the procedure one that the front end has made up, and not a function of the source? Their
/// names are no identifiers: `<start>`.
pub(crate) fn is_prologue(program: &Program, proc: ProcId) -> bool {
    program.procs[proc].name.starts_with('<')
}

/// Watches a run and hands each [`TraceStep`] to `sink` as soon as it is known.
#[derive(Debug)]
pub struct TraceBuilder<'a, S> {
    program: &'a Program,
    sink: S,
    cursor: Cursor<'a>,
    state: State<'a>,
    uninitialised: Uninitialised,
    /// Inputs that only hidden variables hold so far.
    underway: Underway,
    /// A procedure that front ends make up to initialise variables and call the first function.
    prologue: Option<ProcId>,
    insides: Insides<'a>,
}

impl<'a, S: FnMut(TraceStep)> TraceBuilder<'a, S> {
    /// A builder for one run of `program`.
    pub fn new(
        program: &'a Program,
        terms: &'a Terms,
        detail: Detail,
        sink: S,
    ) -> TraceBuilder<'a, S> {
        TraceBuilder {
            program,
            sink,
            cursor: Cursor::new(program),
            state: State::new(program, terms),
            uninitialised: Uninitialised::default(),
            underway: Underway::default(),
            prologue: program.entry.filter(|&proc| is_prologue(program, proc)),
            insides: Insides::new(program, detail == Detail::OfProgram),
        }
    }

    /// Hands out what is still on its way. Call it at the end of the run.
    pub fn finish(&mut self) {
        for pending in self.underway.take_all() {
            self.give(pending);
        }
    }

    fn give(&mut self, pending: Pending) {
        self.emit(pending.place, TraceKind::Input(pending.given));
    }

    /// Is it a variable that people do not see?
    fn is_unseen(&self, var: VarId) -> bool {
        self.program.vars[var].role == VarRole::Temp || self.insides.is_of_model(var)
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
        let sources = term.map_or_else(Vec::new, |term| self.sources(term));
        self.uninitialised.write(var, &written);
        let elements = Elements::of_write(&written, self.state.value(var), &value);
        self.state.set(var, value.clone());
        if self.is_unseen(var) {
            let replaced = written == Written::All;
            return self.underway.carry(&sources, var, replaced);
        }
        if written == Written::Nothing {
            return;
        }
        let input = self.arrive(step.proc, &sources);
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

    /// What a term is made from, if anybody wants to know.
    fn sources(&self, term: TermId) -> Vec<VarId> {
        if self.underway.is_empty() {
            return Vec::new();
        }
        let looks = self.state.looks(term);
        looks.iter().map(|look| look.var).collect()
    }

    /// A variable that people see gets a value that is made from these: the input in it. In the
    /// program, inputs that go elsewhere are shown first; in a model, they may still arrive.
    fn arrive(&mut self, proc: ProcId, sources: &[VarId]) -> Option<GivenInput> {
        let Some((before, last)) = self.underway.take(sources) else {
            if !self.insides.is_hidden(proc) {
                self.finish();
            }
            return None;
        };
        for pending in before {
            self.give(pending);
        }
        Some(last.given)
    }

    fn read(&mut self, step: &Step, var: VarId, given: GivenInput) {
        self.state.set(var, given.value.clone());
        let source = &self.program.inputs[given.input].source;
        if matches!(source, InputSource::Uninitialised(_)) {
            return self.uninitialised.begin(var, given.input);
        }
        self.uninitialised.write(var, &Written::All);
        let next = self.cursor.point();
        if self.is_unseen(var) || self.normalises(next, var) {
            let place = self.insides.place(place_of(step));
            if let Some(oldest) = self.underway.add(given, place, var) {
                self.give(oldest);
            }
            return;
        }
        self.finish();
        let value = given.value.clone();
        let input = Some(given);
        self.show(step, TraceKind::Assign { var, value, input });
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
        for term in point.map(Point::terms).unwrap_or_default() {
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
            _ if self.is_unseen(var) => TraceKind::Input(given),
            _ => TraceKind::Assign {
                var,
                value,
                input: Some(given),
            },
        };
        self.show(step, kind);
    }

    fn call(&mut self, step: &Step, point: Option<Point<'a>>, proc: ProcId, mut args: Vec<Value>) {
        if self.insides.is_within(step.proc, proc) {
            let terms = point.map(Point::terms).unwrap_or_default();
            let params = self.program.procs[proc].params.iter();
            for (&param, term) in params.zip(terms) {
                let sources = self.sources(term);
                self.underway.carry(&sources, param, true);
            }
        } else {
            self.finish();
        }
        let area = self.insides.variable_arguments(proc, &args);
        let more = area.map(|area| self.state.variable_arguments(area));
        self.uninitialised.call(self.program, proc);
        self.state.call(proc, &args);
        let place = place_of(step);
        let kind = match self.insides.call(place, proc) {
            Shown::Not => return,
            Shown::As(name) => TraceKind::CallInParts { name },
            Shown::Plainly => {
                if more.is_some() {
                    args.pop();
                }
                let more = more.unwrap_or_default();
                TraceKind::Call { proc, args, more }
            }
        };
        self.emit(self.insides.place(place), kind);
    }

    /// A call ends, and the caller's variable gets its result.
    fn leave(&mut self, step: &Step, proc: ProcId, var: Option<VarId>, result: Option<Value>) {
        if !self.insides.is_hidden(proc) {
            self.finish();
        }
        let (inner, back) = (place_of(step), self.insides.leave());
        let caller = back.as_ref().map(|&(caller, _)| caller);
        if let Some((caller, shown)) = back {
            // The place in a model is of no interest, but that it is the callee that returns.
            let span = match self.insides.is_hidden(proc) {
                true => caller.span,
                false => inner.span,
            };
            let result = result.clone();
            match shown {
                Shown::Plainly => {
                    self.emit(
                        StepPlace { span, ..inner },
                        TraceKind::Return { proc, result },
                    );
                }
                Shown::As(name) => {
                    self.emit(caller, TraceKind::ReturnInParts { name, result });
                }
                Shown::Not => {}
            }
        } else {
            self.emit(
                inner,
                TraceKind::Return {
                    proc,
                    result: result.clone(),
                },
            );
        }
        self.uninitialised.leave(self.program, proc);
        self.state.leave(proc);
        let (Some(var), Some(value)) = (var, result) else {
            return;
        };
        self.uninitialised.write(var, &Written::All);
        self.state.set(var, value.clone());
        let sources: Vec<VarId> = self.program.procs[proc].result.into_iter().collect();
        if self.is_unseen(var) {
            return self.underway.carry(&sources, var, true);
        }
        if let Some(caller) = caller {
            let input = self.arrive(caller.proc, &sources);
            let kind = TraceKind::Assign { var, value, input };
            self.emit(self.insides.place(caller), kind);
        }
    }

    /// Many iterations at once: the program goes on where it was.
    fn leap(&mut self, step: &Step, iterations: u64, changed: Vec<(VarId, Value)>) {
        self.finish();
        self.show(step, TraceKind::Repeat { iterations });
        for (var, value) in changed {
            self.uninitialised.write(var, &Written::All);
            self.state.set(var, value.clone());
            if !self.is_unseen(var) {
                let input = None;
                self.show(step, TraceKind::Assign { var, value, input });
            }
        }
    }

    fn show(&mut self, step: &Step, kind: TraceKind) {
        self.emit(self.insides.place(place_of(step)), kind);
    }

    /// Hands out a step. Of the prologue, calls and returns are of no interest, and the function
    /// that it calls counts as the outermost one. What tells people nothing is left out, but inputs
    /// are inputs.
    fn emit(&mut self, place: StepPlace, kind: TraceKind) {
        let StepPlace {
            span,
            proc,
            depth,
            by_library,
        } = place;
        let depth = depth.saturating_sub(usize::from(self.prologue.is_some()));
        let is_dull = match &kind {
            TraceKind::Call { args, .. } => self.prologue == Some(proc) && args.is_empty(),
            TraceKind::Return { .. } => self.prologue == Some(proc),
            TraceKind::Assign { var, value, .. } => self.insides.is_dull(*var, Some(value)),
            TraceKind::Elements { var, .. } => self.insides.is_dull(*var, None),
            _ => false,
        };
        let kind = match kind {
            TraceKind::Assign {
                input: Some(given), ..
            }
            | TraceKind::Elements {
                input: Some(given), ..
            } if is_dull => TraceKind::Input(given),
            _ if is_dull => return,
            kind => kind,
        };
        (self.sink)(TraceStep {
            kind,
            span,
            proc,
            depth,
            by_library,
        });
    }
}

fn place_of(step: &Step) -> StepPlace {
    let Step {
        span, proc, depth, ..
    } = *step;
    StepPlace {
        span,
        proc,
        depth,
        by_library: false,
    }
}

impl<S: FnMut(TraceStep)> Observer for TraceBuilder<'_, S> {
    fn may_leap(&self) -> bool {
        true
    }

    fn step(&mut self, mut step: Step) {
        if let StepKind::Leap {
            iterations,
            changed,
        } = &mut step.kind
        {
            let (iterations, changed) = (*iterations, std::mem::take(changed));
            return self.leap(&step, iterations, changed);
        }
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
            StepKind::Call { proc, args } => self.call(&step, point, proc, args),
            StepKind::Return { proc, var, result } => self.leave(&step, proc, var, result),
            StepKind::Assert {
                property,
                holds: false,
            } => {
                self.finish();
                let library = self.insides.function(step.proc);
                self.show(&step, TraceKind::Violation { property, library });
            }
            StepKind::Assume { holds: false } => {
                self.finish();
                self.show(&step, TraceKind::AssumptionFailed);
            }
            StepKind::Stop { status } => {
                self.finish();
                self.show(&step, TraceKind::Stop { status });
            }
            StepKind::Branch { .. } if !self.insides.is_hidden(step.proc) => self.finish(),
            _ => {}
        }
    }
}
