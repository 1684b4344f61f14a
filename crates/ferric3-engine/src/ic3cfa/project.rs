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
use ferric3_term::{BitVecValue, Op, Sort, Substitution, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use super::predecessor::Preconditions;
use super::symbols::Symbols;
use crate::ic3::{Search, Technique};

impl Preconditions {
    /// Literals over the state alone, each state of which satisfies `literals` with some inputs.
    /// Requires that the model with these inputs satisfies `literals`.
    pub(super) fn project_inputs(
        &mut self,
        search: &mut Search<'_>,
        mut literals: Vec<TermId>,
        inputs: &State,
    ) -> Vec<TermId> {
        let mut projection = Projection {
            terms: search.terms,
            symbols: &mut self.symbols,
        };
        let (tried, eliminated) = projection.project(&mut literals, inputs);
        let stats = search.stats_of(Technique::ProjectInputs);
        stats.tried += u64::from(tried);
        stats.succeeded += u64::from(eliminated);
        literals
    }
}

struct Projection<'p> {
    terms: &'p mut Terms,
    symbols: &'p mut Symbols,
}

impl Projection<'_> {
    /// Returns whether there was an input, and whether one was eliminated rather than fixed.
    fn project(&mut self, literals: &mut Vec<TermId>, inputs: &State) -> (bool, bool) {
        let (mut tried, mut eliminated) = (false, false);
        loop {
            let uses = self.input_uses(literals, inputs);
            if uses.is_empty() {
                break;
            }
            tried = true;
            if self.eliminate_one(literals, &uses) {
                eliminated = true;
                continue;
            }
            let mut remaining: Vec<SymbolId> = uses.into_keys().collect();
            remaining.sort_unstable();
            let values = remaining
                .iter()
                .map(|w| (*w, self.terms.constant(&inputs[w])));
            let mut fix = Substitution::new(values.collect::<Vec<_>>());
            for literal in literals.iter_mut() {
                *literal = fix.apply(self.terms, *literal);
            }
            break;
        }
        literals.retain(|&literal| self.terms.as_bool(literal) != Some(true));
        (tried, eliminated)
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
            // There is always a lesser and a greater number.
            (Op::Lt | Op::Le, _) => {
                let free = self.is_free(a, b, uses) || self.is_free(b, a, uses);
                return free.then_some(None);
            }
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
            (Op::Add, args) => {
                for (i, &part) in args.iter().enumerate() {
                    let others = args.iter().enumerate().filter(|&(j, _)| j != i);
                    let others: Vec<_> = others
                        .flat_map(|(_, &other)| self.symbols.of(self.terms, other).to_vec())
                        .collect();
                    let input = self.free_input(part, uses);
                    if let Some(w) = input.filter(|w| !others.contains(w)) {
                        return Some(w);
                    }
                }
                None
            }
            // A multiple of a real number is any number; one of an integer is not.
            (Op::Mul, &[a, b]) => {
                let factor = self.terms.as_number(a)?;
                let is_real = self.terms.sort(b) == Sort::Real;
                let is_any = factor.abs().is_one() || is_real && !factor.is_zero();
                is_any.then(|| self.free_input(b, uses)).flatten()
            }
            // The element is what the array is chosen to have there.
            (Op::Select, &[a, i]) => {
                let inside = self.symbols.of(self.terms, i);
                let w = self.terms.as_symbol(a)?;
                let once = uses.get(&w) == Some(&1) && inside.binary_search(&w).is_err();
                once.then_some(w)
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
        if !self.terms.sort(a).is_number() {
            return None;
        }
        // Equations of numbers can be solved for any of their variables.
        for w in self.symbols.of(self.terms, literal).to_vec() {
            if uses.contains_key(&w)
                && let Some(value) = self.terms.solved_for(a, b, w)
            {
                return Some((w, value));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ic3::testing::{Tiny, VALUES, WIDTH, number, random_literal};
    use ferric3_testkit::Rng;

    /// `∃w` by definition: each state of the projection has inputs, and the model's is one.
    #[test]
    fn projections_are_below_the_quantifier() {
        let (mut eliminated, mut weaker) = (0, 0);
        for seed in 0..400 {
            let mut rng = Rng::new(seed);
            let mut tiny = Tiny::new();
            let sort = Sort::BitVec(WIDTH);
            let inputs = ["v", "w"].map(|name| tiny.terms.fresh_symbol(name, sort));
            let [x, y, _] = tiny.vars;
            let leaves = [x, y, inputs[0].1, inputs[1].1, inputs[0].1, inputs[1].1];
            let symbols = [tiny.symbols[0], tiny.symbols[1], inputs[0].0, inputs[1].0];
            let eval = |terms: &Terms, t: TermId, values: [u64; 4]| {
                let value = |symbol: SymbolId| {
                    let position = symbols.iter().position(|&s| s == symbol);
                    number(values[position.expect("one of the four")])
                };
                terms.eval(t, &value).as_bool()
            };
            let model: [u64; 4] = std::array::from_fn(|_| rng.number() % VALUES);
            let literals: Vec<TermId> = (0..1 + rng.below(3))
                .map(|_| {
                    let literal = random_literal(&mut rng, &mut tiny.terms, &leaves);
                    let holds = eval(&tiny.terms, literal, model);
                    if holds {
                        literal
                    } else {
                        tiny.terms.not(literal)
                    }
                })
                .collect();
            let values: State = [
                (symbols[2], number(model[2])),
                (symbols[3], number(model[3])),
            ]
            .into_iter()
            .collect();
            let (projected, acted) = tiny.search(|search| {
                let mut policy = Preconditions::default();
                let projected = policy.project_inputs(search, literals.clone(), &values);
                (
                    projected,
                    search.stats_of(Technique::ProjectInputs).succeeded,
                )
            });
            eliminated += acted;
            let terms = &tiny.terms;
            for &literal in &projected {
                let symbols_of = terms.symbols_of(literal);
                assert!(!symbols_of.contains(&symbols[2]) && !symbols_of.contains(&symbols[3]));
                assert!(
                    eval(terms, literal, model),
                    "seed {seed}: without the model's state"
                );
            }
            let all =
                |literals: &[TermId], values| literals.iter().all(|&l| eval(terms, l, values));
            let with_model = |x, y| all(&literals, [x, y, model[2], model[3]]);
            for (x, y) in (0..VALUES).flat_map(|x| (0..VALUES).map(move |y| (x, y))) {
                if !all(&projected, [x, y, 0, 0]) {
                    continue;
                }
                weaker += usize::from(!with_model(x, y));
                let mut inputs = (0..VALUES).flat_map(|v| (0..VALUES).map(move |w| (v, w)));
                assert!(
                    inputs.any(|(v, w)| all(&literals, [x, y, v, w])),
                    "seed {seed}: {x}, {y} has no inputs"
                );
            }
        }
        assert!(eliminated > 50 && weaker > 1000, "{eliminated}, {weaker}");
    }
}
