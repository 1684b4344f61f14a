//! Covering: who has all the lemmas of an older node at its location needs no subtree of its own.
//!
//! *Forced* covering (McMillan 2006) sees to it that a node has them: each lemma that is missing is tried, by the
//! same test as any lemma. Along a path this is the pushing of IC3, so lemmas of the next twin are tried even if
//! one of them does not hold; other nodes are only tried until one fails. A lemma that did not hold is tried again
//! when a label before the node has changed.

use std::time::Instant;

use crate::ic3::{Consecution, Level, Technique, union};
use crate::{Cube, Interrupted};

use super::node::NodeId;
use super::unwinding::Unwinding;
use super::{COVERED, FORCED, PUSHED};

/// Besides its twin, a node may be forced to be covered by so many others.
const MOST_FORCED: usize = 3;

impl Unwinding<'_, '_> {
    /// Cover a node if that is possible.
    pub(super) fn close(&mut self, node: NodeId) -> Result<bool, Interrupted> {
        let tree = &self.tree;
        if node.index() == 0 || !tree.counts(node) {
            return Ok(false);
        }
        let older = tree.uncovered_at(tree.nodes[node].loc).into_iter();
        let mut older: Vec<(usize, NodeId)> = older
            .filter(|&by| by < node)
            .map(|by| (tree.missing(node, by).len(), by))
            .collect();
        older.sort_unstable();
        match older.first() {
            None => return Ok(false),
            Some(&(0, by)) => return Ok(self.cover(node, by)),
            Some(_) => {}
        }
        if !self.search.has(Technique::ForcedCovering) {
            for (_, by) in older {
                if self.follows(node, by)? {
                    return Ok(self.cover(node, by));
                }
            }
            return Ok(false);
        }
        let start = Instant::now();
        let forced = self.force_any(node, older);
        let stats = self.search.stats_of(Technique::ForcedCovering);
        stats.tried += 1;
        stats.time += start.elapsed();
        let Some(by) = forced? else {
            return Ok(false);
        };
        self.search.stats_of(Technique::ForcedCovering).succeeded += 1;
        self.search.add(FORCED, 1);
        Ok(self.cover(node, by))
    }

    /// One of these nodes, or the twin, whose lemmas hold at `node`; it has them then.
    fn force_any(
        &mut self,
        node: NodeId,
        mut older: Vec<(usize, NodeId)>,
    ) -> Result<Option<NodeId>, Interrupted> {
        let twin = self.tree.nodes[node].twin;
        if let Some(twin) = twin {
            self.push_all(twin, node)?;
        }
        older.retain(|&(_, by)| Some(by) != twin);
        older.truncate(MOST_FORCED);
        let candidates = twin.into_iter().chain(older.into_iter().map(|(_, by)| by));
        for by in candidates {
            if self.tree.counts(by) && self.force(node, by)? {
                return Ok(Some(by));
            }
        }
        Ok(None)
    }

    fn cover(&mut self, node: NodeId, by: NodeId) -> bool {
        self.search.add(COVERED, 1);
        self.tree.cover(node, by);
        true
    }

    /// Does the label of `node` imply that of `other`, even if no single lemma does? Then it gets its lemmas.
    fn follows(&mut self, node: NodeId, other: NodeId) -> Result<bool, Interrupted> {
        let missing = self.tree.missing(node, other);
        let (active, loc) = (self.tree.nodes[node].active, self.tree.nodes[node].loc);
        for cube in &missing {
            if !self.search.label_excludes(active, loc, cube.literals())? {
                return Ok(false);
            }
        }
        for cube in &missing {
            self.add_lemma(node, cube);
        }
        Ok(true)
    }

    /// Give a node the lemmas of its twin that hold there.
    fn push_all(&mut self, twin: NodeId, node: NodeId) -> Result<(), Interrupted> {
        for cube in self.tree.missing(node, twin) {
            self.push(node, &cube)?;
        }
        Ok(())
    }

    /// Give a node all lemmas of another one, unless one of them does not hold.
    fn force(&mut self, node: NodeId, by: NodeId) -> Result<bool, Interrupted> {
        let missing = self.tree.missing(node, by);
        if missing.iter().any(|cube| self.tree.is_refused(node, cube)) {
            return Ok(false);
        }
        for cube in missing {
            if !self.push(node, &cube)? {
                return Ok(false);
            }
        }
        // Its twins have got the lemmas as well, and `by` may be one of them.
        Ok(self.tree.missing(node, by).is_empty() && self.tree.counts(by))
    }

    /// Add the lemma `¬cube` to a node if it holds there.
    pub(super) fn push(&mut self, node: NodeId, cube: &Cube) -> Result<bool, Interrupted> {
        if self.tree.is_refused(node, cube) {
            return Ok(false);
        }
        self.report("covering", 0)?;
        let loc = self.tree.nodes[node].loc;
        let level = self.start_at(node);
        match self.search.consecution(level, loc, cube)? {
            Consecution::Holds(cores) => {
                self.search.add(PUSHED, 1);
                self.add_lemma(node, &union(&cores));
                Ok(true)
            }
            Consecution::Fails(_) => {
                self.tree.refuse(node, cube.clone());
                Ok(false)
            }
        }
    }

    /// Tests are about the ways into this node and its twins.
    pub(super) fn start_at(&mut self, node: NodeId) -> Level {
        let nodes = &self.tree.nodes;
        let sources = nodes[node].sources.iter();
        let sources = sources.map(|&(edge, source)| (edge, nodes[source].active));
        self.search.start_from(sources.collect());
        Level::new(nodes[node].depth)
    }
}
