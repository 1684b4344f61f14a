//! Files that are no C: transition systems and Horn clauses.

mod answer;

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use ferric3_c::{FrontendError, Translation};
use ferric3_import::{Format, ImportError, ImportOptions, Imported, import};
use ferric3_ivl::{Diagnostic, Severity, Sources};

use crate::cli::CheckArgs;

pub(crate) use answer::{NoAnswer, answer};

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
        (frontend.arith, "--arith"),
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
