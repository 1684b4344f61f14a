//! The whole way from a file to an IVL program.

use std::path::Path;

use ferric3_ivl::{Program, Sources};
use ferric3_term::Terms;

use crate::preprocess::{Preprocessed, preprocess_file, preprocess_text};
use crate::sema::hir::Unit;
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
    translate_files(&[path], options)
}

/// Translate a program of several C files, each a translation unit of its own.
pub fn translate_files(
    paths: &[impl AsRef<Path>],
    options: &FrontendOptions,
) -> Result<Translation, FrontendError> {
    let (source, starts) = load(paths, options)?;
    on_units(
        source,
        &starts,
        |source, unit, warnings| lowered(source, &unit, warnings, options),
        options,
    )
}

/// Preprocess the files of a program into one text, with what is appended to each; where each begins in it.
pub(crate) fn load(
    paths: &[impl AsRef<Path>],
    options: &FrontendOptions,
) -> Result<(Preprocessed, Vec<usize>), FrontendError> {
    let mut loaded: Option<(Preprocessed, Vec<usize>)> = None;
    for (position, path) in paths.iter().enumerate() {
        let own = options
            .file_args
            .get(position)
            .filter(|own| !own.is_empty());
        let mut file = match own {
            Some(own) => {
                let mut options = options.clone();
                options.preprocessor_args.extend(own.iter().cloned());
                preprocess_file(path.as_ref(), &options)?
            }
            None => preprocess_file(path.as_ref(), options)?,
        };
        append_to(&mut file, position, options);
        loaded = Some(match loaded {
            None => (file, vec![0]),
            Some((mut source, mut starts)) => {
                starts.push(source.append(file));
                (source, starts)
            }
        });
    }
    loaded.ok_or_else(|| FrontendError {
        sources: Sources::default(),
        diagnostics: vec![Diagnostic {
            severity: Severity::Error,
            span: None,
            message: "there is no file to check".to_owned(),
            hint: None,
        }],
    })
}

fn append_to(file: &mut Preprocessed, position: usize, options: &FrontendOptions) {
    for appended in &options.appended {
        if appended.file == position {
            file.append_text(&appended.name, &appended.text);
        }
    }
}

/// Translate a text as if it were the contents of a file of the given name.
pub fn translate_text(
    name: &str,
    text: &str,
    options: &FrontendOptions,
) -> Result<Translation, FrontendError> {
    let mut source = preprocess_text(name, text, options)?;
    append_to(&mut source, 0, options);
    on_units(
        source,
        &[0],
        |source, unit, warnings| lowered(source, &unit, warnings, options),
        options,
    )
}

/// Parsing, checking and what is done with the typed tree recurse over the program, so they run on a stack of their
/// own. Units begin at these offsets of the text. The work gets the warnings of the type check, too.
pub(crate) fn on_units<T: Send>(
    source: Preprocessed,
    starts: &[usize],
    work: impl FnOnce(Preprocessed, Unit, Vec<Diagnostic>) -> Result<T, FrontendError> + Send,
    options: &FrontendOptions,
) -> Result<T, FrontendError> {
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
    let ends = starts.iter().skip(1).copied().chain([source.text.len()]);
    let units: Vec<_> = starts
        .iter()
        .copied()
        .zip(ends)
        .map(|(a, b)| a..b)
        .collect();
    let tokens = units
        .iter()
        .map(|unit| parse::tokens(&source, unit.clone()));
    let tokens = tokens.collect::<Result<Vec<_>, _>>();
    let tokens = tokens.map_err(|error| FrontendError {
        sources: sources.clone(),
        diagnostics: vec![error],
    })?;
    let stack = tokens.iter().map(parse::Tokens::stack).max().unwrap_or(0);
    let depth = tokens.iter().map(parse::Tokens::depth).max().unwrap_or(0);
    let checked = || {
        let (source, unit, warnings) = check_here(source, tokens, units, options)?;
        work(source, unit, warnings)
    };
    match on_stack(stack, checked) {
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

fn check_here(
    mut source: Preprocessed,
    tokens: Vec<parse::Tokens>,
    units: Vec<std::ops::Range<usize>>,
    options: &FrontendOptions,
) -> Result<(Preprocessed, Unit, Vec<Diagnostic>), FrontendError> {
    let fail = |source: &Preprocessed, diagnostics| FrontendError {
        sources: source.sources.clone(),
        diagnostics,
    };
    let trees = tokens.iter().map(|tokens| parse::parse(&source, tokens));
    let trees = trees.collect::<Result<Vec<_>, _>>();
    let trees = trees.map_err(|error| fail(&source, vec![error]))?;
    drop(tokens);
    let models = match library::append(&mut source, options.data_model) {
        Some(start) => parse::parse_from(&source, start)
            .map(Some)
            .map_err(|error| fail(&source, vec![error]))?,
        None => None,
    };
    let units: Vec<_> = units.into_iter().zip(&trees).collect();
    let (unit, found) = sema::check(&source, &units, models.as_ref(), options)
        .map_err(|errors| fail(&source, errors))?;
    drop((trees, models));
    Ok((source, unit, found))
}

/// The program that a typed tree comes to.
fn lowered(
    source: Preprocessed,
    unit: &Unit,
    found: Vec<Diagnostic>,
    options: &FrontendOptions,
) -> Result<Translation, FrontendError> {
    let (program, terms) = lower::lower(unit, &source, options).map_err(|error| FrontendError {
        sources: source.sources.clone(),
        diagnostics: vec![error],
    })?;
    debug_assert_eq!(ferric3_ivl::validate(&program, &terms), Ok(()));
    let mut warnings = source.warnings;
    warnings.extend(found);
    warnings.extend(program.coverage.gaps.iter().map(|gap| {
        let what = format!("no answer about a coverage goal: {}", gap.description);
        Diagnostic::warning(gap.span, what).with_hint(gap.reason.clone())
    }));
    Ok(Translation {
        program,
        terms,
        warnings,
    })
}
