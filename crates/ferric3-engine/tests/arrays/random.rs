//! Random automata over two numbers and an array, and a search through all of their states.

use std::collections::BTreeSet;

use ferric3_cfa::{Cfa, Cmd, CmdId, LocId, Target, TargetKind};
use ferric3_term::{ArrayValue, BitVecValue, Sort, SymbolId, TermId, Terms, Value};
use ferric3_testkit::Rng;

type State = Vec<Value>;

/// An automaton with variables `i`, `x` and an array `a`.
pub(crate) struct RandomArrays {
    pub(crate) terms: Terms,
    pub(crate) cfa: Cfa,
    symbols: [SymbolId; 3],
    vars: [TermId; 3],
    sorts: [Sort; 3],
    rng: Rng,
}

impl RandomArrays {
    pub(crate) fn new(seed: u64) -> RandomArrays {
        let mut rng = Rng::new(seed);
        let (index, element) = [(1, 2), (2, 1), (2, 2)][rng.below(3)];
        let sorts = [
            Sort::BitVec(index),
            Sort::BitVec(element),
            Sort::Array { index, element },
        ];
        let mut terms = Terms::new();
        let mut cfa = Cfa::new();
        let names = ["i", "x", "a"];
        let mut new = |i: usize| {
            let (symbol, term) = terms.fresh_symbol(names[i], sorts[i]);
            cfa.add_state_var(&mut terms, symbol, None);
            (symbol, term)
        };
        let vars = [new(0), new(1), new(2)];
        let mut random = RandomArrays {
            terms,
            cfa,
            symbols: vars.map(|(symbol, _)| symbol),
            vars: vars.map(|(_, term)| term),
            sorts,
            rng,
        };
        random.add_edges();
        random
    }

    fn add_edges(&mut self) {
        let inner = 1 + self.rng.below(3);
        let locs: Vec<LocId> = (0..inner)
            .map(|i| self.cfa.add_location(format!("l{i}"), None))
            .collect();
        let mut start = self.cfa.commands.skip(&mut self.terms);
        for kind in 0..3 {
            if self.rng.below(4) > 0 {
                let zero = self.terms.zero_of(self.sorts[kind]);
                let assign = self.cfa.commands.assign(self.symbols[kind], zero);
                start = self.cfa.commands.seq(&self.terms, start, assign);
            }
        }
        self.cfa.add_edge(self.cfa.initial, start, locs[0]);
        for _ in 0..inner + 1 + self.rng.below(3) {
            let from = locs[self.rng.below(inner)];
            let to = locs[self.rng.below(inner)];
            let command = self.command(2);
            self.cfa.add_edge(from, command, to);
        }
        let target = self.cfa.targets.push(Target {
            kind: TargetKind::Plain,
            span: None,
        });
        let mut command = self.cfa.commands.skip(&mut self.terms);
        for _ in 0..1 + self.rng.below(2) {
            let (i, constant) = (self.constant(0), self.constant(1));
            let read = self.terms.select(self.vars[2], i);
            let condition = match self.rng.below(3) {
                0 => self.terms.eq(self.vars[0], i),
                1 => self.terms.eq(self.vars[1], constant),
                _ => self.terms.eq(read, constant),
            };
            let assume = self.cfa.commands.assume(condition);
            command = self.cfa.commands.seq(&self.terms, command, assume);
        }
        let reach = self.cfa.commands.reach(target);
        command = self.cfa.commands.seq(&self.terms, command, reach);
        let from = locs[self.rng.below(inner)];
        self.cfa.add_edge(from, command, self.cfa.error);
    }

    fn command(&mut self, depth: usize) -> CmdId {
        match self.rng.below(if depth == 0 { 7 } else { 10 }) {
            0 | 1 => {
                let condition = self.condition();
                self.cfa.commands.assume(condition)
            }
            2 => {
                let kind = self.rng.below(2);
                let value = self.number(kind, 2);
                self.cfa.commands.assign(self.symbols[kind], value)
            }
            3..=5 => {
                let value = self.array(2);
                self.cfa.commands.assign(self.symbols[2], value)
            }
            6 => {
                let symbol = self.symbols[self.rng.below(3)];
                self.cfa.commands.havoc(&mut self.terms, symbol, None)
            }
            7 | 8 => {
                let (a, b) = (self.command(depth - 1), self.command(depth - 1));
                self.cfa.commands.seq(&self.terms, a, b)
            }
            _ => {
                let (a, b) = (self.command(depth - 1), self.command(depth - 1));
                self.cfa.commands.choice(vec![a, b], false)
            }
        }
    }

    fn condition(&mut self) -> TermId {
        let kind = self.rng.below(2);
        let (a, b) = (self.number(kind, 1), self.number(kind, 1));
        match self.rng.below(3) {
            0 => self.terms.eq(a, b),
            1 => self.terms.ne(a, b),
            _ => self.terms.bv_ult(a, b),
        }
    }

    fn constant(&mut self, kind: usize) -> TermId {
        let width = self.sorts[kind].width().expect("a number");
        let value = self.rng.below(1 << width);
        self.terms.bv_u64(value as u64, width)
    }

    /// An index (0) or an element (1).
    fn number(&mut self, kind: usize, depth: usize) -> TermId {
        match self.rng.below(if depth == 0 { 2 } else { 5 }) {
            0 => self.constant(kind),
            1 => self.vars[kind],
            2 => {
                let (a, b) = (self.number(kind, depth - 1), self.number(kind, depth - 1));
                self.terms.bv_add(a, b)
            }
            _ => {
                let index = self.number(0, depth - 1);
                let read = self.terms.select(self.vars[2], index);
                let width = self.sorts[kind].width().expect("a number");
                self.terms.resize(read, width, false)
            }
        }
    }

    fn array(&mut self, depth: usize) -> TermId {
        let below = match self.rng.below(if depth == 0 { 1 } else { 4 }) {
            0 | 1 => self.vars[2],
            2 => self.array(depth - 1),
            _ => {
                let condition = self.condition();
                let (a, b) = (self.array(depth - 1), self.array(depth - 1));
                self.terms.ite(condition, a, b)
            }
        };
        let (index, element) = (self.number(0, 1), self.number(1, 1));
        self.terms.store(below, index, element)
    }

    /// Can the error location be reached?
    pub(crate) fn error_is_reachable(&self) -> bool {
        let mut seen: BTreeSet<(LocId, State)> = BTreeSet::new();
        let mut open: Vec<(LocId, State)> = Vec::new();
        for i in values(self.sorts[0]) {
            for x in values(self.sorts[1]) {
                for a in values(self.sorts[2]) {
                    open.push((self.cfa.initial, vec![i.clone(), x.clone(), a]));
                }
            }
        }
        while let Some((loc, state)) = open.pop() {
            if loc == self.cfa.error {
                return true;
            }
            if !seen.insert((loc, state.clone())) {
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

    fn successors(&self, cmd: CmdId, state: &State) -> BTreeSet<State> {
        match self.cfa.commands.get(cmd) {
            Cmd::Assume(b) => {
                let holds = self.eval(*b, state).as_bool();
                holds.then(|| state.clone()).into_iter().collect()
            }
            Cmd::Assign(x, a) => BTreeSet::from([self.with(state, *x, self.eval(*a, state))]),
            Cmd::Havoc(havoc) => {
                let var = self.cfa.commands.havoc_info(*havoc).var;
                let all = values(self.terms.symbol(var).sort).into_iter();
                all.map(|value| self.with(state, var, value)).collect()
            }
            Cmd::Reach(_) => BTreeSet::from([state.clone()]),
            Cmd::Seq(a, b) => {
                let middle = self.successors(*a, state);
                let after = middle.iter().flat_map(|state| self.successors(*b, state));
                after.collect()
            }
            Cmd::Choice { alternatives, .. } => {
                let ways = alternatives.iter();
                ways.flat_map(|&way| self.successors(way, state)).collect()
            }
        }
    }

    fn position(&self, var: SymbolId) -> usize {
        let position = self.symbols.iter().position(|&symbol| symbol == var);
        position.expect("a variable")
    }

    fn with(&self, state: &State, var: SymbolId, value: Value) -> State {
        let mut after = state.clone();
        after[self.position(var)] = value;
        after
    }

    fn eval(&self, t: TermId, state: &State) -> Value {
        let value = |symbol: SymbolId| state[self.position(symbol)].clone();
        self.terms.eval(t, &value)
    }
}

/// All values of a sort.
fn values(sort: Sort) -> Vec<Value> {
    match sort {
        Sort::BitVec(width) => (0..1 << width)
            .map(|value| BitVecValue::from_u64(value, width).into())
            .collect(),
        Sort::Array { index, element } => (0..1u64 << (element << index))
            .map(|code| {
                let mut array = ArrayValue::constant(index, BitVecValue::zero(element));
                for i in 0..1u32 << index {
                    let value = BitVecValue::from_u64(code >> (i * element), element);
                    array.set(BitVecValue::from_u64(i.into(), index), value);
                }
                array.into()
            })
            .collect(),
        _ => panic!("no variable has sort {sort}"),
    }
}
