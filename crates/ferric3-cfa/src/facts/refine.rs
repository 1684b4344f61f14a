//! What an assumption says about the variables: evaluation backwards.
//!
//! `assume(S, b)` is an upper bound of the states of `S` where `b` holds. The values of all
//! subterms are computed first; then `b = true` is pushed down to the symbols, and every step may
//! only make the state smaller. Alternatives (`or`, `ite`) are tried one by one and joined.

use ferric3_term::{Op, Sort, TermId, Terms};

use super::bits::Bits;
use super::evaluate::{Evaluator, width_of};
use super::interval::{Interval, Reading};
use super::operate::operate;
use super::state::{State, Variables};
use super::word::Word;

/// An assumption takes at most so many steps backwards; what is left says nothing.
const MAX_STEPS: u32 = 300;
/// Nor does it go deeper than that.
const MAX_DEPTH: u32 = 60;
/// It is looked at so often: one conjunct may have news for another.
const ROUNDS: usize = 2;

/// Pushes conditions backwards.
pub(super) struct Refiner<'a> {
    terms: &'a Terms,
    variables: &'a Variables,
    evaluator: &'a mut Evaluator,
    steps: u32,
}

/// The states of `state` where `condition` holds; `None` if there are none.
pub(super) fn assume(
    terms: &Terms,
    variables: &Variables,
    evaluator: &mut Evaluator,
    mut state: State,
    condition: TermId,
) -> Option<State> {
    // An atom has no news for itself.
    let has_parts = matches!(terms.op(condition), Op::And | Op::Not | Op::Ite);
    let rounds = if has_parts { ROUNDS } else { 1 };
    for _ in 0..rounds {
        evaluator.forget();
        let holds = evaluator.eval(terms, variables, &state, condition);
        match holds.as_ref().and_then(Word::as_truth) {
            Some(true) => return Some(state),
            Some(false) => return None,
            None => {}
        }
        let mut refiner = Refiner {
            terms,
            variables,
            evaluator,
            steps: MAX_STEPS,
        };
        let before = state.clone();
        let refined = refiner.condition(state, condition, true, MAX_DEPTH);
        let steps = MAX_STEPS - refiner.steps;
        evaluator.effort += u64::from(steps);
        state = refined?;
        if state.is_same(&before) {
            break;
        }
    }
    evaluator.forget();
    Some(state)
}

impl Refiner<'_> {
    /// The value of a subterm in the state before; `None` if nothing is known.
    pub(super) fn value(&self, t: TermId) -> Option<&Word> {
        self.evaluator.known(t)
    }

    /// Is there anything left to do and to do it with?
    fn step(&mut self, depth: u32) -> bool {
        let goes_on = depth > 0 && self.steps > 0;
        self.steps = self.steps.saturating_sub(1);
        goes_on
    }

    /// The states where a Bool has this truth value.
    fn condition(&mut self, state: State, t: TermId, truth: bool, depth: u32) -> Option<State> {
        if let Some(known) = self.value(t).and_then(Word::as_truth) {
            return (known == truth).then_some(state);
        }
        if !self.step(depth) {
            return Some(state);
        }
        let depth = depth - 1;
        let terms = self.terms;
        match (terms.op(t), terms.args(t)) {
            (Op::Symbol(_), _) => self.word(state, t, Word::truth(truth), depth),
            (Op::Not, &[a]) => self.condition(state, a, !truth, depth),
            (Op::And | Op::Or, args) => {
                if (*terms.op(t) == Op::And) == truth {
                    let each = |state, &arg: &TermId| self.condition(state, arg, truth, depth);
                    return args.iter().try_fold(state, each);
                }
                let ways = args.iter().map(|&arg| vec![(arg, truth)]).collect();
                self.one_of(state, ways, depth)
            }
            (Op::Xor, &[a, b]) => {
                let ways = vec![vec![(a, true), (b, !truth)], vec![(a, false), (b, truth)]];
                self.one_of(state, ways, depth)
            }
            (Op::Ite, &[c, a, b]) => {
                let ways = vec![vec![(c, true), (a, truth)], vec![(c, false), (b, truth)]];
                self.one_of(state, ways, depth)
            }
            (Op::Eq, &[a, b]) if terms.sort(a) == Sort::Bool => {
                let ways = vec![vec![(a, true), (b, truth)], vec![(a, false), (b, !truth)]];
                self.one_of(state, ways, depth)
            }
            (Op::Eq, &[a, b]) => self.equality(state, a, b, truth, depth),
            (Op::BvUlt, &[a, b]) => self.less(state, (a, b), Reading::Unsigned, true, truth, depth),
            (Op::BvUle, &[a, b]) => {
                self.less(state, (a, b), Reading::Unsigned, false, truth, depth)
            }
            (Op::BvSlt, &[a, b]) => self.less(state, (a, b), Reading::Signed, true, truth, depth),
            (Op::BvSle, &[a, b]) => self.less(state, (a, b), Reading::Signed, false, truth, depth),
            (Op::Float(op), &[a, b]) => self.float(state, *op, (a, b), truth, depth),
            _ => Some(state),
        }
    }

    /// The states where all conditions of one of the ways hold.
    fn one_of(
        &mut self,
        state: State,
        ways: Vec<Vec<(TermId, bool)>>,
        depth: u32,
    ) -> Option<State> {
        let mut joined: Option<State> = None;
        for way in ways {
            let each = |state, &(t, truth): &(TermId, bool)| self.condition(state, t, truth, depth);
            let Some(one) = way.iter().try_fold(state.clone(), each) else {
                continue;
            };
            let all = joined.map_or_else(|| one.clone(), |joined| joined.join(&one));
            if state.is_within(&all) {
                return Some(state); // Other ways cannot say more.
            }
            joined = Some(all);
        }
        joined
    }

    fn equality(
        &mut self,
        state: State,
        a: TermId,
        b: TermId,
        equal: bool,
        depth: u32,
    ) -> Option<State> {
        let Some(width) = width_of(self.terms.sort(a)) else {
            return Some(state);
        };
        let (x, y) = (self.value(a).cloned(), self.value(b).cloned());
        if equal {
            let state = match &y {
                Some(y) => self.word(state, a, y.clone(), depth)?,
                None => state,
            };
            return match x {
                Some(x) => self.word(state, b, x, depth),
                None => Some(state),
            };
        }
        let mut state = state;
        for (t, word, other) in [(a, &x, &y), (b, &y, &x)] {
            if let Some(point) = other.as_ref().and_then(Word::as_point) {
                let word = word.clone().unwrap_or_else(|| Word::top(width));
                let others = word.without(point)?;
                state = self.word(state, t, others, depth)?;
            }
        }
        Some(state)
    }

    /// `a < b` (or `≤`) has this truth value.
    fn less(
        &mut self,
        state: State,
        (a, b): (TermId, TermId),
        reading: Reading,
        strict: bool,
        truth: bool,
        depth: u32,
    ) -> Option<State> {
        if !truth {
            return self.less(state, (b, a), reading, !strict, true, depth);
        }
        let Some(width) = width_of(self.terms.sort(a)) else {
            return Some(state);
        };
        let word = |t| self.value(t).cloned().unwrap_or_else(|| Word::top(width));
        let (x, y) = (word(a), word(b));
        let room = i128::from(strict);
        let all = reading.all(width);
        let above = |lo: i128, hi: i128| (lo <= hi).then(|| Interval::new(lo, hi));
        let left = above(all.lo, y.range(reading).hi - room)?;
        let right = above(x.range(reading).lo + room, all.hi)?;
        let (left, right) = (x.meet_range(left, reading)?, y.meet_range(right, reading)?);
        let state = self.word(state, a, left, depth)?;
        self.word(state, b, right, depth)
    }

    /// The states where the value of `t` is among `word`.
    pub(super) fn word(
        &mut self,
        mut state: State,
        t: TermId,
        word: Word,
        depth: u32,
    ) -> Option<State> {
        let known = self.value(t);
        let word = match known {
            Some(known) => known.meet(&word)?,
            None => word,
        };
        if known == Some(&word) || word.is_top() || !self.step(depth) {
            return Some(state);
        }
        let depth = depth - 1;
        let terms = self.terms;
        let args = terms.args(t);
        let width = word.width();
        match (terms.op(t), args) {
            (Op::Symbol(symbol), _) => {
                if let Some(variable) = self.variables.number(*symbol) {
                    let word = match state.words.get(variable) {
                        Some(known) => known.meet(&word)?,
                        None => word,
                    };
                    state.set(variable, Some(word));
                }
                Some(state)
            }
            (Op::Ite, &[c, a, b]) => {
                let mut joined: Option<State> = None;
                for (truth, branch) in [(true, a), (false, b)] {
                    let known = self.value(branch);
                    if known.is_some_and(|known| known.meet(&word).is_none()) {
                        continue;
                    }
                    let one = self
                        .condition(state.clone(), c, truth, depth)
                        .and_then(|state| self.word(state, branch, word.clone(), depth));
                    if let Some(one) = one {
                        joined = Some(joined.map_or_else(|| one.clone(), |all| all.join(&one)));
                    }
                }
                joined
            }
            (Op::BvAdd, &[a, b]) => {
                let state = self.solve(state, a, &Op::BvSub, (Some(&word), b), depth)?;
                self.solve(state, b, &Op::BvSub, (Some(&word), a), depth)
            }
            (Op::BvSub, &[a, b]) => {
                let state = self.solve(state, a, &Op::BvAdd, (Some(&word), b), depth)?;
                let (x, sorts) = (self.value(a).cloned(), [terms.sort(a); 2]);
                match operate(&Op::BvSub, &[x, Some(word)], &sorts, width) {
                    Some(rest) => self.word(state, b, rest, depth),
                    None => Some(state),
                }
            }
            (Op::BvXor, &[a, b]) => {
                let state = self.solve(state, a, &Op::BvXor, (Some(&word), b), depth)?;
                self.solve(state, b, &Op::BvXor, (Some(&word), a), depth)
            }
            (Op::Not, &[a]) => {
                let truth = word.as_truth();
                truth.map_or(Some(state.clone()), |v| self.condition(state, a, !v, depth))
            }
            (op @ (Op::BvNot | Op::BvNeg), &[a]) => {
                match operate(op, &[Some(word)], &[terms.sort(a)], width) {
                    Some(inverse) => self.word(state, a, inverse, depth),
                    None => Some(state),
                }
            }
            (Op::ZeroExtend(_) | Op::SignExtend(_), &[a]) => {
                let Some(old) = width_of(terms.sort(a)) else {
                    return Some(state);
                };
                self.word(state, a, part(&word, 0, old)?, depth)
            }
            (Op::Concat, &[a, b]) => {
                let (high, low) = (terms.width(a), terms.width(b));
                let state = self.word(state, a, part(&word, low, high)?, depth)?;
                self.word(state, b, part(&word, 0, low)?, depth)
            }
            (Op::Float(op), &[a]) => self.converted(state, *op, a, &word, depth),
            (Op::Extract { lo, .. }, &[a]) => self.extracted(state, a, *lo, &word, depth),
            (Op::BvAnd, &[a, b]) => self.masked(state, (a, b), &word, true, depth),
            (Op::BvOr, &[a, b]) => self.masked(state, (a, b), &word, false, depth),
            _ => {
                if terms.sort(t) == Sort::Bool {
                    return match word.as_truth() {
                        Some(truth) => self.condition(state, t, truth, depth),
                        None => Some(state),
                    };
                }
                Some(state)
            }
        }
    }

    /// `t` is `op` of a word and of the value of another term.
    fn solve(
        &mut self,
        state: State,
        t: TermId,
        op: &Op,
        (word, other): (Option<&Word>, TermId),
        depth: u32,
    ) -> Option<State> {
        let args = [word.cloned(), self.value(other).cloned()];
        let width = width_of(self.terms.sort(t));
        let solved = width.and_then(|w| operate(op, &args, &[self.terms.sort(t); 2], w));
        match solved {
            Some(solved) => self.word(state, t, solved, depth),
            None => Some(state),
        }
    }

    /// Some bits of `a` are `word`.
    fn extracted(
        &mut self,
        state: State,
        a: TermId,
        lo: u32,
        word: &Word,
        depth: u32,
    ) -> Option<State> {
        let Some(width) = width_of(self.terms.sort(a)) else {
            return Some(state);
        };
        let bits = Bits {
            zeros: word.bits().zeros << lo,
            ones: word.bits().ones << lo,
        };
        let known = self.value(a).cloned().unwrap_or_else(|| Word::top(width));
        let mut whole = known.meet_bits(bits)?;
        if lo == 0 && width == word.width() + 1 {
            // All but the sign: the magnitude of a floating-point number.
            let (most, sign) = (word.unsigned().hi, 1i128 << word.width());
            let plus = Interval::new(-sign, most);
            whole = whole.meet_range(plus, Reading::Signed)?;
            whole = whole.meet_range(Interval::new(0, most + sign), Reading::Unsigned)?;
        }
        if lo == 0 && whole.unsigned().hi <= Reading::Unsigned.all(word.width()).hi {
            whole = whole.meet_range(word.unsigned(), Reading::Unsigned)?;
        } else if lo == 0 && whole.signed().is_within(Reading::Signed.all(word.width())) {
            whole = whole.meet_range(word.signed(), Reading::Signed)?;
        }
        self.word(state, a, whole, depth)
    }

    /// `a & b` (or `a | b`) is `word`: where one bit is neutral, the other is the result's.
    fn masked(
        &mut self,
        mut state: State,
        (a, b): (TermId, TermId),
        word: &Word,
        and: bool,
        depth: u32,
    ) -> Option<State> {
        for (t, other) in [(a, b), (b, a)] {
            let bits = self.value(other).map_or(Bits::TOP, Word::bits);
            let neutral = if and { bits.ones } else { bits.zeros };
            // A one of a conjunction is a one of both, a zero of a disjunction a zero of both.
            let known = Bits {
                zeros: word.bits().zeros & if and { neutral } else { u64::MAX },
                ones: word.bits().ones & if and { u64::MAX } else { neutral },
            };
            let refined = Word::top(word.width()).meet_bits(known)?;
            state = self.word(state, t, refined, depth)?;
        }
        Some(state)
    }
}

/// Bits `lo` to `lo + width - 1` of a word.
fn part(word: &Word, lo: u32, width: u32) -> Option<Word> {
    let op = Op::Extract {
        hi: lo + width - 1,
        lo,
    };
    let sort = Sort::BitVec(word.width());
    Some(operate(&op, &[Some(word.clone())], &[sort], width).unwrap_or_else(|| Word::top(width)))
}
