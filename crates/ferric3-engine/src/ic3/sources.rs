//! Frames of another kind: the labels of a tree's nodes instead of levels.
//!
//! A search by levels asks about `F(i-1, l)` before each edge `(l, G, f, m)`. On a tree the same edge starts
//! from a certain node at `l`, and what is known there is the node's label (`tree/`). So whoever works on a tree
//! names the label before each edge, by an activation literal, and from then on all tests of relative inductiveness,
//! and with them all generalisations, are about these edges and these labels.

use ferric3_cfa::{EdgeId, LocId};
use ferric3_term::{Sort, TermId};

use super::{Hit, Level, Search};
use crate::Interrupted;

/// By edge: the activation literal of the label that it starts from.
pub(crate) type Sources = Vec<(EdgeId, TermId)>;

impl<'a> Search<'a> {
    /// From now on tests are about these edges, which lead into one location, and these labels before them.
    pub(crate) fn start_from(&mut self, sources: Sources) {
        self.sources = Some(sources);
    }

    /// The edges into a location that tests are about.
    pub(super) fn edges_into(&self, loc: LocId) -> Vec<EdgeId> {
        match &self.sources {
            Some(sources) => sources.iter().map(|&(edge, _)| edge).collect(),
            None => self.task.incoming(loc).to_vec(),
        }
    }

    /// The label that an edge starts from, if it is not a frame.
    pub(super) fn label_before(&self, edge: EdgeId) -> Option<TermId> {
        let mut sources = self.sources.iter().flatten();
        sources
            .find(|(own, _)| *own == edge)
            .map(|&(_, label)| label)
    }

    /// The activation literal of a new label.
    pub(crate) fn new_label(&mut self) -> TermId {
        self.terms.fresh_symbol("label", Sort::Bool).1
    }

    /// A label at this depth has got one lemma more, and lost some that it made superfluous.
    pub(crate) fn label_changed(&mut self, depth: usize, lost: usize) {
        let lemmas = self.labels.entry(depth).or_default();
        *lemmas = *lemmas + 1 - lost;
        self.frontier = self.frontier.max(Level::new(depth));
    }

    /// A label at this depth has lost some lemmas.
    pub(crate) fn label_lost(&mut self, depth: usize, lost: usize) {
        let lemmas = self.labels.entry(depth).or_default();
        *lemmas -= lost;
    }

    /// Lemmas in frames or labels.
    pub(super) fn lemmas(&self) -> usize {
        self.frames.len() + self.labels.values().sum::<usize>()
    }

    /// Enter a clause into the context of a location for good. It must be behind an activation literal.
    pub(crate) fn enter_clause(&mut self, loc: LocId, clause: &[TermId]) {
        self.contexts
            .enter_clause(self.terms, &self.frames, loc, clause);
    }

    /// A state of the label from which the edge can be taken.
    pub(crate) fn leads_on(
        &mut self,
        label: TermId,
        edge: EdgeId,
    ) -> Result<Option<Hit<'_, 'a>>, Interrupted> {
        let form = self.task.form(edge);
        let assumptions = [label, form.guard];
        let found = self.contexts.check_without_frames(
            self.terms,
            &self.frames,
            form.edge.from,
            &assumptions,
        )?;
        Ok(found.then(|| Hit::new(self, edge)))
    }

    /// Do the label and the literals contradict one another at a location?
    pub(crate) fn label_excludes(
        &mut self,
        label: TermId,
        loc: LocId,
        literals: &[TermId],
    ) -> Result<bool, Interrupted> {
        let mut assumptions = vec![label];
        assumptions.extend_from_slice(literals);
        let found =
            self.contexts
                .check_without_frames(self.terms, &self.frames, loc, &assumptions)?;
        Ok(!found)
    }
}
