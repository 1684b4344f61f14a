//! Functions of the library and of the compiler that are modelled by terms.

use ferric3_ivl::{InputSource, PropertyKind};
use ferric3_term::{FloatFormat, Op, TermId};

use super::Lower;
use super::assumption::Assumed;
use super::call::Call;
use super::library::{Memory, shown_name};
use crate::sema::hir::{Expr, Range};
use crate::sema::types::{Type, TypeId};

impl<'a> Lower<'a> {
    /// A function that works on memory.
    pub(super) fn call_memory(&mut self, memory: Memory, call: Call<'a>) -> Option<TermId> {
        let Call { e, f, args, .. } = call;
        let name = self.unit.function(f).name.as_str();
        match memory {
            Memory::Allocate => {
                let size = self.allocated_size(name, args)?;
                let size = self.stable_term(size, e.range);
                Some(
                    self.unless_it_fails(name, e.ty.ty, e.range, |this| {
                        this.allocate(e.range, size)
                    }),
                )
            }
            Memory::Reallocate => {
                let Ok(args) = args.try_into() else {
                    self.unsupported(&format!("call of {name}()"), e.range);
                    return None;
                };
                self.reallocate(name, args, e.ty.ty, e.range)
            }
            Memory::Free => {
                let (first, rest) = args.split_first()?;
                self.effects_of(rest);
                self.free(first, e.range);
                None
            }
            Memory::Copy | Memory::Set => {
                let bytes = args.get(2).and_then(|size| self.types().fold(size));
                let bytes = bytes.and_then(|bytes| u64::try_from(bytes).ok());
                if let (Some(bytes), [first, second, _, ..]) = (bytes, args) {
                    let done = if memory == Memory::Copy {
                        let may_overlap = name.contains("memmove");
                        self.copy_bytes((first, second), bytes, may_overlap, e.range)
                    } else if self.can_fill(first, bytes) {
                        let byte = self.modelled_value(second)?;
                        self.fill_bytes(first, byte, bytes, e.range)
                    } else {
                        None
                    };
                    if done.is_some() {
                        return done;
                    }
                }
                if self.unit.function(f).body.is_some() {
                    return self.call_procedure(call);
                }
                let what = format!("call of {name}()");
                self.unsupported(&what, e.range);
                None
            }
        }
    }

    /// The number of bytes that an allocating function is asked for.
    fn allocated_size(&mut self, name: &str, args: &'a [Expr]) -> Option<TermId> {
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        let mut values = Vec::new();
        for (i, arg) in args.iter().enumerate() {
            let later = args[i + 1..].iter().any(|arg| arg.effects);
            let value = self.modelled_value(arg)?;
            values.push(self.stable(value, later, arg));
        }
        match (plain, &values[..]) {
            ("calloc", &[a, b]) => Some(self.mk2(Op::BvMul, a, b)),
            ("aligned_alloc" | "memalign", &[_, size]) => Some(size),
            (_, &[size, ..]) => Some(size),
            _ => None,
        }
    }

    /// The arguments of a mathematical function in the format of `ty`.
    pub(super) fn math_arguments(
        &mut self,
        args: &'a [Expr],
        ty: TypeId,
    ) -> Option<(FloatFormat, Vec<TermId>)> {
        let format = self.format(ty)?;
        let mut values = Vec::new();
        for (i, arg) in args.iter().enumerate() {
            let later = args[i + 1..].iter().any(|arg| arg.effects);
            let value = self.modelled_value(arg)?;
            let value = self.stable(value, later, arg);
            values.push(self.convert(value, arg.ty.ty, ty));
        }
        Some((format, values))
    }

    /// A function from numbers to a number.
    pub(super) fn call_math(
        &mut self,
        e: &'a Expr,
        name: &str,
        args: &'a [Expr],
    ) -> Option<TermId> {
        let Some((format, values)) = self.math_arguments(args, e.ty.ty) else {
            self.unsupported(&format!("call of {name}()"), e.range);
            return None;
        };
        let value = self.math(name, format, &values);
        if value.is_none() {
            self.unsupported(&format!("call of {name}()"), e.range);
        }
        value
    }

    /// Any value, in the model of a function that is known only roughly.
    pub(super) fn call_perhaps(&mut self, e: &'a Expr) -> Option<TermId> {
        self.assume_once(Assumed::LeftOpen, None);
        let function = self.body.function.map(|f| self.unit.function(f));
        let name = function.map_or("errno", |f| shown_name(&f.name)).to_owned();
        self.input(e, InputSource::Approximated(name), None)
    }

    /// `fesetround`: only the default direction is modelled.
    pub(super) fn call_set_rounding(&mut self, e: &'a Expr, args: &'a [Expr]) -> Option<TermId> {
        let mode = self.modelled_value(args.first()?)?;
        let width = self.terms.width(mode);
        let zero = self.bits(0, width);
        let nearest = self.mk2(Op::Eq, mode, zero);
        let what = "rounding other than to nearest".to_owned();
        self.assert(nearest, PropertyKind::Unsupported, what, e.range);
        let width = self.value_width(e.ty.ty)?;
        Some(self.bits(0, width))
    }

    /// A predicate on numbers, with the format of its widest argument.
    pub(super) fn call_predicate(
        &mut self,
        e: &'a Expr,
        name: &str,
        args: &'a [Expr],
    ) -> Option<TermId> {
        let widest = args
            .iter()
            .filter(|arg| self.is_real(arg.ty.ty))
            .max_by_key(|arg| self.format(arg.ty.ty).map(FloatFormat::width));
        let arguments = widest.and_then(|arg| self.math_arguments(args, arg.ty.ty));
        let width = self.value_width(e.ty.ty)?;
        let truth = match &arguments {
            // 1 for positive infinity, -1 for the negative one.
            Some((format, values)) if name == "isinf_sign" || name == "isinf" => {
                let infinite = self.terms.fp_is_infinite(*format, values[0]);
                let negative = self.terms.fp_is_negative(*format, values[0]);
                let (one, zero) = (self.bits(1, width), self.bits(0, width));
                let minus = self.bits(u128::MAX, width);
                let sign = self.terms.ite(negative, minus, one);
                return Some(self.terms.ite(infinite, sign, zero));
            }
            Some((format, values)) => self.math_predicate(name, *format, values),
            None => None,
        };
        let Some(truth) = truth else {
            self.unsupported(&format!("call of {name}()"), e.range);
            return None;
        };
        Some(self.bool_to_bits(truth, width))
    }

    /// `fpclassify`: glibc's function takes the number only.
    pub(super) fn call_classify(&mut self, e: &'a Expr, args: &'a [Expr]) -> Option<TermId> {
        let (number, classes) = args.split_last()?;
        let width = self.value_width(e.ty.ty)?;
        let mut values = Vec::new();
        for class in classes {
            values.push(self.modelled_value(class)?);
        }
        if values.is_empty() {
            // FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO.
            values = [0, 1, 4, 3, 2].map(|class| self.bits(class, width)).into();
        }
        let format = self.format(number.ty.ty);
        let number = self.modelled_value(number)?;
        match (format, values.len()) {
            (Some(format), 5) => Some(self.classify(&values, number, format)),
            _ => {
                self.unsupported("call of fpclassify()", e.range);
                None
            }
        }
    }

    /// Infinity, or NaN with an empty text.
    pub(super) fn float_constant(&mut self, e: &'a Expr, name: &str) -> Option<TermId> {
        let format = self.format(e.ty.ty)?;
        let value = match name {
            "nan" | "nans" => format.nan(),
            _ => format.infinity(),
        };
        Some(self.terms.bv(value))
    }

    /// Counting bits.
    pub(super) fn call_bits(
        &mut self,
        e: &'a Expr,
        name: &str,
        args: &'a [Expr],
    ) -> Option<TermId> {
        let x = self.modelled_value(args.first()?)?;
        let width = self.terms.width(x);
        let result = self.value_width(e.ty.ty)?;
        let bit = |this: &mut Self, i: u32| {
            let bit = this.terms.extract(x, i, i);
            let one = this.terms.bv_u64(1, 1);
            this.terms.eq(bit, one)
        };
        let number = |this: &mut Self, n: u32| this.bits(u128::from(n), result);
        Some(match name {
            "clz" => {
                self.check_not_zero(x, e.range);
                let mut count = number(self, width);
                for i in 0..width {
                    let (set, zeros) = (bit(self, i), number(self, width - 1 - i));
                    count = self.terms.ite(set, zeros, count);
                }
                count
            }
            "ctz" | "ffs" => {
                let first = name == "ffs";
                if !first {
                    self.check_not_zero(x, e.range);
                }
                let mut count = number(self, if first { 0 } else { width });
                for i in (0..width).rev() {
                    let (set, zeros) = (bit(self, i), number(self, i + u32::from(first)));
                    count = self.terms.ite(set, zeros, count);
                }
                count
            }
            "clrsb" => {
                let sign = bit(self, width - 1);
                let mut count = number(self, width - 1);
                for i in 0..width - 1 {
                    let (set, copies) = (bit(self, i), number(self, width - 2 - i));
                    let same = self.terms.eq(set, sign);
                    count = self.terms.ite(same, count, copies);
                }
                count
            }
            "popcount" | "parity" => {
                let mut count = number(self, 0);
                for i in 0..width {
                    let bit = self.terms.extract(x, i, i);
                    let bit = self.terms.resize(bit, result, false);
                    count = self.terms.bv_add(count, bit);
                }
                if name == "parity" {
                    let low = self.terms.extract(count, 0, 0);
                    count = self.terms.resize(low, result, false);
                }
                count
            }
            _ => {
                self.unsupported(&format!("call of __builtin_{name}()"), e.range);
                return None;
            }
        })
    }

    /// `__builtin_add_overflow(a, b, &result)`: arithmetic without limits, then cut; did it fit?
    pub(super) fn call_overflow(
        &mut self,
        e: &'a Expr,
        name: &str,
        args: &'a [Expr],
    ) -> Option<TermId> {
        let [a, b, pointer] = args else {
            self.unsupported("call of an overflow builtin", e.range);
            return None;
        };
        let target = self.types().pointee(pointer.ty.ty)?.ty;
        let (x, y) = (self.modelled_value(a)?, self.modelled_value(b)?);
        let width = self.types().scalar_width(target)?;
        let signed = self.types().is_signed(target);
        let (cut, fits) = self.exact_result(name, [(a, x), (b, y)], (width, signed), e.range)?;
        let place = self.pointed_at(pointer, target)?;
        self.check_writable(&place);
        self.store_place(&place, cut);
        let overflow = self.not(fits);
        let width = self.value_width(e.ty.ty)?;
        Some(self.bool_to_bits(overflow, width))
    }

    /// `__builtin_add_overflow_p(a, b, c)`: the same for the type of `c`, and nothing is stored. Sema has
    /// put its width behind it.
    pub(super) fn call_overflow_of(
        &mut self,
        e: &'a Expr,
        name: &str,
        args: &'a [Expr],
    ) -> Option<TermId> {
        let [a, b, c, width] = args else {
            self.unsupported("call of an overflow builtin", e.range);
            return None;
        };
        let (x, y) = (self.modelled_value(a)?, self.modelled_value(b)?);
        self.effect(c);
        let width = u32::try_from(self.types().fold(width)?).ok()?;
        let signed = self.types().is_signed(c.ty.ty);
        let (_, fits) = self.exact_result(name, [(a, x), (b, y)], (width, signed), e.range)?;
        let overflow = self.not(fits);
        let width = self.value_width(e.ty.ty)?;
        Some(self.bool_to_bits(overflow, width))
    }

    /// Arithmetic without limits: the result as far as a width goes, and whether it fits.
    fn exact_result(
        &mut self,
        name: &str,
        [(a, x), (b, y)]: [(&Expr, TermId); 2],
        (result_width, signed): (u32, bool),
        range: Range,
    ) -> Option<(TermId, TermId)> {
        let widest = [self.terms.width(x), self.terms.width(y), result_width];
        // Room for a product of two unsigned numbers, and a sign.
        let wide = 2 * widest.into_iter().max()? + 2;
        let x = self.resize(x, wide, self.types().is_signed(a.ty.ty));
        let y = self.resize(y, wide, self.types().is_signed(b.ty.ty));
        let op = match name {
            "add" => Op::BvAdd,
            "sub" => Op::BvSub,
            _ => Op::BvMul,
        };
        let exact = self.mk2(op, x, y);
        let exact = self.stable_term(exact, range);
        let cut = self.resize(exact, result_width, false);
        let back = self.resize(cut, wide, signed);
        let fits = self.mk2(Op::Eq, exact, back);
        Some((cut, fits))
    }
}

impl crate::sema::types::Types {
    /// The record that a type is.
    pub(super) fn record_of(&self, ty: TypeId) -> Option<crate::sema::types::RecordId> {
        match self.get(ty) {
            Type::Record(r) => Some(*r),
            _ => None,
        }
    }
}
