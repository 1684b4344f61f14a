//! The tree: nodes with their labels, and who covers whom.
//!
//! A node `v` stands for a location and has a label `L(v)`, a set of lemmas. With `K` what is known at locations
//! and `(p, e, v)` the way into `v`:
//!
//! 1. *well-labelled*: the root has no lemma, and `L(p) ∧ K ∧ G ⇒ L(v)∘f` for the edge `e = (l, G, f, m)`;
//! 2. *labels shrink*: if `u` is above `v` at the same location, every lemma of `v` is one of `u`, or follows
//!    from one;
//! 3. a node is *covered* by an older one at its location, uncovered itself, whose lemmas it has, too.
//!
//! By 2 a lemma is added to a node and to all its *twins*, the nodes above it at the same location. That
//! makes of the labels along a path the frames of an IC3: an edge that leads into several twins starts from the
//! weakest label at the deepest of its sources, so one query per edge is enough, and on a self-loop it may assume
//! the very lemma that it is about.

use std::collections::{BTreeMap, BTreeSet};

use ferric3_cfa::{EdgeId, LocId};
use ferric3_ivl::{Idx, IdxVec};
use ferric3_term::{TermId, Terms};
use rustc_hash::FxHashMap;

use crate::Cube;
use crate::subsumption::Comparable;

/// A node.
pub(super) type NodeId = Idx<Node>;

/// A node of the tree.
pub(super) struct Node {
    pub(super) loc: LocId,
    /// The way in; none for the root.
    pub(super) parent: Option<(NodeId, EdgeId)>,
    /// Number of edges from the root.
    pub(super) depth: usize,
    /// The next node above at the same location.
    pub(super) twin: Option<NodeId>,
    /// Activates the label.
    pub(super) active: TermId,
    /// The edges into this node and its twins, each with the deepest node that it starts from.
    pub(super) sources: Vec<(EdgeId, NodeId)>,
    /// What the label excludes.
    label: Vec<Comparable>,
    /// Counts changes of the label.
    pub(super) changes: u64,
    /// Lemmas that do not hold here, and how often labels of the sources had changed when that was seen.
    failures: FxHashMap<Cube, u64>,
    children: Vec<NodeId>,
    pub(super) is_expanded: bool,
    pub(super) cover: Option<NodeId>,
}

/// The tree.
pub(super) struct Tree {
    pub(super) nodes: IdxVec<Node>,
    at: BTreeMap<LocId, Vec<NodeId>>,
    /// By node: those that it covers.
    covers: BTreeMap<NodeId, Vec<NodeId>>,
    /// Nodes that may have to be expanded, by depth.
    open: BTreeSet<(usize, NodeId)>,
    /// Coverings that did not last.
    pub(super) uncovered: u64,
}

impl Tree {
    /// A tree with a root.
    pub(super) fn new(initial: LocId, active: TermId) -> Tree {
        let mut tree = Tree {
            nodes: IdxVec::new(),
            at: BTreeMap::new(),
            covers: BTreeMap::new(),
            open: BTreeSet::new(),
            uncovered: 0,
        };
        tree.add(initial, None, active);
        tree
    }

    /// A new node without lemmas.
    pub(super) fn add(
        &mut self,
        loc: LocId,
        parent: Option<(NodeId, EdgeId)>,
        active: TermId,
    ) -> NodeId {
        let path = parent.map_or(Vec::new(), |(parent, _)| self.path(parent));
        let twin = path.into_iter().rev().find(|&u| self.nodes[u].loc == loc);
        let mut sources = twin.map_or(Vec::new(), |twin| self.nodes[twin].sources.clone());
        if let Some((parent, edge)) = parent {
            sources.retain(|&(other, _)| other != edge);
            sources.push((edge, parent));
        }
        let depth = parent.map_or(0, |(parent, _)| self.nodes[parent].depth + 1);
        let id = self.nodes.push(Node {
            loc,
            parent,
            depth,
            twin,
            active,
            sources,
            label: Vec::new(),
            changes: 0,
            failures: FxHashMap::default(),
            children: Vec::new(),
            is_expanded: false,
            cover: None,
        });
        if let Some((parent, _)) = parent {
            self.nodes[parent].children.push(id);
        }
        self.at.entry(loc).or_default().push(id);
        self.open.insert((depth, id));
        id
    }

    /// From the root to a node.
    pub(super) fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path = vec![node];
        let mut next = self.nodes[node].parent;
        while let Some((above, _)) = next {
            path.push(above);
            next = self.nodes[above].parent;
        }
        path.reverse();
        path
    }

    /// The lemmas of a label.
    pub(super) fn lemmas(&self, node: NodeId) -> &[Comparable] {
        &self.nodes[node].label
    }

    /// A lemma is known at a location from now on, so labels there need not have it, nor what follows from it. Returns
    /// the depths of labels that have changed, and how many lemmas each has lost.
    pub(super) fn forget(&mut self, loc: LocId, known: &Comparable) -> Vec<(usize, usize)> {
        let mut changed = Vec::new();
        for &node in self.at.get(&loc).into_iter().flatten() {
            let own = &mut self.nodes[node];
            let before = own.label.len();
            own.label.retain(|old| !known.subsumes(old));
            own.changes += 1; // What did not hold behind it may hold now.
            changed.push((own.depth, before - own.label.len()));
        }
        changed
    }

    /// The cubes that a label excludes.
    pub(super) fn label(&self, node: NodeId) -> impl Iterator<Item = &Cube> {
        self.nodes[node].label.iter().map(Comparable::cube)
    }

    /// Does a single lemma of the node exclude all of `cube`?
    pub(super) fn excludes(&self, node: NodeId, cube: &Comparable) -> bool {
        self.nodes[node].label.iter().any(|own| own.subsumes(cube))
    }

    /// The lemmas of `other` that do not follow from one of `node`.
    pub(super) fn missing(&self, node: NodeId, other: NodeId) -> Vec<Cube> {
        let theirs = self.nodes[other].label.iter();
        let missing = theirs.filter(|lemma| !self.excludes(node, lemma));
        missing.map(|lemma| lemma.cube().clone()).collect()
    }

    /// Add the lemma `¬cube` to a node and its twins. Those that they cover and that do not have it are
    /// uncovered. Returns the depths of labels that have changed, and how many lemmas each has lost.
    pub(super) fn add_lemma(
        &mut self,
        terms: &Terms,
        node: NodeId,
        cube: &Cube,
    ) -> Vec<(usize, usize)> {
        let mut changed = Vec::new();
        let lemma = Comparable::new(terms, cube.clone());
        let mut next = Some(node);
        while let Some(u) = next {
            if self.excludes(u, &lemma) {
                break; // So do the twins above.
            }
            let own = &mut self.nodes[u];
            let before = own.label.len();
            own.label.retain(|old| !lemma.subsumes(old));
            changed.push((own.depth, before - own.label.len()));
            own.label.push(lemma.clone());
            own.changes += 1;
            next = own.twin;
            for covered in self.covers.get(&u).cloned().unwrap_or_default() {
                if !self.excludes(covered, &lemma) {
                    self.uncover(covered);
                }
            }
        }
        changed
    }

    /// How often the labels before a node and its twins have changed.
    fn changes_before(&self, node: NodeId) -> u64 {
        let sources = self.nodes[node].sources.iter();
        sources.map(|&(_, source)| self.nodes[source].changes).sum()
    }

    /// Was it seen that the lemma `¬cube` does not hold at the node, with labels as they are?
    pub(super) fn is_refused(&self, node: NodeId, cube: &Cube) -> bool {
        let failure = self.nodes[node].failures.get(cube);
        failure.is_some_and(|&then| then == self.changes_before(node))
    }

    /// It was seen just now.
    pub(super) fn refuse(&mut self, node: NodeId, cube: Cube) {
        let now = self.changes_before(node);
        self.nodes[node].failures.insert(cube, now);
    }

    /// Is no node above covered?
    pub(super) fn is_in_tree(&self, node: NodeId) -> bool {
        let mut next = self.nodes[node].parent;
        while let Some((above, _)) = next {
            if self.nodes[above].cover.is_some() {
                return false;
            }
            next = self.nodes[above].parent;
        }
        true
    }

    /// Is it neither covered nor below a covered node?
    pub(super) fn counts(&self, node: NodeId) -> bool {
        self.nodes[node].cover.is_none() && self.is_in_tree(node)
    }

    /// The nodes at a location that are not covered.
    pub(super) fn uncovered_at(&self, loc: LocId) -> Vec<NodeId> {
        let nodes = self.at.get(&loc).into_iter().flatten().copied();
        nodes.filter(|&node| self.counts(node)).collect()
    }

    /// The node with the least depth that has to be looked at. It is not covered, and has no children.
    pub(super) fn next_open(&mut self) -> Option<NodeId> {
        while let Some((_, node)) = self.open.pop_first() {
            if !self.nodes[node].is_expanded && self.counts(node) {
                return Some(node);
            }
        }
        None
    }

    /// It has to be looked at again.
    fn reopen(&mut self, node: NodeId) {
        self.open.insert((self.nodes[node].depth, node));
    }

    /// From now on a node is covered by an older one. Who was covered by a node below is not any more.
    pub(super) fn cover(&mut self, node: NodeId, by: NodeId) {
        debug_assert!(by < node && self.nodes[by].loc == self.nodes[node].loc);
        debug_assert!(self.counts(by) && self.missing(node, by).is_empty());
        self.nodes[node].cover = Some(by);
        self.covers.entry(by).or_default().push(node);
        for below in self.subtree(node) {
            for covered in self.covers.get(&below).cloned().unwrap_or_default() {
                self.uncover(covered);
            }
        }
    }

    fn uncover(&mut self, node: NodeId) {
        let Some(by) = self.nodes[node].cover.take() else {
            return;
        };
        self.uncovered += 1;
        if let Some(covered) = self.covers.get_mut(&by) {
            covered.retain(|&other| other != node);
        }
        for below in self.subtree(node) {
            if !self.nodes[below].is_expanded {
                self.reopen(below);
            }
        }
    }

    /// A node and all below.
    fn subtree(&self, node: NodeId) -> Vec<NodeId> {
        let mut all = vec![node];
        let mut next = 0;
        while let Some(&node) = all.get(next) {
            all.extend(&self.nodes[node].children);
            next += 1;
        }
        all
    }
}
