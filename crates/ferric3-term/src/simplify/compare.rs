//! Comparisons.

use crate::{BitVecValue, Op, TermId, Terms};

/// How bit-vectors are read as numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Unsigned,
    Signed,
}

impl Order {
    pub(super) fn strict(self) -> Op {
        match self {
            Order::Unsigned => Op::BvUlt,
            Order::Signed => Op::BvSlt,
        }
    }

    pub(super) fn weak(self) -> Op {
        match self {
            Order::Unsigned => Op::BvUle,
            Order::Signed => Op::BvSle,
        }
    }

    fn least(self, width: u32) -> BitVecValue {
        match self {
            Order::Unsigned => BitVecValue::zero(width),
            Order::Signed => BitVecValue::signed_min(width),
        }
    }

    fn greatest(self, width: u32) -> BitVecValue {
        self.least(width).not()
    }

    /// The next smaller number.
    pub(super) fn before(self, k: &BitVecValue) -> Option<BitVecValue> {
        (*k != self.least(k.width())).then(|| k.sub(&BitVecValue::one(k.width())))
    }

    /// The next greater number.
    pub(super) fn after(self, k: &BitVecValue) -> Option<BitVecValue> {
        (*k != self.greatest(k.width())).then(|| k.add(&BitVecValue::one(k.width())))
    }
}

/// On which side of a constant a term is said to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Below,
    Above,
}

impl Terms {
    pub(super) fn simplify_less(&mut self, order: Order, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.ff();
        }
        if order == Order::Signed && self.is_nonnegative(a) && self.is_nonnegative(b) {
            return self.bv_ult(a, b);
        }
        let is_sign = order == Order::Signed && self.as_const(b).is_some_and(BitVecValue::is_zero);
        if is_sign && let Some(simpler) = self.negative_remainder(a) {
            return simpler;
        }
        let simpler = if let Some(k) = self.as_const(b).cloned() {
            self.compared_with_const(order, Side::Below, a, &k)
        } else if let Some(k) = self.as_const(a).cloned() {
            self.compared_with_const(order, Side::Above, b, &k)
        } else {
            self.compared(order, &order.strict(), a, b)
        };
        simpler.unwrap_or_else(|| self.mk(order.strict(), &[a, b]))
    }

    pub(super) fn simplify_less_equal(&mut self, order: Order, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.tt();
        }
        if order == Order::Signed && self.is_nonnegative(a) && self.is_nonnegative(b) {
            return self.bv_ule(a, b);
        }
        // With a constant, comparisons are strict.
        if let Some(k) = self.as_const(b).cloned() {
            return match order.after(&k) {
                None => self.tt(),
                Some(k) => self.on_side(order, Side::Below, a, k),
            };
        }
        if let Some(k) = self.as_const(a).cloned() {
            return match order.before(&k) {
                None => self.tt(),
                Some(k) => self.on_side(order, Side::Above, b, k),
            };
        }
        self.compared(order, &order.weak(), a, b)
            .unwrap_or_else(|| self.mk(order.weak(), &[a, b]))
    }

    /// `a < k` or `k < a`.
    fn on_side(&mut self, order: Order, side: Side, a: TermId, k: BitVecValue) -> TermId {
        let k = self.bv(k);
        match side {
            Side::Below => self.simplified(order.strict(), &[a, k]),
            Side::Above => self.simplified(order.strict(), &[k, a]),
        }
    }

    /// `a < k` or `k < a`.
    fn compared_with_const(
        &mut self,
        order: Order,
        side: Side,
        a: TermId,
        k: &BitVecValue,
    ) -> Option<TermId> {
        if let Some(t) = self.at_the_end(order, side, a, k) {
            return Some(t);
        }
        if let Some((c, p, q)) = self.as_ite_of_constants(a) {
            let p = self.on_side(order, side, p, k.clone());
            let q = self.on_side(order, side, q, k.clone());
            return Some(self.ite(c, p, q));
        }
        match (self.op(a), self.args(a)) {
            (Op::BvNot, &[x]) => {
                let side = if side == Side::Below {
                    Side::Above
                } else {
                    Side::Below
                };
                Some(self.on_side(order, side, x, k.not()))
            }
            (Op::ZeroExtend(1..), &[x]) => Some(self.compared_zero_extend(order, side, x, k)),
            (Op::SignExtend(_), &[x]) => Some(self.compared_sign_extend(order, side, x, k)),
            (Op::Concat, &[high, low]) => self.compared_concat(order, side, high, low, k),
            (&Op::Extract { hi, .. }, &[x]) => {
                let is_sign_test = match side {
                    Side::Below => k.is_zero(),
                    Side::Above => k.is_ones(),
                };
                if order != Order::Signed || !is_sign_test {
                    return None;
                }
                let (bit, one) = (self.extract(x, hi, hi), self.bv_u64(1, 1));
                let negative = self.eq(bit, one);
                Some(if side == Side::Below {
                    negative
                } else {
                    self.not(negative)
                })
            }
            _ => None,
        }
    }

    /// Comparisons with the first and last numbers are (in)equations or constants.
    fn at_the_end(
        &mut self,
        order: Order,
        side: Side,
        a: TermId,
        k: &BitVecValue,
    ) -> Option<TermId> {
        let width = k.width();
        let (near, far, step) = match side {
            Side::Below => (order.least(width), order.greatest(width), order.before(k)),
            Side::Above => (order.greatest(width), order.least(width), order.after(k)),
        };
        if *k == near {
            return Some(self.ff());
        }
        if *k == far {
            let far = self.bv(far);
            return Some(self.ne(a, far));
        }
        if step.as_ref() == Some(&near) {
            let near = self.bv(near);
            return Some(self.eq(a, near));
        }
        None
    }

    /// `0…x` against `k`.
    fn compared_zero_extend(
        &mut self,
        order: Order,
        side: Side,
        x: TermId,
        k: &BitVecValue,
    ) -> TermId {
        let narrow = self.width(x);
        if order == Order::Signed && k.sign_bit() {
            return self.bool(side == Side::Above);
        }
        if k.significant_bits() > narrow {
            return self.bool(side == Side::Below);
        }
        self.on_side(Order::Unsigned, side, x, k.extract(narrow - 1, 0))
    }

    /// The sign extension of `x` against `k`. Sign extension keeps both orders.
    fn compared_sign_extend(
        &mut self,
        order: Order,
        side: Side,
        x: TermId,
        k: &BitVecValue,
    ) -> TermId {
        let narrow = self.width(x);
        let low = k.extract(narrow - 1, 0);
        if low.sign_extend(k.width() - narrow) == *k {
            return self.on_side(order, side, x, low);
        }
        match order {
            // `k` is beyond all values of `x`.
            Order::Signed => self.bool((side == Side::Below) != k.sign_bit()),
            // `k` is above all values of `x` without sign, and below all others.
            Order::Unsigned => {
                let zero = self.bv_u64(0, narrow);
                let negative = self.bv_slt(x, zero);
                if side == Side::Above {
                    negative
                } else {
                    self.not(negative)
                }
            }
        }
    }

    /// `{high, low}` against `k`, if `low` does not matter or is a constant.
    fn compared_concat(
        &mut self,
        order: Order,
        side: Side,
        high: TermId,
        low: TermId,
        k: &BitVecValue,
    ) -> Option<TermId> {
        let split = self.width(low);
        let (k_high, k_low) = (k.extract(k.width() - 1, split), k.extract(split - 1, 0));
        // Does `low` decide if the high parts are equal?
        let equal_high_fits = match (side, self.as_const(low)) {
            (Side::Below, _) if k_low.is_zero() => false,
            (Side::Above, _) if k_low.is_ones() => false,
            (Side::Below, Some(low)) => low.ult(&k_low),
            (Side::Above, Some(low)) => k_low.ult(low),
            (_, None) => return None,
        };
        let k_high = self.bv(k_high);
        let op = if equal_high_fits {
            order.weak()
        } else {
            order.strict()
        };
        Some(match side {
            Side::Below => self.simplified(op, &[high, k_high]),
            Side::Above => self.simplified(op, &[k_high, high]),
        })
    }

    /// `op(a, b)`, neither a constant; `op` is one of the comparisons of `order`.
    fn compared(&mut self, order: Order, op: &Op, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        if width == 1 {
            return Some(self.compared_bits(order, op, a, b));
        }
        if let (Some(x), Some(y)) = (self.as_unary(&Op::BvNot, a), self.as_unary(&Op::BvNot, b)) {
            return Some(self.simplified(op.clone(), &[y, x]));
        }
        let unsigned = self.unsigned_width(a).max(self.unsigned_width(b));
        let signed = self.signed_width(a).max(self.signed_width(b));
        // If all high bits are 0, the signed case has become unsigned before.
        let needed = if order == Order::Unsigned {
            unsigned.min(signed)
        } else {
            signed
        };
        if needed < width {
            let (a, b) = (
                self.extract(a, needed - 1, 0),
                self.extract(b, needed - 1, 0),
            );
            return Some(self.simplified(op.clone(), &[a, b]));
        }
        let (x1, y1) = self.as_binary(&Op::Concat, a)?;
        let (x2, y2) = self.as_binary(&Op::Concat, b)?;
        if x1 == x2 {
            // Below the sign, all bits are digits.
            let unsigned = if *op == order.strict() {
                Op::BvUlt
            } else {
                Op::BvUle
            };
            return Some(self.simplified(unsigned, &[y1, y2]));
        }
        (y1 == y2).then(|| self.simplified(op.clone(), &[x1, x2]))
    }

    /// Numbers of one bit: 0 and 1, or 0 and -1.
    fn compared_bits(&mut self, order: Order, op: &Op, a: TermId, b: TermId) -> TermId {
        let one = self.bv_u64(1, 1);
        let (a, b) = (self.eq(a, one), self.eq(b, one));
        let (less, more) = if order == Order::Unsigned {
            (a, b)
        } else {
            (b, a)
        };
        let not_less = self.not(less);
        if *op == order.strict() {
            self.and2(not_less, more)
        } else {
            self.or2(not_less, more)
        }
    }
}
