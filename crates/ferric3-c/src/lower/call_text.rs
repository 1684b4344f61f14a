//! The text of a macro call in the file that somebody wrote, blanks and comments aside.

use std::ops::Range;

/// Longer calls are not looked at.
const LONGEST_CALL: usize = 1 << 14;

/// A call of a function-like macro.
pub(super) struct CallText<'a> {
    /// From the name to the closing bracket.
    text: &'a str,
    /// The characters behind the name that are neither blanks nor parts of comments.
    dense: Vec<(usize, char)>,
}

impl<'a> CallText<'a> {
    /// The call that a text begins with, if it begins with a name and brackets.
    pub(super) fn read(text: &'a str) -> Option<CallText<'a>> {
        let name = text.find(|c: char| !is_word(c)).filter(|&end| end > 0)?;
        let mut dense = Vec::new();
        let mut depth = 0_u32;
        for (at, c, quoted) in significant(text, name) {
            match c {
                '(' if !quoted => depth += 1,
                ')' if !quoted => depth -= 1,
                _ if depth == 0 => return None,
                _ => {}
            }
            dense.push((at, c));
            if depth == 0 {
                let text = &text[..=at];
                return Some(CallText { text, dense });
            }
            if at > LONGEST_CALL {
                return None;
            }
        }
        None
    }

    /// Where a text stands as one of the arguments, or as the argument of a call among them.
    pub(super) fn find(&self, wanted: &str) -> Option<Range<usize>> {
        find_between(&self.dense, wanted).next()
    }

    /// Where a text stands between brackets or commas, at the last such place.
    pub(super) fn find_last(text: &str, wanted: &str) -> Option<Range<usize>> {
        let dense: Vec<(usize, char)> = significant(text, 0).map(|(at, c, _)| (at, c)).collect();
        find_between(&dense, wanted).last()
    }

    /// If the macro is an assertion by its name: the condition, which is its only argument beside
    /// messages, and where it stands.
    pub(super) fn condition(&self) -> Option<(String, Range<usize>)> {
        let name: &str = &self.text[..self.text.find(|c: char| !is_word(c))?];
        if !name.to_ascii_lowercase().contains("assert") {
            return None;
        }
        let arguments = self.arguments();
        let (first, rest) = arguments.split_first()?;
        let is_message = |part: &Range<usize>| self.text[part.clone()].starts_with('"');
        let plain = !first.is_empty() && rest.iter().all(is_message);
        plain.then(|| (self.text[first.clone()].to_owned(), first.clone()))
    }

    /// The arguments, without the blanks around them.
    fn arguments(&self) -> Vec<Range<usize>> {
        let mut out = Vec::new();
        let (mut depth, mut start, mut end) = (0_u32, None, 0);
        for (at, c, quoted) in significant(self.text, self.dense[0].0 + 1) {
            if depth == 0 && !quoted && matches!(c, ',' | ')') {
                out.push(start.take().map_or(at..at, |start| start..end));
                continue;
            }
            match c {
                '(' | '[' | '{' if !quoted => depth += 1,
                ')' | ']' | '}' if !quoted => depth = depth.saturating_sub(1),
                _ => {}
            }
            start.get_or_insert(at);
            end = at + c.len_utf8();
        }
        out
    }

    /// All of it as one line.
    pub(super) fn text(&self) -> String {
        self.text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// All of it.
    pub(super) fn all(&self) -> Range<usize> {
        0..self.text.len()
    }

    /// What stands in front of an offset.
    pub(super) fn before(&self, offset: usize) -> &str {
        &self.text[..offset]
    }

    /// A part of it.
    pub(super) fn part(&self, part: Range<usize>) -> &str {
        &self.text[part]
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

/// Where `wanted` stands between brackets or commas.
fn find_between<'d>(
    dense: &'d [(usize, char)],
    wanted: &str,
) -> impl Iterator<Item = Range<usize>> + 'd {
    let wanted: Vec<char> = wanted.chars().filter(|c| !c.is_whitespace()).collect();
    let len = wanted.len();
    let starts = 1..dense.len().saturating_sub(len).max(1);
    starts.filter_map(move |start| {
        let found = &dense[start..start + len];
        let fits = len > 0
            && matches!(dense[start - 1].1, '(' | ',')
            && matches!(dense[start + len].1, ')' | ',')
            && found.iter().map(|&(_, c)| c).eq(wanted.iter().copied());
        let (last, c) = *found.last()?;
        fits.then(|| found[0].0..last + c.len_utf8())
    })
}

/// The characters from an offset on that are neither blanks nor parts of comments, and whether they
/// are quoted.
fn significant(text: &str, from: usize) -> impl Iterator<Item = (usize, char, bool)> + '_ {
    let mut quote = None;
    let mut skip = from;
    let mut escaped = false;
    text.char_indices().filter_map(move |(at, c)| {
        if at < skip {
            return None;
        }
        if let Some(open) = quote {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                c if c == open => quote = None,
                _ => {}
            }
            return (!c.is_whitespace()).then_some((at, c, true));
        }
        let rest = &text[at..];
        if rest.starts_with("/*") || rest.starts_with("//") {
            let end = if rest.starts_with("/*") { "*/" } else { "\n" };
            skip = rest[2..]
                .find(end)
                .map_or(text.len(), |len| at + 2 + len + end.len());
            return None;
        }
        if rest.starts_with("\\\n") {
            return None;
        }
        if matches!(c, '"' | '\'') {
            quote = Some(c);
            return Some((at, c, true));
        }
        (!c.is_whitespace()).then_some((at, c, false))
    })
}

#[cfg(test)]
mod tests {
    use super::CallText;

    fn found(text: &str, wanted: &str) -> Option<String> {
        let call = CallText::read(text)?;
        let found = call.find(wanted)?;
        Some(call.part(found).to_owned())
    }

    #[test]
    fn conditions_are_found_among_the_arguments() {
        assert_eq!(found("assert(x<n);", "x<n").as_deref(), Some("x<n"));
        assert_eq!(
            found("assert ( x /* y */ < n )", "x < n").as_deref(),
            Some("x /* y */ < n")
        );
        assert_eq!(
            found("CHECK(1, assert(a == ')'))", "a == ')'").as_deref(),
            Some("a == ')'")
        );
        assert_eq!(
            found("assert(f(x, \"a b\"))", "f(x, \"a b\")").as_deref(),
            Some("f(x, \"a b\")")
        );
        assert_eq!(found("assert(x)", "y"), None);
        assert_eq!(found("assert(xy)", "x"), None);
        assert_eq!(found("assert(xy)", ""), None);
        assert_eq!(found("assert", "x"), None);
        assert_eq!(found("assert(x", "x"), None);
        assert_eq!(
            found("assert(äö == 1)", "äö == 1").as_deref(),
            Some("äö == 1")
        );
        assert_eq!(found("assert()", ""), None);
    }

    #[test]
    fn the_last_condition_counts_in_a_text() {
        let text = "if (x < n) f(); if (x  < n) ; else ";
        assert_eq!(CallText::find_last(text, "x < n"), Some(20..26));
        assert_eq!(CallText::find_last("", "x"), None);
        assert_eq!(CallText::find_last("x", "x"), None);
    }

    #[test]
    fn macros_are_assertions_by_their_names() {
        let condition = |text: &str| CallText::read(text)?.condition().map(|(text, _)| text);
        assert_eq!(condition("MY_ASSERT( x < n )").as_deref(), Some("x < n"));
        assert_eq!(
            condition("ASSERT(f(a, b)[1], \"message\")").as_deref(),
            Some("f(a, b)[1]")
        );
        assert_eq!(condition("assert_equal(a, b)"), None);
        assert_eq!(condition("CHECK(a)"), None);
        assert_eq!(condition("assert()"), None);
    }
}
