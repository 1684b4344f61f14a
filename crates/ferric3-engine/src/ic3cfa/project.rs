//! Projection of inputs: `∃w. p(x, w)` instead of `p(x, v)` for the model's `v`.
//!
//! Model-based projection in the manner of Spacer (Komuravelli, Gurfinkel, Chaki, CAV 2014), for
//! the cases that need no case split. A term is *free* if, whatever the other symbols are, it can
//! be given any value by a choice of inputs that occur nowhere else. Then, for free `t`:
//!
//! ```text
//! ∃w. t = u,  t ≠ u,  t ≤ u,  u ≤ t     is true
//! ∃w. t < u                             is u ≠ min         (and the same for u < t and max)
//! ```
//!
//! Where an input is equal to a term without it, the term replaces it everywhere. What is left
//! keeps the model's value.

use ferric3_cfa::State;
use ferric3_term::{BitVecValue, Op, Sort, Substitution, SymbolId, TermId};
use rustc_hash::FxHashMap;

use super::Search;
use super::technique::Technique;

impl Search<'_> {
    /// Literals over the state alone, each state of which satisfies `literals` with some inputs.
    /// Requires that the model with these inputs satisfies `literals`.
    pub(super) fn project_inputs(
        &mut self,
        mut literals: Vec<TermId>,
        inputs: &State,
    ) -> Vec<TermId> {
        let mut eliminated = false;
        loop {
            let uses = self.input_uses(&literals, inputs);
            if uses.is_empty() {
                break;
            }
            self.stats_of(Technique::ProjectInputs).tried += u64::from(!eliminated);
            if self.eliminate_one(&mut literals, &uses) {
                eliminated = true;
                continue;
            }
            let mut remaining: Vec<SymbolId> = uses.into_keys().collect();
            remaining.sort_unstable();
            let values = remaining
                .iter()
                .map(|w| (*w, self.terms.constant(&inputs[w])));
            let mut fix = Substitution::new(values.collect::<Vec<_>>());
            for literal in &mut literals {
                *literal = fix.apply(self.terms, *literal);
            }
            break;
        }
        self.stats_of(Technique::ProjectInputs).succeeded += u64::from(eliminated);
        literals.retain(|&literal| self.terms.as_bool(literal) != Some(true));
        literals
    }

    /// In how many literals each input occurs.
    fn input_uses(&mut self, literals: &[TermId], inputs: &State) -> FxHashMap<SymbolId, usize> {
        let mut uses = FxHashMap::default();
        for &literal in literals {
            for &symbol in self.symbols.of(self.terms, literal).iter() {
                if inputs.contains_key(&symbol) {
                    *uses.entry(symbol).or_default() += 1;
                }
            }
        }
        uses
    }

    /// Make one step of elimination.
    fn eliminate_one(
        &mut self,
        literals: &mut Vec<TermId>,
        uses: &FxHashMap<SymbolId, usize>,
    ) -> bool {
        for i in 0..literals.len() {
            if let Some(rest) = self.eliminate_literal(literals[i], uses) {
                match rest {
                    Some(rest) => literals[i] = rest,
                    None => {
                        literals.remove(i);
                    }
                }
                return true;
            }
        }
        for i in 0..literals.len() {
            let Some((w, value)) = self.definition(literals[i], uses) else {
                continue;
            };
            literals.remove(i);
            let mut replace = Substitution::new([(w, value)]);
            for literal in literals.iter_mut() {
                *literal = replace.apply(self.terms, *literal);
            }
            return true;
        }
        false
    }

    /// `∃w` of a literal one side of which is free; the inner `None` stands for `true`.
    fn eliminate_literal(
        &mut self,
        literal: TermId,
        uses: &FxHashMap<SymbolId, usize>,
    ) -> Option<Option<TermId>> {
        let (negated, atom) = match self.terms.op(literal) {
            Op::Not => (true, self.terms.args(literal)[0]),
            _ => (false, literal),
        };
        if let Some(symbol) = self.terms.as_symbol(atom) {
            return (uses.get(&symbol) == Some(&1)).then_some(None);
        }
        let op = self.terms.op(atom).clone();
        let &[a, b] = self.terms.args(atom) else {
            return None;
        };
        let (signed, strict) = match (&op, negated) {
            (Op::Eq, _) => {
                let free = self.is_free(a, b, uses) || self.is_free(b, a, uses);
                return free.then_some(None);
            }
            (Op::BvUlt, false) | (Op::BvUle, true) => (false, true),
            (Op::BvSlt, false) | (Op::BvSle, true) => (true, true),
            (Op::BvUle, false) | (Op::BvUlt, true) => (false, false),
            (Op::BvSle, false) | (Op::BvSlt, true) => (true, false),
            _ => return None,
        };
        // As `low < high` or `low ≤ high`.
        let (low, high) = if negated { (b, a) } else { (a, b) };
        let width = self.terms.width(low);
        let (min, max) = if signed {
            (
                BitVecValue::signed_min(width),
                BitVecValue::signed_max(width),
            )
        } else {
            (BitVecValue::zero(width), BitVecValue::ones(width))
        };
        let (other, extreme) = if self.is_free(low, high, uses) {
            (high, min)
        } else if self.is_free(high, low, uses) {
            (low, max)
        } else {
            return None;
        };
        if !strict {
            return Some(None);
        }
        let extreme = self.terms.bv(extreme);
        Some(Some(self.terms.ne(other, extreme)))
    }

    /// Can `t` be given any value by inputs that occur here only, and not in `other`?
    fn is_free(&mut self, t: TermId, other: TermId, uses: &FxHashMap<SymbolId, usize>) -> bool {
        let elsewhere = self.symbols.of(self.terms, other);
        self.free_input(t, uses)
            .is_some_and(|w| elsewhere.binary_search(&w).is_err())
    }

    /// An input through which `t` takes all values, once, whatever the others are.
    fn free_input(&mut self, t: TermId, uses: &FxHashMap<SymbolId, usize>) -> Option<SymbolId> {
        if let Some(symbol) = self.terms.as_symbol(t) {
            return (uses.get(&symbol) == Some(&1)).then_some(symbol);
        }
        let op = self.terms.op(t).clone();
        let args = self.terms.args(t).to_vec();
        match (op, args.as_slice()) {
            (
                Op::BvNot | Op::BvNeg | Op::RotateLeft(_) | Op::RotateRight(_) | Op::Extract { .. },
                &[a],
            ) => self.free_input(a, uses),
            (Op::BvAdd | Op::BvSub | Op::BvXor, &[a, b]) => {
                let (in_a, in_b) = (
                    self.symbols.of(self.terms, a),
                    self.symbols.of(self.terms, b),
                );
                let one_side = |w: &SymbolId, other: &[SymbolId]| other.binary_search(w).is_err();
                self.free_input(a, uses)
                    .filter(|w| one_side(w, &in_b))
                    .or_else(|| self.free_input(b, uses).filter(|w| one_side(w, &in_a)))
            }
            (Op::BvMul, &[a, b]) => {
                let odd = |c: Option<&BitVecValue>| c.is_some_and(|c| c.bit(0));
                if odd(self.terms.as_const(a)) {
                    self.free_input(b, uses)
                } else if odd(self.terms.as_const(b)) {
                    self.free_input(a, uses)
                } else {
                    None
                }
            }
            _ => None,
        }
    }

    /// `w = t` with an input `w` that `t` does not mention.
    fn definition(
        &mut self,
        literal: TermId,
        uses: &FxHashMap<SymbolId, usize>,
    ) -> Option<(SymbolId, TermId)> {
        if *self.terms.op(literal) != Op::Eq {
            return None;
        }
        let &[a, b] = self.terms.args(literal) else {
            return None;
        };
        if matches!(self.terms.sort(a), Sort::Bool) {
            return None;
        }
        for (side, other) in [(a, b), (b, a)] {
            if let Some(w) = self.terms.as_symbol(side)
                && uses.contains_key(&w)
                && self
                    .symbols
                    .of(self.terms, other)
                    .binary_search(&w)
                    .is_err()
            {
                return Some((w, other));
            }
        }
        None
    }
}
