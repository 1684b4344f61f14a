//! Sine, cosine and exponential function.
//!
//! Their values are no rational numbers, so there are no terms for them: `(sin e)` is read as a fresh symbol `s`, and a
//! formula with `s` has `s = sin(e)` as another conjunct. That is the same, because these functions have exactly one value
//! everywhere. What has none at some arguments, such as a logarithm, is not read: SMT-LIB has no such function, and
//! whoever writes a file knows what it should be there.

use ferric3_term::{Op, Sort, SymbolId, TermId, Terms, Transcendental};
use rustc_hash::FxHashSet;

use super::numbers::as_real;
use super::operators::arity;

/// What was read: for each value its symbol, and the predicate that says what it is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Functions {
    values: Vec<(SymbolId, TermId)>,
}

impl Functions {
    /// How many values there are.
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// The value of a function, if it is one that is read.
    pub(super) fn read(
        &mut self,
        terms: &mut Terms,
        name: &str,
        args: &[TermId],
    ) -> Option<Result<TermId, String>> {
        let mut all = Transcendental::ALL.into_iter();
        let function = all.find(|function| function.name() == name)?;
        Some(self.value(terms, function, args))
    }

    fn value(
        &mut self,
        terms: &mut Terms,
        function: Transcendental,
        args: &[TermId],
    ) -> Result<TermId, String> {
        let name = function.name();
        arity(name, args, 1)?;
        let sort = terms.sort(args[0]);
        if !sort.is_number() {
            return Err(format!("`{name}` wants Real, not {sort}"));
        }
        let argument = as_real(terms, args[0]);
        for &(symbol, predicate) in &self.values {
            let is_same = *terms.op(predicate) == Op::Graph(function);
            if is_same && terms.args(predicate)[1] == argument {
                return Ok(terms.symbol_term(symbol));
            }
        }
        let (symbol, value) = terms.fresh_symbol(name, Sort::Real);
        let predicate = terms.mk(Op::Graph(function), &[value, argument]);
        self.values.push((symbol, predicate));
        Ok(value)
    }

    /// What has to hold besides terms with values of functions, and the symbols of these.
    pub(crate) fn besides(&self, terms: &Terms, roots: &[TermId]) -> (Vec<TermId>, Vec<SymbolId>) {
        let (mut predicates, mut symbols) = (Vec::new(), Vec::new());
        if self.values.is_empty() {
            return (predicates, symbols);
        }
        let mut used: FxHashSet<SymbolId> = FxHashSet::default();
        for &root in roots {
            used.extend(terms.symbols_of(root));
        }
        // Arguments have values that were read before.
        for &(symbol, predicate) in self.values.iter().rev() {
            if used.contains(&symbol) {
                used.extend(terms.symbols_of(predicate));
                predicates.push(predicate);
                symbols.push(symbol);
            }
        }
        (predicates, symbols)
    }
}
