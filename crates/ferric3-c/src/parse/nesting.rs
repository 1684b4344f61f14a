//! The guard before the parser: brackets that do not match, and text that is nested so deeply that
//! parsing it would take too long or overflow the stack.

use rustc_hash::FxHashSet;

use crate::Diagnostic;
use crate::preprocess::Preprocessed;
use crate::preprocess::lex::{Token, TokenKind};

/// So many brackets may be open at once (the default of clang; the C standard asks for 63). The
/// parser needs time quadratic in this: 0.1 s at 256, more than 1 s at 1000.
const MAX_BRACKETS: usize = 256;

/// So many operators, or statements that end in statements (`else if …`), may follow one another
/// without a bracket. Each makes the tree deeper by one.
const MAX_CHAIN: usize = 10_000;

/// So many `sizeof` and the like may be inside of one another: each doubles the parser's time.
const MAX_SIZEOF: usize = 8;

/// So many parentheses directly behind a type may be inside of one another, for the same reason.
const MAX_PARAMETERS: usize = 12;

/// So many `++` and `--` may stand before other operators in a row: the parser tries each of them
/// also as two operators.
const MAX_STEPS: usize = 8;

/// What is open.
struct Open {
    bracket: Token,
    /// Operators since the last comma or semicolon, statements since the last one ended.
    operators: usize,
    statements: usize,
    /// Is it the operand of `sizeof` or the like?
    size: bool,
    /// Is it directly behind a type?
    parameters: bool,
}

/// Check a text before it is parsed.
pub(super) fn check(source: &Preprocessed, tokens: &[Token]) -> Result<(), Diagnostic> {
    let text = source.text.as_str();
    let types = type_names(text, tokens);
    let nothing = Token {
        kind: TokenKind::Other,
        start: 0,
        end: 0,
    };
    let mut open = vec![Open {
        bracket: nothing,
        operators: 0,
        statements: 0,
        size: false,
        parameters: false,
    }];
    let (mut chain, mut sizes, mut parameters, mut steps) = (0_usize, 0_usize, 0_usize, 0_usize);
    for (at, token) in tokens.iter().enumerate() {
        let word = token.of(text);
        let before = at.checked_sub(1).map_or("", |at| tokens[at].of(text));
        let next = tokens.get(at + 1).map_or("", |t| t.of(text));
        if token.kind != TokenKind::Punct && !is_prefix_word(word) {
            steps = 0;
        } else if matches!(word, "++" | "--") {
            steps += 1;
            if steps > MAX_STEPS {
                return Err(too_deep(source, *token));
            }
        }
        // The outermost level is never closed.
        let Some(level) = open.last_mut() else {
            return Ok(());
        };
        match word {
            "(" | "[" | "{" => {
                let size = is_size_operator(before);
                let behind_type = types.contains(before) && word == "(";
                sizes += usize::from(size);
                parameters += usize::from(behind_type);
                open.push(Open {
                    bracket: *token,
                    operators: 0,
                    statements: 0,
                    size,
                    parameters: behind_type,
                });
                if open.len() > MAX_BRACKETS + 1
                    || sizes > MAX_SIZEOF
                    || parameters > MAX_PARAMETERS
                {
                    return Err(too_deep(source, *token));
                }
            }
            ")" | "]" | "}" => {
                if !matches(level.bracket.of(text), word) {
                    return Err(mismatch(source, *token, level.bracket));
                }
                chain -= level.operators + level.statements;
                sizes -= usize::from(level.size);
                parameters -= usize::from(level.parameters);
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
            "," => chain -= std::mem::take(&mut level.operators),
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
        if chain > MAX_CHAIN {
            return Err(too_deep(source, *token));
        }
    }
    match open.pop() {
        Some(level) if !open.is_empty() => Err(unclosed(source, tokens, level.bracket)),
        _ => Ok(()),
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

fn is_size_operator(word: &str) -> bool {
    matches!(
        word,
        "sizeof"
            | "_Alignof"
            | "__alignof"
            | "__alignof__"
            | "_Alignas"
            | "typeof"
            | "__typeof"
            | "__typeof__"
            | "_Atomic"
            | "_Generic"
            | "__builtin_offsetof"
            | "__builtin_va_arg"
    )
}

fn is_prefix_word(word: &str) -> bool {
    is_size_operator(word) || matches!(word, "__extension__" | "__real__" | "__imag__" | "return")
}

/// Everything that may be the name of a type: keywords, and words that a typedef mentions.
fn type_names<'t>(text: &'t str, tokens: &[Token]) -> FxHashSet<&'t str> {
    let keywords = [
        "char", "double", "float", "int", "long", "short", "signed", "unsigned", "void",
    ];
    let mut names: FxHashSet<&str> = keywords.into_iter().collect();
    let mut inside = false;
    for token in tokens {
        match token.of(text) {
            "typedef" => inside = true,
            ";" => inside = false,
            word if inside && token.kind == TokenKind::Word => {
                names.insert(word);
            }
            _ => {}
        }
    }
    names
}

fn too_deep(source: &Preprocessed, token: Token) -> Diagnostic {
    let span = source.span(token.start as usize, token.end as usize);
    Diagnostic::error(span, "nested too deeply").with_hint(format!(
        "at most {MAX_BRACKETS} brackets, or {MAX_CHAIN} operators or statements in a row, can be \
         nested; split it up"
    ))
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
