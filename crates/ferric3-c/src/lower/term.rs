//! Plain terms: exactly the nodes that the program asks for.

use ferric3_term::{BitVecValue, Op, TermId};

use super::Lower;
use crate::sema::types::TypeId;

impl Lower<'_> {
    /// A bit-vector constant.
    pub(super) fn bits(&mut self, bits: u128, width: u32) -> TermId {
        self.terms
            .mk(Op::Const(BitVecValue::from_u128(bits, width)), &[])
    }

    /// `true` or `false`.
    pub(super) fn truth_value(&mut self, value: bool) -> TermId {
        self.terms.mk(if value { Op::True } else { Op::False }, &[])
    }

    /// A node with two arguments.
    pub(super) fn mk2(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        self.terms.mk(op, &[a, b])
    }

    /// `not`, without a double negation.
    pub(super) fn not(&mut self, a: TermId) -> TermId {
        match self.terms.op(a) {
            Op::Not => self.terms.args(a)[0],
            _ => self.terms.mk(Op::Not, &[a]),
        }
    }

    /// `a != 0`.
    pub(super) fn truth(&mut self, a: TermId) -> TermId {
        if let Some(signed) = self.signedness(a) {
            let number = self.number(a, signed);
            return self.is_not_zero(number);
        }
        let width = self.terms.width(a);
        let zero = self.bits(0, width);
        let equal = self.mk2(Op::Eq, a, zero);
        self.not(equal)
    }

    /// The truth of a value of a type.
    pub(super) fn truth_of_value(&mut self, a: TermId, ty: TypeId) -> TermId {
        match self.format(ty) {
            Some(format) => self.float_truth(a, format),
            None => self.truth(a),
        }
    }

    /// 1 or 0.
    pub(super) fn bool_to_bits(&mut self, condition: TermId, width: u32) -> TermId {
        let (one, zero) = (self.bits(1, width), self.bits(0, width));
        self.terms.mk(Op::Ite, &[condition, one, zero])
    }

    /// `a` cut or extended to `width` bits.
    pub(super) fn resize(&mut self, a: TermId, width: u32, signed: bool) -> TermId {
        let old = self.terms.width(a);
        if let Some(value) = self.terms.as_const(a) {
            let value = match width.cmp(&old) {
                std::cmp::Ordering::Equal => return a,
                std::cmp::Ordering::Less => value.extract(width - 1, 0),
                std::cmp::Ordering::Greater if signed => value.sign_extend(width - old),
                std::cmp::Ordering::Greater => value.zero_extend(width - old),
            };
            return self.terms.mk(Op::Const(value), &[]);
        }
        match width.cmp(&old) {
            std::cmp::Ordering::Equal => a,
            std::cmp::Ordering::Less => self.terms.mk(
                Op::Extract {
                    hi: width - 1,
                    lo: 0,
                },
                &[a],
            ),
            std::cmp::Ordering::Greater if signed => {
                self.terms.mk(Op::SignExtend(width - old), &[a])
            }
            std::cmp::Ordering::Greater => self.terms.mk(Op::ZeroExtend(width - old), &[a]),
        }
    }

    /// The bytes of `a` in the opposite order.
    pub(super) fn swap_bytes(&mut self, a: TermId) -> TermId {
        let width = self.terms.width(a);
        let byte = |lo: u32| Op::Extract { hi: lo + 7, lo };
        let mut swapped = self.terms.mk(byte(0), &[a]);
        for lo in (8..width).step_by(8) {
            let next = self.terms.mk(byte(lo), &[a]);
            swapped = self.mk2(Op::Concat, swapped, next);
        }
        swapped
    }

    /// `a`, negated if it is negative.
    pub(super) fn absolute(&mut self, a: TermId) -> TermId {
        let width = self.terms.width(a);
        let zero = self.bits(0, width);
        let negative = self.mk2(Op::BvSlt, a, zero);
        let negated = self.terms.mk(Op::BvNeg, &[a]);
        self.terms.mk(Op::Ite, &[negative, negated, a])
    }
}
