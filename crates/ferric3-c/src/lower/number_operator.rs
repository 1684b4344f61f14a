//! Operators on mathematical integers (`--arith`).
//!
//! Bit operations have an exact meaning on integers, too, as operations on two's complement numbers without
//! an end: `~x = -x - 1`, `x << c = x · 2^c`, `x >> c = ⌊x / 2^c⌋`, and `x & m` is a sum of remainders, one
//! for each run of ones in a constant `m`. What is left works on the bits, see [`guard`](super::guard).

use ferric3_ivl::{Check, PropertyKind};
use ferric3_term::{Op, Rational, TermId};
use num_bigint::BigInt;

use super::Lower;
use super::assumption::Assumed;
use super::integer::limits;
use crate::sema::hir::{BinaryOp, CompareOp, Range, UnaryOp};
use crate::sema::types::{Type, TypeId};

/// Masks with more runs of ones than this work on the bits.
const MOST_RUNS: usize = 8;

impl Lower<'_> {
    /// `x op y` for values of the type `ty`; `count_ty` is the type of the right operand of a shift. `None`
    /// if it has to work on the bits.
    pub(super) fn number_arithmetic(
        &mut self,
        op: BinaryOp,
        x: TermId,
        y: TermId,
        (ty, count_ty): (TypeId, TypeId),
        range: Range,
    ) -> Option<TermId> {
        let (a, b) = (
            self.number_of_value(x, ty),
            self.number_of_value(y, count_ty),
        );
        let width = self.types().scalar_width(ty)?;
        let result = match op {
            BinaryOp::Add => self.mk2(Op::Add, a, b),
            BinaryOp::Sub => self.mk2(Op::Sub, a, b),
            BinaryOp::Mul => self.mk2(Op::Mul, a, b),
            BinaryOp::Div | BinaryOp::Rem => {
                self.check_number_divisor(b, range);
                self.truncated(op == BinaryOp::Div, a, b)
            }
            BinaryOp::Shl | BinaryOp::Shr => {
                self.check_number_shift((a, b), (op, ty), width, range);
                self.shifted(op == BinaryOp::Shl, a, b, width)
            }
            BinaryOp::And => self.masked(a, b)?,
            // x | y = x + y - (x & y), x ^ y = x + y - 2 (x & y)
            BinaryOp::Or | BinaryOp::Xor => {
                let common = self.masked(a, b)?;
                let sum = self.mk2(Op::Add, a, b);
                let times = self.int(if op == BinaryOp::Or { 1 } else { 2 });
                let common = self.mk2(Op::Mul, times, common);
                self.mk2(Op::Sub, sum, common)
            }
        };
        Some(self.value_of_number(result, ty))
    }

    /// `-x` and `~x` of a value of the type.
    pub(super) fn number_unary(&mut self, op: UnaryOp, x: TermId, ty: TypeId) -> TermId {
        let number = self.number_of_value(x, ty);
        let result = match op {
            UnaryOp::Neg => self.terms.mk(Op::Neg, &[number]),
            UnaryOp::Not => {
                // All ones of the type: -1, or the greatest number if there is no sign.
                let ones = match (self.types().is_signed(ty), self.types().scalar_width(ty)) {
                    (false, Some(width)) => limits(width, false).1,
                    _ => BigInt::from(-1),
                };
                let ones = self.int(ones);
                self.mk2(Op::Sub, ones, number)
            }
        };
        self.value_of_number(result, ty)
    }

    /// The truth of a comparison of numbers.
    pub(super) fn number_compare(&mut self, op: CompareOp, a: TermId, b: TermId) -> TermId {
        match op {
            CompareOp::Lt => self.mk2(Op::Lt, a, b),
            CompareOp::Gt => self.mk2(Op::Lt, b, a),
            CompareOp::Le => self.mk2(Op::Le, a, b),
            CompareOp::Ge => self.mk2(Op::Le, b, a),
            CompareOp::Eq => self.mk2(Op::Eq, a, b),
            CompareOp::Ne => {
                let equal = self.mk2(Op::Eq, a, b);
                self.not(equal)
            }
        }
    }

    /// `++` and `--` of a value of the type.
    pub(super) fn number_step(&mut self, old: TermId, ty: TypeId, up: bool) -> TermId {
        let number = self.number_of_value(old, ty);
        let one = self.int(1);
        let sum = self.mk2(if up { Op::Add } else { Op::Sub }, number, one);
        if matches!(self.types().get(ty), Type::Bool) {
            let truth = self.is_not_zero(sum);
            return self.bool_to_bits(truth, 8);
        }
        self.value_of_number(sum, ty)
    }

    /// `abs` of a value of the type.
    pub(super) fn number_absolute(&mut self, value: TermId, ty: TypeId) -> TermId {
        let number = self.number_of_value(value, ty);
        let zero = self.int(0);
        let is_positive = self.mk2(Op::Le, zero, number);
        let opposite = self.terms.mk(Op::Neg, &[number]);
        let magnitude = self.terms.mk(Op::Ite, &[is_positive, number, opposite]);
        self.value_of_number(magnitude, ty)
    }

    /// Is a number not 0?
    pub(super) fn is_not_zero(&mut self, number: TermId) -> TermId {
        let zero = self.int(0);
        let equal = self.mk2(Op::Eq, number, zero);
        self.not(equal)
    }

    /// Quotient or remainder, rounded towards zero (6.5.5). Both operators round down if the dividend
    /// is positive, whatever the divisor is: the magnitude of the dividend is divided.
    fn truncated(&mut self, is_quotient: bool, a: TermId, b: TermId) -> TermId {
        let op = if is_quotient { Op::IntDiv } else { Op::IntMod };
        let zero = self.int(0);
        let is_positive = self.mk2(Op::Le, zero, a);
        let opposite = self.terms.mk(Op::Neg, &[a]);
        let there = self.mk2(op.clone(), opposite, b);
        let there = self.terms.mk(Op::Neg, &[there]);
        let here = self.mk2(op, a, b);
        self.terms.mk(Op::Ite, &[is_positive, here, there])
    }

    /// A number shifted by a count. A count that is negative or too large has the result that it has for
    /// bits.
    fn shifted(&mut self, left: bool, a: TermId, count: TermId, width: u32) -> TermId {
        let zero = self.int(0);
        let mut result = zero;
        if !left {
            let (is_negative, minus) = (self.mk2(Op::Lt, a, zero), self.int(-1));
            result = self.terms.mk(Op::Ite, &[is_negative, minus, zero]);
        }
        let op = if left { Op::Mul } else { Op::IntDiv };
        let known = self.terms.as_number(count).map(Rational::numerator);
        for places in (0..width).rev() {
            if known
                .as_ref()
                .is_some_and(|known| *known != BigInt::from(places))
            {
                continue;
            }
            let power = self.int(BigInt::from(1) << places);
            let shifted = self.mk2(op.clone(), a, power);
            if known.is_some() {
                return shifted;
            }
            let expected = self.int(i64::from(places));
            let here = self.mk2(Op::Eq, count, expected);
            result = self.terms.mk(Op::Ite, &[here, shifted, result]);
        }
        result
    }

    /// `a & b`, if one of them is a constant with few runs of ones.
    fn masked(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (a, mask) = match (self.terms.as_number(a), self.terms.as_number(b)) {
            (_, Some(mask)) => (a, mask.numerator()),
            (Some(mask), _) => (b, mask.numerator()),
            (None, None) => return None,
        };
        let runs = runs_of_ones(&mask);
        if runs.len() > MOST_RUNS {
            return None;
        }
        // The bits from `low` to `high` are what is below `high` without what is below `low`.
        let mut sum = self.int(0);
        for (low, high) in runs {
            let mut part = match high {
                Some(high) => self.below(a, high),
                None => a,
            };
            if low > 0 {
                let rest = self.below(a, low);
                part = self.mk2(Op::Sub, part, rest);
            }
            sum = self.mk2(Op::Add, sum, part);
        }
        Some(sum)
    }

    /// The lowest bits of a number.
    fn below(&mut self, a: TermId, bits: u64) -> TermId {
        let power = self.int(BigInt::from(1) << bits);
        self.mk2(Op::IntMod, a, power)
    }

    fn check_number_divisor(&mut self, divisor: TermId, range: Range) {
        let is_zero = |value: &Rational| value.numerator() == BigInt::ZERO;
        if self.terms.as_number(divisor).is_none_or(is_zero) {
            let divides = self.is_not_zero(divisor);
            self.check(Check::Division, divides, Assumed::Division, range);
        }
    }

    /// A count must be below the width, and what is shifted left must not be negative. Nothing is ever
    /// shifted into the sign.
    fn check_number_shift(
        &mut self,
        (a, count): (TermId, TermId),
        (op, ty): (BinaryOp, TypeId),
        width: u32,
        range: Range,
    ) {
        let last = BigInt::from(width - 1);
        let allowed = |count: &Rational| (BigInt::ZERO..=last.clone()).contains(&count.numerator());
        if !self.terms.as_number(count).is_some_and(allowed) {
            let fits = self.lies_between(count, BigInt::ZERO, last);
            self.check(Check::Shift, fits, Assumed::Shift, range);
        }
        let is_checked = self.options.checks.contains(&Check::Shift);
        if is_checked && op == BinaryOp::Shl && self.types().is_signed(ty) {
            let zero = self.int(0);
            let is_positive = self.mk2(Op::Le, zero, a);
            let description = format!("left shift of a negative number in {}", self.text(range));
            self.assert(
                is_positive,
                PropertyKind::Check(Check::Shift),
                description,
                range,
            );
        }
    }
}

/// The runs of ones of a two's complement number without an end: the first bit of each, and the bit behind
/// it, unless it goes on forever.
fn runs_of_ones(mask: &BigInt) -> Vec<(u64, Option<u64>)> {
    let mut runs = Vec::new();
    let mut start = None;
    for bit in 0..=mask.bits() {
        match (mask.bit(bit), start) {
            (true, None) => start = Some(bit),
            (false, Some(low)) => {
                runs.push((low, Some(bit)));
                start = None;
            }
            _ => {}
        }
    }
    runs.extend(start.map(|low| (low, None)));
    runs
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;

    use super::runs_of_ones;

    /// `x & m` is the sum over the runs, for all small numbers.
    #[test]
    fn masks_are_sums_of_remainders() {
        let below = |x: i64, bits: u64| x.rem_euclid(1 << bits);
        for mask in -70_i64..=70 {
            let runs = runs_of_ones(&BigInt::from(mask));
            for x in -200_i64..=200 {
                let parts = runs.iter().map(|&(low, high)| {
                    let part = high.map_or(x, |high| below(x, high));
                    part - below(x, low)
                });
                assert_eq!(parts.sum::<i64>(), x & mask, "{x} & {mask}");
            }
        }
    }
}
