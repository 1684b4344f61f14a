//! The problem as engines see it.

use std::collections::BTreeMap;

use ferric3_cfa::{
    Cfa, Edge, EdgeForm, EdgeId, Facts, LocId, Location, TargetKind, canonical_edges, restrict,
};
use ferric3_ivl::{IdxMap, IdxVec};
use ferric3_term::Terms;

/// An automaton with the canonical forms of its edges.
#[derive(Clone, Debug)]
pub struct Task {
    /// The automaton.
    pub cfa: Cfa,
    /// Canonical forms.
    pub forms: IdxMap<Edge, EdgeForm>,
    /// What is known from the outset. A proof that uses them must contain them.
    pub facts: Facts,
    incoming: IdxMap<Location, Vec<EdgeId>>,
    outgoing: IdxMap<Location, Vec<EdgeId>>,
    distance: IdxMap<Location, usize>,
}

impl Task {
    /// Prepare an automaton.
    pub fn new(cfa: Cfa, terms: &mut Terms) -> Task {
        debug_assert_eq!(
            cfa.validate(terms),
            Ok(()),
            "an engine gets no such automaton"
        );
        let forms = canonical_edges(&cfa, terms).iter().cloned().collect();
        Task::with_forms(cfa, forms)
    }

    fn with_forms(cfa: Cfa, forms: IdxMap<Edge, EdgeForm>) -> Task {
        let (incoming, outgoing) = (cfa.incoming().into(), cfa.outgoing().into());
        let distance = distances(&cfa, &outgoing);
        Task {
            cfa,
            forms,
            facts: Facts::default(),
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
        let task = Task::with_forms(cfa, forms);
        Some(task.with_facts(self.facts.clone()))
    }

    /// The canonical form of an edge.
    pub fn form(&self, edge: EdgeId) -> &EdgeForm {
        &self.forms[edge]
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
