//! From preprocessed text to a syntax tree.

use lang_c::ast::TranslationUnit;
use lang_c::driver::{Config, parse_preprocessed};

use crate::Diagnostic;
use crate::preprocess::Preprocessed;

/// The stack that [`parse`] needs for text nested as deeply as it accepts, in bytes.
pub(crate) const PARSE_STACK: usize = 256 << 20;

/// Parse the text. Call it on a thread with a stack of [`PARSE_STACK`] bytes.
pub(crate) fn parse(source: &Preprocessed) -> Result<TranslationUnit, Diagnostic> {
    parse_preprocessed(&Config::with_gcc(), source.text.clone()).map(|parse| parse.unit).map_err(
        |e| Diagnostic::error(source.map.span(e.offset, e.offset + 1), "this is not C"),
    )
}
