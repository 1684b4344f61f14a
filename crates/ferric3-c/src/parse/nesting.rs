//! Before the parser: brackets that do not match, and how deeply a text is nested, so that there is
//! enough of a stack for it.

use crate::Diagnostic;
use crate::preprocess::Preprocessed;
use crate::preprocess::lex::{Token, TokenKind};

/// What is open.
struct Open {
    bracket: Token,
    /// Operators since the last comma or semicolon, statements since the last one ended.
    operators: usize,
    statements: usize,
}

/// The depth of a text: no part of its tree is inside of more others. Brackets, operators in a row
/// and statements that end in statements (`else if …`) count.
pub(super) fn check(source: &Preprocessed, tokens: &[Token]) -> Result<usize, Diagnostic> {
    let text = source.text.as_str();
    let nothing = Token {
        kind: TokenKind::Other,
        start: 0,
        end: 0,
    };
    let mut open = vec![Open {
        bracket: nothing,
        operators: 0,
        statements: 0,
    }];
    let (mut chain, mut deepest) = (0_usize, 0_usize);
    for (at, token) in tokens.iter().enumerate() {
        let word = token.of(text);
        let next = tokens.get(at + 1).map_or("", |t| t.of(text));
        // The outermost level is never closed.
        let Some(level) = open.last_mut() else {
            return Ok(deepest);
        };
        match word {
            "(" | "[" | "{" => open.push(Open {
                bracket: *token,
                operators: 0,
                statements: 0,
            }),
            ")" | "]" | "}" => {
                if !matches(level.bracket.of(text), word) {
                    return Err(mismatch(source, *token, level.bracket));
                }
                chain -= level.operators + level.statements;
                open.pop();
                if let Some(level) = open.last_mut() {
                    if word == "}" {
                        end_statement(level, &mut chain, next);
                    } else {
                        level.operators += 1;
                        chain += 1;
                    }
                }
            }
            "," => {
                chain -= std::mem::take(&mut level.operators);
                // Maybe an operator; in braces it separates values.
                let nests = usize::from(level.bracket.of(text) == "(");
                level.statements += nests;
                chain += nests;
            }
            ";" => end_statement(level, &mut chain, next),
            "if" | "else" | "while" | "for" | "do" | "switch" | "case" | "default" => {
                level.statements += 1;
                chain += 1;
            }
            ":" => {
                // The end of a label, or of the middle of a conditional.
                level.statements += 1;
                chain += 1;
            }
            _ if token.kind == TokenKind::Punct || is_prefix_word(word) => {
                level.operators += 1;
                chain += 1;
            }
            _ => {}
        }
        deepest = deepest.max(open.len() + chain);
    }
    match open.pop() {
        Some(level) if !open.is_empty() => Err(unclosed(source, tokens, level.bracket)),
        _ => Ok(deepest),
    }
}

/// A statement ends; one that goes on with `else` is part of the chain before.
fn end_statement(level: &mut Open, chain: &mut usize, next: &str) {
    *chain -= std::mem::take(&mut level.operators);
    if next != "else" && next != "while" {
        *chain -= std::mem::take(&mut level.statements);
    }
}

fn matches(open: &str, close: &str) -> bool {
    matches!((open, close), ("(", ")") | ("[", "]") | ("{", "}"))
}

/// Is it an operator in front of its operand that is a word?
fn is_prefix_word(word: &str) -> bool {
    matches!(
        word,
        "sizeof" | "_Alignof" | "__alignof" | "__alignof__" | "__extension__" | "return"
    )
}

/// A closing bracket that does not close what is open.
fn mismatch(source: &Preprocessed, token: Token, bracket: Token) -> Diagnostic {
    let text = source.text.as_str();
    let (word, opened) = (token.of(text), bracket.of(text));
    let span = source.span(token.start as usize, token.end as usize);
    if opened.is_empty() {
        return Diagnostic::error(span, format!("this `{word}` closes nothing"))
            .with_hint("remove it, or look for a missing opening bracket before it");
    }
    let place = source
        .sources
        .place(source.span(bracket.start as usize, bracket.end as usize));
    Diagnostic::error(
        span,
        format!("this `{word}` does not close the `{opened}` at {place}"),
    )
    .with_hint(format!("is a `{}` missing before it?", closing(opened)))
}

/// A bracket that is still open at the end of the file.
fn unclosed(source: &Preprocessed, tokens: &[Token], bracket: Token) -> Diagnostic {
    let text = source.text.as_str();
    let opened = bracket.of(text);
    let span = source.span(bracket.start as usize, bracket.end as usize);
    let last = tokens.last().map_or(0, |t| t.start as usize);
    let hint = format!(
        "the file ends at line {} without a matching `{}`",
        source.span(last, last + 1).line,
        closing(opened)
    );
    Diagnostic::error(span, format!("this `{opened}` is never closed")).with_hint(hint)
}

fn closing(opened: &str) -> &'static str {
    match opened {
        "(" => ")",
        "[" => "]",
        _ => "}",
    }
}
