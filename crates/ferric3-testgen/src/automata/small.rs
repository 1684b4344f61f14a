//! Random automata with small blocks, like those that come from programs, with plenty to remove:
//! lockstep counters, copies, constants, dead variables, branches and loops that decide nothing,
//! and code that is there twice.

use ferric3_cfa::{Cfa, CmdId, LocId, Target, TargetKind};
use ferric3_ivl::InputId;
use ferric3_term::{Sort, TermId, Terms};
use ferric3_testkit::Rng;

use super::RandomCfa;

/// Bits of each variable.
const WIDTH: u32 = 2;

/// `x` and `y` matter, `e` often equals `x`, `t` is often a copy, `c` is often constant, `d` decides
/// nothing that matters most of the time.
const NAMES: [&str; 6] = ["x", "y", "e", "t", "c", "d"];
const X: usize = 0;
const E: usize = 2;
const T: usize = 3;
const C: usize = 4;
const D: usize = 5;

impl RandomCfa {
    /// An automaton with small blocks. The loop heads are not marked.
    pub fn small(seed: u64) -> RandomCfa {
        let mut terms = Terms::new();
        let mut cfa = Cfa::new();
        cfa.deterministic = true;
        let mut vars = Vec::new();
        for name in NAMES {
            let (symbol, term) = terms.fresh_symbol(name, Sort::BitVec(WIDTH));
            cfa.add_state_var(&mut terms, symbol, None);
            vars.push((symbol, term));
        }
        let mut random = RandomCfa {
            terms,
            cfa,
            vars,
            width: WIDTH,
            rng: Rng::new(seed),
        };
        random.program();
        random
    }

    fn program(&mut self) {
        let mut at = self.cfa.initial;
        for var in 0..NAMES.len() {
            if self.rng.below(5) > 0 {
                let value = if var == E {
                    self.vars[X].1
                } else {
                    self.constant()
                };
                let command = self.set(var, value);
                at = self.go(at, command);
            }
        }
        if at == self.cfa.initial {
            let skip = self.cfa.commands.skip(&mut self.terms);
            at = self.go(at, skip);
        }
        let at = self.block(at, 2);
        self.assertion(at);
    }

    fn block(&mut self, mut at: LocId, depth: usize) -> LocId {
        for _ in 0..2 + self.rng.below(3) {
            at = self.statement(at, depth);
        }
        at
    }

    fn statement(&mut self, at: LocId, depth: usize) -> LocId {
        match self.rng.below(if depth == 0 { 8 } else { 14 }) {
            0 => {
                let var = self.rng.below(4);
                let value = self.expression(2);
                let command = self.set(var, value);
                self.go(at, command)
            }
            1 => {
                let var = self.rng.below(2);
                let site = InputId::new(self.rng.below(100));
                let symbol = self.vars[var].0;
                let command = self.cfa.commands.havoc(&mut self.terms, symbol, Some(site));
                self.go(at, command)
            }
            2 | 3 => {
                let one = self.constant();
                let mut at = at;
                for var in [X, E] {
                    let value = self.terms.bv_add(self.vars[var].1, one);
                    let command = self.set(var, value);
                    at = self.go(at, command);
                }
                at
            }
            4 => {
                let source = self.vars[self.rng.below(2)].1;
                let command = self.set(T, source);
                self.go(at, command)
            }
            5 => {
                let value = self.terms.bv_add(self.vars[D].1, self.vars[C].1);
                let command = self.set(D, value);
                self.go(at, command)
            }
            6 => self.assertion(at),
            7 => {
                let condition = self.condition(1);
                let command = self.cfa.commands.assume(condition);
                self.go(at, command)
            }
            8..=10 => self.branch(at, depth),
            _ => self.repeat(at, depth),
        }
    }

    /// `if`: sometimes with the same code on both sides, sometimes with none that matters.
    fn branch(&mut self, at: LocId, depth: usize) -> LocId {
        let condition = self.decision();
        let (yes, no) = self.decide(at, condition);
        let kind = self.rng.below(3);
        let start = self.rng.number();
        let ends = [yes, no].map(|side| match kind {
            0 => {
                let outer = std::mem::replace(&mut self.rng, Rng::new(start));
                let end = self.block(side, depth - 1);
                self.rng = outer;
                end
            }
            1 => {
                let value = self.expression(1);
                let command = self.set(D, value);
                self.go(side, command)
            }
            _ => self.block(side, depth - 1),
        });
        let join = self.cfa.add_location("join", None);
        let skip = self.cfa.commands.skip(&mut self.terms);
        for end in ends {
            self.cfa.add_edge(end, skip, join);
        }
        join
    }

    /// `while`.
    fn repeat(&mut self, at: LocId, depth: usize) -> LocId {
        let head = self.cfa.add_location("head", None);
        let skip = self.cfa.commands.skip(&mut self.terms);
        self.cfa.add_edge(at, skip, head);
        let condition = self.decision();
        let (yes, no) = self.decide(head, condition);
        let end = if self.rng.below(4) == 0 {
            let one = self.terms.bv_u64(1, WIDTH);
            let value = self.terms.bv_add(self.vars[D].1, one);
            let command = self.set(D, value);
            self.go(yes, command)
        } else {
            self.block(yes, depth - 1)
        };
        self.cfa.add_edge(end, skip, head);
        no
    }

    fn decision(&mut self) -> TermId {
        if self.rng.below(3) == 0 {
            let value = self.constant();
            self.terms.bv_ult(self.vars[D].1, value)
        } else {
            self.condition(1)
        }
    }

    fn decide(&mut self, at: LocId, condition: TermId) -> (LocId, LocId) {
        let yes = self.cfa.commands.assume(condition);
        let negated = self.terms.not(condition);
        let no = self.cfa.commands.assume(negated);
        (self.go(at, yes), self.go(at, no))
    }

    /// An assertion that is rarely violated.
    fn assertion(&mut self, at: LocId) -> LocId {
        let mut violated = self.terms.tt();
        for _ in 0..2 + self.rng.below(2) {
            let (left, right) = (self.rng.below(4), self.rng.below(4));
            let (left, right) = (self.vars[left].1, self.vars[right].1);
            let other = if self.rng.below(2) == 0 {
                self.constant()
            } else {
                right
            };
            let part = if self.rng.below(3) == 0 {
                self.terms.ne(left, other)
            } else {
                self.terms.eq(left, other)
            };
            violated = self.terms.and2(violated, part);
        }
        let target = self.cfa.targets.push(Target {
            kind: TargetKind::Plain,
            span: None,
        });
        let assume = self.cfa.commands.assume(violated);
        let reach = self.cfa.commands.reach(target);
        let command = self.cfa.commands.seq(&self.terms, assume, reach);
        let error = self.cfa.error;
        self.cfa.add_edge(at, command, error);
        let holds = self.terms.not(violated);
        let command = self.cfa.commands.assume(holds);
        self.go(at, command)
    }

    fn set(&mut self, var: usize, value: TermId) -> CmdId {
        self.cfa.commands.assign(self.vars[var].0, value)
    }

    fn go(&mut self, from: LocId, command: CmdId) -> LocId {
        let to = self
            .cfa
            .add_location(format!("l{}", self.cfa.locations.len()), None);
        self.cfa.add_edge(from, command, to);
        to
    }
}
