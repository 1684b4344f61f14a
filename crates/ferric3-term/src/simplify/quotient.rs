//! `div` and `mod` by constants, `/`, and conversions between integers, real numbers and bit-vectors.

use num_bigint::BigInt;

use super::sum::Sum;
use crate::{Op, Rational, Sort, TermId, Terms};

impl Terms {
    /// `div a b`. With `a = d·Q + R` it is `Q + div R d`, where the coefficients of `R` are less than `d`.
    pub(super) fn simplify_int_div(&mut self, a: TermId, b: TermId) -> TermId {
        let (Some(divisor), Some(sum)) = (self.as_number(b).cloned(), self.as_sum(a)) else {
            return self.mk(Op::IntDiv, &[a, b]);
        };
        if divisor.is_zero() {
            return self.int(0);
        }
        let (mut quotient, rest) = split(&sum, &divisor.abs());
        if let Some((rest, _, divisor)) = reduced(rest, &divisor.abs()) {
            let rest = self.sum_term(&rest, Sort::Int);
            let is_remainder = matches!(self.remainder_by(rest), Some(by) if by <= divisor);
            if !is_remainder {
                let divisor = self.int(divisor);
                let atom = self.mk(Op::IntDiv, &[rest, divisor]);
                quotient.add(atom, &Rational::ONE);
            }
        }
        if divisor.is_negative() {
            quotient.scale(&Rational::MINUS_ONE);
        }
        self.sum_term(&quotient, Sort::Int)
    }

    /// `mod a b`. With `a = d·Q + R` it is `mod R d`.
    pub(super) fn simplify_int_mod(&mut self, a: TermId, b: TermId) -> TermId {
        let (Some(divisor), Some(sum)) = (self.as_number(b).cloned(), self.as_sum(a)) else {
            return self.mk(Op::IntMod, &[a, b]);
        };
        if divisor.is_zero() {
            return a;
        }
        let (_, rest) = split(&sum, &divisor.abs());
        if rest.addends.is_empty() {
            return self.int(rest.constant);
        }
        let constant = rest.constant.clone();
        let Some((rest, factor, divisor)) = reduced(rest, &divisor.abs()) else {
            return self.int(constant);
        };
        let inner = self.sum_term(&rest, Sort::Int);
        let remainder = match self.remainder_by(inner) {
            Some(by) if by <= divisor => inner,
            _ => {
                let divisor = self.int(divisor);
                self.mk(Op::IntMod, &[inner, divisor])
            }
        };
        // f·R' + c, where c is less than f.
        let mut total = self.as_sum(remainder).expect("one addend is not too many");
        total.scale(&factor);
        total.constant += &constant.rem_euclid(&factor);
        self.sum_term(&total, Sort::Int)
    }

    /// The divisor, if `t` is a remainder: it is not negative and less than that.
    fn remainder_by(&self, t: TermId) -> Option<Rational> {
        let (_, divisor) = self.as_binary(&Op::IntMod, t)?;
        let divisor = self.as_number(divisor)?.abs();
        (!divisor.is_zero()).then_some(divisor)
    }

    /// `a / b`.
    pub(super) fn simplify_real_div(&mut self, a: TermId, b: TermId) -> TermId {
        match self.as_number(b) {
            None => self.mk(Op::RealDiv, &[a, b]),
            Some(by) if by.is_zero() => self.real(0),
            Some(by) => {
                let by = by.reciprocal();
                let by = self.real(by);
                self.mul(by, a)
            }
        }
    }

    /// `to_real` of a sum is the sum of the real numbers.
    pub(super) fn simplify_to_real(&mut self, a: TermId) -> TermId {
        let Some(sum) = self.as_sum(a) else {
            return self.mk(Op::ToReal, &[a]);
        };
        let mut reals = Sum::constant(sum.constant);
        for (atom, coefficient) in sum.addends {
            reals
                .addends
                .insert(self.mk(Op::ToReal, &[atom]), coefficient);
        }
        self.sum_term(&reals, Sort::Real)
    }

    /// `to_int` of integers over a common denominator is a `div`.
    pub(super) fn simplify_to_int(&mut self, a: TermId) -> TermId {
        let Some((integers, denominator)) = self.over_denominator(a) else {
            return self.mk(Op::ToInt, &[a]);
        };
        let mut integers = integers;
        integers.constant = integers.constant.floor();
        let (dividend, divisor) = (self.sum_term(&integers, Sort::Int), self.int(denominator));
        self.int_div(dividend, divisor)
    }

    /// `is_int` of integers over a common denominator asks for a remainder.
    pub(super) fn simplify_is_int(&mut self, a: TermId) -> TermId {
        let Some((integers, denominator)) = self.over_denominator(a) else {
            return self.mk(Op::IsInt, &[a]);
        };
        if !integers.constant.is_integer() {
            return self.ff();
        }
        let (dividend, divisor) = (self.sum_term(&integers, Sort::Int), self.int(denominator));
        let remainder = self.int_mod(dividend, divisor);
        let zero = self.int(0);
        self.eq(remainder, zero)
    }

    /// A real number as `Σ / d`, where the addends are integers; the constant may still be a fraction.
    fn over_denominator(&self, a: TermId) -> Option<(Sum, Rational)> {
        let mut sum = self.without_to_real(&self.as_sum(a)?)?;
        let mut denominator = Rational::ONE;
        for coefficient in sum.addends.values() {
            denominator = denominator.lcm(&coefficient.denominator().into());
        }
        sum.scale(&denominator);
        Some((sum, denominator))
    }

    /// `int2bv` of a bit-vector's number is the bit-vector, cut or extended.
    pub(super) fn simplify_int_to_bv(&mut self, a: TermId, width: u32) -> TermId {
        match self.as_unary(&Op::BvToNat, a) {
            Some(bits) => self.resize(bits, width, false),
            None => self.mk(Op::IntToBv(width), &[a]),
        }
    }

    /// The number of an integer's bits is a remainder: solvers need no bits for it.
    pub(super) fn simplify_bv_to_nat(&mut self, a: TermId) -> TermId {
        if let Some(remainder) = self.as_remainder(a) {
            return remainder;
        }
        if let Some([c, x, y]) = self.as_choice_of_integers(a) {
            let (x, y) = (self.bv_to_nat(x), self.bv_to_nat(y));
            return self.ite(c, x, y);
        }
        self.mk(Op::BvToNat, &[a])
    }

    /// `int2bv n < 0`, where signs are read, is `n mod 2^w ≥ 2^(w-1)`.
    pub(super) fn negative_remainder(&mut self, a: TermId) -> Option<TermId> {
        if let Some([c, x, y]) = self.as_choice_of_integers(a) {
            let zero = self.bv_u64(0, self.width(a));
            let (x, y) = (self.bv_slt(x, zero), self.bv_slt(y, zero));
            return Some(self.ite(c, x, y));
        }
        let remainder = self.as_remainder(a)?;
        let half = self.int(BigInt::from(1) << (self.width(a) - 1));
        Some(self.le(half, remainder))
    }

    /// A choice between the bits of an integer and something else.
    fn as_choice_of_integers(&self, a: TermId) -> Option<[TermId; 3]> {
        let &[c, x, y] = self.args(a) else {
            return None;
        };
        let is_integer = |side: TermId| matches!(self.op(side), Op::IntToBv(_));
        (*self.op(a) == Op::Ite && (is_integer(x) || is_integer(y))).then_some([c, x, y])
    }

    /// `n mod 2^w` for `int2bv n`.
    fn as_remainder(&mut self, a: TermId) -> Option<TermId> {
        let width = self.width(a);
        let number = self.as_unary(&Op::IntToBv(width), a)?;
        let all = self.int(BigInt::from(1) << width);
        Some(self.int_mod(number, all))
    }
}

/// `sum = d·Q + R`, where the coefficients of `R` and its constant are at least 0 and less than `d`.
fn split(sum: &Sum, d: &Rational) -> (Sum, Sum) {
    let mut quotient = Sum::constant(sum.constant.div_euclid(d));
    let mut rest = Sum::constant(sum.constant.rem_euclid(d));
    for (&atom, coefficient) in &sum.addends {
        let (q, r) = (coefficient.div_euclid(d), coefficient.rem_euclid(d));
        if !q.is_zero() {
            quotient.addends.insert(atom, q);
        }
        if !r.is_zero() {
            rest.addends.insert(atom, r);
        }
    }
    (quotient, rest)
}

/// `R = f·R' + c` and `d = f·d'` with the greatest `f`, and `0 ≤ c < f`: gives `R'`, `f` and `d'`, for
/// `div R d = div R' d'` and `mod R d = f·(mod R' d') + c`. `None` if `R` is a constant.
fn reduced(mut rest: Sum, d: &Rational) -> Option<(Sum, Rational, Rational)> {
    if rest.addends.is_empty() {
        return None;
    }
    let mut factor = d.clone();
    for coefficient in rest.addends.values() {
        factor = factor.gcd(coefficient);
    }
    rest.scale(&factor.reciprocal());
    rest.constant = rest.constant.floor();
    Some((rest, factor.clone(), d / &factor))
}
