//! What is C, or common practice, but unknown to the parser crate `lang-c` 0.15, is rewritten here
//! into what it knows. Each repair says in a comment what it is for. Repairs keep the meaning; where
//! nothing of the same meaning can be written, a name is put in that the type checker recognises
//! ([`UNSUPPORTED_PREFIX`]), never something that could pass for another program.
//!
//! Blanks replace what is removed; where text must be put in, the [`LineMap`] is told.

mod attributes;
mod context;
mod declarations;
mod expressions;
mod literals;
mod statements;
mod words;

use std::borrow::Cow;

use ferric3_ivl::Span;
use rustc_hash::FxHashSet;

use super::lex::{Token, TokenKind};
use super::linemap::{Edit, LineMap};
use super::pack::Packing;

pub(crate) use self::attributes::unsupported_attribute;

/// Stands for the keyword `__int128`, for which the parser has no type specifier. It has one for
/// the type of this name, which no standard and no compiler has.
pub(crate) const INT128: &str = "_Decimal32x";

/// Stands for the keyword `__auto_type`: the type of the initialiser.
pub(crate) const AUTO_TYPE: &str = "_Decimal64x";

/// The middle operand of `a ?: b`: the value of the condition.
pub(crate) const SAME_AS_CONDITION: &str = "__ferric3_same_as_condition";

/// An identifier that begins so stands for a construct that the parser cannot represent; the rest
/// of the identifier names it. Evaluating it is unsupported.
pub(crate) const UNSUPPORTED_PREFIX: &str = "__ferric3_unsupported_";

/// An identifier that begins so stands for the address of a label (`&&label` of GNU C); the rest of
/// the identifier is the name of the label.
pub(crate) const LABEL_ADDRESS: &str = "__ferric3_label_address_";

/// `__alignof__(__typeof__(this, e))` stands for the alignment of what an expression designates, which
/// may have another one than its type.
pub(crate) const ALIGNMENT_OF: &str = "__ferric3_alignment_of";

/// A call of this stands for a jump to what its argument is the address of (`goto *p` of GNU C).
pub(crate) const COMPUTED_GOTO: &str = "__ferric3_computed_goto";

/// No bracket matches.
const NONE: u32 = u32::MAX;

/// Rewrite a text with its tokens. With the text come the changes of its length.
pub(super) fn repair(
    text: &str,
    tokens: Vec<Token>,
    map: &mut LineMap,
    packing: &mut Packing,
    obstacles: &mut Vec<(Span, String)>,
) -> (String, Vec<Edit>) {
    let mut repair = Repair::new(text, tokens);
    repair.words();
    repair.match_brackets();
    repair.collect_typedefs();
    for at in 0..repair.tokens.len() {
        repair.enter(at);
        repair.expression(at);
        repair.statement(at);
        repair.declaration(at);
    }
    let Repair {
        bytes,
        mut edits,
        ignored,
        ..
    } = repair;
    for (start, end, what) in ignored {
        obstacles.push((map.span(start, end), what));
    }
    edits.sort_by_key(|edit| edit.start);
    let mut end = 0;
    edits.retain(|edit| {
        let fits = edit.start >= end;
        end = if fits { edit.end } else { end };
        fits
    });
    let text = String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned());
    if edits.is_empty() {
        (text, edits)
    } else {
        packing.edit(&edits);
        (map.edit(&text, &edits), edits)
    }
}

/// A text under repair.
struct Repair<'a> {
    /// As it was.
    text: &'a str,
    /// With what was blanked out.
    bytes: Vec<u8>,
    /// What is left of the tokens.
    tokens: Vec<Token>,
    /// For each bracket the one that matches it, or [`NONE`].
    partner: Vec<u32>,
    /// The brackets that are open at the token that is looked at.
    open: Vec<usize>,
    /// Changes of length.
    edits: Vec<Edit>,
    /// Names of types.
    typedefs: FxHashSet<&'a str>,
    /// What was removed but has a meaning, in words.
    ignored: Vec<(usize, usize, String)>,
}

impl<'a> Repair<'a> {
    fn new(text: &'a str, tokens: Vec<Token>) -> Repair<'a> {
        let mut repair = Repair {
            text,
            bytes: text.as_bytes().to_vec(),
            tokens,
            partner: Vec::new(),
            open: Vec::new(),
            edits: Vec::new(),
            typedefs: FxHashSet::default(),
            ignored: Vec::new(),
        };
        repair.match_brackets();
        repair
    }

    fn match_brackets(&mut self) {
        self.partner = vec![NONE; self.tokens.len()];
        let mut open: Vec<(usize, &str)> = Vec::new();
        for at in 0..self.tokens.len() {
            let closes = match self.word(at) {
                opening @ ("(" | "[" | "{") => {
                    open.push((at, opening));
                    continue;
                }
                ")" => "(",
                "]" => "[",
                "}" => "{",
                _ => continue,
            };
            // A bracket of the wrong kind: the parser will complain, repairs keep away.
            if let Some((from, _)) = open.pop().filter(|&(_, opening)| opening == closes) {
                self.partner[from] = at as u32;
                self.partner[at] = from as u32;
            }
        }
    }

    /// Keep track of the brackets that are open when going on to the token at `at`.
    fn enter(&mut self, at: usize) {
        if at > 0 && self.partner(at - 1).is_some_and(|close| close >= at) {
            self.open.push(at - 1);
        }
        while self
            .open
            .last()
            .is_some_and(|&open| self.partner[open] as usize <= at)
        {
            self.open.pop();
        }
    }

    /// The text of a token; empty behind the last one.
    fn word(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |t| t.of(self.text))
    }

    /// The text of the token before; empty before the first one.
    fn before(&self, at: usize, distance: usize) -> &'a str {
        at.checked_sub(distance).map_or("", |at| self.word(at))
    }

    /// The bracket that matches the one at `at`.
    fn partner(&self, at: usize) -> Option<usize> {
        self.partner
            .get(at)
            .filter(|&&p| p != NONE)
            .map(|&p| p as usize)
    }

    /// The closing bracket, if at `at` there is this opening one.
    fn closing(&self, at: usize, opening: &str) -> Option<usize> {
        (self.word(at) == opening)
            .then(|| self.partner(at))
            .flatten()
    }

    fn start(&self, at: usize) -> usize {
        self.tokens
            .get(at)
            .map_or(self.text.len(), |t| t.start as usize)
    }

    fn end(&self, at: usize) -> usize {
        self.tokens
            .get(at)
            .map_or(self.text.len(), |t| t.end as usize)
    }

    fn is_identifier(&self, at: usize) -> bool {
        self.tokens
            .get(at)
            .is_some_and(|t| t.kind == TokenKind::Word)
            && !context::is_keyword(self.word(at))
    }

    /// Replace the tokens `from..=to` by blanks.
    fn blank(&mut self, from: usize, to: usize) {
        let (start, end) = (self.start(from), self.end(to));
        self.blank_bytes(start, end);
    }

    fn blank_bytes(&mut self, start: usize, end: usize) {
        for byte in &mut self.bytes[start..end] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    }

    /// Replace the tokens `from..=to` by a text.
    fn replace(&mut self, from: usize, to: usize, text: impl Into<Cow<'static, str>>) {
        let (start, end, text) = (self.start(from), self.end(to), text.into());
        if text.len() <= end - start {
            self.blank(from, to);
            self.bytes[start..start + text.len()].copy_from_slice(text.as_bytes());
        } else {
            self.edits.push(Edit { start, end, text });
        }
    }

    /// Put a text in.
    fn insert(&mut self, at: usize, text: impl Into<Cow<'static, str>>) {
        self.edits.push(Edit {
            start: at,
            end: at,
            text: text.into(),
        });
    }
}
