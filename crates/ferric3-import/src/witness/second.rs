//! The second reading of a run: the formulas of the file, as they were read and before anything was
//! done to them, say that each step is one.
//!
//! The interpreter runs the program, and what made the program of the file may be wrong: how
//! relations became assignments, program counters became locations, and all that became blocks.
//! Nothing of that is used here.

use ferric3_ivl::PropertyId;
use ferric3_term::{Evaluator, SymbolId, TermId, Terms, Value};

use super::walk::{State, Step, Values, disagreement};
use super::{NoWitness, Origin, Quoted};
use crate::horn::Horn;
use crate::system::System;
use crate::vmt::{INIT, TRANS, Vmt};

/// Follows a run.
pub(super) fn follow(
    origin: &Origin,
    terms: &Terms,
    property: PropertyId,
    steps: &[Step],
) -> Result<(), NoWitness> {
    let mut evaluator = Evaluator::new();
    for (number, step) in steps.iter().enumerate() {
        let is_last = number + 1 == steps.len();
        let is_chained = match number.checked_sub(1) {
            None => step.from.is_none(),
            Some(before) => step.from.is_some() && step.from == steps[before].to,
        };
        if !is_chained || is_last != step.to.is_none() {
            return Err(disagreement("the steps are no run"));
        }
        evaluator.clear();
        let complaint = match &origin.quoted {
            Quoted::Horn(horn) => of_clause(horn, terms, step),
            Quoted::Vmt(vmt) => of_relation(vmt, terms, step),
            Quoted::Circuit => {
                let mut eval = |term| evaluator.eval(terms, &step.values, term);
                of_circuit(&origin.file, property, step, &mut eval)
            }
        };
        if let Some(complaint) = complaint {
            return Err(disagreement(format!("step {number}: {complaint}")));
        }
    }
    Ok(())
}

/// A step of Horn clauses derives the head from the body: with the body's fact and without the
/// head's, the clause is false. What is wrong is the result.
fn of_clause(horn: &Horn, terms: &Terms, step: &Step) -> Option<String> {
    let is_nowhere = |state: &Option<State>| state.as_ref().is_none_or(|s| s.predicate.is_none());
    let Some(number) = step.formula else {
        // Runs pass a location for queries that read no predicate.
        let is_empty = step.from.is_none() && step.to.is_some() && is_nowhere(&step.to);
        return (!is_empty).then(|| "it is no instance of a clause".to_owned());
    };
    let clause = &horn.clauses[number];
    let is_fact = |applied: &Option<(usize, Vec<TermId>)>, state: &Option<State>| match applied {
        None => is_nowhere(state),
        Some((predicate, args)) => state.as_ref().is_some_and(|state| {
            let args = args.iter().map(|&arg| terms.eval(arg, &step.values));
            state.predicate == Some(*predicate) && state.values.iter().cloned().eq(args)
        }),
    };
    if !is_fact(&clause.body, &step.from) {
        return Some("the body is another fact".to_owned());
    }
    if !is_fact(&clause.head, &step.to) {
        return Some("the head is another fact".to_owned());
    }
    let mut values = step.values.clone();
    for (atom, holds) in clause.atoms.iter().zip([true, false]) {
        values.extend(atom.map(|atom| (atom, Value::Bool(holds))));
    }
    for formula in [clause.formula, horn.assertions[clause.assertion].formula] {
        if terms.eval(formula, &values) != Value::Bool(false) {
            return Some("the clause does not derive its head".to_owned());
        }
    }
    None
}

/// A step of VMT satisfies `:init` or `:trans`, or not the property.
fn of_relation(vmt: &Vmt, terms: &Terms, step: &Step) -> Option<String> {
    let Some(number) = step.formula else {
        return Some("it is no case of a formula".to_owned());
    };
    let is_state = |symbols: &mut dyn Iterator<Item = SymbolId>, state: &Option<State>| {
        let found = symbols.map(|symbol| value_of(terms, &step.values, symbol));
        let state = state.as_ref();
        state.is_some_and(|state| state.values.iter().cloned().eq(found))
    };
    let now = &mut vmt.pairs.iter().map(|pair| pair.0);
    let next = &mut vmt.pairs.iter().map(|pair| pair.1);
    let (agrees, wanted) = match number {
        INIT => (is_state(now, &step.to), true),
        TRANS => (is_state(now, &step.from) && is_state(next, &step.to), true),
        _ => (is_state(now, &step.from), false),
    };
    if !agrees {
        return Some("the variables have other values".to_owned());
    }
    let formula = vmt.formulas[number].as_ref()?;
    let holds = terms.eval(formula.term, &step.values) == Value::Bool(wanted);
    (!holds).then(|| "the formula of the file says otherwise".to_owned())
}

/// The value of a symbol.
pub(super) fn value_of(terms: &Terms, values: &Values, symbol: SymbolId) -> Value {
    let found = values.get(&symbol).cloned();
    found.unwrap_or_else(|| Value::zero(terms.symbol(symbol).sort))
}

/// A step of a circuit: all constraints hold before it, and the state elements get their next values.
fn of_circuit(
    file: &System,
    property: PropertyId,
    step: &Step,
    eval: &mut dyn FnMut(TermId) -> Value,
) -> Option<String> {
    let holds = Value::Bool(true);
    if step.from.is_some() {
        let mut constraints = file.locations[0].constraints.iter();
        if !constraints.all(|constraint| eval(constraint.term) == holds) {
            return Some("a constraint does not hold".to_owned());
        }
    }
    let Some(to) = &step.to else {
        let queries = file.queries.iter();
        let mut asked = queries.filter(|query| query.property == property.index());
        let is_bad = asked.any(|query| query.guard.iter().all(|&part| eval(part) == holds));
        return (!is_bad).then(|| "the state is not bad".to_owned());
    };
    let from = step.from.as_ref().map(|_| 0);
    let clause = file.clauses.iter().find(|clause| clause.from == from)?;
    let next = clause.values.iter().map(|&value| eval(value));
    let agrees = next.eq(to.values.iter().cloned());
    (!agrees).then(|| "a state element gets another value".to_owned())
}
