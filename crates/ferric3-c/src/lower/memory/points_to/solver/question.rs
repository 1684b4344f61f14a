//! Questions about the solution.

use super::{NodeId, Offsets, SetId, Solver};

impl Solver {
    /// The addresses of a node.
    pub(in super::super) fn set(&self, node: NodeId) -> SetId {
        let mut root = node;
        while self.nodes[root.index()].parent != root {
            root = self.nodes[root.index()].parent;
        }
        self.nodes[root.index()].set
    }

    /// The members of a set: numbers of locations, in order, and offsets.
    pub(in super::super) fn members(
        &self,
        set: SetId,
    ) -> impl Iterator<Item = (usize, Offsets)> + '_ {
        self.sets.iter(set)
    }

    /// How many there are.
    pub(in super::super) fn len(&self, set: SetId) -> usize {
        self.sets.len(set)
    }

    /// The addresses of both sets.
    pub(in super::super) fn join(&mut self, a: SetId, b: SetId) -> SetId {
        self.sets.union(a, b)
    }

    /// Where in a location addresses of a set may be.
    pub(in super::super) fn offsets_in(&self, set: SetId, location: usize) -> Option<Offsets> {
        self.sets.offsets_in(set, location)
    }

    /// Is a location in a set?
    pub(in super::super) fn contains(&self, set: SetId, location: usize) -> bool {
        self.sets.offsets_in(set, location).is_some()
    }

    /// What is stored in a location: where, in how many bytes, and what.
    pub(in super::super) fn stored(&self, location: usize) -> Vec<(Offsets, u64, SetId)> {
        let contents = self.of_location[location].into_iter();
        let cells = contents.flat_map(|contents| self.cells(contents));
        cells
            .map(|(at, size, cell)| (at, size, self.set(cell)))
            .collect()
    }

    /// Is there nothing left to do?
    pub(in super::super) fn is_solved(&self) -> bool {
        self.waiting.is_empty() && self.fresh.is_empty() && self.called.is_empty()
    }
}
