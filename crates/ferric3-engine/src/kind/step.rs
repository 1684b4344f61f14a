//! The step case: no path of exactly `k` edges ends in the error location, if it starts, at any
//! location but the initial one, in a state of the auxiliary invariant.
//!
//! The path is unrolled forwards from any location, so that going from `k` to `k + 1` adds a layer
//! at the end and takes nothing back. (Backwards, states would be related by equations, which
//! arrays do not have.) A query is about the error location after exactly `k` edges, and the
//! solver looks only at what that depends on: locations from which no path of the right length
//! leads there do not matter.
//!
//! The auxiliary invariant is inductive, so it holds in every layer if it holds in the first one.
//! It is asserted in all of them all the same: the solver need not find out.

use std::collections::BTreeSet;

use ferric3_cfa::LocId;
use ferric3_sat::Interrupt;
use ferric3_solver::{Solver, SolverConfig};
use ferric3_term::{Sort, TermId, Terms};

use crate::bounded::{conflicts_of, effort_of};
use crate::engine::TERM_WORK;
use crate::unroll::Unroller;
use crate::{Interrupted, Invariant, Task};

/// The step case for growing `k`.
pub(super) struct StepCase<'a> {
    task: &'a Task,
    unroller: Unroller<'a>,
    solver: Box<dyn Solver>,
    interrupt: Interrupt,
    /// The auxiliary invariant, by location.
    auxiliary: Vec<Vec<TermId>>,
    known: BTreeSet<(LocId, TermId)>,
    /// By layer: a symbol that turns the auxiliary invariant on there.
    switches: Vec<TermId>,
}

impl<'a> StepCase<'a> {
    /// Nothing is unrolled yet; the auxiliary invariant is that of the task.
    pub(super) fn new(task: &'a Task, terms: &mut Terms, solvers: &SolverConfig) -> StepCase<'a> {
        let (unroller, starts) = Unroller::from_anywhere(task, terms);
        let mut step = StepCase {
            task,
            unroller,
            solver: solvers.create(),
            interrupt: solvers.interrupt.clone(),
            auxiliary: vec![Vec::new(); task.cfa.locations.len()],
            known: BTreeSet::new(),
            switches: vec![terms.tt()],
        };
        // Paths from the initial location are the base case.
        for (_, at) in starts.iter().filter(|(loc, _)| *loc == task.cfa.initial) {
            let elsewhere = terms.not(*at);
            step.solver.assert(terms, elsewhere);
        }
        let facts = task.cfa.locations.ids().flat_map(|loc| {
            let clauses = task.facts.at(loc).iter();
            clauses.map(move |&clause| (loc, clause))
        });
        step.strengthen(terms, facts);
        step
    }

    /// What was done so far, but for terms.
    pub(super) fn effort(&self) -> u64 {
        effort_of(self.solver.as_ref())
    }

    /// The solver.
    pub(super) fn solver(&self) -> &dyn Solver {
        self.solver.as_ref()
    }

    /// The auxiliary invariant.
    pub(super) fn auxiliary(&self) -> Invariant {
        Invariant::new(self.auxiliary.clone())
    }

    /// More clauses for the auxiliary invariant: inductive, together with those that it has.
    pub(super) fn strengthen(
        &mut self,
        terms: &mut Terms,
        clauses: impl IntoIterator<Item = (LocId, TermId)>,
    ) {
        for (loc, clause) in clauses {
            let is_trivial = loc == self.task.cfa.initial || loc == self.task.cfa.error;
            if !is_trivial && self.known.insert((loc, clause)) {
                self.auxiliary[loc.index()].push(clause);
                for depth in 0..=self.unroller.depth() {
                    self.assert_at(terms, depth, loc, clause);
                }
            }
        }
    }

    fn assert_at(&mut self, terms: &mut Terms, depth: usize, loc: LocId, clause: TermId) {
        let Some((reached, holds)) = self.unroller.instance(terms, depth, loc, clause) else {
            return;
        };
        if terms.as_bool(holds) == Some(true) {
            return;
        }
        let elsewhere = terms.not(reached);
        let off = terms.not(self.switches[depth]);
        // In the first layer `reached` is a symbol, and a switch by itself.
        let clause: &[TermId] = if depth == 0 {
            &[holds, elsewhere]
        } else {
            &[holds, elsewhere, off]
        };
        self.solver.assert_clause(terms, clause);
    }

    /// Does no path of exactly `k` edges lead to the error location? `k` never gets smaller.
    pub(super) fn holds(
        &mut self,
        terms: &mut Terms,
        k: usize,
        left: Option<u64>,
    ) -> Result<bool, Interrupted> {
        while self.unroller.depth() < k {
            if self.interrupt.is_raised() {
                return Err(Interrupted::Stopped);
            }
            self.extend(terms);
        }
        let error = self.unroller.error_at(k);
        if terms.as_bool(error) == Some(false) {
            return Ok(true);
        }
        self.solver.set_conflict_limit(conflicts_of(left));
        let mut assumptions = self.switches[1..k].to_vec();
        assumptions.push(error);
        Ok(!self.solver.check(terms, &assumptions).decided()?)
    }

    fn extend(&mut self, terms: &mut Terms) {
        let before = terms.len();
        self.unroller.extend(terms);
        let depth = self.unroller.depth();
        let (_, switch) = terms.fresh_symbol(format!("invariant at layer {depth}"), Sort::Bool);
        self.switches.push(switch);
        for loc in self.task.cfa.locations.ids() {
            for clause in self.auxiliary[loc.index()].clone() {
                self.assert_at(terms, depth, loc, clause);
            }
        }
        self.interrupt
            .work(TERM_WORK * (terms.len() - before) as u64);
    }
}
