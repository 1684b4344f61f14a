//! Blocking along paths: what leads to the error is excluded at a node, or the run is found.
//!
//! An obligation `(v, c)` says: states of `c` lead to the error, so `c` has to be excluded at `v` and its twins. If
//! it can be reached over one of the edges into them, the predecessor is an obligation at the node where that
//! edge starts, nearer to the root. So the obligations of one error are a stack.

use std::time::Instant;

use ferric3_cfa::EdgeId;

use super::node::NodeId;
use super::unwinding::Unwinding;
use super::{LEMMA_LITERALS, LEMMAS, OBLIGATIONS};
use crate::ic3::{AtInitial, Blocked, Chain, Consecution, Predecessor, Technique, union};
use crate::subsumption::Comparable;
use crate::{Counterexample, Cube, Interrupted};

/// A cube that must be excluded at a node.
struct Obligation {
    node: NodeId,
    /// How its states get into those of the obligation below it in the stack, or to the error.
    step: Predecessor,
}

impl Unwinding<'_, '_> {
    /// Exclude all states of a node from which an edge leads to the error, or find a run.
    pub(super) fn exclude_errors(
        &mut self,
        node: NodeId,
    ) -> Result<Option<Counterexample>, Interrupted> {
        let (loc, active) = (self.tree.nodes[node].loc, self.tree.nodes[node].active);
        let task = self.search.task;
        for &edge in task.outgoing(loc) {
            if task.form(edge).edge.to != task.cfa.error {
                continue;
            }
            while let Some(hit) = self.search.leads_on(active, edge)? {
                let step = self.policy.predecessor(hit, &Cube::default())?;
                if let Some(run) = self.block(Obligation { node, step })? {
                    return Ok(Some(run));
                }
            }
        }
        Ok(None)
    }

    /// Exclude the states of an obligation, or find a run. If the policy refines something on the way,
    /// the obligations are given up.
    fn block(&mut self, first: Obligation) -> Result<Option<Counterexample>, Interrupted> {
        let path = self.tree.path(first.node);
        let mut stack = vec![first];
        let mut may_interpolate = self.search.has(Technique::PathInterpolants);
        while let Some(obligation) = stack.last() {
            self.search.add(OBLIGATIONS, 1);
            self.report("blocking", stack.len())?;
            let Obligation { node, step } = obligation;
            let (node, cube) = (*node, step.cube.clone());
            if self.tree.nodes[node].parent.is_none() {
                let steps = stack.iter().rev().map(|obligation| &obligation.step);
                let chain = Chain::new(steps.collect());
                return match self.policy.at_initial(self.search, &chain)? {
                    AtInitial::Run(run) => Ok(Some(run)),
                    AtInitial::Refined => Ok(None),
                };
            }
            let comparable = Comparable::new(self.search.terms, cube.clone());
            if self.tree.excludes(node, &comparable) {
                stack.pop();
                continue;
            }
            let (level, loc) = (self.start_at(node), self.tree.nodes[node].loc);
            match self.search.consecution(level, loc, &cube)? {
                Consecution::Holds(cores) => {
                    let blocked = Blocked {
                        level,
                        loc,
                        cube,
                        cores,
                        visits: 0,
                    };
                    let cube = self.policy.generalise(self.search, blocked)?;
                    self.learn(node, &cube)?;
                    self.climb(&path, node, cube)?;
                    stack.pop();
                }
                Consecution::Fails(_) if may_interpolate => {
                    may_interpolate = false;
                    let start = Instant::now();
                    let done = self.interpolate(node, &cube);
                    let stats = self.search.stats_of(Technique::PathInterpolants);
                    stats.time += start.elapsed();
                    if done? {
                        stack.pop();
                    }
                }
                Consecution::Fails(hit) => {
                    let edge = hit.edge();
                    let step = self.policy.predecessor(hit, &cube)?;
                    let node = self.source_of(node, edge);
                    stack.push(Obligation { node, step });
                }
            }
        }
        Ok(None)
    }

    /// Where an edge into a node or its twins starts.
    fn source_of(&self, node: NodeId, edge: EdgeId) -> NodeId {
        let mut sources = self.tree.nodes[node].sources.iter();
        let found = sources.find(|(own, _)| *own == edge);
        found.expect("tests are about these edges").1
    }

    /// A cube that was generalised is excluded from now on.
    pub(super) fn learn(&mut self, node: NodeId, cube: &Cube) -> Result<(), Interrupted> {
        debug_assert!(
            {
                let (level, loc) = (self.start_at(node), self.tree.nodes[node].loc);
                let search = &mut *self.search;
                search.aside(|search| search.consecution(level, loc, cube).map(|c| c.holds()))?
            },
            "a generalised cube cannot be excluded"
        );
        self.search.add(LEMMAS, 1);
        self.search.add(LEMMA_LITERALS, cube.len() as u64);
        self.add_lemma(node, cube);
        Ok(())
    }

    /// A new lemma goes down the path at hand, to nodes at the same location, as far as it holds.
    fn climb(&mut self, path: &[NodeId], node: NodeId, mut cube: Cube) -> Result<(), Interrupted> {
        if !self.search.has(Technique::Climb) {
            return Ok(());
        }
        let loc = self.tree.nodes[node].loc;
        for &below in path {
            if below <= node || self.tree.nodes[below].loc != loc {
                continue;
            }
            let level = self.start_at(below);
            self.search.stats_of(Technique::Climb).tried += 1;
            match self.search.consecution(level, loc, &cube)? {
                Consecution::Holds(cores) => cube = union(&cores),
                Consecution::Fails(_) => {
                    self.tree.refuse(below, cube);
                    break;
                }
            }
            self.search.stats_of(Technique::Climb).succeeded += 1;
            self.add_lemma(below, &cube);
        }
        Ok(())
    }
}
