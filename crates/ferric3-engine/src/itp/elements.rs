//! Elements of arrays at the cut: words that stand for what arrays have at some indices.
//!
//! Interpolants have no arrays, but they may have elements, if each of these has a symbol that both sides know. `A` says what the
//! element is, and `B` begins with an array in which it is stored. Whatever array a run has at the cut, it is one of those that `B`
//! begins with, with the run's own elements; so nothing is lost that makes an interpolant right. Which indices there are is a
//! guess: all of a small array, of others those that edges use and that the state determines.

use std::collections::{BTreeMap, BTreeSet};

use ferric3_term::{Op, Sort, Substitution, SymbolId, TermId, Terms};
use rustc_hash::FxHashSet;

use crate::Task;

/// Of arrays with so many bits of index all elements count.
const SMALL: u32 = 4;
/// So many elements of others.
const MAX_ELEMENTS: usize = 16;

/// An element of an array.
pub(super) struct Element {
    /// The array, by its position in the state.
    pub(super) var: usize,
    /// The index, over the state.
    pub(super) index: TermId,
    /// What stands for it at the cut.
    pub(super) symbol: TermId,
}

/// The elements that count, of arrays at these positions.
pub(super) fn elements(
    task: &Task,
    terms: &mut Terms,
    is_live: impl Fn(usize) -> bool,
) -> Vec<Element> {
    let mut arrays: BTreeMap<SymbolId, usize> = BTreeMap::new();
    for (var, state) in task.cfa.state.iter().enumerate() {
        if terms.sort(state.term).is_array() && is_live(var) {
            arrays.insert(state.symbol, var);
        }
    }
    if arrays.is_empty() {
        return Vec::new();
    }
    let used = used_indices(task, terms, &arrays);
    let mut elements = Vec::new();
    for (symbol, var) in arrays {
        let Sort::Array { index, element } = terms.symbol(symbol).sort else {
            continue;
        };
        let indices: Vec<TermId> = match index <= SMALL {
            true => (0..1 << index).map(|i| terms.bv_u64(i, index)).collect(),
            false => {
                let used = used.get(&var).into_iter().flatten();
                used.copied().take(MAX_ELEMENTS).collect()
            }
        };
        for index in indices {
            let (_, symbol) = terms.fresh_symbol("element", Sort::BitVec(element));
            elements.push(Element { var, index, symbol });
        }
    }
    elements
}

/// The indices at which edges read and write each array, as far as they are functions of words of the state.
fn used_indices(
    task: &Task,
    terms: &Terms,
    arrays: &BTreeMap<SymbolId, usize>,
) -> BTreeMap<usize, BTreeSet<TermId>> {
    let state: FxHashSet<SymbolId> = task.cfa.state.iter().map(|var| var.symbol).collect();
    let is_of_state = |index: TermId| {
        let mut symbols = terms.symbols_of(index).into_iter();
        symbols.all(|symbol| state.contains(&symbol) && !terms.symbol(symbol).sort.is_array())
    };
    let mut used: BTreeMap<usize, BTreeSet<TermId>> = BTreeMap::new();
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    for form in task.forms.iter() {
        let mut stack: Vec<TermId> = form.next.values().copied().collect();
        stack.push(form.guard);
        while let Some(term) = stack.pop() {
            if !seen.insert(term) {
                continue;
            }
            let args = terms.args(term);
            stack.extend(args);
            if matches!(terms.op(term), Op::Select | Op::Store) && is_of_state(args[1]) {
                for var in below(terms, args[0], arrays) {
                    used.entry(var).or_default().insert(args[1]);
                }
            }
        }
    }
    used
}

/// The arrays of the state that one is made of.
fn below(terms: &Terms, array: TermId, arrays: &BTreeMap<SymbolId, usize>) -> Vec<usize> {
    let (mut found, mut stack, mut seen) = (Vec::new(), vec![array], FxHashSet::default());
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        match (terms.op(term), terms.args(term)) {
            (Op::Symbol(symbol), _) => found.extend(arrays.get(symbol)),
            (Op::Store, args) => stack.push(args[0]),
            (Op::Ite, args) => stack.extend(&args[1..]),
            _ => {}
        }
    }
    found
}

/// The array that `B` begins with: any one, with the elements stored where they belong.
pub(super) fn with_elements(
    terms: &mut Terms,
    any: TermId,
    var: usize,
    elements: &[Element],
    words: &mut Substitution,
) -> TermId {
    let mut array = any;
    for element in elements.iter().filter(|element| element.var == var) {
        let index = words.apply(terms, element.index);
        array = terms.store(array, index, element.symbol);
    }
    array
}
