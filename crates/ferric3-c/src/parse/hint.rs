//! Hints for the commonest mistakes.

use super::message::{begins_declaration, is_name};
use crate::preprocess::lex::Token;

/// What people commonly do wrong.
pub(super) fn hint(
    tokens: &[Token],
    text: &str,
    at: usize,
    expected: &[&'static str],
) -> Option<String> {
    let word = |i: usize| tokens.get(i).map_or("", |t| t.of(text));
    let here = word(at);
    let before = at.checked_sub(1).map_or("", word);
    let next = word(at + 1);
    let cpp = [
        "class",
        "namespace",
        "template",
        "using",
        "public",
        "private",
        "protected",
        "virtual",
        "operator",
        "try",
        "catch",
        "throw",
        "new",
        "delete",
        "friend",
        "typename",
        "constexpr",
    ];
    if cpp.contains(&here) || cpp.contains(&before) || here == "::" || next == "::" {
        return Some("this looks like C++; only C can be checked".to_owned());
    }
    if begins_declaration(here) && matches!(before, ")" | "else") {
        return Some("put the declaration into braces".to_owned());
    }
    if matches!(here, "__real__" | "__imag__" | "_Imaginary") {
        return Some("complex numbers are not supported".to_owned());
    }
    if here == "{" && before == ")" && expected.contains(&";") {
        return Some(
            "functions inside of functions are a GNU extension that is not supported".to_owned(),
        );
    }
    if matches!(here, "bool" | "true" | "false") {
        return Some("include <stdbool.h>, or write `_Bool`".to_owned());
    }
    if here == "_BitInt" || here == "nullptr" || here == "constexpr" {
        return Some("this is C23; C11 with GNU extensions can be checked".to_owned());
    }
    let is_name = |i: usize| is_name(tokens, text, i);
    // `foo_t *x = …` was read as a product.
    if here == "=" && at >= 3 && is_name(at - 3) && word(at - 2) == "*" && is_name(at - 1) {
        let name = word(at - 3);
        return Some(format!("if `{name}` is a type, its declaration is missing"));
    }
    if is_name(at) && (is_name(at + 1) || (next == "*" && is_name(at + 2))) {
        let header = match here {
            "size_t" | "ptrdiff_t" | "wchar_t" => Some("stddef.h"),
            "FILE" => Some("stdio.h"),
            "va_list" => Some("stdarg.h"),
            _ if here.ends_with("_t") && here.contains("int") => Some("stdint.h"),
            _ => None,
        };
        return Some(match header {
            Some(header) => format!("the type `{here}` is not declared; include <{header}>"),
            None => format!("if `{here}` is a type, its declaration is missing"),
        });
    }
    if before == "=" && matches!(here, "=" | "+" | ">" | "<") {
        return Some("is the operator spelt right?".to_owned());
    }
    if here == "else" {
        return Some(
            "this `else` belongs to no `if`; is there a `;` or `}` too much before it?".to_owned(),
        );
    }
    if here == "}" && expected.contains(&";") {
        return Some("a semicolon is missing before it".to_owned());
    }
    None
}
