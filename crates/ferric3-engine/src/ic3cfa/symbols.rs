//! The symbols of literals, computed once for each.

use std::rc::Rc;

use ferric3_term::{SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

/// By term: its symbols, sorted.
#[derive(Clone, Debug, Default)]
pub(super) struct Symbols {
    of: FxHashMap<TermId, Rc<[SymbolId]>>,
}

impl Symbols {
    /// The symbols of `t`, sorted.
    pub(super) fn of(&mut self, terms: &Terms, t: TermId) -> Rc<[SymbolId]> {
        let entry = self.of.entry(t);
        let symbols = entry.or_insert_with(|| {
            let mut symbols = terms.symbols_of(t);
            symbols.sort_unstable();
            symbols.into()
        });
        Rc::clone(symbols)
    }
}
