//! From preprocessed text to a syntax tree, by the crate `lang-c`.
//!
//! What is known about that parser (0.15, a PEG parser that caches postfix expressions):
//! - It recurses on nesting; some kinds of nesting cost quadratic or even exponential time. The
//!   guard in [`nesting`] rejects what would not end well before it is tried.
//! - A name of a type that is hidden by a parameter of the same name still counts as a type in the
//!   body of the function: `(T) - 1` is then a cast in the tree. Whoever resolves names must not
//!   take a [`TypedefName`](lang_c::ast::TypeSpecifier::TypedefName) for granted.
//! - `struct` alone is accepted as a type specifier, and parentheses leave no trace in the tree.
//! - `typeof(x)` is always an expression if `x` is a name that is not known to be a type.

mod hint;
mod message;
mod nesting;
#[cfg(test)]
mod tests;

use lang_c::ast::TranslationUnit;
use lang_c::driver::{Config, parse_preprocessed};

use crate::Diagnostic;
use crate::preprocess::Preprocessed;
use crate::preprocess::lex::lex;

/// The stack that [`parse`] needs for the deepest text that it accepts, in bytes. It was measured
/// to need less than 64 MB; what walks the tree afterwards, and what drops it, recurses as deeply.
pub(crate) const PARSE_STACK: usize = 256 << 20;

/// Parse the text. Call it on a thread with a stack of [`PARSE_STACK`] bytes, and drop the tree
/// there too.
pub(crate) fn parse(source: &Preprocessed) -> Result<TranslationUnit, Diagnostic> {
    let tokens = lex(&source.text);
    nesting::check(source, &tokens)?;
    let config = Config::with_gcc();
    match parse_preprocessed(&config, source.text.clone()) {
        Ok(parse) => Ok(parse.unit),
        Err(error) => Err(message::explain(
            source,
            &tokens,
            error.offset,
            &error.expected,
        )),
    }
}

/// Parse the part of a text from `start` on as a unit of its own: no name before it is a type.
/// Offsets in the tree are those of the whole text.
pub(crate) fn parse_from(
    source: &Preprocessed,
    start: usize,
) -> Result<TranslationUnit, Diagnostic> {
    let mut text = " ".repeat(start);
    text.push_str(source.text.get(start..).unwrap_or(""));
    match parse_preprocessed(&Config::with_gcc(), text) {
        Ok(parse) => Ok(parse.unit),
        Err(error) => {
            let tokens = lex(&source.text);
            let (at, expected) = (error.offset, &error.expected);
            Err(message::explain(source, &tokens, at, expected))
        }
    }
}
