//! The text of a file, and where something stands in it.

use ferric3_ivl::{Diagnostic, FileId, SourceFile, Sources, Span};

/// The text of the one file that is read.
#[derive(Clone, Debug)]
pub(crate) struct Text<'t> {
    /// What is read.
    pub(crate) text: &'t str,
    file: FileId,
    /// Where each line begins.
    lines: Vec<usize>,
}

impl<'t> Text<'t> {
    /// The text of a file that is the first one of its program.
    pub(crate) fn new(text: &'t str) -> Text<'t> {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        Text {
            text,
            file: FileId::new(0),
            lines: std::iter::once(0).chain(ends).collect(),
        }
    }

    /// The place of `len` bytes from `at` on, cut at the end of their line.
    pub(crate) fn span(&self, at: usize, len: usize) -> Span {
        let line = self.lines.partition_point(|&start| start <= at) - 1;
        let end = self.lines.get(line + 1).map_or(self.text.len(), |&e| e - 1);
        let len = len.min(end.saturating_sub(at)).max(1);
        Span {
            file: self.file,
            line: number(line + 1),
            column: number(at - self.lines[line] + 1),
            len: number(len),
        }
    }

    /// An error at a place.
    pub(crate) fn error(&self, at: usize, len: usize, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(self.span(at, len), message)
    }
}

/// A number of a place: no text has more than 2^32 lines or columns that anybody looks at.
fn number(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// The sources of a program that was read from one file. Texts with other bytes than those of
/// UTF-8 (binary AIGER) have no lines to show.
pub(crate) fn sources(name: &str, text: Option<&str>) -> Sources {
    let mut sources = Sources::default();
    sources.files.push(SourceFile {
        name: name.to_owned(),
        text: text.map(str::to_owned),
    });
    sources
}
