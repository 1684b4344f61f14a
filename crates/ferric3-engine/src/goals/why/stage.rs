//! An automaton, the ways to each goal in it, and certificates about some of the goals.

use std::collections::{BTreeMap, BTreeSet};

use ferric3_cfa::{Cfa, Clauses, Stop, TargetKind, canonical_edges_until, errors_apart};
use ferric3_ivl::PropertyId;
use ferric3_solver::SolverConfig;
use ferric3_term::Terms;

use super::reduce::{Reduced, Reducer, Way};
use crate::open::only_errors;
use crate::{Certified, Invariant, Patience, Proof, Task, certify};

/// An automaton with large blocks that no pass has touched.
pub(super) struct Stage {
    task: Task,
    /// By what is asked about: the ways there, each from its location.
    ways: BTreeMap<TargetKind, Vec<Way>>,
}

impl Stage {
    /// With forms that rest on nothing. None if somebody asks to stop, or if an edge into the error location does not say
    /// where it leads to.
    pub(super) fn new(cfa: Cfa, terms: &mut Terms, stop: Stop<'_>) -> Option<Stage> {
        let (apart, kinds) = errors_apart(&cfa)?;
        let forms = canonical_edges_until(&only_errors(&apart), terms, stop).ok()?;
        let mut ways: BTreeMap<TargetKind, Vec<Way>> = BTreeMap::new();
        for (form, kind) in forms.iter().zip(kinds.into_iter().flatten()) {
            let way = (form.edge.from, form.guard);
            ways.entry(kind).or_default().push(way);
        }
        let task = Task::new_until(cfa, terms, stop).ok()?;
        Some(Stage { task, ways })
    }

    /// Who reduces what is known of it.
    pub(super) fn reducer<'a>(&'a self, known: Clauses, solvers: &'a SolverConfig) -> Reducer<'a> {
        Reducer::new(&self.task, known, solvers)
    }

    /// What a reason must exclude for a goal: the ways there, and those to all that is not modelled. None if no way leads
    /// to the goal.
    pub(super) fn ways_to(&self, goal: PropertyId) -> Option<Vec<Way>> {
        let mut ways: Vec<Way> = Vec::new();
        for kind in [TargetKind::Property(goal), TargetKind::Coverage(goal)] {
            ways.extend(self.ways.get(&kind).into_iter().flatten());
        }
        if ways.is_empty() {
            return None;
        }
        ways.extend(self.ways_to_obstacles());
        Some(ways)
    }

    /// The ways to what is not modelled. Nothing is known of what lies behind it.
    pub(super) fn ways_to_obstacles(&self) -> Vec<Way> {
        let kinds = self.ways.iter();
        let obstacles = kinds.filter(|(kind, _)| kind.goal().is_none());
        obstacles
            .flat_map(|(_, ways)| ways.iter().copied())
            .collect()
    }

    /// The task in which only these goals and what is not modelled are errors.
    pub(super) fn only(&self, terms: &mut Terms, goals: &[PropertyId]) -> Option<Task> {
        let goals: BTreeSet<PropertyId> = goals.iter().copied().collect();
        let is_asked = |kind: TargetKind| kind.goal().is_none_or(|goal| goals.contains(&goal));
        self.task.restricted(terms, &is_asked)
    }

    /// The certificate that these clauses exclude these goals. None if they do not pass.
    pub(super) fn certified(
        &self,
        terms: &mut Terms,
        solvers: &SolverConfig,
        goals: &[PropertyId],
        reduced: &Reduced,
    ) -> Option<(Task, Certified)> {
        let task = self.only(terms, goals)?;
        let mut clauses = vec![Vec::new(); task.cfa.locations.len()];
        for clue in &reduced.clauses {
            clauses[clue.loc.index()].push(clue.clause);
        }
        let proof = Proof::Invariant(Invariant::new(clauses));
        let certified = certify(&task, terms, solvers, proof, Patience::Unlimited).ok()?;
        Some((task, certified))
    }
}
