//! From offsets in the preprocessed text to places in the files.

use ferric3_ivl::{FileId, Span};

/// A stretch of text whose columns run alongside the columns of one line of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Segment {
    /// Where it begins in the preprocessed text.
    pub(crate) offset: u32,
    /// File that it came from.
    pub(crate) file: FileId,
    /// Line there, from 1.
    pub(crate) line: u32,
    /// Column of its first byte there, from 1.
    pub(crate) column: u32,
}

/// Maps byte offsets of the preprocessed text to places in the files.
#[derive(Clone, Debug)]
pub(crate) struct LineMap {
    /// Ordered by offset, never empty, the first one at offset 0.
    segments: Vec<Segment>,
}

impl LineMap {
    /// The map of a text that was not changed.
    pub(crate) fn of_plain_text(file: FileId, text: &str) -> LineMap {
        let mut segments = vec![Segment { offset: 0, file, line: 1, column: 1 }];
        for (i, _) in text.match_indices('\n') {
            let line = segments.len() as u32 + 1;
            segments.push(Segment { offset: i as u32 + 1, file, line, column: 1 });
        }
        LineMap { segments }
    }

    /// The place of the bytes `start..end`; where they go over several lines, their first line.
    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        let i = self.segments.partition_point(|s| s.offset as usize <= start).saturating_sub(1);
        let s = self.segments[i];
        let limit = self.segments.get(i + 1).map_or(end, |next| end.min(next.offset as usize - 1));
        Span {
            file: s.file,
            line: s.line,
            column: s.column + (start as u32 - s.offset),
            len: (limit.saturating_sub(start) as u32).max(1),
        }
    }
}
