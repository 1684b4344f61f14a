//! Constants (6.4.4) and string literals (6.4.5).

use lang_c::ast::{
    Constant, Float, FloatBase, FloatFormat, FloatSuffix, Integer, IntegerBase, IntegerSize,
    IntegerSuffix, TS18661FloatFormat, TS18661FloatType,
};
use lang_c::span::Node;

use super::{Parsed, Parser, Stop};
use crate::preprocess::lex::TokenKind;

impl Parser<'_> {
    /// A number.
    pub(super) fn number(&mut self) -> Parsed<Node<Constant>> {
        let Some(constant) = number(self.word()) else {
            return Err(Stop { malformed: true });
        };
        let start = self.start();
        self.advance();
        Ok(self.node(start, constant))
    }

    /// A character constant.
    pub(super) fn character(&mut self) -> Parsed<Node<Constant>> {
        let word = self.word();
        let is_empty = word.find('\'').is_some_and(|quote| &word[quote..] == "''");
        if !is_closed(word, '\'') || is_empty {
            return Err(Stop { malformed: true });
        }
        let start = self.start();
        self.advance();
        Ok(self.node(start, Constant::Character(word.to_owned())))
    }

    /// Is the token a string literal, or the beginning of one?
    pub(super) fn is_string(&mut self) -> bool {
        let is = self.kind() == Some(TokenKind::Text) && is_quoted_by(self.word(), '"');
        if !is {
            self.expected.push("\"");
        }
        is
    }

    /// String literals, one behind the other.
    pub(super) fn string(&mut self) -> Parsed<Node<Vec<String>>> {
        let start = self.start();
        let mut parts = Vec::new();
        while self.is_string() {
            if !is_closed(self.word(), '"') {
                return Err(Stop { malformed: true });
            }
            parts.push(self.word().to_owned());
            self.advance();
        }
        if parts.is_empty() {
            return self.fail();
        }
        Ok(self.node(start, parts))
    }
}

/// Does a literal begin with this quote, behind its prefix?
fn is_quoted_by(word: &str, quote: char) -> bool {
    word.find(['"', '\'']).map(|at| &word[at..at + 1]) == Some(quote.encode_utf8(&mut [0; 4]))
}

/// Does a literal end with its quote? One that does not ends with its line.
fn is_closed(word: &str, quote: char) -> bool {
    let Some(body) = word.find(quote).map(|at| &word[at + 1..]) else {
        return false;
    };
    let Some(inner) = body.strip_suffix(quote) else {
        return false;
    };
    // The last quote is not an escaped one.
    let escapes = inner.len() - inner.trim_end_matches('\\').len();
    escapes % 2 == 0
}

/// What a preprocessing number stands for, if anything.
fn number(word: &str) -> Option<Constant> {
    let hexadecimal = strip(word, ["0x", "0X"]);
    let float = match hexadecimal {
        Some(digits) => digits.contains(['.', 'p', 'P']),
        None => word.contains(['.', 'e', 'E']),
    };
    if float {
        let (base, digits) = match hexadecimal {
            Some(digits) => (FloatBase::Hexadecimal, digits),
            None => (FloatBase::Decimal, word),
        };
        return self::float(base, digits).map(Constant::Float);
    }
    // `1f` has no point and no exponent, and is no number of C.
    let (base, digits) = if let Some(digits) = hexadecimal {
        (IntegerBase::Hexadecimal, digits)
    } else if let Some(digits) = strip(word, ["0b", "0B"]) {
        (IntegerBase::Binary, digits)
    } else if let Some(digits) = word
        .strip_prefix('0')
        .filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    {
        (IntegerBase::Octal, digits)
    } else {
        (IntegerBase::Decimal, word)
    };
    let radix = match base {
        IntegerBase::Decimal => 10,
        IntegerBase::Octal => 8,
        IntegerBase::Hexadecimal => 16,
        IntegerBase::Binary => 2,
    };
    let end = digits
        .find(|c: char| !c.is_digit(radix))
        .unwrap_or(digits.len());
    let (number, suffix) = digits.split_at(end);
    if number.is_empty() {
        return None;
    }
    Some(Constant::Integer(Integer {
        base,
        number: number.into(),
        suffix: integer_suffix(suffix)?,
    }))
}

fn strip<'t>(word: &'t str, prefixes: [&str; 2]) -> Option<&'t str> {
    prefixes.iter().find_map(|prefix| word.strip_prefix(prefix))
}

/// `u`, `l` or `ll`, and `i` or `j`, each at most once and in any order.
fn integer_suffix(mut rest: &str) -> Option<IntegerSuffix> {
    let mut suffix = IntegerSuffix {
        size: IntegerSize::Int,
        unsigned: false,
        imaginary: false,
    };
    while let Some(first) = rest.chars().next() {
        let long = suffix.size == IntegerSize::Int;
        let width = match first {
            'l' | 'L' if long && (rest.starts_with("ll") || rest.starts_with("LL")) => {
                suffix.size = IntegerSize::LongLong;
                2
            }
            'l' | 'L' if long => {
                suffix.size = IntegerSize::Long;
                1
            }
            'u' | 'U' if !suffix.unsigned => {
                suffix.unsigned = true;
                1
            }
            'i' | 'I' | 'j' | 'J' if !suffix.imaginary => {
                suffix.imaginary = true;
                1
            }
            _ => return None,
        };
        rest = &rest[width..];
    }
    Some(suffix)
}

/// Digits with one point or an exponent, and a suffix.
fn float(base: FloatBase, digits: &str) -> Option<Float> {
    let (radix, letters) = match base {
        FloatBase::Decimal => (10, ['e', 'E']),
        FloatBase::Hexadecimal => (16, ['p', 'P']),
    };
    let end_of = |text: &str, radix: u32| {
        text.find(|c: char| !c.is_digit(radix))
            .unwrap_or(text.len())
    };
    let mut end = end_of(digits, radix);
    let mut count = end;
    if digits[end..].starts_with('.') {
        let behind = end_of(&digits[end + 1..], radix);
        count += behind;
        end += 1 + behind;
    }
    let mut exponent = false;
    if digits[end..].starts_with(letters) {
        let sign = usize::from(digits[end + 1..].starts_with(['+', '-']));
        let width = end_of(&digits[end + 1 + sign..], 10);
        if width > 0 {
            end += 1 + sign + width;
            exponent = true;
        }
    }
    // A hexadecimal number needs its exponent, or `f` could be a digit or a suffix.
    if count == 0 || (base == FloatBase::Hexadecimal && !exponent) {
        return None;
    }
    let (number, suffix) = digits.split_at(end);
    Some(Float {
        base,
        number: number.into(),
        suffix: float_suffix(suffix)?,
    })
}

fn float_suffix(text: &str) -> Option<FloatSuffix> {
    let imaginary = ['i', 'I', 'j', 'J'];
    let rest = text
        .strip_prefix(imaginary)
        .or_else(|| text.strip_suffix(imaginary));
    Some(FloatSuffix {
        format: float_format(rest.unwrap_or(text))?,
        imaginary: rest.is_some(),
    })
}

fn float_format(text: &str) -> Option<FloatFormat> {
    use TS18661FloatFormat::{
        BinaryExtended, BinaryInterchange, DecimalExtended, DecimalInterchange,
    };
    let extended = |format, width| {
        let ty = TS18661FloatType { format, width };
        Some(FloatFormat::TS18661Format(ty))
    };
    match text {
        "" => return Some(FloatFormat::Double),
        "f" | "F" => return Some(FloatFormat::Float),
        "l" | "L" => return Some(FloatFormat::LongDouble),
        // GNU C, on x86.
        "w" | "W" => return Some(FloatFormat::LongDouble),
        "q" | "Q" => return extended(BinaryInterchange, 128),
        "df" | "DF" => return extended(DecimalInterchange, 32),
        "dd" | "DD" => return extended(DecimalInterchange, 64),
        "dl" | "DL" => return extended(DecimalInterchange, 128),
        _ => {}
    }
    let (binary, rest) = match strip(text, ["f", "F"]) {
        Some(rest) => (true, rest),
        None => (false, strip(text, ["d", "D"])?),
    };
    let (width, is_extended) = match rest.strip_suffix('x') {
        Some(width) => (width, true),
        None => (rest, false),
    };
    let width = match width {
        "16" if binary => 16,
        "32" => 32,
        "64" => 64,
        "128" => 128,
        _ => return None,
    };
    match (binary, is_extended) {
        (true, false) => extended(BinaryInterchange, width),
        (true, true) => extended(BinaryExtended, width),
        (false, false) => extended(DecimalInterchange, width),
        (false, true) => extended(DecimalExtended, width),
    }
}
