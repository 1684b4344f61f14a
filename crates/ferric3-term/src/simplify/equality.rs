//! `=`, on Booleans and on bit-vectors. (On arrays only `a = a` is simplified; numbers have `relation.rs`.)

use crate::{BitVecValue, Op, TermId, Terms};

impl Terms {
    pub(super) fn simplify_eq(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.tt();
        }
        let (a, b) = self.ordered(a, b);
        if self.sort(a).is_bool() {
            return self.simplify_iff(a, b);
        }
        if self.sort(a).is_number() {
            return self.simplify_number_eq(a, b);
        }
        if self.sort(a).width().is_none() {
            return self.mk(Op::Eq, &[a, b]);
        }
        let simpler = match self.as_const(b).cloned() {
            Some(k) => self.eq_const(a, &k),
            None => self.eq_terms(a, b),
        };
        let simpler = simpler.or_else(|| self.linear_equality(a, b));
        simpler.unwrap_or_else(|| self.mk(Op::Eq, &[a, b]))
    }

    /// `a = b` for Booleans, a constant second. Negations are taken outside.
    fn simplify_iff(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(value) = self.as_bool(b) {
            return if value { a } else { self.not(a) };
        }
        let (not_a, not_b) = (self.as_unary(&Op::Not, a), self.as_unary(&Op::Not, b));
        match (not_a, not_b) {
            (Some(x), Some(y)) => self.eq(x, y),
            (Some(x), None) => self.ne(x, b),
            (None, Some(y)) => self.ne(a, y),
            (None, None) if self.find_not(a) == Some(b) => self.ff(),
            (None, None) => self.mk(Op::Eq, &[a, b]),
        }
    }

    /// `a = k`.
    fn eq_const(&mut self, a: TermId, k: &BitVecValue) -> Option<TermId> {
        if k.width() == 1 && k.is_zero() {
            let one = self.bv_u64(1, 1);
            return Some(self.ne(a, one));
        }
        if let Some((c, p, q)) = self.as_ite_of_constants(a) {
            let (p, q) = (self.eq_value(p, k.clone()), self.eq_value(q, k.clone()));
            return Some(self.ite(c, p, q));
        }
        match (self.op(a).clone(), self.args(a)) {
            (Op::BvNot, &[x]) => Some(self.eq_value(x, k.not())),
            (Op::BvNeg, &[x]) => Some(self.eq_value(x, k.neg())),
            (Op::BvAdd, &[x, y]) => {
                let c = self.as_const(y)?.clone();
                Some(self.eq_value(x, k.sub(&c)))
            }
            (Op::BvXor, &[x, y]) => match self.as_const(y).cloned() {
                Some(c) => Some(self.eq_value(x, k.xor(&c))),
                None if k.is_zero() => Some(self.eq(x, y)),
                None if k.width() == 1 => Some(self.ne(x, y)),
                None => None,
            },
            (Op::BvSub, &[x, y]) => match self.as_const(x).cloned() {
                Some(c) => Some(self.eq_value(y, c.sub(k))),
                None if k.is_zero() => Some(self.eq(x, y)),
                None => None,
            },
            (Op::BvMul, &[x, y]) => {
                let c = self.as_const(y)?.clone();
                self.product_is_const(x, &c, k)
            }
            (Op::BvAnd, &[x, y]) if k.is_ones() => {
                let (x, y) = (self.eq_value(x, k.clone()), self.eq_value(y, k.clone()));
                Some(self.and2(x, y))
            }
            (Op::BvOr, &[x, y]) if k.is_zero() => {
                let (x, y) = (self.eq_value(x, k.clone()), self.eq_value(y, k.clone()));
                Some(self.and2(x, y))
            }
            (Op::BvOr, &[x, y]) if k.width() == 1 => {
                let (x, y) = (self.eq_value(x, k.clone()), self.eq_value(y, k.clone()));
                Some(self.or2(x, y))
            }
            (Op::BvAnd, &[_, y]) => {
                let has_other_bits = !k.and(&self.as_const(y)?.not()).is_zero();
                has_other_bits.then(|| self.ff())
            }
            (Op::BvOr, &[_, y]) => {
                let lacks_bits = !self.as_const(y)?.and(&k.not()).is_zero();
                lacks_bits.then(|| self.ff())
            }
            (Op::Concat, &[high, low]) => {
                let split = self.width(low);
                let high = self.eq_value(high, k.extract(k.width() - 1, split));
                let low = self.eq_value(low, k.extract(split - 1, 0));
                Some(self.and2(high, low))
            }
            (Op::ZeroExtend(_), &[x]) => {
                let low = k.extract(self.width(x) - 1, 0);
                let fits = low.zero_extend(k.width() - low.width()) == *k;
                Some(if fits {
                    self.eq_value(x, low)
                } else {
                    self.ff()
                })
            }
            (Op::SignExtend(_), &[x]) => {
                let low = k.extract(self.width(x) - 1, 0);
                let fits = low.sign_extend(k.width() - low.width()) == *k;
                Some(if fits {
                    self.eq_value(x, low)
                } else {
                    self.ff()
                })
            }
            // The test of a sign bit. (It is 1: 0 was excluded above.)
            (Op::Extract { hi, lo }, &[x]) if hi == lo && hi + 1 == self.width(x) => {
                let zero = self.bv_u64(0, hi + 1);
                Some(self.bv_slt(x, zero))
            }
            _ => None,
        }
    }

    fn eq_value(&mut self, a: TermId, k: BitVecValue) -> TermId {
        let k = self.bv(k);
        self.eq(a, k)
    }

    /// `x * c = k`. With `c = d * 2^j`, `d` odd: the low `j` bits of `k` must be 0, and the other
    /// bits determine as many low bits of `x`, since `d` has an inverse.
    fn product_is_const(&mut self, x: TermId, c: &BitVecValue, k: &BitVecValue) -> Option<TermId> {
        let j = c.trailing_zeros();
        if j == c.width() {
            return None;
        }
        if k.trailing_zeros() < j {
            return Some(self.ff());
        }
        let top = c.width() - 1;
        let inverse = odd_inverse(&c.extract(top, j));
        let low = self.extract(x, top - j, 0);
        Some(self.eq_value(low, k.extract(top, j).mul(&inverse)))
    }

    /// `a = b`, neither a constant.
    fn eq_terms(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if self.are_bv_complements(a, b) {
            return Some(self.ff());
        }
        let width = self.width(a);
        if width == 1 {
            let one = BitVecValue::one(1);
            let (a, b) = (self.eq_value(a, one.clone()), self.eq_value(b, one));
            return Some(self.eq(a, b));
        }
        let unsigned = self.unsigned_width(a).max(self.unsigned_width(b));
        let needed = unsigned.min(self.signed_width(a).max(self.signed_width(b)));
        if needed < width {
            let (a, b) = (
                self.extract(a, needed - 1, 0),
                self.extract(b, needed - 1, 0),
            );
            return Some(self.eq(a, b));
        }
        if let Some(t) = self.eq_cancelled(a, b).or_else(|| self.eq_cancelled(b, a)) {
            return Some(t);
        }
        if let Some(t) = self.eq_of_same_op(a, b) {
            return Some(t);
        }
        if let Some(t) = self
            .eq_zero_extended(a, b)
            .or_else(|| self.eq_zero_extended(b, a))
        {
            return Some(t);
        }
        self.eq_branch(a, b).or_else(|| self.eq_branch(b, a))
    }

    /// `a = b` where `a` is a sum, difference or exclusive or with `b`.
    fn eq_cancelled(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let rest = self
            .other_operand(&Op::BvAdd, a, b)
            .or_else(|| self.other_operand(&Op::BvXor, a, b))
            .or_else(|| {
                self.as_binary(&Op::BvSub, a)
                    .filter(|&(x, _)| x == b)
                    .map(|(_, y)| y)
            })?;
        let zero = BitVecValue::zero(self.width(a));
        Some(self.eq_value(rest, zero))
    }

    /// `f(x…) = f(y…)` for an operator that can be taken away from both sides.
    fn eq_of_same_op(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if self.op(a) != self.op(b) {
            return None;
        }
        let op = self.op(a).clone();
        match (&op, self.args(a), self.args(b)) {
            (Op::BvNot | Op::BvNeg, &[x], &[y]) => Some(self.eq(x, y)),
            (Op::BvAdd | Op::BvXor, &[x1, x2], _) => {
                let (x, y) = match self.other_operand(&op, b, x1) {
                    Some(y) => (x2, y),
                    None => (x1, self.other_operand(&op, b, x2)?),
                };
                Some(self.eq(x, y))
            }
            (Op::BvSub, &[x1, y1], &[x2, y2]) if x1 == x2 => Some(self.eq(y1, y2)),
            (Op::BvSub, &[x1, y1], &[x2, y2]) if y1 == y2 => Some(self.eq(x1, x2)),
            (Op::Concat, &[x1, y1], &[x2, y2]) if self.width(x1) == self.width(x2) => {
                let (high, low) = (self.eq(x1, x2), self.eq(y1, y2));
                Some(self.and2(high, low))
            }
            (Op::Ite, &[c, p1, q1], &[d, p2, q2]) if c == d => {
                let (p, q) = (self.eq(p1, p2), self.eq(q1, q2));
                Some(self.ite(c, p, q))
            }
            _ => None,
        }
    }

    /// `0…x = {h, l}` where `h` stands against zeros only.
    fn eq_zero_extended(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (x, more) = self.as_zero_extend(a)?;
        let (high, low) = self.as_binary(&Op::Concat, b)?;
        let high_width = self.width(high);
        if high_width > more {
            return None;
        }
        let high = self.eq_value(high, BitVecValue::zero(high_width));
        let x = self.zero_extend(x, more - high_width);
        let low = self.eq(x, low);
        Some(self.and2(high, low))
    }

    /// `ite(c, p, q) = p` is `c ∨ q = p`, and likewise for `q`.
    fn eq_branch(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (c, p, q) = self.as_ite(a)?;
        if p == b {
            let equal = self.eq(q, b);
            Some(self.or2(c, equal))
        } else if q == b {
            let equal = self.eq(p, b);
            let not_c = self.not(c);
            Some(self.or2(not_c, equal))
        } else {
            None
        }
    }
}

/// The inverse of an odd number modulo `2^width`, by Newton's iteration: each round doubles the
/// number of right bits, of which the number itself has three.
fn odd_inverse(c: &BitVecValue) -> BitVecValue {
    let two = BitVecValue::from_u64(2, c.width());
    let mut inverse = c.clone();
    loop {
        let product = inverse.mul(c);
        if product.is_one() {
            return inverse;
        }
        inverse = inverse.mul(&two.sub(&product));
    }
}
