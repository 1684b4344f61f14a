//! Sums, differences and products.

use crate::{BitVecValue, Op, TermId, Terms};

impl Terms {
    pub(super) fn simplify_add(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        let width = self.width(a);
        if width == 1 {
            return self.bv_xor(a, b);
        }
        if let Some(c) = self.as_const(b).cloned() {
            return self
                .add_const(a, &c)
                .unwrap_or_else(|| self.mk(Op::BvAdd, &[a, b]));
        }
        if self.are_bv_complements(a, b) {
            return self.bv(BitVecValue::ones(width));
        }
        if let Some(t) = self.add_term(a, b).or_else(|| self.add_term(b, a)) {
            return t;
        }
        if let (Some((x, c)), Some((y, d))) = (
            self.as_binary_const(&Op::BvAdd, a),
            self.as_binary_const(&Op::BvAdd, b),
        ) {
            let (sum, c) = (self.bv_add(x, y), self.bv(c.add(&d)));
            return self.bv_add(sum, c);
        }
        if let Some(t) = self
            .disjoint_concat(a, b)
            .or_else(|| self.disjoint_concat(b, a))
        {
            return t;
        }
        self.mk(Op::BvAdd, &[a, b])
    }

    /// `a + c`.
    fn add_const(&mut self, a: TermId, c: &BitVecValue) -> Option<TermId> {
        if c.is_zero() {
            return Some(a);
        }
        match (self.op(a), self.args(a)) {
            (Op::BvAdd, &[x, y]) => {
                let sum = self.as_const(y)?.add(c);
                let sum = self.bv(sum);
                Some(self.bv_add(x, sum))
            }
            (Op::BvSub, &[x, y]) => {
                let sum = self.as_const(x)?.add(c);
                let sum = self.bv(sum);
                Some(self.bv_sub(sum, y))
            }
            (Op::BvNeg, &[x]) => {
                let c = self.bv(c.clone());
                Some(self.bv_sub(c, x))
            }
            // ~x = -1 - x
            (Op::BvNot, &[x]) => {
                let less = self.bv(c.sub(&BitVecValue::one(c.width())));
                Some(self.bv_sub(less, x))
            }
            _ => None,
        }
    }

    /// `a + b` by what `a` is.
    fn add_term(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        match (self.op(a), self.args(a)) {
            (Op::BvNeg, &[x]) => Some(self.bv_sub(b, x)),
            (Op::BvSub, &[x, y]) if y == b => Some(x),
            _ => None,
        }
    }

    pub(super) fn simplify_sub(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        if a == b {
            return self.bv_u64(0, width);
        }
        if width == 1 {
            return self.bv_xor(a, b);
        }
        if let Some(c) = self.as_const(b) {
            let minus = c.neg();
            let minus = self.bv(minus);
            return self.bv_add(a, minus);
        }
        let simpler = match self.as_const(a).cloned() {
            Some(c) => self.const_sub(&c, b),
            None => self.sub_terms(a, b),
        };
        simpler.unwrap_or_else(|| self.mk(Op::BvSub, &[a, b]))
    }

    /// `c - b`.
    fn const_sub(&mut self, c: &BitVecValue, b: TermId) -> Option<TermId> {
        if c.is_zero() {
            return Some(self.bv_neg(b));
        }
        if c.is_ones() {
            return Some(self.bv_not(b));
        }
        match (self.op(b), self.args(b)) {
            (Op::BvAdd, &[x, y]) => {
                let rest = c.sub(self.as_const(y)?);
                let rest = self.bv(rest);
                Some(self.bv_sub(rest, x))
            }
            (Op::BvSub, &[x, y]) => {
                let rest = c.sub(self.as_const(x)?);
                let rest = self.bv(rest);
                Some(self.bv_add(y, rest))
            }
            (Op::BvNeg, &[x]) => {
                let c = self.bv(c.clone());
                Some(self.bv_add(x, c))
            }
            (Op::BvNot, &[x]) => {
                let more = self.bv(c.add(&BitVecValue::one(c.width())));
                Some(self.bv_add(x, more))
            }
            _ => None,
        }
    }

    /// `a - b`, neither a constant, different terms.
    fn sub_terms(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let Some(x) = self.other_operand(&Op::BvAdd, a, b) {
            return Some(x);
        }
        if let Some(y) = self.other_operand(&Op::BvAdd, b, a) {
            return Some(self.bv_neg(y));
        }
        if let Some(y) = self.as_unary(&Op::BvNeg, b) {
            return Some(self.bv_add(a, y));
        }
        if let Some((x, y)) = self.as_binary(&Op::BvSub, a)
            && x == b
        {
            return Some(self.bv_neg(y));
        }
        if let Some((x, y)) = self.as_binary(&Op::BvSub, b)
            && x == a
        {
            return Some(y);
        }
        let (x, c) = self.as_binary_const(&Op::BvAdd, a)?;
        let (y, d) = self.as_binary_const(&Op::BvAdd, b)?;
        let (rest, c) = (self.bv_sub(x, y), self.bv(c.sub(&d)));
        Some(self.bv_add(rest, c))
    }

    pub(super) fn simplify_neg(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        if width == 1 {
            return a;
        }
        match (self.op(a), self.args(a)) {
            (Op::BvNeg, &[x]) => x,
            (Op::BvNot, &[x]) => {
                let one = self.bv_u64(1, width);
                self.bv_add(x, one)
            }
            (Op::BvSub, &[x, y]) => self.bv_sub(y, x),
            (Op::BvAdd, &[x, y]) if self.is_value(y) => {
                let minus = self.bv_neg(y);
                self.bv_sub(minus, x)
            }
            (Op::BvMul, &[x, y]) if self.is_value(y) => {
                let minus = self.bv_neg(y);
                self.bv_mul(x, minus)
            }
            _ => self.mk(Op::BvNeg, &[a]),
        }
    }

    pub(super) fn simplify_mul(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        if self.width(a) == 1 {
            return self.bv_and(a, b);
        }
        if let Some(t) = self.mul_shifted(a, b).or_else(|| self.mul_shifted(b, a)) {
            return t;
        }
        let simpler = match self.as_const(b).cloned() {
            Some(c) => self.mul_const(a, &c),
            None => self.mul_negated(a, b).or_else(|| self.mul_negated(b, a)),
        };
        simpler.unwrap_or_else(|| self.mk(Op::BvMul, &[a, b]))
    }

    /// `a * b` where the low bits of `b` are 0: the product of fewer bits, moved up.
    fn mul_shifted(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(b);
        let zeros = self.trailing_zeros(b);
        if zeros == 0 {
            return None;
        }
        if zeros == width {
            return Some(b);
        }
        let (x, y) = (
            self.extract(a, width - 1 - zeros, 0),
            self.extract(b, width - 1, zeros),
        );
        let (high, low) = (self.bv_mul(x, y), self.bv_u64(0, zeros));
        Some(self.concat(high, low))
    }

    /// `a * c`, `c` odd.
    fn mul_const(&mut self, a: TermId, c: &BitVecValue) -> Option<TermId> {
        if c.is_one() {
            return Some(a);
        }
        if c.is_ones() {
            return Some(self.bv_neg(a));
        }
        match (self.op(a), self.args(a)) {
            (Op::BvNeg, &[x]) => {
                let minus = self.bv(c.neg());
                Some(self.bv_mul(x, minus))
            }
            (Op::BvMul, &[x, y]) => {
                let product = self.as_const(y)?.mul(c);
                let product = self.bv(product);
                Some(self.bv_mul(x, product))
            }
            _ => None,
        }
    }

    /// `a * b` where `a` is a negation.
    fn mul_negated(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let x = self.as_unary(&Op::BvNeg, a)?;
        let product = self.bv_mul(x, b);
        Some(self.bv_neg(product))
    }
}
