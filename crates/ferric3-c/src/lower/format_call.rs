//! Calls of `snprintf` and its like with a format that is a string literal: one call of a model for
//! each of its parts, in place of a loop over the format.
//!
//! The models of these functions (`library/format.c`) do the same for any format; what they may
//! access is what is accessed here. So this is about speed only, and whatever is out of the ordinary
//! is left to them.

use ferric3_ivl::StmtKind;
use ferric3_term::TermId;

use super::Lower;
use super::format::{Conversion, Length, Number, Part, parts, string_literal};
use crate::sema::hir::{Expr, FunctionId, Range};
use crate::sema::types::{IntKind, TypeId, Types};

/// The models that write.
const WRITERS: [&str; 13] = [
    "__library_end",
    "__library_put",
    "__library_put_character",
    "__library_put_hexadecimal",
    "__library_put_int",
    "__library_put_long",
    "__library_put_number",
    "__library_put_octal",
    "__library_put_part",
    "__library_put_signed",
    "__library_put_text",
    "__library_put_unsigned",
    "__library_put_unsigned_long",
];

/// Where output goes.
struct Sink {
    buffer: TermId,
    room: TermId,
    /// Number of characters so far.
    at: TermId,
}

impl<'a> Lower<'a> {
    /// Call `snprintf` or `sprintf` part by part. `None` if it is none of them, or not such a call;
    /// then nothing has happened.
    pub(super) fn call_formatted(
        &mut self,
        e: &'a Expr,
        f: FunctionId,
        args: &'a [Expr],
    ) -> Option<TermId> {
        let function = self.unit.function(f);
        let fixed = match function.name.as_str() {
            "snprintf" => 3,
            "sprintf" => 2,
            _ => return None,
        };
        if !function.is_library || !self.is_modelled(e.ty) {
            return None;
        }
        let parts = parts(string_literal(args.get(fixed - 1)?)?)?;
        if let Some(letter) = not_modelled(&parts) {
            self.effects_of(args);
            let what = format!("conversion %{letter} in a call of {}()", function.name);
            self.unsupported(&what, e.range);
            return Some(self.bits(0, 32));
        }
        self.fits_arguments(&parts, &args[fixed..])?;
        if !WRITERS.iter().all(|name| self.models.contains_key(name)) {
            return None;
        }
        let range = e.range;
        let (place, name) = (self.span(range), function.name.clone());
        self.program.calls_in_parts.insert(place, name);
        let mut values = Vec::with_capacity(args.len());
        for (i, arg) in args.iter().enumerate() {
            if i == fixed - 1 {
                continue;
            }
            let value = self.value(arg);
            // What is written may change variables.
            values.push(self.stable_term(value, arg.range));
        }
        let width = self.types().pointer_width();
        let most = self.bits(u128::MAX, width);
        let limit = if fixed == 3 { values[1] } else { most };
        let limit = self.stable_term(limit, range);
        let (zero, one) = (self.bits(0, width), self.bits(1, width));
        let is_empty = self.terms.eq(limit, zero);
        let all_but_one = self.terms.bv_sub(limit, one);
        let room = self.terms.ite(is_empty, zero, all_but_one);
        let room = self.stable_term(room, range);
        let mut sink = Sink {
            buffer: values[0],
            room,
            at: zero,
        };
        let mut rest = values.into_iter().skip(fixed - 1);
        let mut types = args[fixed..].iter().map(|arg| arg.ty.ty);
        for part in &parts {
            match part {
                Part::Text(codes) => {
                    for &code in codes {
                        let code = self.bits(u128::from(code), 32);
                        self.put("__library_put", &mut sink, vec![code], range);
                    }
                }
                Part::Conversion(conversion) => {
                    let mut next = || Some((rest.next()?, types.next()?));
                    self.convert_argument(conversion, &mut sink, &mut next, range)?;
                }
            }
        }
        let args = vec![sink.buffer, limit, sink.at];
        Some(self.call_model("__library_end", args, range))
    }

    /// Do arguments have the types that a format asks for?
    fn fits_arguments(&self, parts: &[Part], args: &[Expr]) -> Option<()> {
        let types = self.types();
        let mut rest = args.iter().map(|arg| types.argument_tag(arg.ty.ty));
        let int = types.argument_tag(Types::INT);
        for part in parts {
            let Part::Conversion(conversion) = part else {
                continue;
            };
            for number in [conversion.width, conversion.precision] {
                if number == Number::Argument && rest.next()? != int {
                    return None;
                }
            }
            let wanted = match conversion.letter {
                'd' | 'i' | 'u' | 'x' | 'X' | 'o' => {
                    types.argument_tag(promoted(conversion.length))
                }
                'c' if conversion.length == Length::Int => int,
                's' if conversion.length == Length::Int => types.argument_tag(types.size_t()),
                _ => return None,
            };
            if rest.next()? != wanted {
                return None;
            }
        }
        Some(())
    }

    /// Write the next argument.
    fn convert_argument(
        &mut self,
        conversion: &Conversion,
        sink: &mut Sink,
        next: &mut dyn FnMut() -> Option<(TermId, TypeId)>,
        range: Range,
    ) -> Option<()> {
        let (mut flags, mut width) = (self.bits(u128::from(conversion.flags), 32), 0);
        let mut given_width = None;
        match conversion.width {
            Number::None => {}
            Number::Given(given) => width = given,
            Number::Argument => given_width = Some(next()?.0),
        }
        let mut width = self.bits(width as u128, 32);
        if let Some(given) = given_width {
            // A negative one is a flag `-` and its magnitude.
            let zero = self.bits(0, 32);
            let negative = self.terms.bv_slt(given, zero);
            let left = self.bits(u128::from(conversion.flags | 1), 32);
            flags = self.terms.ite(negative, left, flags);
            let magnitude = self.terms.bv_sub(zero, given);
            width = self.terms.ite(negative, magnitude, given);
        }
        let precision = match conversion.precision {
            Number::None => self.bits(u128::MAX, 32),
            Number::Given(given) => self.bits(given as u128, 32),
            Number::Argument => next()?.0,
        };
        let (value, ty) = next()?;
        let plain = conversion.is_plain();
        match conversion.letter {
            'd' | 'i' => {
                let value = self.as_length(value, ty, conversion.length, true);
                if plain {
                    let is_small = self.terms.width(value) == 32;
                    let model = match is_small {
                        true => "__library_put_int",
                        false => "__library_put_long",
                    };
                    self.put(model, sink, vec![value], range);
                } else {
                    let value = self.resize(value, 64, true);
                    let args = vec![value, flags, width, precision];
                    self.put("__library_put_signed", sink, args, range);
                }
            }
            'u' | 'x' | 'X' | 'o' => {
                let value = self.as_length(value, ty, conversion.length, false);
                let wide = self.resize(value, 64, false);
                if !plain {
                    let base = match conversion.letter {
                        'u' => 10,
                        'o' => 8,
                        _ => 16,
                    };
                    // Signs are for signed numbers.
                    let signs = self.bits(!6, 32);
                    let flags = self.terms.bv_and(flags, signs);
                    let (base, negative) = (self.bits(base, 32), self.bits(0, 32));
                    let args = vec![wide, negative, base, flags, width, precision];
                    self.put("__library_put_number", sink, args, range);
                    return Some(());
                }
                match conversion.letter {
                    'u' if self.terms.width(value) == 32 => {
                        self.put("__library_put_unsigned", sink, vec![value], range);
                    }
                    'u' => {
                        self.put("__library_put_unsigned_long", sink, vec![wide], range);
                    }
                    'o' => {
                        self.put("__library_put_octal", sink, vec![wide], range);
                    }
                    letter => {
                        let ten = if letter == 'X' { b'A' } else { b'a' } - 10;
                        let ten = self.bits(u128::from(ten), 32);
                        self.put("__library_put_hexadecimal", sink, vec![wide, ten], range);
                    }
                }
            }
            'c' if plain => {
                self.put("__library_put", sink, vec![value], range);
            }
            'c' => {
                let args = vec![value, flags, width];
                self.put("__library_put_character", sink, args, range);
            }
            _ if plain => {
                self.put("__library_put_text", sink, vec![value], range);
            }
            _ => {
                let args = vec![value, flags, width, precision];
                self.put("__library_put_part", sink, args, range);
            }
        }
        Some(())
    }

    /// An argument as its length modifier has it: 32 or 64 bits.
    fn as_length(&mut self, value: TermId, from: TypeId, length: Length, signed: bool) -> TermId {
        let ty = promoted(length);
        let value = self.convert(value, from, ty);
        let (narrow, wide) = match length {
            Length::Char => (8, 32),
            Length::Short => (16, 32),
            Length::Int => return value,
            Length::Long | Length::LongLong => {
                let width = self.terms.width(value);
                return self.resize(value, width.max(32), signed);
            }
        };
        let value = self.resize(value, narrow, false);
        self.resize(value, wide, signed)
    }

    /// Call a model that writes characters.
    fn put(&mut self, name: &str, sink: &mut Sink, args: Vec<TermId>, range: Range) {
        let mut all = vec![sink.buffer, sink.room, sink.at];
        all.extend(args);
        sink.at = self.call_model(name, all, range);
    }

    /// Call a model with values of the types of its parameters; what it returns.
    pub(super) fn call_model(&mut self, name: &str, args: Vec<TermId>, range: Range) -> TermId {
        let f = self.models[name];
        let proc = self.proc_of(f);
        let declared = self.types().function(self.unit.function(f).ty);
        let result = declared.map(|declared| declared.result.ty);
        let result = result.filter(|&ty| self.value_width(ty).is_some());
        let result = result.map(|ty| self.temp(ty, range));
        self.emit(StmtKind::Call { proc, args, result }, range);
        match result {
            Some(result) => self.read(result),
            None => self.bits(0, 32),
        }
    }
}

/// A conversion that there is no model of.
fn not_modelled(parts: &[Part]) -> Option<char> {
    let mut conversions = parts.iter().filter_map(|part| match part {
        Part::Text(_) => None,
        Part::Conversion(conversion) => Some(conversion.letter),
    });
    conversions.find(|letter| !"diuxXocsn%".contains(*letter))
}

/// The type of the argument of a conversion of integers.
fn promoted(length: Length) -> TypeId {
    Types::int(match length {
        Length::Char | Length::Short | Length::Int => IntKind::Int,
        Length::Long => IntKind::Long,
        Length::LongLong => IntKind::LongLong,
    })
}
