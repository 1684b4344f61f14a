//! Comments that say what is an input: `/* ferric3: input speed 0..300 */`, `/* ferric3: input 0..300 */` on or
//! right before a declaration, and `/* ferric3: constant */`.
//!
//! Other words behind `ferric3:` are somebody else's.

/// A comment that says something about inputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Annotation {
    /// The line that it begins on, from 1.
    pub(super) line: u32,
    /// Its column in bytes, from 1.
    pub(super) column: u32,
    /// Its length on that line.
    pub(super) len: u32,
    /// The line of the declaration that it is about, if it names none.
    pub(super) target: u32,
    /// What it says.
    pub(super) says: Says,
}

/// What a comment says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Says {
    /// This is an input.
    Input {
        name: Option<String>,
        range: Option<(String, String)>,
    },
    /// This is none.
    Constant { name: Option<String> },
    /// Something that is not understood: why.
    Wrong(String),
}

/// The comments of a file that say something about inputs.
pub(super) fn annotations(text: &str) -> Vec<Annotation> {
    let mut found = Vec::new();
    if !text.contains("ferric3:") {
        return found;
    }
    for (start, end) in comments(text) {
        let comment = &text[start..end];
        let inner = comment.trim_start_matches(['/', '*']);
        let inner = inner.strip_suffix("*/").unwrap_or(inner).trim();
        let Some(says) = inner
            .strip_prefix("ferric3:")
            .and_then(|says| read(says.trim()))
        else {
            continue;
        };
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line = 1 + text[..start].matches('\n').count() as u32;
        let last = line + comment.matches('\n').count() as u32;
        let line_end = text[end..].find('\n').map_or(text.len(), |at| end + at);
        let is_alone =
            text[line_start..start].trim().is_empty() && text[end..line_end].trim().is_empty();
        let target = match is_alone {
            false => last,
            true => {
                let below = text.lines().enumerate().skip(last as usize);
                let mut below = below.filter(|(_, line)| !line.trim().is_empty());
                below.next().map_or(last, |(at, _)| at as u32 + 1)
            }
        };
        let shown = comment.lines().next().unwrap_or(comment);
        found.push(Annotation {
            line,
            column: (start - line_start + 1) as u32,
            len: shown.len() as u32,
            target,
            says,
        });
    }
    found
}

/// What the words behind `ferric3:` say, if they are about inputs.
fn read(says: &str) -> Option<Says> {
    let mut words = says.split_whitespace();
    let verb = words.next()?;
    let rest: Vec<&str> = words.collect();
    let looks_like_range = |word: &str| word.contains("..");
    Some(match (verb, rest.as_slice()) {
        ("input", words) => {
            let (name, range) = match words {
                [] => (None, None),
                [range] if looks_like_range(range) => (None, Some(*range)),
                [name] => (Some(*name), None),
                [name, range] if looks_like_range(range) => (Some(*name), Some(*range)),
                _ => return Some(Says::Wrong(how_inputs_are_written(says))),
            };
            let range = match range.map(split) {
                None => None,
                Some(Some(range)) => Some(range),
                Some(None) => return Some(Says::Wrong(how_inputs_are_written(says))),
            };
            let name = name.map(str::to_owned);
            Says::Input { name, range }
        }
        ("constant", []) => Says::Constant { name: None },
        ("constant", [name]) => Says::Constant {
            name: Some((*name).to_owned()),
        },
        ("constant", _) => Says::Wrong(format!(
            "`{says}` is not understood: it is `constant` or `constant NAME`"
        )),
        _ => return None,
    })
}

fn how_inputs_are_written(says: &str) -> String {
    format!(
        "`{says}` is not understood: it is `input`, `input NAME`, `input FROM..TO` or `input NAME FROM..TO`"
    )
}

/// `0..300`. A constant such as `1.` may stand before the dots: the last two count.
fn split(range: &str) -> Option<(String, String)> {
    let at = range.rfind("..")?;
    let (from, to) = (&range[..at], &range[at + 2..]);
    (!from.is_empty() && !to.is_empty()).then(|| (from.to_owned(), to.to_owned()))
}

/// Where comments begin and end.
fn comments(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            quote @ (b'"' | b'\'') => {
                at += 1;
                while at < bytes.len() && bytes[at] != quote && bytes[at] != b'\n' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at += 1;
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                let end = text[at + 2..].find("*/").map_or(text.len(), |e| at + e + 4);
                found.push((at, end));
                at = end;
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                let end = text[at..].find('\n').map_or(text.len(), |e| at + e);
                found.push((at, end));
                at = end;
            }
            _ => at += 1,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_say_what_is_an_input() {
        let text = "int speed; /* ferric3: input 0..300 */\n\
                    // ferric3: constant\n\
                    \n\
                    int limit;\n\
                    char *s = \"/* ferric3: input */\"; // ferric3: input gain -0.5..1.5\n\
                    /* ferric3: justified because */ int x; /* ferric3: input a b c */\n";
        let found = annotations(text);
        let lines: Vec<(u32, u32)> = found.iter().map(|a| (a.line, a.target)).collect();
        assert_eq!(lines, [(1, 1), (2, 4), (5, 5), (6, 6)]);
        let range = |from: &str, to: &str| Some((from.to_owned(), to.to_owned()));
        let says: Vec<&Says> = found.iter().map(|a| &a.says).collect();
        assert_eq!(
            says[0],
            &Says::Input {
                name: None,
                range: range("0", "300")
            }
        );
        assert_eq!(says[1], &Says::Constant { name: None });
        assert_eq!(
            says[2],
            &Says::Input {
                name: Some("gain".to_owned()),
                range: range("-0.5", "1.5")
            }
        );
        assert!(matches!(says[3], Says::Wrong(_)));
        assert_eq!((found[0].column, found[0].len), (12, 27));
    }
}
