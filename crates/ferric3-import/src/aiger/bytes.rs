//! The bytes of a file: lines of numbers, and the code of gates in binary files.

use ferric3_ivl::{Diagnostic, FileId, Span};

/// Reads bytes, and knows where it is.
#[derive(Clone, Debug)]
pub(super) struct Bytes<'t> {
    bytes: &'t [u8],
    at: usize,
    line: u32,
}

/// A line of text: its words with their columns, and its number.
#[derive(Clone, Debug)]
pub(super) struct Words<'t> {
    words: Vec<(usize, &'t str)>,
    line: u32,
}

impl<'t> Bytes<'t> {
    pub(super) fn new(bytes: &'t [u8]) -> Bytes<'t> {
        Bytes {
            bytes,
            at: 0,
            line: 0,
        }
    }

    /// How many bytes are left.
    pub(super) fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// The next line, which must be there and be text.
    pub(super) fn line(&mut self, what: &str) -> Result<Words<'t>, Diagnostic> {
        if self.left() == 0 {
            return Err(self.error(format!("the file ends where {what} was expected")));
        }
        self.optional_line()
            .ok_or_else(|| self.error(format!("{what} was expected, not other bytes")))
    }

    /// The next line, if there is one and it is text.
    pub(super) fn optional_line(&mut self) -> Option<Words<'t>> {
        let rest = &self.bytes[self.at..];
        if rest.is_empty() {
            return None;
        }
        let end = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
        self.line += 1;
        self.at += (end + 1).min(rest.len());
        let text = std::str::from_utf8(&rest[..end]).ok()?;
        let words = text.split_ascii_whitespace();
        let column = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize + 1;
        Some(Words {
            words: words.map(|word| (column(word), word)).collect(),
            line: self.line,
        })
    }

    /// A number in the code of binary files: seven bits in each byte, least significant first.
    pub(super) fn delta(&mut self) -> Result<u64, Diagnostic> {
        let mut value = 0u64;
        for shift in (0..35).step_by(7) {
            let Some(&byte) = self.bytes.get(self.at) else {
                return Err(self.error("the file ends inside of its gates"));
            };
            self.at += 1;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(self.error("a number of a gate is too large"))
    }

    /// An error at the line that comes next.
    pub(super) fn error(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(span(self.line + 1, 0, 1), message)
    }
}

impl<'t> Words<'t> {
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    pub(super) fn word(&self, position: usize) -> Option<&'t str> {
        self.words.get(position).map(|&(_, word)| word)
    }

    /// All words from a position on, as they were written but for blanks.
    pub(super) fn rest(&self, position: usize) -> String {
        let words: Vec<&str> = self.words.iter().skip(position).map(|w| w.1).collect();
        words.join(" ")
    }

    /// A number that must stand there, and be at most `limit`.
    pub(super) fn number(
        &self,
        position: usize,
        limit: u64,
        what: &str,
    ) -> Result<u64, Diagnostic> {
        let number = self.word(position).and_then(|word| word.parse().ok());
        match number {
            Some(number) if number <= limit => Ok(number),
            Some(_) => Err(self.error(position, format!("{what} is at most {limit}"))),
            None => Err(self.error(position, format!("{what} was expected"))),
        }
    }

    pub(super) fn span(&self) -> Span {
        match (self.words.first(), self.words.last()) {
            (Some(&(first, _)), Some(&(last, word))) => {
                span(self.line, first, last + word.len() - first)
            }
            _ => span(self.line, 0, 1),
        }
    }

    /// An error at a word, or at the line if there is none.
    pub(super) fn error(&self, position: usize, message: impl Into<String>) -> Diagnostic {
        let span = match self.words.get(position) {
            Some(&(column, word)) => span(self.line, column, word.len()),
            None => self.span(),
        };
        Diagnostic::error(span, message)
    }
}

fn span(line: u32, column: usize, len: usize) -> Span {
    let number = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
    Span {
        file: FileId::new(0),
        line,
        column: number(column),
        len: number(len.max(1)),
    }
}
