//! Products in predecessor cubes are fixed to the model's values.
//!
//! A literal such as `x·y + z = 7` describes many states, but every query that it takes part in
//! has to reason about a multiplier, and so does every lemma learnt from it. The literals
//! `x = 2`, `y = 3`, `2·3 + z = 7` describe fewer states, and propagation alone decides them. It
//! costs nothing in generality where the program does nothing else with the factors. Quotients
//! and remainders stay: loops such as Euclid's algorithm need them as they are.

use std::collections::hash_map::Entry;

use ferric3_term::{Assignment, Evaluator, Op, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Literals that hold in the model, imply `literals`, and have no product of two terms that are not
/// constant, take their place. Returns whether anything has changed.
pub(super) fn fix_products(
    terms: &mut Terms,
    model: &impl Assignment,
    literals: &mut Vec<TermId>,
) -> bool {
    let mut evaluator = Evaluator::new();
    let mut result = Vec::with_capacity(literals.len());
    // A product of products takes several rounds.
    loop {
        let mut fixed: FxHashMap<TermId, TermId> = FxHashMap::default();
        for &literal in literals.iter() {
            for operand in operands_of_products(terms, literal) {
                if let Entry::Vacant(entry) = fixed.entry(operand) {
                    let value = evaluator.eval(terms, model, operand);
                    let value = *entry.insert(terms.constant(&value));
                    result.push(terms.eq(operand, value));
                }
            }
        }
        if fixed.is_empty() {
            break;
        }
        for literal in literals.iter_mut() {
            *literal = terms.replace(*literal, &fixed);
        }
    }
    let acted = !result.is_empty();
    literals.retain(|&literal| terms.as_bool(literal) != Some(true));
    result.append(literals);
    *literals = result;
    acted
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
    use ferric3_term::{SymbolId, Value};

    use super::*;
    use crate::ic3::testing::{Tiny, VALUES, number, random_literal};
    use ferric3_testkit::Rng;

    /// Fixed literals hold in the model, imply the others, and multiply by constants only.
    #[test]
    fn fixed_products_are_below_the_literals() {
        let mut acted = 0;
        for seed in 0..300 {
            let mut rng = Rng::new(seed);
            let mut tiny = Tiny::new();
            let (vars, symbols) = (tiny.vars, tiny.symbols);
            let literals: Vec<TermId> = (0..1 + rng.below(2))
                .map(|_| {
                    let [x, y, z] = vars;
                    let product = tiny.terms.bv_mul(x, y);
                    let leaves = [x, y, z, product];
                    random_literal(&mut rng, &mut tiny.terms, &leaves)
                })
                .collect();
            // A model, if there is one.
            let states = (0..VALUES.pow(3)).map(|code| {
                let digits = [
                    code % VALUES,
                    code / VALUES % VALUES,
                    code / VALUES / VALUES,
                ];
                digits.map(number)
            });
            let values = |state: &[Value; 3]| {
                let state = state.clone();
                move |symbol: SymbolId| {
                    let position = symbols.iter().position(|&s| s == symbol);
                    state[position.expect("a variable")].clone()
                }
            };
            let satisfies = |terms: &Terms, literals: &[TermId], state: &[Value; 3]| {
                let value = values(state);
                literals.iter().all(|&l| terms.eval(l, &value).as_bool())
            };
            let mut models = states
                .clone()
                .filter(|state| satisfies(&tiny.terms, &literals, state));
            let Some(model) = models.nth(rng.below(3)) else {
                continue;
            };
            let mut fixed = literals.clone();
            acted += usize::from(fix_products(&mut tiny.terms, &values(&model), &mut fixed));
            let terms = &tiny.terms;
            assert!(
                satisfies(terms, &fixed, &model),
                "seed {seed}: without the model"
            );
            for state in states {
                assert!(
                    !satisfies(terms, &fixed, &state) || satisfies(terms, &literals, &state),
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
