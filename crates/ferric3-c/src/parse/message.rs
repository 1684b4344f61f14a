//! What a syntax error says.

use super::grammar::{EXPRESSION, Fault, NAME, TYPE, is_reserved};
use super::hint::hint;
use crate::Diagnostic;
use crate::preprocess::Preprocessed;
use crate::preprocess::lex::{Token, TokenKind};

/// Say what the parser expected at a token, what is there, and what may be the matter.
pub(super) fn explain(source: &Preprocessed, tokens: &[Token], fault: &Fault) -> Diagnostic {
    let text = source.text.as_str();
    let expected = fault.expected.as_slice();
    let at = at_fault(text, tokens, fault);
    let word = |i: Option<usize>| i.and_then(|i| tokens.get(i)).map_or("", |t| t.of(text));
    let here = word(Some(at));
    let before = word(at.checked_sub(1));
    let Some(&token) = tokens.get(at) else {
        let end = tokens.last().map_or(0, |t| t.end as usize);
        let message = if matches!(before, "" | "}" | ";") {
            "the file ends too early".to_owned()
        } else {
            format!(
                "expected {}, found the end of the file",
                wanted(expected, before)
            )
        };
        return Diagnostic::error(source.span(end.saturating_sub(1), end), message)
            .with_hint("is the file complete?");
    };
    let span = source.span(token.start as usize, token.end as usize);
    if let Some((message, hint)) = bad_token(token, here, fault.malformed) {
        return Diagnostic::error(span, message).with_hint(hint);
    }
    if here == "/" && word(Some(at + 1)) == "*" {
        return Diagnostic::error(span, "this comment is never closed").with_hint("add `*/`");
    }
    // The end of the line before is missing: say it there.
    let previous = at.checked_sub(1).map(|i| tokens[i]);
    let declares = begins_declaration(here) && !matches!(before, ")" | "else" | "do");
    if let Some(previous) = previous.filter(|p| {
        (expected.contains(&";") || declares)
            && ends_operand(*p, before)
            && on_next_line(text, *p, token)
    }) {
        return missing_semicolon(source, previous, here);
    }
    let tried = [EXPRESSION, NAME]
        .iter()
        .any(|kind| expected.contains(kind));
    let message = if tried && is_reserved(here) {
        format!("`{here}` cannot stand here")
    } else {
        format!(
            "expected {}, found `{}`",
            wanted(expected, before),
            short(here)
        )
    };
    let diagnostic = Diagnostic::error(span, message);
    match hint(tokens, text, at, expected) {
        Some(hint) => diagnostic.with_hint(hint),
        None => diagnostic,
    }
}

fn missing_semicolon(source: &Preprocessed, before: Token, found: &str) -> Diagnostic {
    let span = source.span(before.start as usize, before.end as usize);
    Diagnostic::error(
        span,
        format!("expected `;` after this, found `{}`", short(found)),
    )
    .with_hint("a semicolon is missing at the end of this line")
}

pub(super) fn begins_declaration(word: &str) -> bool {
    matches!(
        word,
        "char"
            | "const"
            | "double"
            | "enum"
            | "extern"
            | "float"
            | "int"
            | "long"
            | "short"
            | "signed"
            | "static"
            | "struct"
            | "typedef"
            | "union"
            | "unsigned"
            | "void"
    )
}

/// The token at fault: in `foo x`, where `foo` is no type, the first word is to blame.
fn at_fault(text: &str, tokens: &[Token], fault: &Fault) -> usize {
    let at = fault.at;
    let Some(last) = at.checked_sub(1) else {
        return at;
    };
    let start = match last.checked_sub(1).map_or("", |i| tokens[i].of(text)) {
        "" | ";" | "}" | "(" | "," | "const" | "static" | "extern" | "volatile" => true,
        "{" => fault.expected.contains(&";"),
        _ => false,
    };
    if is_name(tokens, text, at) && is_name(tokens, text, last) && start {
        last
    } else {
        at
    }
}

/// Is it a word that is no keyword?
pub(super) fn is_name(tokens: &[Token], text: &str, at: usize) -> bool {
    tokens
        .get(at)
        .is_some_and(|t| t.kind == TokenKind::Word && !is_reserved(t.of(text)))
}

/// What is wrong with a token by itself.
fn bad_token(token: Token, word: &str, malformed: bool) -> Option<(String, &'static str)> {
    match token.kind {
        TokenKind::Number if malformed => {
            let hint = if word.starts_with('0') && word.bytes().all(|b| b.is_ascii_digit()) {
                "a number that begins with 0 is octal and has no digits above 7"
            } else {
                "look at its digits and at the suffix"
            };
            Some((format!("`{}` is not a number of C", short(word)), hint))
        }
        TokenKind::Other => {
            let hint = if word.is_ascii() {
                "C does not use this character outside of strings and comments"
            } else {
                "names cannot have this character"
            };
            Some((format!("stray `{}`", word.escape_debug()), hint))
        }
        TokenKind::Text => {
            let quote = if word.ends_with('\'') || word.contains('\'') && !word.contains('"') {
                '\''
            } else {
                '"'
            };
            let body = word.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
            let escaped = body.len() - body.trim_end_matches(quote).trim_end_matches('\\').len();
            let closed =
                body.len() >= 2 && body.ends_with(quote) && !(escaped > 1 && escaped % 2 == 0);
            if body == "''" {
                return Some((
                    "empty character constant".to_owned(),
                    "put a character between the quotes",
                ));
            }
            (!closed).then(|| {
                let kind = if quote == '"' {
                    "string"
                } else {
                    "character constant"
                };
                (
                    format!("unterminated {kind}"),
                    "add the closing quote on the same line",
                )
            })
        }
        TokenKind::Punct if word == "#" => Some((
            "stray `#`".to_owned(),
            "a directive must be the first thing on its line",
        )),
        _ => None,
    }
}

/// Could an operand or a name end with this token?
fn ends_operand(token: Token, word: &str) -> bool {
    match token.kind {
        TokenKind::Word => !matches!(word, "else" | "do" | "case" | "goto" | "sizeof"),
        TokenKind::Number | TokenKind::Text => true,
        TokenKind::Punct => matches!(word, ")" | "]" | "++" | "--" | "}"),
        TokenKind::Other => false,
    }
}

/// Is there a line break between two tokens?
fn on_next_line(text: &str, before: Token, token: Token) -> bool {
    text.get(before.end as usize..token.start as usize)
        .is_some_and(|gap| gap.contains('\n'))
}

/// The expectation that means most to a person, of all that the parser could have gone on with.
fn wanted(expected: &[&'static str], before: &str) -> String {
    let has = |what: &str| expected.contains(&what);
    if has(TYPE) && !has(";") && !has(")") && !has("(") && !has(EXPRESSION) {
        return "a type or a declaration".to_owned();
    }
    let mut wanted = Vec::new();
    // The closing token that fits is what people forget.
    for close in [";", ")", "]", "}", ":", ","] {
        if has(close) {
            wanted.push(format!("`{close}`"));
        }
    }
    if has(EXPRESSION) && !ends_like_operand(before) {
        return if wanted.len() == 1 && has(";") {
            "an expression or `;`".to_owned()
        } else {
            "an expression".to_owned()
        };
    }
    if wanted.is_empty() {
        let mut rest: Vec<&str> = expected
            .iter()
            .copied()
            .filter(|word| !word.starts_with('<') || word.len() < 3)
            .collect();
        rest.sort_unstable();
        rest.dedup();
        rest.truncate(3);
        if has(NAME) {
            return "a name".to_owned();
        }
        wanted = rest.iter().map(|w| format!("`{w}`")).collect();
    }
    wanted.truncate(3);
    match wanted.split_last() {
        None => "something else".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}

fn ends_like_operand(before: &str) -> bool {
    before
        .ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ')' | ']' | '"' | '\''))
        && !matches!(before, "return" | "case" | "else" | "do" | "sizeof")
}

/// A token, cut short.
fn short(word: &str) -> String {
    match word.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}
