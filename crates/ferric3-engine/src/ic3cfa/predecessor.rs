//! Predecessor cubes: from one model to a whole cube of states that lead into the target cube.
//!
//! The model takes one path through the edge. The weakest existential precondition along that
//! path is a conjunction of literals over the state and the inputs read (Thesis 5.2: split and
//! wep, no disjunctive normal form). Without `wep-cubes`, and where the literals have become very
//! large, the model's state itself is taken (`state_cube.rs`).
//!
//! Not all of these literals matter. *Lifting* asks which do:
//!
//! ```text
//! p(x, w) ∧ ¬(G(x, w) ∧ c(f(x, w)))       is unsatisfiable; keep the core of p
//! ```
//!
//! What is left of the inputs is eliminated (`project.rs`), so that every state of the cube
//! reaches the target cube over this edge with *some* inputs.

use ferric3_cfa::{EdgeId, State, split, split_literals};
use ferric3_term::{Assignment, Substitution, SymbolId, TermId};

use super::Search;
use super::block::Predecessor;
use super::technique::Technique;
use crate::{Cube, Interrupted};

/// With `limit-conflicts`, lifting gives up after so many.
const CONFLICTS: u64 = 1000;

impl Search<'_> {
    /// A predecessor cube of `cube` over `edge`. Requires that the last query at the edge's
    /// source was a satisfiable one for this edge and cube.
    pub(super) fn predecessor(
        &mut self,
        edge: EdgeId,
        cube: &Cube,
    ) -> Result<Predecessor, Interrupted> {
        let form = self.task.form(edge);
        let model = self.contexts.model(form.edge.from);
        let inputs: State = form
            .inputs
            .iter()
            .map(|&w| (w, model.value(self.terms, w)))
            .collect();
        let mut literals = self.timed(Technique::WepCubes, |search| {
            let literals = search.precondition(edge, cube, &inputs);
            let smaller = literals.len() < search.task.cfa.state.len();
            let stats = search.stats_of(Technique::WepCubes);
            stats.tried += 1;
            stats.succeeded += u64::from(smaller);
            Ok(literals)
        })?;
        if self.has(Technique::FixProducts) {
            let from = self.source(edge);
            literals = self.timed(Technique::FixProducts, |search| {
                Ok(search.fix_products(from, literals))
            })?;
        }
        self.counters.predecessors += 1;
        self.counters.predecessor_literals_before += literals.len() as u64;
        if self.has(Technique::Lift) {
            literals = self.timed(Technique::Lift, |search| {
                search.lift(edge, cube, literals, &inputs)
            })?;
        }
        if self.has(Technique::ProjectInputs) {
            literals = self.timed(Technique::ProjectInputs, |search| {
                Ok(search.project_inputs(literals, &inputs))
            })?;
        }
        self.counters.predecessor_literals_after += literals.len() as u64;
        Ok(Predecessor {
            edge,
            inputs,
            cube: Cube::new(literals),
        })
    }

    /// Literals that hold in the model and imply `G ∧ cube∘f`. They may mention inputs if these
    /// are to be projected.
    fn precondition(&mut self, edge: EdgeId, cube: &Cube, inputs: &State) -> Vec<TermId> {
        let task = self.task;
        let form = task.form(edge);
        let model = self.contexts.model(form.edge.from);
        if !self.options.techniques.has(Technique::WepCubes) {
            return self.state_cube(edge, cube);
        }
        let path = split(&task.cfa.commands, self.terms, form, &model);
        let mut conjuncts = path.wep(&task.cfa.commands, self.terms, cube.literals());
        if !self.options.techniques.has(Technique::ProjectInputs) {
            let fixed = form.inputs.iter();
            let fixed: Vec<(SymbolId, TermId)> = fixed
                .map(|&w| (w, self.terms.constant(&inputs[&w])))
                .collect();
            let mut fix = Substitution::new(fixed);
            for t in &mut conjuncts {
                *t = fix.apply(self.terms, *t);
            }
        }
        let literals = split_literals(self.terms, conjuncts, &model);
        if self.is_too_heavy(&literals) {
            return self.state_cube(edge, cube);
        }
        literals
    }

    /// The literals that are needed to get into `cube` over `edge`. Inputs that the literals do
    /// not mention have the model's values.
    fn lift(
        &mut self,
        edge: EdgeId,
        cube: &Cube,
        literals: Vec<TermId>,
        inputs: &State,
    ) -> Result<Vec<TermId>, Interrupted> {
        let form = self.task.form(edge);
        let mut goal = vec![form.guard];
        for &literal in cube.literals() {
            goal.push(self.contexts.before(self.terms, edge, literal));
        }
        let mut goal = self.terms.and(&goal);
        let mut free: Vec<SymbolId> = Vec::new();
        if self.has(Technique::ProjectInputs) {
            for &literal in &literals {
                free.extend(self.symbols.of(self.terms, literal).iter());
            }
            free.sort_unstable();
        }
        let fixed = form.inputs.iter();
        let fixed: Vec<SymbolId> = fixed
            .copied()
            .filter(|w| free.binary_search(w).is_err())
            .collect();
        // Arrays are not compared: their values are put in.
        let mut arrays: Vec<(SymbolId, TermId)> = Vec::new();
        for &w in &fixed {
            if self.terms.symbol(w).sort.is_array() {
                arrays.push((w, self.terms.constant(&inputs[&w])));
            }
        }
        if !arrays.is_empty() {
            goal = Substitution::new(arrays).apply(self.terms, goal);
        }
        let mut assumptions = vec![self.terms.not(goal)];
        for w in fixed {
            if !self.terms.symbol(w).sort.is_array() {
                let value = self.terms.constant(&inputs[&w]);
                let w = self.terms.symbol_term(w);
                assumptions.push(self.terms.eq(w, value));
            }
        }
        assumptions.extend_from_slice(&literals);
        let from = form.edge.from;
        let stats = self.stats_of(Technique::Lift);
        stats.tried += 1;
        stats.queries += 1;
        let limit = self.has(Technique::LimitConflicts).then_some(CONFLICTS);
        self.stats_of(Technique::LimitConflicts).tried += u64::from(limit.is_some());
        let (terms, frames) = (&mut *self.terms, &self.frames);
        match self
            .contexts
            .try_check_without_frames(terms, frames, from, &assumptions, limit)?
        {
            Some(false) => {}
            Some(true) => {
                debug_assert!(false, "the precondition along the path implies the goal");
                return Ok(literals);
            }
            None => {
                self.stats_of(Technique::LimitConflicts).succeeded += 1;
                return Ok(literals);
            }
        }
        let failed = self.contexts.failed(from);
        let before = literals.len();
        let needed: Vec<TermId> = literals
            .into_iter()
            .filter(|l| failed.contains(l))
            .collect();
        self.stats_of(Technique::Lift).succeeded += u64::from(needed.len() < before);
        Ok(needed)
    }
}
