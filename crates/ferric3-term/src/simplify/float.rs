//! Floating-point operations. Results that are not numbers have one encoding, arguments may have
//! others; that is why a rule that drops an operation has to bring its argument into that form.

use std::cmp::Ordering;

use crate::float::apply_float;
use crate::{BitVecValue, FloatFormat, FloatOp, Op, TermId, Terms, Value};

/// A comparison.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Eq,
    Lt,
    Le,
}

impl Relation {
    fn op(self, format: FloatFormat) -> FloatOp {
        match self {
            Relation::Eq => FloatOp::Eq(format),
            Relation::Lt => FloatOp::Lt(format),
            Relation::Le => FloatOp::Le(format),
        }
    }
}

impl Terms {
    pub(super) fn simplify_float(&mut self, op: FloatOp, args: &[TermId]) -> TermId {
        let simpler = match (op, args) {
            (FloatOp::Add(f), &[a, b]) => {
                let (a, b) = self.ordered(a, b);
                if self.as_const(b) == Some(&BitVecValue::signed_min(f.width())) {
                    return self.canonical_nan(f, a); // x + (-0)
                }
                return self.mk(Op::Float(op), &[a, b]);
            }
            (FloatOp::Sub(f), &[a, b]) if self.as_const(b).is_some() => {
                let minus = self.fp_neg(f, b);
                Some(self.fp_add(f, a, minus))
            }
            (FloatOp::Mul(f), &[a, b]) => {
                let (a, b) = self.ordered(a, b);
                if self.is_float_one(f, b) {
                    return self.canonical_nan(f, a);
                }
                return self.mk(Op::Float(op), &[a, b]);
            }
            (FloatOp::Fma(_), &[a, b, c]) => {
                let (a, b) = self.ordered(a, b);
                return self.mk(Op::Float(op), &[a, b, c]);
            }
            (FloatOp::Div(f), &[a, b]) if self.is_float_one(f, b) => Some(self.canonical_nan(f, a)),
            (FloatOp::Eq(f), &[a, b]) => {
                let (a, b) = self.ordered(a, b);
                return self.simplify_float_relation(Relation::Eq, f, a, b);
            }
            (FloatOp::Lt(f), &[a, b]) => {
                return self.simplify_float_relation(Relation::Lt, f, a, b);
            }
            (FloatOp::Le(f), &[a, b]) => {
                return self.simplify_float_relation(Relation::Le, f, a, b);
            }
            (FloatOp::Convert { from, to }, &[a]) => self.simplify_convert(from, to, a),
            _ => None,
        };
        simpler.unwrap_or_else(|| self.mk(Op::Float(op), args))
    }

    /// `a`, or the default encoding if it is not a number.
    fn canonical_nan(&mut self, format: FloatFormat, a: TermId) -> TermId {
        if let Op::Float(op) = self.op(a)
            && op.result_format() == Some(format)
        {
            return a;
        }
        let nan = self.fp_is_nan(format, a);
        let default = self.bv(format.nan());
        self.ite(nan, default, a)
    }

    fn is_float_one(&self, format: FloatFormat, t: TermId) -> bool {
        let bias = BitVecValue::from_u64(format.bias(), format.exponent + 1);
        let one = bias.concat(&BitVecValue::zero(format.fraction()));
        self.as_const(t) == Some(&one)
    }

    fn simplify_float_relation(
        &mut self,
        relation: Relation,
        format: FloatFormat,
        a: TermId,
        b: TermId,
    ) -> TermId {
        let is_nan = |terms: &Terms, t: TermId| {
            let magnitude = |v: &BitVecValue| v.extract(format.width() - 2, 0);
            let infinity = magnitude(&format.infinity());
            terms
                .as_const(t)
                .is_some_and(|v| infinity.ult(&magnitude(v)))
        };
        if is_nan(self, a) || is_nan(self, b) {
            return self.ff();
        }
        if a == b {
            let nan = self.fp_is_nan(format, a);
            let number = self.not(nan);
            return match relation {
                Relation::Lt => self.ff(),
                Relation::Eq | Relation::Le => number,
            };
        }
        self.compare_narrow(relation, format, a, b)
            .unwrap_or_else(|| self.mk(Op::Float(relation.op(format)), &[a, b]))
    }

    /// A comparison of numbers that were converted from a smaller format takes place there.
    fn compare_narrow(
        &mut self,
        relation: Relation,
        wide: FloatFormat,
        a: TermId,
        b: TermId,
    ) -> Option<TermId> {
        let (x, y) = (self.as_widened(wide, a), self.as_widened(wide, b));
        match (x, y) {
            (Some((f, x)), Some((g, y))) if f == g => {
                Some(self.simplified(Op::Float(relation.op(f)), &[x, y]))
            }
            (Some((f, x)), None) => {
                let (bound, order) = self.narrow_constant(f, wide, b)?;
                let bound = self.bv(bound);
                match (relation, order) {
                    (_, Ordering::Equal) => {
                        Some(self.simplified(Op::Float(relation.op(f)), &[x, bound]))
                    }
                    (Relation::Eq, _) => Some(self.ff()),
                    // Nothing lies between the constant and its neighbour.
                    (_, Ordering::Less) => Some(self.fp_le(f, x, bound)),
                    (_, Ordering::Greater) => Some(self.fp_lt(f, x, bound)),
                }
            }
            (None, Some((g, y))) => {
                let (bound, order) = self.narrow_constant(g, wide, a)?;
                let bound = self.bv(bound);
                match (relation, order) {
                    (_, Ordering::Equal) => {
                        Some(self.simplified(Op::Float(relation.op(g)), &[bound, y]))
                    }
                    (Relation::Eq, _) => Some(self.ff()),
                    (_, Ordering::Less) => Some(self.fp_lt(g, bound, y)),
                    (_, Ordering::Greater) => Some(self.fp_le(g, bound, y)),
                }
            }
            _ => None,
        }
    }

    /// The smaller format and the number that `t` was converted from.
    fn as_widened(&self, wide: FloatFormat, t: TermId) -> Option<(FloatFormat, TermId)> {
        match *self.op(t) {
            Op::Float(FloatOp::Convert { from, to }) if to == wide && from.is_within(to) => {
                Some((from, self.args(t)[0]))
            }
            _ => None,
        }
    }

    /// A constant in a smaller format, and how that compares with the constant.
    fn narrow_constant(
        &self,
        narrow: FloatFormat,
        wide: FloatFormat,
        t: TermId,
    ) -> Option<(BitVecValue, Ordering)> {
        let constant = Value::from(self.as_const(t)?.clone());
        let convert = |from, to, value| apply_float(FloatOp::Convert { from, to }, &[value]);
        let rounded = convert(wide, narrow, constant.clone());
        let back = convert(narrow, wide, rounded.clone());
        let is =
            |op: FloatOp, a: &Value, b: &Value| apply_float(op, &[a.clone(), b.clone()]).as_bool();
        let order = if is(FloatOp::Eq(wide), &back, &constant) {
            Ordering::Equal
        } else if is(FloatOp::Lt(wide), &back, &constant) {
            Ordering::Less
        } else {
            Ordering::Greater
        };
        Some((rounded.as_bv().clone(), order))
    }

    fn simplify_convert(
        &mut self,
        from: FloatFormat,
        to: FloatFormat,
        a: TermId,
    ) -> Option<TermId> {
        if from == to {
            return Some(self.canonical_nan(to, a));
        }
        // There and further or back again: through a format that has room for all numbers.
        if let Some((first, x)) = self.as_widened(from, a) {
            return Some(self.fp_convert(first, to, x));
        }
        self.narrow_operation(from, to, a)
    }

    /// A sum or product of two numbers of a small format, in a format with more than twice the
    /// precision, and rounded to the small one, is that of the small one: products are exact in
    /// between, and sums innocuous (Figueroa, *When is double rounding innocuous?*, 1995).
    fn narrow_operation(
        &mut self,
        wide: FloatFormat,
        narrow: FloatFormat,
        t: TermId,
    ) -> Option<TermId> {
        let op = match *self.op(t) {
            Op::Float(FloatOp::Add(_)) => FloatOp::Add(narrow),
            Op::Float(FloatOp::Sub(_)) => FloatOp::Sub(narrow),
            Op::Float(FloatOp::Mul(_)) => FloatOp::Mul(narrow),
            _ => return None,
        };
        let has_room = wide.significand >= 2 * narrow.significand + 2
            && wide.bias() >= 2 * (narrow.bias() + u64::from(narrow.significand));
        let args = [self.args(t)[0], self.args(t)[1]];
        if !has_room {
            return None;
        }
        let mut small = [args[0]; 2];
        for (small, arg) in small.iter_mut().zip(args) {
            *small = match self.as_widened(wide, arg) {
                Some((from, x)) if from == narrow => x,
                Some(_) => return None,
                None => {
                    let (value, order) = self.narrow_constant(narrow, wide, arg)?;
                    if order.is_ne() {
                        return None;
                    }
                    self.bv(value)
                }
            };
        }
        Some(self.simplified(Op::Float(op), &small))
    }
}
