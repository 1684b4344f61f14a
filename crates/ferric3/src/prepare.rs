//! What can be checked before a check begins: property file, C file, output file.

use ferric3_ivl::Check;
use std::path::Path;

use ferric3_c::FrontendOptions;

use crate::cli::compiler::CompilerOptions;
use crate::cli::{CheckArgs, FrontendArgs};
use crate::exit::Exit;
use crate::goal::{Goal, Question, goals, options_for};
use crate::printed::is_stdout;
use crate::selection::GoalPattern;
use crate::{frontend, output, spec};

/// The options of the front end for a check, and what it should decide. What is wrong is said here.
pub(crate) fn prepare(
    args: &CheckArgs,
    compiler: &CompilerOptions,
) -> Result<(FrontendOptions, Vec<Goal>), Exit> {
    let (options, mut goals) = goals_of(&args.frontend, args.spec.as_deref(), compiler)?;
    if !args.cover.is_empty() {
        if args.frontend.checks.is_empty() && args.spec.is_none() {
            goals.clear();
        }
        goals.push(Goal::coverage(&args.cover));
    }
    let has_numbers = args.goal.iter().any(GoalPattern::is_number);
    if has_numbers && goals.len() > 1 {
        return Err(output::bad_usage(
            "--goal with a number needs a single property: numbers of several ones differ",
        ));
    }
    if let Some(path) = args.json.as_deref().filter(|path| !is_stdout(path)) {
        writable(path)?;
    }
    if let Some(path) = &args.plot {
        writable(path)?;
    }
    Ok((options, goals))
}

/// The options of the front end for all goals in one program, given a property file. What is wrong
/// is said here.
pub(crate) fn frontend_options(
    args: &FrontendArgs,
    spec: Option<&Path>,
    compiler: &CompilerOptions,
) -> Result<FrontendOptions, Exit> {
    let (options, goals) = goals_of(args, spec, compiler)?;
    match goals.iter().find(|goal| goal.question == Question::NotYet) {
        None => Ok(options_for(&goals, &options)),
        Some(goal) => Err(output::bad_input(&format!(
            "the property {} cannot be checked yet",
            goal.property
        ))),
    }
}

fn goals_of(
    args: &FrontendArgs,
    spec: Option<&Path>,
    compiler: &CompilerOptions,
) -> Result<(FrontendOptions, Vec<Goal>), Exit> {
    let mut options = frontend::options(args, compiler);
    let mut goals = goals(&args.checks);
    if let Some(path) = spec {
        let text = std::fs::read_to_string(path).map_err(|error| {
            output::bad_input(&format!("cannot read {}: {error}", path.display()))
        })?;
        let spec = spec::parse(&path.display().to_string(), &text).map_err(|text| {
            output::err(&text);
            Exit::BadInput
        })?;
        if args
            .entry
            .as_ref()
            .is_some_and(|entry| *entry != spec.entry)
        {
            return Err(output::bad_usage(&format!(
                "--entry {} contradicts the property file, which says init({}())",
                options.entry, spec.entry
            )));
        }
        options.entry = spec.entry;
        goals = spec.goals;
        let is_about_overflow = |goal: &&Goal| matches!(&goal.question, Question::Checks(checks) if checks.contains(&Check::Overflow));
        if let Some(goal) = goals.iter().find(is_about_overflow).filter(|_| args.arith) {
            return Err(output::bad_usage(&format!(
                "with --arith nothing overflows: leave it out to check {}",
                goal.property
            )));
        }
    }
    frontend::check_readable(&args.files).map_err(|text| output::bad_input(&text))?;
    Ok((options, goals))
}

/// Can the file be written? Better to know now than after an hour.
pub(crate) fn writable(path: &Path) -> Result<(), Exit> {
    let opened = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(path);
    match opened {
        Ok(_) => Ok(()),
        Err(error) => Err(output::bad_usage(&format!(
            "cannot write {}: {error}",
            path.display()
        ))),
    }
}
