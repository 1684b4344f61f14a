//! The constraints of the analysis, and their least solution.
//!
//! Nodes have sets of addresses, edges carry them on (`Change`: with other offsets). What is stored
//! in a location are nodes, too (`contents.rs`); accesses through pointers become edges as it
//! gets known what the pointers point to (`access.rs`).
//!
//! What makes it fast, measured on sqlite and Lua, where walking the program until nothing changed
//! took minutes:
//! * Sets are hash-consed (`sets.rs`), so is what is read and written through equal sets: an access
//!   by a pointer with ten thousand targets is one edge if another pointer has the same ones.
//! * Difference propagation (Pearce, Kelly and Hankin, 2003): what a pointer got to point to in
//!   addition makes new edges, nothing else does.
//! * Cycles are collapsed, and the work list is in topological order, as in wave propagation (Pereira
//!   and Berlin, CGO 2009), anew whenever as much was done as the graph is large (`cycles.rs`).
//! * Beyond a limit the analysis gets coarser (`coarse.rs`).

mod access;
mod coarse;
mod contents;
mod cycles;
mod node;
mod question;
mod sets;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::{FxHashMap, FxHashSet};

use self::access::Copying;
pub(super) use self::access::EVERYTHING;
use self::coarse::Coarseness;
pub(super) use self::coarse::Effort;
use self::contents::Contents;
pub(super) use self::sets::Change;
pub(in crate::lower) use self::sets::SetId;
use self::sets::{OffsetsId, Sets};
use crate::lower::memory::offsets::Offsets;

/// A node of the graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct NodeId(u32);

impl NodeId {
    /// The node whose set is always empty.
    pub(super) const NOTHING: NodeId = NodeId(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A call through a pointer, by a number of the caller's.
pub(super) type CallSite = usize;

/// What has to be done about what a node points to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Use {
    /// So many bytes behind it are read.
    Load(u64, NodeId),
    /// So many bytes behind it are written.
    Store(u64, NodeId),
    /// It is where bytes are copied from.
    Source(usize),
    /// It is where bytes are copied to.
    Target(usize),
    /// It is called.
    Call(CallSite),
}

struct Node {
    /// Another node that stands for this one, or itself.
    parent: NodeId,
    set: SetId,
    edges: Vec<(Option<Change>, NodeId)>,
    /// With the set that is already taken in.
    uses: Vec<(Use, SetId)>,
    /// Where in the order of the work list.
    rank: u32,
    is_waiting: bool,
    /// Does the set never change?
    is_fixed: bool,
}

/// What stands for nodes that are made of others, so that they are made once.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    Constant(SetId),
    Changed(NodeId, Change),
    Union(NodeId, NodeId),
    Load(NodeId, u64),
}

/// The constraints and what is known so far.
pub(super) struct Solver {
    sets: Sets,
    nodes: Vec<Node>,
    known: FxHashMap<Key, NodeId>,
    waiting: BinaryHeap<Reverse<(u32, NodeId)>>,
    /// Where bytes are stored, those of locations first come, first served.
    contents: Vec<Contents>,
    /// The contents of locations; functions have none.
    of_location: Vec<Option<usize>>,
    /// New cells, which nobody knows yet.
    fresh: Vec<(usize, OffsetsId, u64)>,
    /// Nodes for what is read from, and written to, so many bytes at addresses of a set.
    reads: FxHashMap<(SetId, u64), NodeId>,
    writes: FxHashMap<(SetId, u64), NodeId>,
    gathered: FxHashMap<(SetId, u64), usize>,
    copies: Vec<Copying>,
    known_copies: FxHashSet<(NodeId, NodeId, u64)>,
    /// What is called through pointers, and was not before.
    pub(super) called: Vec<(CallSite, usize)>,
    /// Visits of nodes since cycles were looked for.
    visits: usize,
    /// Edges that were looked at.
    work: u64,
    effort: Effort,
    coarseness: Coarseness,
}

/// The number of the location that stands for all that the program does not define.
pub(super) const UNKNOWN: usize = 0;

impl Solver {
    pub(super) fn new(effort: Effort) -> Solver {
        let mut solver = Solver {
            sets: Sets::new(),
            nodes: Vec::new(),
            known: FxHashMap::default(),
            waiting: BinaryHeap::new(),
            contents: Vec::new(),
            of_location: Vec::new(),
            fresh: Vec::new(),
            reads: FxHashMap::default(),
            writes: FxHashMap::default(),
            gathered: FxHashMap::default(),
            copies: Vec::new(),
            known_copies: FxHashSet::default(),
            called: Vec::new(),
            visits: 0,
            work: 0,
            effort,
            coarseness: Coarseness::default(),
        };
        let nothing = solver.node();
        solver.nodes[nothing.index()].is_fixed = true;
        solver.known.insert(Key::Constant(SetId::EMPTY), nothing);
        solver
    }

    /// A new location; does anything have a place in it?
    pub(super) fn location(&mut self, has_contents: bool) -> usize {
        let contents = has_contents.then(|| self.new_contents());
        self.of_location.push(contents);
        self.of_location.len() - 1
    }

    /// A new node.
    pub(super) fn node(&mut self) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node {
            parent: id,
            set: SetId::EMPTY,
            edges: Vec::new(),
            uses: Vec::new(),
            rank: id.0,
            is_waiting: false,
            is_fixed: false,
        });
        id
    }

    /// The node that stands for a node.
    fn find(&mut self, node: NodeId) -> NodeId {
        let mut root = node;
        while self.nodes[root.index()].parent != root {
            root = self.nodes[root.index()].parent;
        }
        let mut next = node;
        while next != root {
            next = std::mem::replace(&mut self.nodes[next.index()].parent, root);
        }
        root
    }

    /// One node has all addresses of another.
    pub(super) fn include(&mut self, from: NodeId, into: NodeId) {
        self.edge(from, None, into);
    }

    fn edge(&mut self, from: NodeId, change: Option<Change>, into: NodeId) {
        let (from, into) = (self.find(from), self.find(into));
        if from == NodeId::NOTHING || (from == into && change.is_none()) {
            return;
        }
        self.work += 1;
        let edges = &mut self.nodes[from.index()].edges;
        // Few come twice; those that do are found when cycles are looked for.
        if edges.len() > 8 || !edges.contains(&(change, into)) {
            edges.push((change, into));
            self.carry(from, change, into);
        }
    }

    /// Carry the addresses of a node over an edge.
    fn carry(&mut self, from: NodeId, change: Option<Change>, into: NodeId) {
        let mut set = self.nodes[from.index()].set;
        if let Some(change) = change {
            set = self.sets.change(set, change);
        }
        self.add(into, set);
    }

    /// Add addresses to a node that stands for itself.
    fn add(&mut self, into: NodeId, set: SetId) {
        let old = self.nodes[into.index()].set;
        let new = self.sets.union(old, set);
        if new != old {
            self.nodes[into.index()].set = new;
            self.wait(into);
        }
    }

    fn wait(&mut self, node: NodeId) {
        let data = &mut self.nodes[node.index()];
        if !data.is_waiting {
            data.is_waiting = true;
            self.waiting.push(Reverse((data.rank, node)));
        }
    }

    fn add_use(&mut self, node: NodeId, what: Use) {
        let node = self.find(node);
        self.nodes[node.index()].uses.push((what, SetId::EMPTY));
        if self.nodes[node.index()].set != SetId::EMPTY {
            self.wait(node);
        }
    }

    /// A node is called; what it points to gets into `called`.
    pub(super) fn call(&mut self, callee: NodeId, site: CallSite) {
        self.add_use(callee, Use::Call(site));
    }

    /// One node stands for two from now on.
    fn unify(&mut self, a: NodeId, b: NodeId) -> NodeId {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return a;
        }
        debug_assert!(!self.nodes[a.index()].is_fixed && !self.nodes[b.index()].is_fixed);
        let (root, other) = (a.min(b), a.max(b));
        let data = &mut self.nodes[other.index()];
        data.parent = root;
        let (set, edges) = (data.set, std::mem::take(&mut data.edges));
        let uses = std::mem::take(&mut data.uses);
        let kept = &mut self.nodes[root.index()];
        kept.edges.extend(edges);
        kept.uses.extend(uses);
        let joined = self.sets.union(kept.set, set);
        self.nodes[root.index()].set = joined;
        self.wait(root);
        root
    }

    /// Sets keep their numbers from now on: others know them.
    pub(super) fn keep_sets(&mut self) {
        self.sets.keep();
    }

    /// Solve the constraints.
    pub(super) fn solve(&mut self) {
        loop {
            self.announce();
            let Some(Reverse((_, node))) = self.waiting.pop() else {
                return;
            };
            self.nodes[node.index()].is_waiting = false;
            if self.nodes[node.index()].parent == node {
                self.visit(node);
            }
            self.visits += 1;
            if self.visits > self.nodes.len() {
                self.visits = 0;
                self.collapse();
            }
            if self.sets.wants_sweep() {
                self.sweep();
            }
            self.coarsen_if_needed();
        }
    }

    fn visit(&mut self, node: NodeId) {
        let mut next = 0;
        while let Some(&(change, into)) = self.nodes[node.index()].edges.get(next) {
            let into = self.find(into);
            self.work += 1;
            if into != node || change.is_some() {
                self.carry(node, change, into);
            }
            next += 1;
        }
        let set = self.nodes[node.index()].set;
        let mut next = 0;
        // Uses may make nodes one, this one too. Then the one is visited that stands for it.
        while let Some((what, done)) = self.nodes[node.index()].uses.get_mut(next) {
            let (what, old) = (*what, std::mem::replace(done, set));
            if old != set {
                self.work += 1;
                self.take_in(what, set, old);
            }
            next += 1;
        }
    }

    fn sweep(&mut self) {
        let nodes = self.nodes.iter();
        let used = nodes.flat_map(|node| {
            let done = node.uses.iter().map(|&(_, done)| done);
            done.chain([node.set])
        });
        let is_used = self.sets.sweep(used);
        self.reads.retain(|(set, _), _| is_used[set.index()]);
        self.writes.retain(|(set, _), _| is_used[set.index()]);
        self.gathered.retain(|(set, _), _| is_used[set.index()]);
        self.known.retain(|key, _| match key {
            Key::Constant(set) => is_used[set.index()],
            _ => true,
        });
    }
}
