//! Splitting C text into tokens, for everything that happens around the parser: repairs, columns,
//! the depth guard and the text of syntax errors. Never fails: what is no token of C is
//! [`TokenKind::Other`].

use super::letters::name_part;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    /// Identifier or keyword.
    Word,
    /// Number, as the preprocessor understands it.
    Number,
    /// String or character constant with its prefix, up to the end of the line if unterminated.
    Text,
    /// Operator or punctuation.
    Punct,
    /// A character that C does not use.
    Other,
}

/// A token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    /// What it is.
    pub(crate) kind: TokenKind,
    /// Where it begins.
    pub(crate) start: u32,
    /// Where the next thing begins.
    pub(crate) end: u32,
}

impl Token {
    /// Its text.
    pub(crate) fn of<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.start as usize..self.end as usize)
            .unwrap_or("")
    }
}

/// Operators of more than one character, the longest first, digraphs included.
const LONG: [&[u8]; 29] = [
    b"...", b"<<=", b">>=", b"->", b"++", b"--", b"<<", b">>", b"<=", b">=", b"==", b"!=", b"&&",
    b"||", b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=", b"##", b"::", b"<:", b":>",
    b"<%", b"%>", b"%:",
];

/// All tokens of a text that has no comments.
pub(crate) fn lex(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::with_capacity(bytes.len() / 4);
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte.is_ascii_whitespace() || byte == 0x0b {
            at += 1;
            continue;
        }
        let (kind, end) = token_at(bytes, at);
        tokens.push(Token {
            kind,
            start: at as u32,
            end: end as u32,
        });
        at = end;
    }
    tokens
}

/// Kind and end of the token that begins at `at`, which is inside the text.
fn token_at(bytes: &[u8], at: usize) -> (TokenKind, usize) {
    let next = |i: usize| bytes.get(at + i).copied().unwrap_or(0);
    match bytes[at] {
        b'"' | b'\'' => (TokenKind::Text, literal_end(bytes, at)),
        first if !first.is_ascii_digit() && name_part(bytes, at, true).is_some() => {
            let mut end = at;
            while let Some(next) = name_part(bytes, end, end == at) {
                end = next;
            }
            let quote = bytes.get(end).copied().unwrap_or(0);
            if matches!(quote, b'"' | b'\'') && is_prefix(&bytes[at..end]) {
                (TokenKind::Text, literal_end(bytes, end))
            } else {
                (TokenKind::Word, end)
            }
        }
        first if first.is_ascii_digit() || (first == b'.' && next(1).is_ascii_digit()) => {
            (TokenKind::Number, number_end(bytes, at))
        }
        first if first.is_ascii_punctuation() && !matches!(first, b'@' | b'`' | b'\\') => {
            let long = LONG.iter().find(|op| bytes[at..].starts_with(op));
            (TokenKind::Punct, at + long.map_or(1, |op| op.len()))
        }
        first => {
            // A whole character, so that every token is text.
            let width = match first {
                0xf0.. => 4,
                0xe0.. => 3,
                0xc0.. => 2,
                _ => 1,
            };
            (TokenKind::Other, (at + width).min(bytes.len()))
        }
    }
}

/// May it stand in an identifier? GNU C also takes `$`.
pub(crate) fn is_word(byte: u8) -> bool {
    matches!(byte, b'_' | b'$') || byte.is_ascii_alphanumeric()
}

/// Is it the prefix of a string or character constant?
pub(crate) fn is_prefix(word: &[u8]) -> bool {
    matches!(word, b"L" | b"u" | b"U" | b"u8")
}

fn run_end(bytes: &[u8], mut at: usize, belongs: impl Fn(u8) -> bool) -> usize {
    while bytes.get(at).is_some_and(|&b| belongs(b)) {
        at += 1;
    }
    at
}

/// The end of a preprocessing number: `1e+5` and `0x1e+5` are each one.
fn number_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = bytes.get(at) {
        let exponent = matches!(byte, b'e' | b'E' | b'p' | b'P');
        if exponent && matches!(bytes.get(at + 1), Some(b'+' | b'-')) {
            at += 2;
        } else if byte == b'.' || is_word(byte) {
            at += 1;
        } else {
            break;
        }
    }
    at
}

/// The end of the string or character constant whose quote is at `at`.
fn literal_end(bytes: &[u8], at: usize) -> usize {
    let quote = bytes[at];
    let mut at = at + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\n' => return at,
            b'\\' if bytes.get(at + 1).is_some_and(|&b| b != b'\n') => {
                at += 1;
                // An escaped character of several bytes is stepped over as one.
                at = run_end(bytes, at + 1, |b| b & 0xc0 == 0x80);
            }
            _ if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        lex(text).iter().map(|t| t.of(text)).collect()
    }

    #[test]
    fn tokens_are_the_longest_ones() {
        assert_eq!(
            texts("a+++b>>=c->d...e"),
            ["a", "++", "+", "b", ">>=", "c", "->", "d", "...", "e"]
        );
        assert_eq!(
            texts("1e+5 0x1p-3f .5 1..2"),
            ["1e+5", "0x1p-3f", ".5", "1..2"]
        );
        assert_eq!(
            texts(r#"L"a\"b" 'x' u8"" x"y""#),
            [r#"L"a\"b""#, "'x'", "u8\"\"", "x", "\"y\""]
        );
    }

    #[test]
    fn nothing_is_lost_on_bad_input() {
        for text in [
            "\"abc", "'", "\"\\", "\"\\\n\"", "é@`\\", "\"\\é", "0x", "\u{0}",
        ] {
            for token in lex(text) {
                assert!(!token.of(text).is_empty(), "{text:?} {token:?}");
            }
        }
    }
}
