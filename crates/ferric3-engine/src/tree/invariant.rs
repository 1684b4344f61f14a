//! The invariant of a closed tree: at each location the disjunction of the labels of its nodes that are not covered.
//!
//! Every edge out of such a node leads to a node, and if that one is covered, into the label of the one that
//! covers it. Labels of one location have most lemmas in common, so these stay clauses, and what is left of
//! each node is a part of one disjunction. Along a path labels shrink, so that of the deepest node is the
//! disjunction of all, and nothing is left.

use ferric3_cfa::Clauses;

use super::unwinding::Unwinding;
use crate::subsumption::Comparable;
use crate::{Cube, Invariant};

impl Unwinding<'_, '_> {
    /// The invariant. Requires that the tree is closed.
    pub(super) fn invariant(&mut self) -> Invariant {
        let cfa = &self.search.task.cfa;
        let mut clauses = Clauses::new(vec![Vec::new(); cfa.locations.len()]);
        for loc in cfa.locations.ids() {
            if loc == cfa.error || loc == cfa.initial {
                continue;
            }
            let nodes = self.tree.uncovered_at(loc);
            let terms = &mut *self.search.terms;
            let everywhere = |cube: &Cube| {
                let cube = Comparable::new(terms, cube.clone());
                nodes.iter().all(|&node| self.tree.excludes(node, &cube))
            };
            let mut common: Vec<Cube> = Vec::new();
            for cube in nodes.iter().flat_map(|&node| self.tree.label(node)) {
                if !common.contains(cube) && everywhere(cube) {
                    common.push(cube.clone());
                }
            }
            for cube in &common {
                clauses.insert(loc, cube.clause(terms));
            }
            let mut alternatives = Vec::new();
            for &node in &nodes {
                let own = self.tree.label(node);
                let mut rest = Vec::new();
                for cube in own.filter(|cube| !common.contains(cube)) {
                    rest.push(cube.clause(terms));
                }
                alternatives.push(terms.and(&rest));
            }
            let any = terms.or(&alternatives); // Without nodes: `false`.
            if terms.as_bool(any) != Some(true) {
                clauses.insert(loc, any);
            }
        }
        for loc in self.search.task.cfa.locations.ids() {
            clauses.extend(self.search.known(loc).iter().map(|&fact| (loc, fact)));
        }
        clauses.into()
    }
}
