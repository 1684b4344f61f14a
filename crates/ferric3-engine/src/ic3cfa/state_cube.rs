//! State cubes: the state of a model, as far as it matters.
//!
//! A variable contributes the literal `x = v`. An array contributes `a[i] = v` for the indices at
//! which the goal reads it in this model: with these elements and all other variables fixed, every
//! part of the goal has the model's value, hence so has the goal.

use std::collections::BTreeSet;

use ferric3_term::{Assignment, BitVecValue, Evaluator, Op, Sort, SymbolId, TermId, Terms};

use crate::Cube;
use crate::ic3::Hit;

/// A literal that weighs more makes a state cube of its precondition.
const MAX_WEIGHT: usize = 256;

/// Literals that hold in the state of a hit and imply `G ∧ cube∘f`, if the inputs are those of the
/// hit.
pub(super) fn state_cube(hit: &mut Hit<'_, '_>, cube: &Cube) -> Vec<TermId> {
    let task = hit.search().task;
    let mut goal = vec![task.form(hit.edge()).guard];
    for &literal in cube.literals() {
        goal.push(hit.before(literal));
    }
    let (terms, model) = hit.parts();
    let read: BTreeSet<SymbolId> = goal.iter().flat_map(|&t| terms.symbols_of(t)).collect();
    let mut literals = Vec::new();
    let mut arrays: Vec<SymbolId> = Vec::new();
    // Variables that the goal does not read may be dead here, and hold anything.
    let state = task.cfa.state.iter();
    for var in state.filter(|var| read.contains(&var.symbol)) {
        if terms.symbol(var.symbol).sort.is_array() {
            arrays.push(var.symbol);
            continue;
        }
        let value = model.value(terms, var.symbol);
        let value = terms.constant(&value);
        literals.push(terms.eq(var.term, value));
    }
    if arrays.is_empty() {
        return literals;
    }
    for (array, index) in reads(terms, &goal, &model) {
        if arrays.contains(&array) {
            let value = model.value(terms, array);
            let element = terms.bv(value.as_array().select(&index).clone());
            let (array, index) = (terms.symbol_term(array), terms.bv(index));
            let read = terms.select(array, index);
            literals.push(terms.eq(read, element));
        }
    }
    literals
}

/// Is one of the literals so large that its preconditions may grow without end? Terms over
/// finitely many states do not have to be finitely many: `x % y % (y % x) …`, `a[a[a[…]]]`.
pub(super) fn is_too_heavy(terms: &Terms, literals: &[TermId]) -> bool {
    let mut literals = literals.iter();
    literals.any(|&literal| weight(terms, literal) > MAX_WEIGHT)
}

/// The number of nodes, where those that are hard to reason about count more.
fn weight(terms: &Terms, literal: TermId) -> usize {
    let subterms = terms.subterms(literal);
    let weights = subterms.iter().map(|&t| match terms.op(t) {
        Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem | Op::BvSmod => 24,
        Op::Select | Op::Store => 8,
        _ => 1,
    });
    weights.sum()
}

/// The symbols of arrays and the indices at which `goal` reads them in the model.
pub(crate) fn reads(
    terms: &Terms,
    goal: &[TermId],
    model: &impl Assignment,
) -> BTreeSet<(SymbolId, BitVecValue)> {
    let mut evaluator = Evaluator::new();
    let mut reads = BTreeSet::new();
    let subterms: BTreeSet<TermId> = goal.iter().flat_map(|&t| terms.subterms(t)).collect();
    for t in subterms {
        match (terms.op(t), terms.args(t)) {
            (Op::Select, &[array, index]) => {
                let index = evaluator.eval(terms, model, index).as_bv().clone();
                for symbol in symbols_of_array(terms, array) {
                    reads.insert((symbol, index.clone()));
                }
            }
            (Op::Eq, &[a, b]) => {
                if let Sort::Array { index, .. } = terms.sort(a) {
                    let mut symbols = symbols_of_array(terms, a);
                    symbols.extend(symbols_of_array(terms, b));
                    // The solver refuses equations of arrays that are not small.
                    let indices = (0..1u64 << index).map(|i| BitVecValue::from_u64(i, index));
                    for i in indices {
                        reads.extend(symbols.iter().map(|&symbol| (symbol, i.clone())));
                    }
                }
            }
            _ => {}
        }
    }
    reads
}

/// The symbols below the stores and choices of an array.
fn symbols_of_array(terms: &Terms, array: TermId) -> BTreeSet<SymbolId> {
    let mut symbols = BTreeSet::new();
    let mut seen = BTreeSet::from([array]);
    let mut open = vec![array];
    while let Some(t) = open.pop() {
        symbols.extend(terms.as_symbol(t));
        let arrays = terms.args(t).iter().filter(|&&a| terms.sort(a).is_array());
        open.extend(arrays.filter(|&&a| seen.insert(a)));
    }
    symbols
}
