//! The box of a state: two bounds for each variable that matters, which leave one point.
//!
//! An array contributes bounds of the elements that are read in this state. With these and all other variables that are
//! read fixed, everything that reads them has the value that it has in the state.

use ferric3_term::{Assignment, Bound, Sort, SymbolId, TermId, Terms, Value};

use super::order::{Order, Orders};
use crate::ic3cfa::reads;

/// The literals of the box around the values of an assignment, for the state variables that are read in `goal`.
pub(super) fn box_of(
    terms: &mut Terms,
    orders: &Orders,
    state: &[(SymbolId, TermId)],
    goal: &[TermId],
    values: &impl Assignment,
) -> Vec<TermId> {
    let mut read: Vec<SymbolId> = goal.iter().flat_map(|&t| terms.symbols_of(t)).collect();
    read.sort_unstable();
    read.dedup();
    let mut literals = Vec::new();
    let mut arrays: Vec<SymbolId> = Vec::new();
    for &(symbol, term) in state {
        if read.binary_search(&symbol).is_err() {
            continue;
        }
        if terms.symbol(symbol).sort.is_array() {
            arrays.push(symbol);
            continue;
        }
        let value = values.value(terms, symbol);
        bounds(terms, orders, term, &value, &mut literals);
    }
    if arrays.is_empty() {
        return literals;
    }
    for (array, index) in reads(terms, goal, values) {
        if arrays.contains(&array) {
            let value = values.value(terms, array);
            let element = Value::BitVec(value.as_array().select(&index).clone());
            let (array, index) = (terms.symbol_term(array), terms.bv(index));
            let read = terms.select(array, index);
            bounds(terms, orders, read, &element, &mut literals);
        }
    }
    literals
}

/// `term = value`, as bounds where it has an order.
fn bounds(
    terms: &mut Terms,
    orders: &Orders,
    term: TermId,
    value: &Value,
    literals: &mut Vec<TermId>,
) {
    let found = match (terms.sort(term), value) {
        (Sort::BitVec(2..=64), Value::BitVec(word)) => {
            let order = orders.order(term);
            [true, false].map(|upper| {
                let bound = match order {
                    Order::Float => Bound::of_float(term, upper, word.clone()),
                    order => Bound {
                        t: term,
                        signed: order == Order::Signed,
                        upper,
                        value: word.clone(),
                    },
                };
                bound.literal(terms)
            })
        }
        (Sort::Int | Sort::Real, value) => {
            let value = terms.constant(value);
            [terms.le(term, value), terms.le(value, term)]
        }
        _ => {
            let value = terms.constant(value);
            [terms.eq(term, value), terms.tt()]
        }
    };
    let says_something = |literal: &TermId| terms.as_bool(*literal).is_none();
    literals.extend(found.into_iter().filter(says_something));
}
