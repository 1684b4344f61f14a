//! Abstract evaluation of terms.

use ferric3_term::{Op, Sort, TermId, Terms};
use rustc_hash::FxHashMap;

use super::operate::operate;
use super::state::{State, Variables};
use super::word::Word;

/// Evaluates terms in one abstract state, each subterm once.
#[derive(Debug, Default)]
pub(super) struct Evaluator {
    memo: FxHashMap<TermId, Option<Word>>,
    /// Nodes evaluated so far.
    pub(super) effort: u64,
}

/// The width of an abstract word of this sort.
pub(super) fn width_of(sort: Sort) -> Option<u32> {
    match sort {
        Sort::Bool => Some(1),
        Sort::BitVec(width) if Word::is_modelled(width) => Some(width),
        _ => None,
    }
}

impl Evaluator {
    /// The state is another one now.
    pub(super) fn forget(&mut self) {
        self.memo.clear();
    }

    /// What is known about a term that was evaluated since the state changed.
    pub(super) fn known(&self, t: TermId) -> Option<&Word> {
        self.memo.get(&t)?.as_ref()
    }

    /// What is known about the value of `root`; `None` if nothing is.
    pub(super) fn eval(
        &mut self,
        terms: &Terms,
        variables: &Variables,
        state: &State,
        root: TermId,
    ) -> Option<Word> {
        let mut stack = vec![root];
        while let Some(&t) = stack.last() {
            if self.memo.contains_key(&t) {
                stack.pop();
                continue;
            }
            let args = terms.args(t);
            let open = stack.len();
            let sort = terms.sort(t);
            // What is not modelled need not be looked into.
            if width_of(sort).is_some() && !matches!(terms.op(t), Op::Select) {
                for arg in args {
                    if !self.memo.contains_key(arg) {
                        stack.push(*arg);
                    }
                }
            }
            if stack.len() > open {
                continue;
            }
            stack.pop();
            self.effort += 1;
            let word = self.node(terms, variables, state, t);
            self.memo.insert(t, word);
        }
        self.memo[&root].clone()
    }

    fn node(&self, terms: &Terms, variables: &Variables, state: &State, t: TermId) -> Option<Word> {
        let width = width_of(terms.sort(t))?;
        match terms.op(t) {
            Op::True => Some(Word::truth(true)),
            Op::False => Some(Word::truth(false)),
            Op::Const(value) => Some(Word::point(value.to_u64()?, width)),
            Op::Symbol(symbol) => {
                let variable = variables.number(*symbol)?;
                state.words.get(variable).cloned()
            }
            Op::Select | Op::Store | Op::ConstArray { .. } => None,
            op => {
                let args = terms.args(t);
                let words: Vec<Option<Word>> =
                    args.iter().map(|arg| self.memo[arg].clone()).collect();
                let sorts: Vec<Sort> = args.iter().map(|&arg| terms.sort(arg)).collect();
                let word = operate(op, &words, &sorts, width)?;
                (!word.is_top()).then_some(word)
            }
        }
    }
}
