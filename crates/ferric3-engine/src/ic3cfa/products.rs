//! Products in predecessor cubes are fixed to the model's values.
//!
//! A literal such as `x·y + z = 7` describes many states, but every query that it takes part in
//! has to reason about a multiplier, and so does every lemma learnt from it. The literals
//! `x = 2`, `y = 3`, `2·3 + z = 7` describe fewer states, and propagation alone decides them. It
//! costs nothing in generality where the program does nothing else with the factors. Quotients
//! and remainders stay: loops such as Euclid's algorithm need them as they are.

use std::collections::hash_map::Entry;

use ferric3_cfa::LocId;
use ferric3_term::{Evaluator, Op, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Search;
use super::technique::Technique;

impl Search<'_> {
    /// Literals that hold in the model at `from`, imply `literals`, and have no product of two
    /// terms that are not constant.
    pub(super) fn fix_products(&mut self, from: LocId, mut literals: Vec<TermId>) -> Vec<TermId> {
        let model = self.contexts.model(from);
        let mut evaluator = Evaluator::new();
        let mut result = Vec::with_capacity(literals.len());
        // A product of products takes several rounds.
        loop {
            let mut fixed: FxHashMap<TermId, TermId> = FxHashMap::default();
            for &literal in &literals {
                for operand in operands_of_products(self.terms, literal) {
                    if let Entry::Vacant(entry) = fixed.entry(operand) {
                        let value = evaluator.eval(self.terms, &model, operand);
                        let value = *entry.insert(self.terms.constant(&value));
                        result.push(self.terms.eq(operand, value));
                    }
                }
            }
            if fixed.is_empty() {
                break;
            }
            for literal in &mut literals {
                *literal = self.terms.replace(*literal, &fixed);
            }
        }
        let acted = !result.is_empty();
        literals.retain(|&literal| self.terms.as_bool(literal) != Some(true));
        result.extend(literals);
        let stats = self.stats_of(Technique::FixProducts);
        stats.tried += 1;
        stats.succeeded += u64::from(acted);
        result
    }
}

/// The arguments of the innermost products that have no constant argument.
fn operands_of_products(terms: &Terms, t: TermId) -> Vec<TermId> {
    let mut operands = Vec::new();
    let mut with_product: FxHashSet<TermId> = FxHashSet::default();
    for part in terms.subterms(t) {
        let args = terms.args(part);
        let is_product =
            *terms.op(part) == Op::BvMul && args.iter().all(|&arg| terms.as_const(arg).is_none());
        let inside = args.iter().any(|arg| with_product.contains(arg));
        if is_product && !inside {
            operands.extend_from_slice(args);
        }
        if is_product || inside {
            with_product.insert(part);
        }
    }
    operands.sort_unstable();
    operands.dedup();
    operands
}

#[cfg(test)]
mod tests {
    use ferric3_term::{Assignment, SymbolId};

    use super::super::testing::{Rng, Tiny, VALUES, number, random_literal};
    use super::*;

    /// Fixed literals hold in the model, imply the others, and multiply by constants only.
    #[test]
    fn fixed_products_are_below_the_literals() {
        let mut acted = 0;
        for seed in 0..300 {
            let mut rng = Rng(seed);
            let mut tiny = Tiny::new();
            let (vars, symbols, loc) = (tiny.vars, tiny.symbols, tiny.loc);
            let literals: Vec<TermId> = (0..1 + rng.below(2))
                .map(|_| {
                    let [x, y, z] = vars;
                    let product = tiny.terms.bv_mul(x, y);
                    let leaves = [x, y, z, product];
                    random_literal(&mut rng, &mut tiny.terms, &leaves)
                })
                .collect();
            let found = tiny.search(|search| {
                let (terms, frames) = (&mut *search.terms, &search.frames);
                let contexts = &mut search.contexts;
                let sat = contexts.check_without_frames(terms, frames, loc, &literals);
                if !sat.expect("nobody interrupts") {
                    return None;
                }
                let model = search.contexts.model(loc);
                let model = symbols.map(|symbol| model.value(search.terms, symbol));
                let fixed = search.fix_products(loc, literals.clone());
                acted += search.stats_of(Technique::FixProducts).succeeded;
                Some((model, fixed))
            });
            let Some((model, fixed)) = found else {
                continue;
            };
            let terms = &tiny.terms;
            let all = |literals: &[TermId], values: &[ferric3_term::Value; 3]| {
                let value = |symbol: SymbolId| {
                    let position = symbols.iter().position(|&s| s == symbol);
                    values[position.expect("a variable")].clone()
                };
                literals.iter().all(|&l| terms.eval(l, &value).as_bool())
            };
            assert!(all(&fixed, &model), "seed {seed}: without the model");
            for code in 0..VALUES.pow(3) {
                let state = [
                    code % VALUES,
                    code / VALUES % VALUES,
                    code / VALUES / VALUES,
                ];
                let state = state.map(number);
                assert!(
                    !all(&fixed, &state) || all(&literals, &state),
                    "seed {seed}"
                );
            }
            for &literal in &fixed {
                assert!(
                    operands_of_products(terms, literal).is_empty(),
                    "seed {seed}"
                );
            }
        }
        assert!(acted > 50, "{acted}");
    }
}
