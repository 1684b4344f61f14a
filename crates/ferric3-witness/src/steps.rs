//! Inputs and steps of a trace, as the JSON document shows them.

use ferric3_ivl::{InputSource, Program, Reading};
use ferric3_term::{BitVecValue, Value};

use crate::schema::{ArgumentEntry, ElementEntry, InputEntry, PlaceEntry, StepEntry, What};
use crate::trace::violation_text;
use crate::{GivenInput, TraceKind, TraceStep, display_value, input_source};

/// An input with its value.
pub(crate) fn given_input(program: &Program, given: &GivenInput) -> InputEntry {
    let site = &program.inputs[given.input];
    let kind = match site.source {
        InputSource::Nondet(_) => "nondet",
        InputSource::Extern(_) => "extern",
        InputSource::Uninitialised(_) => "uninitialised",
        InputSource::Approximated(_) => "approximated",
        InputSource::Parameter(_) => "parameter",
        InputSource::Strings { .. } => "strings",
        InputSource::Doubtful(_) => "doubtful",
        InputSource::Failure(_) => "failure",
        InputSource::Choice(_) => "choice",
        InputSource::Order(_) => "order",
    };
    InputEntry {
        value: display_value(&given.value, site.reading, ""),
        source: input_source(program, given.input),
        kind,
        place: PlaceEntry::new(&program.sources, site.span),
    }
}

/// A step of a trace.
pub(crate) fn trace_step(program: &Program, step: &TraceStep) -> StepEntry {
    let kind = match step.kind {
        TraceKind::Assign { .. } | TraceKind::Elements { .. } => "assign",
        TraceKind::Input(_) => "input",
        TraceKind::Call { .. } | TraceKind::CallInParts { .. } => "call",
        TraceKind::Return { .. } | TraceKind::ReturnInParts { .. } => "return",
        TraceKind::Repeat { .. } => "repeat",
        TraceKind::AssumptionFailed => "assumption",
        TraceKind::Violation { .. } => "violation",
        TraceKind::Stop { .. } => "stop",
    };
    StepEntry {
        kind,
        file: program.sources.files[step.span.file].name.clone(),
        line: step.span.line,
        function: program.procs[step.proc].name.clone(),
        depth: step.depth,
        what: what(program, &step.kind),
    }
}

fn what(program: &Program, kind: &TraceKind) -> What {
    let source = |given: &GivenInput| input_source(program, given.input);
    let argument = |name: &str, value: &Value, reading: Reading| ArgumentEntry {
        name: name.to_owned(),
        value: display_value(value, reading, ""),
    };
    match kind {
        TraceKind::Assign { var, value, input } => {
            let decl = &program.vars[*var];
            What {
                variable: Some(decl.name.clone()),
                type_name: Some(decl.type_name.clone()),
                value: Some(display_value(value, decl.reading, "")),
                input: input.as_ref().map(source),
                ..What::default()
            }
        }
        TraceKind::Elements {
            var,
            elements,
            input,
        } => {
            let decl = &program.vars[*var];
            let shown = |bits: &BitVecValue| display_value(&bits.clone().into(), decl.reading, "");
            let list = elements.shown.iter().map(|(index, value)| ElementEntry {
                index: index.to_string(),
                value: shown(value),
            });
            What {
                variable: Some(decl.name.clone()),
                type_name: Some(decl.type_name.clone()),
                elements: Some(list.collect()),
                omitted: (elements.omitted > 0).then_some(elements.omitted),
                others: elements.rest.as_ref().map(shown),
                input: input.as_ref().map(source),
                ..What::default()
            }
        }
        TraceKind::Input(given) => {
            let reading = program.inputs[given.input].reading;
            What {
                value: Some(display_value(&given.value, reading, "")),
                source: Some(source(given)),
                ..What::default()
            }
        }
        TraceKind::Call { proc, args, more } => {
            let callee = &program.procs[*proc];
            let args = callee.params.iter().zip(args).map(|(&var, value)| {
                let decl = &program.vars[var];
                argument(&decl.name, value, decl.reading)
            });
            let more = more.iter();
            let more = more.map(|(var, value)| argument("...", value, program.vars[*var].reading));
            What {
                callee: Some(callee.name.clone()),
                arguments: Some(args.chain(more).collect()),
                ..What::default()
            }
        }
        TraceKind::CallInParts { name } => What {
            callee: Some(name.clone()),
            arguments: Some(Vec::new()),
            ..What::default()
        },
        TraceKind::Return { proc, result } => {
            let callee = &program.procs[*proc];
            let reading = callee
                .result
                .map_or(Reading::Signed, |var| program.vars[var].reading);
            let value = result.as_ref();
            What {
                callee: Some(callee.name.clone()),
                value: value.map(|value| display_value(value, reading, "")),
                ..What::default()
            }
        }
        TraceKind::ReturnInParts { name, result } => {
            let value = result.as_ref();
            What {
                callee: Some(name.clone()),
                value: value.map(|value| display_value(value, Reading::Signed, "")),
                ..What::default()
            }
        }
        TraceKind::Violation { property, library } => What {
            property: Some(violation_text(program, *property, library.as_deref())),
            ..What::default()
        },
        TraceKind::Stop { status } => {
            let status = status.as_ref();
            What {
                status: status.map(|status| display_value(status, Reading::Signed, "")),
                ..What::default()
            }
        }
        TraceKind::Repeat { iterations } => What {
            iterations: Some(*iterations),
            ..What::default()
        },
        TraceKind::AssumptionFailed => What::default(),
    }
}
