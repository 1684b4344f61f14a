//! Boxes of predecessors: generalisation with the negated transition relation (GeNTR, III-D).
//!
//! For a state `x` that leads with inputs `v` over an edge into a goal, the box of `x` alone contradicts
//!
//! ```text
//! w = v ∧ ¬(G(x, w) ∧ goal(f(x, w)))
//! ```
//!
//! and literal rotation leaves a box all of whose states lead into the goal with these inputs. The same for a path to the error.

use ferric3_cfa::State;
use ferric3_term::{SymbolId, TermId, Value};

use super::boxes::box_of;
use super::{BOUNDS_OF_BOXES, BOUNDS_OF_STATES, BoxPolicy};
use crate::ic3::{Hit, PathToError, Predecessor, Search, Technique};
use crate::{Cube, Interrupted};

impl BoxPolicy {
    /// A box around the state of a hit.
    pub(super) fn box_before(
        &mut self,
        mut hit: Hit<'_, '_>,
        goal: &Cube,
    ) -> Result<Predecessor, Interrupted> {
        let edge = hit.edge();
        let inputs = hit.inputs();
        let task = hit.search().task;
        let form = task.form(edge);
        let mut reached = vec![form.guard];
        for &literal in goal.literals() {
            reached.push(hit.before(literal));
        }
        let state = variables(hit.search());
        let (terms, model) = hit.parts();
        let literals = box_of(terms, &self.orders, &state, &reached, &model);
        let search = hit.release();
        let fixed = self
            .preconditions
            .not_into(search, edge, goal, &[], &inputs);
        let cube = self.widened(search, form.edge.from, &fixed, literals)?;
        Ok(Predecessor { edge, inputs, cube })
    }

    /// A box around the first state of a path to the error.
    pub(super) fn box_before_path(
        &mut self,
        search: &mut Search<'_>,
        path: &PathToError,
    ) -> Result<Cube, Interrupted> {
        let state = variables(search);
        let values = ByState(&path.state, &path.inputs);
        let terms = &mut *search.terms;
        let literals = box_of(terms, &self.orders, &state, &[path.condition], &values);
        let mut fixed = vec![terms.not(path.condition)];
        let mut arrays: Vec<(SymbolId, TermId)> = Vec::new();
        for (input, value) in &path.inputs {
            let constant = terms.constant(value);
            match terms.as_symbol(*input) {
                Some(symbol) if terms.sort(*input).is_array() => arrays.push((symbol, constant)),
                _ => fixed.push(terms.eq(*input, constant)),
            }
        }
        if !arrays.is_empty() {
            // Arrays are not compared: their values are put in.
            fixed[0] = ferric3_term::Substitution::new(arrays).apply(terms, fixed[0]);
        }
        self.widened(search, path.loc, &fixed, literals)
    }

    /// What is left of a box that contradicts `fixed`.
    fn widened(
        &mut self,
        search: &mut Search<'_>,
        loc: ferric3_cfa::LocId,
        fixed: &[TermId],
        literals: Vec<TermId>,
    ) -> Result<Cube, Interrupted> {
        let before = literals.len();
        search.add(BOUNDS_OF_STATES, before as u64);
        let literals = match search.has(Technique::Gentr) {
            true => {
                let rotated = self.shuffle.shuffled(literals);
                let left = search.timed(Technique::Gentr, |search| {
                    search.rotate_contradiction(loc, fixed, &rotated)
                })?;
                let saved = before.saturating_sub(left.len());
                search.count(Technique::Gentr, saved > 0, saved as u64);
                left
            }
            false => literals,
        };
        search.add(BOUNDS_OF_BOXES, literals.len() as u64);
        Ok(Cube::new(literals))
    }
}

/// The variables of the state.
fn variables(search: &Search<'_>) -> Vec<(SymbolId, TermId)> {
    let state = search.task.cfa.state.iter();
    state.map(|var| (var.symbol, var.term)).collect()
}

/// Values of a state, and of what stands for inputs.
struct ByState<'s>(&'s State, &'s [(TermId, Value)]);

impl ferric3_term::Assignment for ByState<'_> {
    fn value(&self, terms: &ferric3_term::Terms, symbol: SymbolId) -> Value {
        if let Some(value) = self.0.get(&symbol) {
            return value.clone();
        }
        let mut inputs = self.1.iter();
        let input = inputs.find(|(input, _)| terms.as_symbol(*input) == Some(symbol));
        match input {
            Some((_, value)) => value.clone(),
            None => Value::zero(terms.symbol(symbol).sort),
        }
    }
}
