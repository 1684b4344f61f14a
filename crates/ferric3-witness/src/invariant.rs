//! An inductive invariant, location by location.

use std::collections::BTreeSet;

use ferric3_engine::{Invariant, Task};
use ferric3_ivl::Span;
use ferric3_term::{Infix, SmtLib, SymbolId, Terms, declare_symbol};

/// What holds whenever control is at a location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocationInvariant {
    /// The location's name.
    pub label: String,
    /// Its place in the source.
    pub span: Option<Span>,
    /// Clauses in a syntax close to C's; their conjunction holds.
    pub clauses: Vec<String>,
    /// The same clauses in SMT-LIB syntax.
    pub smtlib: Vec<String>,
    /// SMT-LIB declarations of the symbols in them.
    pub declarations: Vec<String>,
}

/// The locations that have clauses, in order.
pub fn describe_invariant(
    task: &Task,
    terms: &Terms,
    invariant: &Invariant,
) -> Vec<LocationInvariant> {
    let locations = task.cfa.locations.iter_enumerated();
    locations
        .filter(|(loc, _)| *loc != task.cfa.error && !invariant.at(*loc).is_empty())
        .map(|(loc, location)| {
            let clauses = invariant.at(loc);
            let symbols: BTreeSet<SymbolId> = clauses
                .iter()
                .flat_map(|&clause| terms.symbols_of(clause))
                .collect();
            LocationInvariant {
                label: location.label.clone(),
                span: location.span,
                clauses: clauses
                    .iter()
                    .map(|&c| Infix::new(terms, c).to_string())
                    .collect(),
                smtlib: clauses
                    .iter()
                    .map(|&c| SmtLib::new(terms, c).to_string())
                    .collect(),
                declarations: symbols.iter().map(|&s| declare_symbol(terms, s)).collect(),
            }
        })
        .collect()
}
