//! The problem as engines see it.

use ferric3_cfa::{Cfa, EdgeForm, EdgeId, Facts, LocId, canonical_edges};
use ferric3_ivl::IdxVec;
use ferric3_term::Terms;

/// An automaton with the canonical forms of its edges.
#[derive(Clone, Debug)]
pub struct Task {
    /// The automaton.
    pub cfa: Cfa,
    /// Canonical forms.
    pub forms: Vec<EdgeForm>,
    /// What is known from the outset. A proof that uses them must contain them.
    pub facts: Facts,
    incoming: Vec<Vec<EdgeId>>,
    outgoing: Vec<Vec<EdgeId>>,
    distance: Vec<usize>,
}

impl Task {
    /// Prepare an automaton.
    pub fn new(cfa: Cfa, terms: &mut Terms) -> Task {
        let forms: IdxVec<EdgeForm> = canonical_edges(&cfa, terms);
        let forms = forms.iter().cloned().collect();
        let (incoming, outgoing) = (cfa.incoming(), cfa.outgoing());
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
        &self.forms[edge.index()]
    }

    /// Edges into a location.
    pub fn incoming(&self, loc: LocId) -> &[EdgeId] {
        &self.incoming[loc.index()]
    }

    /// Edges out of a location.
    pub fn outgoing(&self, loc: LocId) -> &[EdgeId] {
        &self.outgoing[loc.index()]
    }

    /// The least number of edges from initial to `loc`; `usize::MAX` if there is no way.
    pub fn distance(&self, loc: LocId) -> usize {
        self.distance[loc.index()]
    }
}

fn distances(cfa: &Cfa, outgoing: &[Vec<EdgeId>]) -> Vec<usize> {
    let mut distance = vec![usize::MAX; cfa.locations.len()];
    distance[cfa.initial.index()] = 0;
    let mut queue = std::collections::VecDeque::from([cfa.initial]);
    while let Some(loc) = queue.pop_front() {
        for &edge in &outgoing[loc.index()] {
            let to = cfa.edges[edge].to;
            if distance[to.index()] == usize::MAX {
                distance[to.index()] = distance[loc.index()] + 1;
                queue.push_back(to);
            }
        }
    }
    distance
}
