//! Simplification of one node whose arguments are simplified already.
//!
//! The rules look at a node and a few levels below it, never at the whole term. They call the
//! simplifying constructors for what they build, and [`Terms::mk`] once no rule applies; so
//! rebuilding a simplified term gives the same term. The normal forms they aim at:
//! * constants, and then younger terms, stand to the right in commutative operators;
//! * `and` and `or` are flat, sorted, and hold no literal beside its complement; negation is not
//!   pushed into them, but it is pushed into comparisons;
//! * Boolean `xor` is a negated `=`, whose arguments are not negated;
//! * `x - c` is `x + (-c)`, and comparisons with a constant are strict;
//! * whatever only moves bits (constant shifts and rotations, powers of two, masks of one run of
//!   ones) is made of `concat`, `extract` and the extensions, with extensions outside, so that
//!   everything else works on as few bits as possible;
//! * sums of integers and real numbers, and relations between them, have one form for all ways to write them
//!   (`sum.rs`, `relation.rs`);
//! * reads of arrays are pushed through stores and `ite`s down to the symbols.
//!
//! One file per family of operators; `view.rs` has what they share.

mod arith;
mod array;
mod bitwise;
mod boolean;
mod compare;
mod divide;
mod effort;
mod equality;
mod extract;
mod facts;
mod float;
mod ite;
mod linear;
mod quotient;
mod relation;
mod shift;
mod sum;
mod view;
mod width;

use smallvec::SmallVec;

pub(crate) use effort::Effort;

use self::boolean::Junction;
use self::compare::Order;
use crate::{Op, TermId, Terms, Value, apply_op};

/// Numbers of more bits are not multiplied.
const HUGE_NUMBER: u64 = 1 << 12;

impl Terms {
    /// A term that denotes `op(args)`, simplified.
    ///
    /// The work is bounded by a constant (plus the number of arguments): the arguments are taken
    /// to be simplified already. To simplify a whole plain term, use an empty
    /// [`Substitution`](crate::Substitution).
    ///
    /// # Panics
    /// If the arguments do not fit the operator.
    pub fn simplified(&mut self, op: Op, args: &[TermId]) -> TermId {
        let sort = self.sort_of(&op, args);
        if !self.effort.enter() {
            return self.mk(op, args);
        }
        let simplified = match self.folded(&op, args) {
            Some(value) => self.constant(&value),
            None => self.rewritten(op, args),
        };
        debug_assert_eq!(sort, self.sort(simplified), "a rule must keep the sort");
        self.effort.leave();
        simplified
    }

    /// How often simplification was cut short by its bound on the work.
    pub fn simplifications_cut_short(&self) -> u64 {
        self.effort.cut_short()
    }

    /// The value of `op(args)` if all arguments are constants.
    fn folded(&self, op: &Op, args: &[TermId]) -> Option<Value> {
        if args.is_empty() || !args.iter().all(|&a| self.is_value(a)) {
            return None;
        }
        if *op == Op::Mul && args.iter().any(|&a| self.is_huge(a)) {
            return None;
        }
        let values: SmallVec<[Value; 3]> = args.iter().filter_map(|&a| self.as_value(a)).collect();
        Some(apply_op(op, &values))
    }

    fn rewritten(&mut self, op: Op, args: &[TermId]) -> TermId {
        if let Some(t) = self.inside_constant_ite(&op, args) {
            return t;
        }
        match (&op, args) {
            (Op::Not, &[a]) => self.simplify_not(a),
            (Op::And, _) => self.simplify_junction(Junction::And, args),
            (Op::Or, _) => self.simplify_junction(Junction::Or, args),
            (Op::Xor, &[a, b]) => self.ne(a, b),
            (Op::Eq, &[a, b]) => self.simplify_eq(a, b),
            (Op::Ite, &[condition, then, otherwise]) => {
                self.simplify_ite(condition, then, otherwise)
            }
            (Op::BvNot, &[a]) => self.simplify_bv_not(a),
            (Op::BvNeg, &[a]) => self.simplify_neg(a),
            (Op::BvAnd, &[a, b]) => self.simplify_bv_and(a, b),
            (Op::BvOr, &[a, b]) => self.simplify_bv_or(a, b),
            (Op::BvXor, &[a, b]) => self.simplify_bv_xor(a, b),
            (Op::BvAdd, &[a, b]) => self.simplify_add(a, b),
            (Op::BvSub, &[a, b]) => self.simplify_sub(a, b),
            (Op::BvMul, &[a, b]) => self.simplify_mul(a, b),
            (Op::BvUdiv, &[a, b]) => self.simplify_udiv(a, b),
            (Op::BvUrem, &[a, b]) => self.simplify_urem(a, b),
            (Op::BvSdiv, &[a, b]) => self.simplify_sdiv(a, b),
            (Op::BvSrem, &[a, b]) => self.simplify_srem(a, b),
            (Op::BvSmod, &[a, b]) => self.simplify_smod(a, b),
            (Op::BvShl, &[a, b]) => self.simplify_shl(a, b),
            (Op::BvLshr, &[a, b]) => self.simplify_lshr(a, b),
            (Op::BvAshr, &[a, b]) => self.simplify_ashr(a, b),
            (Op::BvUlt, &[a, b]) => self.simplify_less(Order::Unsigned, a, b),
            (Op::BvUle, &[a, b]) => self.simplify_less_equal(Order::Unsigned, a, b),
            (Op::BvSlt, &[a, b]) => self.simplify_less(Order::Signed, a, b),
            (Op::BvSle, &[a, b]) => self.simplify_less_equal(Order::Signed, a, b),
            (Op::Concat, &[a, b]) => self.simplify_concat(a, b),
            (&Op::Extract { hi, lo }, &[a]) => self.simplify_extract(a, hi, lo),
            (&Op::ZeroExtend(more), &[a]) => self.simplify_zero_extend(a, more),
            (&Op::SignExtend(more), &[a]) => self.simplify_sign_extend(a, more),
            (&Op::RotateLeft(by), &[a]) => self.simplify_rotate_left(a, by),
            (&Op::RotateRight(by), &[a]) => self.simplify_rotate_right(a, by),
            (&Op::Float(float), _) => self.simplify_float(float, args),
            (Op::Select, &[array, index]) => self.simplify_select(array, index),
            (Op::Store, &[array, index, element]) => self.simplify_store(array, index, element),
            (Op::Add | Op::Sub | Op::Neg, _) => self.simplify_linear(op, args),
            (Op::Mul, &[a, b]) => self.simplify_product(a, b),
            (Op::Lt | Op::Le, &[a, b]) => self.simplify_comparison(&op, a, b),
            (Op::IntDiv, &[a, b]) => self.simplify_int_div(a, b),
            (Op::IntMod, &[a, b]) => self.simplify_int_mod(a, b),
            (Op::RealDiv, &[a, b]) => self.simplify_real_div(a, b),
            (Op::ToReal, &[a]) => self.simplify_to_real(a),
            (Op::ToInt, &[a]) => self.simplify_to_int(a),
            (Op::IsInt, &[a]) => self.simplify_is_int(a),
            (&Op::IntToBv(width), &[a]) => self.simplify_int_to_bv(a, width),
            (Op::BvToNat, &[a]) => self.simplify_bv_to_nat(a),
            _ => self.mk(op, args),
        }
    }

    /// Is it a number that is not multiplied? What squares a number in each iteration would have as many digits as
    /// there is memory after some dozens.
    fn is_huge(&self, t: TermId) -> bool {
        self.as_number(t)
            .is_some_and(|number| number.bits() > HUGE_NUMBER)
    }

    /// `op` on `ite`s of two constants with one condition (and on constants) is such an `ite`.
    fn inside_constant_ite(&mut self, op: &Op, args: &[TermId]) -> Option<TermId> {
        let is_candidate = |&a: &TermId| *self.op(a) == Op::Ite || self.is_value(a);
        if matches!(
            op,
            Op::Not | Op::And | Op::Or | Op::Xor | Op::Ite | Op::ConstArray { .. }
        ) || !args.iter().all(is_candidate)
        {
            return None;
        }
        let is_huge_choice = |&a: &TermId| match self.as_ite(a) {
            Some((_, p, q)) => self.is_huge(p) || self.is_huge(q),
            None => self.is_huge(a),
        };
        if *op == Op::Mul && args.iter().any(is_huge_choice) {
            return None;
        }
        let mut condition = None;
        let (mut then, mut otherwise) =
            (SmallVec::<[Value; 3]>::new(), SmallVec::<[Value; 3]>::new());
        for &a in args {
            if let Some(value) = self.as_value(a) {
                then.push(value.clone());
                otherwise.push(value);
                continue;
            }
            let (c, p, q) = self.as_ite(a)?;
            if condition.is_some_and(|other| other != c) {
                return None;
            }
            condition = Some(c);
            then.push(self.as_value(p)?);
            otherwise.push(self.as_value(q)?);
        }
        let then = self.constant(&apply_op(op, &then));
        let otherwise = self.constant(&apply_op(op, &otherwise));
        Some(self.ite(condition?, then, otherwise))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Rational, Sort, Terms};

    /// `x := x · x` from 3/2: after some steps the product is left as it is, and it still means the same.
    #[test]
    fn squares_of_squares_end() {
        let mut terms = Terms::new();
        let mut number = terms.number(Rational::new(3, 2), Sort::Real);
        for _ in 0..60 {
            number = terms.mul(number, number);
        }
        let (_, x) = terms.fresh_symbol("x", Sort::Real);
        let three = terms.number(Rational::from(3), Sort::Real);
        let mut product = terms.mul(three, x);
        for _ in 0..60 {
            product = terms.mul(product, product);
        }
        let sum = terms.add(number, product);
        assert_eq!(terms.sort(sum), Sort::Real);
        assert!(terms.len() < 2000, "{}", terms.len());
    }
}
