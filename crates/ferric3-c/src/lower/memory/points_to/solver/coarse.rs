//! What is done if a program is too much: the analysis gets coarser, step by step, and stays sound.
//!
//! How much was done is counted in members of sets and edges, never in seconds. First offsets are not
//! told apart any more, so that a location is one cell. Then nodes with many addresses become one
//! (Steensgaard, POPL 1996, for these), each time with a lower limit, until there is only one.

use super::contents::Contents;
use super::sets::{Change, SetId};
use super::{NodeId, Solver};

/// How much may be done. All of sqlite takes two thirds of it, and three seconds.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Effort {
    /// After so much, offsets are not told apart.
    pub(in super::super) most: u64,
    /// After so much more, nodes become one; and again.
    pub(in super::super) more: u64,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            most: 500_000_000,
            more: 50_000_000,
        }
    }
}

/// Nodes with so many addresses become one first.
const FIRST_LIMIT: usize = 1024;

/// How coarse the analysis is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Coarseness {
    /// Offsets are told apart.
    #[default]
    Fine,
    /// They are not.
    Locations { until: u64 },
    /// Nodes with more addresses than that are one.
    Unified { limit: usize, until: u64 },
}

impl Solver {
    /// Go a step further if that much was done.
    pub(super) fn coarsen_if_needed(&mut self) {
        let work = self.work + self.sets.work;
        let until = work + self.effort.more;
        match self.coarseness {
            Coarseness::Fine if work > self.effort.most => {
                self.merge_offsets();
                self.coarseness = Coarseness::Locations { until };
            }
            Coarseness::Locations { until: limit } if work > limit => {
                self.unify_nodes(FIRST_LIMIT);
                self.coarseness = Coarseness::Unified {
                    limit: FIRST_LIMIT,
                    until,
                };
            }
            Coarseness::Unified { limit, until: at } if work > at => {
                let limit = limit / 4;
                self.unify_nodes(limit);
                self.coarseness = Coarseness::Unified { limit, until };
            }
            _ => {}
        }
    }

    fn merge_offsets(&mut self) {
        self.sets.coarsen();
        for i in 0..self.nodes.len() {
            let set = self.nodes[i].set;
            self.nodes[i].set = self.sets.change(set, Change::Blur);
            for edge in &mut self.nodes[i].edges {
                edge.0 = None;
            }
            for done in &mut self.nodes[i].uses {
                done.1 = SetId::EMPTY;
            }
            if self.nodes[i].parent.index() == i && set != SetId::EMPTY {
                self.wait(NodeId(i as u32));
            }
        }
        for copy in &mut self.copies {
            copy.forget();
        }
        self.reads.clear();
        self.writes.clear();
        self.gathered.clear();
        for contents in 0..self.contents.len() {
            if !Contents::is_empty(&self.contents[contents]) {
                self.merge(contents);
            }
        }
        self.visits = 0;
        self.collapse();
    }

    fn unify_nodes(&mut self, limit: usize) {
        let mut one = None;
        for i in 1..self.nodes.len() {
            let node = &self.nodes[i];
            let is_large = self.sets.len(node.set) > limit;
            if node.parent.index() == i && !node.is_fixed && (is_large || limit == 0) {
                let node = NodeId(i as u32);
                one = Some(one.map_or(node, |one| self.unify(one, node)));
            }
        }
        self.visits = 0;
        self.collapse();
    }
}
