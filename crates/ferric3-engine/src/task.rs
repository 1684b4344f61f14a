//! The problem as engines see it.

use std::collections::BTreeMap;

use ferric3_cfa::{
    Cfa, Clauses, Edge, EdgeForm, EdgeId, Facts, LocId, Location, Stop, Stopped, TargetKind,
    canonical_edges, canonical_edges_under, canonical_edges_until, restrict,
};
use ferric3_ivl::{IdxMap, IdxVec};
use ferric3_term::{TermId, Terms};

use crate::Invariant;
use crate::known_values::Known;

/// An automaton with the canonical forms of its edges.
#[derive(Clone, Debug)]
pub struct Task {
    /// The automaton.
    pub cfa: Cfa,
    /// Canonical forms.
    pub forms: IdxMap<Edge, EdgeForm>,
    /// What is known from the outset. A proof that uses them must contain them.
    pub facts: Facts,
    /// What the forms of the edges out of a location rest on.
    assumed: Clauses,
    incoming: IdxMap<Location, Vec<EdgeId>>,
    outgoing: IdxMap<Location, Vec<EdgeId>>,
    distance: IdxMap<Location, usize>,
}

impl Task {
    /// Prepare an automaton.
    pub fn new(cfa: Cfa, terms: &mut Terms) -> Task {
        Task::new_until(cfa, terms, Stop::NEVER).expect("nobody asks to stop")
    }

    /// The same, unless somebody asks to stop.
    pub fn new_until(cfa: Cfa, terms: &mut Terms, stop: Stop<'_>) -> Result<Task, Stopped> {
        debug_assert_eq!(
            cfa.validate(terms),
            Ok(()),
            "an engine gets no such automaton"
        );
        let forms = canonical_edges_until(&cfa, terms, stop)?;
        let forms = forms.iter().cloned().collect();
        Ok(Task::with_forms(cfa, forms, Clauses::default()))
    }

    /// The same automaton as it is in states of an invariant: forms are right for those, and smaller.
    /// Only a proof that contains the invariant can be checked with them; [`Task::assumed`] says so.
    pub fn new_under(
        cfa: Cfa,
        terms: &mut Terms,
        invariant: &Invariant,
        stop: Stop<'_>,
    ) -> Result<Task, Stopped> {
        let known = Known::of(&cfa, terms, invariant);
        let forms = canonical_edges_under(&cfa, terms, &|loc| known.at(loc), stop)?;
        let forms = forms.iter().cloned().collect();
        Ok(Task::with_forms(cfa, forms, known.into_clauses()))
    }

    /// An automaton whose forms are known. They rest on the assumed clauses.
    pub(crate) fn with_forms(cfa: Cfa, forms: IdxMap<Edge, EdgeForm>, assumed: Clauses) -> Task {
        let (incoming, outgoing) = (cfa.incoming().into(), cfa.outgoing().into());
        let distance = distances(&cfa, &outgoing);
        Task {
            cfa,
            forms,
            facts: Facts::default(),
            assumed,
            incoming,
            outgoing,
            distance,
        }
    }

    /// The same task, with facts about it.
    pub fn with_facts(self, facts: Facts) -> Task {
        Task { facts, ..self }
    }

    /// The task without the errors that nobody asks about, see [`restrict`], and with the same facts.
    /// None if an edge into the error location does not say what it leads to.
    ///
    /// Only edges that change get a new canonical form: a program with a thousand properties is
    /// translated once.
    pub(crate) fn restricted(
        &self,
        terms: &mut Terms,
        is_asked: &dyn Fn(TargetKind) -> bool,
    ) -> Option<Task> {
        let cfa = restrict(&self.cfa, is_asked)?;
        if !cfa.deterministic {
            // The guards of edges out of one location are made to exclude one another together.
            return Some(Task::new(cfa, terms).with_facts(self.facts.clone()));
        }
        let key = |edge: &Edge| (edge.from, edge.to, edge.command);
        let known: BTreeMap<_, _> = self.forms.iter().map(|f| (key(&f.edge), f)).collect();
        let mut changed = cfa.clone();
        changed.edges = IdxVec::new();
        for edge in cfa.edges.iter() {
            if !known.contains_key(&key(edge)) {
                changed.edges.push(*edge);
            }
        }
        let new = canonical_edges(&changed, terms);
        let mut new = new.iter();
        let forms = cfa.edges.iter().map(|edge| {
            let form = known.get(&key(edge)).copied().or_else(|| new.next());
            form.cloned()
        });
        let forms = forms.collect::<Option<_>>()?;
        let task = Task::with_forms(cfa, forms, self.assumed.clone());
        Some(task.with_facts(self.facts.clone()))
    }

    /// The canonical form of an edge.
    pub fn form(&self, edge: EdgeId) -> &EdgeForm {
        &self.forms[edge]
    }

    /// Clauses that must hold at a location for the forms of the edges out of it to be right.
    pub fn assumed(&self, loc: LocId) -> &[TermId] {
        self.assumed.at(loc)
    }

    /// Edges into a location.
    pub fn incoming(&self, loc: LocId) -> &[EdgeId] {
        &self.incoming[loc]
    }

    /// Edges out of a location.
    pub fn outgoing(&self, loc: LocId) -> &[EdgeId] {
        &self.outgoing[loc]
    }

    /// The least number of edges from initial to `loc`; `usize::MAX` if there is no way.
    pub fn distance(&self, loc: LocId) -> usize {
        self.distance[loc]
    }
}

fn distances(cfa: &Cfa, outgoing: &IdxMap<Location, Vec<EdgeId>>) -> IdxMap<Location, usize> {
    let mut distance = IdxMap::filled(cfa.locations.len(), usize::MAX);
    distance[cfa.initial] = 0;
    let mut queue = std::collections::VecDeque::from([cfa.initial]);
    while let Some(loc) = queue.pop_front() {
        for &edge in &outgoing[loc] {
            let to = cfa.edges[edge].to;
            if distance[to] == usize::MAX {
                distance[to] = distance[loc] + 1;
                queue.push_back(to);
            }
        }
    }
    distance
}
