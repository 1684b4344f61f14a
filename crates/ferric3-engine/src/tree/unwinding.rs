//! The main loop: take the node nearest to the root that is neither expanded nor covered; cover it, or exclude the
//! error there and expand it. When none is left, the tree is closed, and its labels are an invariant.

use super::node::{NodeId, Tree};
use super::{EXPANDED, NODES, UNCOVERED};
use crate::houdini::Houdini;
use crate::ic3::{Policy, Search};
use crate::{Answer, Cube, Interrupted, Proof};

/// A query about lemmas that may hold everywhere gives up after so many conflicts.
const CONFLICTS: u64 = 500;

/// A tree that is being unwound.
pub(super) struct Unwinding<'s, 'a> {
    pub(super) search: &'s mut Search<'a>,
    pub(super) policy: &'s mut dyn Policy,
    pub(super) tree: Tree,
    /// Looks for lemmas that hold everywhere.
    pub(super) houdini: Houdini<'a>,
}

impl<'s, 'a> Unwinding<'s, 'a> {
    pub(super) fn new(search: &'s mut Search<'a>, policy: &'s mut dyn Policy) -> Self {
        let active = search.new_label();
        search.add(NODES, 1);
        Unwinding {
            tree: Tree::new(search.task.cfa.initial, active),
            houdini: Houdini::new(search.task, search.solvers(), CONFLICTS),
            search,
            policy,
        }
    }

    /// Unwind until there is an answer.
    pub(super) fn run(&mut self) -> Result<Answer, Interrupted> {
        while let Some(node) = self.tree.next_open() {
            self.report("unwinding", 0)?;
            if self.close(node)? {
                continue;
            }
            let before = self.lemmas();
            if let Some(run) = self.exclude_errors(node)? {
                return Ok(Answer::Unsafe(run));
            }
            if self.lemmas() > before {
                self.share()?;
                for above in self.tree.path(node) {
                    if self.close(above)? {
                        break;
                    }
                }
            }
            if self.tree.counts(node) {
                self.expand(node)?;
            }
        }
        let invariant = self.invariant();
        Ok(Answer::Safe(Proof::Invariant(invariant)))
    }

    /// A child for each edge that can be taken. Labels only get stronger, so no other edge ever can.
    fn expand(&mut self, node: NodeId) -> Result<(), Interrupted> {
        self.search.add(EXPANDED, 1);
        self.tree.nodes[node].is_expanded = true;
        let task = self.search.task;
        let (loc, active) = (self.tree.nodes[node].loc, self.tree.nodes[node].active);
        for &edge in task.outgoing(loc) {
            let to = task.form(edge).edge.to;
            if to == task.cfa.error || self.search.leads_on(active, edge)?.is_none() {
                continue;
            }
            self.search.add(NODES, 1);
            let label = self.search.new_label();
            let child = self.tree.add(to, Some((node, edge)), label);
            if let Some(twin) = self.tree.nodes[child].twin {
                let twin = self.search.terms.not(self.tree.nodes[twin].active);
                self.search.enter_clause(to, &[twin, label]);
            }
        }
        Ok(())
    }

    /// Add the lemma `¬cube` to a node and its twins. Requires that a test has shown it there.
    pub(super) fn add_lemma(&mut self, node: NodeId, cube: &Cube) {
        let terms = &mut *self.search.terms;
        let mut clause = cube.negated(terms);
        clause.push(terms.not(self.tree.nodes[node].active));
        let loc = self.tree.nodes[node].loc;
        for (depth, lost) in self.tree.add_lemma(terms, node, cube) {
            self.search.label_changed(depth, lost);
        }
        // The labels of twins imply this one.
        self.search.enter_clause(loc, &clause);
    }

    /// Counts changes of labels.
    fn lemmas(&self) -> u64 {
        self.tree.nodes.iter().map(|node| node.changes).sum()
    }

    /// Count what was not counted on the way.
    pub(super) fn finish(&mut self) {
        self.search.add(UNCOVERED, self.tree.uncovered);
        self.search.count_solver(&self.houdini.stats());
        self.search.record(0);
    }

    pub(super) fn report(
        &mut self,
        phase: &'static str,
        obligations: usize,
    ) -> Result<(), Interrupted> {
        self.search.report_progress(phase, obligations);
        self.search.check_interrupt()
    }
}
