//! What all unrollings do at a location: take its edges, and join runs that arrive.

use std::collections::BTreeMap;
use std::sync::Arc;

use ferric3_cfa::{Decider, EdgeId, LocId, State};
use ferric3_term::{Assignment, Evaluator, Substitution, SymbolId, TermId, Terms};

use super::Plan;
use crate::{Counterexample, CounterexampleStep, Task};

/// Conditions with more members than this are not merged any more: every step would repeat the
/// members of the one before.
const MAX_MEMBERS: usize = 8;

/// A run that may be at some location.
#[derive(Clone, Debug)]
pub(crate) struct Here {
    /// Is the run here?
    pub(crate) reached: TermId,
    /// Values of the variables, if it is, by position in the state. Shared, because most edges
    /// change little. What is not live may be anything.
    pub(crate) values: Arc<Vec<TermId>>,
}

/// How an edge is taken.
#[derive(Clone, Debug)]
pub(crate) struct Taken {
    pub(crate) edge: EdgeId,
    /// Is it?
    pub(crate) condition: TermId,
    /// The edge's inputs, and the symbols that stand for them here.
    inputs: Vec<(SymbolId, SymbolId)>,
}

/// Inputs of the edges out of a location, with the symbols that stand for them here.
pub(crate) type Fresh = BTreeMap<SymbolId, (SymbolId, TermId)>;

/// Decides guards by ranges of values; and whether it has decided any.
pub(crate) type ByRanges = Option<(Decider, bool)>;

/// The automaton of an unrolling.
#[derive(Clone, Debug)]
pub(crate) struct Stepper<'a> {
    pub(crate) task: &'a Task,
    pub(crate) plan: Plan,
    /// The variables, and the symbols that stand for their values in the beginning.
    initial: Vec<(SymbolId, SymbolId)>,
}

impl<'a> Stepper<'a> {
    pub(crate) fn new(task: &'a Task, terms: &Terms) -> Stepper<'a> {
        Stepper {
            task,
            plan: Plan::new(task, terms),
            initial: Vec::new(),
        }
    }

    /// Values of all variables in the beginning.
    pub(crate) fn begin(&mut self, terms: &mut Terms) -> Arc<Vec<TermId>> {
        let mut values = Vec::new();
        for var in &self.task.cfa.state {
            let info = terms.symbol(var.symbol);
            let (name, sort) = (format!("{}@init", info.name), info.sort);
            let (symbol, term) = terms.fresh_symbol(name, sort);
            values.push(term);
            self.initial.push((var.symbol, symbol));
        }
        Arc::new(values)
    }

    /// Fresh symbols for the inputs of the edges out of a location.
    pub(crate) fn fresh(&self, terms: &mut Terms, loc: LocId) -> Fresh {
        let mut fresh = Fresh::new();
        for &input in self.plan.inputs(loc) {
            let info = terms.symbol(input);
            let (name, sort) = (info.name.clone(), info.sort);
            fresh.insert(input, terms.fresh_symbol(name, sort));
        }
        fresh
    }

    /// Take every edge out of `loc` that may be taken and may lead to the error location.
    pub(crate) fn leave(
        &self,
        terms: &mut Terms,
        by_ranges: &mut ByRanges,
        (loc, here): (LocId, &Here),
        fresh: &Fresh,
        mut arrive: impl FnMut(LocId, Here, Taken),
    ) {
        let task = self.task;
        let read = self.plan.reads(loc).iter();
        let state = read.map(|&var| (task.cfa.state[var].symbol, here.values[var]));
        let inputs = fresh.iter().map(|(&input, &(_, term))| (input, term));
        let mut now = Substitution::new(state.chain(inputs));
        for &edge in task.outgoing(loc) {
            let form = task.form(edge);
            let to = form.edge.to;
            if !self.plan.leads_to_error(to) {
                continue;
            }
            let mut guard = now.apply(terms, form.guard);
            if terms.as_bool(guard).is_none()
                && let Some((decider, has_decided)) = by_ranges
                && let Some(value) = decider.truth(terms, guard)
            {
                guard = terms.bool(value);
                *has_decided = true;
            }
            let reached = both(terms, here.reached, guard);
            if terms.as_bool(reached) == Some(false) {
                continue;
            }
            let mut values = Arc::clone(&here.values);
            for (&var, &value) in &form.next {
                if let Some(var) = self.plan.position(var)
                    && self.plan.is_live(to, var)
                {
                    let value = now.apply(terms, value);
                    if value != values[var] {
                        Arc::make_mut(&mut values)[var] = value;
                    }
                }
            }
            // An input that only dead variables get may read anything.
            let stands_for = |input| fresh.get(&input).map_or(input, |&(symbol, _)| symbol);
            let inputs = form.inputs.iter();
            let taken = Taken {
                edge,
                condition: reached,
                inputs: inputs.map(|&input| (input, stands_for(input))).collect(),
            };
            arrive(to, Here { reached, values }, taken);
        }
    }

    /// The run that is any of those that arrive at `loc`: at most one of them does.
    pub(crate) fn join(&self, terms: &mut Terms, loc: LocId, mut arrived: Vec<Here>) -> Here {
        let mut joined = arrived.pop().expect("a run arrives from somewhere");
        for here in arrived.into_iter().rev() {
            if !Arc::ptr_eq(&here.values, &joined.values) {
                let values = Arc::make_mut(&mut joined.values).iter_mut();
                for (var, (value, &other)) in values.zip(here.values.iter()).enumerate() {
                    if *value != other && self.plan.is_live(loc, var) {
                        *value = terms.ite(here.reached, other, *value);
                    }
                }
            }
            joined.reached = terms.or2(here.reached, joined.reached);
        }
        joined
    }

    /// The run that a model describes: the edges whose conditions hold, which are given in an order
    /// in which a run can take them, up to the error location.
    pub(crate) fn counterexample<'t>(
        &self,
        terms: &Terms,
        model: &impl Assignment,
        taken: impl IntoIterator<Item = &'t Taken>,
    ) -> Counterexample {
        let value = |&(own, symbol): &(SymbolId, SymbolId)| (own, model.value(terms, symbol));
        let mut evaluator = Evaluator::new();
        let mut steps = Vec::new();
        for taken in taken {
            if !evaluator.eval(terms, model, taken.condition).as_bool() {
                continue;
            }
            let edge = taken.edge;
            let inputs: State = taken.inputs.iter().map(value).collect();
            steps.push(CounterexampleStep { edge, inputs });
            if self.task.cfa.edges[edge].to == self.task.cfa.error {
                break;
            }
        }
        Counterexample {
            initial: self.initial.iter().map(value).collect(),
            steps,
        }
    }
}

/// The conjunction of a condition that was long ago and a new one.
fn both(terms: &mut Terms, reached: TermId, guard: TermId) -> TermId {
    let merged = terms.and2(reached, guard);
    if terms.args(merged).len() <= MAX_MEMBERS {
        return merged;
    }
    // A loop asks the same at every step: a chain of the same few conditions would be as long as the run, and
    // looked through as a whole at each of its steps, since repetitions do not count as members.
    let always = terms.tt();
    if terms.and2(reached, always) == merged {
        return reached;
    }
    terms.mk(ferric3_term::Op::And, &[reached, guard])
}

#[cfg(test)]
mod tests {
    use ferric3_term::Sort;

    use super::*;

    /// A loop that asks the same at every step makes no terms after the first few.
    #[test]
    fn conditions_that_repeat_add_nothing() {
        let mut terms = Terms::new();
        let condition =
            |terms: &mut Terms, index| terms.fresh_symbol(format!("c{index}"), Sort::Bool).1;
        let conditions: Vec<TermId> = (0..20).map(|i| condition(&mut terms, i)).collect();
        let mut reached = terms.tt();
        let mut sizes = Vec::new();
        for _ in 0..100 {
            for &guard in &conditions {
                reached = both(&mut terms, reached, guard);
            }
            sizes.push(terms.len());
        }
        assert_eq!(sizes[2], sizes[99]);
        // And it is still all of them.
        for &guard in &conditions {
            let not_guard = terms.not(guard);
            let never = both(&mut terms, reached, not_guard);
            assert_eq!(terms.as_bool(never), Some(false));
        }
    }
}
