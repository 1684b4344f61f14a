//! `ferric3 run`: execute a program with given or random inputs.

use std::io::{BufWriter, Write};
use std::sync::Arc;
use std::time::Instant;

use ferric3_c::{FrontendOptions, Translation};
use ferric3_engine::ChosenInputs;
use ferric3_ivl::{Inputs, Interpreter, Observer, Program, PropertyKind, RunLimits, RunOutcome};
use ferric3_sat::Interrupt;
use ferric3_term::{Terms, Value};
use ferric3_witness::{
    Detail, InputList, ListedInputs, Names, TraceBuilder, TraceLine, TraceStep, display_value,
    input_source, parse_inputs, trace_line,
};

use crate::cli::RunArgs;
use crate::cli::compiler::CompilerOptions;
use crate::exit::Exit;
use crate::frontend::labelled;
use crate::limits::Guard;
use crate::progress::{ProgressLine, Status};
use crate::supervise::{Outcome, supervise};
use crate::{frontend, output};

/// Runs the command.
pub(crate) fn run(args: RunArgs, compiler: &CompilerOptions, start: Instant) -> Exit {
    let options = frontend::options(&args.frontend, compiler);
    if let Err(text) = frontend::check_readable(&args.frontend.files) {
        return output::bad_input(&text);
    }
    let inputs = match given_inputs(&args) {
        Ok(inputs) => inputs,
        Err(exit) => return exit,
    };
    let mut guard = match Guard::new(args.limits.limits(), start) {
        Ok(guard) => guard,
        Err(error) => return output::internal_error(&format!("no signal handlers: {error}")),
    };
    let interrupt = guard.interrupt();
    let status = Arc::new(Status::new(start, "run"));
    let work = move || execute(&args, &options, inputs, &interrupt);
    match supervise(&mut guard, &status, ProgressLine::none(), work) {
        Outcome::Done(exit) => exit,
        Outcome::GivenUp(_) => {
            output::out("The run was interrupted.\n");
            Exit::Unknown
        }
        Outcome::Panicked(text) => output::internal_error(&text),
    }
}

/// The inputs that were given.
fn given_inputs(args: &RunArgs) -> Result<InputList, Exit> {
    if let Some(text) = &args.input {
        return parse_inputs(text).map_err(|error| output::bad_usage(&format!("--input: {error}")));
    }
    let Some(path) = &args.input_file else {
        return Ok(InputList::default());
    };
    let fail = |error: &dyn std::fmt::Display| {
        output::bad_input(&format!(
            "cannot read inputs from {}: {error}",
            path.display()
        ))
    };
    let text = std::fs::read_to_string(path).map_err(|error| fail(&error))?;
    parse_inputs(&text).map_err(|error| fail(&error))
}

fn execute(
    args: &RunArgs,
    options: &FrontendOptions,
    given: InputList,
    interrupt: &Interrupt,
) -> Exit {
    let Translation {
        program,
        terms,
        warnings,
    } = match frontend::translate(&args.frontend.files, options) {
        Ok(translation) => translation,
        Err(error) => {
            output::err(&frontend::render(&error.diagnostics, &error.sources));
            return Exit::BadInput;
        }
    };
    output::err(&frontend::render(&warnings, &program.sources));
    let mut listed = ListedInputs::new(given);
    let mut chosen = args
        .random
        .then(|| ChosenInputs::new(&program, &terms, args.seed));
    let inputs: &mut dyn Inputs = match &mut chosen {
        Some(chosen) => chosen,
        None => &mut listed,
    };
    let mut interpreter = Interpreter::new(&program, &terms);
    let asked = || interrupt.is_raised();
    let limits = RunLimits {
        max_steps: args.max_steps,
        interrupt: Some(&asked),
        ..RunLimits::default()
    };
    let outcome = if args.trace {
        traced(&program, &terms, interrupt, |observer| {
            interpreter.run(inputs, observer, &limits)
        })
    } else {
        interpreter.run(inputs, &mut (), &limits)
    };
    let (sentence, exit) = describe(&program, &outcome);
    let unused = match listed.remaining() {
        n if n > 0 && !args.random => format!("{n} of the given inputs were not read.\n"),
        _ => String::new(),
    };
    output::out(&format!(
        "{sentence}{unused}Steps: {}\n",
        interpreter.steps()
    ));
    exit
}

/// Prints each step as soon as it is known.
fn traced(
    program: &Program,
    terms: &Terms,
    interrupt: &Interrupt,
    run: impl FnOnce(&mut dyn Observer) -> RunOutcome,
) -> RunOutcome {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut width = 0;
    let names = Names::new(program);
    let mut print = |step: TraceStep| {
        if let TraceLine::Step { place, text } = trace_line(&names, &step) {
            width = width.max(place.chars().count());
            if writeln!(out, "{place:width$}  {text}").is_err() {
                // Nobody reads on.
                interrupt.raise();
            }
        }
    };
    let mut builder = TraceBuilder::new(program, terms, Detail::OfProgram, &mut print);
    let outcome = run(&mut builder);
    builder.finish();
    drop(builder);
    let _ = out.flush();
    outcome
}

/// How the run ended, as a sentence.
fn describe(program: &Program, outcome: &RunOutcome) -> (String, Exit) {
    let sources = &program.sources;
    let int = |value: &Value| display_value(value, ferric3_ivl::Reading::Signed, "int");
    match outcome {
        RunOutcome::Finished {
            result: Some(value),
        } => (format!("The program returned {}.\n", int(value)), Exit::Ok),
        RunOutcome::Finished { result: None } => ("The program ended.\n".to_owned(), Exit::Ok),
        RunOutcome::Stopped { status, span } => {
            let status = status
                .as_ref()
                .map(|status| format!(" with status {}", int(status)));
            let status = status.unwrap_or_default();
            (
                format!(
                    "The program ended itself{status} at {}.\n",
                    sources.place(*span)
                ),
                Exit::Ok,
            )
        }
        RunOutcome::Violated { property, span } => {
            let property = &program.properties[*property];
            let (verb, exit) = match property.kind {
                PropertyKind::Unsupported => ("unsupported", Exit::Unknown),
                _ => ("violated", Exit::Violation),
            };
            (
                labelled(verb, &property.description, Some(*span), None, sources),
                exit,
            )
        }
        RunOutcome::AssumptionFailed { span } => {
            let text = "this assumption does not hold, so the run does not count";
            (
                labelled("stopped", text, Some(*span), None, sources),
                Exit::Unknown,
            )
        }
        RunOutcome::InputsExhausted { input } => {
            let text = format!("an input is needed: {}", input_source(program, *input));
            let hint = "give more numbers with --input, or use --random";
            let span = Some(program.inputs[*input].span);
            (
                labelled("stopped", &text, span, Some(hint), sources),
                Exit::Unknown,
            )
        }
        RunOutcome::InputMismatch { input, .. } => {
            let text = "the next input was recorded elsewhere";
            let span = Some(program.inputs[*input].span);
            (
                labelled("stopped", text, span, None, sources),
                Exit::Unknown,
            )
        }
        RunOutcome::StepLimit => (
            "The run was stopped: --max-steps was reached, or numbers have become too large.\n"
                .to_owned(),
            Exit::Unknown,
        ),
        RunOutcome::DepthLimit => (
            "The run was stopped: too many calls are active.\n".to_owned(),
            Exit::Unknown,
        ),
        RunOutcome::Interrupted => ("The run was interrupted.\n".to_owned(), Exit::Unknown),
    }
}
