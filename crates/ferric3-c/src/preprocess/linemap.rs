//! From offsets in the preprocessed text to places in the files.

use std::borrow::Cow;

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
    /// Number of bytes that it has there, at least 1. What is longer in the preprocessed text
    /// (an expanded macro, the blanks at the end of a line) stands at the last of them.
    pub(crate) len: u32,
    /// It stands for something else, such as a macro for what came out of it: a part of it is at
    /// the place of the whole.
    pub(crate) whole: bool,
}

/// A change of the text that changes its length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Edit {
    /// First byte that goes away.
    pub(crate) start: usize,
    /// First byte that stays.
    pub(crate) end: usize,
    /// What comes in its place.
    pub(crate) text: Cow<'static, str>,
}

/// Maps byte offsets of the preprocessed text to places in the files.
#[derive(Clone, Debug)]
pub(crate) struct LineMap {
    /// Ordered by offset, never empty, the first one at offset 0.
    segments: Vec<Segment>,
}

impl LineMap {
    /// A map made of segments that are ordered by offset; `file` is where a text without any
    /// segment came from. A segment of length `u32::MAX` gets the length that it has in the text.
    pub(crate) fn new(text: &str, mut segments: Vec<Segment>, file: FileId) -> LineMap {
        let mut end = text.len();
        for segment in segments.iter_mut().rev() {
            if segment.len == u32::MAX {
                let piece = text.get(segment.offset as usize..end).unwrap_or("");
                segment.len = (piece.trim_end().len() as u32).max(1);
            }
            end = segment.offset as usize;
        }
        LineMap::of_segments(segments, file)
    }

    fn of_segments(mut segments: Vec<Segment>, file: FileId) -> LineMap {
        if segments.first().is_none_or(|s| s.offset > 0) {
            segments.insert(
                0,
                Segment {
                    offset: 0,
                    file,
                    line: 1,
                    column: 1,
                    len: 1,
                    whole: false,
                },
            );
        }
        LineMap { segments }
    }

    /// All segments, in order.
    pub(crate) fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// The map goes on with a segment behind all others.
    pub(crate) fn push(&mut self, segment: Segment) {
        self.segments.push(segment);
    }

    /// The place of the bytes `start..end`; where they go over several lines, of those on the
    /// first one. Any offsets are accepted.
    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        let (segment, column) = self.place(start);
        let (last, last_column) = self.place(end.saturating_sub(1).max(start));
        let end = if (last.file, last.line) == (segment.file, segment.line) && last_column >= column
        {
            if last.whole {
                last.column + last.len
            } else {
                last_column + 1
            }
        } else {
            segment.column + segment.len
        };
        Span {
            file: segment.file,
            line: segment.line,
            column,
            len: (end - column).max(1),
        }
    }

    /// The place of the macro that the text at an offset came out of.
    pub(crate) fn macro_at(&self, offset: usize) -> Option<Span> {
        let (segment, column) = self.place(offset);
        segment.whole.then_some(Span {
            file: segment.file,
            line: segment.line,
            column,
            len: segment.len,
        })
    }

    /// The segment of an offset and the column there.
    fn place(&self, offset: usize) -> (Segment, u32) {
        let offset = u32::try_from(offset).unwrap_or(u32::MAX);
        let after = self.segments.partition_point(|s| s.offset <= offset);
        let segment = self.segments[after.saturating_sub(1)];
        let inside = if segment.whole {
            0
        } else {
            (offset - segment.offset).min(segment.len - 1)
        };
        (segment, segment.column + inside)
    }

    /// Apply edits, ordered by position and without overlap, to the text and to the map.
    pub(crate) fn edit(&mut self, text: &str, edits: &[Edit]) -> String {
        let mut out = String::with_capacity(text.len() + 16 * edits.len());
        let mut segments = Vec::with_capacity(self.segments.len() + 2 * edits.len());
        let mut copied = 0;
        let mut next = 0;
        for edit in edits {
            self.copy(text, copied..edit.start, &mut next, &mut out, &mut segments);
            if !edit.text.is_empty() {
                // All of it stands where it was put in.
                let (at, column) = self.place(edit.start);
                let len = if edit.end > edit.start {
                    (edit.end - edit.start) as u32
                } else {
                    1
                };
                segments.push(Segment {
                    offset: out.len() as u32,
                    column,
                    len,
                    ..at
                });
                out.push_str(&edit.text);
            }
            copied = edit.end;
        }
        self.copy(text, copied..text.len(), &mut next, &mut out, &mut segments);
        *self = LineMap::of_segments(segments, self.segments[0].file);
        out
    }

    /// Copy a part of the text with its segments; `next` is the first segment after its start.
    fn copy(
        &self,
        text: &str,
        part: std::ops::Range<usize>,
        next: &mut usize,
        out: &mut String,
        segments: &mut Vec<Segment>,
    ) {
        let Some(piece) = text.get(part.clone()).filter(|piece| !piece.is_empty()) else {
            return;
        };
        let (first, column) = self.place(part.start);
        let len = (first.column + first.len - column).max(1);
        segments.push(Segment {
            offset: out.len() as u32,
            column,
            len,
            ..first
        });
        while self
            .segments
            .get(*next)
            .is_some_and(|s| s.offset as usize <= part.start)
        {
            *next += 1;
        }
        while let Some(&segment) = self
            .segments
            .get(*next)
            .filter(|s| (s.offset as usize) < part.end)
        {
            let offset = out.len() as u32 + (segment.offset - part.start as u32);
            segments.push(Segment { offset, ..segment });
            *next += 1;
        }
        out.push_str(piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferric3_ivl::Idx;

    fn segment(offset: u32, line: u32, column: u32, len: u32) -> Segment {
        Segment {
            offset,
            file: Idx::new(0),
            line,
            column,
            len,
            whole: false,
        }
    }

    fn place(map: &LineMap, start: usize, end: usize) -> (u32, u32, u32) {
        let span = map.span(start, end);
        (span.line, span.column, span.len)
    }

    #[test]
    fn spans_stay_on_their_line() {
        let map = LineMap::of_segments(vec![segment(0, 1, 1, 4), segment(6, 2, 1, 3)], Idx::new(0));
        assert_eq!(place(&map, 1, 3), (1, 2, 2));
        assert_eq!(
            place(&map, 1, 6),
            (1, 2, 3),
            "blanks at the end of a line do not count"
        );
        assert_eq!(place(&map, 1, 8), (1, 2, 3), "the next line does not count");
        assert_eq!(place(&map, 6, 9), (2, 1, 3));
        assert_eq!(place(&map, usize::MAX, usize::MAX), (2, 3, 1));
        assert_eq!(place(&map, 8, 2), (2, 3, 1));
    }

    #[test]
    fn edits_keep_places() {
        let text = "ab cd\nef gh";
        let mut map =
            LineMap::of_segments(vec![segment(0, 1, 1, 5), segment(6, 2, 1, 5)], Idx::new(0));
        let edits = [
            Edit {
                start: 2,
                end: 3,
                text: " -long- ".into(),
            },
            Edit {
                start: 6,
                end: 8,
                text: "".into(),
            },
            Edit {
                start: 9,
                end: 9,
                text: "<".into(),
            },
        ];
        let edited = map.edit(text, &edits);
        assert_eq!(edited, "ab -long- cd\n <gh");
        let at = |needle: &str| {
            let start = edited.find(needle).expect("it is there");
            place(&map, start, start + needle.len())
        };
        assert_eq!(at("ab"), (1, 1, 2));
        assert_eq!(at("-long-"), (1, 3, 1));
        assert_eq!(at("cd"), (1, 4, 2));
        assert_eq!(at("gh"), (2, 4, 2));
    }
}
