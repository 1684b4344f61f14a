//! Formats of `printf` (7.21.6.1) that are string literals, taken apart.

use crate::sema::hir::{Expr, ExprKind};

/// The flags, as the models have them.
const FLAGS: [(u32, u32); 5] = [
    ('-' as u32, 1),
    ('+' as u32, 2),
    (' ' as u32, 4),
    ('#' as u32, 8),
    ('0' as u32, 16),
];

/// Of digits above 9: capital letters.
pub(super) const CAPITALS: u32 = 32;

/// A width or a precision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Number {
    /// Not given.
    None,
    /// In the format.
    Given(i32),
    /// `*`: an argument.
    Argument,
}

/// The length modifiers of integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Length {
    /// `hh`
    Char,
    /// `h`
    Short,
    /// None.
    Int,
    /// `l`, `z` and `t`
    Long,
    /// `ll` and `j`
    LongLong,
}

/// A part of a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// Characters that are written as they are.
    Text(Vec<u32>),
    /// What an argument is written by.
    Conversion(Conversion),
}

/// A directive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Conversion {
    pub(super) flags: u32,
    pub(super) width: Number,
    pub(super) precision: Number,
    pub(super) length: Length,
    /// One of `diuxXocs`, or any other letter.
    pub(super) letter: char,
}

impl Conversion {
    /// Is there nothing but length and letter?
    pub(super) fn is_plain(&self) -> bool {
        self.flags & !CAPITALS == 0 && self.width == Number::None && self.precision == Number::None
    }
}

/// The parts of a format; `codes` end with 0. `None` if it ends within a directive.
pub(super) fn parts(codes: &[u32]) -> Option<Vec<Part>> {
    let end = codes.iter().position(|&code| code == 0)?;
    let mut rest = &codes[..end];
    let mut parts = Vec::new();
    let mut text = Vec::new();
    while let Some((&code, after)) = rest.split_first() {
        rest = after;
        if code != '%' as u32 {
            text.push(code);
            continue;
        }
        let conversion = conversion(&mut rest)?;
        if conversion.letter == '%' && conversion.is_plain() {
            text.push(code);
            continue;
        }
        if !text.is_empty() {
            parts.push(Part::Text(std::mem::take(&mut text)));
        }
        parts.push(Part::Conversion(conversion));
    }
    if !text.is_empty() {
        parts.push(Part::Text(text));
    }
    Some(parts)
}

/// A directive behind its `%`.
fn conversion(rest: &mut &[u32]) -> Option<Conversion> {
    let mut flags = 0;
    while let Some((_, flag)) = FLAGS.iter().find(|(code, _)| rest.first() == Some(code)) {
        flags |= flag;
        *rest = &rest[1..];
    }
    let width = match number(rest)? {
        // The first digit is not 0: that would be a flag.
        Some(number) => number,
        None => Number::None,
    };
    let precision = match take(rest, '.') {
        true => number(rest)?.unwrap_or(Number::Given(0)),
        false => Number::None,
    };
    let length = length(rest);
    let (&letter, after) = rest.split_first()?;
    *rest = after;
    let letter = char::from_u32(letter)?;
    if letter == 'X' {
        flags |= CAPITALS;
    }
    Some(Conversion {
        flags,
        width,
        precision,
        length,
        letter,
    })
}

/// `*` or digits, if there are any; nothing at all if they are too many.
fn number(rest: &mut &[u32]) -> Option<Option<Number>> {
    if take(rest, '*') {
        return Some(Some(Number::Argument));
    }
    let mut value = None;
    while let Some(digit) = rest.first().and_then(|&c| char::from_u32(c)?.to_digit(10)) {
        let digit = i32::try_from(digit).ok()?;
        value = Some(value.unwrap_or(0i32).checked_mul(10)?.checked_add(digit)?);
        *rest = &rest[1..];
    }
    Some(value.map(Number::Given))
}

/// A length modifier.
pub(super) fn length(rest: &mut &[u32]) -> Length {
    if take(rest, 'h') {
        return match take(rest, 'h') {
            true => Length::Char,
            false => Length::Short,
        };
    }
    if take(rest, 'l') {
        return match take(rest, 'l') {
            true => Length::LongLong,
            false => Length::Long,
        };
    }
    if take(rest, 'z') || take(rest, 't') {
        return Length::Long;
    }
    match take(rest, 'j') {
        true => Length::LongLong,
        false => Length::Int,
    }
}

fn take(rest: &mut &[u32], c: char) -> bool {
    let found = rest.first() == Some(&(c as u32));
    if found {
        *rest = &rest[1..];
    }
    found
}

/// By this format, does `printf` write nothing through a pointer (as `%n` does)? Whatever stands
/// before the letter of a directive may be something that only some systems know.
pub(super) fn is_harmless(codes: &[u32]) -> bool {
    let text = codes
        .iter()
        .map(|&code| char::from_u32(code).unwrap_or(' '));
    let text: String = text.collect();
    let directives = text.replace("%%", "");
    let is_letter = |c: char| c.is_ascii_alphabetic() && !"hljztLqI".contains(c);
    let mut letters = directives
        .split('%')
        .skip(1)
        .map(|rest| rest.find(is_letter).map(|at| &rest[at..]));
    letters.all(|rest| !rest.is_some_and(|rest| rest.starts_with('n')))
}

/// Which parameter of the named function is a format, given their number.
pub(super) fn format_position(name: &str, params: usize) -> Option<usize> {
    let plain = name.trim_start_matches('_');
    let mut kinds = ["printf", "printk", "syslog", "warn"].into_iter();
    if !kinds.any(|kind| plain.contains(kind)) {
        return None;
    }
    // A list of arguments may stand behind it.
    params.checked_sub(1 + usize::from(plain.starts_with('v')))
}

/// The characters of a string literal.
pub(super) fn string_literal(e: &Expr) -> Option<&[u32]> {
    match &e.kind {
        ExprKind::Convert(inner) => string_literal(inner),
        ExprKind::Decay(place) => match &place.kind {
            ExprKind::String(codes) => Some(codes),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Conversion, Length, Number, Part, parts};

    fn of(text: &str) -> Option<Vec<Part>> {
        let codes: Vec<u32> = text.chars().chain(['\0']).map(u32::from).collect();
        parts(&codes)
    }

    #[test]
    fn formats_are_taken_apart() {
        let text = |text: &str| Part::Text(text.chars().map(u32::from).collect());
        let conversion = |flags, width, precision, length, letter| {
            Part::Conversion(Conversion {
                flags,
                width,
                precision,
                length,
                letter,
            })
        };
        let none = Number::None;
        assert_eq!(of(""), Some(vec![]));
        assert_eq!(of("a%%b"), Some(vec![text("a%b")]));
        assert_eq!(
            of("%d!"),
            Some(vec![conversion(0, none, none, Length::Int, 'd'), text("!")])
        );
        let both = conversion(
            17,
            Number::Given(12),
            Number::Argument,
            Length::LongLong,
            'u',
        );
        assert_eq!(of("%-012.*llu"), Some(vec![both]));
        let star = conversion(32, Number::Argument, Number::Given(0), Length::Char, 'X');
        assert_eq!(of("%*.hhX"), Some(vec![star]));
        assert!(super::is_harmless(&[b'%'.into(), b'd'.into(), 0]));
        for writes in ["%n", "%%%5hhn", "%d%2$qn", "%s%'In"] {
            let codes: Vec<u32> = writes.chars().map(u32::from).collect();
            assert!(!super::is_harmless(&codes), "{writes}");
        }
        assert_eq!(of("100%"), None);
        assert_eq!(of("%99999999999d"), None);
    }
}
