//! Unrolling the automaton, edge by edge, from the initial location.
//!
//! After `d` edges every location has a condition under which a run is there, and a value for
//! every variable, both over the inputs read so far. Where edges meet, the values are joined by
//! `ite` over the conditions; these exclude one another because the automaton is deterministic
//! once its inputs are fixed (the canonical form picks between ambiguous ways by inputs).

use std::collections::BTreeMap;

use ferric3_cfa::{EdgeId, LocId, State};
use ferric3_term::{Assignment, Evaluator, Substitution, SymbolId, TermId, Terms};

use crate::{Counterexample, CounterexampleStep, Task};

/// Where a run can be after some number of edges.
#[derive(Clone, Debug)]
struct Here {
    /// Is the run here?
    reached: TermId,
    /// Values of the variables, if it is.
    values: BTreeMap<SymbolId, TermId>,
}

/// How an edge is taken from a layer.
#[derive(Clone, Debug)]
struct Taken {
    /// Is it?
    condition: TermId,
    /// The edge's inputs, and the symbols that stand for them here.
    inputs: Vec<(SymbolId, SymbolId)>,
}

/// One layer: for each location, where a run can be after `d` edges.
type Layer = Vec<Option<Here>>;

/// The unrolling so far.
pub(crate) struct Unroller<'a> {
    task: &'a Task,
    layers: Vec<Layer>,
    /// By layer and edge.
    taken: Vec<BTreeMap<EdgeId, Taken>>,
    initial: Vec<(SymbolId, SymbolId)>,
}

impl<'a> Unroller<'a> {
    /// The layer 0: every run is at the initial location, in any state.
    pub(crate) fn new(task: &'a Task, terms: &mut Terms) -> Unroller<'a> {
        let mut values = BTreeMap::new();
        let mut initial = Vec::new();
        for var in &task.cfa.state {
            let info = terms.symbol(var.symbol);
            let (name, sort) = (format!("{}@init", info.name), info.sort);
            let (symbol, term) = terms.fresh_symbol(name, sort);
            values.insert(var.symbol, term);
            initial.push((var.symbol, symbol));
        }
        let mut layer: Layer = vec![None; task.cfa.locations.len()];
        layer[task.cfa.initial.index()] = Some(Here {
            reached: terms.tt(),
            values,
        });
        Unroller {
            task,
            layers: vec![layer],
            taken: Vec::new(),
            initial,
        }
    }

    /// Number of edges unrolled.
    pub(crate) fn depth(&self) -> usize {
        self.layers.len() - 1
    }

    /// The condition that a run is in the error location after exactly `depth` edges.
    pub(crate) fn error(&self, terms: &mut Terms) -> TermId {
        let here = &self.layers[self.depth()][self.task.cfa.error.index()];
        here.as_ref()
            .map_or_else(|| terms.ff(), |here| here.reached)
    }

    /// The condition that a run can be in some other location after `depth` edges.
    pub(crate) fn alive(&self, terms: &mut Terms) -> TermId {
        let error = self.task.cfa.error.index();
        let reached: Vec<TermId> = self.layers[self.depth()]
            .iter()
            .enumerate()
            .filter(|&(loc, _)| loc != error)
            .filter_map(|(_, here)| Some(here.as_ref()?.reached))
            .collect();
        terms.or(&reached)
    }

    /// One more layer.
    pub(crate) fn extend(&mut self, terms: &mut Terms) {
        let task = self.task;
        let last = &self.layers[self.depth()];
        let mut arrivals: Vec<Vec<Here>> = vec![Vec::new(); task.cfa.locations.len()];
        let mut taken = BTreeMap::new();
        for loc in task.cfa.locations.ids() {
            if let Some(here) = &last[loc.index()] {
                leave(task, terms, loc, here, &mut arrivals, &mut taken);
            }
        }
        let layer = arrivals
            .into_iter()
            .map(|arrived| join(terms, arrived))
            .collect();
        self.layers.push(layer);
        self.taken.push(taken);
    }

    /// The run that a model of "error reached in the last layer" describes.
    pub(crate) fn counterexample(&self, terms: &Terms, model: &impl Assignment) -> Counterexample {
        let value = |&(own, symbol): &(SymbolId, SymbolId)| (own, model.value(terms, symbol));
        let mut evaluator = Evaluator::new();
        let mut steps = Vec::new();
        for taken in &self.taken {
            let edge = taken
                .iter()
                .find(|(_, taken)| evaluator.eval(terms, model, taken.condition).as_bool());
            let Some((&edge, taken)) = edge else { break };
            let inputs: State = taken.inputs.iter().map(value).collect();
            steps.push(CounterexampleStep { edge, inputs });
        }
        Counterexample {
            initial: self.initial.iter().map(value).collect(),
            steps,
        }
    }
}

/// Take every edge out of `loc`.
fn leave(
    task: &Task,
    terms: &mut Terms,
    loc: LocId,
    here: &Here,
    arrivals: &mut [Vec<Here>],
    taken: &mut BTreeMap<EdgeId, Taken>,
) {
    let mut fresh: BTreeMap<SymbolId, (SymbolId, TermId)> = BTreeMap::new();
    for &edge in task.outgoing(loc) {
        for &input in &task.form(edge).inputs {
            fresh.entry(input).or_insert_with(|| {
                let info = terms.symbol(input);
                let (name, sort) = (info.name.clone(), info.sort);
                terms.fresh_symbol(name, sort)
            });
        }
    }
    let state = here.values.iter().map(|(&symbol, &value)| (symbol, value));
    let inputs = fresh.iter().map(|(&input, &(_, term))| (input, term));
    let mut now = Substitution::new(state.chain(inputs).collect::<Vec<_>>());
    for &edge in task.outgoing(loc) {
        let form = task.form(edge);
        let guard = now.apply(terms, form.guard);
        let reached = terms.and2(here.reached, guard);
        if terms.as_bool(reached) == Some(false) {
            continue;
        }
        let mut values = here.values.clone();
        for (&var, &value) in &form.next {
            values.insert(var, now.apply(terms, value));
        }
        arrivals[form.edge.to.index()].push(Here { reached, values });
        let inputs = form
            .inputs
            .iter()
            .map(|&input| (input, fresh[&input].0))
            .collect();
        taken.insert(
            edge,
            Taken {
                condition: reached,
                inputs,
            },
        );
    }
}

fn join(terms: &mut Terms, mut arrived: Vec<Here>) -> Option<Here> {
    let mut joined = arrived.pop()?;
    for here in arrived.into_iter().rev() {
        for (var, value) in &mut joined.values {
            *value = terms.ite(here.reached, here.values[var], *value);
        }
        joined.reached = terms.or2(here.reached, joined.reached);
    }
    Some(joined)
}
