//! Linear sums of integers or real numbers, and their normal form.
//!
//! A term of sort Int or Real is read as `Σ coefficient · atom + constant`, where atoms are what is no sum, no
//! difference and no product with a constant. The sum is written as one `+` of the products in the order of
//! their atoms, the constant last, and each product as `coefficient * atom` (just the atom if the coefficient is
//! 1). So sums are equal as terms if they are equal as linear functions of their atoms.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::HUGE_NUMBER;
use crate::{Op, Rational, Sort, TermId, Terms};

/// Sums with more addends stay as they are.
const MAX_ADDENDS: usize = 128;

/// `Σ coefficient · atom + constant`; no coefficient is 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sum {
    pub(super) addends: BTreeMap<TermId, Rational>,
    pub(super) constant: Rational,
}

impl Sum {
    pub(super) fn constant(constant: Rational) -> Sum {
        Sum {
            addends: BTreeMap::new(),
            constant,
        }
    }

    pub(super) fn add(&mut self, atom: TermId, coefficient: &Rational) {
        let old = self.addends.entry(atom).or_default();
        *old += coefficient;
        if old.is_zero() {
            self.addends.remove(&atom);
        }
    }

    pub(super) fn scale(&mut self, factor: &Rational) {
        if factor.is_zero() {
            self.addends.clear();
        }
        self.addends.values_mut().for_each(|c| *c *= factor);
        self.constant *= factor;
    }

    /// The only atom, if its coefficient is 1 and there is no constant.
    pub(super) fn as_atom(&self) -> Option<TermId> {
        match self.as_single()? {
            (atom, coefficient) if coefficient.is_one() && self.constant.is_zero() => Some(atom),
            _ => None,
        }
    }

    /// The only atom and its coefficient.
    pub(super) fn as_single(&self) -> Option<(TermId, &Rational)> {
        let (&atom, coefficient) = self.addends.first_key_value()?;
        (self.addends.len() == 1).then_some((atom, coefficient))
    }

    /// The positive number such that the coefficients, divided by it, are integers without a common divisor.
    /// Requires an addend.
    pub(super) fn content(&self) -> Rational {
        let mut divisor = Rational::ZERO;
        let mut multiple = Rational::ONE;
        for coefficient in self.addends.values() {
            divisor = divisor.gcd(&coefficient.numerator().into());
            multiple = multiple.lcm(&coefficient.denominator().into());
        }
        divisor / multiple
    }
}

impl Terms {
    /// `t` as a sum; `None` if it has too many addends.
    pub(super) fn as_sum(&self, t: TermId) -> Option<Sum> {
        let mut sum = Sum::constant(Rational::ZERO);
        self.add_to(&mut sum, t, &Rational::ONE)?;
        Some(sum)
    }

    /// `a - b` as a sum.
    pub(super) fn as_difference(&mut self, a: TermId, b: TermId) -> Option<Sum> {
        let mut sum = self.as_sum(a)?;
        self.add_to(&mut sum, b, &Rational::MINUS_ONE)?;
        let merged = self.with_merged_choices(&sum, self.sort(a));
        Some(merged.unwrap_or(sum))
    }

    /// Adds `factor · t`.
    fn add_to(&self, sum: &mut Sum, t: TermId, factor: &Rational) -> Option<()> {
        let mut stack: SmallVec<[(TermId, Rational); 8]> = SmallVec::new();
        stack.push((t, factor.clone()));
        let mut steps = 0;
        while let Some((t, factor)) = stack.pop() {
            steps += 1;
            if steps > 4 * MAX_ADDENDS || sum.addends.len() > MAX_ADDENDS {
                return None;
            }
            match (self.op(t), self.args(t)) {
                (Op::Int(value) | Op::Real(value), _) => sum.constant.add_product(&factor, value),
                (Op::Add, args) => stack.extend(args.iter().map(|&a| (a, factor.clone()))),
                (Op::Sub, &[x, y]) => stack.extend([(y, -&factor), (x, factor)]),
                (Op::Neg, &[x]) => stack.push((x, -factor)),
                (Op::Mul, &[x, y]) => {
                    let (by, other) = match (self.as_number(x), self.as_number(y)) {
                        (Some(by), None) => (by, y),
                        (None, Some(by)) => (by, x),
                        // Two constants: too large to be multiplied.
                        (Some(_), Some(_)) | (None, None) => {
                            sum.add(t, &factor);
                            continue;
                        }
                    };
                    if !by.is_zero() {
                        stack.push((other, &factor * by));
                    }
                }
                _ => sum.add(t, &factor),
            }
        }
        Some(())
    }

    /// The sum in its normal form.
    pub(super) fn sum_term(&mut self, sum: &Sum, sort: Sort) -> TermId {
        let merged = self.with_merged_choices(sum, sort);
        let sum = merged.as_ref().unwrap_or(sum);
        let mut parts: SmallVec<[TermId; 8]> = SmallVec::new();
        for (&atom, coefficient) in &sum.addends {
            parts.push(self.product_term(coefficient, atom, sort));
        }
        if !sum.constant.is_zero() || parts.is_empty() {
            parts.push(self.number(sum.constant.clone(), sort));
        }
        match parts[..] {
            [single] => single,
            _ => self.mk(Op::Add, &parts),
        }
    }

    /// The sum with one choice of constants for each condition, all factors inside, and the constant, too, if
    /// there is nothing but one of them. `None` if that is how it is already.
    pub(super) fn with_merged_choices(&mut self, sum: &Sum, sort: Sort) -> Option<Sum> {
        // For each condition: the totals of both branches, and the number of choices.
        let mut choices: BTreeMap<TermId, (Rational, Rational, usize)> = BTreeMap::new();
        let mut rest = Sum::constant(sum.constant.clone());
        let mut has_factor = false;
        for (&atom, coefficient) in &sum.addends {
            let branches = self.as_ite(atom).and_then(|(condition, p, q)| {
                Some((condition, self.as_number(p)?, self.as_number(q)?))
            });
            let Some((condition, then, otherwise)) = branches else {
                rest.addends.insert(atom, coefficient.clone());
                continue;
            };
            let (p, q, count) = choices.entry(condition).or_default();
            p.add_product(coefficient, then);
            q.add_product(coefficient, otherwise);
            *count += 1;
            has_factor |= !coefficient.is_one();
        }
        let is_alone = choices.len() == 1 && rest.addends.is_empty();
        let has_several = choices.values().any(|(_, _, count)| *count > 1);
        if choices.is_empty()
            || !(has_factor || has_several || is_alone && !rest.constant.is_zero())
        {
            return None;
        }
        if is_alone {
            let offset = std::mem::take(&mut rest.constant);
            choices.values_mut().for_each(|(p, q, _)| {
                *p += &offset;
                *q += &offset;
            });
        }
        for (condition, (p, q, _)) in choices {
            let (p, q) = (self.number(p, sort), self.number(q, sort));
            let choice = self.ite(condition, p, q);
            match self.as_number(choice) {
                Some(number) => rest.constant += &number.clone(),
                None => rest.add(choice, &Rational::ONE),
            }
        }
        Some(rest)
    }

    fn product_term(&mut self, coefficient: &Rational, atom: TermId, sort: Sort) -> TermId {
        if coefficient.is_one() {
            return atom;
        }
        let coefficient = self.number(coefficient.clone(), sort);
        self.mk(Op::Mul, &[coefficient, atom])
    }

    /// `op(args)` for `+` and `-`.
    pub(super) fn simplify_linear(&mut self, op: Op, args: &[TermId]) -> TermId {
        let sort = self.sort(args[0]);
        let mut sum = Sum::constant(Rational::ZERO);
        for (i, &a) in args.iter().enumerate() {
            let is_negative = op == Op::Neg || (op == Op::Sub && i == 1);
            let factor = if is_negative {
                Rational::MINUS_ONE
            } else {
                Rational::ONE
            };
            if self.add_to(&mut sum, a, &factor).is_none() {
                return self.mk(op, args);
            }
        }
        self.sum_term(&sum, sort)
    }

    /// `a * b`. Constant factors are taken outside; sums are multiplied by constants only.
    pub(super) fn simplify_product(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        let (Some(mut x), Some(mut y)) = (self.as_sum(a), self.as_sum(b)) else {
            return self.mk(Op::Mul, &[a, b]);
        };
        if x.addends.is_empty() {
            (x, y) = (y, x);
        }
        if x.addends.is_empty() && [&x, &y].iter().any(|sum| sum.constant.bits() > HUGE_NUMBER) {
            return self.mk(Op::Mul, &[a, b]);
        }
        if y.addends.is_empty() {
            x.scale(&y.constant.clone());
            return self.sum_term(&x, sort);
        }
        // Both have atoms: the product is an atom of its own, once constant factors are outside.
        let factor = take_factor(&mut x) * take_factor(&mut y);
        let (x, y) = (self.sum_term(&x, sort), self.sum_term(&y, sort));
        let product = self.mk(Op::Mul, &if x <= y { [x, y] } else { [y, x] });
        self.product_term(&factor, product, sort)
    }
}

/// Divides a single product by its coefficient, which is returned; other sums stay as they are.
fn take_factor(sum: &mut Sum) -> Rational {
    let factor = match sum.as_single() {
        Some((_, coefficient)) if sum.constant.is_zero() && coefficient.bits() <= HUGE_NUMBER => {
            coefficient.clone()
        }
        _ => return Rational::ONE,
    };
    sum.scale(&factor.reciprocal());
    factor
}
