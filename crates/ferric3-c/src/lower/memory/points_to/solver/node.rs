//! Nodes that are made of others. Those that are made in the same way are one (value numbering).

use super::sets::SetId;
use super::{Change, Key, NodeId, Offsets, Solver};

impl Solver {
    /// Addresses in one location.
    pub(in super::super) fn address(&mut self, location: usize, offsets: Offsets) -> NodeId {
        let set = self.sets.one(location, offsets);
        self.constant(set)
    }

    pub(super) fn constant(&mut self, set: SetId) -> NodeId {
        if let Some(&node) = self.known.get(&Key::Constant(set)) {
            return node;
        }
        let node = self.node();
        self.nodes[node.index()].set = set;
        self.nodes[node.index()].is_fixed = true;
        self.known.insert(Key::Constant(set), node);
        node
    }

    /// The addresses of a node with other offsets.
    pub(in super::super) fn changed(&mut self, node: NodeId, change: Change) -> NodeId {
        if node == NodeId::NOTHING || change == Change::Shift(0) {
            return node;
        }
        if self.nodes[node.index()].is_fixed {
            let set = self.sets.change(self.set(node), change);
            return self.constant(set);
        }
        let key = Key::Changed(node, change);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let changed = self.node();
        self.known.insert(key, changed);
        self.edge(node, Some(change), changed);
        changed
    }

    /// The addresses of both.
    pub(in super::super) fn union(&mut self, a: NodeId, b: NodeId) -> NodeId {
        if a == b || b == NodeId::NOTHING {
            return a;
        }
        if a == NodeId::NOTHING {
            return b;
        }
        let key = Key::Union(a.min(b), a.max(b));
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let union = self.node();
        self.known.insert(key, union);
        self.include(a, union);
        self.include(b, union);
        union
    }
}
