//! A state of the automaton in few bytes, to be kept by the thousand.

use ferric3_cfa::Cfa;
use ferric3_term::{Assignment, BitVecValue, Evaluator, Sort, SymbolId, Terms, Value};
use rustc_hash::FxHashMap;

use crate::Cube;

/// Where the bits of each state variable stand, or the place of what has no fixed number of bits.
#[derive(Clone, Debug, Default)]
pub(super) struct StateLayout {
    variables: FxHashMap<SymbolId, (u32, Sort)>,
    order: Vec<SymbolId>,
    words: usize,
}

/// The values of all state variables, one bit after the other; arrays, integers and real numbers as they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PackedState {
    words: Box<[u64]>,
    others: Box<[Value]>,
}

impl StateLayout {
    pub(super) fn new(cfa: &Cfa, terms: &Terms) -> StateLayout {
        let mut layout = StateLayout::default();
        let (mut bits, mut others) = (0, 0);
        for var in &cfa.state {
            let sort = terms.symbol(var.symbol).sort;
            layout.order.push(var.symbol);
            if has_no_bits(sort) {
                layout.variables.insert(var.symbol, (others, sort));
                others += 1;
            } else {
                layout.variables.insert(var.symbol, (bits, sort));
                bits += sort.width().unwrap_or(1);
            }
        }
        layout.words = bits.div_ceil(64) as usize;
        layout
    }

    /// The state part of a model.
    pub(super) fn pack(&self, terms: &Terms, model: &impl Assignment) -> PackedState {
        let mut words = vec![0u64; self.words];
        let mut others = vec![];
        let mut set = |i: u32| words[(i / 64) as usize] |= 1 << (i % 64);
        for &symbol in &self.order {
            let (at, _) = self.variables[&symbol];
            let value = model.value(terms, symbol);
            match value {
                Value::Bool(true) => set(at),
                Value::Bool(false) => {}
                Value::BitVec(value) => {
                    for i in (0..value.width()).filter(|&i| value.bit(i)) {
                        set(at + i);
                    }
                }
                other => others.push(other),
            }
        }
        PackedState {
            words: words.into(),
            others: others.into(),
        }
    }

    /// Is the state in the cube?
    pub(super) fn is_in(&self, terms: &Terms, state: &PackedState, cube: &Cube) -> bool {
        let mut evaluator = Evaluator::new();
        let unpacked = Unpacked {
            layout: self,
            state,
        };
        let mut literals = cube.literals().iter();
        literals.all(|&literal| evaluator.eval(terms, &unpacked, literal).as_bool())
    }
}

/// Is it a sort whose values have no fixed number of bits, or very many?
fn has_no_bits(sort: Sort) -> bool {
    sort.width().is_none() && !sort.is_bool()
}

struct Unpacked<'a> {
    layout: &'a StateLayout,
    state: &'a PackedState,
}

impl Assignment for Unpacked<'_> {
    fn value(&self, _: &Terms, symbol: SymbolId) -> Value {
        let (at, sort) = self.layout.variables[&symbol];
        let bit = |i: u32| self.state.words[(i / 64) as usize] >> (i % 64) & 1 != 0;
        match sort.width() {
            None if has_no_bits(sort) => self.state.others[at as usize].clone(),
            None => Value::Bool(bit(at)),
            Some(width) => Value::BitVec(BitVecValue::from_bits((0..width).map(|i| bit(at + i)))),
        }
    }
}

#[cfg(test)]
mod tests {
    use ferric3_testkit::Rng;

    use super::*;

    /// Across the borders of words, for all sorts.
    #[test]
    fn states_read_back() {
        let mut rng = Rng::new(1);
        let mut terms = Terms::new();
        let mut cfa = Cfa::new();
        let widths = [
            None,
            Some(1),
            Some(62),
            None,
            Some(3),
            Some(64),
            Some(130),
            None,
        ];
        let variables = widths.map(|width| {
            let sort = width.map_or(Sort::Bool, Sort::BitVec);
            let (symbol, _) = terms.fresh_symbol("v", sort);
            cfa.add_state_var(&mut terms, symbol, None);
            (symbol, width)
        });
        let layout = StateLayout::new(&cfa, &terms);
        for _ in 0..50 {
            let state = variables.map(|(symbol, width)| {
                let mut bit = || rng.below(2) == 1;
                let value = match width {
                    None => Value::Bool(bit()),
                    Some(width) => Value::BitVec(BitVecValue::from_bits((0..width).map(|_| bit()))),
                };
                (symbol, value)
            });
            let model: FxHashMap<SymbolId, Value> = state.iter().cloned().collect();
            let packed = layout.pack(&terms, &model);
            let unpacked = Unpacked {
                layout: &layout,
                state: &packed,
            };
            let mut literals = Vec::new();
            for (symbol, value) in &state {
                assert_eq!(unpacked.value(&terms, *symbol), *value);
                let (symbol, value) = (terms.symbol_term(*symbol), terms.constant(value));
                literals.push(terms.eq(symbol, value));
            }
            assert!(layout.is_in(&terms, &packed, &Cube::new(literals.clone())));
            let last = literals.last_mut().expect("some");
            *last = terms.not(*last);
            assert!(!layout.is_in(&terms, &packed, &Cube::new(literals)));
        }
    }
}
