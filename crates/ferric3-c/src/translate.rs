//! The whole way from a file to an IVL program.

use std::path::{Path, PathBuf};

use ferric3_ivl::{Program, Sources};
use ferric3_term::Terms;

use crate::preprocess::{Preprocessed, preprocess_file, preprocess_text};
use crate::stack::{Failure, on_stack};
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

/// Translate a program of several C files.
pub fn translate_files(
    paths: &[PathBuf],
    options: &FrontendOptions,
) -> Result<Translation, FrontendError> {
    translate_file(&paths[0], options)
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
    let fail = |message: String, hint: &str| FrontendError {
        sources: sources.clone(),
        diagnostics: vec![Diagnostic {
            severity: Severity::Error,
            span: None,
            message,
            hint: Some(hint.to_owned()),
        }],
    };
    let tokens = parse::tokens(&source).map_err(|error| FrontendError {
        sources: sources.clone(),
        diagnostics: vec![error],
    })?;
    let (stack, depth) = (tokens.stack(), tokens.depth());
    match on_stack(stack, || translate_here(source, tokens, options)) {
        Ok(result) => result,
        Err(Failure::Panicked) => Err(fail(
            "internal error: the front end panicked".to_owned(),
            "this is a bug of Ferric3, not of the program",
        )),
        Err(Failure::NoThread) => Err(fail(
            format!("{depth} levels of nesting need more memory than there is"),
            "nested brackets, operators in a row and chains of `else if` count; split them up",
        )),
    }
}

fn translate_here(
    mut source: Preprocessed,
    tokens: parse::Tokens,
    options: &FrontendOptions,
) -> Result<Translation, FrontendError> {
    let fail = |source: &Preprocessed, diagnostics| FrontendError {
        sources: source.sources.clone(),
        diagnostics,
    };
    let tree = parse::parse(&source, &tokens).map_err(|error| fail(&source, vec![error]))?;
    drop(tokens);
    let models = match library::append(&mut source, options.data_model) {
        Some(start) => parse::parse_from(&source, start)
            .map(Some)
            .map_err(|error| fail(&source, vec![error]))?,
        None => None,
    };
    let (unit, found) = sema::check(&source, &tree, models.as_ref(), options.data_model)
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
