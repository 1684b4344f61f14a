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
use crate::condense::{Given, condense};
use crate::elements::Elements;
use crate::fold::{Shown, with_arrays, with_results};
use crate::names::Names;
use crate::trace::violation_text;
use crate::value::display_strings;
use crate::{GivenInput, Trace, TraceKind, TraceStep, display_value};

/// Steps that are kept at the start and at the end of a long trace.
const ENDS: (usize, usize) = (15, 25);
/// Lines for the inputs of the steps that are left out, and how long they are if that suffices.
const INPUT_LINES: (usize, usize) = (30, 100);

/// How long a trace may get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextOptions {
    /// Lines to show, at least 80; `None`: all of them. Inputs are never left out, only put
    /// together.
    pub limit: Option<usize>,
    /// Show that variables start as 0, too? In C, all globals do that have no initialiser.
    pub zeros: bool,
}

/// One line of a trace, in two columns, or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceLine {
    /// A step.
    Step {
        /// `file:line`.
        place: String,
        /// Indented text.
        text: String,
    },
    /// So many steps are left out here.
    Elided {
        /// Steps.
        steps: usize,
        /// All inputs that they read, in order, in a few lines.
        inputs: Vec<String>,
    },
}

/// The lines of a trace.
pub fn trace_lines(names: &Names<'_>, trace: &Trace, options: TextOptions) -> Vec<TraceLine> {
    let steps = trace
        .steps
        .iter()
        .filter(|step| options.zeros || !starts_as_zero(names.program, step));
    let mut shown = with_results(steps);
    if options.limit.is_some() {
        shown = with_arrays(names, shown);
    }
    let line = |shown: &Shown<'_>| {
        let mut what = match &shown.elements {
            Some(elements) => elements.clone(),
            None => describe(names, &shown.step.kind),
        };
        if let Some(result) = shown.result.and_then(|step| result_of(names, &step.kind)) {
            what.push_str(&format!(", returns {result}"));
        }
        line_of(names, shown.step, &what)
    };
    let limit = options.limit.unwrap_or(usize::MAX);
    if shown.len() <= limit {
        return shown.iter().map(line).collect();
    }
    let end = shown.len() - ENDS.1;
    let hidden = |i: usize| i >= ENDS.0 && i < end;
    let groups = |hidden: &dyn Fn(usize) -> bool| -> Vec<(bool, std::ops::Range<usize>)> {
        let mut groups: Vec<(bool, std::ops::Range<usize>)> = Vec::new();
        for i in 0..shown.len() {
            match groups.last_mut() {
                Some((true, range)) if hidden(i) => range.end = i + 1,
                _ => groups.push((hidden(i), i..i + 1)),
            }
        }
        groups
    };
    // First without the steps that read no input, then without all in the middle.
    let mut groups_shown = groups(&|i| hidden(i) && !shown[i].step.reads_input());
    if groups_shown.len() > limit {
        groups_shown = groups(&hidden);
    }
    let lines = groups_shown.into_iter().map(|(is_hidden, range)| {
        let steps = &shown[range];
        match steps {
            [step] => line(step),
            _ => {
                debug_assert!(is_hidden, "only hidden steps are put together");
                let inputs = steps.iter().filter_map(|shown| listed(names, shown.step));
                let inputs: Vec<Given> = inputs.collect();
                TraceLine::Elided {
                    steps: steps.len(),
                    inputs: condense(&inputs, INPUT_LINES.0, INPUT_LINES.1),
                }
            }
        }
    });
    lines.collect()
}

fn starts_as_zero(program: &Program, step: &TraceStep) -> bool {
    let is_zero = match &step.kind {
        TraceKind::Assign {
            value, input: None, ..
        } => *value == Value::zero(value.sort()),
        TraceKind::Elements {
            elements,
            input: None,
            ..
        } => elements.are_zero(),
        _ => false,
    };
    is_zero && is_prologue(program, step.proc)
}

/// The line of one step.
pub fn trace_line(names: &Names<'_>, step: &TraceStep) -> TraceLine {
    line_of(names, step, &describe(names, &step.kind))
}

fn line_of(names: &Names<'_>, step: &TraceStep, what: &str) -> TraceLine {
    let program = names.program;
    let place = format!(
        "{}:{}",
        program.sources.files[step.span.file].name, step.span.line
    );
    let text = if is_prologue(program, step.proc) {
        format!("initially: {what}")
    } else {
        let function = &program.procs[step.proc].name;
        format!("{}{function}(): {what}", "  ".repeat(step.depth.min(20)))
    };
    TraceLine::Step { place, text }
}

fn describe(names: &Names<'_>, kind: &TraceKind) -> String {
    let program = names.program;
    match kind {
        TraceKind::Assign { var, value, input } => {
            let text = assignment(names, *var, value);
            match input {
                Some(given) if is_strings(program, given) => given_input(program, given),
                Some(given) => text + &arrow(program, given, is_same(program, *var, value, given)),
                None => text,
            }
        }
        TraceKind::Elements {
            var,
            elements,
            input,
        } => {
            let text = describe_elements(names, *var, elements);
            match (input, &elements.shown[..]) {
                (Some(given), [(_, value)]) => {
                    let value = value.clone().into();
                    text + &arrow(program, given, is_same(program, *var, &value, given))
                }
                (Some(given), _) => text + &arrow(program, given, false),
                (None, _) => text,
            }
        }
        TraceKind::Input(given) => given_input(program, given),
        TraceKind::Call { proc, args, more } => {
            let callee = &program.procs[*proc];
            let params = callee.params.iter().zip(args);
            let args = params.map(|(&var, value)| assignment(names, var, value));
            let more = more.iter().map(|(var, value)| {
                let var = &program.vars[*var];
                names.value(value, var.reading, &var.type_name)
            });
            let args: Vec<String> = args.chain(more).collect();
            format!("call {}({})", callee.name, args.join(", "))
        }
        TraceKind::CallInParts { name } => format!("call {name}(...)"),
        TraceKind::Return { .. } | TraceKind::ReturnInParts { .. } => {
            let result = result_of(names, kind).map(|result| format!(" {result}"));
            format!("return{}", result.unwrap_or_default())
        }
        TraceKind::Repeat { iterations } => {
            format!("{iterations} iterations like the last one")
        }
        TraceKind::AssumptionFailed => "the assumption does not hold".to_owned(),
        TraceKind::Violation { property, library } => {
            let verb = match program.properties[*property].kind {
                PropertyKind::Unsupported => "unsupported",
                _ => "violated",
            };
            let text = violation_text(program, *property, library.as_deref());
            format!("{verb}: {text}")
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

fn assignment(names: &Names<'_>, var: VarId, value: &Value) -> String {
    let var = &names.program.vars[var];
    let value = names.value(value, var.reading, &var.type_name);
    format!("{} = {value}", var.name)
}

/// `a[3] = 5, a[4] = 6, and 12 more elements`
fn describe_elements(names: &Names<'_>, var: VarId, elements: &Elements) -> String {
    let decl = &names.program.vars[var];
    let shown = |value: &ferric3_term::BitVecValue| {
        names.value(&value.clone().into(), decl.reading, &decl.type_name)
    };
    let mut parts: Vec<String> = elements
        .shown
        .iter()
        .map(|(index, value)| format!("{} = {}", names.element(var, index), shown(value)))
        .collect();
    match elements.omitted {
        0 => {}
        1 => parts.push("and 1 more element".to_owned()),
        n => parts.push(format!("and {n} more elements")),
    }
    if let Some(rest) = &elements.rest {
        let others = if parts.is_empty() { "" } else { " other" };
        parts.push(format!(
            "all{others} elements of {} = {}",
            decl.name,
            shown(rest)
        ));
    }
    match parts.is_empty() {
        true => format!("{} stays as it is", decl.name),
        false => parts.join(", "),
    }
}

/// Where a value comes from, and what it was there if that was something else.
fn arrow(program: &Program, given: &GivenInput, is_same: bool) -> String {
    let site = &program.inputs[given.input];
    match site.source {
        InputSource::Uninitialised(_) => "   <- uninitialised".to_owned(),
        _ if is_same => format!("   <- {}", input_source(program, given.input)),
        _ => format!("   <- {}", given_input(program, given)),
    }
}

/// Is it the same number, whatever the widths? (Addresses have names, which are no numbers.)
fn is_same(program: &Program, var: VarId, value: &Value, given: &GivenInput) -> bool {
    let (reading, site) = (program.vars[var].reading, &program.inputs[given.input]);
    let value = display_value(value, reading, "");
    reading != Reading::Pointer && value == display_value(&given.value, site.reading, "")
}

fn given_input(program: &Program, given: &GivenInput) -> String {
    let site = &program.inputs[given.input];
    match (&site.source, &given.value) {
        (InputSource::Strings { name, bits }, Value::Array(array)) => {
            display_strings(name, array, *bits)
        }
        (InputSource::Order(orders), Value::BitVec(number)) => {
            let last = orders.len().saturating_sub(1);
            let number = number.to_u64().unwrap_or(u64::MAX).min(last as u64) as usize;
            let order = orders.get(number).map_or("", String::as_str);
            // Calls of the same function look the same in any order.
            let same = orders.iter().filter(|other| *other == order).count();
            let which = match same > 1 {
                true => format!(" (order {} of {})", number + 1, orders.len()),
                false => String::new(),
            };
            format!("order of evaluation: {order}{which}")
        }
        _ => {
            let is_byte = site.words.as_ref().is_some_and(|words| words.is_byte);
            let type_name = if is_byte { "unsigned char" } else { "" };
            let value = display_value(&given.value, site.reading, type_name);
            let words = site.words.iter().flat_map(|words| words.values);
            let mut known = words.filter(|(number, _)| number.to_string() == value);
            let meaning = known.next().map(|(_, meaning)| format!(" ({meaning})"));
            let meaning = meaning.unwrap_or_default();
            format!("{} = {value}{meaning}", input_source(program, given.input))
        }
    }
}

/// The input of a step, for a list of many.
fn listed(names: &Names<'_>, step: &TraceStep) -> Option<Given> {
    let program = names.program;
    let given = match &step.kind {
        TraceKind::Input(given) => given,
        TraceKind::Assign { input, .. } => input.as_ref()?,
        TraceKind::Elements {
            var,
            elements,
            input,
        } => {
            let given = input.as_ref()?;
            if let InputSource::Uninitialised(_) = program.inputs[given.input].source {
                let (index, value) = elements.shown.first()?;
                let name = names.element(*var, index);
                let reading = program.vars[*var].reading;
                let value = names.value(&value.clone().into(), reading, "");
                return Some((format!("uninitialised {name}"), value));
            }
            given
        }
        _ => return None,
    };
    let text = given_input(program, given);
    if let InputSource::Order(_) = program.inputs[given.input].source {
        let (source, order) = text.split_once(": ")?;
        // In brackets, because there are commas in it.
        return Some((source.to_owned(), format!("{{{order}}}")));
    }
    let (source, value) = text.split_once(" = ").unwrap_or((&text, "1"));
    Some((source.to_owned(), value.to_owned()))
}

/// Are the given bytes those of strings?
fn is_strings(program: &Program, given: &GivenInput) -> bool {
    let source = &program.inputs[given.input].source;
    matches!(source, InputSource::Strings { .. })
}

/// The result of a call that returns.
fn result_of(names: &Names<'_>, kind: &TraceKind) -> Option<String> {
    match kind {
        TraceKind::Return { proc, result } => {
            let value = result.as_ref()?;
            Some(match names.program.procs[*proc].result {
                Some(var) => {
                    let var = &names.program.vars[var];
                    names.value(value, var.reading, &var.type_name)
                }
                None => display_value(value, Reading::Signed, ""),
            })
        }
        TraceKind::ReturnInParts { result, .. } => {
            let value = result.as_ref()?;
            Some(display_value(value, Reading::Signed, ""))
        }
        _ => None,
    }
}

/// Where an input comes from: `__VERIFIER_nondet_int()`, `uninitialised x`.
pub fn input_source(program: &Program, input: InputId) -> String {
    let site = &program.inputs[input];
    if let Some(words) = &site.words {
        return words.what.clone();
    }
    match &site.source {
        InputSource::Nondet(name) => format!("{name}()"),
        InputSource::Extern(name) => format!("{name}(), which has no body"),
        InputSource::Uninitialised(name) => format!("uninitialised {name}"),
        InputSource::Approximated(name) => format!("{name}(), which is approximated"),
        InputSource::Parameter(name) => format!("parameter {name} of the entry function"),
        InputSource::Strings { name, .. } => format!("strings of {name}"),
        InputSource::Doubtful(what) => what.clone(),
        InputSource::Failure(name) => format!("failure of {name}()"),
        InputSource::Choice(what) => what.clone(),
        InputSource::Order(orders) => format!("order of evaluation ({})", orders.join(" | ")),
    }
}
