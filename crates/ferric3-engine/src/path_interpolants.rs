//! Interpolants of a path over integers and real numbers: those of the unrolled path (`ferric3-solver/src/interpolate/`).
//!
//! The part of an edge is `K ∧ G ∧ x' = f`, where `K` is known at its source. Only variables that the edge changes have
//! new symbols behind it, so an interpolant has symbols of values that are current there, and becomes a formula over
//! the state again by putting variables in for them.

use ferric3_cfa::{EdgeForm, StateVar};
use ferric3_sat::Interrupt;
use ferric3_solver::{NoInterpolant, sequence_interpolants};
use ferric3_term::{Op, Substitution, SymbolId, TermId, Terms};

use crate::Task;

/// Is it for this task? Bit-vectors have no interpolants of this kind.
pub(crate) fn has_numbers(task: &Task, terms: &Terms) -> bool {
    let mut state = task.cfa.state.iter();
    state.any(|var| terms.symbol(var.symbol).sort.is_number())
}

/// A path, edge by edge.
pub(crate) struct UnrolledPath {
    /// What stands for each variable.
    now: Vec<(SymbolId, TermId)>,
    parts: Vec<Vec<TermId>>,
    /// By edge: from what stands for variables behind it to the variables.
    back: Vec<Substitution>,
}

impl UnrolledPath {
    /// A path without edges, from any state.
    pub(crate) fn new(state: &[StateVar]) -> UnrolledPath {
        UnrolledPath {
            now: state.iter().map(|var| (var.symbol, var.term)).collect(),
            parts: Vec::new(),
            back: Vec::new(),
        }
    }

    /// One more edge, and what is known at its source.
    pub(crate) fn edge(&mut self, terms: &mut Terms, form: &EdgeForm, known: &[TermId]) {
        let mut inputs = Vec::new();
        for &input in &form.inputs {
            inputs.push((input, copy(terms, input)));
        }
        let mut before = Substitution::new(self.now.iter().chain(&inputs).copied());
        let conjuncts = known.iter().chain(&form.guard_parts);
        let mut part: Vec<TermId> = conjuncts.map(|&t| before.apply(terms, t)).collect();
        for (variable, value) in &mut self.now {
            if let Some(&next) = form.next.get(variable) {
                let next = before.apply(terms, next);
                *value = copy(terms, *variable);
                part.push(terms.eq(*value, next));
            }
        }
        self.parts.push(part);
        let now = self.now.iter();
        let variables = now.filter_map(|&(variable, value)| {
            Some((terms.as_symbol(value)?, terms.symbol_term(variable)))
        });
        self.back.push(Substitution::new(variables));
    }

    /// The path leads into the states where all of these hold.
    pub(crate) fn end_in(&mut self, terms: &mut Terms, literals: &[TermId]) {
        let mut at_end = Substitution::new(self.now.iter().copied());
        let part = literals.iter().map(|&l| at_end.apply(terms, l)).collect();
        self.parts.push(part);
    }

    /// The conjuncts of interpolants behind each edge but the last part, if there is no such run.
    pub(crate) fn interpolants(
        self,
        terms: &mut Terms,
        interrupt: &Interrupt,
    ) -> Result<Vec<Vec<TermId>>, NoInterpolant> {
        let found = sequence_interpolants(terms, &self.parts, interrupt)?;
        let both = found.into_iter().zip(self.back);
        let over_state = both.map(|(interpolant, mut back)| {
            let interpolant = back.apply(terms, interpolant);
            conjuncts(terms, interpolant)
        });
        Ok(over_state.collect())
    }
}

/// The conjuncts of a formula.
pub(crate) fn conjuncts(terms: &Terms, formula: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut open = vec![formula];
    while let Some(t) = open.pop() {
        match terms.op(t) {
            Op::True => {}
            Op::And => open.extend(terms.args(t).iter().rev()),
            _ => found.push(t),
        }
    }
    found
}

/// A fresh symbol that stands for this one.
fn copy(terms: &mut Terms, symbol: SymbolId) -> TermId {
    let info = terms.symbol(symbol);
    let (name, sort) = (info.name.clone(), info.sort);
    terms.fresh_symbol(name, sort).1
}
