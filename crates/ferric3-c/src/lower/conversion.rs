//! Conversions that change a value, if they are checked.
//!
//! [`Check::Conversion`] counts conversions between integer types that the program does not write as
//! casts, and the storing of a value in a bit-field, as clang's `-fsanitize=implicit-conversion` does.
//! All of that is defined. [`Check::Range`] counts all conversions of floating-point numbers to integers, which
//! are undefined if the number without its fraction does not fit (6.3.1.4), as by
//! `-fsanitize=float-cast-overflow`. A conversion to
//! `_Bool` asks whether a value is 0 and loses nothing. What happens in models of library functions
//! is not the program's, nor are initialisers of static variables, which no run evaluates.

use ferric3_ivl::Check;
use ferric3_term::{FloatFormat, FloatOp, TermId};

use super::Lower;
use super::assumption::Assumed;
use super::interval::Interval;
use super::memory::Place;
use crate::sema::hir::{Expr, Range};
use crate::sema::types::{Type, TypeId};

/// Who asked for a conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conversion {
    /// The program, by a cast.
    Cast,
    /// The rules of the language.
    Implicit,
}

impl Conversion {
    /// Sema gives an implicit conversion the place of its operand. A cast has a place of its own.
    pub(super) fn of(converted: &Expr, operand: &Expr) -> Conversion {
        if converted.range == operand.range {
            Conversion::Implicit
        } else {
            Conversion::Cast
        }
    }
}

impl Lower<'_> {
    /// Are conversions of any kind checked here?
    pub(super) fn checks_conversions(&self) -> bool {
        self.checks_here(Check::Conversion) || self.checks_here(Check::Range)
    }

    /// Are floating-point numbers that become integers checked here?
    pub(super) fn checks_floats(&self) -> bool {
        self.checks_here(Check::Range)
    }

    /// Is it the program's own text that is checked for this?
    fn checks_here(&self, check: Check) -> bool {
        let is_own = |f| !self.unit.function(f).is_library;
        self.options.checks.contains(&check) && self.body.function.is_some_and(is_own)
    }

    /// A value of type `from` converted to `to`, with the check that it stays the same.
    pub(super) fn convert_checked(
        &mut self,
        value: TermId,
        (from, to): (TypeId, TypeId),
        conversion: Conversion,
        range: Range,
    ) -> TermId {
        let check = if self.format(from).is_some() {
            Check::Range
        } else {
            Check::Conversion
        };
        if self.checks_here(check)
            && let Some(keeps) = self.keeps_value(value, from, to, conversion)
        {
            self.check(check, keeps, Assumed::FloatToInteger, range);
        }
        self.convert(value, from, to)
    }

    /// May a conversion of this kind change a value, for all that the types say?
    pub(super) fn may_change(&self, from: TypeId, to: TypeId, conversion: Conversion) -> bool {
        let types = self.types();
        if matches!(types.get(to), Type::Bool) || !types.is_integer(to) {
            return false;
        }
        if self.format(from).is_some() {
            return true;
        }
        let is_counted = conversion == Conversion::Implicit && types.is_integer(from);
        let fits = match (self.numbers(from), self.numbers(to)) {
            (Some(from), Some(to)) => from.is_within(to),
            _ => false,
        };
        is_counted && from != to && !fits
    }

    /// The condition that a conversion keeps the value; nothing for conversions that do not count.
    fn keeps_value(
        &mut self,
        value: TermId,
        from: TypeId,
        to: TypeId,
        conversion: Conversion,
    ) -> Option<TermId> {
        if !self.may_change(from, to, conversion) {
            return None;
        }
        if let Some(format) = self.format(from) {
            return self.fits_integer(value, format, to);
        }
        let known = self.interval(value)?;
        let is_signed = self.types().is_signed(from);
        let numbers = self.numbers(to);
        let fits = numbers.is_some_and(|numbers| known.is_within(numbers));
        if (is_signed || known.low >= 0) && fits {
            return None;
        }
        // One bit more than either needs, so that both are read as signed.
        let width = self.terms.width(value);
        let common = width.max(self.types().scalar_width(to)?) + 1;
        let before = self.terms.resize(value, common, is_signed);
        let after = self.convert(value, from, to);
        let after = self.terms.resize(after, common, self.types().is_signed(to));
        Some(self.terms.eq(before, after))
    }

    /// The numbers of an integer type; nothing for unsigned ones of 128 bits.
    fn numbers(&self, ty: TypeId) -> Option<Interval> {
        let width = self.types().scalar_width(ty)?;
        if matches!(self.types().get(ty), Type::Bool) {
            return Interval::unsigned(1);
        }
        if self.types().is_signed(ty) {
            return Some(Interval::full(width));
        }
        Interval::unsigned(width)
    }

    /// Does a floating-point number, without its fraction, fit an integer type? The limits are
    /// powers of two, which every format has, or one less than that.
    fn fits_integer(&mut self, value: TermId, format: FloatFormat, to: TypeId) -> Option<TermId> {
        let width = self.types().scalar_width(to)?;
        let signed = self.types().is_signed(to);
        let magnitude = if signed { width - 1 } else { width };
        // Infinity, if the format does not have the number.
        let power = |this: &mut Self, exponent: u32| {
            let one = this.terms.bv_u64(1, exponent + 2);
            let places = this.terms.bv_u64(u64::from(exponent), exponent + 2);
            let power = this.terms.bv_shl(one, places);
            this.float_op(FloatOp::FromUnsigned(format), &[power])
        };
        let limit = power(self, magnitude);
        let below = self.float_op(FloatOp::Lt(format), &[value, limit]);
        let is_finite = u64::from(magnitude) <= format.bias();
        let above = if !signed {
            let one = power(self, 0);
            let lower = self.float_negate(one, format);
            self.float_op(FloatOp::Lt(format), &[lower, value])
        } else if format.significand > magnitude {
            let all = self.terms.bv_u64(1, width + 1);
            let places = self.terms.bv_u64(u64::from(magnitude), width + 1);
            let least = self.terms.bv_shl(all, places);
            let beyond = self.terms.bv_not(least);
            let lower = self.float_op(FloatOp::FromSigned(format), &[beyond]);
            self.float_op(FloatOp::Lt(format), &[lower, value])
        } else {
            // No number lies between the limit and one less.
            let lower = self.float_negate(limit, format);
            let op = if is_finite {
                FloatOp::Le(format)
            } else {
                FloatOp::Lt(format)
            };
            self.float_op(op, &[lower, value])
        };
        Some(self.terms.and2(below, above))
    }

    /// Storing a value in a bit-field must keep it.
    pub(super) fn check_bit_field(&mut self, place: &Place, value: TermId, range: Range) {
        if place.bits.is_none() || !self.checks_here(Check::Conversion) {
            return;
        }
        if matches!(self.types().get(place.ty), Type::Bool) {
            return;
        }
        let stored = self.as_stored(place, value);
        let keeps = self.terms.eq(stored, value);
        self.check(Check::Conversion, keeps, Assumed::FloatToInteger, range);
    }

    /// A step of an operand that is narrower than `int`: the sum is converted back.
    pub(super) fn check_narrow_step(&mut self, old: TermId, ty: TypeId, up: bool, range: Range) {
        if !self.checks_here(Check::Conversion) {
            return;
        }
        let Some(numbers) = self.numbers(ty) else {
            return;
        };
        let last = if up { numbers.high } else { numbers.low };
        let width = self.terms.width(old);
        let last = self.bits(last as u128, width);
        let fits = self.terms.ne(old, last);
        self.check(Check::Conversion, fits, Assumed::FloatToInteger, range);
    }
}
