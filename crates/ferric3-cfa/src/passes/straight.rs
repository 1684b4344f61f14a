//! Edges of an automaton with small blocks: lists of simple commands.

use ferric3_term::{SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::{Cfa, Cmd, CmdId, Commands};

/// Is there no choice on any edge?
pub(super) fn is_straight(cfa: &Cfa) -> bool {
    cfa.edges.iter().all(|edge| {
        let mut cmd = edge.command;
        while let Cmd::Seq(first, _) = cfa.commands.get(cmd) {
            cmd = *first;
        }
        !matches!(cfa.commands.get(cmd), Cmd::Choice { .. })
    })
}

/// The simple commands of a sequence in order; empty for `assume true`.
pub(super) fn steps(commands: &Commands, mut cmd: CmdId) -> Vec<CmdId> {
    let mut steps = Vec::new();
    while let Cmd::Seq(first, second) = commands.get(cmd) {
        steps.push(*second);
        cmd = *first;
    }
    steps.push(cmd);
    steps.reverse();
    steps
}

/// The sequence of simple commands.
pub(super) fn sequence(commands: &mut Commands, terms: &mut Terms, steps: &[CmdId]) -> CmdId {
    let mut all = commands.skip(terms);
    for &step in steps {
        all = commands.seq(terms, all, step);
    }
    all
}

/// Is a condition on the way of this edge `false` whatever the state?
pub(super) fn is_blocked(commands: &Commands, terms: &Terms, cmd: CmdId) -> bool {
    steps(commands, cmd).into_iter().any(
        |step| matches!(commands.get(step), Cmd::Assume(b) if terms.as_bool(*b) == Some(false)),
    )
}

/// The variables of an automaton with dense numbers, and what terms read of them.
pub(super) struct Variables {
    /// By symbol.
    number: Vec<Option<u32>>,
    count: usize,
    reads: FxHashMap<TermId, Box<[u32]>>,
}

impl Variables {
    pub(super) fn of(cfa: &Cfa) -> Variables {
        let symbols = cfa.state.iter().map(|var| var.symbol.index());
        let mut number = vec![None; symbols.max().map_or(0, |last| last + 1)];
        for (position, var) in cfa.state.iter().enumerate() {
            number[var.symbol.index()] = u32::try_from(position).ok();
        }
        Variables {
            number,
            count: cfa.state.len(),
            reads: FxHashMap::default(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// The number of a variable; none for other symbols.
    pub(super) fn number(&self, symbol: SymbolId) -> Option<u32> {
        self.number.get(symbol.index()).copied().flatten()
    }

    /// The variables that a term reads.
    pub(super) fn reads(&mut self, terms: &Terms, t: TermId) -> &[u32] {
        if !self.reads.contains_key(&t) {
            let symbols = terms.symbols_of(t).into_iter();
            let read = symbols.filter_map(|symbol| self.number(symbol)).collect();
            self.reads.insert(t, read);
        }
        &self.reads[&t]
    }
}
