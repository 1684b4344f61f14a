//! Unrolling the automaton, edge by edge.
//!
//! After `d` edges every location has a condition under which a run is there, and a value for
//! every variable, both over the state in the beginning and the inputs read so far. Where edges
//! meet, the values are joined by `ite` over the conditions; these exclude one another because the
//! automaton is deterministic once its inputs are fixed (the canonical form picks between
//! ambiguous ways by inputs). Coverage goals lie beside the way on, but nothing is joined in the error
//! location. Locations that do not lead to the error location are left out, and
//! so are new values of variables that are not live ([`plan`]).

mod plan;
mod step;

use std::collections::BTreeMap;
use std::sync::Arc;

use ferric3_cfa::{Decider, EdgeId, LocId};
use ferric3_term::{Assignment, Substitution, TermId, Terms};

pub(crate) use self::plan::Plan;
pub(crate) use self::step::{ByRanges, Fresh, Here, Stepper, Taken};
use crate::{Counterexample, Task};

/// Where a run can be after `d` edges, but for the error location.
type Layer = BTreeMap<LocId, Here>;

/// The unrolling so far.
pub(crate) struct Unroller<'a> {
    stepper: Stepper<'a>,
    /// The last layer, and those before it if they are kept.
    layers: Vec<Layer>,
    keeps_layers: bool,
    /// By number of edges: is the run in the error location after exactly so many?
    errors: Vec<TermId>,
    /// By layer: the edges that may be taken from it, those into the error location first.
    taken: Vec<Vec<Taken>>,
    by_ranges: ByRanges,
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
            if loc != task.cfa.error && unroller.plan().leads_to_error(loc) {
                let name = format!("at {}", loc.index());
                let (_, at) = terms.fresh_symbol(name, ferric3_term::Sort::Bool);
                starts.push((loc, at));
            }
        }
        unroller.begin(terms, starts.iter().copied());
        (unroller, starts)
    }

    /// Every path begins at one of these locations, under the condition that says so (these exclude one another), with these values
    /// of the variables, by position in the state. All layers are kept.
    pub(crate) fn from_starts(
        task: &'a Task,
        terms: &mut Terms,
        starts: impl IntoIterator<Item = (LocId, TermId)>,
        values: &Arc<Vec<TermId>>,
    ) -> Unroller<'a> {
        let mut unroller = Unroller::empty(task, terms, true);
        unroller.begin_with(starts, values);
        unroller
    }

    /// A run that may be at `loc` after `depth` edges, in a layer that was kept.
    pub(crate) fn here(&self, depth: usize, loc: LocId) -> Option<&Here> {
        self.layers[depth].get(&loc)
    }

    /// From now on, guards that ranges of values decide are not asked about.
    pub(crate) fn decide_guards(&mut self) {
        self.by_ranges = Some((Decider::default(), false));
    }

    /// Was a guard decided in that way?
    pub(crate) fn has_decided(&self) -> bool {
        self.by_ranges.as_ref().is_some_and(|(_, decided)| *decided)
    }

    fn empty(task: &'a Task, terms: &mut Terms, keeps_layers: bool) -> Unroller<'a> {
        Unroller {
            stepper: Stepper::new(task, terms),
            layers: vec![Layer::new()],
            keeps_layers,
            errors: vec![terms.ff()],
            taken: Vec::new(),
            by_ranges: None,
        }
    }

    fn begin(&mut self, terms: &mut Terms, starts: impl IntoIterator<Item = (LocId, TermId)>) {
        let values = self.stepper.begin(terms);
        self.begin_with(starts, &values);
    }

    fn begin_with(
        &mut self,
        starts: impl IntoIterator<Item = (LocId, TermId)>,
        values: &Arc<Vec<TermId>>,
    ) {
        let here = |(loc, reached)| {
            let values = Arc::clone(values);
            (loc, Here { reached, values })
        };
        let starts = starts.into_iter().map(here);
        let plan = &self.stepper.plan;
        self.layers[0].extend(starts.filter(|(loc, _)| plan.leads_to_error(*loc)));
    }

    /// Number of edges unrolled.
    pub(crate) fn depth(&self) -> usize {
        self.taken.len()
    }

    /// The plan.
    pub(crate) fn plan(&self) -> &Plan {
        &self.stepper.plan
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
        // A run that is at a coverage goal may end there, or go on: it ends.
        let (mut ended, mut taken) = (Vec::new(), Vec::new());
        let mut by_ranges = self.by_ranges.take();
        let error = self.stepper.task.cfa.error;
        for (&loc, here) in self.last() {
            let fresh = self.stepper.fresh(terms, loc);
            let arrive = |to, here, edge| {
                arrivals.entry(to).or_default().push(here);
                match to == error {
                    true => ended.push(edge),
                    false => taken.push(edge),
                }
            };
            self.stepper
                .leave(terms, &mut by_ranges, (loc, here), &fresh, arrive);
        }
        self.by_ranges = by_ranges;
        let errors = arrivals.remove(&error).unwrap_or_default();
        let errors: Vec<TermId> = errors.iter().map(|here| here.reached).collect();
        self.errors.push(terms.or(&errors));
        let layer: Layer = arrivals
            .into_iter()
            .map(|(loc, arrived)| (loc, self.stepper.join(terms, loc, arrived)))
            .collect();
        ended.append(&mut taken);
        self.taken.push(ended);
        if !self.keeps_layers {
            self.layers.clear();
        }
        self.layers.push(layer);
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
            let var = self.plan().position(symbol)?;
            if depth > 0 && !self.plan().is_live(loc, var) {
                return None;
            }
            pairs.push((symbol, here.values[var]));
        }
        let formula = Substitution::new(pairs).apply(terms, formula);
        Some((here.reached, formula))
    }

    /// The edges into the error location that may be taken as the last of so many, and the conditions
    /// that they are.
    pub(crate) fn errors_by_edge(&self, depth: usize) -> impl Iterator<Item = (EdgeId, TermId)> {
        let cfa = &self.stepper.task.cfa;
        let taken = self.taken[depth - 1].iter();
        taken
            .filter(|taken| cfa.edges[taken.edge].to == cfa.error)
            .map(|taken| (taken.edge, taken.condition))
    }

    /// The run that a model of one of these conditions describes, past all other errors.
    pub(crate) fn counterexample_to(
        &self,
        terms: &Terms,
        model: &impl Assignment,
        depth: usize,
        edge: EdgeId,
    ) -> Counterexample {
        let cfa = &self.stepper.task.cfa;
        let on = self.taken[..depth - 1].iter().flatten();
        let on = on.filter(|taken| cfa.edges[taken.edge].to != cfa.error);
        let last = self.taken[depth - 1].iter();
        let last = last.filter(|taken| taken.edge == edge);
        self.stepper.counterexample(terms, model, on.chain(last))
    }

    /// The run that a model of "error reached within the unrolling" describes.
    pub(crate) fn counterexample(&self, terms: &Terms, model: &impl Assignment) -> Counterexample {
        self.stepper
            .counterexample(terms, model, self.taken.iter().flatten())
    }
}
