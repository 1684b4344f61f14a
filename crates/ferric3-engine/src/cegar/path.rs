//! An abstract path to the error as an automaton: a location for each of its nodes, an edge for each of its steps.
//!
//! Edges keep their canonical forms, so that a run of this automaton is one of the task's. What is known of a node, also
//! its abstract state, is a fact: along the path all of these are inductive together.

use std::time::Instant;

use ferric3_cfa::{Cfa, Clauses, Commands, EdgeForm, EdgeId, LocId};
use ferric3_solver::{CheckResult, NoInterpolant, SolverConfig, SolverStats, WhyUnknown};
use ferric3_term::{TermId, Terms};

use crate::bounded::BoundedSearch;
use crate::path_interpolants::{UnrolledPath, has_numbers};
use crate::{
    Answer, Counterexample, Engine, Ic3Cfa, Ic3CfaOptions, Interrupted, Invariant, Proof, Session,
    Task, TechniqueStats, UnknownReason,
};

/// The search for a run in one query gives up after so many conflicts; then IC3 decides. The same for queries of the
/// reduction.
const CONFLICTS: u64 = 2000;

/// A path as an automaton.
pub(super) struct Path {
    task: Task,
    /// By edge of the automaton: that of the task.
    edges: Vec<EdgeId>,
    /// What was asked on its behalf.
    pub(super) solver: SolverStats,
    /// What the reduction of interpolants has done, here and before.
    pub(super) reduction: TechniqueStats,
}

/// What one query says about a path.
enum OneQuery {
    Run(Counterexample),
    Spurious,
    /// It was given up.
    Hard,
}

/// What a path is.
pub(super) enum Found {
    /// A run.
    Run(Counterexample),
    /// None: by location between its edges, what excludes one.
    Interpolants(Vec<Vec<TermId>>),
}

impl Path {
    /// The automaton of these edges, with what is known where each of them starts. Its commands are
    /// those of the task, and are [given back](Path::into_commands).
    pub(super) fn new(
        task: &Task,
        commands: Commands,
        edges: Vec<EdgeId>,
        known: &[Vec<TermId>],
    ) -> Path {
        let old = &task.cfa;
        let mut cfa = Cfa::new();
        cfa.commands = commands;
        cfa.state.clone_from(&old.state);
        cfa.targets = old.targets.clone();
        cfa.deterministic = old.deterministic;
        let mut here = cfa.initial;
        let mut forms: Vec<EdgeForm> = Vec::new();
        let mut facts: Vec<(LocId, TermId)> = Vec::new();
        for (i, (&edge, known)) in edges.iter().zip(known).enumerate() {
            if i > 0 {
                facts.extend(known.iter().map(|&fact| (here, fact)));
            }
            let to = match i + 1 == edges.len() {
                true => cfa.error,
                false => cfa.add_location(format!("step {}", i + 1), None),
            };
            let own = cfa.add_edge(here, old.edges[edge].command, to);
            let mut form = task.form(edge).clone();
            form.edge = cfa.edges[own];
            forms.push(form);
            here = to;
        }
        let mut clauses = Clauses::new(vec![Vec::new(); cfa.locations.len()]);
        for (loc, fact) in facts {
            clauses.insert(loc, fact);
        }
        let forms = forms.into_iter().collect();
        Path {
            task: Task::with_forms(cfa, forms, Clauses::default()).with_facts(clauses),
            edges,
            solver: SolverStats::default(),
            reduction: TechniqueStats::default(),
        }
    }

    /// The path is not needed any more.
    pub(super) fn into_commands(self) -> Commands {
        self.task.cfa.commands
    }

    /// The locations between its edges, in order.
    fn between(&self) -> Vec<LocId> {
        let edges = self.task.cfa.edges.iter().take(self.edges.len() - 1);
        edges.map(|edge| edge.to).collect()
    }

    /// Find out what it is.
    pub(super) fn decide(
        &mut self,
        terms: &mut Terms,
        solvers: &SolverConfig,
        is_reduced: bool,
    ) -> Result<Found, Interrupted> {
        match self.one_query(terms, solvers)? {
            OneQuery::Run(run) => return Ok(Found::Run(self.run(run))),
            OneQuery::Spurious if has_numbers(&self.task, terms) => {
                let mut unrolled = UnrolledPath::new(&self.task.cfa.state);
                for form in self.task.forms.iter() {
                    unrolled.edge(terms, form, self.task.facts.at(form.edge.from));
                }
                match unrolled.interpolants(terms, &solvers.interrupt) {
                    Ok(found) => return self.interpolants(terms, solvers, found, is_reduced),
                    Err(NoInterpolant::Stopped) => return Err(Interrupted::Stopped),
                    Err(_) => {}
                }
            }
            OneQuery::Spurious | OneQuery::Hard => {}
        }
        let mut ic3 = Ic3Cfa::new(Ic3CfaOptions::default());
        let mut session = Session {
            solvers,
            progress: &mut (),
            exchange: &mut (),
            judge: &mut (),
            unrollings: false,
        };
        let answer = ic3.solve(&self.task, terms, &mut session);
        self.solver.add(&ic3.stats().solver);
        match answer {
            Answer::Unsafe(run) => Ok(Found::Run(self.run(run))),
            Answer::Safe(Proof::Invariant(invariant)) => {
                let found = self.without_facts(&invariant);
                self.interpolants(terms, solvers, found, is_reduced)
            }
            Answer::Unknown(UnknownReason::Interrupted) => Err(Interrupted::Stopped),
            _ => Err(Interrupted::because(
                "no interpolants were found for an abstract path",
            )),
        }
    }

    /// The clauses that are needed, or all of them.
    fn interpolants(
        &mut self,
        terms: &mut Terms,
        solvers: &SolverConfig,
        clauses: Vec<Vec<TermId>>,
        is_reduced: bool,
    ) -> Result<Found, Interrupted> {
        Ok(Found::Interpolants(match is_reduced {
            true => self.needed(terms, solvers, clauses)?,
            false => clauses,
        }))
    }

    /// Is there a run along the path, if that is found out soon?
    fn one_query(
        &mut self,
        terms: &mut Terms,
        solvers: &SolverConfig,
    ) -> Result<OneQuery, Interrupted> {
        let mut search = BoundedSearch::new(&self.task, terms, solvers);
        search.solver().set_conflict_limit(Some(CONFLICTS));
        let run = search.deepen(terms, self.edges.len(), None);
        self.solver.add(&search.solver().stats());
        match run {
            Ok(Some(run)) => Ok(OneQuery::Run(run)),
            Ok(None) => Ok(OneQuery::Spurious),
            Err(Interrupted::Limit | Interrupted::Incomplete(_)) => Ok(OneQuery::Hard),
            Err(why) => Err(why),
        }
    }

    /// A run of this automaton as one of the task's.
    fn run(&self, mut run: Counterexample) -> Counterexample {
        for (step, &edge) in run.steps.iter_mut().zip(&self.edges) {
            step.edge = edge;
        }
        run
    }

    /// All clauses of an invariant that are no facts.
    fn without_facts(&self, invariant: &Invariant) -> Vec<Vec<TermId>> {
        let own = |loc: LocId| {
            let facts = self.task.facts.at(loc);
            let clauses = invariant.at(loc).iter().copied();
            clauses.filter(|clause| !facts.contains(clause)).collect()
        };
        self.between().into_iter().map(own).collect()
    }

    /// Of clauses that are inductive along the path and exclude it, those that do so, backwards: those that the last
    /// guard contradicts, and those that clauses found so far follow from.
    fn needed(
        &mut self,
        terms: &mut Terms,
        solvers: &SolverConfig,
        mut clauses: Vec<Vec<TermId>>,
    ) -> Result<Vec<Vec<TermId>>, Interrupted> {
        let start = Instant::now();
        let before = clauses.concat().len();
        let mut goals: Vec<Option<TermId>> = vec![None];
        for (place, loc) in self.between().into_iter().enumerate().rev() {
            let mut solver = solvers.create();
            solver.set_conflict_limit(Some(CONFLICTS));
            for &fact in self.task.facts.at(loc) {
                solver.assert(terms, fact);
            }
            let form = self.task.form(self.task.outgoing(loc)[0]);
            solver.assert(terms, form.guard);
            let mut before = form.before();
            let mut used = vec![false; clauses[place].len()];
            for goal in goals {
                let mut assumed = clauses[place].clone();
                if let Some(goal) = goal {
                    let violated = before.apply(terms, goal);
                    assumed.push(terms.not(violated));
                }
                let answer = solver.check(terms, &assumed);
                debug_assert!(
                    answer != CheckResult::Sat,
                    "clauses are inductive along a path"
                );
                if answer == CheckResult::Unknown(WhyUnknown::Stopped) {
                    return Err(Interrupted::Stopped);
                }
                // What is hard to tell is needed.
                let core = match answer {
                    CheckResult::Unsat => solver.failed_assumptions(),
                    _ => &clauses[place],
                };
                for (used, clause) in used.iter_mut().zip(&clauses[place]) {
                    *used |= core.contains(clause);
                }
            }
            self.solver.add(&solver.stats());
            self.reduction.queries += solver.stats().queries;
            let mut used = used.into_iter();
            clauses[place].retain(|_| used.next() == Some(true));
            goals = clauses[place].iter().copied().map(Some).collect();
        }
        let fewer = before - clauses.concat().len();
        self.reduction.tried += 1;
        self.reduction.succeeded += u64::from(fewer > 0);
        self.reduction.saved += fewer as u64;
        self.reduction.time += start.elapsed();
        Ok(clauses)
    }
}
