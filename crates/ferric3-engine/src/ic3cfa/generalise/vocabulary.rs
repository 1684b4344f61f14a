//! What literals say: equalities and bounds, and the constants of the program.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use ferric3_term::{BitVecValue, TermId, Terms};
pub(super) use ferric3_term::{Bound, equality};
use rustc_hash::FxHashSet;

use crate::Task;

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
