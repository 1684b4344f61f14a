//! Integer and pointer arithmetic as terms.

use ferric3_ivl::{Check, PropertyKind};
use ferric3_term::{BitVecValue, Op, TermId};

use super::Lower;
use super::assumption::Assumed;
use super::interval::Interval;
use crate::sema::hir::{BinaryOp, CompareOp, Expr, ExprKind, Range, UnaryOp};
use crate::sema::types::{Type, TypeId};

impl<'a> Lower<'a> {
    /// `a op b` for operands that are not evaluated yet.
    pub(super) fn binary(&mut self, op: BinaryOp, a: &'a Expr, b: &'a Expr) -> TermId {
        let (x, y) = self.operands(a, b);
        let range = Range {
            start: a.range.start,
            end: b.range.end,
        };
        self.arithmetic(op, x, y, (a.ty.ty, b.ty.ty), range)
    }

    /// Two operands, the left one first.
    pub(super) fn operands(&mut self, a: &'a Expr, b: &'a Expr) -> (TermId, TermId) {
        let x = self.value(a);
        let x = self.stable(x, b.effects, a);
        (x, self.value(b))
    }

    /// `x op y` in the type `ty`; `count_ty` is the type of the right operand of a shift.
    /// Overflow and its like are checked.
    pub(super) fn arithmetic(
        &mut self,
        op: BinaryOp,
        x: TermId,
        y: TermId,
        (ty, count_ty): (TypeId, TypeId),
        range: Range,
    ) -> TermId {
        if let Some(format) = self.format(ty) {
            return self.float_arithmetic(op, x, y, format);
        }
        if self.is_mathematical(ty)
            && let Some(result) = self.number_arithmetic(op, x, y, (ty, count_ty), range)
        {
            return result;
        }
        let signed = self.types().is_signed(ty);
        let term_op = match (op, signed) {
            (BinaryOp::Mul, _) => Op::BvMul,
            (BinaryOp::Add, _) => Op::BvAdd,
            (BinaryOp::Sub, _) => Op::BvSub,
            (BinaryOp::And, _) => Op::BvAnd,
            (BinaryOp::Xor, _) => Op::BvXor,
            (BinaryOp::Or, _) => Op::BvOr,
            (BinaryOp::Div, true) => Op::BvSdiv,
            (BinaryOp::Div, false) => Op::BvUdiv,
            (BinaryOp::Rem, true) => Op::BvSrem,
            (BinaryOp::Rem, false) => Op::BvUrem,
            (BinaryOp::Shl, _) => Op::BvShl,
            (BinaryOp::Shr, true) => Op::BvAshr,
            (BinaryOp::Shr, false) => Op::BvLshr,
        };
        let mut y = y;
        match op {
            BinaryOp::Div | BinaryOp::Rem => {
                self.check_division(y, range);
                if signed {
                    self.check_quotient(x, y, range);
                }
            }
            BinaryOp::Shl | BinaryOp::Shr => {
                self.check_shift(x, y, count_ty, range);
                if op == BinaryOp::Shl && signed {
                    self.check_shifted(x, y, range);
                }
                y = self.shift_count(y, self.terms.width(x), count_ty);
            }
            BinaryOp::Mul | BinaryOp::Add | BinaryOp::Sub if signed => {
                self.check_overflow(op, x, y, range);
            }
            _ => {}
        }
        self.mk2(term_op, x, y)
    }

    fn check_overflow(&mut self, op: BinaryOp, x: TermId, y: TermId, range: Range) {
        let fits = if self.options.checks.contains(&Check::Overflow) {
            self.fits(op, x, y)
        } else {
            self.terms.tt()
        };
        self.check(Check::Overflow, fits, Assumed::Overflow, range);
    }

    /// Does the exact result of a signed operation fit the width of its operands? What ranges
    /// decide is a constant; otherwise a product is computed in as many bits as it may have.
    fn fits(&mut self, op: BinaryOp, x: TermId, y: TermId) -> TermId {
        let width = self.terms.width(x);
        let exact = match (self.interval(x), self.interval(y)) {
            (Some(x), Some(y)) => match op {
                BinaryOp::Mul => x.times(y),
                BinaryOp::Sub => x.minus(y),
                _ => x.plus(y),
            },
            _ => None,
        };
        if exact.is_some_and(|exact| exact.is_within(Interval::full(width))) {
            return self.terms.tt();
        }
        if op == BinaryOp::Mul {
            let needed = exact.map_or(2 * width, |exact| exact.bits().clamp(width, 2 * width));
            return self.product_fits(x, y, needed);
        }
        let overflow = match op {
            BinaryOp::Sub => self.terms.bv_ssubo(x, y),
            _ => self.terms.bv_saddo(x, y),
        };
        self.terms.not(overflow)
    }

    /// Does a signed product fit? Asked about the magnitudes, whose product has `bits` bits: a bound
    /// of a magnitude bounds the rows of the circuit, and intervals see it. A product of sign
    /// extensions has neither.
    fn product_fits(&mut self, x: TermId, y: TermId, bits: u32) -> TermId {
        let width = self.terms.width(x);
        let zero = self.terms.bv_u64(0, width);
        let mut magnitudes = Vec::new();
        let mut signs = Vec::new();
        for factor in [x, y] {
            let negative = match self.interval(factor) {
                Some(interval) if interval.low >= 0 => self.terms.ff(),
                _ => self.terms.bv_slt(factor, zero),
            };
            let opposite = self.terms.bv_neg(factor);
            let magnitude = self.terms.ite(negative, opposite, factor);
            magnitudes.push(self.terms.resize(magnitude, bits, false));
            signs.push(negative);
        }
        let product = self.terms.bv_mul(magnitudes[0], magnitudes[1]);
        let is_negative = self.terms.xor(signs[0], signs[1]);
        let greatest = self.terms.bv(BitVecValue::signed_max(width));
        let least = self.terms.bv(BitVecValue::signed_min(width));
        let limit = self.terms.ite(is_negative, least, greatest);
        let limit = self.terms.resize(limit, bits, false);
        self.terms.bv_ule(product, limit)
    }

    /// May a term have a value, by its form?
    fn may_be(&mut self, term: TermId, value: i128) -> bool {
        self.interval(term)
            .is_none_or(|interval| interval.contains(value))
    }

    /// The least number divided by -1 does not fit.
    fn check_quotient(&mut self, x: TermId, y: TermId, range: Range) {
        let width = self.terms.width(x);
        if !(self.may_be(x, Interval::full(width).low) && self.may_be(y, -1)) {
            return;
        }
        let overflow = self.terms.bv_sdivo(x, y);
        if self.terms.as_bool(overflow) != Some(false) {
            let fits = self.terms.not(overflow);
            self.check(Check::Overflow, fits, Assumed::Overflow, range);
        }
    }

    fn check_division(&mut self, divisor: TermId, range: Range) {
        if self.may_be(divisor, 0) {
            let width = self.terms.width(divisor);
            let zero = self.terms.bv_u64(0, width);
            let divides = self.terms.ne(divisor, zero);
            self.check(Check::Division, divides, Assumed::Division, range);
        }
    }

    fn check_shift(&mut self, shifted: TermId, count: TermId, count_ty: TypeId, range: Range) {
        let width = u64::from(self.terms.width(shifted));
        let allowed = Interval {
            low: 0,
            high: i128::from(width) - 1,
        };
        let counts = self.interval(count);
        if !counts.is_some_and(|counts| counts.is_within(allowed)) {
            let count_width = self.terms.width(count);
            let limit = self.terms.bv_u64(width, count_width);
            let below = self.terms.bv_ult(count, limit);
            let fits = if self.types().is_signed(count_ty) {
                let zero = self.terms.bv_u64(0, count_width);
                let positive = self.terms.bv_sle(zero, count);
                self.terms.and2(positive, below)
            } else {
                below
            };
            self.check(Check::Shift, fits, Assumed::Shift, range);
        }
    }

    /// A signed number that is shifted left must be positive, and so must the result, which no bit
    /// may be lost from (6.5.7). As GCC checks it: no bit gets to the sign or beyond.
    fn check_shifted(&mut self, x: TermId, count: TermId, range: Range) {
        if !self.options.checks.contains(&Check::Shift) {
            return;
        }
        let width = self.terms.width(x);
        let count = self.terms.resize(count, width, false);
        let most = self.terms.bv_u64(u64::from(width) - 1, width);
        let left = self.terms.bv_sub(most, count);
        let lost = self.terms.bv_lshr(x, left);
        let zero = self.terms.bv_u64(0, width);
        let fits = self.terms.eq(lost, zero);
        if self.terms.as_bool(fits) != Some(true) {
            let text = self.text(range);
            let what = format!("left shift of a negative number or into the sign in {text}");
            self.assert(fits, PropertyKind::Check(Check::Shift), what, range);
        }
    }

    /// A shift count in the width of the shifted operand. Counts that are negative or too large
    /// stay too large.
    fn shift_count(&mut self, count: TermId, width: u32, ty: TypeId) -> TermId {
        let old = self.terms.width(count);
        if old <= width {
            let signed = self.types().is_signed(ty);
            return self.resize(count, width, signed);
        }
        if let Some(value) = self.terms.as_const(count).map(BitVecValue::to_u64) {
            let value = value.map_or(u128::from(width), |v| u128::from(v.min(u64::from(width))));
            return self.bits(value, width);
        }
        let limit = self.bits(u128::from(width), old);
        let fits = self.mk2(Op::BvUlt, count, limit);
        let cut = self.resize(count, width, false);
        let too_large = self.bits(u128::from(width), width);
        self.terms.mk(Op::Ite, &[fits, cut, too_large])
    }

    /// `-x` and `~x`.
    pub(super) fn unary(&mut self, op: UnaryOp, a: &'a Expr, range: Range) -> TermId {
        let x = self.value(a);
        if let Some(format) = self.format(a.ty.ty) {
            return self.float_negate(x, format);
        }
        if self.is_mathematical(a.ty.ty) {
            return self.number_unary(op, x, a.ty.ty);
        }
        if op == UnaryOp::Neg && self.types().is_signed(a.ty.ty) {
            self.check_negation(x, range);
        }
        let op = match op {
            UnaryOp::Neg => Op::BvNeg,
            UnaryOp::Not => Op::BvNot,
        };
        self.terms.mk(op, &[x])
    }

    /// The least number has no opposite.
    pub(super) fn check_negation(&mut self, x: TermId, range: Range) {
        let width = self.terms.width(x);
        if self.may_be(x, Interval::full(width).low) {
            let overflow = self.terms.bv_nego(x);
            let fits = self.terms.not(overflow);
            self.check(Check::Overflow, fits, Assumed::Overflow, range);
        }
    }

    /// The truth of a comparison.
    pub(super) fn compare(&mut self, op: CompareOp, a: &'a Expr, b: &'a Expr) -> TermId {
        let signed = self.types().is_signed(a.ty.ty);
        match (&a.kind, &b.kind) {
            (_, ExprKind::Int(0)) => self.only_sign_of(a),
            (ExprKind::Int(0), _) => self.only_sign_of(b),
            _ => {}
        }
        let (x, y) = self.operands(a, b);
        if let Some(format) = self.format(a.ty.ty) {
            return self.float_compare(op, x, y, format);
        }
        if self.types().pointee(a.ty.ty).is_some() && !matches!(op, CompareOp::Eq | CompareOp::Ne) {
            self.assume_once(Assumed::Addresses, Some(a.range));
        } else {
            self.note_equality(a, b);
        }
        self.compare_labels(a, b);
        if self.is_mathematical(a.ty.ty) && self.is_mathematical(b.ty.ty) {
            let x = self.number_of_value(x, a.ty.ty);
            let y = self.number_of_value(y, b.ty.ty);
            return self.number_compare(op, x, y);
        }
        let (lt, le) = if signed {
            (Op::BvSlt, Op::BvSle)
        } else {
            (Op::BvUlt, Op::BvUle)
        };
        match op {
            CompareOp::Lt => self.mk2(lt, x, y),
            CompareOp::Gt => self.mk2(lt, y, x),
            CompareOp::Le => self.mk2(le, x, y),
            CompareOp::Ge => self.mk2(le, y, x),
            CompareOp::Eq => self.mk2(Op::Eq, x, y),
            CompareOp::Ne => {
                let equal = self.mk2(Op::Eq, x, y);
                self.not(equal)
            }
        }
    }

    /// A value of type `from` converted to `to` (6.3.1.2, 6.3.1.3); both are modelled.
    pub(super) fn convert(&mut self, value: TermId, from: TypeId, to: TypeId) -> TermId {
        if matches!(self.types().get(to), Type::Bool) {
            if matches!(self.types().get(from), Type::Bool) {
                return value;
            }
            let truth = self.truth_of_value(value, from);
            return self.bool_to_bits(truth, 8);
        }
        if let Some(value) = self.convert_float(value, from, to) {
            return value;
        }
        if self.is_mathematical(from) && self.is_mathematical(to) {
            let number = self.number_of_value(value, from);
            return self.value_of_number(number, to);
        }
        let Some(width) = self.types().scalar_width(to) else {
            return value;
        };
        self.resize(value, width, self.types().is_signed(from))
    }

    /// Pointer plus or minus an integer, in units of the size of the target.
    pub(super) fn pointer_add(
        &mut self,
        pointer: TermId,
        offset: TermId,
        size: Option<u64>,
        subtract: bool,
        range: Range,
    ) -> TermId {
        let Some(size) = size else {
            self.unsupported("arithmetic on a pointer to a variable-length array", range);
            return pointer;
        };
        let width = self.terms.width(pointer);
        let size = BitVecValue::from_u64(size, width);
        let scaled = match self.terms.as_const(offset) {
            Some(offset) => {
                let bytes = offset.mul(&size);
                self.terms.mk(Op::Const(bytes), &[])
            }
            None if size.is_one() => offset,
            None => {
                let size = self.terms.mk(Op::Const(size), &[]);
                self.mk2(Op::BvMul, offset, size)
            }
        };
        self.mk2(
            if subtract { Op::BvSub } else { Op::BvAdd },
            pointer,
            scaled,
        )
    }

    /// Pointer minus pointer, in units of the size of the target.
    pub(super) fn pointer_diff(
        &mut self,
        a: &'a Expr,
        b: &'a Expr,
        size: Option<u64>,
        range: Range,
    ) -> TermId {
        let (x, y) = self.operands(a, b);
        let width = self.terms.width(x);
        let Some(size) = size.filter(|&size| size > 0) else {
            self.unsupported(
                "difference of pointers to objects of no constant size",
                range,
            );
            return self.bits(0, width);
        };
        self.compare_labels(a, b);
        self.note_difference(a, b);
        let bytes = self.mk2(Op::BvSub, x, y);
        if size == 1 {
            return bytes;
        }
        let size = self.bits(u128::from(size), width);
        self.mk2(Op::BvSdiv, bytes, size)
    }
}
