//! What all formats become first: locations with variables, and guarded clauses between them.
//!
//! A clause from `l` to `m` is an edge `(w, G(x, w), f(x, w))` as automata have them: inputs, a guard,
//! and the values of the variables of `m`. A predicate of Horn clauses is a location whose variables
//! are its arguments; a transition system has one location.

use ferric3_ivl::Span;
use ferric3_term::{Sort, SymbolId, TermId, Terms};

use crate::relation::Case;

/// A variable, or an input, with its name in the file.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) symbol: SymbolId,
    pub(crate) name: String,
    pub(crate) sort: Sort,
    pub(crate) span: Span,
}

/// A formula with its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    pub(crate) term: TermId,
    pub(crate) span: Span,
}

/// A location.
#[derive(Clone, Debug)]
pub(crate) struct Location {
    /// For people, and different from those of other locations.
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) vars: Vec<Variable>,
    /// What is read on arrival, for queries and clauses.
    pub(crate) inputs: Vec<Variable>,
    /// What must hold then, or the run does not count.
    pub(crate) constraints: Vec<Placed>,
    /// The location of the file that it is a part of, by number.
    pub(crate) origin: usize,
    /// The values of variables that it stands for, by position.
    pub(crate) fixed: Vec<(usize, TermId)>,
}

/// What must not be: some inputs with which the guard holds.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    pub(crate) at: usize,
    pub(crate) inputs: Vec<SymbolId>,
    /// Conjuncts.
    pub(crate) guard: Vec<TermId>,
    /// The property that it violates, by number.
    pub(crate) property: usize,
    pub(crate) span: Span,
}

/// How control gets from one location to another.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    /// `None`: runs begin here.
    pub(crate) from: Option<usize>,
    pub(crate) to: usize,
    pub(crate) inputs: Vec<SymbolId>,
    /// Conjuncts.
    pub(crate) guard: Vec<TermId>,
    /// The new values, in the order of the variables of `to`.
    pub(crate) values: Vec<TermId>,
    pub(crate) span: Span,
}

/// A property of the file.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// Its name in the file, if it has one.
    pub(crate) name: Option<String>,
    /// For people.
    pub(crate) description: String,
    pub(crate) span: Span,
}

/// A whole file.
#[derive(Clone, Debug, Default)]
pub(crate) struct System {
    pub(crate) locations: Vec<Location>,
    pub(crate) clauses: Vec<Clause>,
    pub(crate) queries: Vec<Query>,
    pub(crate) properties: Vec<Asked>,
}

/// A query for the disjunction of cases.
pub(crate) fn one_query(
    terms: &mut Terms,
    cases: Vec<Case>,
    at: usize,
    property: usize,
    span: Span,
) -> Query {
    let mut inputs: Vec<SymbolId> = cases.iter().flat_map(|c| c.inputs.clone()).collect();
    inputs.sort_unstable();
    inputs.dedup();
    let guard = match &cases[..] {
        [case] => case.guard.clone(),
        _ => {
            let guards: Vec<TermId> = cases.iter().map(|case| terms.and(&case.guard)).collect();
            vec![terms.or(&guards)]
        }
    };
    Query {
        at,
        inputs,
        guard,
        property,
        span,
    }
}
