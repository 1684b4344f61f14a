//! Bitwise operators.

use crate::{BitVecValue, Op, TermId, Terms};

impl Terms {
    pub(super) fn simplify_bv_not(&mut self, a: TermId) -> TermId {
        match (self.op(a), self.args(a)) {
            (Op::BvNot, &[x]) => x,
            (Op::BvXor, &[x, y]) if self.is_value(y) => {
                let y = self.bv_not(y);
                self.bv_xor(x, y)
            }
            _ => self.mk(Op::BvNot, &[a]),
        }
    }

    pub(super) fn simplify_bv_and(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        if a == b {
            return a;
        }
        let width = self.width(a);
        if self.are_bv_complements(a, b) {
            return self.bv_u64(0, width);
        }
        if let Some(c) = self.as_const(b).cloned() {
            if c.is_zero() {
                return b;
            }
            if c.is_ones() {
                return a;
            }
            if let Some(t) = self
                .masked(a, &c)
                .or_else(|| self.reassociated(&Op::BvAnd, a, b))
            {
                return t;
            }
        }
        let needed = self.unsigned_width(a).min(self.unsigned_width(b));
        if let Some(t) = self.narrow_bitwise(&Op::BvAnd, a, b, needed) {
            return t;
        }
        self.absorbed(&Op::BvAnd, &Op::BvOr, a, b)
            .or_else(|| self.absorbed(&Op::BvAnd, &Op::BvOr, b, a))
            .unwrap_or_else(|| self.mk(Op::BvAnd, &[a, b]))
    }

    /// `a & mask` for a mask of one run of ones: these bits of `a`, zeros around them.
    fn masked(&mut self, a: TermId, mask: &BitVecValue) -> Option<TermId> {
        let (lo, end) = (mask.trailing_zeros(), mask.significant_bits());
        if !mask.extract(end - 1, lo).is_ones() {
            return None;
        }
        let bits = self.extract(a, end - 1, lo);
        let shifted = if lo == 0 {
            bits
        } else {
            let zeros = self.bv_u64(0, lo);
            self.concat(bits, zeros)
        };
        Some(self.zero_extend(shifted, mask.width() - end))
    }

    pub(super) fn simplify_bv_or(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        if a == b {
            return a;
        }
        let width = self.width(a);
        if self.are_bv_complements(a, b) {
            return self.bv(BitVecValue::ones(width));
        }
        if let Some(c) = self.as_const(b) {
            if c.is_zero() {
                return a;
            }
            if c.is_ones() {
                return b;
            }
            if let Some(t) = self.reassociated(&Op::BvOr, a, b) {
                return t;
            }
        }
        let needed = self.unsigned_width(a).max(self.unsigned_width(b));
        if let Some(t) = self.narrow_bitwise(&Op::BvOr, a, b, needed) {
            return t;
        }
        if let Some(t) = self
            .disjoint_concat(a, b)
            .or_else(|| self.disjoint_concat(b, a))
        {
            return t;
        }
        self.absorbed(&Op::BvOr, &Op::BvAnd, a, b)
            .or_else(|| self.absorbed(&Op::BvOr, &Op::BvAnd, b, a))
            .unwrap_or_else(|| self.mk(Op::BvOr, &[a, b]))
    }

    pub(super) fn simplify_bv_xor(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        let width = self.width(a);
        if a == b {
            return self.bv_u64(0, width);
        }
        if self.are_bv_complements(a, b) {
            return self.bv(BitVecValue::ones(width));
        }
        if let Some(c) = self.as_const(b) {
            if c.is_zero() {
                return a;
            }
            if c.is_ones() {
                return self.bv_not(a);
            }
            if let Some(t) = self.reassociated(&Op::BvXor, a, b) {
                return t;
            }
        }
        // A negation goes outside, where it meets a constant or another negation.
        let (not_a, not_b) = (self.as_unary(&Op::BvNot, a), self.as_unary(&Op::BvNot, b));
        if not_a.is_some() || not_b.is_some() {
            let inner = self.bv_xor(not_a.unwrap_or(a), not_b.unwrap_or(b));
            let cancel = not_a.is_some() && not_b.is_some();
            return if cancel { inner } else { self.bv_not(inner) };
        }
        let rest = self.other_operand(&Op::BvXor, a, b);
        if let Some(rest) = rest.or_else(|| self.other_operand(&Op::BvXor, b, a)) {
            return rest;
        }
        let needed = self.unsigned_width(a).max(self.unsigned_width(b));
        if let Some(t) = self.narrow_bitwise(&Op::BvXor, a, b, needed) {
            return t;
        }
        self.disjoint_concat(a, b)
            .or_else(|| self.disjoint_concat(b, a))
            .unwrap_or_else(|| self.mk(Op::BvXor, &[a, b]))
    }

    /// `(x op c) op d` is `x op (c op d)` for constants.
    fn reassociated(&mut self, op: &Op, a: TermId, d: TermId) -> Option<TermId> {
        let (x, c) = self.as_binary(op, a)?;
        if !self.is_value(c) {
            return None;
        }
        let constant = self.simplified(op.clone(), &[c, d]);
        Some(self.simplified(op.clone(), &[x, constant]))
    }

    /// `a & (a & x) = a & x` and `a & (a | x) = a`, or dually; complements in `b` likewise.
    fn absorbed(&mut self, op: &Op, dual: &Op, a: TermId, b: TermId) -> Option<TermId> {
        if self.other_operand(op, b, a).is_some() {
            return Some(b);
        }
        self.other_operand(dual, b, a).map(|_| a)
    }

    /// A bitwise operator of which all bits from `needed` on are 0.
    fn narrow_bitwise(&mut self, op: &Op, a: TermId, b: TermId, needed: u32) -> Option<TermId> {
        let width = self.width(a);
        if needed == width {
            return None;
        }
        let (a, b) = (
            self.extract(a, needed - 1, 0),
            self.extract(b, needed - 1, 0),
        );
        let narrow = self.simplified(op.clone(), &[a, b]);
        Some(self.zero_extend(narrow, width - needed))
    }

    /// `{h, 0} + b`, or with `|` or `^`, is `{h, b}` if `b` has no bits where `h` stands. This is
    /// how C programs put numbers together from bytes.
    pub(super) fn disjoint_concat(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (width, zeros) = (self.width(a), self.trailing_zeros(a));
        if zeros == 0 || zeros == width || self.unsigned_width(b) > zeros {
            return None;
        }
        let (high, low) = (
            self.extract(a, width - 1, zeros),
            self.extract(b, zeros - 1, 0),
        );
        Some(self.concat(high, low))
    }
}
