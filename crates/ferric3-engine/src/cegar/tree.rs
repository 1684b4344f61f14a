//! The abstract reachability tree.
//!
//! With `φ(n)` the abstract state of a node: the successor of an *expanded* node over an edge is a node whose state
//! contains the post-image, unless that is empty; the states of a *covered* node are those of expanded nodes of its
//! location. So once nobody waits, the union of expanded nodes is an inductive invariant. Expanded nodes are never
//! covered afterwards, so nodes do not cover one another in circles.

use std::collections::BTreeSet;

use ferric3_cfa::{EdgeId, LocId, Location};
use ferric3_ivl::{Idx, IdxMap, IdxVec};

use super::bdd::{Bdd, Bdds};
use crate::Task;

/// A node of the tree.
pub(super) type NodeId = Idx<Node>;

/// An abstract state at a location, and how it was reached.
pub(super) struct Node {
    pub(super) loc: LocId,
    pub(super) state: Bdd,
    pub(super) made_with: MadeWith,
    /// None for the root, which is at the initial location.
    pub(super) reached: Option<(NodeId, EdgeId)>,
    pub(super) depth: usize,
    status: Status,
    children: Vec<NodeId>,
}

/// What was known at the location when a state was made.
#[derive(Clone, Copy, Default)]
pub(super) struct MadeWith {
    /// So many predicates: the first ones of its list.
    pub(super) predicates: usize,
    /// So many clauses, if these matter: not if the state is all that the predicates say.
    pub(super) clauses: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Waiting,
    Expanded,
    Covered,
    Removed,
}

/// The tree.
pub(super) struct Tree {
    nodes: IdxVec<Node>,
    /// Nodes that wait, those of short paths first.
    waiting: BTreeSet<(usize, NodeId)>,
    /// By location, the union of its expanded nodes.
    reached: IdxMap<Location, Bdd>,
    expanded: IdxMap<Location, BTreeSet<NodeId>>,
    covered: IdxMap<Location, BTreeSet<NodeId>>,
}

impl Tree {
    /// The root, which waits: all states of the initial location.
    pub(super) fn new(task: &Task) -> Tree {
        let locations = task.cfa.locations.len();
        let mut tree = Tree {
            nodes: IdxVec::new(),
            waiting: BTreeSet::new(),
            reached: IdxMap::filled(locations, Bdd::FALSE),
            expanded: IdxMap::filled(locations, BTreeSet::new()),
            covered: IdxMap::filled(locations, BTreeSet::new()),
        };
        tree.push(None, task.cfa.initial, Bdd::TRUE, MadeWith::default());
        tree
    }

    /// One more node, which waits.
    pub(super) fn add(
        &mut self,
        (parent, edge): (NodeId, EdgeId),
        loc: LocId,
        state: Bdd,
        made_with: MadeWith,
    ) {
        let id = self.push(Some((parent, edge)), loc, state, made_with);
        self.nodes[parent].children.push(id);
    }

    fn push(
        &mut self,
        reached: Option<(NodeId, EdgeId)>,
        loc: LocId,
        state: Bdd,
        made_with: MadeWith,
    ) -> NodeId {
        let depth = reached.map_or(0, |(parent, _)| self.nodes[parent].depth + 1);
        let id = self.nodes.push(Node {
            loc,
            state,
            made_with,
            reached,
            depth,
            status: Status::Waiting,
            children: Vec::new(),
        });
        self.waiting.insert((depth, id));
        id
    }

    pub(super) fn get(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    /// A node that waits, which does so until it is covered, expanded or removed.
    pub(super) fn first_waiting(&self) -> Option<NodeId> {
        self.waiting.first().map(|&(_, id)| id)
    }

    /// How many wait.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Cover a node that waits, if expanded nodes have all of its states.
    pub(super) fn cover(&mut self, bdds: &mut Bdds, id: NodeId) -> bool {
        let Node { loc, state, .. } = self.nodes[id];
        let is_covered = bdds.is_within(state, self.reached[loc]);
        if is_covered {
            self.settle(id, Status::Covered);
            self.covered[loc].insert(id);
        }
        is_covered
    }

    /// A node that waits has all its successors.
    pub(super) fn expanded(&mut self, bdds: &mut Bdds, id: NodeId) {
        self.settle(id, Status::Expanded);
        let Node { loc, state, .. } = self.nodes[id];
        self.expanded[loc].insert(id);
        self.reached[loc] = bdds.union(self.reached[loc], state);
    }

    fn settle(&mut self, id: NodeId, status: Status) {
        let node = &mut self.nodes[id];
        self.waiting.remove(&(node.depth, id));
        node.status = status;
    }

    /// Remove a node other than the root with everything below it. Nodes that may have been covered by it wait again.
    /// Returns how many were removed.
    pub(super) fn remove(&mut self, bdds: &mut Bdds, root: NodeId) -> u64 {
        if let Some((parent, _)) = self.nodes[root].reached {
            self.nodes[parent].children.retain(|&child| child != root);
        }
        let mut changed: BTreeSet<LocId> = BTreeSet::new();
        let mut open = vec![root];
        let mut removed = 0;
        while let Some(id) = open.pop() {
            let loc = self.nodes[id].loc;
            open.append(&mut self.nodes[id].children);
            match self.nodes[id].status {
                Status::Expanded => {
                    self.expanded[loc].remove(&id);
                    changed.insert(loc);
                }
                Status::Covered => {
                    self.covered[loc].remove(&id);
                }
                Status::Waiting | Status::Removed => {}
            }
            self.settle(id, Status::Removed);
            removed += 1;
        }
        for loc in changed {
            let nodes = &self.nodes;
            let left = self.expanded[loc].iter();
            let reached = left.fold(Bdd::FALSE, |all, &id| bdds.union(all, nodes[id].state));
            self.reached[loc] = reached;
            for id in std::mem::take(&mut self.covered[loc]) {
                let node = &mut self.nodes[id];
                node.status = Status::Waiting;
                self.waiting.insert((node.depth, id));
            }
        }
        removed
    }

    /// The states of a location that expanded nodes have.
    pub(super) fn reached(&self, loc: LocId) -> Bdd {
        self.reached[loc]
    }

    /// The nodes from the root to this one.
    pub(super) fn branch(&self, last: NodeId) -> Vec<NodeId> {
        let mut branch = vec![last];
        let mut id = last;
        while let Some((parent, _)) = self.nodes[id].reached {
            branch.push(parent);
            id = parent;
        }
        branch.reverse();
        branch
    }
}
