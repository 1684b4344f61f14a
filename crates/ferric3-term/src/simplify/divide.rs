//! Quotients and remainders. They are by far the most expensive operators for a solver, so the
//! rules go a long way to avoid them or to make them narrower.

use crate::{BitVecValue, Op, TermId, Terms};

impl Terms {
    pub(super) fn simplify_udiv(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        let is_zero = |t: TermId| self.as_const(t).is_some_and(BitVecValue::is_zero);
        if a == b || is_zero(a) {
            let quotient = self.bv_u64(u64::from(a == b), width);
            return self.unless_divided_by_zero(b, quotient);
        }
        if let Some(c) = self.as_const(b).cloned() {
            if c.is_zero() {
                return self.bv(BitVecValue::ones(width));
            }
            if c.is_power_of_two() {
                let by = self.bv_u64(u64::from(c.trailing_zeros()), width);
                return self.bv_lshr(a, by);
            }
            if self.unsigned_width(a) < c.significant_bits() {
                return self.bv_u64(0, width);
            }
        }
        let needed = self.unsigned_width(a).max(self.unsigned_width(b));
        if needed < width {
            let quotient = self.narrow(&Op::BvUdiv, a, b, needed);
            let quotient = self.zero_extend(quotient, width - needed);
            return self.unless_divided_by_zero(b, quotient);
        }
        self.mk(Op::BvUdiv, &[a, b])
    }

    /// `quotient`, but all ones if `b` is 0.
    fn unless_divided_by_zero(&mut self, b: TermId, quotient: TermId) -> TermId {
        let width = self.width(b);
        let (zero, ones) = (self.bv_u64(0, width), self.bv(BitVecValue::ones(width)));
        let by_zero = self.eq(b, zero);
        self.ite(by_zero, ones, quotient)
    }

    /// `op` on the low bits of `a` and `b`.
    fn narrow(&mut self, op: &Op, a: TermId, b: TermId, width: u32) -> TermId {
        let (a, b) = (self.extract(a, width - 1, 0), self.extract(b, width - 1, 0));
        self.simplified(op.clone(), &[a, b])
    }

    pub(super) fn simplify_urem(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        if let Some(t) = self.trivial_remainder(a, b) {
            return t;
        }
        if let Some(c) = self.as_const(b).cloned() {
            if c.is_power_of_two() {
                return self.low_bits(a, c.trailing_zeros());
            }
            if self.unsigned_width(a) < c.significant_bits() {
                return a;
            }
        }
        let needed = self.unsigned_width(a).max(self.unsigned_width(b));
        if needed < width {
            let remainder = self.narrow(&Op::BvUrem, a, b, needed);
            return self.zero_extend(remainder, width - needed);
        }
        self.mk(Op::BvUrem, &[a, b])
    }

    /// What all three remainders have in common: `0 rem b`, `a rem a`, `a rem 0` and `a rem 1`.
    fn trivial_remainder(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        let is_zero = |t: TermId| self.as_const(t).is_some_and(BitVecValue::is_zero);
        if is_zero(b) {
            return Some(a);
        }
        let by_one = self.as_const(b).is_some_and(BitVecValue::is_one);
        (a == b || is_zero(a) || by_one).then(|| self.bv_u64(0, width))
    }

    /// The low `count` bits of `a`, the others 0.
    fn low_bits(&mut self, a: TermId, count: u32) -> TermId {
        let width = self.width(a);
        if count == 0 {
            return self.bv_u64(0, width);
        }
        let low = self.extract(a, count - 1, 0);
        self.zero_extend(low, width - count)
    }

    pub(super) fn simplify_sdiv(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        if self.is_nonnegative(a) && self.is_nonnegative(b) {
            return self.bv_udiv(a, b);
        }
        if a == b {
            let one = self.bv_u64(1, width);
            return self.unless_divided_by_zero(b, one);
        }
        if let Some(c) = self.as_const(b).cloned()
            && let Some(t) = self.sdiv_const(a, &c)
        {
            return t;
        }
        // The least value divided by -1 needs one bit more.
        let needed = self.signed_width(a).max(self.signed_width(b)) + 1;
        if needed < width {
            let quotient = self.narrow(&Op::BvSdiv, a, b, needed);
            return self.sign_extend(quotient, width - needed);
        }
        self.mk(Op::BvSdiv, &[a, b])
    }

    fn sdiv_const(&mut self, a: TermId, c: &BitVecValue) -> Option<TermId> {
        let width = c.width();
        // Before 1: in one bit, 1 is -1.
        if c.is_ones() {
            return Some(self.bv_neg(a));
        }
        if c.is_one() {
            return Some(a);
        }
        if c.is_zero() {
            let (one, ones) = (self.bv_u64(1, width), self.bv(BitVecValue::ones(width)));
            let negative = self.is_negative(a);
            return Some(self.ite(negative, one, ones));
        }
        if !c.is_power_of_two() || c.is_signed_min() {
            return None;
        }
        // An arithmetic shift rounds down; adding c - 1 to a negative number rounds up.
        let bias = c.sub(&BitVecValue::one(width));
        let (bias, zero) = (self.bv(bias), self.bv_u64(0, width));
        let negative = self.is_negative(a);
        let bias = self.ite(negative, bias, zero);
        let sum = self.bv_add(a, bias);
        let by = self.bv_u64(u64::from(c.trailing_zeros()), width);
        Some(self.bv_ashr(sum, by))
    }

    /// `a <s 0`.
    fn is_negative(&mut self, a: TermId) -> TermId {
        let zero = self.bv_u64(0, self.width(a));
        self.bv_slt(a, zero)
    }

    pub(super) fn simplify_srem(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(t) = self.trivial_remainder(a, b) {
            return t;
        }
        if self.is_nonnegative(a) && self.is_nonnegative(b) {
            return self.bv_urem(a, b);
        }
        if let Some(c) = self.as_const(b).cloned() {
            if c.is_ones() {
                return self.bv_u64(0, c.width());
            }
            if c.is_power_of_two() && !c.is_signed_min() {
                return self.srem_power_of_two(a, c.trailing_zeros());
            }
        }
        self.narrow_signed_remainder(&Op::BvSrem, a, b)
    }

    /// The remainder of `a` by `2^exponent`: the low bits, and ones above them if `a` is negative
    /// and they are not 0.
    fn srem_power_of_two(&mut self, a: TermId, exponent: u32) -> TermId {
        let rest = self.width(a) - exponent;
        let low = self.extract(a, exponent - 1, 0);
        let negative = self.is_negative(a);
        let nonzero = self.bv_to_bool(low);
        let below_zero = self.and2(negative, nonzero);
        let (ones, zeros) = (self.bv(BitVecValue::ones(rest)), self.bv_u64(0, rest));
        let high = self.ite(below_zero, ones, zeros);
        self.concat(high, low)
    }

    pub(super) fn simplify_smod(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(t) = self.trivial_remainder(a, b) {
            return t;
        }
        if self.is_nonnegative(a) && self.is_nonnegative(b) {
            return self.bv_urem(a, b);
        }
        if let Some(c) = self.as_const(b).cloned() {
            if c.is_ones() {
                return self.bv_u64(0, c.width());
            }
            if c.is_power_of_two() && !c.is_signed_min() {
                return self.low_bits(a, c.trailing_zeros());
            }
        }
        self.narrow_signed_remainder(&Op::BvSmod, a, b)
    }

    fn narrow_signed_remainder(&mut self, op: &Op, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        let needed = self.signed_width(a).max(self.signed_width(b));
        if needed < width {
            let remainder = self.narrow(op, a, b, needed);
            return self.sign_extend(remainder, width - needed);
        }
        self.mk(op.clone(), &[a, b])
    }
}
