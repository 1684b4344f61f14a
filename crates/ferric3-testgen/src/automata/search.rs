//! The explicit-state search, by the definition of commands: where runs get to, and how soon.

use std::collections::BTreeSet;

use ferric3_cfa::{Cfa, Cmd, CmdId, LocId, TargetKind};
use ferric3_term::{BitVecValue, Sort, SymbolId, TermId, Terms, Value};
use ferric3_testkit::Rng;

use super::RandomCfa;

/// A location, and the values of the variables there.
pub type Point = (LocId, Vec<u64>);

impl RandomCfa {
    /// An automaton from elsewhere, all of whose variables have the same few bits.
    pub fn of(terms: Terms, cfa: Cfa) -> RandomCfa {
        let vars: Vec<_> = cfa.state.iter().map(|var| (var.symbol, var.term)).collect();
        let mut width = 1;
        for &(symbol, _) in &vars {
            match terms.symbol(symbol).sort {
                Sort::BitVec(bits) => width = bits,
                sort => panic!("no search over {sort:?}"),
            }
        }
        RandomCfa {
            terms,
            cfa,
            vars,
            width,
            rng: Rng::new(0),
        }
    }

    /// A later form of the automaton, over the same variables. It may have fewer of them.
    pub fn later(&self, terms: Terms, cfa: Cfa) -> RandomCfa {
        RandomCfa {
            terms,
            cfa,
            vars: self.vars.clone(),
            width: self.width,
            rng: Rng::new(0),
        }
    }

    /// The least number of edges of a run to the error location.
    pub fn shortest_error(&self) -> Option<usize> {
        let mut seen: BTreeSet<Point> = BTreeSet::new();
        let mut layer = self.starts();
        let mut edges = 0;
        while !layer.is_empty() {
            if layer.iter().any(|(loc, _)| *loc == self.cfa.error) {
                return Some(edges);
            }
            let after = layer.iter().flat_map(|point| self.after(point));
            let next: BTreeSet<Point> = after.collect();
            seen.extend(layer);
            layer = next.difference(&seen).cloned().collect();
            edges += 1;
        }
        None
    }

    /// Where runs get to.
    pub fn reached(&self) -> BTreeSet<Point> {
        let mut seen: BTreeSet<Point> = BTreeSet::new();
        let mut open: Vec<Point> = self.starts().into_iter().collect();
        while let Some(point) = open.pop() {
            if !seen.contains(&point) {
                open.extend(self.after(&point));
                seen.insert(point);
            }
        }
        seen
    }

    /// Is there a path from here to the error location?
    pub fn leads_to_error(&self, start: Point) -> bool {
        let mut seen: BTreeSet<Point> = BTreeSet::new();
        let mut open = vec![start];
        while let Some(point) = open.pop() {
            if point.0 == self.cfa.error {
                return true;
            }
            if !seen.contains(&point) {
                open.extend(self.after(&point));
                seen.insert(point);
            }
        }
        false
    }

    /// What runs get to in the error location. For small blocks: an edge has one target.
    pub fn reached_targets(&self) -> BTreeSet<TargetKind> {
        let mut kinds = BTreeSet::new();
        for (loc, state) in self.reached() {
            for edge in self.cfa.edges.iter().filter(|edge| edge.from == loc) {
                if edge.to == self.cfa.error && !self.successors(edge.command, &state).is_empty() {
                    kinds.insert(self.target(edge.command));
                }
            }
        }
        kinds
    }

    fn target(&self, cmd: CmdId) -> TargetKind {
        match self.cfa.commands.get(cmd) {
            Cmd::Seq(_, last) => self.target(*last),
            Cmd::Reach(target) => self.cfa.targets[*target].kind,
            other => panic!("{other:?} reaches no target"),
        }
    }

    fn starts(&self) -> BTreeSet<Point> {
        let states = self.all_states().into_iter();
        states.map(|state| (self.cfa.initial, state)).collect()
    }

    fn after(&self, (loc, state): &Point) -> Vec<Point> {
        let mut after = Vec::new();
        for edge in self.cfa.edges.iter().filter(|edge| edge.from == *loc) {
            let states = self.successors(edge.command, state).into_iter();
            after.extend(states.map(|state| (edge.to, state)));
        }
        after
    }

    /// Can the error location be reached? Searches all states, with the commands' meaning taken
    /// from their definition.
    pub fn error_is_reachable(&self) -> bool {
        let mut states: BTreeSet<(LocId, Vec<u64>)> = BTreeSet::new();
        let mut open: Vec<(LocId, Vec<u64>)> = self
            .all_states()
            .into_iter()
            .map(|state| (self.cfa.initial, state))
            .collect();
        while let Some((loc, state)) = open.pop() {
            if loc == self.cfa.error {
                return true;
            }
            if !states.insert((loc, state.clone())) {
                continue;
            }
            for edge in self.cfa.edges.iter().filter(|edge| edge.from == loc) {
                for after in self.successors(edge.command, &state) {
                    open.push((edge.to, after));
                }
            }
        }
        false
    }

    /// All states, as lists of values in the order of the variables.
    pub fn all_states(&self) -> Vec<Vec<u64>> {
        let values = 1u64 << self.width;
        let total = values.pow(u32::try_from(self.vars.len()).expect("small"));
        let digit =
            |code: u64, i: usize| code / values.pow(u32::try_from(i).expect("small")) % values;
        (0..total)
            .map(|code| (0..self.vars.len()).map(|i| digit(code, i)).collect())
            .collect()
    }

    /// The states after a command, by its definition.
    pub fn successors(&self, cmd: CmdId, state: &[u64]) -> BTreeSet<Vec<u64>> {
        let mut after = BTreeSet::new();
        match self.cfa.commands.get(cmd) {
            Cmd::Assume(b) => {
                if self.eval(*b, state).as_bool() {
                    after.insert(state.to_vec());
                }
            }
            Cmd::Assign(x, a) => {
                let value = self.eval(*a, state).as_bv().to_u64().expect("narrow");
                after.insert(self.with(state, *x, value));
            }
            Cmd::Havoc(havoc) => {
                let var = self.cfa.commands.havoc_info(*havoc).var;
                after.extend((0..1u64 << self.width).map(|value| self.with(state, var, value)));
            }
            Cmd::Reach(_) => {
                after.insert(state.to_vec());
            }
            Cmd::Seq(a, b) => {
                for middle in self.successors(*a, state) {
                    after.extend(self.successors(*b, &middle));
                }
            }
            Cmd::Choice { alternatives, .. } => {
                for &alternative in alternatives {
                    after.extend(self.successors(alternative, state));
                }
            }
        }
        after
    }

    fn with(&self, state: &[u64], var: SymbolId, value: u64) -> Vec<u64> {
        let position = self
            .vars
            .iter()
            .position(|&(symbol, _)| symbol == var)
            .expect("a variable");
        let mut after = state.to_vec();
        after[position] = value;
        after
    }

    fn eval(&self, t: TermId, state: &[u64]) -> Value {
        self.terms.eval(t, &|symbol| {
            self.state_value(state, symbol).expect("a variable")
        })
    }

    /// Does a condition over the variables hold in a state?
    pub fn holds(&self, condition: TermId, state: &[u64]) -> bool {
        self.eval(condition, state).as_bool()
    }

    /// The value of a variable in a state; `None` if the symbol is no variable.
    pub fn state_value(&self, state: &[u64], symbol: SymbolId) -> Option<Value> {
        let position = self.vars.iter().position(|&(s, _)| s == symbol)?;
        Some(Value::BitVec(BitVecValue::from_u64(
            state[position],
            self.width,
        )))
    }

    /// The variables.
    pub fn symbols(&self) -> Vec<SymbolId> {
        self.vars.iter().map(|&(symbol, _)| symbol).collect()
    }
}
