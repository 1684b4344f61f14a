//! Interpolants of a path over integers and real numbers: those of the unrolled path (`ferric3-solver/src/interpolate/`).
//!
//! The part of an edge is `K ∧ G ∧ x' = f`, where `K` is known at its source. Only variables that the edge changes have
//! new symbols behind it, so an interpolant has symbols of values that are current there, and becomes a formula over
//! the state again by putting variables in for them.

use ferric3_sat::Interrupt;
use ferric3_solver::{NoInterpolant, sequence_interpolants};
use ferric3_term::{Substitution, SymbolId, TermId, Terms};

use super::conjuncts;
use crate::{Interrupted, Task};

/// Is it for this task? Bit-vectors have no interpolants of this kind.
pub(super) fn has_numbers(task: &Task, terms: &Terms) -> bool {
    let mut state = task.cfa.state.iter();
    state.any(|var| terms.symbol(var.symbol).sort.is_number())
}

/// Clauses for each location between the edges of a task that is a path without a run; none if there are no
/// interpolants to be had.
pub(super) fn interpolants(
    path: &Task,
    terms: &mut Terms,
    interrupt: &Interrupt,
) -> Result<Option<Vec<Vec<TermId>>>, Interrupted> {
    let state = path.cfa.state.iter();
    let mut now: Vec<(SymbolId, TermId)> = state.map(|var| (var.symbol, var.term)).collect();
    let (mut parts, mut back) = (Vec::new(), Vec::new());
    for form in path.forms.iter() {
        let mut inputs = Vec::new();
        for &input in &form.inputs {
            inputs.push((input, copy(terms, input)));
        }
        let mut before = Substitution::new(now.iter().chain(&inputs).copied());
        let known = path.facts.at(form.edge.from).iter();
        let conjuncts = known.chain(&form.guard_parts);
        let mut part: Vec<TermId> = conjuncts.map(|&t| before.apply(terms, t)).collect();
        for (variable, value) in &mut now {
            if let Some(&next) = form.next.get(variable) {
                let next = before.apply(terms, next);
                *value = copy(terms, *variable);
                part.push(terms.eq(*value, next));
            }
        }
        parts.push(part);
        let mut variables = Vec::new();
        for &(variable, value) in &now {
            if let Some(symbol) = terms.as_symbol(value) {
                variables.push((symbol, terms.symbol_term(variable)));
            }
        }
        back.push(Substitution::new(variables));
    }
    match sequence_interpolants(terms, &parts, interrupt) {
        Ok(found) => {
            let mut clauses = Vec::new();
            for (interpolant, mut back) in found.into_iter().zip(back) {
                let interpolant = back.apply(terms, interpolant);
                clauses.push(conjuncts(terms, interpolant));
            }
            Ok(Some(clauses))
        }
        Err(NoInterpolant::Stopped) => Err(Interrupted::Stopped),
        Err(_) => Ok(None),
    }
}

/// A fresh symbol that stands for this one.
fn copy(terms: &mut Terms, symbol: SymbolId) -> TermId {
    let info = terms.symbol(symbol);
    let (name, sort) = (info.name.clone(), info.sort);
    terms.fresh_symbol(name, sort).1
}
