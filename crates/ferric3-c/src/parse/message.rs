//! What a syntax error says.

use std::collections::HashSet;

use super::hint::hint;
use crate::Diagnostic;
use crate::preprocess::Preprocessed;
use crate::preprocess::lex::{Token, TokenKind};

/// Say what the parser expected at an offset, what is there, and what may be the matter.
pub(super) fn explain(
    source: &Preprocessed,
    tokens: &[Token],
    offset: usize,
    expected: &HashSet<&'static str>,
) -> Diagnostic {
    let text = source.text.as_str();
    let at = at_fault(text, tokens, offset, expected);
    let word = |i: Option<usize>| i.and_then(|i| tokens.get(i)).map_or("", |t| t.of(text));
    let here = word(Some(at));
    let before = word(at.checked_sub(1));
    let Some(&token) = tokens.get(at) else {
        if let Some(unfinished) = unfinished_declaration(text, tokens) {
            return missing_semicolon(source, tokens[unfinished], word(Some(unfinished + 1)));
        }
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
    if let Some((message, hint)) = bad_token(token, here, offset) {
        return Diagnostic::error(span, message).with_hint(hint);
    }
    if here == "/" && word(Some(at + 1)) == "*" {
        return Diagnostic::error(span, "this comment is never closed").with_hint("add `*/`");
    }
    // The end of the line before is missing: say it there.
    let previous = at.checked_sub(1).map(|i| tokens[i]);
    let declares = begins_declaration(here) && !matches!(before, ")" | "else" | "do");
    if let Some(previous) = previous.filter(|p| {
        (expected.contains(";") || declares)
            && ends_operand(*p, before)
            && on_next_line(text, *p, token)
    }) {
        return missing_semicolon(source, previous, here);
    }
    let message = if offset >= token.end as usize && is_keyword(here) {
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

/// `int x` on one line and `int y;` on the next: for the parser the beginning of an old-style
/// function, whose body it then misses at the end of the file. The last token of the first line.
fn unfinished_declaration(text: &str, tokens: &[Token]) -> Option<usize> {
    let mut depth = 0_usize;
    let mut found = None;
    for (at, pair) in tokens.windows(2).enumerate() {
        let (word, next) = (pair[0].of(text), pair[1].of(text));
        match word {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        let ends = ends_operand(pair[0], word) && !is_keyword(word) && word != "}";
        if depth == 0 && ends && begins_declaration(next) && on_next_line(text, pair[0], pair[1]) {
            found = Some(at);
        }
    }
    found
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

/// The token at fault. The parser names the furthest place that it reached, which may be behind a
/// keyword that it tried as a name (`else|`), behind a constant that does not end well (`08|`), or
/// behind a name that is no type (`uint32_t |x`).
fn at_fault(
    text: &str,
    tokens: &[Token],
    offset: usize,
    expected: &HashSet<&'static str>,
) -> usize {
    let at = tokens.partition_point(|t| t.end as usize <= offset);
    let Some(last) = at.checked_sub(1) else {
        return at;
    };
    let (before, word) = (tokens[last], tokens[last].of(text));
    if before.end as usize == offset {
        let tried = is_keyword(word) && expected.contains("[_a-zA-Z0-9]");
        let ends = expected.contains(";") || expected.contains(")") || expected.contains(",");
        if tried || (!ends && bad_token(before, word, offset).is_some()) {
            return last;
        }
    }
    // `foo x`, where `foo` is no type: the first word is to blame.
    let start = match last.checked_sub(1).map_or("", |i| tokens[i].of(text)) {
        "" | ";" | "}" | "(" | "," | "const" | "static" | "extern" | "volatile" => true,
        "{" => expected.contains(";"),
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
        .is_some_and(|t| t.kind == TokenKind::Word && !is_keyword(t.of(text)))
}

fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "auto"
            | "break"
            | "case"
            | "char"
            | "const"
            | "continue"
            | "default"
            | "do"
            | "double"
            | "else"
            | "enum"
            | "extern"
            | "float"
            | "for"
            | "goto"
            | "if"
            | "inline"
            | "int"
            | "long"
            | "register"
            | "return"
            | "short"
            | "signed"
            | "sizeof"
            | "static"
            | "struct"
            | "switch"
            | "typedef"
            | "union"
            | "unsigned"
            | "void"
            | "volatile"
            | "while"
            | "__real__"
            | "__imag__"
            | "__null"
            | "_Imaginary"
    )
}

/// What is wrong with a token by itself.
fn bad_token(token: Token, word: &str, offset: usize) -> Option<(String, &'static str)> {
    match token.kind {
        TokenKind::Number if offset > token.start as usize => {
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
                "only ASCII letters can be used outside of strings and comments"
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

/// The expectation that means most to a person. The parser lists every character that could have
/// gone on, also in the middle of a word.
fn wanted(expected: &HashSet<&'static str>, before: &str) -> String {
    let has = |what: &str| expected.contains(what);
    if has("<typedef_name>") && !has(";") && !has(")") && !has("(") {
        return "a type or a declaration".to_owned();
    }
    let mut wanted = Vec::new();
    // The closing token that fits is what people forget.
    for close in [";", ")", "]", "}", ":", ","] {
        if has(close) {
            wanted.push(format!("`{close}`"));
        }
    }
    let expression = has("(") && (has("[0-9.]") || has("\"") || has("[_a-zA-Z]") && has("*"));
    if expression && !ends_like_operand(before) {
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
            .filter(|w| w.len() <= 3 && !w.starts_with('['))
            .collect();
        rest.sort_unstable();
        rest.truncate(3);
        if has("identifier") || has("[_a-zA-Z]") {
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
