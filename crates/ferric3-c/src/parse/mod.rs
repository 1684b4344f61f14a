//! From preprocessed text to a syntax tree.
//!
//! The tree is that of the crate `lang-c`, the parser is our own ([`grammar`]). What is known about
//! the tree: parentheses leave no trace in it, but the place of what is inside includes them.

mod grammar;
mod hint;
mod message;
mod nesting;
#[cfg(test)]
mod tests;

use lang_c::ast::TranslationUnit;

use crate::Diagnostic;
use crate::preprocess::Preprocessed;
use crate::preprocess::lex::{Token, lex};

/// The stack that walks over a tree need that is not deep, in bytes. Types that are declared by
/// others make some of them recurse as well. Only what is used is ever committed.
const BASE_STACK: usize = 1 << 30;

/// The stack that each level of nesting needs at most, in bytes: in the parser, in all that walks
/// the tree afterwards, and in what drops it. It was measured to need less than a third of this.
const STACK_PER_LEVEL: usize = 48 << 10;

/// The tokens of a text whose brackets match.
pub(crate) struct Tokens {
    tokens: Vec<Token>,
    depth: usize,
}

impl Tokens {
    /// The stack that a thread needs which parses these tokens and walks the tree, in bytes.
    pub(crate) fn stack(&self) -> usize {
        self.depth
            .saturating_mul(STACK_PER_LEVEL)
            .saturating_add(BASE_STACK)
    }

    /// So deeply is the text nested.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }
}

/// Split a part of a text into tokens. Brackets that do not match are found here, for it can be said better
/// than by a parser what is the matter with them.
pub(crate) fn tokens(
    source: &Preprocessed,
    part: std::ops::Range<usize>,
) -> Result<Tokens, Diagnostic> {
    let tokens = lex_part(&source.text, part);
    let depth = nesting::check(source, &tokens)?;
    Ok(Tokens { tokens, depth })
}

/// Parse the text. Call it on a thread with a stack of [`Tokens::stack`] bytes, and drop the tree
/// there too.
pub(crate) fn parse(source: &Preprocessed, tokens: &Tokens) -> Result<TranslationUnit, Diagnostic> {
    parse_tokens(source, &tokens.tokens)
}

/// Parse the part of a text from `start` on as a unit of its own: no name before it is a type.
pub(crate) fn parse_from(
    source: &Preprocessed,
    start: usize,
) -> Result<TranslationUnit, Diagnostic> {
    let tokens = lex_part(&source.text, start..source.text.len());
    parse_tokens(source, &tokens)
}

/// The tokens of a part of a text, with their offsets in the whole.
fn lex_part(text: &str, part: std::ops::Range<usize>) -> Vec<Token> {
    let start = part.start as u32;
    let mut tokens = lex(text.get(part).unwrap_or(""));
    for token in &mut tokens {
        token.start += start;
        token.end += start;
    }
    tokens
}

/// Parse a text that is not deep, in a test. Call it on a stack of [`TEST_STACK`] bytes.
#[cfg(test)]
pub(crate) fn parse_shallow(source: &Preprocessed) -> Result<TranslationUnit, Diagnostic> {
    parse(source, &tokens(source, 0..source.text.len())?)
}

/// The stack of tests.
#[cfg(test)]
pub(crate) const TEST_STACK: usize = BASE_STACK;

fn parse_tokens(source: &Preprocessed, tokens: &[Token]) -> Result<TranslationUnit, Diagnostic> {
    grammar::parse(&source.text, tokens).map_err(|fault| message::explain(source, tokens, &fault))
}
