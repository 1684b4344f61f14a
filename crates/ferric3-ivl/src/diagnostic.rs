//! Diagnostics: what is wrong, where, and what to do about it.

use std::ops::Range;

use crate::{Sources, Span};
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The file cannot be checked.
    Error,
    /// The file can be checked, but somebody should look.
    Warning,
}

/// One message about the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// Where, if at one place.
    pub span: Option<Span>,
    /// What is wrong; one line, no full stop.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            span: Some(span),
            message: message.into(),
            hint: None,
        }
    }

    /// A warning at a place.
    pub fn warning(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            span: Some(span),
            message: message.into(),
            hint: None,
        }
    }

    /// The same with a hint.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }

    /// The message with the source line and a caret, without a line end.
    ///
    /// ```text
    /// error: expected `;` after this, found `return`
    ///  --> max.c:3:14
    ///   |
    /// 3 |     int y = x
    ///   |             ^
    ///   |
    ///   = help: a semicolon is missing at the end of this line
    /// ```
    pub fn render(&self, sources: &Sources) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let mut group = Group::with_title(level.primary_title(self.message.as_str()));
        if let Some((span, file)) = self
            .span
            .and_then(|span| Some((span, sources.files.get(span.file)?)))
        {
            let name = file.name.as_str();
            group = match sources.line_text(span.file, span.line) {
                Some(line) => group.element(
                    Snippet::source(line)
                        .path(name)
                        .line_start(span.line as usize)
                        .annotation(AnnotationKind::Primary.span(columns(line, span))),
                ),
                None => group.element(
                    Origin::path(name)
                        .line(span.line as usize)
                        .char_column(span.column as usize),
                ),
            };
        }
        if let Some(hint) = &self.hint {
            group = group.element(Level::HELP.message(hint.as_str()));
        }
        Renderer::plain().render(&[group])
    }
}

/// The part of a line that carets are put under: whole characters, and all of the line if the column
/// is not known.
fn columns(line: &str, span: Span) -> Range<usize> {
    let end = line.trim_end().len();
    if span.column == 0 {
        return end - line.trim().len()..end;
    }
    let boundary = |at: usize, step: fn(usize) -> usize| {
        let mut at = at.min(line.len());
        while !line.is_char_boundary(at) {
            at = step(at);
        }
        at
    };
    let start = (span.column as usize - 1).min(end);
    let last = start.saturating_add(span.len as usize).min(end.max(start));
    boundary(start, |at| at - 1)..boundary(last, |at| at + 1)
}
