//! Options of the front end, and its diagnostics.

use std::path::PathBuf;

use ferric3_c::{DataModel, Diagnostic, FrontendError, FrontendOptions, Severity, Translation};
use ferric3_ivl::{Sources, Span};
use ferric3_witness::schema::{DiagnosticEntry, PlaceEntry};

use crate::cli::FrontendArgs;
use crate::cli::compiler::CompilerOptions;
use crate::goal::{goals, options_for};
use crate::supervise::has_panicked;
use crate::systems;

/// The options that the command line asks for.
pub(crate) fn options(args: &FrontendArgs, compiler: &CompilerOptions) -> FrontendOptions {
    let data_model = if args.ilp32 {
        DataModel::Ilp32
    } else {
        DataModel::Lp64
    };
    let mut options = FrontendOptions {
        data_model,
        arith: args.arith,
        malloc_may_fail: args.malloc_may_fail,
        preprocessor_args: compiler.preprocessor.clone(),
        dialect: compiler.dialect,
        ..Default::default()
    };
    if let Some(entry) = &args.entry {
        options.entry.clone_from(entry);
    }
    options_for(&goals(&args.checks), &options)
}

/// Can the files be read at all? The error is a text for people.
pub(crate) fn check_readable(paths: &[PathBuf]) -> Result<(), String> {
    for path in paths {
        let fail =
            |error: &dyn std::fmt::Display| format!("cannot read {}: {error}", path.display());
        let file = std::fs::File::open(path).map_err(|error| fail(&error))?;
        let metadata = file.metadata().map_err(|error| fail(&error))?;
        if metadata.is_dir() {
            return Err(fail(&"it is a directory"));
        }
    }
    Ok(())
}

/// Translates a program, or a transition system if its name says so. A panic of the front end, which it reports as an error, goes on: it is our
/// bug, not the file's.
pub(crate) fn translate(
    paths: &[PathBuf],
    options: &FrontendOptions,
) -> Result<Translation, FrontendError> {
    if let [path] = paths
        && let Some(format) = systems::format_of(paths)
    {
        return systems::translate(path, format);
    }
    let translated = ferric3_c::translate_files(paths, options);
    if translated.is_err() && has_panicked() {
        std::panic::resume_unwind(Box::new("front end"));
    }
    translated
}

/// Diagnostics as text.
pub(crate) fn render(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics {
        text.push_str(&diagnostic.render(sources));
        if !text.ends_with('\n') {
            text.push('\n');
        }
    }
    text
}

/// A message in the form of a diagnostic, with another word than `error` in front.
pub(crate) fn labelled(
    label: &str,
    message: &str,
    span: Option<Span>,
    hint: Option<&str>,
    sources: &Sources,
) -> String {
    let diagnostic = Diagnostic {
        severity: Severity::Error,
        span,
        message: message.to_owned(),
        hint: hint.map(str::to_owned),
    };
    let text = diagnostic.render(sources);
    format!("{label}{}\n", text.strip_prefix("error").unwrap_or(&text))
}

/// Diagnostics as members of a JSON document.
pub(crate) fn entries(diagnostics: &[Diagnostic], sources: &Sources) -> Vec<DiagnosticEntry> {
    let entry = |diagnostic: &Diagnostic| DiagnosticEntry {
        severity: match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        message: diagnostic.message.clone(),
        hint: diagnostic.hint.clone(),
        place: diagnostic.span.map(|span| PlaceEntry::new(sources, span)),
    };
    diagnostics.iter().map(entry).collect()
}
