//! What all formats become first: locations with variables, and guarded clauses between them.
//!
//! A clause from `l` to `m` is an edge `(w, G(x, w), f(x, w))` as automata have them: inputs, a guard,
//! and the values of the variables of `m`. A predicate of Horn clauses is a location whose variables
//! are its arguments; a transition system has one location.

use std::ops::Range;

use ferric3_ivl::Span;
use ferric3_term::{Sort, SymbolId, TermId, Terms};

use crate::relation::{Case, Definition};

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
    /// The instances of a formula of the file that it stands for: one of them is violated.
    pub(crate) instances: Range<usize>,
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
    /// The instance of a formula of the file that it is, if the file has formulas.
    pub(crate) instance: Option<usize>,
    pub(crate) span: Span,
}

/// What a clause or a case of a query is in the terms of the file, which has relations where clauses
/// have assignments.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    /// The formula of the file, by number.
    pub(crate) formula: usize,
    /// When it is one: conjuncts over variables and inputs.
    pub(crate) guard: Vec<TermId>,
    /// What the formula's own variables are then; one that is missing is an input of the same name, or
    /// may have any value.
    pub(crate) solution: Vec<Definition>,
}

/// A property of the file.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// Its name in the file, if it has one.
    pub(crate) name: Option<String>,
    /// For people.
    pub(crate) description: String,
    pub(crate) span: Span,
    /// No property of the file: what a run must not get to, or nobody knows how it goes on.
    pub(crate) obstacle: Option<Obstacle>,
}

/// Where something is evaluated that has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Obstacle {
    /// In a step.
    Step,
    /// In this property, by number.
    Property(usize),
}

/// A whole file.
#[derive(Clone, Debug, Default)]
pub(crate) struct System {
    pub(crate) locations: Vec<Location>,
    pub(crate) clauses: Vec<Clause>,
    pub(crate) queries: Vec<Query>,
    pub(crate) properties: Vec<Asked>,
    pub(crate) instances: Vec<Instance>,
}

impl System {
    /// Notes that a case is an instance of a formula. Its number is the result.
    pub(crate) fn instance(&mut self, formula: usize, case: &Case) -> usize {
        self.instances.push(Instance {
            formula,
            guard: case.guard.clone(),
            solution: case.solution.clone(),
        });
        self.instances.len() - 1
    }

    /// Adds a clause for each case of a formula.
    pub(crate) fn add_clauses(
        &mut self,
        formula: usize,
        cases: Vec<Case>,
        from: Option<usize>,
        to: usize,
        span: Span,
    ) {
        for case in cases {
            let instance = Some(self.instance(formula, &case));
            self.clauses.push(Clause {
                from,
                to,
                inputs: case.inputs,
                guard: case.guard,
                values: case.outputs,
                instance,
                span,
            });
        }
    }

    /// Adds a query for the cases of a formula.
    pub(crate) fn add_query(
        &mut self,
        terms: &mut Terms,
        formula: usize,
        cases: &[Case],
        at: usize,
        property: usize,
        span: Span,
    ) {
        let first = self.instances.len();
        for case in cases {
            self.instance(formula, case);
        }
        let instances = first..self.instances.len();
        let query = one_query(terms, cases, at, property, instances, span);
        self.queries.push(query);
    }
}

/// A query for the disjunction of cases.
fn one_query(
    terms: &mut Terms,
    cases: &[Case],
    at: usize,
    property: usize,
    instances: Range<usize>,
    span: Span,
) -> Query {
    let mut inputs: Vec<SymbolId> = cases.iter().flat_map(|c| c.inputs.clone()).collect();
    inputs.sort_unstable();
    inputs.dedup();
    let guard = match cases {
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
        instances,
        span,
    }
}
