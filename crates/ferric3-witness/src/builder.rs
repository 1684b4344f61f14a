//! From what the interpreter reports to the steps of a trace.
//!
//! An input that goes through temporaries (`x = (char)nondet()`) is shown with the variable that
//! gets it in the end.

use std::collections::{BTreeMap, BTreeSet};

use ferric3_ivl::{
    InputId, Observer, ProcId, Program, Span, Step, StepKind, StmtKind, VarId, VarRole,
};
use ferric3_term::{SymbolId, Terms, Value};

use crate::live::unread_inputs;
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
    /// What can be assigned to a variable at a place: the symbols that it is made from.
    sources: BTreeMap<(Span, VarId), Vec<SymbolId>>,
    /// Uninitialised values that nobody reads.
    unread: BTreeSet<InputId>,
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
    carriers: Vec<SymbolId>,
}

impl<'a, S: FnMut(TraceStep)> TraceBuilder<'a, S> {
    /// A builder for one run of `program`.
    pub fn new(program: &'a Program, terms: &'a Terms, sink: S) -> TraceBuilder<'a, S> {
        let mut sources: BTreeMap<_, Vec<SymbolId>> = BTreeMap::new();
        let blocks = program.procs.iter().flat_map(|proc| proc.blocks.iter());
        for stmt in blocks.flat_map(|block| &block.stmts) {
            if let StmtKind::Assign { var, value } = stmt.kind {
                sources
                    .entry((stmt.span, var))
                    .or_default()
                    .extend(terms.symbols_of(value));
            }
        }
        let unread = unread_inputs(program, terms);
        let prologue = program.entry.filter(|&proc| is_prologue(program, proc));
        let (pending, calls) = (Vec::new(), Vec::new());
        TraceBuilder {
            program,
            sink,
            sources,
            unread,
            pending,
            prologue,
            calls,
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

    fn assign(&mut self, step: &Step, var: VarId, value: Value) {
        let symbols = self
            .sources
            .get(&(step.span, var))
            .map_or(&[][..], Vec::as_slice);
        let flows = |pending: &Pending| pending.carriers.iter().any(|c| symbols.contains(c));
        if self.is_temp(var) {
            let carrier = self.program.vars[var].symbol;
            for pending in self.pending.iter_mut().filter(|pending| flows(pending)) {
                pending.carriers.push(carrier);
            }
            return;
        }
        let (mut used, other): (Vec<_>, Vec<_>) = std::mem::take(&mut self.pending)
            .into_iter()
            .partition(|pending| flows(pending));
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
            let Step {
                span, proc, depth, ..
            } = *step;
            self.pending.push(Pending {
                given,
                span,
                proc,
                depth,
                carriers,
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

    /// The caller's variable gets the result of a call.
    fn take_result(&mut self, step: &Step, var: Option<VarId>, result: Option<Value>) {
        if let (Some((span, proc)), Some(var), Some(value)) = (self.calls.pop(), var, result)
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
    /// that it calls counts as the outermost one.
    fn emit(&mut self, mut step: TraceStep) {
        if self.prologue.is_some() {
            step.depth = step.depth.saturating_sub(1);
        }
        let is_dull = match &step.kind {
            TraceKind::Call { args, .. } => args.is_empty(),
            TraceKind::Return { .. } => true,
            _ => false,
        };
        if !(is_dull && self.prologue == Some(step.proc)) {
            (self.sink)(step);
        }
    }
}

impl<S: FnMut(TraceStep)> Observer for TraceBuilder<'_, S> {
    fn step(&mut self, mut step: Step) {
        let taken = StepKind::Branch {
            taken: true,
            point: None,
        };
        match std::mem::replace(&mut step.kind, taken) {
            StepKind::Assign { var, value } => self.assign(&step, var, value),
            StepKind::Input { var, input, value } => {
                self.read(&step, var, GivenInput { input, value });
            }
            StepKind::Call { proc, args } => {
                self.finish();
                self.calls.push((step.span, step.proc));
                self.show(&step, TraceKind::Call { proc, args });
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
