//! Every violation of the corpus as a person sees it: short, with all inputs, and enough to get to
//! the same violation again.
//!
//! What is printed is read back: a run that gets just the values that stand in the text, and 0 for
//! uninitialised variables that do not, must violate what the text says.
#![allow(clippy::print_stderr, reason = "a test reports to a person")]

#[path = "corpus_support/program.rs"]
mod program;
mod trace_support;

use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use ferric3_c::{DataModel, ErrorCalls, FrontendOptions, Translation, translate_file};
use ferric3_ivl::{Check, InputSource, Interpreter, RunLimits, RunOutcome};
use ferric3_witness::{Detail, Trace, TraceBuilder};
use program::{CorpusProgram, Expect};
use trace_support::listing::Listing;
use trace_support::replay::TextInputs;

/// A report on a violation has fewer lines than this, with all that belongs to it.
const MOST_LINES: usize = 100;

#[test]
fn every_trace_is_short_and_complete() {
    let filter = std::env::var("FERRIC3_CORPUS").unwrap_or_default();
    let (mut programs, _) = program::all();
    programs.retain(|program| {
        let is_found = !program.may_fail.iter().any(|engine| engine == "auto");
        program.expect == Expect::False && is_found && program.name.contains(&filter)
    });
    assert!(!programs.is_empty(), "there are no programs to check");
    let (next, faults) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let traces = AtomicUsize::new(0);
    let worker = || {
        while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
            for (arguments, options) in questions(program) {
                match examine(program, &arguments, &options) {
                    Ok(number) => drop(traces.fetch_add(number, Ordering::Relaxed)),
                    Err(fault) => {
                        let fault = format!("{} {}: {fault}", program.name, arguments.join(" "));
                        faults.lock().expect("nobody panics with it").push(fault);
                    }
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(worker);
        }
    });
    let mut faults = faults.into_inner().expect("nobody panicked with it");
    faults.sort();
    eprintln!(
        "{} programs, {} traces",
        programs.len(),
        traces.load(Ordering::Relaxed)
    );
    assert!(
        faults.is_empty(),
        "traces that are not as they should be:\n{}",
        faults.join("\n\n")
    );
    assert!(
        traces.load(Ordering::Relaxed) >= programs.len(),
        "a trace for each program"
    );
}

/// The checks of a program one by one: arguments of the command line, and the same for the front
/// end.
fn questions(program: &CorpusProgram) -> Vec<(Vec<String>, FrontendOptions)> {
    let mut arguments = Vec::new();
    if program.options.data_model == DataModel::Ilp32 {
        arguments.push("--32".to_owned());
    }
    if program.options.arith {
        arguments.push("--arith".to_owned());
    }
    if program.options.malloc_may_fail {
        arguments.push("--malloc-may-fail".to_owned());
    }
    let for_compiler = program.options.preprocessor_args.iter();
    arguments.extend(for_compiler.map(|word| match word.as_str() {
        "-include" => "--include".to_owned(),
        word => word.to_owned(),
    }));
    if program.options.checks.is_empty() {
        return vec![(arguments, program.options.clone())];
    }
    let checks = program.options.checks.iter();
    checks
        .map(|&check| {
            let mut arguments = arguments.clone();
            arguments.push(format!("--check={}", format!("{check:?}").to_lowercase()));
            let checks = match check {
                Check::Pointer => vec![Check::Pointer, Check::Alignment, Check::Overlap],
                check => vec![check],
            };
            let options = FrontendOptions {
                checks,
                errors: ErrorCalls::Only(Vec::new()),
                ..program.options.clone()
            };
            (arguments, options)
        })
        .collect()
}

/// Number of traces that are as they should be: one, or none if this check is not violated.
fn examine(
    program: &CorpusProgram,
    arguments: &[String],
    options: &FrontendOptions,
) -> Result<usize, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_ferric3"))
        .args(["check", "--timeout", "60"])
        .arg(&program.path)
        .args(arguments)
        .output()
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !text.contains("Verification result: FALSE") {
        let alone = program.options.checks.len() < 2;
        return if alone { Err(text) } else { Ok(0) };
    }
    let fail = |what: &str| Err(format!("{what}\n{text}"));
    if text.lines().count() >= MOST_LINES {
        return fail("too many lines");
    }
    let Ok(Translation { program, terms, .. }) = translate_file(&program.path, options) else {
        return fail("it cannot be translated");
    };
    if text.contains("<library>") || text.contains("__library_") {
        return fail("it shows the insides of a model of the library");
    }
    let strings = program.inputs.iter().filter_map(|site| match &site.source {
        InputSource::Strings { name, .. } => Some(name.as_str()),
        _ => None,
    });
    let listing = match Listing::read(&text, &strings.collect::<Vec<_>>()) {
        Ok(listing) => listing,
        Err(what) => return fail(&what),
    };
    let mut inputs = TextInputs::new(&program, &listing);
    let mut trace = Trace::default();
    let push = |step| trace.steps.push(step);
    let mut builder = TraceBuilder::new(&program, &terms, Detail::OfProgram, push);
    let outcome =
        Interpreter::new(&program, &terms).run(&mut inputs, &mut builder, &RunLimits::default());
    builder.finish();
    drop(builder);
    if let Some(fault) = inputs.fault() {
        return fail(&fault);
    }
    match outcome {
        RunOutcome::Violated { .. } => {
            let (found, _) = trace.violated(&program).expect("the last step");
            match found == listing.violated {
                true => Ok(1),
                false => fail(&format!("the run violates `{found}`")),
            }
        }
        other => fail(&format!("the run ends otherwise: {other:?}")),
    }
}
