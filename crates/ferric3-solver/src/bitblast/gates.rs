//! Gates over literals: constants are folded, equal gates are shared, each new gate becomes a
//! variable with the clauses that define it in both directions (Tseitin), so that the inputs of
//! a circuit determine all of its literals. The SAT solver is told which variable is defined by
//! which others: queries need not look at definitions that they do not use.

use std::borrow::Cow;

use ferric3_sat::{Lit, SatSolver, Var};
use rustc_hash::FxHashMap;

use super::divide::Division;
use super::sums::Sums;

/// A gate with its inputs in normal form.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Gate {
    /// Conjunction; inputs in order.
    And(Lit, Lit),
    /// Exclusive or; inputs positive, in order.
    Xor(Lit, Lit),
    /// Exclusive or of three; inputs positive, in order.
    Xor3(Lit, Lit, Lit),
    /// At least two of three; inputs in order, the first one positive.
    Majority(Lit, Lit, Lit),
    /// If, then, else; the first two positive.
    Ite(Lit, Lit, Lit),
}

/// Builds circuits inside a SAT solver.
pub(super) struct Gates {
    pub(super) sat: Box<dyn SatSolver>,
    /// A literal that is always true.
    truth: Lit,
    table: FxHashMap<Gate, Lit>,
    /// Conjunctions of three or more literals, in order.
    wide: FxHashMap<Box<[Lit]>, Lit>,
    /// Quotients and remainders, by dividend and divisor one after the other.
    pub(super) divisions: FxHashMap<Box<[Lit]>, Division>,
    pub(super) sums: Sums,
}

impl Gates {
    pub(super) fn new(mut sat: Box<dyn SatSolver>) -> Gates {
        let truth = sat.new_var().positive();
        sat.add_clause(&[truth]);
        Gates {
            sat,
            truth,
            table: FxHashMap::default(),
            wide: FxHashMap::default(),
            divisions: FxHashMap::default(),
            sums: Sums::default(),
        }
    }

    /// The literal of a constant.
    pub(super) fn constant(&self, value: bool) -> Lit {
        self.truth.flip_if(!value)
    }

    /// The value of a literal that is constant.
    pub(super) fn as_constant(&self, lit: Lit) -> Option<bool> {
        (lit.var() == self.truth.var()).then_some(lit == self.truth)
    }

    /// A literal that nothing is known about.
    pub(super) fn fresh(&mut self) -> Lit {
        self.sat.new_var().positive()
    }

    /// Demand that one of the literals is true.
    pub(super) fn add_clause(&mut self, clause: &[Lit]) {
        if let Some(clause) = self.without_constants(clause) {
            self.sat.add_clause(&clause);
        }
    }

    /// The same for a clause that is part of a definition or follows from definitions.
    pub(super) fn add_definition(&mut self, clause: &[Lit]) {
        if let Some(clause) = self.without_constants(clause) {
            self.sat.add_definition(&clause);
        }
    }

    /// Demand that one of the literals is true, of which `¬guard` is one. Requires that `guard` is
    /// not defined by anything: queries that are not about it let it be false.
    pub(super) fn add_guarded_clause(&mut self, guard: Var, clause: &[Lit]) {
        debug_assert!(clause.contains(&!guard.positive()));
        if let Some(clause) = self.without_constants(clause) {
            self.sat.relate(guard, &clause);
            self.sat.add_definition(&clause);
        }
    }

    /// The clause, unless it is true by a constant.
    fn without_constants<'a>(&self, clause: &'a [Lit]) -> Option<Cow<'a, [Lit]>> {
        if clause.contains(&self.truth) {
            return None;
        }
        if !clause.contains(&!self.truth) {
            return Some(Cow::Borrowed(clause));
        }
        let rest = clause.iter().copied().filter(|&lit| lit != !self.truth);
        Some(Cow::Owned(rest.collect()))
    }

    /// Demand `a = b`.
    pub(super) fn add_equal(&mut self, a: Lit, b: Lit) {
        self.add_clause(&[!a, b]);
        self.add_clause(&[a, !b]);
    }

    /// `a ∧ b`.
    pub(super) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = in_order(a, b);
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(false), _) | (_, Some(false)) => return self.constant(false),
            (Some(true), _) => return b,
            (_, Some(true)) => return a,
            (None, None) => {}
        }
        if a == b {
            return a;
        }
        if a == !b {
            return self.constant(false);
        }
        self.gate(Gate::And(a, b), |sat, out| {
            sat.add_definition(&[!out, a]);
            sat.add_definition(&[!out, b]);
            sat.add_definition(&[out, !a, !b]);
        })
    }

    /// `a ∨ b`.
    pub(super) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// Conjunction of any number of literals, as one gate.
    pub(super) fn and_all(&mut self, lits: &[Lit]) -> Lit {
        let mut lits: Vec<Lit> = lits
            .iter()
            .copied()
            .filter(|&lit| lit != self.truth)
            .collect();
        lits.sort_unstable();
        lits.dedup();
        // A literal and its negation are neighbours in this order.
        if lits.contains(&!self.truth) || lits.windows(2).any(|pair| pair[0] == !pair[1]) {
            return self.constant(false);
        }
        match lits[..] {
            [] => return self.constant(true),
            [a] => return a,
            [a, b] => return self.and(a, b),
            _ => {}
        }
        if let Some(&out) = self.wide.get(&lits[..]) {
            return out;
        }
        let out = self.fresh();
        self.sat.relate(out.var(), &lits);
        for &lit in &lits {
            self.sat.add_definition(&[!out, lit]);
        }
        let mut back: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
        back.push(out);
        self.sat.add_definition(&back);
        self.wide.insert(lits.into(), out);
        out
    }

    /// Disjunction of any number of literals, as one gate.
    pub(super) fn or_all(&mut self, lits: &[Lit]) -> Lit {
        let negated: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
        !self.and_all(&negated)
    }

    /// `a ⊕ b`.
    pub(super) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        if let Some(value) = self.as_constant(a) {
            return b.flip_if(value);
        }
        if let Some(value) = self.as_constant(b) {
            return a.flip_if(value);
        }
        if a.var() == b.var() {
            return self.constant(a != b);
        }
        let flip = a.is_negative() != b.is_negative();
        let sum = self.sums.add(a.var(), b.var());
        let out = match sum.as_deref() {
            Some([]) => self.constant(false),
            Some([one]) => one.positive(),
            Some([a, b]) => self.plain_xor(a.positive(), b.positive()),
            Some(sum) => match self.sums.find(sum) {
                Some(out) => out.positive(),
                None => self.plain_xor(positive(a), positive(b)),
            },
            None => self.plain_xor(positive(a), positive(b)),
        };
        if let Some(sum) = sum
            && sum.len() > 1
        {
            self.sums.insert(out.var(), sum);
        }
        out.flip_if(flip)
    }

    /// `a ⊕ b` of positive literals, as a gate.
    fn plain_xor(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = in_order(a, b);
        self.gate(Gate::Xor(a, b), |sat, out| {
            sat.add_definition(&[!out, a, b]);
            sat.add_definition(&[!out, !a, !b]);
            sat.add_definition(&[out, !a, b]);
            sat.add_definition(&[out, a, !b]);
        })
    }

    /// `a ⊕ b ⊕ c`: the sum bit of a full adder.
    pub(super) fn xor3(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let [a, b, c] = sorted([a, b, c]);
        // Constants have the smallest variable, so they come first.
        if let Some(value) = self.as_constant(a) {
            return self.xor(b, c).flip_if(value);
        }
        if a.var() == b.var() {
            return c.flip_if(a != b);
        }
        if b.var() == c.var() {
            return a.flip_if(b != c);
        }
        let flip = a.is_negative() ^ b.is_negative() ^ c.is_negative();
        let (a, b, c) = (positive(a), positive(b), positive(c));
        let out = self.gate(Gate::Xor3(a, b, c), |sat, out| {
            for (a, b, out) in [(a, b, out), (!a, !b, out), (!a, b, !out), (a, !b, !out)] {
                // a ⊕ b ⊕ c = out, for a = b = 0 in the first case, and so on.
                sat.add_definition(&[a, b, c, !out]);
                sat.add_definition(&[a, b, !c, out]);
            }
        });
        out.flip_if(flip)
    }

    /// At least two of `a`, `b`, `c`: the carry bit of a full adder.
    pub(super) fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let [a, b, c] = sorted([a, b, c]);
        match self.as_constant(a) {
            Some(true) => return self.or(b, c),
            Some(false) => return self.and(b, c),
            None => {}
        }
        if a.var() == b.var() {
            return if a == b { a } else { c };
        }
        if b.var() == c.var() {
            return if b == c { b } else { a };
        }
        // The majority of the negations is the negation of the majority. With this, a - b and
        // a < b share their carries.
        let flip = a.is_negative();
        let (a, b, c) = (a.flip_if(flip), b.flip_if(flip), c.flip_if(flip));
        let out = self.gate(Gate::Majority(a, b, c), |sat, out| {
            for (x, y) in [(a, b), (a, c), (b, c)] {
                sat.add_definition(&[!x, !y, out]);
                sat.add_definition(&[x, y, !out]);
            }
        });
        out.flip_if(flip)
    }

    /// `if c then t else e`.
    pub(super) fn ite(&mut self, c: Lit, t: Lit, e: Lit) -> Lit {
        if c.is_negative() {
            return self.ite(!c, e, t);
        }
        if let Some(value) = self.as_constant(c) {
            return if value { t } else { e };
        }
        if t == e {
            return t;
        }
        if t == !e {
            return self.xor(c, e);
        }
        if t.var() == c.var() || self.as_constant(t).is_some() {
            // In this branch c is true, so t is as good as a constant.
            let value = self.as_constant(t).unwrap_or(t == c);
            return if value {
                self.or(c, e)
            } else {
                self.and(!c, e)
            };
        }
        if e.var() == c.var() || self.as_constant(e).is_some() {
            let value = self.as_constant(e).unwrap_or(e != c);
            return if value {
                self.or(!c, t)
            } else {
                self.and(c, t)
            };
        }
        let flip = t.is_negative();
        let (t, e) = (t.flip_if(flip), e.flip_if(flip));
        let out = self.gate(Gate::Ite(c, t, e), |sat, out| {
            sat.add_definition(&[!c, !t, out]);
            sat.add_definition(&[!c, t, !out]);
            sat.add_definition(&[c, !e, out]);
            sat.add_definition(&[c, e, !out]);
            // Implied by the others, but not by unit propagation.
            sat.add_definition(&[!t, !e, out]);
            sat.add_definition(&[t, e, !out]);
        });
        out.flip_if(flip)
    }

    /// `if c then t else e`, bit by bit.
    pub(super) fn ite_bits(&mut self, c: Lit, t: &[Lit], e: &[Lit]) -> Vec<Lit> {
        t.iter().zip(e).map(|(&t, &e)| self.ite(c, t, e)).collect()
    }

    /// The number of gates so far, apart from wide ones.
    pub(super) fn gate_count(&self) -> usize {
        self.table.len()
    }

    /// The output of a gate that is not constant; `define` adds its clauses if it is new.
    fn gate(&mut self, gate: Gate, define: impl FnOnce(&mut dyn SatSolver, Lit)) -> Lit {
        if let Some(&out) = self.table.get(&gate) {
            return out;
        }
        let out = self.fresh();
        match gate {
            Gate::And(a, b) | Gate::Xor(a, b) => self.sat.relate(out.var(), &[a, b]),
            Gate::Xor3(a, b, c) | Gate::Majority(a, b, c) | Gate::Ite(a, b, c) => {
                self.sat.relate(out.var(), &[a, b, c]);
            }
        }
        define(&mut *self.sat, out);
        self.table.insert(gate, out);
        out
    }
}

fn in_order(a: Lit, b: Lit) -> (Lit, Lit) {
    if a <= b { (a, b) } else { (b, a) }
}

fn sorted(mut lits: [Lit; 3]) -> [Lit; 3] {
    lits.sort_unstable();
    lits
}

fn positive(lit: Lit) -> Lit {
    lit.var().positive()
}
