//! A trace as lines of text.
//!
//! ```text
//! a.c:9   main(): x = 3   <- __VERIFIER_nondet_int()
//! a.c:10  main(): call twice(n = 3)
//! a.c:4     twice(): m = 6
//! a.c:5     twice(): return 6
//! a.c:11  main(): violated: assertion y != 6
//! ```

use ferric3_ivl::{InputId, InputSource, Program, PropertyKind, Reading, VarId};
use ferric3_term::Value;

use crate::builder::is_prologue;
use crate::value::display_strings;
use crate::{GivenInput, Trace, TraceKind, TraceStep, display_value};

/// How long a trace may get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextOptions {
    /// Steps to show at the start and at the end of a long trace; `None`: all of them.
    pub keep: Option<(usize, usize)>,
    /// Show that variables start as 0, too? In C, all globals do that have no initialiser.
    pub zeros: bool,
}

/// One line of a trace, in two columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceLine {
    /// A step.
    Step {
        /// `file:line`.
        place: String,
        /// Indented text.
        text: String,
    },
    /// So many steps, and so many inputs among them, are left out here.
    Elided {
        /// Steps.
        steps: usize,
        /// Inputs.
        inputs: usize,
    },
}

/// The lines of a trace.
pub fn trace_lines(program: &Program, trace: &Trace, options: TextOptions) -> Vec<TraceLine> {
    let steps = trace
        .steps
        .iter()
        .filter(|step| options.zeros || !starts_as_zero(program, step));
    let shown = foldable(steps);
    let line = |shown: &Shown<'_>| {
        let mut line = trace_line(program, shown.step);
        if let (Some(result), TraceLine::Step { text, .. }) = (shown.result, &mut line)
            && let TraceKind::Call { proc, .. } = shown.step.kind
        {
            let result = display_result(program, proc, result);
            text.push_str(&format!(", returns {result}"));
        }
        line
    };
    match options.keep {
        Some((first, last)) if shown.len() > first + last + 1 => {
            let end = shown.len() - last;
            let hidden = &shown[first..end];
            let inputs = hidden
                .iter()
                .filter(|shown| shown.step.reads_input())
                .count();
            let elided = TraceLine::Elided {
                steps: hidden.len(),
                inputs,
            };
            let (head, tail) = (
                shown[..first].iter().map(line),
                shown[end..].iter().map(line),
            );
            head.chain([elided]).chain(tail).collect()
        }
        _ => shown.iter().map(line).collect(),
    }
}

/// A step, or a call together with the return that follows at once.
struct Shown<'a> {
    step: &'a TraceStep,
    result: Option<&'a Value>,
}

fn starts_as_zero(program: &Program, step: &TraceStep) -> bool {
    let is_zero = match &step.kind {
        TraceKind::Assign {
            value, input: None, ..
        } => *value == Value::zero(value.sort()),
        _ => false,
    };
    is_zero && is_prologue(program, step.proc)
}

/// What gets a line: not the return of a procedure without a result, and not the return of a
/// procedure in which nothing happened.
fn foldable<'a>(steps: impl Iterator<Item = &'a TraceStep>) -> Vec<Shown<'a>> {
    let mut shown: Vec<Shown<'a>> = Vec::new();
    let mut previous_is_call = false;
    for step in steps {
        if let TraceKind::Return { result, .. } = &step.kind {
            match (result, shown.last_mut()) {
                (Some(result), Some(call)) if previous_is_call => call.result = Some(result),
                (Some(_), _) => shown.push(Shown { step, result: None }),
                (None, _) => {}
            }
        } else {
            shown.push(Shown { step, result: None });
        }
        previous_is_call = matches!(step.kind, TraceKind::Call { .. });
    }
    shown
}

/// The line of one step.
pub fn trace_line(program: &Program, step: &TraceStep) -> TraceLine {
    let place = format!(
        "{}:{}",
        program.sources.files[step.span.file].name, step.span.line
    );
    let what = describe(program, &step.kind);
    let text = if is_prologue(program, step.proc) {
        format!("initially: {what}")
    } else {
        let function = &program.procs[step.proc].name;
        format!("{}{function}(): {what}", "  ".repeat(step.depth.min(20)))
    };
    TraceLine::Step { place, text }
}

fn describe(program: &Program, kind: &TraceKind) -> String {
    match kind {
        TraceKind::Assign { var, value, input } => {
            let text = assignment(program, *var, value);
            match input {
                None => text,
                Some(given) if is_strings(program, given) => given_input(program, given),
                Some(given) if is_same(program, *var, value, given) => {
                    format!("{text}   <- {}", input_source(program, given.input))
                }
                Some(given) => format!("{text}   <- {}", given_input(program, given)),
            }
        }
        TraceKind::Input(given) => given_input(program, given),
        TraceKind::Call { proc, args } => {
            let callee = &program.procs[*proc];
            let args: Vec<String> = callee
                .params
                .iter()
                .zip(args)
                .map(|(&var, value)| assignment(program, var, value))
                .collect();
            format!("call {}({})", callee.name, args.join(", "))
        }
        TraceKind::Return { proc, result } => match result {
            Some(result) => format!("return {}", display_result(program, *proc, result)),
            None => "return".to_owned(),
        },
        TraceKind::AssumptionFailed => "the assumption does not hold".to_owned(),
        TraceKind::Violation(property) => {
            let property = &program.properties[*property];
            let verb = match property.kind {
                PropertyKind::Unsupported => "unsupported",
                _ => "violated",
            };
            format!("{verb}: {}", property.description)
        }
        TraceKind::Stop {
            status: Some(status),
        } => {
            format!(
                "the program ends itself with status {}",
                display_value(status, Reading::Signed, "int")
            )
        }
        TraceKind::Stop { status: None } => "the program ends itself".to_owned(),
    }
}

fn assignment(program: &Program, var: VarId, value: &Value) -> String {
    let var = &program.vars[var];
    format!(
        "{} = {}",
        var.name,
        display_value(value, var.reading, &var.type_name)
    )
}

/// Is it the same number, whatever the widths?
fn is_same(program: &Program, var: VarId, value: &Value, given: &GivenInput) -> bool {
    let value = display_value(value, program.vars[var].reading, "");
    value == display_value(&given.value, program.inputs[given.input].reading, "")
}

fn given_input(program: &Program, given: &GivenInput) -> String {
    let reading = program.inputs[given.input].reading;
    if let (InputSource::Strings { name, bits }, Value::Array(array)) =
        (&program.inputs[given.input].source, &given.value)
    {
        return display_strings(name, array, *bits);
    }
    if let (InputSource::Order(orders), Value::BitVec(number)) =
        (&program.inputs[given.input].source, &given.value)
    {
        let number = number.to_u64().unwrap_or(u64::MAX) as usize;
        if let Some(order) = orders.get(number).or(orders.last()) {
            return format!("order of evaluation: {order}");
        }
    }
    let value = display_value(&given.value, reading, "");
    format!("{} = {value}", input_source(program, given.input))
}

/// Are the given bytes those of strings?
fn is_strings(program: &Program, given: &GivenInput) -> bool {
    let source = &program.inputs[given.input].source;
    matches!(source, InputSource::Strings { .. })
}

fn display_result(program: &Program, proc: ferric3_ivl::ProcId, value: &Value) -> String {
    match program.procs[proc].result {
        Some(var) => {
            let var = &program.vars[var];
            display_value(value, var.reading, &var.type_name)
        }
        None => display_value(value, Reading::Signed, ""),
    }
}

/// Where an input comes from: `__VERIFIER_nondet_int()`, `uninitialised x`.
pub fn input_source(program: &Program, input: InputId) -> String {
    match &program.inputs[input].source {
        InputSource::Nondet(name) => format!("{name}()"),
        InputSource::Extern(name) => format!("{name}(), which has no body"),
        InputSource::Uninitialised(name) => format!("uninitialised {name}"),
        InputSource::Approximated(name) => format!("{name}(), which is approximated"),
        InputSource::Parameter(name) => format!("parameter {name} of the entry function"),
        InputSource::Strings { name, .. } => format!("strings of {name}"),
        InputSource::Doubtful(what) => what.clone(),
        InputSource::Failure(name) => format!("failure of {name}()"),
        InputSource::Order(orders) => format!("order of evaluation ({})", orders.join(" | ")),
    }
}
