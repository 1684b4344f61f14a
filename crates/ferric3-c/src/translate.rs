//! The whole way from a file to an IVL program.

use std::path::Path;

use ferric3_ivl::{Program, Sources};
use ferric3_term::Terms;

use crate::preprocess::{Preprocessed, preprocess_file, preprocess_text};
use crate::{Diagnostic, FrontendOptions, Severity, library, lower, parse, sema};

/// A translated program.
#[derive(Clone, Debug)]
pub struct Translation {
    /// The program.
    pub program: Program,
    /// The store of its terms.
    pub terms: Terms,
    /// Warnings.
    pub warnings: Vec<Diagnostic>,
}

/// The file is not a C program that can be checked.
#[derive(Clone, Debug)]
pub struct FrontendError {
    /// For showing source lines.
    pub sources: Sources,
    /// At least one error.
    pub diagnostics: Vec<Diagnostic>,
}

/// Translate a C file.
pub fn translate_file(
    path: &Path,
    options: &FrontendOptions,
) -> Result<Translation, FrontendError> {
    translate(preprocess_file(path, options)?, options)
}

/// Translate a text as if it were the contents of a file of the given name.
pub fn translate_text(
    name: &str,
    text: &str,
    options: &FrontendOptions,
) -> Result<Translation, FrontendError> {
    translate(preprocess_text(name, text, options)?, options)
}

/// Parsing, checking and lowering recurse over the program, so they run on a stack of their own.
fn translate(
    source: Preprocessed,
    options: &FrontendOptions,
) -> Result<Translation, FrontendError> {
    let sources = source.sources.clone();
    let internal = |what: &str| FrontendError {
        sources: sources.clone(),
        diagnostics: vec![Diagnostic {
            severity: Severity::Error,
            span: None,
            message: format!("internal error: {what}"),
            hint: Some("this is a bug of Ferric3, not of the program".to_owned()),
        }],
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("front end".to_owned())
            .stack_size(sema::STACK_SIZE.max(parse::PARSE_STACK))
            .spawn_scoped(scope, || translate_here(source, options));
        match thread.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(result)) => result,
            Ok(Err(_)) => Err(internal("the front end panicked")),
            Err(_) => Err(internal("no thread with a large stack could be started")),
        }
    })
}

fn translate_here(
    mut source: Preprocessed,
    options: &FrontendOptions,
) -> Result<Translation, FrontendError> {
    let fail = |source: &Preprocessed, diagnostics| FrontendError {
        sources: source.sources.clone(),
        diagnostics,
    };
    let tree = parse::parse(&source).map_err(|error| fail(&source, vec![error]))?;
    let models = match library::append(&mut source, options.data_model) {
        Some(start) => parse::parse_from(&source, start)
            .map(Some)
            .map_err(|error| fail(&source, vec![error]))?,
        None => None,
    };
    let keeps_conversions = options.checks.contains(&lower::Check::Conversion);
    let model = options.data_model;
    let (unit, found) = sema::check(&source, &tree, models.as_ref(), model, keeps_conversions)
        .map_err(|errors| fail(&source, errors))?;
    drop((tree, models));
    let (program, terms) =
        lower::lower(&unit, &source, options).map_err(|error| fail(&source, vec![error]))?;
    debug_assert_eq!(ferric3_ivl::validate(&program, &terms), Ok(()));
    let mut warnings = source.warnings;
    warnings.extend(found);
    Ok(Translation {
        program,
        terms,
        warnings,
    })
}
