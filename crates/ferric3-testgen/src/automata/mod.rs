//! Random small automata, and an explicit-state search that judges what others say about them.

pub(crate) mod search;
mod small;

use ferric3_cfa::{Cfa, CmdId, LocId, Target, TargetKind};
use ferric3_term::{Sort, SymbolId, TermId, Terms};
use ferric3_testkit::Rng;

/// A random automaton over two or three variables of 2 to 4 bits.
#[derive(Clone, Debug)]
pub struct RandomCfa {
    /// The terms of the automaton.
    pub terms: Terms,
    /// The automaton.
    pub cfa: Cfa,
    vars: Vec<(SymbolId, TermId)>,
    width: u32,
    rng: Rng,
}

impl RandomCfa {
    /// An automaton with choices, and with edges between any of its locations.
    pub fn new(seed: u64) -> RandomCfa {
        let mut rng = Rng::new(seed);
        let width = 2 + u32::try_from(rng.below(3)).expect("small");
        let count = if width == 4 { 2 } else { 2 + rng.below(2) };
        let mut terms = Terms::new();
        let mut cfa = Cfa::new();
        let mut vars = Vec::new();
        for i in 0..count {
            let (symbol, term) = terms.fresh_symbol(format!("x{i}"), Sort::BitVec(width));
            cfa.add_state_var(&mut terms, symbol, None);
            vars.push((symbol, term));
        }
        let mut random = RandomCfa {
            terms,
            cfa,
            vars,
            width,
            rng,
        };
        random.add_edges();
        random
    }

    /// An automaton all of whose runs end, because every edge counts, and whose loops may be entered
    /// anywhere: what calls and returns of recursive functions look like.
    pub fn ending(seed: u64) -> RandomCfa {
        let (mut terms, mut cfa) = (Terms::new(), Cfa::new());
        let (width, mut vars) = (3, Vec::new());
        for name in ["n", "x"] {
            let (symbol, term) = terms.fresh_symbol(name, Sort::BitVec(width));
            cfa.add_state_var(&mut terms, symbol, None);
            vars.push((symbol, term));
        }
        let mut random = RandomCfa {
            terms,
            cfa,
            vars,
            width,
            rng: Rng::new(seed),
        };
        random.add_ending_edges();
        random
    }

    fn add_ending_edges(&mut self) {
        let ((n_symbol, n), (x_symbol, x)) = (self.vars[0], self.vars[1]);
        let inner = 2 + self.rng.below(5);
        let locs: Vec<LocId> = (0..inner)
            .map(|i| self.cfa.add_location(format!("l{i}"), None))
            .collect();
        let (initial, error) = (self.cfa.initial, self.cfa.error);
        let [zero, one, last] = [0, 1, 7].map(|k| self.terms.bv_u64(k, self.width));
        let start = self.cfa.commands.assign(n_symbol, zero);
        for &loc in locs.iter().take(1 + self.rng.below(3)) {
            let condition = self.condition(1);
            let assume = self.cfa.commands.assume(condition);
            let command = self.cfa.commands.seq(&self.terms, start, assume);
            self.cfa.add_edge(initial, command, loc);
        }
        let goes_on = self.terms.bv_ult(n, last);
        let (next, moved) = (self.terms.bv_add(n, one), self.terms.bv_add(x, one));
        for _ in 0..2 * inner {
            let (from, to) = (locs[self.rng.below(inner)], locs[self.rng.below(inner)]);
            let command = self.cfa.commands.assume(goes_on);
            let count = self.cfa.commands.assign(n_symbol, next);
            let mut command = self.cfa.commands.seq(&self.terms, command, count);
            let more = match self.rng.below(4) {
                0 => self.cfa.commands.assign(x_symbol, moved),
                1 => {
                    let value = self.expression(1);
                    self.cfa.commands.assign(x_symbol, value)
                }
                _ => {
                    let condition = self.condition(1);
                    self.cfa.commands.assume(condition)
                }
            };
            command = self.cfa.commands.seq(&self.terms, command, more);
            self.cfa.add_edge(from, command, to);
        }
        let kind = TargetKind::Plain;
        let target = self.cfa.targets.push(Target { kind, span: None });
        let reach = self.cfa.commands.reach(target);
        for (_, term) in self.vars.clone() {
            let from = locs[self.rng.below(inner)];
            let (value, other) = (self.constant(), self.equality());
            let equal = self.terms.eq(term, value);
            let condition = self.terms.and2(equal, other);
            let assume = self.cfa.commands.assume(condition);
            let command = self.cfa.commands.seq(&self.terms, assume, reach);
            self.cfa.add_edge(from, command, error);
        }
    }

    fn add_edges(&mut self) {
        let inner = 1 + self.rng.below(4);
        let locs: Vec<LocId> = (0..inner)
            .map(|i| self.cfa.add_location(format!("l{i}"), None))
            .collect();
        let initial = self.cfa.initial;
        // The initial state is often a point: that makes more programs safe.
        let mut start = self.cfa.commands.skip(&mut self.terms);
        for (symbol, _) in self.vars.clone() {
            let value = self.constant();
            let assign = self.cfa.commands.assign(symbol, value);
            if self.rng.below(4) > 0 {
                start = self.cfa.commands.seq(&self.terms, start, assign);
            }
        }
        self.cfa.add_edge(initial, start, locs[0]);
        for _ in 0..inner + 1 + self.rng.below(4) {
            let from = locs[self.rng.below(inner)];
            let to = locs[self.rng.below(inner)];
            let command = self.command(2);
            self.cfa.add_edge(from, command, to);
        }
        self.add_errors(&locs);
    }

    /// An automaton without inputs that jumps wherever it likes: loops with several entries, and
    /// guards that are all known once it has started.
    pub fn jumps(seed: u64) -> RandomCfa {
        let mut terms = Terms::new();
        let mut cfa = Cfa::new();
        let mut vars = Vec::new();
        for name in ["x", "y"] {
            let (symbol, term) = terms.fresh_symbol(name, Sort::BitVec(2));
            cfa.add_state_var(&mut terms, symbol, None);
            vars.push((symbol, term));
        }
        let mut random = RandomCfa {
            terms,
            cfa,
            vars,
            width: 2,
            rng: Rng::new(seed),
        };
        random.add_jumps();
        random
    }

    fn add_jumps(&mut self) {
        let inner = 4 + self.rng.below(4);
        let locs: Vec<LocId> = (0..inner)
            .map(|i| self.cfa.add_location(format!("l{i}"), None))
            .collect();
        let mut start = self.cfa.commands.skip(&mut self.terms);
        for (symbol, _) in self.vars.clone() {
            let value = self.constant();
            let assign = self.cfa.commands.assign(symbol, value);
            start = self.cfa.commands.seq(&self.terms, start, assign);
        }
        let (initial, first) = (self.cfa.initial, locs[self.rng.below(inner)]);
        self.cfa.add_edge(initial, start, first);
        for &from in &locs {
            let (symbol, _) = self.vars[self.rng.below(self.vars.len())];
            let value = self.expression(1);
            let update = self.cfa.commands.assign(symbol, value);
            let condition = self.equality();
            let otherwise = self.terms.not(condition);
            for guard in [condition, otherwise] {
                let guard = self.cfa.commands.assume(guard);
                let command = self.cfa.commands.seq(&self.terms, update, guard);
                let to = locs[self.rng.below(inner)];
                self.cfa.add_edge(from, command, to);
            }
        }
        self.add_errors(&locs);
    }

    fn add_errors(&mut self, locs: &[LocId]) {
        let (inner, error) = (locs.len(), self.cfa.error);
        for _ in 0..=self.rng.below(2) {
            let from = locs[self.rng.below(inner)];
            let target = self.cfa.targets.push(Target {
                kind: TargetKind::Plain,
                span: None,
            });
            let reach = self.cfa.commands.reach(target);
            // Rarely true, so that not everything is unsafe.
            let mut command = self.cfa.commands.skip(&mut self.terms);
            for _ in 0..=self.rng.below(self.vars.len()) {
                let condition = self.equality();
                let assume = self.cfa.commands.assume(condition);
                command = self.cfa.commands.seq(&self.terms, command, assume);
            }
            command = self.cfa.commands.seq(&self.terms, command, reach);
            self.cfa.add_edge(from, command, error);
        }
    }

    fn command(&mut self, depth: usize) -> CmdId {
        match self.rng.below(if depth == 0 { 5 } else { 8 }) {
            0 | 1 => {
                let condition = self.condition(2);
                self.cfa.commands.assume(condition)
            }
            2 | 3 => {
                let (symbol, _) = self.vars[self.rng.below(self.vars.len())];
                let value = self.expression(2);
                self.cfa.commands.assign(symbol, value)
            }
            4 => {
                let (symbol, _) = self.vars[self.rng.below(self.vars.len())];
                self.cfa.commands.havoc(&mut self.terms, symbol, None)
            }
            5 | 6 => {
                let (a, b) = (self.command(depth - 1), self.command(depth - 1));
                self.cfa.commands.seq(&self.terms, a, b)
            }
            _ => {
                let (a, b) = (self.command(depth - 1), self.command(depth - 1));
                self.cfa.commands.choice(vec![a, b], false)
            }
        }
    }

    fn constant(&mut self) -> TermId {
        let value = self.rng.number();
        self.terms.bv_u64(value, self.width)
    }

    fn equality(&mut self) -> TermId {
        let (_, x) = self.vars[self.rng.below(self.vars.len())];
        let value = self.constant();
        self.terms.eq(x, value)
    }

    fn condition(&mut self, depth: usize) -> TermId {
        let (a, b) = (self.expression(1), self.expression(1));
        match self.rng.below(if depth == 0 { 4 } else { 7 }) {
            0 => self.terms.eq(a, b),
            1 => self.terms.ne(a, b),
            2 => self.terms.bv_ult(a, b),
            3 => self.terms.bv_sle(a, b),
            4 | 5 => {
                let (p, q) = (self.condition(depth - 1), self.condition(depth - 1));
                self.terms.or2(p, q)
            }
            _ => {
                let (p, q) = (self.condition(depth - 1), self.condition(depth - 1));
                self.terms.and2(p, q)
            }
        }
    }

    fn expression(&mut self, depth: usize) -> TermId {
        if depth == 0 || self.rng.below(3) == 0 {
            let position = self.rng.below(self.vars.len() + 1);
            return match self.vars.get(position) {
                Some(&(_, term)) => term,
                None => self.constant(),
            };
        }
        let (a, b) = (self.expression(depth - 1), self.expression(depth - 1));
        match self.rng.below(7) {
            0 | 1 => self.terms.bv_add(a, b),
            2 => self.terms.bv_sub(a, b),
            3 => self.terms.bv_mul(a, b),
            4 => self.terms.bv_and(a, b),
            5 => self.terms.bv_urem(a, b),
            _ => {
                let condition = self.condition(0);
                self.terms.ite(condition, a, b)
            }
        }
    }
}
