//! Relative inductiveness, edge by edge.
//!
//! A cube `c` can be blocked at `(i, l')` if for every edge `(l, G, f, l')`
//!
//! ```text
//! F(i-1, l) ∧ [¬c if l = l'] ∧ G(x, w) ∧ c(f(x, w))      is unsatisfiable        (IC3CFA Lemma 1)
//! ```
//!
//! Initiation needs no query: nothing but `initial` is initial. The literals of `c` that the
//! solver used, united over all edges, form a cube `g ⊆ c` that passes the same test, because
//! `¬g ⇒ ¬c`: this is the first generalisation, and it costs nothing.

use ferric3_cfa::{EdgeId, LocId};
use ferric3_term::TermId;

use super::Search;
use crate::{Cube, Interrupted};

/// Outcome of a test of relative inductiveness.
pub(super) enum Consecution {
    /// The cube can be blocked, and so can this part of it.
    Holds(Cube),
    /// Over this edge a state of the frame leads into the cube. The context of the edge's source
    /// has the model.
    Fails(EdgeId),
}

impl Search<'_> {
    /// Can `cube` be blocked at `(level, loc)`? Requires `level ≥ 1`.
    pub(super) fn consecution(
        &mut self,
        level: usize,
        loc: LocId,
        cube: &Cube,
    ) -> Result<Consecution, Interrupted> {
        debug_assert!(level >= 1 && loc != self.task.cfa.initial);
        let mut used: Vec<TermId> = Vec::new();
        for &edge in self.task.incoming(loc) {
            match self.edge_consecution(level, edge, cube)? {
                Some(core) => used.extend(core),
                None => return Ok(Consecution::Fails(edge)),
            }
        }
        Ok(Consecution::Holds(Cube::new(used)))
    }

    /// The same over one edge: the literals used, or `None` if the query is satisfiable.
    fn edge_consecution(
        &mut self,
        level: usize,
        edge: EdgeId,
        cube: &Cube,
    ) -> Result<Option<Vec<TermId>>, Interrupted> {
        let form = self.task.form(edge);
        let (from, to) = (form.edge.from, form.edge.to);
        if self.frames.is_unreachable(level - 1, from) {
            return Ok(Some(Vec::new()));
        }
        let mut before: Vec<(TermId, TermId)> = Vec::with_capacity(cube.len());
        for &literal in cube.literals() {
            let t = self.contexts.before(self.terms, edge, literal);
            match self.terms.as_bool(t) {
                Some(true) => {}
                Some(false) => return Ok(Some(vec![literal])),
                None => before.push((t, literal)),
            }
        }
        let mut assumptions = vec![form.guard];
        if from == to {
            assumptions.push(cube.clause(self.terms));
        }
        assumptions.extend(before.iter().map(|&(t, _)| t));
        if self
            .contexts
            .check(self.terms, &self.frames, level - 1, from, &assumptions)?
        {
            return Ok(None);
        }
        let mut core = Vec::new();
        for t in self.contexts.failed(from) {
            core.extend(
                before
                    .iter()
                    .find(|(b, _)| b == t)
                    .map(|&(_, literal)| literal),
            );
        }
        Ok(Some(core))
    }

    /// Is there a state of `F(frontier, l)` from which the edge into the error location can be
    /// taken?
    pub(super) fn find_cti(
        &mut self,
        edge: EdgeId,
    ) -> Result<Option<super::block::Predecessor>, Interrupted> {
        let form = self.task.form(edge);
        let from = form.edge.from;
        if self.frames.is_unreachable(self.frontier, from) {
            return Ok(None);
        }
        let level = self.frontier;
        if !self
            .contexts
            .check(self.terms, &self.frames, level, from, &[form.guard])?
        {
            return Ok(None);
        }
        self.predecessor(edge, &Cube::default()).map(Some)
    }
}
