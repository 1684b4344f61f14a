//! Files that are no C: transition systems and Horn clauses.

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use ferric3_c::{FrontendError, Translation};
use ferric3_engine::{
    CheckOptions, CheckReport, EngineKind, Ic3CfaOptions, Preset, Proof, Verdict, check,
};
use ferric3_import::{Format, ImportError, ImportOptions, Imported, Origin, import};
use ferric3_ivl::{Diagnostic, Program, Severity, Sources};
use ferric3_term::{TermId, Terms};

use crate::cli::CheckArgs;

/// Reads a format by name.
pub(crate) fn formats() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name)).map(|name| {
        let mut all = Format::ALL.into_iter();
        all.find(|format| format.name() == name)
            .expect("clap has checked the name")
    })
}

/// The format of the only file, if its name says that it is no C.
pub(crate) fn format_of(files: &[PathBuf]) -> Option<Format> {
    match files {
        [only] => Format::of(only),
        _ => None,
    }
}

/// The format of what is to be checked: as the user says, or else by the name of the file.
pub(crate) fn format_of_check(args: &CheckArgs) -> Option<Format> {
    args.format.or_else(|| format_of(&args.frontend.files))
}

/// What is wrong with the options of a check, given what kind of file it is about.
pub(crate) fn complaint(args: &CheckArgs) -> Option<String> {
    let frontend = &args.frontend;
    let Some(format) = format_of_check(args) else {
        let systems: Vec<&str> = Format::ALL.map(Format::name).to_vec();
        let option = [
            (args.property.is_some(), "--property"),
            (args.witness.is_some(), "--witness"),
        ];
        let (_, option) = option.into_iter().find(|(is_given, _)| *is_given)?;
        return Some(format!(
            "{option} is about transition systems: say with --format which one the file is ({})",
            systems.join(", ")
        ));
    };
    let of_c = [
        (!frontend.checks.is_empty(), "--check"),
        (!args.cover.is_empty(), "--cover"),
        (args.spec.is_some(), "--spec"),
        (frontend.entry.is_some(), "--entry"),
        (frontend.ilp32, "--32"),
        (frontend.malloc_may_fail, "--malloc-may-fail"),
        (frontend.files.len() > 1, "more than one file"),
    ];
    let (_, option) = of_c.into_iter().find(|(is_given, _)| *is_given)?;
    Some(format!(
        "{option} is about C programs, and this is a file of format {}",
        format.name()
    ))
}

/// Reads a file.
pub(crate) fn read(
    path: &Path,
    format: Format,
    options: &ImportOptions,
) -> Result<Imported, FrontendError> {
    let name = path.display().to_string();
    let contents = std::fs::read(path).map_err(|error| FrontendError {
        sources: Sources::default(),
        diagnostics: vec![Diagnostic {
            severity: Severity::Error,
            span: None,
            message: format!("cannot read {name}: {error}"),
            hint: None,
        }],
    })?;
    import(format, &name, &contents, options).map_err(|error| {
        let ImportError {
            diagnostics,
            sources,
        } = error;
        FrontendError {
            sources,
            diagnostics,
        }
    })
}

/// The same, as what a front end makes of C.
pub(crate) fn translate(path: &Path, format: Format) -> Result<Translation, FrontendError> {
    let Imported { program, terms, .. } = read(path, format, &ImportOptions::default())?;
    Ok(Translation {
        program,
        terms,
        warnings: Vec::new(),
    })
}

/// The answer in the terms of the format; the error is why there is none.
pub(crate) fn witness(
    origin: &Origin,
    program: &Program,
    terms: &mut Terms,
    report: &CheckReport,
    options: &CheckOptions,
) -> Result<String, String> {
    match &report.verdict {
        Verdict::Unknown(_) => Err("there is no verdict".to_owned()),
        Verdict::False(replay) => {
            let violation = origin.violation(replay.property(), replay.inputs());
            violation.ok_or_else(|| {
                format!(
                    "the format {} has none for this violation: the trace is all there is",
                    origin.format().name()
                )
            })
        }
        Verdict::True(_) => match invariant(origin, terms, report) {
            Some(text) => Ok(text),
            None => {
                // Found without an invariant: IC3 finds one.
                let options = CheckOptions {
                    engine: EngineKind::Ic3Cfa(Ic3CfaOptions::from(Preset::Default)),
                    ..options.clone()
                };
                let second = check(program, terms, &options, &mut ());
                let second = second.map_err(|error| error.to_string())?;
                let text = invariant(origin, terms, &second);
                text.ok_or_else(|| "no invariant was found in time".to_owned())
            }
        },
    }
}

/// The invariant of a proof, if it is one.
fn invariant(origin: &Origin, terms: &mut Terms, report: &CheckReport) -> Option<String> {
    let (Verdict::True(certified), Some(task)) = (&report.verdict, &report.task) else {
        return None;
    };
    let Proof::Invariant(invariant) = certified.proof() else {
        return None;
    };
    let holds = |name: &str| -> Option<Vec<TermId>> {
        // Initial and error have names of their own, which the file may use as well.
        let own = |loc| loc != task.cfa.initial && loc != task.cfa.error;
        let mut locations = task.cfa.locations.iter_enumerated();
        let (location, _) = locations.find(|(loc, found)| own(*loc) && found.label == name)?;
        Some(invariant.at(location).to_vec())
    };
    Some(origin.invariant(terms, &holds))
}
