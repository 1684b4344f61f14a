//! What a satisfiable query shows.

use ferric3_cfa::{EdgeId, State};
use ferric3_solver::ModelOf;
use ferric3_term::{Assignment, Evaluator, TermId, Terms};

use super::Search;
use super::state::PackedState;
use crate::Cube;

/// A state of a frame that leads over an edge where it should not, with some inputs.
///
/// It borrows the search, because its model is that of the solver's last query: whoever wants to
/// ask another one has to give the hit away ([`Hit::release`]).
pub(crate) struct Hit<'s, 'a> {
    search: &'s mut Search<'a>,
    edge: EdgeId,
}

impl<'s, 'a> Hit<'s, 'a> {
    /// Requires that the last query at the edge's source was a satisfiable one about this edge.
    pub(super) fn new(search: &'s mut Search<'a>, edge: EdgeId) -> Hit<'s, 'a> {
        Hit { search, edge }
    }

    /// The edge.
    pub(crate) fn edge(&self) -> EdgeId {
        self.edge
    }

    /// Values of the state before the edge, and of its inputs.
    pub(crate) fn model(&self) -> ModelOf<'_> {
        self.search.contexts.model(self.search.source(self.edge))
    }

    /// The values of the edge's inputs.
    pub(crate) fn inputs(&self) -> State {
        let model = self.model();
        let inputs = self.search.task.form(self.edge).inputs.iter();
        inputs
            .map(|&w| (w, model.value(self.search.terms, w)))
            .collect()
    }

    /// The same, with the terms to build something from the values.
    pub(crate) fn parts(&mut self) -> (&mut Terms, ModelOf<'_>) {
        let from = self.search.source(self.edge);
        (self.search.terms, self.search.contexts.model(from))
    }

    /// The search, to look at and to count. It has no way to ask anything.
    pub(crate) fn search(&self) -> &Search<'a> {
        self.search
    }

    /// A literal over the state after the edge, as one over the state before.
    pub(crate) fn before(&mut self, literal: TermId) -> TermId {
        self.search.before(self.edge, literal)
    }

    /// The state, to be kept.
    pub(super) fn state(&self) -> PackedState {
        self.search.layout.pack(self.search.terms, &self.model())
    }

    /// Does the state lead into this cube, too? Then it cannot be blocked either. (A self-loop may
    /// start outside the cube only.)
    pub(crate) fn reaches(&mut self, cube: &Cube) -> bool {
        let is_loop = self.search.is_loop(self.edge);
        let mut before = Vec::with_capacity(cube.len());
        for &literal in cube.literals() {
            before.push(self.before(literal));
        }
        let (terms, model) = self.parts();
        let mut evaluator = Evaluator::new();
        let mut holds = |t: &TermId| evaluator.eval(terms, &model, *t).as_bool();
        before.iter().all(&mut holds) && !(is_loop && cube.literals().iter().all(&mut holds))
    }

    /// Give the search back; the model is gone.
    pub(crate) fn release(self) -> &'s mut Search<'a> {
        self.search
    }
}
