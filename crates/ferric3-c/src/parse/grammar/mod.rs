//! The grammar of C11 with GNU extensions, by recursive descent: one function for each rule of the
//! standard's Annex A, one token of lookahead (two where a bracket may begin a type), no going back.
//! So the time is linear in the length of the text, whatever is nested in what.
//!
//! The tree is that of the crate `lang-c`, whose own parser, a parsing expression grammar, judges
//! this one in tests. It is not used otherwise: it tries alternatives one after the other and clones
//! what it remembers, which is quadratic in the depth of brackets at best, and exponential for types
//! inside of `sizeof`.

mod constant;
mod declaration;
mod declarator;
mod expression;
mod operator;
mod record;
mod specifier;
mod statement;
mod words;

use lang_c::ast::{Identifier, TranslationUnit};
use lang_c::span::{Node, Span};
use rustc_hash::FxHashMap;

use crate::preprocess::lex::{Token, TokenKind};
pub(super) use words::is_reserved;

/// The text is not C: which token is at fault.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    /// The number of the token; that behind the last one at the end of the text.
    pub(super) at: usize,
    /// The token is none of C by itself, wherever it stands.
    pub(super) malformed: bool,
    /// What could have been there instead: tokens, and kinds of things in angle brackets.
    pub(super) expected: Vec<&'static str>,
}

/// A part of the tree, or the text is not C.
type Parsed<T> = Result<T, Stop>;

/// The text is not C at the token that the parser looks at.
#[derive(Clone, Copy, Debug)]
struct Stop {
    malformed: bool,
}

/// An expression is expected.
pub(super) const EXPRESSION: &str = "<expression>";
/// A type, or a declaration that begins with one, is expected.
pub(super) const TYPE: &str = "<type>";
/// An identifier is expected.
pub(super) const NAME: &str = "<name>";

/// Parse a text with these tokens.
pub(super) fn parse(text: &str, tokens: &[Token]) -> Result<TranslationUnit, Fault> {
    let mut parser = Parser::new(text, tokens);
    match parser.translation_unit() {
        Ok(unit) => Ok(unit),
        Err(Stop { malformed }) => Err(Fault {
            at: parser.at,
            malformed,
            expected: parser.expected,
        }),
    }
}

/// What a word is, as far as a declaration in scope tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meaning {
    Type,
    Other,
}

struct Parser<'t> {
    tokens: &'t [Token],
    words: Vec<&'t str>,
    /// The token that is looked at.
    at: usize,
    /// What would have been accepted there, as far as somebody asked.
    expected: Vec<&'static str>,
    /// What each word means in the scopes around, the innermost last.
    meanings: FxHashMap<&'t str, Vec<Meaning>>,
    /// Words declared in the scopes around, to be forgotten when a scope ends.
    declared: Vec<&'t str>,
    /// Where the declarations of each scope begin.
    scopes: Vec<usize>,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, tokens: &'t [Token]) -> Parser<'t> {
        let mut parser = Parser {
            tokens,
            words: tokens.iter().map(|token| token.of(text)).collect(),
            at: 0,
            expected: Vec::new(),
            meanings: FxHashMap::default(),
            declared: Vec::new(),
            scopes: Vec::new(),
        };
        parser.declare("__builtin_va_list", Meaning::Type);
        parser
    }

    /// The token that is looked at; empty at the end.
    fn word(&self) -> &'t str {
        self.words.get(self.at).copied().unwrap_or("")
    }

    /// A token further on.
    fn ahead(&self, distance: usize) -> &'t str {
        self.words.get(self.at + distance).copied().unwrap_or("")
    }

    fn kind(&self) -> Option<TokenKind> {
        self.tokens.get(self.at).map(|token| token.kind)
    }

    /// Where the token that is looked at begins.
    fn start(&self) -> usize {
        self.tokens
            .get(self.at)
            .or(self.tokens.last())
            .map_or(0, |token| token.start as usize)
    }

    /// Where the token before ends.
    fn end(&self) -> usize {
        self.at
            .checked_sub(1)
            .map_or(0, |before| self.tokens[before].end as usize)
    }

    /// A part of the tree that began at an offset and ends with the token before.
    fn node<T>(&self, start: usize, node: T) -> Node<T> {
        Node::new(node, Span::span(start, self.end().max(start)))
    }

    fn advance(&mut self) {
        self.at += 1;
        self.expected.clear();
    }

    /// Is this the token?
    fn is(&mut self, word: &'static str) -> bool {
        let is = self.word() == word;
        if !is {
            self.expected.push(word);
        }
        is
    }

    /// Go over the token if it is this one.
    fn take(&mut self, word: &'static str) -> bool {
        let is = self.is(word);
        if is {
            self.advance();
        }
        is
    }

    /// Go over this token, which must be there.
    fn expect(&mut self, word: &'static str) -> Parsed<()> {
        if self.take(word) { Ok(()) } else { self.fail() }
    }

    /// Something else than the token that is looked at was expected.
    fn fail<T>(&mut self) -> Parsed<T> {
        let malformed = self.kind() == Some(TokenKind::Other);
        Err(Stop { malformed })
    }

    /// Something of this kind was expected.
    fn missing<T>(&mut self, what: &'static str) -> Parsed<T> {
        self.expected.push(what);
        self.fail()
    }

    /// Is the token at a distance an identifier?
    fn is_name_ahead(&self, distance: usize) -> bool {
        self.tokens
            .get(self.at + distance)
            .is_some_and(|token| token.kind == TokenKind::Word)
            && !is_reserved(self.ahead(distance))
    }

    fn is_name(&self) -> bool {
        self.is_name_ahead(0)
    }

    /// An identifier.
    fn identifier(&mut self) -> Parsed<Node<Identifier>> {
        if !self.is_name() {
            return self.missing(NAME);
        }
        let (start, name) = (self.start(), self.word().to_owned());
        self.advance();
        Ok(self.node(start, Identifier { name }))
    }

    /// Is the token at a distance the name of a type?
    fn is_type_name_ahead(&self, distance: usize) -> bool {
        let meaning = self.meanings.get(self.ahead(distance));
        meaning.and_then(|m| m.last()) == Some(&Meaning::Type) && self.is_name_ahead(distance)
    }

    fn declare(&mut self, name: &'t str, meaning: Meaning) {
        self.meanings.entry(name).or_default().push(meaning);
        self.declared.push(name);
    }

    /// A name was declared at an offset of the text.
    fn declare_node(&mut self, name: &Node<Identifier>, meaning: Meaning) {
        // The word of the text outlives the tree. Nobody needs to know of names that no type has.
        let at = self
            .tokens
            .partition_point(|token| (token.start as usize) < name.span.start);
        let matters =
            meaning == Meaning::Type || self.meanings.contains_key(name.node.name.as_str());
        if let Some(&word) = self.words.get(at).filter(|_| matters) {
            self.declare(word, meaning);
        }
    }

    /// Parse something in a scope of its own.
    fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.enter();
        let result = inside(self);
        self.leave();
        result
    }

    fn enter(&mut self) {
        self.scopes.push(self.declared.len());
    }

    fn leave(&mut self) {
        let start = self.scopes.pop().unwrap_or(0);
        for name in self.declared.drain(start..) {
            if let Some(meanings) = self.meanings.get_mut(name) {
                meanings.pop();
            }
        }
    }
}
