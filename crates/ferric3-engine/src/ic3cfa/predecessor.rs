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

use std::time::Instant;

use ferric3_cfa::{EdgeId, State, split, split_literals};
use ferric3_term::{Substitution, SymbolId, TermId};

use super::products::fix_products;
use super::state_cube::{is_too_heavy, state_cube};
use super::symbols::Symbols;
use super::{LITERALS_AFTER_LIFTING, LITERALS_BEFORE_LIFTING, PREDECESSORS};
use crate::ic3::{Contradiction, Hit, Predecessor, Predecessors, Search, Technique};
use crate::{Cube, Interrupted};

/// With `limit-conflicts`, lifting gives up after so many.
const CONFLICTS: u64 = 1000;

/// The policy: each state of a predecessor cube leads into the goal, with some inputs.
#[derive(Default)]
pub(crate) struct Preconditions {
    pub(super) symbols: Symbols,
}

impl Predecessors for Preconditions {
    fn predecessor(
        &mut self,
        mut hit: Hit<'_, '_>,
        goal: &Cube,
    ) -> Result<Predecessor, Interrupted> {
        let edge = hit.edge();
        let inputs = hit.inputs();
        let start = Instant::now();
        let mut literals = precondition(&mut hit, goal, &inputs);
        let preconditions = start.elapsed();
        let products = if hit.search().has(Technique::FixProducts) {
            let start = Instant::now();
            let (terms, model) = hit.parts();
            let acted = fix_products(terms, &model, &mut literals);
            Some((acted, start.elapsed()))
        } else {
            None
        };
        // The model is not needed any more.
        let search = hit.release();
        let smaller = literals.len() < search.task.cfa.state.len();
        search.count(Technique::WepCubes, smaller, 0);
        search.stats_of(Technique::WepCubes).time += preconditions;
        if let Some((acted, time)) = products {
            search.count(Technique::FixProducts, acted, 0);
            search.stats_of(Technique::FixProducts).time += time;
        }
        let cube = self.lifted(search, edge, goal, literals, &inputs)?;
        Ok(Predecessor { edge, inputs, cube })
    }
}

/// Literals that hold in the model and imply `G ∧ goal∘f`. They may mention inputs if these are to
/// be projected.
pub(crate) fn precondition(hit: &mut Hit<'_, '_>, goal: &Cube, inputs: &State) -> Vec<TermId> {
    if !hit.search().has(Technique::WepCubes) {
        return state_cube(hit, goal);
    }
    let task = hit.search().task;
    let form = task.form(hit.edge());
    let is_projected = hit.search().has(Technique::ProjectInputs);
    let (terms, model) = hit.parts();
    let path = split(&task.cfa.commands, terms, form, &model);
    let mut conjuncts = path.wep(&task.cfa.commands, terms, goal.literals());
    if !is_projected {
        let fixed = form.inputs.iter();
        let fixed: Vec<(SymbolId, TermId)> =
            fixed.map(|&w| (w, terms.constant(&inputs[&w]))).collect();
        let mut fix = Substitution::new(fixed);
        for t in &mut conjuncts {
            *t = fix.apply(terms, *t);
        }
    }
    let literals = split_literals(terms, conjuncts, &model);
    if is_too_heavy(terms, &literals) {
        return state_cube(hit, goal);
    }
    literals
}

impl Preconditions {
    /// The cube of a [`precondition`]: the literals of it that matter, without inputs.
    pub(crate) fn lifted(
        &mut self,
        search: &mut Search<'_>,
        edge: EdgeId,
        goal: &Cube,
        mut literals: Vec<TermId>,
        inputs: &State,
    ) -> Result<Cube, Interrupted> {
        search.add(PREDECESSORS, 1);
        search.add(LITERALS_BEFORE_LIFTING, literals.len() as u64);
        if search.has(Technique::Lift) {
            literals = search.timed(Technique::Lift, |search| {
                self.lift(search, edge, goal, literals, inputs)
            })?;
        }
        if search.has(Technique::ProjectInputs) {
            literals = search.timed(Technique::ProjectInputs, |search| {
                Ok(self.project_inputs(search, literals, inputs))
            })?;
        }
        search.add(LITERALS_AFTER_LIFTING, literals.len() as u64);
        Ok(Cube::new(literals))
    }

    /// The literals that are needed to get into `cube` over `edge`. Inputs that the literals do
    /// not mention have the model's values.
    fn lift(
        &mut self,
        search: &mut Search<'_>,
        edge: EdgeId,
        cube: &Cube,
        literals: Vec<TermId>,
        inputs: &State,
    ) -> Result<Vec<TermId>, Interrupted> {
        let assumptions = self.not_into(search, edge, cube, &literals, inputs);
        let stats = search.stats_of(Technique::Lift);
        stats.tried += 1;
        stats.queries += 1;
        let limit = search.has(Technique::LimitConflicts).then_some(CONFLICTS);
        search.stats_of(Technique::LimitConflicts).tried += u64::from(limit.is_some());
        let from = search.source(edge);
        let used = match search.contradiction(from, &assumptions, limit)? {
            Contradiction::Core(used) => used,
            Contradiction::None => {
                debug_assert!(false, "the precondition along the path implies the goal");
                return Ok(literals);
            }
            Contradiction::TooHard => {
                search.stats_of(Technique::LimitConflicts).succeeded += 1;
                return Ok(literals);
            }
        };
        let before = literals.len();
        let needed: Vec<TermId> = literals.into_iter().filter(|l| used.contains(l)).collect();
        search.stats_of(Technique::Lift).succeeded += u64::from(needed.len() < before);
        Ok(needed)
    }

    /// `¬(G ∧ cube∘f)`, the values of inputs that are fixed, and the literals: a contradiction.
    pub(crate) fn not_into(
        &mut self,
        search: &mut Search<'_>,
        edge: EdgeId,
        cube: &Cube,
        literals: &[TermId],
        inputs: &State,
    ) -> Vec<TermId> {
        let form = search.task.form(edge);
        let mut goal = vec![form.guard];
        for &literal in cube.literals() {
            goal.push(search.before(edge, literal));
        }
        let mut goal = search.terms.and(&goal);
        let mut free: Vec<SymbolId> = Vec::new();
        if search.has(Technique::ProjectInputs) {
            for &literal in literals {
                free.extend(self.symbols.of(search.terms, literal).iter());
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
            if search.terms.symbol(w).sort.is_array() {
                arrays.push((w, search.terms.constant(&inputs[&w])));
            }
        }
        if !arrays.is_empty() {
            goal = Substitution::new(arrays).apply(search.terms, goal);
        }
        let mut assumptions = vec![search.terms.not(goal)];
        for w in fixed {
            if !search.terms.symbol(w).sort.is_array() {
                let value = search.terms.constant(&inputs[&w]);
                let w = search.terms.symbol_term(w);
                assumptions.push(search.terms.eq(w, value));
            }
        }
        assumptions.extend_from_slice(literals);
        assumptions
    }
}
