//! What a call of an error function violates, in the program's own words.
//!
//! `assert` is a macro: what is left of `assert(x < n)` is a call of a library function that is told
//! the text `"x < n"`. The report shows this text, with a caret under it in the line that somebody
//! wrote. Other error calls that come out of a macro are shown with the call of the macro.

use ferric3_ivl::{FileId, Span};

use super::Lower;
use super::call_text::CallText;
use crate::sema::hir::{Expr, ExprKind, Range};

/// Longer texts are cut in descriptions.
const LONGEST_TEXT: usize = 120;

/// So far in front of a call is the condition of its assertion looked for.
const LONGEST_EXPANSION: usize = 4096;

/// Functions by which libraries report that an assertion has failed.
pub(super) fn reports_assertion(name: &str) -> bool {
    matches!(
        name,
        "__assert_fail" | "__assert" | "__assert_perror_fail" | "__assert_rtn"
    ) || is_foreign(name)
}

/// The same by libraries of other systems. A program that defines such a function means its own.
pub(super) fn is_foreign(name: &str) -> bool {
    matches!(
        name,
        "_assert" | "_wassert" | "__assert_c99" | "__assert_func" | "__assert2" | "__assert13"
    )
}

/// The argument that is the text of the assertion.
fn text_argument<'a>(name: &str, args: &'a [Expr]) -> Option<&'a Expr> {
    match name {
        // The GNU C library and musl; Windows; Solaris.
        "__assert_fail" | "_assert" | "_wassert" | "__assert_c99" => args.first(),
        // macOS; newlib; OpenBSD and Android; NetBSD.
        "__assert_rtn" | "__assert_func" | "__assert2" | "__assert13" => args.get(3),
        // Text and file come first in the GNU C library; elsewhere a function or a file, and the
        // text comes last.
        "__assert" => match args {
            [text, file, ..] if literal(text).is_some() && literal(file).is_some() => Some(text),
            _ => args.last(),
        },
        _ => None,
    }
}

/// The text of a string literal.
fn literal(e: &Expr) -> Option<String> {
    match &e.kind {
        ExprKind::Convert(inner) | ExprKind::Decay(inner) => literal(inner),
        ExprKind::String(codes) => {
            let shown = codes.iter().take_while(|&&code| code != 0);
            Some(shown.filter_map(|&code| char::from_u32(code)).collect())
        }
        _ => None,
    }
}

impl<'a> Lower<'a> {
    /// What a call of an error function violates, and its place.
    pub(super) fn violation_of(
        &mut self,
        name: &str,
        args: &[Expr],
        range: Range,
    ) -> (String, Span) {
        let text = text_argument(name, args).and_then(literal);
        let in_macro = self.source.map.macro_at(range.start as usize);
        let call = in_macro.and_then(|span| self.macro_call(span));
        match (text, call) {
            (Some(text), Some((at, call))) => {
                let place = call.find(&text).map(|found| place_in(at, &call, found));
                (
                    format!("assertion {}", shortened(&text)),
                    place.unwrap_or(at),
                )
            }
            (Some(text), None) => {
                let place = self.condition_before(range, &text).unwrap_or(range);
                (format!("assertion {}", shortened(&text)), self.span(place))
            }
            (None, Some((at, call))) => match call.condition() {
                Some((text, found)) => {
                    let place = place_in(at, &call, found);
                    (format!("assertion {}", shortened(&text)), place)
                }
                None => {
                    let text = shortened(&call.text());
                    let place = place_in(at, &call, call.all());
                    (format!("call of {name}() in {text}"), place)
                }
            },
            (None, None) => (format!("call of {name}()"), self.span(range)),
        }
    }

    /// The text of an expression as somebody wrote it: for what a macro of the system makes of its
    /// arguments, which has reserved names in it, the call of the macro.
    pub(super) fn written_text(&mut self, range: Range) -> String {
        let text = self.text(range);
        let in_macro = self.source.map.macro_at(range.start as usize);
        match in_macro.filter(|_| text.contains("__")) {
            Some(at) => match self.macro_call(at) {
                Some((_, call)) => shortened(&call.text()),
                None => text,
            },
            None => text,
        }
    }

    /// The call of a function-like macro whose name stands at a place, if it is one.
    fn macro_call(&mut self, at: Span) -> Option<(Span, CallText<'a>)> {
        let offset = self.offset_in_file(at)?;
        let source = self.source;
        let text = source.sources.files[at.file].text.as_deref()?;
        Some((at, CallText::read(text.get(offset..)?)?))
    }

    /// The offset of a place in the text of its file.
    fn offset_in_file(&mut self, at: Span) -> Option<usize> {
        let source = self.source;
        let starts = self.line_starts.entry(at.file).or_insert_with(|| {
            let text = source.sources.files[at.file].text.as_deref().unwrap_or("");
            let ends = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
            std::iter::once(0)
                .chain(ends.map(|(end, _)| end + 1))
                .collect()
        });
        let line = starts.get((at.line as usize).checked_sub(1)?)?;
        Some(line + (at.column as usize).checked_sub(1)?)
    }

    /// In a text that was preprocessed before: the condition in front of the call that reports it.
    fn condition_before(&self, call: Range, text: &str) -> Option<Range> {
        let end = call.start as usize;
        let mut start = end.saturating_sub(LONGEST_EXPANSION);
        while !self.source.text.is_char_boundary(start) {
            start += 1;
        }
        let before = self.source.text.get(start..end)?;
        let line = before.rfind(['\n', ';', '{', '}']);
        let found = [line.map_or(0, |line| line + 1), 0]
            .into_iter()
            .find_map(|from| {
                let found = CallText::find_last(&before[from..], text)?;
                Some(from + found.start..from + found.end)
            })?;
        Some(Range {
            start: (start + found.start) as u32,
            end: (start + found.end) as u32,
        })
    }
}

/// The place of a part of a macro call whose name stands at `at`: what is on its first line.
fn place_in(at: Span, call: &CallText<'_>, part: std::ops::Range<usize>) -> Span {
    let (before, inside) = (call.before(part.start), call.part(part));
    let lines = before.bytes().filter(|&byte| byte == b'\n').count() as u32;
    let column = match before.rfind('\n') {
        Some(end) => (before.len() - end) as u32,
        None => at.column + before.len() as u32,
    };
    let len = inside.lines().next().unwrap_or("").trim_end().len() as u32;
    Span {
        line: at.line + lines,
        column,
        len: len.max(1),
        ..at
    }
}

pub(super) fn shortened(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(LONGEST_TEXT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Where the lines of files begin, as far as somebody has asked.
pub(super) type LineStarts = rustc_hash::FxHashMap<FileId, Vec<usize>>;
