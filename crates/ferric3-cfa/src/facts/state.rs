//! Abstract states: what is known about each variable.

use ferric3_term::SymbolId;
use rustc_hash::FxHashMap;

use super::persistent::{Map, Merged};
use super::word::Word;
use crate::Cfa;

/// The variables that are modelled, numbered.
#[derive(Debug, Default)]
pub(super) struct Variables {
    numbers: FxHashMap<SymbolId, usize>,
    count: usize,
}

impl Variables {
    pub(super) fn of(cfa: &Cfa) -> Variables {
        let numbers = cfa.state.iter().enumerate();
        Variables {
            numbers: numbers.map(|(i, var)| (var.symbol, i)).collect(),
            count: cfa.state.len(),
        }
    }

    pub(super) fn number(&self, symbol: SymbolId) -> Option<usize> {
        self.numbers.get(&symbol).copied()
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }
}

/// What is known about the variables, by number; absent means nothing.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) words: Map<Word>,
}

impl State {
    /// Nothing is known.
    pub(super) fn top(variables: &Variables) -> State {
        State {
            words: Map::new(variables.len()),
        }
    }

    pub(super) fn set(&mut self, variable: usize, word: Option<Word>) {
        let word = word.filter(|word| !word.is_top());
        self.words.set(variable, word);
    }

    pub(super) fn is_same(&self, other: &State) -> bool {
        self.words.is_same(&other.words)
    }

    /// Is every state of this one a state of the other?
    pub(super) fn is_within(&self, other: &State) -> bool {
        self.words
            .all_differences(&other.words, &mut |_, a, b| match (a, b) {
                (_, None) => true,
                (None, Some(_)) => false,
                (Some(a), Some(b)) => a.is_within(b),
            })
    }

    /// An upper bound.
    pub(super) fn join(&self, other: &State) -> State {
        State {
            words: self.words.merge(&other.words, &mut |_, a, b| match (a, b) {
                (Some(a), Some(b)) if b.is_within(a) => Merged::First,
                (Some(a), Some(b)) if a.is_within(b) => Merged::Second,
                (Some(a), Some(b)) => known(a.join(b)),
                _ => Merged::Absent,
            }),
        }
    }

    /// A lower bound that is not empty: where both contradict, what this one says.
    pub(super) fn narrow(&self, other: &State) -> State {
        State {
            words: self.words.merge(&other.words, &mut |_, a, b| match (a, b) {
                (Some(a), Some(b)) if a.is_within(b) => Merged::First,
                (Some(a), Some(b)) => a.meet(b).map_or(Merged::First, Merged::New),
                (Some(_), None) => Merged::First,
                (None, Some(_)) => Merged::Second,
                (None, None) => Merged::Absent,
            }),
        }
    }

    /// An upper bound that does not grow for ever; `thresholds` are those of each variable. With
    /// `give_up`, variables that change are forgotten.
    pub(super) fn widen(&self, newer: &State, thresholds: &[Vec<i128>], give_up: bool) -> State {
        State {
            words: self.words.merge(&newer.words, &mut |i, a, b| match (a, b) {
                (Some(a), Some(b)) if b.is_within(a) => Merged::First,
                (Some(a), Some(b)) if !give_up => known(a.widen(b, &thresholds[i])),
                _ => Merged::Absent,
            }),
        }
    }
}

fn known(word: Word) -> Merged<Word> {
    if word.is_top() {
        Merged::Absent
    } else {
        Merged::New(word)
    }
}
