//! The problem as engines see it.

use ferric3_cfa::{Cfa, Edge, EdgeForm, EdgeId, Facts, LocId, Location, canonical_edges};
use ferric3_ivl::IdxMap;
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
