//! Equations between sums: one form for all orders of the addends.
//!
//! A SAT solver that has to find out that two sums of the same numbers in different order are equal
//! does so bit by bit, which is hopeless from a handful of addends on. So `a = b` is brought to
//! `Σ positive = Σ negative + constant` (or `Σ positive - Σ negative = constant` if one side was a
//! constant), each addend on one side only, in the order of the ids.
//! Products of sums are multiplied out: `(q + 1) · b` is `q · b + b`.

use std::collections::BTreeMap;

use crate::{BitVecValue, Op, TermId, Terms};

/// Sums with more addends stay as they are.
const MAX_ADDENDS: usize = 16;

/// `Σ coefficient · addend + constant`.
struct Sum {
    addends: BTreeMap<TermId, BitVecValue>,
    constant: BitVecValue,
    /// Addends seen, and those seen again.
    seen: usize,
}

impl Terms {
    /// `a = b` if one of them is a sum, brought to the form above; `None` if there is nothing to
    /// gain: fewer than three addends, none of them twice.
    pub(super) fn linear_equality(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if !self.is_sum(a) && !self.is_sum(b) {
            return None;
        }
        let width = self.width(a);
        let mut sum = Sum {
            addends: BTreeMap::new(),
            constant: BitVecValue::zero(width),
            seen: 0,
        };
        let one = BitVecValue::one(width);
        self.add_to_sum(&mut sum, a, one.clone())?;
        self.add_to_sum(&mut sum, b, one.neg())?;
        if sum.seen == sum.addends.len() && sum.seen < 3 {
            return None;
        }
        sum.addends.retain(|_, coefficient| !coefficient.is_zero());
        let is_negative = |c: &BitVecValue| c.bit(width - 1);
        // The oldest addend is on the positive side: of `s = 0` and `-s = 0` one is chosen.
        let flip = match sum.addends.first_key_value() {
            None => {
                let holds = sum.constant.is_zero();
                return Some(self.bool(holds));
            }
            Some((_, first)) => is_negative(first),
        };
        let sign = |c: &BitVecValue| if flip { c.neg() } else { c.clone() };
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (&addend, coefficient) in &sum.addends {
            let coefficient = sign(coefficient);
            if is_negative(&coefficient) {
                right.push((addend, coefficient.neg()));
            } else {
                left.push((addend, coefficient));
            }
        }
        let constant = sign(&sum.constant).neg();
        let zero = BitVecValue::zero(width);
        let has_value = self.as_const(a).is_some() || self.as_const(b).is_some();
        let (left, right) = if has_value && !constant.is_zero() {
            // `t = value` is a form that others look for.
            let (left, right) = (
                self.rebuild_sum(&left, zero.clone()),
                self.rebuild_sum(&right, zero),
            );
            (self.bv_sub(left, right), self.bv(constant))
        } else {
            (
                self.rebuild_sum(&left, zero),
                self.rebuild_sum(&right, constant),
            )
        };
        if (left, right) == (a, b) || (left, right) == (b, a) {
            return None;
        }
        if sum.addends.len() < 3 {
            // What is left is for the other rules.
            return Some(self.eq(left, right));
        }
        let (left, right) = self.ordered(left, right);
        Some(self.mk(Op::Eq, &[left, right]))
    }

    /// Add `factor · t`; `None` if that makes too many addends.
    fn add_to_sum(&mut self, sum: &mut Sum, t: TermId, factor: BitVecValue) -> Option<()> {
        let mut stack = vec![(t, factor)];
        let mut steps = 0;
        while let Some((t, factor)) = stack.pop() {
            steps += 1;
            if steps > 4 * MAX_ADDENDS {
                return None;
            }
            match (self.op(t), self.args(t)) {
                (Op::Const(value), _) => sum.constant = sum.constant.add(&factor.mul(value)),
                (Op::BvAdd, &[x, y]) => stack.extend([(y, factor.clone()), (x, factor)]),
                (Op::BvSub, &[x, y]) => stack.extend([(y, factor.neg()), (x, factor)]),
                (Op::BvNeg, &[x]) => stack.push((x, factor.neg())),
                (Op::BvMul, &[x, y]) if self.as_const(y).is_some() => {
                    let by = self.as_const(y)?;
                    stack.push((x, factor.mul(by)));
                }
                (Op::BvMul, &[x, y]) if self.is_sum(x) || self.is_sum(y) => {
                    // (p + q) · y = p · y + q · y
                    let (sum_of, by) = if self.is_sum(x) { (x, y) } else { (y, x) };
                    let is_difference = *self.op(sum_of) == Op::BvSub;
                    let &[p, q] = self.args(sum_of) else {
                        return None;
                    };
                    let (p, q) = (self.bv_mul(p, by), self.bv_mul(q, by));
                    let minus = if is_difference {
                        factor.neg()
                    } else {
                        factor.clone()
                    };
                    stack.extend([(q, minus), (p, factor)]);
                }
                (Op::BvShl, &[x, y]) if self.as_const(y).is_some() => {
                    let by = self.as_const(y)?;
                    stack.push((x, factor.shl(by)));
                }
                _ => {
                    sum.seen += 1;
                    if sum.seen > MAX_ADDENDS {
                        return None;
                    }
                    let zero = BitVecValue::zero(factor.width());
                    let coefficient = sum.addends.entry(t).or_insert(zero);
                    *coefficient = coefficient.add(&factor);
                }
            }
        }
        Some(())
    }

    fn is_sum(&self, t: TermId) -> bool {
        matches!(self.op(t), Op::BvAdd | Op::BvSub)
    }

    fn rebuild_sum(&mut self, addends: &[(TermId, BitVecValue)], constant: BitVecValue) -> TermId {
        let width = constant.width();
        let mut total: Option<TermId> = None;
        for (addend, coefficient) in addends {
            let part = if coefficient.is_one() {
                *addend
            } else {
                let coefficient = self.bv(coefficient.clone());
                self.bv_mul(*addend, coefficient)
            };
            total = Some(match total {
                None => part,
                Some(total) => self.bv_add(total, part),
            });
        }
        let constant_term = self.bv(constant);
        match total {
            None => constant_term,
            Some(total) => {
                debug_assert_eq!(self.width(total), width);
                self.bv_add(total, constant_term)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Sort, TermId, Terms};

    #[test]
    fn the_order_of_addends_does_not_matter() {
        let mut terms = Terms::new();
        let [x, y, z, n] =
            ["x", "y", "z", "n"].map(|name| terms.fresh_symbol(name, Sort::BitVec(32)).1);
        let sum = |terms: &mut Terms, parts: &[TermId]| {
            let mut parts = parts.iter().copied();
            let first = parts.next().expect("a part");
            parts.fold(first, |sum, part| terms.bv_add(sum, part))
        };
        let (one, two) = (terms.bv_u64(1, 32), terms.bv_u64(2, 32));
        let s1 = sum(&mut terms, &[x, y, z]);
        let s2 = sum(&mut terms, &[z, x, y]);
        let e1 = terms.eq(n, s1);
        let e2 = terms.eq(s2, n);
        assert_eq!(e1, e2);
        let tt = terms.tt();
        assert_eq!(terms.eq(s1, s2), tt);
        // One step of a loop: x - 1, y + 1.
        let (less, more) = (terms.bv_sub(x, one), terms.bv_add(y, one));
        let s3 = sum(&mut terms, &[less, z, more]);
        assert_eq!(terms.eq(s3, n), e1);
        // What differs by a constant is never equal, and factors are collected.
        let s4 = terms.bv_add(s2, two);
        let ff = terms.ff();
        assert_eq!(terms.eq(s1, s4), ff);
        let twice = sum(&mut terms, &[x, y, x]);
        let double = terms.bv_mul(x, two);
        let double = terms.bv_add(y, double);
        assert_eq!(terms.eq(twice, double), tt);
        // Products of sums are multiplied out.
        let (more_x, xy) = (terms.bv_add(x, one), terms.bv_mul(x, y));
        let product = terms.bv_mul(more_x, y);
        let (s5, s6) = (terms.bv_add(product, z), sum(&mut terms, &[xy, z, y]));
        assert_eq!(terms.eq(s5, s6), tt);
        // Common addends go.
        let (xy, xz) = (terms.bv_add(x, y), terms.bv_add(x, z));
        let direct = terms.eq(y, z);
        assert_eq!(terms.eq(xy, xz), direct);
    }
}
