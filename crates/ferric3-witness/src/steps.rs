//! Inputs and steps of a trace, as the JSON document shows them.

use ferric3_ivl::{InputSource, Program, Reading};
use ferric3_term::BitVecValue;
use serde_json::{Value as Json, json};

use crate::document::{insert_place, object};
use crate::trace::violation_text;
use crate::{GivenInput, TraceKind, TraceStep, display_value, input_source};

/// An input with its value.
pub(crate) fn given_input(program: &Program, given: &GivenInput) -> Json {
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
        InputSource::Order(_) => "order",
    };
    let mut entry = object([
        (
            "value",
            display_value(&given.value, site.reading, "").into(),
        ),
        ("source", input_source(program, given.input).into()),
        ("kind", kind.into()),
    ]);
    insert_place(&mut entry, &program.sources, Some(site.span));
    Json::Object(entry)
}

/// A step of a trace.
pub(crate) fn trace_step(program: &Program, step: &TraceStep) -> Json {
    let kind = match step.kind {
        TraceKind::Assign { .. } | TraceKind::Elements { .. } => "assign",
        TraceKind::Input(_) => "input",
        TraceKind::Call { .. } | TraceKind::CallInParts { .. } => "call",
        TraceKind::Return { .. } | TraceKind::ReturnInParts { .. } => "return",
        TraceKind::AssumptionFailed => "assumption",
        TraceKind::Violation { .. } => "violation",
        TraceKind::Stop { .. } => "stop",
    };
    let mut entry = object([
        ("kind", kind.into()),
        (
            "file",
            program.sources.files[step.span.file].name.as_str().into(),
        ),
        ("line", step.span.line.into()),
        ("function", program.procs[step.proc].name.as_str().into()),
        ("depth", step.depth.into()),
    ]);
    let source = |given: &GivenInput| Json::from(input_source(program, given.input));
    match &step.kind {
        TraceKind::Assign { var, value, input } => {
            let decl = &program.vars[*var];
            entry.insert("variable".into(), decl.name.as_str().into());
            entry.insert("type".into(), decl.type_name.as_str().into());
            entry.insert(
                "value".into(),
                display_value(value, decl.reading, "").into(),
            );
            if let Some(given) = input {
                entry.insert("input".into(), source(given));
            }
        }
        TraceKind::Elements {
            var,
            elements,
            input,
        } => {
            let decl = &program.vars[*var];
            entry.insert("variable".into(), decl.name.as_str().into());
            entry.insert("type".into(), decl.type_name.as_str().into());
            let shown = |bits: &BitVecValue| display_value(&bits.clone().into(), decl.reading, "");
            let list = elements
                .shown
                .iter()
                .map(|(index, value)| json!({"index": index.to_string(), "value": shown(value)}));
            entry.insert("elements".into(), list.collect());
            if elements.omitted > 0 {
                entry.insert("omitted".into(), elements.omitted.into());
            }
            if let Some(rest) = &elements.rest {
                entry.insert("others".into(), shown(rest).into());
            }
            if let Some(given) = input {
                entry.insert("input".into(), source(given));
            }
        }
        TraceKind::Input(given) => {
            let reading = program.inputs[given.input].reading;
            entry.insert(
                "value".into(),
                display_value(&given.value, reading, "").into(),
            );
            entry.insert("source".into(), source(given));
        }
        TraceKind::Call { proc, args, more } => {
            let callee = &program.procs[*proc];
            let args = callee.params.iter().zip(args).map(|(&var, value)| {
                let decl = &program.vars[var];
                json!({"name": decl.name, "value": display_value(value, decl.reading, "")})
            });
            let more = more.iter().map(|(var, value)| {
                let reading = program.vars[*var].reading;
                json!({"name": "...", "value": display_value(value, reading, "")})
            });
            let args = args.chain(more);
            entry.insert("callee".into(), callee.name.as_str().into());
            entry.insert("arguments".into(), args.collect());
        }
        TraceKind::CallInParts { name } => {
            entry.insert("callee".into(), name.as_str().into());
            entry.insert("arguments".into(), Json::Array(Vec::new()));
        }
        TraceKind::ReturnInParts { name, result } => {
            entry.insert("callee".into(), name.as_str().into());
            if let Some(value) = result {
                let value = display_value(value, Reading::Signed, "");
                entry.insert("value".into(), value.into());
            }
        }
        TraceKind::Return { proc, result } => {
            let callee = &program.procs[*proc];
            entry.insert("callee".into(), callee.name.as_str().into());
            if let Some(value) = result {
                let reading = callee
                    .result
                    .map_or(Reading::Signed, |var| program.vars[var].reading);
                entry.insert("value".into(), display_value(value, reading, "").into());
            }
        }
        TraceKind::Violation { property, library } => {
            let text = violation_text(program, *property, library.as_deref());
            entry.insert("property".into(), text.into());
        }
        TraceKind::Stop {
            status: Some(status),
        } => {
            entry.insert(
                "status".into(),
                display_value(status, Reading::Signed, "").into(),
            );
        }
        TraceKind::Stop { status: None } | TraceKind::AssumptionFailed => {}
    }
    Json::Object(entry)
}
