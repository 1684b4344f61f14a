//! `=`, `<` and `<=` of integers and real numbers: one form for all ways to say the same.
//!
//! Every relation is one between a sum and 0, see `sum.rs`. It is divided by a positive number:
//! * integers: such that coefficients are integers without a common divisor; the constant is rounded then, since
//!   `2x ≤ 3` is `x ≤ 1`, and `<` is `≤` with one less;
//! * real numbers: such that the first coefficient is 1 or -1.
//!
//! Comparisons have the constant by itself, on the side where the first coefficient is positive:
//! `Σ ≤ k`, `k ≤ Σ`, and for real numbers also `Σ < k`, `k < Σ`. Equations are solved for their oldest atom with
//! coefficient 1 or -1 that is no choice, `x = Σ`; if there is none they are `Σ = k`.
//! Relations between integers that came as real numbers are relations between integers.

use super::sum::Sum;
use crate::{Op, Rational, Sort, SymbolId, TermId, Terms};

impl Terms {
    /// `a < b` or `a <= b`.
    pub(super) fn simplify_comparison(&mut self, op: &Op, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.bool(*op == Op::Le);
        }
        match self.as_difference(a, b) {
            Some(sum) => self.sum_below_zero(sum, self.sort(a), *op == Op::Lt),
            None => self.mk(op.clone(), &[a, b]),
        }
    }

    /// `sum < 0` or `sum ≤ 0`.
    fn sum_below_zero(&mut self, mut sum: Sum, sort: Sort, strict: bool) -> TermId {
        if sum.addends.is_empty() {
            let holds = sum.constant.is_negative() || (!strict && sum.constant.is_zero());
            return self.bool(holds);
        }
        let sort = self.as_integer_relation(&mut sum, sort);
        let strict = self.normalise(&mut sum, sort, strict);
        let upper = !first_coefficient(&sum).is_negative();
        if !upper {
            sum.scale(&Rational::MINUS_ONE);
        }
        if let Some(merged) = self.with_merged_choices(&sum, sort) {
            // Choices are older or younger with another sign: the first addend may be another one.
            sum = merged;
            if !upper {
                sum.scale(&Rational::MINUS_ONE);
            }
            return self.sum_below_zero(sum, sort, strict);
        }
        let bound = -std::mem::take(&mut sum.constant);
        if let Some(t) = self.atom_on_side(&sum, sort, upper, strict, &bound) {
            return t;
        }
        let (sum, bound) = (self.sum_term(&sum, sort), self.number(bound, sort));
        let op = if strict { Op::Lt } else { Op::Le };
        match upper {
            true => self.mk(op, &[sum, bound]),
            false => self.mk(op, &[bound, sum]),
        }
    }

    /// Divides as the head of this file says, and rounds. Is the relation still strict?
    fn normalise(&self, sum: &mut Sum, sort: Sort, strict: bool) -> bool {
        if sort != Sort::Int {
            let first = first_coefficient(sum).abs();
            sum.scale(&first.reciprocal());
            return strict;
        }
        sum.scale(&sum.content().reciprocal());
        sum.constant = match strict {
            true => &sum.constant.floor() + &Rational::ONE,
            false => sum.constant.ceil(),
        };
        false
    }

    /// If all atoms are integers as real numbers: the sum of these integers, times the common denominator.
    /// The sort of the atoms that are left.
    fn as_integer_relation(&self, sum: &mut Sum, sort: Sort) -> Sort {
        if sort != Sort::Real {
            return sort;
        }
        let Some(integers) = self.without_to_real(sum) else {
            return sort;
        };
        *sum = integers;
        Sort::Int
    }

    /// The same sum of the integers, if all atoms are integers as real numbers.
    pub(super) fn without_to_real(&self, sum: &Sum) -> Option<Sum> {
        let mut integers = Sum::constant(sum.constant.clone());
        for (&atom, coefficient) in &sum.addends {
            let integer = self.as_unary(&Op::ToReal, atom)?;
            integers.addends.insert(integer, coefficient.clone());
        }
        Some(integers)
    }

    /// A single atom compared with a constant: one that is a choice of constants, or has a known range.
    fn atom_on_side(
        &mut self,
        sum: &Sum,
        sort: Sort,
        upper: bool,
        strict: bool,
        bound: &Rational,
    ) -> Option<TermId> {
        let atom = sum.as_atom()?;
        if let Some((c, p, q)) = self.as_ite_of_constants(atom) {
            let bound = self.number(bound.clone(), sort);
            let op = if strict { Op::Lt } else { Op::Le };
            let [p, q] = [p, q].map(|branch| match upper {
                true => self.simplified(op.clone(), &[branch, bound]),
                false => self.simplified(op.clone(), &[bound, branch]),
            });
            return Some(self.ite(c, p, q));
        }
        let (least, greatest) = self.integer_range(atom)?;
        let (always, never) = match upper {
            true => (greatest <= *bound, least > *bound),
            false => (least >= *bound, greatest < *bound),
        };
        (always || never).then(|| self.bool(always))
    }

    /// The least and the greatest value of an integer term, where one sees them.
    fn integer_range(&self, t: TermId) -> Option<(Rational, Rational)> {
        match (self.op(t), self.args(t)) {
            (Op::IntMod, &[_, d]) => {
                let divisor = self.as_number(d)?.abs();
                (!divisor.is_zero()).then(|| (Rational::ZERO, divisor - Rational::ONE))
            }
            (Op::BvToNat, &[x]) => {
                let range = num_bigint::BigInt::from(1) << self.width(x);
                Some((Rational::ZERO, Rational::from(range - 1)))
            }
            _ => None,
        }
    }

    /// `a = b`, of sort Int or Real.
    pub(super) fn simplify_number_eq(&mut self, a: TermId, b: TermId) -> TermId {
        let Some(mut sum) = self.as_difference(a, b) else {
            return self.mk(Op::Eq, &[a, b]);
        };
        if sum.addends.is_empty() {
            let holds = sum.constant.is_zero();
            return self.bool(holds);
        }
        let sort = self.as_integer_relation(&mut sum, self.sort(a));
        if sort == Sort::Int {
            sum.scale(&sum.content().reciprocal());
            if !sum.constant.is_integer() {
                return self.ff();
            }
        }
        if let Some(t) = self.choice_is(&sum, sort) {
            return t;
        }
        let is_unit = |c: &Rational| sort == Sort::Real || c.abs().is_one();
        // Choices change when they get another factor, so an equation is solved for one only if there is
        // nothing else.
        let is_choice = |t: TermId| *self.op(t) == Op::Ite;
        let only_choices = sum.addends.keys().all(|&t| is_choice(t));
        let mut addends = sum.addends.iter();
        let oldest = addends.find(|&(&t, c)| is_unit(c) && (only_choices || !is_choice(t)));
        let Some((atom, coefficient)) = oldest.map(|(&atom, c)| (atom, c.clone())) else {
            if first_coefficient(&sum).is_negative() {
                sum.scale(&Rational::MINUS_ONE);
            }
            let bound = -std::mem::take(&mut sum.constant);
            let (sum, bound) = (self.sum_term(&sum, sort), self.number(bound, sort));
            return self.mk(Op::Eq, &[sum, bound]);
        };
        sum.addends.remove(&atom);
        sum.scale(&-coefficient.reciprocal());
        if let Some((least, greatest)) = self.integer_range(atom)
            && sum.addends.is_empty()
            && (sum.constant < least || sum.constant > greatest)
        {
            return self.ff();
        }
        let rest = self.sum_term(&sum, sort);
        self.mk(Op::Eq, &[atom, rest])
    }

    /// The term `v` such that `a = b` says `symbol = v`: for linear equations of integers in which the symbol
    /// has coefficient 1 or -1, or of real numbers, and that have it nowhere else.
    pub fn solved_for(&mut self, a: TermId, b: TermId, symbol: SymbolId) -> Option<TermId> {
        let sort = self.symbol(symbol).sort;
        if !sort.is_number() || self.sort(a) != sort {
            return None;
        }
        let mut sum = self.as_difference(a, b)?;
        if sort == Sort::Int && !sum.addends.is_empty() {
            sum.scale(&sum.content().reciprocal());
        }
        let x = self.symbol_term(symbol);
        let coefficient = sum.addends.remove(&x)?;
        if sort == Sort::Int && !(coefficient.abs().is_one() && sum.constant.is_integer()) {
            return None;
        }
        sum.scale(&-coefficient.reciprocal());
        let value = self.sum_term(&sum, sort);
        (!self.symbols_of(value).contains(&symbol)).then_some(value)
    }

    /// `sum = 0` where a choice of constants is all there is, or a choice is equal to one of its branches.
    fn choice_is(&mut self, sum: &Sum, sort: Sort) -> Option<TermId> {
        for (&atom, coefficient) in &sum.addends {
            let Some((c, p, q)) = self.as_ite(atom) else {
                continue;
            };
            let mut rest = sum.clone();
            rest.addends.remove(&atom);
            rest.scale(&-coefficient.reciprocal());
            if rest.addends.is_empty() && self.as_ite_of_constants(atom).is_some() {
                // Of sort Int it is equal to no fraction.
                if sort == Sort::Int && !rest.constant.is_integer() {
                    return Some(self.ff());
                }
                let value = self.number(rest.constant, sort);
                let (p, q) = (self.eq(p, value), self.eq(q, value));
                return Some(self.ite(c, p, q));
            }
            let is_rest = |branch: TermId| self.as_sum(branch).is_some_and(|sum| sum == rest);
            if is_rest(p) {
                let other = self.eq(q, p);
                return Some(self.or2(c, other));
            }
            if is_rest(q) {
                let other = self.eq(p, q);
                let not_c = self.not(c);
                return Some(self.or2(not_c, other));
            }
        }
        None
    }

    /// The negation of a simplified comparison, if it was ever built.
    pub(super) fn find_not_comparison(&self, a: TermId) -> Option<TermId> {
        let (op, &[x, y]) = (self.op(a), self.args(a)) else {
            return None;
        };
        let dual = if *op == Op::Le { Op::Lt } else { Op::Le };
        if self.sort(x) == Sort::Int && *op == Op::Le {
            // The next integer is on the other side.
            if let Some(k) = self.as_number(y) {
                let above = self.find(&Op::Int(k + &Rational::ONE), &[])?;
                return self.find(&Op::Le, &[above, x]);
            }
            if let Some(k) = self.as_number(x) {
                let below = self.find(&Op::Int(k - &Rational::ONE), &[])?;
                return self.find(&Op::Le, &[y, below]);
            }
        }
        self.find(&dual, &[y, x])
    }
}

/// The coefficient of the oldest atom. Requires one.
fn first_coefficient(sum: &Sum) -> &Rational {
    let (_, first) = sum.addends.first_key_value().expect("there is an addend");
    first
}
