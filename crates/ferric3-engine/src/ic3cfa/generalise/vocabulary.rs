//! What literals say: equalities and bounds, and the constants of the program.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use ferric3_term::{BitVecValue, Op, TermId, Terms};
use rustc_hash::FxHashSet;

use crate::Task;

/// `t` and `v`, if the literal is `t = v` with a constant `v` of at least two bits.
pub(super) fn equality(terms: &Terms, literal: TermId) -> Option<(TermId, BitVecValue)> {
    if *terms.op(literal) != Op::Eq {
        return None;
    }
    let args = terms.args(literal);
    let (t, value) = match (terms.as_const(args[0]), terms.as_const(args[1])) {
        (Some(value), None) => (args[1], value),
        (None, Some(value)) => (args[0], value),
        _ => return None,
    };
    (value.width() > 1).then(|| (t, value.clone()))
}

/// The literals `t[i] = v[i]`, which together are `t = v`.
pub(super) fn bits(terms: &mut Terms, t: TermId, value: &BitVecValue) -> Vec<TermId> {
    let mut bits = Vec::with_capacity(value.width() as usize);
    for i in 0..value.width() {
        let bit = terms.extract(t, i, i);
        let constant = terms.bv_u64(u64::from(value.bit(i)), 1);
        bits.push(terms.eq(bit, constant));
    }
    bits
}

/// A literal that bounds a term by a constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Bound {
    pub(super) t: TermId,
    pub(super) signed: bool,
    /// `t ≤ value`, or else `t ≥ value`.
    pub(super) upper: bool,
    pub(super) value: BitVecValue,
}

impl Bound {
    /// Reads `t ≤ c`, `t < c`, `t ≥ c`, `t > c`, also negated.
    pub(super) fn of(terms: &Terms, literal: TermId) -> Option<Bound> {
        let (negated, atom) = match terms.op(literal) {
            Op::Not => (true, terms.args(literal)[0]),
            _ => (false, literal),
        };
        let (signed, strict) = match terms.op(atom) {
            Op::BvUlt => (false, true),
            Op::BvUle => (false, false),
            Op::BvSlt => (true, true),
            Op::BvSle => (true, false),
            _ => return None,
        };
        let &[a, b] = terms.args(atom) else {
            return None;
        };
        // As `low ≤ high` or `low < high`.
        let (low, high, strict) = if negated {
            (b, a, !strict)
        } else {
            (a, b, strict)
        };
        let (t, upper, value) = match (terms.as_const(low), terms.as_const(high)) {
            (None, Some(value)) => (low, true, value.clone()),
            (Some(value), None) => (high, false, value.clone()),
            _ => return None,
        };
        let one = BitVecValue::one(value.width());
        let value = match (strict, upper) {
            (false, _) => value,
            // A strict bound by an extreme value is `false`; the simplifier leaves none.
            (true, true) => value.sub(&one),
            (true, false) => value.add(&one),
        };
        Some(Bound {
            t,
            signed,
            upper,
            value,
        })
    }

    /// Back to a literal.
    pub(super) fn literal(&self, terms: &mut Terms) -> TermId {
        let value = terms.bv(self.value.clone());
        match (self.signed, self.upper) {
            (true, true) => terms.bv_sle(self.t, value),
            (true, false) => terms.bv_sge(self.t, value),
            (false, true) => terms.bv_ule(self.t, value),
            (false, false) => terms.bv_uge(self.t, value),
        }
    }

    /// The same bound by another value.
    pub(super) fn with(&self, value: &BitVecValue) -> Bound {
        Bound {
            value: value.clone(),
            ..self.clone()
        }
    }

    /// Does this one follow from `other`, which bounds the same side?
    pub(super) fn is_wider_than(&self, other: &BitVecValue) -> bool {
        match (self.signed, self.upper) {
            (true, true) => other.slt(&self.value),
            (true, false) => self.value.slt(other),
            (false, true) => other.ult(&self.value),
            (false, false) => self.value.ult(other),
        }
    }
}

/// The constants that the program's guards and assignments mention, and their neighbours, by
/// width: where bounds are likely to be.
#[derive(Clone, Debug, Default)]
pub(super) struct Landmarks {
    by_width: BTreeMap<u32, Vec<BitVecValue>>,
}

impl Landmarks {
    pub(super) fn of(task: &Task, terms: &Terms) -> Landmarks {
        let mut landmarks = Landmarks::default();
        let mut seen = FxHashSet::default();
        let mut stack: Vec<TermId> = Vec::new();
        for form in task.forms.iter() {
            stack.push(form.guard);
            stack.extend(form.next.values());
        }
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            if let Some(value) = terms.as_const(t) {
                landmarks.add(value);
            }
            stack.extend_from_slice(terms.args(t));
        }
        landmarks
    }

    fn add(&mut self, value: &BitVecValue) {
        let one = BitVecValue::one(value.width());
        let of_width = self.by_width.entry(value.width()).or_default();
        for value in [value.sub(&one), value.clone(), value.add(&one)] {
            if !of_width.contains(&value) {
                of_width.push(value);
            }
        }
    }

    /// The landmarks that make the bound wider, the nearest first.
    pub(super) fn beyond(&self, bound: &Bound) -> Vec<BitVecValue> {
        let width = bound.value.width();
        let all = self.by_width.get(&width).into_iter().flatten();
        let mut beyond: Vec<BitVecValue> = all
            .filter(|value| bound.with(value).is_wider_than(&bound.value))
            .cloned()
            .collect();
        beyond.sort_by(|a, b| match bound.with(b).is_wider_than(a) {
            true => Ordering::Less,
            false if a == b => Ordering::Equal,
            false => Ordering::Greater,
        });
        beyond
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferric3_term::Sort;

    #[test]
    fn bounds_read_back() {
        let mut terms = Terms::new();
        let x = terms.fresh_symbol("x", Sort::BitVec(8)).1;
        for value in [1u64, 5, 127, 130, 254] {
            let c = terms.bv_u64(value, 8);
            let literals = [
                terms.bv_ule(x, c),
                terms.bv_uge(x, c),
                terms.bv_ult(x, c),
                terms.bv_ugt(x, c),
                terms.bv_sle(x, c),
                terms.bv_sge(x, c),
                terms.bv_slt(x, c),
                terms.bv_sgt(x, c),
            ];
            for literal in literals {
                for literal in [literal, terms.not(literal)] {
                    let Some(bound) = Bound::of(&terms, literal) else {
                        continue; // The simplifier found something better.
                    };
                    let again = bound.literal(&mut terms);
                    for i in 0..=255 {
                        let at =
                            |_: &Terms, _| ferric3_term::Value::BitVec(BitVecValue::from_u64(i, 8));
                        let at = Fixed(at);
                        assert_eq!(terms.eval(literal, &at), terms.eval(again, &at));
                    }
                }
            }
        }
    }

    struct Fixed<F>(F);

    impl<F: Fn(&Terms, ferric3_term::SymbolId) -> ferric3_term::Value> ferric3_term::Assignment
        for Fixed<F>
    {
        fn value(&self, terms: &Terms, symbol: ferric3_term::SymbolId) -> ferric3_term::Value {
            (self.0)(terms, symbol)
        }
    }

    #[test]
    fn wider_bounds_come_nearest_first() {
        let mut landmarks = Landmarks::default();
        landmarks.add(&BitVecValue::from_u64(10, 8));
        landmarks.add(&BitVecValue::from_u64(100, 8));
        let mut terms = Terms::new();
        let x = terms.fresh_symbol("x", Sort::BitVec(8)).1;
        let bound = Bound {
            t: x,
            signed: true,
            upper: true,
            value: BitVecValue::from_u64(10, 8),
        };
        let beyond: Vec<u64> = landmarks
            .beyond(&bound)
            .iter()
            .filter_map(BitVecValue::to_u64)
            .collect();
        assert_eq!(beyond, [11, 99, 100, 101]);
        let bound = Bound {
            upper: false,
            ..bound
        };
        let below: Vec<u64> = landmarks
            .beyond(&bound)
            .iter()
            .filter_map(BitVecValue::to_u64)
            .collect();
        assert_eq!(below, [9]);
    }
}
