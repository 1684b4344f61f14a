//! Diagnostics: what is wrong, where, and what to do about it.

use std::fmt::Write;

use ferric3_ivl::{Sources, Span};

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

/// A tab is shown as so many blanks.
const TAB: usize = 4;

/// So much of a long line is shown.
const MAX_WIDTH: usize = 160;

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
    ///   = help: a semicolon is missing at the end of this line
    /// ```
    pub fn render(&self, sources: &Sources) -> String {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let mut out = format!("{severity}: {}", self.message);
        let mut gutter = 1;
        if let Some(span) = self
            .span
            .filter(|span| sources.files.get(span.file).is_some())
        {
            let number = span.line.to_string();
            gutter = number.len();
            // Writing to a string cannot fail.
            let _ = write!(out, "\n{:gutter$}--> {}", "", sources.place(span));
            if let Some(line) = sources.line_text(span.file, span.line) {
                let shown = Shown::new(line, span);
                let _ = write!(out, "\n{:gutter$} |\n{number} | {}", "", shown.line);
                if span.column > 0 {
                    let carets = "^".repeat(shown.len);
                    let _ = write!(out, "\n{:gutter$} | {:2$}{carets}", "", "", shown.start);
                }
            }
        }
        if let Some(hint) = &self.hint {
            let _ = write!(out, "\n{:gutter$} = help: {hint}", "");
        }
        out
    }
}

/// A source line as it is printed, with the columns of the carets.
struct Shown {
    line: String,
    start: usize,
    len: usize,
}

impl Shown {
    /// Lay out a line: tabs become blanks, control characters become `?`, a long line is cut to
    /// the neighbourhood of the span.
    fn new(line: &str, span: Span) -> Shown {
        let first = (span.column as usize).saturating_sub(1);
        let last = first.saturating_add(span.len as usize);
        let (mut start, mut end) = (None, None);
        let mut shown: Vec<char> = Vec::with_capacity(line.len());
        for (at, c) in line.trim_end().char_indices() {
            if at + c.len_utf8() > first {
                start.get_or_insert(shown.len());
            }
            if at >= last {
                end.get_or_insert(shown.len());
            }
            match c {
                '\t' => shown.extend([' '; TAB]),
                c if c.is_control() => shown.push('?'),
                c => {
                    shown.push(c);
                    // The second half of a wide character; taken out again below.
                    if is_wide(c) {
                        shown.push('\0');
                    }
                }
            }
        }
        let start = start.unwrap_or(shown.len());
        let mut len = end.unwrap_or(shown.len()).saturating_sub(start).max(1);
        let mut from = 0;
        let (mut front, mut back) = ("", "");
        if shown.len() > MAX_WIDTH {
            from = start.saturating_sub(MAX_WIDTH / 3);
            front = if from > 0 { "…" } else { "" };
            if shown.len() - from > MAX_WIDTH {
                shown.truncate(from + MAX_WIDTH);
                back = "…";
            }
            len = len.min(from + MAX_WIDTH - start);
        }
        let text: String = shown[from..].iter().filter(|&&c| c != '\0').collect();
        let start = start - from + front.chars().count();
        Shown {
            line: format!("{front}{text}{back}"),
            start,
            len,
        }
    }
}

/// Does a terminal give two columns to the character? East Asian scripts and pictographs.
fn is_wide(c: char) -> bool {
    matches!(u32::from(c),
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe30..=0xfe6f
        | 0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x1f300..=0x1faff | 0x20000..=0x3fffd)
}
