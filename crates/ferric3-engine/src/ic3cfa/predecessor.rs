//! Predecessor cubes: from one model to a whole cube of states that lead into the target cube.
//!
//! The model takes one path through the edge. The weakest existential precondition along that
//! path, with the inputs fixed to the model's, is a conjunction of literals over the state
//! (Thesis 5.2). Every state of it reaches the target cube over this edge with these inputs.
//!
//! Other paths may do so too. Lifting asks which literals matter at all:
//!
//! ```text
//! p(x) ∧ w = inputs ∧ ¬(G(x, w) ∧ c(f(x, w)))       is unsatisfiable; keep the core of p
//! ```

use ferric3_cfa::{EdgeId, State, split, split_literals};
use ferric3_term::{Assignment, Substitution, TermId};

use super::Search;
use super::block::Predecessor;
use crate::{Cube, Interrupted};

impl Search<'_> {
    /// A predecessor cube of `cube` over `edge`. Requires that the last query at the edge's
    /// source was a satisfiable one for this edge and cube.
    pub(super) fn predecessor(
        &mut self,
        edge: EdgeId,
        cube: &Cube,
    ) -> Result<Predecessor, Interrupted> {
        let task = self.task;
        let form = task.form(edge);
        let from = form.edge.from;
        let model = self.contexts.model(from);
        let inputs: State = form
            .inputs
            .iter()
            .map(|&w| (w, model.value(self.terms, w)))
            .collect();
        let path = split(&task.cfa.commands, self.terms, form, &model);
        let wep = path.wep(&task.cfa.commands, self.terms, cube.literals());
        let mut fixed = Vec::with_capacity(form.inputs.len());
        for &w in &form.inputs {
            fixed.push((w, self.terms.constant(&inputs[&w])));
        }
        let mut fix = Substitution::new(fixed.iter().copied());
        let conjuncts: Vec<TermId> = wep.into_iter().map(|t| fix.apply(self.terms, t)).collect();
        let mut literals = split_literals(self.terms, conjuncts, &model);
        self.counters.predecessors += 1;
        self.counters.predecessor_literals_before += literals.len() as u64;
        if self.options.lift_predecessors {
            literals = self.lift(edge, cube, literals, &fixed)?;
        }
        self.counters.predecessor_literals_after += literals.len() as u64;
        Ok(Predecessor {
            edge,
            inputs,
            cube: Cube::new(literals),
        })
    }

    /// The literals that are needed to get into `cube` over `edge` with these inputs.
    fn lift(
        &mut self,
        edge: EdgeId,
        cube: &Cube,
        literals: Vec<TermId>,
        inputs: &[(ferric3_term::SymbolId, TermId)],
    ) -> Result<Vec<TermId>, Interrupted> {
        let form = self.task.form(edge);
        let mut goal = vec![form.guard];
        for &literal in cube.literals() {
            goal.push(self.contexts.before(self.terms, edge, literal));
        }
        let goal = self.terms.and(&goal);
        let mut assumptions = vec![self.terms.not(goal)];
        for &(w, value) in inputs {
            let w = self.terms.symbol_term(w);
            assumptions.push(self.terms.eq(w, value));
        }
        assumptions.extend_from_slice(&literals);
        let from = form.edge.from;
        if self
            .contexts
            .check_without_frames(self.terms, &self.frames, from, &assumptions)?
        {
            debug_assert!(false, "the precondition along the path implies the goal");
            return Ok(literals);
        }
        let failed = self.contexts.failed(from);
        Ok(literals
            .into_iter()
            .filter(|l| failed.contains(l))
            .collect())
    }
}
