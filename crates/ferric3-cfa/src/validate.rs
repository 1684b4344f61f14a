//! What holds of every automaton, checked: debug builds do it after each pass.

use std::fmt;

use ferric3_term::{Sort, SymbolId, TermId, Terms};
use rustc_hash::FxHashSet;

use crate::{Cfa, Cmd, CmdId, EdgeId, TargetId};

/// What is wrong with an automaton: a bug of whoever made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CfaError {
    /// Initial and error location are the same, or do not exist.
    Ends,
    /// An edge begins or ends nowhere.
    NoSuchLocation(EdgeId),
    /// An edge leads into the initial location.
    EntersInitial(EdgeId),
    /// An edge leads out of the error location.
    LeavesError(EdgeId),
    /// A variable of the state is there twice, or its term is not that of its symbol.
    StateVariable(SymbolId),
    /// A condition is not a Boolean.
    Condition(CmdId),
    /// A variable gets a value of another sort.
    Assignment(CmdId),
    /// A command changes or reads a symbol that is no variable of the state.
    NoVariable(CmdId, SymbolId),
    /// A command marks a target that does not exist.
    NoSuchTarget(TargetId),
    /// A sequence or a choice is not in normal form.
    Shape(CmdId),
}

impl fmt::Display for CfaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CfaError::Ends => write!(f, "initial and error should be two locations"),
            CfaError::NoSuchLocation(edge) => write!(f, "edge {edge:?} should have two ends"),
            CfaError::EntersInitial(edge) => write!(f, "edge {edge:?} should not enter initial"),
            CfaError::LeavesError(edge) => write!(f, "edge {edge:?} should not leave error"),
            CfaError::StateVariable(symbol) => {
                write!(
                    f,
                    "variable {symbol:?} should be in the state once, as itself"
                )
            }
            CfaError::Condition(cmd) => write!(f, "the condition of {cmd:?} should be a Boolean"),
            CfaError::Assignment(cmd) => write!(f, "{cmd:?} should keep the sort of its variable"),
            CfaError::NoVariable(cmd, symbol) => {
                write!(f, "{symbol:?} in {cmd:?} should be a variable of the state")
            }
            CfaError::NoSuchTarget(target) => write!(f, "target {target:?} should exist"),
            CfaError::Shape(cmd) => write!(f, "{cmd:?} should be in normal form"),
        }
    }
}

impl std::error::Error for CfaError {}

impl Cfa {
    /// Does everything hold that [`Cfa`] and [`Commands`](crate::Commands) promise? Linear in the
    /// size of the automaton.
    pub fn validate(&self, terms: &Terms) -> Result<(), CfaError> {
        let exists = |loc| self.locations.get(loc).is_some();
        if self.initial == self.error || !exists(self.initial) || !exists(self.error) {
            return Err(CfaError::Ends);
        }
        for (id, edge) in self.edges.iter_enumerated() {
            if !exists(edge.from) || !exists(edge.to) {
                return Err(CfaError::NoSuchLocation(id));
            }
            if edge.to == self.initial {
                return Err(CfaError::EntersInitial(id));
            }
            if edge.from == self.error {
                return Err(CfaError::LeavesError(id));
            }
        }
        let mut state = FxHashSet::default();
        for var in &self.state {
            let is_itself = terms.as_symbol(var.term) == Some(var.symbol);
            if !is_itself || !state.insert(var.symbol) {
                return Err(CfaError::StateVariable(var.symbol));
            }
        }
        let mut checker = Checker {
            cfa: self,
            terms,
            state,
            seen: FxHashSet::default(),
        };
        checker.commands()
    }
}

struct Checker<'a> {
    cfa: &'a Cfa,
    terms: &'a Terms,
    state: FxHashSet<SymbolId>,
    /// Terms all of whose symbols are variables.
    seen: FxHashSet<TermId>,
}

impl Checker<'_> {
    /// The commands on edges, each once.
    fn commands(&mut self) -> Result<(), CfaError> {
        let mut open: Vec<CmdId> = self.cfa.edges.iter().map(|edge| edge.command).collect();
        let mut seen = FxHashSet::default();
        while let Some(cmd) = open.pop() {
            if !seen.insert(cmd) {
                continue;
            }
            match self.cfa.commands.get(cmd) {
                Cmd::Seq(first, second) => {
                    let simple = self.cfa.commands.get(*second);
                    if matches!(simple, Cmd::Seq(..) | Cmd::Choice { .. }) || *first >= cmd {
                        return Err(CfaError::Shape(cmd));
                    }
                    open.extend([*first, *second]);
                }
                Cmd::Choice { alternatives, .. } => {
                    if alternatives.len() < 2 || alternatives.iter().any(|&a| a >= cmd) {
                        return Err(CfaError::Shape(cmd));
                    }
                    open.extend(alternatives);
                }
                simple => self.simple(cmd, simple)?,
            }
        }
        Ok(())
    }

    fn simple(&mut self, cmd: CmdId, simple: &Cmd) -> Result<(), CfaError> {
        match simple {
            Cmd::Assume(condition) => {
                if self.terms.sort(*condition) != Sort::Bool {
                    return Err(CfaError::Condition(cmd));
                }
                self.reads(cmd, *condition)
            }
            Cmd::Assign(symbol, value) => {
                if self.terms.sort(*value) != self.terms.symbol(*symbol).sort {
                    return Err(CfaError::Assignment(cmd));
                }
                self.variable(cmd, *symbol)?;
                self.reads(cmd, *value)
            }
            Cmd::Havoc(havoc) => {
                let havoc = self.cfa.commands.havoc_info(*havoc);
                let sort = |symbol| self.terms.symbol(symbol).sort;
                if sort(havoc.var) != sort(havoc.input) {
                    return Err(CfaError::Assignment(cmd));
                }
                self.variable(cmd, havoc.var)
            }
            Cmd::Reach(target) => match self.cfa.targets.get(*target) {
                Some(_) => Ok(()),
                None => Err(CfaError::NoSuchTarget(*target)),
            },
            Cmd::Seq(..) | Cmd::Choice { .. } => Err(CfaError::Shape(cmd)),
        }
    }

    fn variable(&self, cmd: CmdId, symbol: SymbolId) -> Result<(), CfaError> {
        if self.state.contains(&symbol) {
            Ok(())
        } else {
            Err(CfaError::NoVariable(cmd, symbol))
        }
    }

    fn reads(&mut self, cmd: CmdId, t: TermId) -> Result<(), CfaError> {
        let mut open = vec![t];
        while let Some(t) = open.pop() {
            if !self.seen.insert(t) {
                continue;
            }
            if let Some(symbol) = self.terms.as_symbol(t) {
                self.variable(cmd, symbol)?;
            }
            open.extend_from_slice(self.terms.args(t));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use ferric3_ivl::Idx;

    use super::*;

    /// An automaton with a variable `x` of 8 bits, `y` that is no variable, and a location.
    struct Small {
        terms: Terms,
        cfa: Cfa,
        x: (SymbolId, TermId),
        y: (SymbolId, TermId),
    }

    fn small() -> Small {
        let mut terms = Terms::new();
        let mut cfa = Cfa::new();
        let [x, y] = ["x", "y"].map(|name| terms.fresh_symbol(name, Sort::BitVec(8)));
        cfa.add_state_var(&mut terms, x.0, None);
        cfa.add_location("l", None);
        Small { terms, cfa, x, y }
    }

    impl Small {
        fn with(mut self, command: CmdId) -> Result<(), CfaError> {
            let loc = Idx::new(2);
            self.cfa.add_edge(self.cfa.initial, command, loc);
            self.cfa.validate(&self.terms)
        }
    }

    #[test]
    fn a_sound_automaton_is_accepted() {
        let mut it = small();
        let zero = it.terms.bv_u64(0, 8);
        let is_zero = it.terms.eq(it.x.1, zero);
        let (guard, set) = (
            it.cfa.commands.assume(is_zero),
            it.cfa.commands.assign(it.x.0, zero),
        );
        let any = it.cfa.commands.havoc(&mut it.terms, it.x.0, None);
        let both = it.cfa.commands.seq(&it.terms, guard, set);
        let either = it.cfa.commands.choice(vec![both, any], false);
        assert_eq!(it.with(either), Ok(()));
    }

    #[test]
    fn symbols_that_are_no_variables_are_found() {
        let mut it = small();
        let read = it.cfa.commands.assign(it.x.0, it.y.1);
        let y = it.y.0;
        assert_eq!(it.with(read), Err(CfaError::NoVariable(read, y)));
        let mut it = small();
        let written = it.cfa.commands.assign(it.y.0, it.x.1);
        let y = it.y.0;
        assert_eq!(it.with(written), Err(CfaError::NoVariable(written, y)));
    }

    #[test]
    fn sorts_are_checked() {
        let mut it = small();
        let condition = it.cfa.commands.assume(it.x.1);
        assert_eq!(it.with(condition), Err(CfaError::Condition(condition)));
        let mut it = small();
        let wide = it.terms.bv_u64(0, 9);
        let assignment = it.cfa.commands.assign(it.x.0, wide);
        assert_eq!(it.with(assignment), Err(CfaError::Assignment(assignment)));
    }

    #[test]
    fn ends_and_targets_are_checked() {
        let mut it = small();
        let nowhere = it.cfa.commands.reach(Idx::new(7));
        assert_eq!(it.with(nowhere), Err(CfaError::NoSuchTarget(Idx::new(7))));
        let mut it = small();
        let skip = it.cfa.commands.skip(&mut it.terms);
        let out = it.cfa.add_edge(it.cfa.initial, skip, Idx::new(2));
        it.cfa.edges[out].to = it.cfa.initial;
        assert_eq!(
            it.cfa.validate(&it.terms),
            Err(CfaError::EntersInitial(out))
        );
        it.cfa.edges[out].to = Idx::new(9);
        assert_eq!(
            it.cfa.validate(&it.terms),
            Err(CfaError::NoSuchLocation(out))
        );
        let mut it = small();
        it.cfa.add_state_var(&mut it.terms, it.x.0, None);
        let x = it.x.0;
        assert_eq!(it.cfa.validate(&it.terms), Err(CfaError::StateVariable(x)));
    }
}
