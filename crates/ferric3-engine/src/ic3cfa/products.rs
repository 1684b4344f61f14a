//! Products in predecessor cubes are fixed to the model's values.
//!
//! A literal such as `x·y + z = 7` describes many states, but every query that it takes part in
//! has to reason about a multiplier, and so does every lemma learnt from it. The literals
//! `x = 2`, `y = 3`, `2·3 + z = 7` describe fewer states, and propagation alone decides them. It
//! costs nothing in generality where the program does nothing else with the factors. Quotients
//! and remainders stay: loops such as Euclid's algorithm need them as they are.

use ferric3_cfa::LocId;
use ferric3_term::{Evaluator, Op, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Search;
use super::technique::Technique;

impl Search<'_> {
    /// Literals that hold in the model at `from`, imply `literals`, and have no product of two
    /// terms that are not constant.
    pub(super) fn fix_products(&mut self, from: LocId, literals: Vec<TermId>) -> Vec<TermId> {
        let model = self.contexts.model(from);
        let mut evaluator = Evaluator::new();
        let mut fixed: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut result = Vec::with_capacity(literals.len());
        let mut seen = FxHashSet::default();
        let mut tried = false;
        for &literal in &literals {
            for operand in operands_of_products(self.terms, literal) {
                tried = true;
                if seen.insert(operand) {
                    let value = evaluator.eval(self.terms, &model, operand);
                    let value = self.terms.constant(&value);
                    result.push(self.terms.eq(operand, value));
                    fixed.insert(operand, value);
                }
            }
        }
        if tried {
            for &literal in &literals {
                let literal = replace(self.terms, literal, &fixed);
                if self.terms.as_bool(literal) != Some(true) {
                    result.push(literal);
                }
            }
        } else {
            result = literals;
        }
        let stats = self.stats_of(Technique::FixProducts);
        stats.tried += 1;
        stats.succeeded += u64::from(tried);
        result
    }
}

/// The arguments of the innermost products that have no constant argument.
fn operands_of_products(terms: &Terms, t: TermId) -> Vec<TermId> {
    let mut operands = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack = vec![t];
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        let args = terms.args(t);
        let is_product = *terms.op(t) == Op::BvMul;
        if is_product && args.iter().all(|&arg| terms.as_const(arg).is_none()) {
            operands.extend_from_slice(args);
        } else {
            stack.extend_from_slice(args);
        }
    }
    operands.sort_unstable();
    operands.dedup();
    operands
}

/// `t` with subterms replaced.
fn replace(terms: &mut Terms, t: TermId, by: &FxHashMap<TermId, TermId>) -> TermId {
    let mut order = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack = vec![t];
    while let Some(t) = stack.pop() {
        if seen.insert(t) {
            order.push(t);
            stack.extend_from_slice(terms.args(t));
        }
    }
    order.sort_unstable(); // Arguments have smaller ids than their parents.
    let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
    for part in order {
        let args = terms.args(part).to_vec();
        let new_args: Vec<TermId> = args.iter().map(|a| done[a]).collect();
        let result = match by.get(&part) {
            Some(&value) => value,
            None if new_args == args => part,
            None => {
                let op = terms.op(part).clone();
                terms.simplified(op, &new_args)
            }
        };
        done.insert(part, result);
    }
    done[&t]
}
