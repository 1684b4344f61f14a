//! Unrolling the automaton along its loops, as bounded model checkers do that work on programs
//! (Clarke, Kroening, Lerda, TACAS 2004).
//!
//! [`Unroller`](crate::unroll::Unroller) goes by the number of edges: runs that have gone
//! round an inner loop once and twice get to the outer loop's head at different depths, and where
//! they meet again the outer loop's counter is one of two numbers. Here every iteration of every
//! loop has its own copy of each location, and they come in the order of the program: runs meet
//! where the program joins, the counter is a number in every copy, and subscripts and guards that
//! depend on it are known.

mod engine;
mod order;

use std::sync::Arc;

use ferric3_cfa::{Decider, LocId};
use ferric3_term::{Assignment, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

pub use self::engine::Unwind;
use self::order::{Element, locations, order};
use crate::unroll::{ByRanges, Fresh, Here, Stepper, Taken};
use crate::{Counterexample, Interrupted, Task};

/// Iterations of a loop whose guard is known are that much cheaper.
const KNOWN_GUARD: usize = 64;

/// Says whether runs go on.
pub(crate) trait Oracle {
    /// A location is about to be copied: is there enough left of whatever is limited?
    fn may_go_on(&mut self, terms: &Terms) -> Result<bool, Interrupted>;

    /// May a run satisfy the condition? If that is not known, it may.
    fn is_possible(&mut self, terms: &mut Terms, condition: TermId) -> Result<bool, Interrupted>;
}

/// The automaton, unwound up to some number of iterations of each loop.
pub(crate) struct Unwinding<'a> {
    stepper: Stepper<'a>,
    order: Arc<Vec<Element>>,
    initial: Here,
    by_ranges: ByRanges,
    /// Inputs at copies of locations: the same in every unwinding.
    fresh: FxHashMap<(LocId, Vec<u32>), Fresh>,
    /// Copies that have their inputs in this unwinding.
    has_inputs: FxHashSet<(LocId, Vec<u32>)>,
    /// The loops that we are in, and in which iteration.
    path: Vec<u32>,
    /// Conditions that a run is in the error location, in order.
    errors: Vec<TermId>,
    /// Conditions that a run goes on where the unwinding does not.
    beyond: Vec<TermId>,
    /// The least number of edges that lead to such a place.
    inside: Option<usize>,
    /// Edges taken, in the order of the program; out of a location, those into the error location
    /// first.
    taken: Vec<Taken>,
    /// Copies of locations.
    copies: usize,
    /// Was there something that could not be followed because it was too much?
    gave_up: bool,
}

/// Runs on their way to a location: each run is in at most one of these, because it leaves a location
/// by one edge. So they can be joined and left in any order without losing a run, as long as none is
/// forgotten in the end: a proof rests on that, and not on the order in which loops are followed.
///
/// With the least number of edges that they have taken.
type Arrivals = FxHashMap<LocId, Vec<(usize, Here)>>;

impl<'a> Unwinding<'a> {
    /// Nothing is unwound yet.
    pub(crate) fn new(task: &'a Task, terms: &mut Terms) -> Unwinding<'a> {
        let mut stepper = Stepper::new(task, terms);
        let values = stepper.begin(terms);
        let plan = &stepper.plan;
        let error = task.cfa.error;
        let order = order(task, &|loc| loc != error && plan.leads_to_error(loc));
        Unwinding {
            order: Arc::new(order),
            stepper,
            initial: Here {
                reached: terms.tt(),
                values,
            },
            by_ranges: None,
            fresh: FxHashMap::default(),
            has_inputs: FxHashSet::default(),
            path: Vec::new(),
            errors: Vec::new(),
            beyond: Vec::new(),
            inside: None,
            taken: Vec::new(),
            copies: 0,
            gave_up: false,
        }
    }

    /// From now on, guards that ranges of values decide are not asked about.
    pub(crate) fn decide_guards(&mut self) {
        self.by_ranges = Some((Decider::default(), false));
    }

    /// Unwind with at most `bound` iterations of each loop whose guards are not known.
    pub(crate) fn unwind(
        &mut self,
        terms: &mut Terms,
        bound: usize,
        oracle: &mut dyn Oracle,
    ) -> Result<(), Interrupted> {
        self.errors.clear();
        self.beyond.clear();
        self.inside = None;
        self.taken.clear();
        self.path.clear();
        self.has_inputs.clear();
        self.copies = 0;
        self.gave_up = false;
        let order = Arc::clone(&self.order);
        let initial = self.stepper.task.cfa.initial;
        let mut arrivals = Arrivals::from_iter([(initial, vec![(0, self.initial.clone())])]);
        self.elements(terms, &order, bound, &mut arrivals, oracle)?;
        // None, if the order is what it should be; but no proof rests on that.
        for loc in locations(&order) {
            for (edges, here) in arrivals.remove(&loc).unwrap_or_default() {
                self.stop(edges, &here);
            }
        }
        Ok(())
    }

    /// Conditions that a run is in the error location, in the order of the program.
    pub(crate) fn errors(&self) -> &[TermId] {
        &self.errors
    }

    /// Conditions that a run goes on where the unwinding does not.
    pub(crate) fn beyond(&self) -> &[TermId] {
        &self.beyond
    }

    /// No run of at most so many edges leaves the unwinding. None if none does at all.
    pub(crate) fn inside(&self) -> Option<usize> {
        self.inside
    }

    /// Copies of locations.
    pub(crate) fn copies(&self) -> usize {
        self.copies
    }

    /// Was there something that was not followed because the oracle said so?
    pub(crate) fn gave_up(&self) -> bool {
        self.gave_up
    }

    /// The run that a model of an error's condition describes.
    pub(crate) fn counterexample(&self, terms: &Terms, model: &impl Assignment) -> Counterexample {
        self.stepper.counterexample(terms, model, &self.taken)
    }

    /// The run that is any of those that arrive.
    fn join(&self, terms: &mut Terms, loc: LocId, arrived: Vec<(usize, Here)>) -> (usize, Here) {
        let edges = arrived.iter().map(|&(edges, _)| edges).min();
        let arrived = arrived.into_iter().map(|(_, here)| here).collect();
        (edges.unwrap_or(0), self.stepper.join(terms, loc, arrived))
    }

    /// The unwinding does not go on here.
    fn stop(&mut self, edges: usize, here: &Here) {
        self.beyond.push(here.reached);
        self.inside = Some(self.inside.map_or(edges, |least| least.min(edges)));
    }

    fn elements(
        &mut self,
        terms: &mut Terms,
        elements: &[Element],
        bound: usize,
        arrivals: &mut Arrivals,
        oracle: &mut dyn Oracle,
    ) -> Result<(), Interrupted> {
        for element in elements {
            match element {
                Element::Location(loc) => {
                    if let Some(arrived) = arrivals.remove(loc) {
                        let (edges, here) = self.join(terms, *loc, arrived);
                        self.leave(terms, *loc, (edges, &here), arrivals, oracle)?;
                    }
                }
                Element::Loop(head, body) => {
                    self.iterate(terms, (*head, body), bound, arrivals, oracle)?;
                }
            }
        }
        Ok(())
    }

    /// All iterations of a loop.
    fn iterate(
        &mut self,
        terms: &mut Terms,
        (head, body): (LocId, &[Element]),
        bound: usize,
        arrivals: &mut Arrivals,
        oracle: &mut dyn Oracle,
    ) -> Result<(), Interrupted> {
        let (mut iteration, mut cost) = (0, 0);
        // A loop with several entries may be entered behind its head, whose copy is then left out.
        if !arrivals.contains_key(&head) && locations(body).any(|loc| arrivals.contains_key(&loc)) {
            self.path.push(iteration);
            self.elements(terms, body, bound, arrivals, oracle)?;
            self.path.pop();
            (iteration, cost) = (1, KNOWN_GUARD);
        }
        while let Some(arrived) = arrivals.remove(&head) {
            let (edges, here) = self.join(terms, head, arrived);
            let is_known = terms.as_bool(here.reached).is_some();
            if iteration > 0 && !is_known && !oracle.is_possible(terms, here.reached)? {
                break;
            }
            if cost >= bound.saturating_mul(KNOWN_GUARD) {
                self.stop(edges, &here);
                break;
            }
            self.path.push(iteration);
            let decided = self.leave(terms, head, (edges, &here), arrivals, oracle)?;
            self.elements(terms, body, bound, arrivals, oracle)?;
            self.path.pop();
            iteration += 1;
            cost += if decided { 1 } else { KNOWN_GUARD };
        }
        Ok(())
    }

    /// Take the edges out of a location. Were all guards known, that is not for every state?
    fn leave(
        &mut self,
        terms: &mut Terms,
        loc: LocId,
        (edges, here): (usize, &Here),
        arrivals: &mut Arrivals,
        oracle: &mut dyn Oracle,
    ) -> Result<bool, Interrupted> {
        if self.gave_up || !oracle.may_go_on(terms)? {
            self.gave_up = true;
            self.stop(edges, here);
            return Ok(true);
        }
        self.copies += 1;
        let key = (loc, self.path.clone());
        let stepper = &self.stepper;
        // Copies that shared their inputs would exclude runs. None do, if the order is what it should
        // be; but no proof rests on that.
        if !self.has_inputs.insert(key.clone()) {
            self.fresh.remove(&key);
        }
        let fresh = self.fresh.entry(key);
        let fresh = fresh.or_insert_with(|| stepper.fresh(terms, loc));
        let task = stepper.task;
        let (errors, all_taken) = (&mut self.errors, &mut self.taken);
        let is_true = |edge| terms.as_bool(task.form(edge).guard) == Some(true);
        let depends = task.outgoing(loc).iter().any(|&edge| !is_true(edge));
        let mut decided = true;
        let first = all_taken.len();
        let arrive = |to: LocId, arrived: Here, taken: Taken| {
            decided &= arrived.reached == here.reached;
            // A run that is at a coverage goal may end there, or go on: it ends.
            let is_error = to == task.cfa.error;
            all_taken.insert(if is_error { first } else { all_taken.len() }, taken);
            if is_error {
                errors.push(arrived.reached);
            } else {
                arrivals.entry(to).or_default().push((edges + 1, arrived));
            }
        };
        stepper.leave(terms, &mut self.by_ranges, (loc, here), fresh, arrive);
        Ok(decided && depends)
    }
}
