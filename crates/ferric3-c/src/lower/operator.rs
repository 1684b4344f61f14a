//! Integer and pointer arithmetic as terms.

use ferric3_term::{BitVecValue, Op, TermId};

use super::Lower;
use super::assumption::Assumed;
use crate::sema::hir::{BinaryOp, CompareOp, Expr, Range, UnaryOp};
use crate::sema::types::{Type, TypeId};

impl<'a> Lower<'a> {
    /// `a op b` for operands that are not evaluated yet.
    pub(super) fn binary(&mut self, op: BinaryOp, a: &'a Expr, b: &'a Expr) -> TermId {
        let (x, y) = self.operands(a, b);
        self.arithmetic(op, x, y, a.ty.ty, b.ty.ty)
    }

    /// Two operands, the left one first.
    pub(super) fn operands(&mut self, a: &'a Expr, b: &'a Expr) -> (TermId, TermId) {
        let x = self.value(a);
        let x = self.stable(x, b.effects, a);
        (x, self.value(b))
    }

    /// `x op y` in the type `ty`; `count_ty` is the type of the right operand of a shift.
    pub(super) fn arithmetic(
        &mut self,
        op: BinaryOp,
        x: TermId,
        y: TermId,
        ty: TypeId,
        count_ty: TypeId,
    ) -> TermId {
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
            BinaryOp::Div | BinaryOp::Rem => self.note_division(y),
            BinaryOp::Shl | BinaryOp::Shr => {
                self.note_shift(x, y);
                y = self.shift_count(y, self.terms.width(x), count_ty);
            }
            BinaryOp::Mul | BinaryOp::Add | BinaryOp::Sub if signed => {
                self.assume_once(Assumed::Overflow, None);
            }
            _ => {}
        }
        self.mk2(term_op, x, y)
    }

    fn note_division(&mut self, divisor: TermId) {
        if self
            .terms
            .as_const(divisor)
            .is_none_or(BitVecValue::is_zero)
        {
            self.assume_once(Assumed::Division, None);
        }
    }

    fn note_shift(&mut self, shifted: TermId, count: TermId) {
        let width = u64::from(self.terms.width(shifted));
        let count = self.terms.as_const(count).and_then(BitVecValue::to_u64);
        if count.is_none_or(|count| count >= width) {
            self.assume_once(Assumed::Shift, None);
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
    pub(super) fn unary(&mut self, op: UnaryOp, a: &'a Expr) -> TermId {
        let x = self.value(a);
        if op == UnaryOp::Neg && self.types().is_signed(a.ty.ty) {
            self.assume_once(Assumed::Overflow, None);
        }
        let op = match op {
            UnaryOp::Neg => Op::BvNeg,
            UnaryOp::Not => Op::BvNot,
        };
        self.terms.mk(op, &[x])
    }

    /// The truth of a comparison.
    pub(super) fn compare(&mut self, op: CompareOp, a: &'a Expr, b: &'a Expr) -> TermId {
        let signed = self.types().is_signed(a.ty.ty);
        let (x, y) = self.operands(a, b);
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
        let Some(width) = self.types().scalar_width(to) else {
            return value;
        };
        if matches!(self.types().get(to), Type::Bool) {
            if matches!(self.types().get(from), Type::Bool) {
                return value;
            }
            let truth = self.truth(value);
            return self.bool_to_bits(truth, width);
        }
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
        self.assume_once(Assumed::PointerArithmetic, Some(range));
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
        self.assume_once(Assumed::PointerArithmetic, Some(range));
        let bytes = self.mk2(Op::BvSub, x, y);
        if size == 1 {
            return bytes;
        }
        let size = self.bits(u128::from(size), width);
        self.mk2(Op::BvSdiv, bytes, size)
    }
}
