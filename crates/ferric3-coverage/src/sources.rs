//! Texts of source files, with their lines at hand.

use std::collections::BTreeMap;

/// Texts of source files, by the names that places use. What is not here is left out of excerpts and pages.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: BTreeMap<String, Text>,
}

#[derive(Clone, Debug)]
struct Text {
    text: String,
    /// Where lines begin, in bytes.
    starts: Vec<usize>,
}

impl Sources {
    /// None yet.
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Adds a file, or replaces it.
    pub fn insert(&mut self, name: impl Into<String>, text: impl Into<String>) {
        let text = text.into();
        let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(breaks).collect();
        self.files.insert(name.into(), Text { text, starts });
    }

    /// The text of a file.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.files.get(name).map(|file| file.text.as_str())
    }

    /// A line of a file, from 1, without its end.
    pub fn line(&self, name: &str, line: u32) -> Option<&str> {
        let file = self.files.get(name)?;
        let index = usize::try_from(line).ok()?.checked_sub(1)?;
        let start = *file.starts.get(index)?;
        let end = file.starts.get(index + 1).copied();
        let line = &file.text[start..end.unwrap_or(file.text.len())];
        Some(line.trim_end_matches(['\n', '\r']))
    }

    /// Names and texts, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let files = self.files.iter();
        files.map(|(name, file)| (name.as_str(), file.text.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_whatever_ends_them() {
        let mut sources = Sources::new();
        sources.insert("a.c", "one\r\ntwo\n\nfour");
        let lines = [1, 2, 3, 4, 5, 0].map(|line| sources.line("a.c", line));
        let expected = [Some("one"), Some("two"), Some(""), Some("four"), None, None];
        assert_eq!(lines, expected);
        assert_eq!(sources.line("b.c", 1), None);
        assert_eq!(sources.text("b.c"), None);
    }
}
