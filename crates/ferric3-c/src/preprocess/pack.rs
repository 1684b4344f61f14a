//! `#pragma pack`, as GCC reads it: the greatest alignment that members of a record may have.

use super::linemap::Edit;

/// What `#pragma pack` says at each place of the text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Packing {
    /// Where the greatest alignment (in bytes; `None` without a bound) changes, in order.
    changes: Vec<(usize, Option<u64>)>,
    /// What `push` has put aside, with the names that it was given.
    pushed: Vec<(Option<String>, Option<u64>)>,
}

impl Packing {
    /// A pragma at an offset behind all others, without the word `pragma`. `None` if it is not
    /// one of GCC's forms or pops what was not pushed: then it has no meaning that is sure.
    pub(super) fn pragma(&mut self, offset: usize, text: &str) -> Option<()> {
        let inner = text.strip_prefix("pack")?.trim();
        let inner = inner.strip_prefix('(')?.strip_suffix(')')?;
        let mut words = inner.split(',').map(str::trim);
        let first = words.next()?;
        let bound = match first {
            "" => None,
            "push" => {
                let mut name = None;
                let mut bound = None;
                for word in words.by_ref() {
                    if word.starts_with(|c: char| c.is_ascii_digit()) && bound.is_none() {
                        bound = Some(alignment(word)?);
                    } else if is_name(word) && name.is_none() {
                        name = Some(word.to_owned());
                    } else {
                        return None;
                    }
                }
                self.pushed.push((name, self.last()));
                bound.unwrap_or(self.last())
            }
            "pop" => {
                let last = match words.next() {
                    None => self.pushed.len().checked_sub(1)?,
                    Some(name) => {
                        let is_it =
                            |pushed: &(Option<String>, _)| pushed.0.as_deref() == Some(name);
                        self.pushed.iter().rposition(is_it)?
                    }
                };
                let (_, bound) = self.pushed.drain(last..).next()?;
                bound
            }
            number => alignment(number)?,
        };
        if words.next().is_some() {
            return None;
        }
        self.changes.push((offset, bound));
        Some(())
    }

    fn last(&self) -> Option<u64> {
        self.changes.last().and_then(|&(_, bound)| bound)
    }

    /// The greatest alignment of members of a record that ends at an offset.
    pub(crate) fn at(&self, offset: usize) -> Option<u64> {
        let after = self.changes.partition_point(|&(start, _)| start <= offset);
        self.changes[..after].last().and_then(|&(_, bound)| bound)
    }

    /// From here on nothing is packed: another text is appended.
    pub(crate) fn end(&mut self, offset: usize) {
        if self.last().is_some() {
            self.changes.push((offset, None));
        }
    }

    /// What another text says that is appended at an offset.
    pub(super) fn append(&mut self, offset: usize, other: Packing) {
        self.end(offset);
        let changes = other.changes.into_iter();
        self.changes
            .extend(changes.map(|(at, bound)| (at + offset, bound)));
    }

    /// Moves the offsets as edits of the text do, which are ordered and do not overlap.
    pub(super) fn edit(&mut self, edits: &[Edit]) {
        let mut edits = edits.iter().peekable();
        let (mut removed, mut added) = (0, 0);
        for (offset, _) in &mut self.changes {
            while let Some(edit) = edits.next_if(|edit| edit.end <= *offset) {
                removed += edit.end - edit.start;
                added += edit.text.len();
            }
            *offset = *offset - removed + added;
        }
    }
}

/// A number that is an alignment; 0 is none.
fn alignment(word: &str) -> Option<Option<u64>> {
    match word {
        "0" => Some(None),
        "1" | "2" | "4" | "8" | "16" => Some(word.parse().ok()),
        _ => None,
    }
}

fn is_name(word: &str) -> bool {
    let mut bytes = word.bytes();
    bytes
        .next()
        .is_some_and(|b| b == b'_' || b.is_ascii_alphabetic())
        && bytes.all(|b| b == b'_' || b.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    #[test]
    fn the_forms_of_gcc() {
        let mut packing = Packing::default();
        let steps: [(&str, Option<u64>); 14] = [
            ("pack(push)", None),
            ("pack(2)", Some(2)),
            ("pack(push, 4)", Some(4)),
            ("pack(push, name)", Some(4)),
            ("pack ( push , other , 1 )", Some(1)),
            ("pack(push, 8)", Some(8)),
            ("pack(pop, name)", Some(4)),
            ("pack(pop)", Some(2)),
            ("pack()", None),
            ("pack(16)", Some(16)),
            ("pack(0)", None),
            ("pack(push, 1, last)", Some(1)),
            ("pack(pop)", None),
            ("pack(pop)", None),
        ];
        for (number, (text, expected)) in steps.into_iter().enumerate() {
            assert_eq!(packing.pragma(10 * number + 10, text), Some(()), "{text}");
            assert_eq!(packing.at(10 * number + 15), expected, "{text}");
        }
        assert_eq!(packing.at(5), None);
        assert_eq!(packing.at(25), Some(2));
        for text in [
            "pack(pop)",
            "pack(3)",
            "pack(push, 1, 2)",
            "pack",
            "pack(N)",
            "packed",
            "pack(1, 2)",
            "pack(pop, name)",
            "pack(1) x",
        ] {
            assert_eq!(packing.pragma(1000, text), None, "{text}");
        }
    }

    #[test]
    fn edits_move_it() {
        let mut packing = Packing::default();
        for (offset, text) in [(10, "pack(1)"), (20, "pack(2)")] {
            assert_eq!(packing.pragma(offset, text), Some(()));
        }
        let edit = |start, end| Edit {
            start,
            end,
            text: Cow::Borrowed("12345"),
        };
        packing.edit(&[edit(2, 4), edit(12, 12)]);
        assert_eq!(packing.at(12), None);
        assert_eq!(packing.at(13), Some(1));
        assert_eq!(packing.at(27), Some(1));
        assert_eq!(packing.at(28), Some(2));
    }
}
