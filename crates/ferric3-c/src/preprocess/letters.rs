//! Letters of identifiers beyond ASCII (C11 6.4.2.1, annex D), as themselves or by number (6.4.3).

use super::lex::is_word;

/// Characters that identifiers may have (C11 D.1).
const ALLOWED: [(u32, u32); 45] = [
    (0xa8, 0xa8),
    (0xaa, 0xaa),
    (0xad, 0xad),
    (0xaf, 0xaf),
    (0xb2, 0xb5),
    (0xb7, 0xba),
    (0xbc, 0xbe),
    (0xc0, 0xd6),
    (0xd8, 0xf6),
    (0xf8, 0xff),
    (0x100, 0x167f),
    (0x1681, 0x180d),
    (0x180f, 0x1fff),
    (0x200b, 0x200d),
    (0x202a, 0x202e),
    (0x203f, 0x2040),
    (0x2054, 0x2054),
    (0x2060, 0x206f),
    (0x2070, 0x218f),
    (0x2460, 0x24ff),
    (0x2776, 0x2793),
    (0x2c00, 0x2dff),
    (0x2e80, 0x2fff),
    (0x3004, 0x3007),
    (0x3021, 0x302f),
    (0x3031, 0x303f),
    (0x3040, 0xd7ff),
    (0xf900, 0xfd3d),
    (0xfd40, 0xfdcf),
    (0xfdf0, 0xfe44),
    (0xfe47, 0xfffd),
    (0x10000, 0x1fffd),
    (0x20000, 0x2fffd),
    (0x30000, 0x3fffd),
    (0x40000, 0x4fffd),
    (0x50000, 0x5fffd),
    (0x60000, 0x6fffd),
    (0x70000, 0x7fffd),
    (0x80000, 0x8fffd),
    (0x90000, 0x9fffd),
    (0xa0000, 0xafffd),
    (0xb0000, 0xbfffd),
    (0xc0000, 0xcfffd),
    (0xd0000, 0xdfffd),
    (0xe0000, 0xefffd),
];

/// Those among them that cannot be the first (C11 D.2).
const NOT_FIRST: [(u32, u32); 4] = [
    (0x300, 0x36f),
    (0x1dc0, 0x1dff),
    (0x20d0, 0x20ff),
    (0xfe20, 0xfe2f),
];

/// The end of the letter of an identifier at `at`, if there is one.
pub(super) fn name_part(bytes: &[u8], at: usize, is_first: bool) -> Option<usize> {
    let &byte = bytes.get(at)?;
    if byte.is_ascii() && byte != b'\\' {
        return is_word(byte).then_some(at + 1);
    }
    let (c, end) = match byte {
        b'\\' => by_number(bytes, at)?,
        _ => by_itself(bytes, at)?,
    };
    let is_in = |ranges: &[(u32, u32)]| {
        let mut ranges = ranges.iter();
        ranges.any(|&(from, to)| (from..=to).contains(&u32::from(c)))
    };
    (is_in(&ALLOWED) && !(is_first && is_in(&NOT_FIRST))).then_some(end)
}

/// The character in UTF-8 at `at`, and its end.
fn by_itself(bytes: &[u8], at: usize) -> Option<(char, usize)> {
    let end = (at + 1..=at + 4).find(|&end| bytes.get(end).is_none_or(|b| b & 0xc0 != 0x80))?;
    let text = std::str::from_utf8(bytes.get(at..end)?).ok()?;
    Some((text.chars().next()?, end))
}

/// The character that a universal character name at `at` stands for, and the end of the name.
fn by_number(bytes: &[u8], at: usize) -> Option<(char, usize)> {
    let digits = match bytes.get(at + 1)? {
        b'u' => 4,
        b'U' => 8,
        _ => return None,
    };
    let end = at + 2 + digits;
    let digits = std::str::from_utf8(bytes.get(at + 2..end)?).ok()?;
    let are_digits = digits.bytes().all(|b| b.is_ascii_hexdigit());
    let number = u32::from_str_radix(digits, 16)
        .ok()
        .filter(|_| are_digits)?;
    Some((char::from_u32(number)?, end))
}

/// An identifier with characters instead of their numbers: both spell the same name.
pub(super) fn spelled_out(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut at = 0;
    while let Some(c) = name[at..].chars().next() {
        let (c, end) = match c {
            '\\' => by_number(name.as_bytes(), at).unwrap_or((c, at + 1)),
            _ => (c, at + c.len_utf8()),
        };
        out.push(c);
        at = end;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::lex::{TokenKind, lex};
    use super::*;

    #[test]
    fn names_have_letters_of_all_kinds() {
        for name in ["é", "aéb", "$", "a$1", "\\u00e9", "x\\U000000e9y", "名前"] {
            let tokens = lex(name);
            assert_eq!(tokens.len(), 1, "{name}");
            assert_eq!(tokens[0].kind, TokenKind::Word, "{name}");
        }
        for no_name in [
            "×", "\\u00d7", "\\u0041", "\\uzzzz", "\\u00e", "\u{300}", "\\",
        ] {
            assert_ne!(lex(no_name)[0].kind, TokenKind::Word, "{no_name}");
        }
        assert_eq!(spelled_out("caf\\u00e9x"), "caféx");
        assert_eq!(spelled_out("caf\\U000000e9"), "café");
    }
}
