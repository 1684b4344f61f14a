//! The largest inductive subset of a set of candidates (Flanagan, Leino: Houdini, FME 2001).
//!
//! Candidates are clauses at locations. As long as an edge leads from states in which all
//! candidates at its source hold to a state in which a candidate at its target does not, that
//! candidate goes. What is left holds in every run, and is its own proof.

use std::collections::BTreeSet;

use ferric3_cfa::{Clauses, Edge, EdgeId, LocId, Location};
use ferric3_ivl::IdxMap;
use ferric3_solver::{CheckResult, ModelOf, Solver, SolverConfig, SolverStats};
use ferric3_term::{Evaluator, Substitution, TermId, Terms};

use crate::{Interrupted, Task};

/// A clause that should hold at a location.
pub(crate) type Candidate = (LocId, TermId);

/// Solver contexts for one task, and what is known about it.
pub(crate) struct Houdini<'a> {
    task: &'a Task,
    solvers: &'a SolverConfig,
    /// By location.
    contexts: IdxMap<Location, Option<Box<dyn Solver>>>,
    /// Clauses that hold for sure.
    known: Clauses,
    /// By edge: clauses after it as clauses before it.
    after: IdxMap<Edge, Option<Substitution>>,
    /// A query gives up after so many conflicts, and its candidate with it.
    conflicts: u64,
}

/// A candidate that is still there.
struct Open {
    loc: LocId,
    clause: TermId,
    /// By edge into the location, if it was shown: the candidates at its source that were needed.
    shown: Vec<(EdgeId, Vec<TermId>)>,
}

impl<'a> Houdini<'a> {
    /// With the task's facts.
    pub(crate) fn new(task: &'a Task, solvers: &'a SolverConfig, conflicts: u64) -> Houdini<'a> {
        Houdini {
            task,
            solvers,
            contexts: task.cfa.locations.iter().map(|_| None).collect(),
            known: task.facts.clone(),
            after: task.cfa.edges.iter().map(|_| None).collect(),
            conflicts,
        }
    }

    /// More clauses that hold for sure.
    pub(crate) fn learn(&mut self, terms: &Terms, clauses: &[Candidate]) {
        for &(loc, clause) in clauses {
            if self.known.insert(loc, clause)
                && let Some(solver) = &mut self.contexts[loc]
            {
                solver.assert(terms, clause);
            }
        }
    }

    /// The candidates that are inductive together, with what is known. They are known from then
    /// on.
    pub(crate) fn filter(
        &mut self,
        terms: &mut Terms,
        candidates: &[Candidate],
    ) -> Result<Vec<Candidate>, Interrupted> {
        let initial = self.task.cfa.initial;
        let mut seen = BTreeSet::new();
        let mut open: Vec<Open> = Vec::new();
        for &(loc, clause) in candidates {
            let is_new = !self.known.at(loc).contains(&clause);
            if loc != initial && is_new && seen.insert((loc, clause)) {
                let shown = Vec::new();
                open.push(Open { loc, clause, shown });
            }
        }
        // Until one round finds nothing to drop and nothing to show.
        let mut stable = false;
        while !stable {
            stable = true;
            let mut position = 0;
            while position < open.len() {
                let loc = open[position].loc;
                let mut kept = true;
                for &edge in self.task.incoming(loc) {
                    if self.is_shown(&open, position, edge) {
                        continue;
                    }
                    stable = false;
                    if self.solvers.interrupt.is_raised() {
                        return Err(Interrupted::Stopped);
                    }
                    if !self.show(terms, &mut open, position, edge)? {
                        kept = false;
                        break;
                    }
                }
                // What was dropped is gone from the list, this one or others behind it.
                if kept {
                    position += 1;
                }
            }
        }
        let inductive: Vec<Candidate> = open.iter().map(|c| (c.loc, c.clause)).collect();
        self.learn(terms, &inductive);
        Ok(inductive)
    }

    /// Is the candidate known to hold after the edge, by candidates that are still there?
    fn is_shown(&self, open: &[Open], position: usize, edge: EdgeId) -> bool {
        let from = self.task.form(edge).edge.from;
        let shown = open[position].shown.iter().find(|(e, _)| *e == edge);
        shown.is_some_and(|(_, needed)| {
            needed.iter().all(|&clause| {
                let mut there = open.iter().filter(|c| c.loc == from);
                there.any(|c| c.clause == clause)
            })
        })
    }

    /// Show that a candidate holds after an edge, or drop it together with all others that the
    /// model refutes. Returns whether it holds.
    fn show(
        &mut self,
        terms: &mut Terms,
        open: &mut Vec<Open>,
        position: usize,
        edge: EdgeId,
    ) -> Result<bool, Interrupted> {
        let form = self.task.form(edge);
        let (from, to) = (form.edge.from, form.edge.to);
        let clause = open[position].clause;
        let after = self.before(terms, edge, clause);
        let violated = terms.not(after);
        let here: Vec<TermId> = open
            .iter()
            .filter(|c| c.loc == from)
            .map(|c| c.clause)
            .collect();
        let mut assumptions = vec![form.guard, violated];
        assumptions.extend(&here);
        let (solvers, conflicts, known) = (self.solvers, self.conflicts, self.known.at(from));
        let solver = self.contexts[from].get_or_insert_with(|| {
            let mut solver = solvers.create();
            solver.set_conflict_limit(Some(conflicts));
            for &clause in known {
                solver.assert(terms, clause);
            }
            solver
        });
        match solver.check(terms, &assumptions) {
            CheckResult::Unsat => {
                let used = solver.failed_assumptions();
                let needed = here.into_iter().filter(|c| used.contains(c)).collect();
                let shown = &mut open[position].shown;
                shown.retain(|(e, _)| *e != edge);
                shown.push((edge, needed));
                Ok(true)
            }
            CheckResult::Unknown(Interrupted::Stopped) => Err(Interrupted::Stopped),
            // Nobody needs it, so what is not known to hold may go.
            CheckResult::Unknown(Interrupted::Limit | Interrupted::Incomplete(_)) => {
                open.remove(position);
                Ok(false)
            }
            CheckResult::Sat => {
                let mut befores = Vec::new();
                for candidate in open.iter() {
                    befores.push((candidate.loc == to).then_some(candidate.clause));
                }
                let befores: Vec<Option<TermId>> = befores
                    .into_iter()
                    .map(|clause| Some(self.before(terms, edge, clause?)))
                    .collect();
                let solver = self.contexts[from].as_deref();
                let model = solver.map(ModelOf);
                let mut evaluator = Evaluator::new();
                let mut number = 0;
                open.retain(|_| {
                    let refuted = number == position
                        || match (&model, befores[number]) {
                            (Some(model), Some(before)) => {
                                !evaluator.eval(terms, model, before).as_bool()
                            }
                            _ => false,
                        };
                    number += 1;
                    !refuted
                });
                Ok(false)
            }
        }
    }

    /// A clause over the state after the edge, as one over the state before.
    fn before(&mut self, terms: &mut Terms, edge: EdgeId, clause: TermId) -> TermId {
        let form = self.task.form(edge);
        let after = self.after[edge].get_or_insert_with(|| form.before());
        let before = after.apply(terms, clause);
        terms.by_cases(before)
    }

    /// All contexts together.
    pub(crate) fn stats(&self) -> SolverStats {
        let mut stats = SolverStats::default();
        for solver in self.contexts.iter().flatten() {
            stats.add(&solver.stats());
        }
        stats
    }
}

#[cfg(test)]
mod tests {
    use ferric3_cfa::Cfa;
    use ferric3_term::Sort;

    use super::*;

    /// `x := 0; y := 0; loop { x := x + 2; y := y + 2 }`: of some candidates those stay that are
    /// inductive together, also if none of them is alone.
    #[test]
    fn what_is_not_inductive_goes() {
        let mut terms = Terms::new();
        let mut cfa = Cfa::new();
        let head = cfa.add_location("head", None);
        let (x, tx) = terms.fresh_symbol("x", Sort::BitVec(8));
        let (y, ty) = terms.fresh_symbol("y", Sort::BitVec(8));
        cfa.add_state_var(&mut terms, x, None);
        cfa.add_state_var(&mut terms, y, None);
        let (zero, two) = (terms.bv_u64(0, 8), terms.bv_u64(2, 8));
        let edge = |cfa: &mut Cfa, terms: &mut Terms, from, vx, vy, to| {
            let a = cfa.commands.assign(x, vx);
            let b = cfa.commands.assign(y, vy);
            let both = cfa.commands.seq(terms, a, b);
            cfa.add_edge(from, both, to);
        };
        let initial = cfa.initial;
        edge(&mut cfa, &mut terms, initial, zero, zero, head);
        let (more_x, more_y) = (terms.bv_add(tx, two), terms.bv_add(ty, tx));
        edge(&mut cfa, &mut terms, head, more_x, more_y, head);
        let task = Task::new(cfa, &mut terms);

        let even = |terms: &mut Terms, t| {
            let bit = terms.extract(t, 0, 0);
            let zero = terms.bv_u64(0, 1);
            terms.eq(bit, zero)
        };
        let small = terms.bv_ult(tx, two);
        let (even_x, even_y) = (even(&mut terms, tx), even(&mut terms, ty));
        let equal = terms.eq(tx, ty);
        let solvers = SolverConfig::default();
        let mut houdini = Houdini::new(&task, &solvers, 1000);
        let candidates = [(head, small), (head, even_y), (head, equal), (head, even_x)];
        let found = houdini.filter(&mut terms, &candidates);
        assert_eq!(found, Ok(vec![(head, even_y), (head, even_x)]));
        // What is known helps, and is not found again.
        assert_eq!(houdini.filter(&mut terms, &candidates), Ok(vec![]));
        let mut alone = Houdini::new(&task, &solvers, 1000);
        assert_eq!(alone.filter(&mut terms, &[(head, even_y)]), Ok(vec![]));
        alone.learn(&terms, &[(head, even_x)]);
        assert_eq!(
            alone.filter(&mut terms, &[(head, even_y)]),
            Ok(vec![(head, even_y)])
        );
    }
}
