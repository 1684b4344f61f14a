//! The compiler's messages as diagnostics.

use ferric3_ivl::Span;

use super::files::Files;
use super::lex::lex;
use crate::{Diagnostic, Severity};

/// Read the messages of `gcc` or `clang`: `file:line:column: error: text`.
pub(super) fn parse_messages(messages: &str, files: &mut Files) -> Vec<Diagnostic> {
    let mut diagnostics: Vec<Diagnostic> = messages
        .lines()
        .filter_map(|line| parse_message(line, files))
        .collect();
    // What follows from a missing header is noise.
    if let Some(fatal) = diagnostics
        .iter()
        .position(|d| d.message.ends_with("not found"))
    {
        diagnostics.swap(0, fatal);
    }
    diagnostics
}

fn parse_message(line: &str, files: &mut Files) -> Option<Diagnostic> {
    let kinds = [
        (": fatal error: ", Severity::Error),
        (": error: ", Severity::Error),
        (": warning: ", Severity::Warning),
    ];
    let (at, kind, severity) = kinds
        .iter()
        .filter_map(|&(kind, severity)| Some((line.find(kind)?, kind, severity)))
        .min_by_key(|&(at, ..)| at)?;
    let (place, text) = (&line[..at], line[at + kind.len()..].trim());
    // `[-Wcpp]` says how to switch the message off in the compiler.
    let text = text.rsplit_once(" [-W").map_or(text, |(text, _)| text);
    let (message, hint) = explain(text);
    Some(Diagnostic {
        severity,
        span: parse_place(place, files),
        message,
        hint,
    })
}

/// `file:line:column` or `file:line`.
fn parse_place(place: &str, files: &mut Files) -> Option<Span> {
    let (rest, last) = place.rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    let two = rest
        .rsplit_once(':')
        .and_then(|(name, line)| Some((name, line.parse().ok()?, last)));
    let (name, line, column) = two.unwrap_or((rest, last, 0));
    let file = files.intern(name);
    // The compiler names one column; the token there is what it means.
    let rest = files
        .sources()
        .line_text(file, line)
        .and_then(|text| text.get((column as usize).saturating_sub(1)..));
    let len = rest
        .filter(|_| column > 0)
        .and_then(|rest| lex(rest).first().map(|t| t.end - t.start));
    Some(Span {
        file,
        line,
        column,
        len: len.unwrap_or(1),
    })
}

/// A message in our own words, and what to do about it.
fn explain(text: &str) -> (String, Option<String>) {
    let missing = text
        .strip_suffix(": No such file or directory")
        .or_else(|| {
            text.strip_prefix('\'')
                .and_then(|t| t.strip_suffix("' file not found"))
        });
    if let Some(header) = missing {
        return (
            format!("header `{header}` not found"),
            Some(format!(
                "pass the folder that contains `{header}` with -I DIR"
            )),
        );
    }
    let hint = if text.starts_with("#error") {
        Some("the source asks for this error; define or include what it needs with -D or -include")
    } else if text.starts_with("unterminated #") || text.starts_with("unterminated conditional") {
        Some("add the missing `#endif`")
    } else if text.contains("without #if") {
        Some("remove it, or add the missing `#if`")
    } else if text.contains("unterminated comment") {
        Some("add the missing `*/`")
    } else if text.contains("unterminated argument list") {
        Some("add the missing `)` of the macro call")
    } else if text.contains("-m32") {
        Some("this compiler has no 32-bit mode; check for the 64-bit data model instead")
    } else {
        None
    };
    (text.to_owned(), hint.map(str::to_owned))
}
