//! Calls of `scanf` and its like with a format that is a string literal: one call of a model for
//! each of its directives, as with `snprintf` (`format_call.rs`). Sets of characters, `%n` and all
//! that is out of the ordinary is left to the model of the whole function (`library/scan.c`).

use ferric3_term::TermId;

use super::Lower;
use super::format::{Length, length, string_literal};
use crate::sema::hir::{Expr, FunctionId};
use crate::sema::types::Types;

/// The models that read.
const READERS: [&str; 7] = [
    "__library_scan_blanks",
    "__library_scan_character",
    "__library_scan_characters",
    "__library_scan_integer",
    "__library_scan_result",
    "__library_scan_start",
    "__library_scan_word",
];

/// A part of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Directive {
    /// Blanks are skipped.
    Blanks,
    /// This character must follow.
    Character(u32),
    /// Something is read into an argument, or skipped.
    Conversion {
        suppressed: bool,
        /// At most so many characters; -1 for any number.
        width: i32,
        length: Length,
        /// One of `diuxXocs`.
        letter: char,
    },
}

impl<'a> Lower<'a> {
    /// Call `scanf`, `fscanf` or `sscanf` directive by directive. `None` if it is none of them, or not
    /// such a call; then nothing has happened.
    pub(super) fn call_scanned(
        &mut self,
        e: &'a Expr,
        f: FunctionId,
        args: &'a [Expr],
    ) -> Option<TermId> {
        let function = self.unit.function(f);
        let fixed = match function.name.as_str() {
            "scanf" => 1,
            "fscanf" | "sscanf" => 2,
            _ => return None,
        };
        if !function.is_library || !READERS.iter().all(|name| self.models.contains_key(name)) {
            return None;
        }
        let directives = directives(string_literal(args.get(fixed - 1)?)?)?;
        let stores = directives
            .iter()
            .filter(|d| matches!(d, Directive::Conversion { suppressed, .. } if !suppressed));
        let types = self.types();
        let pointer = types.argument_tag(types.size_t());
        let is_pointer = |arg: &Expr| types.argument_tag(arg.ty.ty) == pointer;
        let rest = args.get(fixed..)?;
        if stores.count() > rest.len() || !rest.iter().all(is_pointer) {
            return None;
        }
        let range = e.range;
        let (place, name) = (self.span(range), function.name.clone());
        self.program.calls_in_parts.insert(place, name);
        let mut values = Vec::with_capacity(args.len());
        for (i, arg) in args.iter().enumerate() {
            if i != fixed - 1 {
                let value = self.value(arg);
                // What is stored may change variables.
                values.push(self.stable_term(value, arg.range));
            }
        }
        let nothing = self.bits(0, self.types().pointer_width());
        let (stream, text) = match function.name.as_str() {
            "scanf" => (self.bits(0, 32), nothing),
            "fscanf" => {
                let file = vec![values[0]];
                (self.call_model("__library_stream", file, range), nothing)
            }
            _ => (self.bits(u128::MAX, 32), values[0]),
        };
        let mut targets = values.into_iter().skip(fixed - 1);
        let mut state = self.call_model("__library_scan_start", Vec::new(), range);
        for directive in directives {
            let mut args = vec![stream, text, state];
            let name = match directive {
                Directive::Blanks => "__library_scan_blanks",
                Directive::Character(code) => {
                    args.push(self.bits(u128::from(code), 32));
                    "__library_scan_character"
                }
                Directive::Conversion {
                    suppressed,
                    width,
                    length,
                    letter,
                } => {
                    args.push(match suppressed {
                        true => nothing,
                        false => targets.next()?,
                    });
                    args.push(self.bits(u128::from(suppressed), 32));
                    let width = self.bits(width as u128, 32);
                    match letter {
                        'c' | 's' => args.push(width),
                        _ => {
                            let (base, signed) = match letter {
                                'd' => (10, true),
                                'i' => (0, true),
                                'u' => (10, false),
                                'o' => (8, false),
                                _ => (16, false),
                            };
                            args.push(self.bits(size_of(length) as u128, 32));
                            args.push(width);
                            args.push(self.bits(base, 32));
                            args.push(self.bits(u128::from(signed), 32));
                        }
                    }
                    match letter {
                        'c' => "__library_scan_characters",
                        's' => "__library_scan_word",
                        _ => "__library_scan_integer",
                    }
                }
            };
            state = self.call_model(name, args, range);
        }
        let result = self.call_model("__library_scan_result", vec![state], range);
        Some(self.convert(result, Types::INT, e.ty.ty))
    }
}

/// Lengths, as the models have them.
fn size_of(length: Length) -> i32 {
    match length {
        Length::Char => -2,
        Length::Short => -1,
        Length::Int => 0,
        Length::Long => 1,
        Length::LongLong => 2,
    }
}

/// The directives of a format; `None` if one of them is not among the ordinary ones.
fn directives(codes: &[u32]) -> Option<Vec<Directive>> {
    let end = codes.iter().position(|&code| code == 0)?;
    let mut rest = &codes[..end];
    let mut found = Vec::new();
    while let Some((&code, after)) = rest.split_first() {
        rest = after;
        if code == 32 || (9..=13).contains(&code) {
            found.push(Directive::Blanks);
            continue;
        }
        if code != '%' as u32 {
            found.push(Directive::Character(code & 0xff));
            continue;
        }
        let suppressed = rest.first() == Some(&('*' as u32));
        rest = &rest[usize::from(suppressed)..];
        let mut width = 0i32;
        while let Some(digit) = rest.first().and_then(|&c| char::from_u32(c)?.to_digit(10)) {
            width = width
                .checked_mul(10)?
                .checked_add(i32::try_from(digit).ok()?)?;
            rest = &rest[1..];
        }
        let length = length(&mut rest);
        let (&letter, after) = rest.split_first()?;
        rest = after;
        let letter = char::from_u32(letter)?;
        match letter {
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' => {}
            'c' | 's' if length == Length::Int => {}
            '%' if !suppressed && width == 0 && length == Length::Int => {
                found.extend([Directive::Blanks, Directive::Character('%' as u32)]);
                continue;
            }
            _ => return None,
        }
        found.push(Directive::Conversion {
            suppressed,
            width: if width == 0 { -1 } else { width },
            length,
            letter,
        });
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::{Directive, Length, directives};

    fn of(text: &str) -> Option<Vec<Directive>> {
        let codes: Vec<u32> = text.chars().chain(['\0']).map(u32::from).collect();
        directives(&codes)
    }

    #[test]
    fn formats_are_taken_apart() {
        let conversion = |suppressed, width, length, letter| Directive::Conversion {
            suppressed,
            width,
            length,
            letter,
        };
        let number = conversion(false, -1, Length::Int, 'd');
        assert_eq!(of("%d"), Some(vec![number]));
        let comma = Directive::Character(u32::from(b','));
        let word = conversion(true, 15, Length::Int, 's');
        assert_eq!(of("%d,%*15s"), Some(vec![number, comma, word]));
        let wide = conversion(false, -1, Length::LongLong, 'x');
        assert_eq!(of(" %llx"), Some(vec![Directive::Blanks, wide]));
        for left in ["%[a-z]", "%n", "%f", "%ls", "%ms", "%1$d", "%"] {
            assert_eq!(of(left), None, "{left}");
        }
    }
}
