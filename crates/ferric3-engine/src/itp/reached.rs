//! The states found so far: at each location a disjunction of interpolants, which grows until it is closed.

use ferric3_cfa::{Clauses, LocId};
use ferric3_solver::{CheckResult, Solver, SolverConfig, SolverStats, WhyUnknown};
use ferric3_term::{TermId, Terms};

use crate::path_interpolants::conjuncts;
use crate::{Interrupted, Task};

/// `R(l)`, and a solver for the question whether there is anything new.
pub(super) struct Reached {
    states: Vec<Vec<TermId>>,
    solver: Box<dyn Solver>,
}

impl Reached {
    pub(super) fn new(task: &Task, solvers: &SolverConfig) -> Reached {
        Reached {
            states: vec![Vec::new(); task.cfa.locations.len()],
            solver: solvers.create(),
        }
    }

    /// Nothing is reached.
    pub(super) fn clear(&mut self) {
        for states in &mut self.states {
            states.clear();
        }
    }

    pub(super) fn add(&mut self, loc: LocId, states: TermId) {
        self.states[loc.index()].push(states);
    }

    /// How many interpolants there are.
    pub(super) fn disjuncts(&self) -> usize {
        self.states.iter().map(Vec::len).sum()
    }

    /// All states, by location.
    pub(super) fn all(&self, terms: &mut Terms) -> Vec<(LocId, TermId)> {
        let found = self.states.iter().enumerate();
        let found = found.filter(|(_, states)| !states.is_empty());
        found
            .map(|(index, states)| (LocId::new(index), terms.or(states)))
            .collect()
    }

    /// `I ∧ K(l) ⇒ R(l)`? No, if nobody can tell.
    pub(super) fn contains(
        &mut self,
        terms: &mut Terms,
        known: &Clauses,
        (loc, states): (LocId, TermId),
    ) -> Result<bool, Interrupted> {
        let found = &self.states[loc.index()];
        if found.contains(&states) {
            return Ok(true);
        }
        if found.is_empty() {
            return Ok(terms.as_bool(states) == Some(false));
        }
        let mut query = vec![states];
        query.extend_from_slice(known.at(loc));
        query.extend(found.iter().map(|&states| terms.not(states)));
        match self.solver.check(terms, &query) {
            CheckResult::Unsat => Ok(true),
            CheckResult::Unknown(WhyUnknown::Stopped) => Err(Interrupted::Stopped),
            CheckResult::Sat | CheckResult::Unknown(_) => Ok(false),
        }
    }

    /// `R(l)` as clauses: what all disjuncts have in common, and a disjunction of the rest.
    pub(super) fn clauses(&self, terms: &mut Terms, loc: LocId) -> Vec<TermId> {
        let found = &self.states[loc.index()];
        let parts: Vec<Vec<TermId>> = found.iter().map(|&t| conjuncts(terms, t)).collect();
        let Some((first, others)) = parts.split_first() else {
            return vec![terms.ff()];
        };
        let is_common = |part: &&TermId| others.iter().all(|parts| parts.contains(part));
        let common: Vec<TermId> = first.iter().filter(is_common).copied().collect();
        let rests: Vec<TermId> = (parts.iter())
            .map(|parts| {
                let rest = parts.iter().filter(|part| !common.contains(part));
                let rest: Vec<TermId> = rest.copied().collect();
                terms.and(&rest)
            })
            .collect();
        let rest = terms.or(&rests);
        let mut clauses = common;
        if terms.as_bool(rest) != Some(true) {
            clauses.push(rest);
        }
        clauses
    }

    pub(super) fn stats(&self) -> SolverStats {
        self.solver.stats()
    }
}
