//! Unrolling the automaton, edge by edge.
//!
//! After `d` edges every location has a condition under which a run is there, and a value for
//! every variable, both over the state in the beginning and the inputs read so far. Where edges
//! meet, the values are joined by `ite` over the conditions; these exclude one another because the
//! automaton is deterministic once its inputs are fixed (the canonical form picks between
//! ambiguous ways by inputs). Locations that do not lead to the error location are left out, and
//! so are new values of variables that are not live ([`plan`]).

mod plan;

use std::collections::BTreeMap;
use std::sync::Arc;

use ferric3_cfa::{Decider, EdgeId, LocId, State};
use ferric3_term::{Assignment, Evaluator, Substitution, SymbolId, TermId, Terms};

pub(crate) use self::plan::Plan;
use crate::{Counterexample, CounterexampleStep, Task};

/// Conditions with more members than this are not merged any more: every layer would repeat the
/// members of the one before.
const MAX_MEMBERS: usize = 8;

/// Where a run can be after some number of edges.
#[derive(Clone, Debug)]
struct Here {
    /// Is the run here?
    reached: TermId,
    /// Values of the variables, if it is, by position in the state. Shared, because most edges
    /// change little. What is not live may be anything.
    values: Arc<Vec<TermId>>,
}

/// How an edge is taken from a layer.
#[derive(Clone, Debug)]
struct Taken {
    edge: EdgeId,
    /// Is it?
    condition: TermId,
    /// The edge's inputs, and the symbols that stand for them here.
    inputs: Vec<(SymbolId, SymbolId)>,
}

/// Where a run can be after `d` edges, but for the error location.
type Layer = BTreeMap<LocId, Here>;

/// The unrolling so far.
pub(crate) struct Unroller<'a> {
    task: &'a Task,
    plan: Plan,
    /// The last layer, and those before it if they are kept.
    layers: Vec<Layer>,
    keeps_layers: bool,
    /// By number of edges: is the run in the error location after exactly so many?
    errors: Vec<TermId>,
    /// By layer: the edges that may be taken from it.
    taken: Vec<Vec<Taken>>,
    initial: Vec<(SymbolId, SymbolId)>,
    /// Decides guards by ranges, if that is wanted, and whether it has.
    decider: Option<(Decider, bool)>,
}

impl<'a> Unroller<'a> {
    /// Every run begins at the initial location, in any state.
    pub(crate) fn new(task: &'a Task, terms: &mut Terms) -> Unroller<'a> {
        let mut unroller = Unroller::empty(task, terms, false);
        let reached = terms.tt();
        let initial = task.cfa.initial;
        unroller.begin(terms, [(initial, reached)]);
        unroller
    }

    /// Every path begins at some location, in any state. Returned with the condition, by location,
    /// that the path begins there; several of them may hold, then at least one path is meant.
    pub(crate) fn from_anywhere(
        task: &'a Task,
        terms: &mut Terms,
    ) -> (Unroller<'a>, Vec<(LocId, TermId)>) {
        let mut unroller = Unroller::empty(task, terms, true);
        let mut starts = Vec::new();
        for loc in task.cfa.locations.ids() {
            if loc != task.cfa.error && unroller.plan.leads_to_error(loc) {
                let name = format!("at {}", loc.index());
                let (_, at) = terms.fresh_symbol(name, ferric3_term::Sort::Bool);
                starts.push((loc, at));
            }
        }
        unroller.begin(terms, starts.iter().copied());
        (unroller, starts)
    }

    /// From now on, guards that ranges of values decide are not asked about.
    pub(crate) fn decide_guards(&mut self) {
        self.decider = Some((Decider::default(), false));
    }

    /// Was a guard decided in that way?
    pub(crate) fn has_decided(&self) -> bool {
        self.decider.as_ref().is_some_and(|(_, decided)| *decided)
    }

    fn empty(task: &'a Task, terms: &mut Terms, keeps_layers: bool) -> Unroller<'a> {
        Unroller {
            task,
            plan: Plan::new(task, terms),
            layers: vec![Layer::new()],
            keeps_layers,
            errors: vec![terms.ff()],
            taken: Vec::new(),
            initial: Vec::new(),
            decider: None,
        }
    }

    fn begin(&mut self, terms: &mut Terms, starts: impl IntoIterator<Item = (LocId, TermId)>) {
        let mut values = Vec::new();
        for var in &self.task.cfa.state {
            let info = terms.symbol(var.symbol);
            let (name, sort) = (format!("{}@init", info.name), info.sort);
            let (symbol, term) = terms.fresh_symbol(name, sort);
            values.push(term);
            self.initial.push((var.symbol, symbol));
        }
        let values = Arc::new(values);
        let here = |(loc, reached)| {
            let values = Arc::clone(&values);
            (loc, Here { reached, values })
        };
        let starts = starts.into_iter().map(here);
        self.layers[0].extend(starts.filter(|(loc, _)| self.plan.leads_to_error(*loc)));
    }

    /// Number of edges unrolled.
    pub(crate) fn depth(&self) -> usize {
        self.taken.len()
    }

    /// The plan.
    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The condition that a run is in the error location after exactly so many edges.
    pub(crate) fn error_at(&self, depth: usize) -> TermId {
        self.errors[depth]
    }

    /// The condition that a run can be in some other location after `depth` edges, and that this
    /// location leads to the error location.
    pub(crate) fn alive(&self, terms: &mut Terms) -> TermId {
        let reached: Vec<TermId> = self.last().values().map(|here| here.reached).collect();
        terms.or(&reached)
    }

    /// Is there no location left that a run can be in?
    pub(crate) fn is_complete(&self) -> bool {
        self.last().is_empty()
    }

    fn last(&self) -> &Layer {
        self.layers.last().expect("there is a layer")
    }

    /// One more layer.
    pub(crate) fn extend(&mut self, terms: &mut Terms) {
        let mut arrivals: BTreeMap<LocId, Vec<Here>> = BTreeMap::new();
        let mut taken = Vec::new();
        let mut decider = self.decider.take();
        for (&loc, here) in self.last() {
            self.leave(terms, &mut decider, loc, here, &mut arrivals, &mut taken);
        }
        self.decider = decider;
        let errors = arrivals.remove(&self.task.cfa.error).unwrap_or_default();
        let errors: Vec<TermId> = errors.iter().map(|here| here.reached).collect();
        self.errors.push(terms.or(&errors));
        let layer: Layer = arrivals
            .into_iter()
            .map(|(loc, arrived)| (loc, self.join(terms, loc, arrived)))
            .collect();
        self.taken.push(taken);
        if !self.keeps_layers {
            self.layers.clear();
        }
        self.layers.push(layer);
    }

    /// Take every edge out of `loc`.
    fn leave(
        &self,
        terms: &mut Terms,
        decider: &mut Option<(Decider, bool)>,
        loc: LocId,
        here: &Here,
        arrivals: &mut BTreeMap<LocId, Vec<Here>>,
        taken: &mut Vec<Taken>,
    ) {
        let task = self.task;
        let mut fresh: BTreeMap<SymbolId, (SymbolId, TermId)> = BTreeMap::new();
        for &input in self.plan.inputs(loc) {
            let info = terms.symbol(input);
            let (name, sort) = (info.name.clone(), info.sort);
            fresh.insert(input, terms.fresh_symbol(name, sort));
        }
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
                && let Some((decider, has_decided)) = decider
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
            arrivals
                .entry(to)
                .or_default()
                .push(Here { reached, values });
            // An input that only dead variables get may read anything.
            let stands_for = |input| fresh.get(&input).map_or(input, |&(symbol, _)| symbol);
            let inputs = form.inputs.iter();
            taken.push(Taken {
                edge,
                condition: reached,
                inputs: inputs.map(|&input| (input, stands_for(input))).collect(),
            });
        }
    }

    fn join(&self, terms: &mut Terms, loc: LocId, mut arrived: Vec<Here>) -> Here {
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

    /// What a formula over the state says about a run that is at `loc` after `depth` edges, which
    /// must be the last layer or one that is kept: the condition that the run is there, and the
    /// formula over its state. None if no run is there, or if not all of the formula's variables
    /// are live.
    pub(crate) fn instance(
        &self,
        terms: &mut Terms,
        depth: usize,
        loc: LocId,
        formula: TermId,
    ) -> Option<(TermId, TermId)> {
        let layer = if self.keeps_layers {
            &self.layers[depth]
        } else {
            assert_eq!(depth, self.depth(), "only the last layer was kept");
            self.last()
        };
        let here = layer.get(&loc)?;
        let mut pairs = Vec::new();
        for symbol in terms.symbols_of(formula) {
            let var = self.plan.position(symbol)?;
            if depth > 0 && !self.plan.is_live(loc, var) {
                return None;
            }
            pairs.push((symbol, here.values[var]));
        }
        let formula = Substitution::new(pairs).apply(terms, formula);
        Some((here.reached, formula))
    }

    /// The run that a model of "error reached within the unrolling" describes.
    pub(crate) fn counterexample(&self, terms: &Terms, model: &impl Assignment) -> Counterexample {
        let value = |&(own, symbol): &(SymbolId, SymbolId)| (own, model.value(terms, symbol));
        let mut evaluator = Evaluator::new();
        let mut steps = Vec::new();
        for taken in &self.taken {
            let taken = taken
                .iter()
                .find(|taken| evaluator.eval(terms, model, taken.condition).as_bool());
            let Some(taken) = taken else { break };
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
    terms.mk(ferric3_term::Op::And, &[reached, guard])
}
