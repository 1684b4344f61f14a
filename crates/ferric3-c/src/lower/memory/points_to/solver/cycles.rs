//! Cycles of the graph: their nodes have equal sets and become one.
//!
//! Tarjan's algorithm without recursion, which also finds components in topological order. Edges that
//! change offsets make no nodes equal, but they count for the order.

use std::cmp::Reverse;

use rustc_hash::FxHashSet;

use super::{NodeId, Solver, Use};

/// The number of a node that was not visited yet.
const NEW: u32 = u32::MAX;

impl Solver {
    /// Make nodes on cycles one; set up the order of the work list.
    pub(super) fn collapse(&mut self) {
        self.clean();
        let component = self.components(false);
        let mut first = vec![NodeId(NEW); component.len()];
        let mut is_collapsed = false;
        for (i, &number) in component.iter().enumerate() {
            let node = NodeId(i as u32);
            if number == NEW {
                continue;
            }
            match first[number as usize] {
                NodeId(NEW) => first[number as usize] = node,
                other => {
                    self.unify(other, node);
                    is_collapsed = true;
                }
            }
        }
        if is_collapsed {
            self.clean();
        }
        let component = self.components(true);
        for (node, &number) in self.nodes.iter_mut().zip(&component) {
            // Components are found from the last to the first.
            node.rank = NEW - number;
        }
        let waiting = std::mem::take(&mut self.waiting).into_vec();
        let waiting = waiting.into_iter().map(|Reverse((_, node))| {
            let rank = self.nodes[node.index()].rank;
            Reverse((rank, node))
        });
        self.waiting = waiting.collect();
    }

    /// Edges and uses of the nodes that stand for others, without duplicates.
    fn clean(&mut self) {
        for i in 0..self.nodes.len() {
            let node = NodeId(i as u32);
            let mut edges = std::mem::take(&mut self.nodes[i].edges);
            for (_, into) in &mut edges {
                *into = self.find(*into);
            }
            edges.retain(|&(change, into)| into != node || change.is_some());
            edges.sort_unstable();
            edges.dedup();
            self.nodes[i].edges = edges;
            let mut uses = std::mem::take(&mut self.nodes[i].uses);
            if uses.len() > 1 {
                let mut seen = FxHashSet::default();
                uses.retain_mut(|(what, _)| {
                    if let Use::Load(_, node) | Use::Store(_, node) = what {
                        *node = self.find(*node);
                    }
                    seen.insert(*what)
                });
            }
            self.nodes[i].uses = uses;
        }
    }

    /// The component of each node that stands for itself, the last of them first; by edges that
    /// leave offsets as they are, or by all.
    fn components(&self, all: bool) -> Vec<u32> {
        let count = self.nodes.len();
        let mut component = vec![NEW; count];
        let (mut number, mut low) = (vec![NEW; count], vec![NEW; count]);
        let (mut numbers, mut components) = (0, 0);
        let mut open: Vec<NodeId> = Vec::new();
        let mut path: Vec<(NodeId, usize)> = Vec::new();
        for i in 0..count {
            let root = NodeId(i as u32);
            if self.nodes[i].parent != root || number[i] != NEW {
                continue;
            }
            path.push((root, 0));
            while let Some((node, next)) = path.pop() {
                let n = node.index();
                if number[n] == NEW {
                    (number[n], low[n]) = (numbers, numbers);
                    numbers += 1;
                    open.push(node);
                }
                let edges = &self.nodes[n].edges;
                let mut next = next;
                let mut down = None;
                while let Some(&(change, into)) = edges.get(next) {
                    next += 1;
                    let m = into.index();
                    if change.is_some() && !all {
                        continue;
                    }
                    if number[m] == NEW {
                        down = Some(into);
                        break;
                    }
                    if component[m] == NEW {
                        low[n] = low[n].min(low[m]);
                    }
                }
                if let Some(into) = down {
                    // The edge is looked at once more when its target is done.
                    path.push((node, next - 1));
                    path.push((into, 0));
                    continue;
                }
                if low[n] == number[n] {
                    while let Some(member) = open.pop() {
                        component[member.index()] = components;
                        if member == node {
                            break;
                        }
                    }
                    components += 1;
                }
            }
        }
        component
    }
}
