//! Lines: a number, a word, and what belongs to it.

use ferric3_ivl::{Diagnostic, Span};

use crate::text::Text;

/// A line that is not empty.
#[derive(Clone, Debug)]
pub(super) struct Line<'t> {
    text: &'t Text<'t>,
    /// Words without a comment, and where they begin.
    words: Vec<(usize, &'t str)>,
    /// Its number.
    pub(super) number: u64,
}

impl<'t> Line<'t> {
    /// Reads a line that begins at `at`; `None` if there is nothing but a comment.
    pub(super) fn parse(
        text: &'t Text<'t>,
        source: &'t str,
        at: usize,
    ) -> Result<Option<Line<'t>>, Diagnostic> {
        let mut words = Vec::new();
        let mut rest = source;
        let mut start = at;
        loop {
            let trimmed = rest.trim_start();
            start += rest.len() - trimmed.len();
            if trimmed.is_empty() || trimmed.starts_with(';') {
                break;
            }
            let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
            words.push((start, &trimmed[..end]));
            rest = &trimmed[end..];
            start += end;
        }
        let Some(&(first, word)) = words.first() else {
            return Ok(None);
        };
        let number = word.parse().ok().filter(|&number: &u64| number > 0);
        let Some(number) = number else {
            return Err(text
                .error(first, word.len(), "a line begins with its number")
                .with_hint("comments begin with `;`"));
        };
        Ok(Some(Line {
            text,
            words,
            number,
        }))
    }

    /// A word that must be there.
    pub(super) fn word(&self, position: usize) -> Result<&'t str, Diagnostic> {
        match self.words.get(position) {
            Some(&(_, word)) => Ok(word),
            None => {
                let &(at, word) = self.words.last().expect("a line has a number");
                let message = "something is missing at the end of this line";
                Err(self.text.error(at, word.len(), message))
            }
        }
    }

    /// The number of a sort.
    pub(super) fn sort(&self, position: usize) -> Result<u64, Diagnostic> {
        let number = self.word(position)?.parse().ok();
        number.ok_or_else(|| self.error(position, "the number of a sort was expected"))
    }

    /// The number of a node, negative if its complement is meant.
    pub(super) fn reference(&self, position: usize) -> Result<i64, Diagnostic> {
        let number = self.word(position)?.parse().ok();
        number.ok_or_else(|| self.error(position, "the number of a node was expected"))
    }

    /// A plain number.
    pub(super) fn uint(&self, position: usize) -> Result<u32, Diagnostic> {
        let number = self.word(position)?.parse().ok();
        number.ok_or_else(|| self.error(position, "a number was expected"))
    }

    /// The symbol at the end, if there is one.
    pub(super) fn symbol(&self, position: usize) -> Option<String> {
        self.words.get(position).map(|&(_, word)| word.to_owned())
    }

    /// Where the line stands.
    pub(super) fn span(&self) -> Span {
        let first = self.words[0].0;
        let (last, word) = self.words[self.words.len() - 1];
        self.text.span(first, last + word.len() - first)
    }

    /// An error at a word, or at the last one.
    pub(super) fn error(&self, position: usize, message: impl Into<String>) -> Diagnostic {
        let (at, word) = self.words[position.min(self.words.len() - 1)];
        self.text.error(at, word.len(), message)
    }
}
