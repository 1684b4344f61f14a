//! What is no part of the program that people wrote: the C functions that stand for functions of the
//! library, records of variable arguments, padding. A trace shows what they do to the program, at the
//! call that did it.

use ferric3_ivl::{FileId, NamedObject, ProcId, Program, Reading, Span, VarId};
use ferric3_term::Value;

use crate::pending::StepPlace;

/// What models call one another by.
const PART: &str = "__library_";

/// The record of variable arguments.
pub(crate) const ARGUMENTS: &str = "<arguments>";

/// The parts that give the result of a call in parts.
const LAST_PARTS: [&str; 2] = ["__library_end", "__library_scan_result"];

/// The active calls, and who can be seen.
#[derive(Debug)]
pub(crate) struct Insides<'a> {
    program: &'a Program,
    /// Hide anything at all?
    hiding: bool,
    /// By procedure: is it a model of the library?
    models: Vec<bool>,
    /// The active calls, outermost first.
    calls: Vec<Call>,
    /// The call in parts that is under way.
    in_parts: Option<Span>,
}

/// An active call.
#[derive(Clone, Copy, Debug)]
struct Call {
    caller: StepPlace,
    callee: ProcId,
}

/// How a call is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// As it is.
    Plainly,
    /// As the call of this function, which begins with it.
    As(String),
    /// Not at all.
    Not,
}

impl<'a> Insides<'a> {
    /// At the start of a run.
    pub(crate) fn new(program: &'a Program, hiding: bool) -> Insides<'a> {
        let procs = program.procs.iter();
        let models = procs.map(|proc| is_library(program, proc.span.file));
        Insides {
            program,
            hiding,
            models: models.collect(),
            calls: Vec::new(),
            in_parts: None,
        }
    }

    /// Is the procedure a model that nobody is to see the insides of?
    pub(crate) fn is_hidden(&self, proc: ProcId) -> bool {
        self.hiding && self.models[proc.index()]
    }

    /// Is it a variable of a model? The program knows `errno`, too.
    pub(crate) fn is_of_model(&self, var: VarId) -> bool {
        let var = &self.program.vars[var];
        // What it allocates for the program is the program's, too.
        let is_given = var.name == "errno" || var.name.starts_with("heap");
        self.hiding && is_library(self.program, var.span.file) && !is_given
    }

    /// Where something is shown: what models do, at the call in the program.
    pub(crate) fn place(&self, at: StepPlace) -> StepPlace {
        if !self.is_hidden(at.proc) {
            return at;
        }
        let caller = self.entered().map(|call| call.caller);
        StepPlace {
            by_library: true,
            ..caller.unwrap_or(at)
        }
    }

    /// The call of the library that is under way.
    fn entered(&self) -> Option<&Call> {
        let mut calls = self.calls.iter().rev();
        calls.find(|call| !self.is_hidden(call.caller.proc))
    }

    /// The function of the library that is at work.
    pub(crate) fn function(&self, at: ProcId) -> Option<String> {
        if !self.is_hidden(at) {
            return None;
        }
        let call = self.entered()?;
        let whole = self.program.calls_in_parts.get(&call.caller.span);
        let name = &self.program.procs[call.callee].name;
        Some(whole.unwrap_or(name).clone())
    }

    /// Is it a call that nobody sees, or of which nobody sees more than that it begins?
    pub(crate) fn is_within(&self, caller: ProcId, callee: ProcId) -> bool {
        let name = &self.program.procs[callee].name;
        self.is_hidden(callee) && (self.is_hidden(caller) || is_part(name))
    }

    /// A call begins.
    pub(crate) fn call(&mut self, caller: StepPlace, callee: ProcId) -> Shown {
        self.calls.push(Call { caller, callee });
        if self.is_hidden(caller.proc) && self.is_hidden(callee) {
            return Shown::Not;
        }
        let name = &self.program.procs[callee].name;
        if !self.is_hidden(callee) || !is_part(name) {
            return Shown::Plainly;
        }
        let whole = self.program.calls_in_parts.get(&caller.span);
        match whole {
            Some(whole) if self.in_parts != Some(caller.span) => {
                self.in_parts = Some(caller.span);
                Shown::As(whole.clone())
            }
            _ => Shown::Not,
        }
    }

    /// A call has ended: who is back, and how the return is shown.
    pub(crate) fn leave(&mut self) -> Option<(StepPlace, Shown)> {
        let Call { caller, callee } = self.calls.pop()?;
        let (name, is_hidden) = (&self.program.procs[callee].name, self.is_hidden(callee));
        let shown = if is_hidden && self.is_hidden(caller.proc) {
            Shown::Not
        } else if !is_hidden || !is_part(name) {
            Shown::Plainly
        } else if LAST_PARTS.contains(&name.as_str()) && self.in_parts == Some(caller.span) {
            self.in_parts = None;
            let whole = self.program.calls_in_parts.get(&caller.span);
            whole.map_or(Shown::Not, |whole| Shown::As(whole.clone()))
        } else {
            Shown::Not
        };
        Some((caller, shown))
    }

    /// Does a write to a variable tell people nothing?
    pub(crate) fn is_dull(&self, var: VarId, value: Option<&Value>) -> bool {
        let decl = &self.program.vars[var];
        // What is in a string literal, its name says. What has no type is made up.
        if decl.name.starts_with('"') || decl.type_name.is_empty() {
            return true;
        }
        if !self.hiding {
            return false;
        }
        let points_to = value
            .filter(|_| decl.reading == Reading::Pointer)
            .and_then(|value| self.object_at(value));
        // A list of variable arguments moves on, or a stream has its own name.
        let is_known = points_to.is_some_and(|object| {
            object.name == ARGUMENTS || object.name.strip_prefix('*') == Some(&decl.name)
        });
        is_known
            || decl.name.starts_with(ARGUMENTS)
            || decl.name.contains("{padding")
            || self.is_of_model(var)
    }

    /// The variable arguments of a call: the variables that hold them.
    pub(crate) fn variable_arguments(
        &self,
        callee: ProcId,
        args: &[Value],
    ) -> Option<&'a NamedObject> {
        let (&last, value) = self.program.procs[callee].params.last().zip(args.last())?;
        if !self.hiding || self.program.vars[last].name != "..." {
            return None;
        }
        self.object_at(value)
            .filter(|object| object.name == ARGUMENTS)
    }

    /// The object that an address is in.
    fn object_at(&self, address: &Value) -> Option<&'a NamedObject> {
        let Value::BitVec(bits) = address else {
            return None;
        };
        let address = bits.to_u64()?;
        let mut objects = self.program.objects.iter();
        objects.find(|object| {
            let start = object.address;
            start.is_some_and(|start| start <= address && address - start <= object.size)
        })
    }
}

/// Is it a file of the models of library functions?
fn is_library(program: &Program, file: FileId) -> bool {
    let file = program.sources.files.get(file);
    file.is_some_and(|file| file.name.starts_with("<library>/"))
}

/// Is it something that no program calls by its name?
fn is_part(name: &str) -> bool {
    let is_table = name.starts_with("__ctype_") && name.ends_with("_loc");
    name.starts_with(PART) || name == "__errno_location" || is_table
}
