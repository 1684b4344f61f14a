//! What the rules ask about terms.

use crate::{BitVecValue, Op, TermId, Terms, Value};

impl Terms {
    /// The value of `t`, if `t` is a constant of any sort.
    pub fn as_value(&self, t: TermId) -> Option<Value> {
        match self.op(t) {
            Op::True => Some(Value::Bool(true)),
            Op::False => Some(Value::Bool(false)),
            Op::Const(value) => Some(Value::BitVec(value.clone())),
            Op::Int(value) => Some(Value::Int(value.clone())),
            Op::Real(value) => Some(Value::Real(value.clone())),
            _ => None,
        }
    }

    /// Is `t` a constant?
    pub(super) fn is_value(&self, t: TermId) -> bool {
        matches!(
            self.op(t),
            Op::True | Op::False | Op::Const(_) | Op::Int(_) | Op::Real(_)
        )
    }

    /// `x`, if `t` is `op(x)`.
    pub(super) fn as_unary(&self, op: &Op, t: TermId) -> Option<TermId> {
        match self.args(t) {
            &[x] if self.op(t) == op => Some(x),
            _ => None,
        }
    }

    /// `x` and `y`, if `t` is `op(x, y)`.
    pub(super) fn as_binary(&self, op: &Op, t: TermId) -> Option<(TermId, TermId)> {
        match self.args(t) {
            &[x, y] if self.op(t) == op => Some((x, y)),
            _ => None,
        }
    }

    /// `x` and `c`, if `t` is `op(x, c)` with a constant `c`.
    pub(super) fn as_binary_const(&self, op: &Op, t: TermId) -> Option<(TermId, BitVecValue)> {
        let (x, c) = self.as_binary(op, t)?;
        Some((x, self.as_const(c)?.clone()))
    }

    /// `y`, if `t` is `op(x, y)` or `op(y, x)`.
    pub(super) fn other_operand(&self, op: &Op, t: TermId, x: TermId) -> Option<TermId> {
        match self.as_binary(op, t)? {
            (a, b) if a == x => Some(b),
            (a, b) if b == x => Some(a),
            _ => None,
        }
    }

    /// Condition and branches, if `t` is an `ite`.
    pub(super) fn as_ite(&self, t: TermId) -> Option<(TermId, TermId, TermId)> {
        match self.args(t) {
            &[c, p, q] if *self.op(t) == Op::Ite => Some((c, p, q)),
            _ => None,
        }
    }

    /// `x`, `hi` and `lo`, if `t` is `x[hi:lo]`.
    pub(super) fn as_extract(&self, t: TermId) -> Option<(TermId, u32, u32)> {
        match *self.op(t) {
            Op::Extract { hi, lo } => Some((self.args(t)[0], hi, lo)),
            _ => None,
        }
    }

    /// `x`, if `t` is a zero extension of `x`.
    pub(super) fn as_zero_extend(&self, t: TermId) -> Option<(TermId, u32)> {
        match *self.op(t) {
            Op::ZeroExtend(more) => Some((self.args(t)[0], more)),
            _ => None,
        }
    }

    /// `x`, if `t` is a sign extension of `x`.
    pub(super) fn as_sign_extend(&self, t: TermId) -> Option<(TermId, u32)> {
        match *self.op(t) {
            Op::SignExtend(more) => Some((self.args(t)[0], more)),
            _ => None,
        }
    }

    /// Is one of the two the `bvnot` of the other?
    pub(super) fn are_bv_complements(&self, a: TermId, b: TermId) -> bool {
        self.as_unary(&Op::BvNot, a) == Some(b) || self.as_unary(&Op::BvNot, b) == Some(a)
    }

    /// The two arguments of a commutative operator in normal order: a constant second, otherwise
    /// the older term first.
    pub(super) fn ordered(&self, a: TermId, b: TermId) -> (TermId, TermId) {
        let key = |t: TermId| (self.is_value(t), t);
        if key(a) <= key(b) { (a, b) } else { (b, a) }
    }

    /// A number `n` of low bits of `t` such that all others are 0, as far as one can see.
    pub(super) fn unsigned_width(&self, t: TermId) -> u32 {
        let width = self.width(t);
        let of_const = |c: &BitVecValue| c.significant_bits().max(1);
        match (self.op(t), self.args(t)) {
            (Op::Const(c), _) => of_const(c),
            (Op::ZeroExtend(more), _) => width - more,
            (Op::Ite, &[_, p, q]) => self.of_constants(p, q, of_const).unwrap_or(width),
            _ => width,
        }
    }

    /// A number `n` of low bits of `t` such that `t` is their sign extension, as far as one can
    /// see.
    pub(super) fn signed_width(&self, t: TermId) -> u32 {
        let width = self.width(t);
        let of_const = |c: &BitVecValue| {
            let digits = if c.sign_bit() { c.not() } else { c.clone() };
            digits.significant_bits() + 1
        };
        match (self.op(t), self.args(t)) {
            (Op::Const(c), _) => of_const(c),
            (Op::ZeroExtend(more @ 1..), _) => width - more + 1,
            (Op::SignExtend(more), _) => width - more,
            (Op::Ite, &[_, p, q]) => self.of_constants(p, q, of_const).unwrap_or(width),
            _ => width,
        }
    }

    /// The greater of what `f` says of `p` and `q`, if both are constants.
    fn of_constants(&self, p: TermId, q: TermId, f: impl Fn(&BitVecValue) -> u32) -> Option<u32> {
        Some(f(self.as_const(p)?).max(f(self.as_const(q)?)))
    }

    /// A number of low bits of `t` that are 0, as far as one can see.
    pub(super) fn trailing_zeros(&self, mut t: TermId) -> u32 {
        while let (Op::Concat, &[_, low]) | (Op::ZeroExtend(_) | Op::SignExtend(_), &[low]) =
            (self.op(t), self.args(t))
        {
            t = low;
        }
        self.as_const(t).map_or(0, BitVecValue::trailing_zeros)
    }

    /// Is the sign bit of `t` seen to be 0?
    pub(super) fn is_nonnegative(&self, t: TermId) -> bool {
        self.unsigned_width(t) < self.width(t)
    }

    /// The parts of an `ite` for which comparing with a constant is better done in its branches:
    /// one of them is a constant, or all leaves of a small tree of `ite`s are.
    pub(super) fn as_ite_of_constants(&self, t: TermId) -> Option<(TermId, TermId, TermId)> {
        let (c, p, q) = self.as_ite(t)?;
        let fits = self.is_value(p) || self.is_value(q) || self.is_table(t);
        fits.then_some((c, p, q))
    }

    /// Is `t` a small tree of `ite`s with only constants as leaves?
    pub(super) fn is_table(&self, t: TermId) -> bool {
        const MAX_LEAVES: u32 = 16;
        self.has_constant_leaves(t, &mut { MAX_LEAVES })
    }

    /// Are all leaves of this tree of `ite`s constants, and at most `left` many? The depth of the
    /// calls is at most `left`, too.
    fn has_constant_leaves(&self, t: TermId, left: &mut u32) -> bool {
        if *left == 0 {
            return false;
        }
        match self.as_ite(t) {
            Some((_, p, q)) => {
                *left -= 1;
                self.has_constant_leaves(p, left) && self.has_constant_leaves(q, left)
            }
            None => self.is_value(t),
        }
    }
}
