//! Comparisons of floating-point numbers, backwards. One that holds excludes NaN on both sides; one
//! that does not says nothing about who may be NaN.

use ferric3_term::{FloatOp, TermId, float_on_words};

use super::float_set::{FloatSet, is_modelled};
use super::refine::Refiner;
use super::state::State;
use super::word::Word;

impl Refiner<'_> {
    /// The states where a comparison has this truth value.
    pub(super) fn float(
        &mut self,
        state: State,
        op: FloatOp,
        (a, b): (TermId, TermId),
        truth: bool,
        depth: u32,
    ) -> Option<State> {
        let Some(format) = op.argument_format().filter(|&format| is_modelled(format)) else {
            return Some(state);
        };
        let set = |t: TermId| {
            let known = self.value(t).cloned();
            FloatSet::of(&known.unwrap_or_else(|| Word::top(format.width())), format)
        };
        let (x, y) = (set(a), set(b));
        if !truth {
            let swapped = match op {
                FloatOp::Lt(f) => FloatOp::Le(f),
                FloatOp::Le(f) => FloatOp::Lt(f),
                _ => return Some(state),
            };
            if x.may_be_nan() || y.may_be_nan() {
                return Some(state);
            }
            return self.float(state, swapped, (b, a), true, depth);
        }
        let (Some(p), Some(q)) = (x.numbers, y.numbers) else {
            return None;
        };
        // Zeros are equal: the least of them is -0 with key -1, the greatest +0 with key 0.
        let at_most = |key: i128| if key == -1 { 0 } else { key };
        let at_least = |key: i128| if key == 0 { -1 } else { key };
        let below = |key: i128| at_least(key) - 1;
        let above = |key: i128| at_most(key) + 1;
        let (left, right) = match op {
            FloatOp::Lt(_) => ((None, Some(below(q.hi))), (Some(above(p.lo)), None)),
            FloatOp::Le(_) => ((None, Some(at_most(q.hi))), (Some(at_least(p.lo)), None)),
            _ => (
                (Some(at_least(q.lo)), Some(at_most(q.hi))),
                (Some(at_least(p.lo)), Some(at_most(p.hi))),
            ),
        };
        let number = |set: &FloatSet, (lo, hi): (Option<i128>, Option<i128>)| {
            let set = FloatSet {
                plus_nan: false,
                minus_nan: false,
                ..*set
            };
            set.cut(lo, hi).word()
        };
        let (left, right) = (number(&x, left)?, number(&y, right)?);
        let state = self.word(state, a, left, depth)?;
        self.word(state, b, right, depth)
    }

    /// The argument of an exact conversion (to a wider format) has its value among `word`.
    pub(super) fn converted(
        &mut self,
        state: State,
        op: FloatOp,
        a: TermId,
        word: &Word,
        depth: u32,
    ) -> Option<State> {
        let FloatOp::Convert { from, to } = op else {
            return Some(state);
        };
        if !is_modelled(from) || !is_modelled(to) || from.width() >= to.width() {
            return Some(state);
        }
        let set = FloatSet::of(word, to);
        if set.may_be_nan() {
            return Some(state);
        }
        // Rounding is monotone and leaves the argument alone.
        let (lo, hi) = set.ends()?;
        let back = FloatOp::Convert { from: to, to: from };
        let narrow = |end: u64| float_on_words(back, &[end, 0, 0], to.width());
        let (Some(lo), Some(hi)) = (narrow(lo), narrow(hi)) else {
            return Some(state);
        };
        match FloatSet::from_to(lo, hi, from).word() {
            Some(word) => self.word(state, a, word, depth),
            None => Some(state),
        }
    }
}
