//! Equations by cases: choices inside of sums become choices between equations.
//!
//! After an edge with branches a variable is `ite(c, x + 1, x)`, and an equation between sums of such
//! variables says, in each case, the same as before the edge; but only case by case does one see it:
//!
//! ```text
//! ite(c, x + 1, x) + ite(c, y, y + 1) = n + 1    is    ite(c, x + y = n, x + y = n)    is    x + y = n
//! ```
//!
//! A SAT solver that is not told has to prove that adders agree.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Op, Sort, TermId, Terms};

/// Larger equations stay as they are.
const MAX_NODES: usize = 400;
/// Equations with more cases stay as they are.
const MAX_CASES: usize = 40;

impl Terms {
    /// A term that is equivalent to `t`: if `t` is an equation between sums, or the negation of
    /// one, the cases of its choices are taken apart, if they are few and if that helps. Otherwise it
    /// is `t` itself.
    pub fn by_cases(&mut self, t: TermId) -> TermId {
        let atom = match (self.op(t), self.args(t)) {
            (Op::Not, &[a]) => a,
            _ => t,
        };
        let is_sort = |sort: Sort| sort.is_number() || sort.width().is_some();
        let is_equation = *self.op(atom) == Op::Eq && is_sort(self.sort(self.args(atom)[0]));
        if !is_equation {
            return t;
        }
        if !self.is_sum_with_choices(atom) {
            return t;
        }
        let mut left = MAX_CASES;
        match self.split(atom, &mut left) {
            // More than two equations are left: nothing gained.
            Some(cases) if self.equations(cases) <= 2 => {
                if atom == t {
                    cases
                } else {
                    self.not(cases)
                }
            }
            _ => t,
        }
    }

    /// Is it small, and are there sums and choices in it? This is asked for every literal, so it
    /// looks no farther than it must.
    fn is_sum_with_choices(&self, atom: TermId) -> bool {
        let mut seen = FxHashSet::default();
        let mut stack = vec![atom];
        let (mut has_sum, mut has_choice) = (false, false);
        while let Some(part) = stack.pop() {
            if !seen.insert(part) {
                continue;
            }
            if seen.len() > MAX_NODES {
                return false;
            }
            match self.op(part) {
                Op::BvAdd | Op::BvSub | Op::Add => has_sum = true,
                Op::Ite if !self.sort(part).is_bool() => has_choice = true,
                _ => {}
            }
            stack.extend(self.args(part));
        }
        has_sum && has_choice && first_choice(self, atom).is_some()
    }

    fn split(&mut self, t: TermId, left: &mut usize) -> Option<TermId> {
        let Some(condition) = first_choice(self, t) else {
            *left = left.checked_sub(1)?;
            return Some(t);
        };
        let (tt, ff) = (self.tt(), self.ff());
        let then = self.replace(t, &FxHashMap::from_iter([(condition, tt)]));
        let then = self.split(then, left)?;
        let otherwise = self.replace(t, &FxHashMap::from_iter([(condition, ff)]));
        let otherwise = self.split(otherwise, left)?;
        Some(self.ite(condition, then, otherwise))
    }

    /// The number of different equations between bit-vectors or numbers that are no plain comparison with a
    /// constant.
    fn equations(&self, t: TermId) -> usize {
        let is_sum = |t: TermId| matches!(self.op(t), Op::BvAdd | Op::BvSub | Op::Add);
        let parts = self.subterms(t);
        let equations = parts.iter().filter(|&&part| {
            *self.op(part) == Op::Eq && self.args(part).iter().any(|&side| is_sum(side))
        });
        equations.count()
    }
}

/// An atomic condition of a choice between bit-vectors or numbers.
fn first_choice(terms: &Terms, t: TermId) -> Option<TermId> {
    let mut seen = FxHashSet::default();
    let mut stack = vec![t];
    while let Some(part) = stack.pop() {
        if !seen.insert(part) {
            continue;
        }
        let args = terms.args(part);
        match terms.op(part) {
            Op::Ite if !terms.sort(part).is_bool() => {
                let mut condition = args[0];
                while let (Op::Not | Op::And | Op::Or, [first, ..]) =
                    (terms.op(condition), terms.args(condition))
                {
                    condition = *first;
                }
                return Some(condition);
            }
            // What is below is a number of its own.
            Op::Select | Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem | Op::Float(_) => {}
            Op::IntDiv | Op::IntMod | Op::ToInt | Op::BvToNat | Op::IntToBv(_) => {}
            _ => stack.extend(args.iter().rev()),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::{Sort, Terms};

    #[test]
    fn branches_that_keep_a_sum_keep_the_equation() {
        let mut terms = Terms::new();
        let [x, y, n] = ["x", "y", "n"].map(|name| terms.fresh_symbol(name, Sort::BitVec(32)).1);
        let (_, c) = terms.fresh_symbol("c", Sort::Bool);
        let (_, d) = terms.fresh_symbol("d", Sort::Bool);
        let one = terms.bv_u64(1, 32);
        let (x1, y1, n1) = (
            terms.bv_add(x, one),
            terms.bv_add(y, one),
            terms.bv_add(n, one),
        );
        let not_c = terms.not(c);
        let only_d = terms.and2(not_c, d);
        let new_x = terms.ite(c, x1, x);
        let new_y = terms.ite(c, y, y1);
        let sum = terms.bv_add(new_x, new_y);
        let after = terms.eq(sum, n1);
        let sum = terms.bv_add(x, y);
        let before = terms.eq(sum, n);
        assert_ne!(after, before);
        assert_eq!(terms.by_cases(after), before);
        let violated = terms.not(after);
        let expected = terms.not(before);
        assert_eq!(terms.by_cases(violated), expected);
        // A case in which nothing is counted makes a difference.
        let new_y = terms.ite(only_d, y1, y);
        let sum = terms.bv_add(new_x, new_y);
        let after = terms.eq(sum, n1);
        let cases = terms.by_cases(after);
        assert_ne!(cases, before);
        let neither = terms.or2(c, d);
        let plain = terms.bv_add(x, y);
        let other = terms.eq(n1, plain);
        let expected = terms.ite(neither, before, other);
        let same = terms.xor(cases, expected);
        // Equivalent, whatever the form: by trying all small values.
        for bits in 0..4u64 {
            let (cv, dv) = (terms.bool(bits & 1 == 1), terms.bool(bits & 2 == 2));
            let mut put_in = crate::Substitution::new([
                (terms.as_symbol(c).expect("a symbol"), cv),
                (terms.as_symbol(d).expect("a symbol"), dv),
            ]);
            let ff = terms.ff();
            assert_eq!(put_in.apply(&mut terms, same), ff);
        }
    }
}
