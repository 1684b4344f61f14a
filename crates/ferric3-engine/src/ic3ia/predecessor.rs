//! The predecessor of a goal is a minterm: what the predicates say about the state of a hit.
//!
//! Some of its states may not lead into the goal. If all do, with the inputs of the hit (the query of
//! lifting is unsatisfiable), the literals of the core are enough, and a chain through such cubes is
//! nearer to a run. Otherwise no predicate is left out: a cube without one could be a predecessor for one
//! of its values and not for the other, and nobody would notice. The precondition along the path of the
//! hit is kept for such a cube, should it turn out to be too much (`concretise.rs`).

use ferric3_term::TermId;

use super::LIFTED;
use super::predicates::Predicates;
use crate::ic3::{Contradiction, Hit, Predecessor, Technique};
use crate::ic3cfa::{Preconditions, precondition};
use crate::{Cube, Interrupted};

/// With `limit-conflicts`, lifting gives up after so many.
const CONFLICTS: u64 = 1000;

/// A cube over the predicates with the state of a hit in it.
pub(super) struct Abstracted {
    pub(super) step: Predecessor,
    /// If not all its states may lead into the goal: literals that hold in the hit, and of those that do.
    pub(super) concrete: Option<Vec<TermId>>,
}

/// Find one.
pub(super) fn predecessor(
    predicates: &Predicates,
    preconditions: &mut Preconditions,
    mut hit: Hit<'_, '_>,
    goal: &Cube,
) -> Result<Abstracted, Interrupted> {
    let edge = hit.edge();
    let inputs = hit.inputs();
    let from = hit.search().source(edge);
    let (terms, model) = hit.parts();
    let mut literals = predicates.literals(terms, from, &model);
    let is_kept = hit.search().has(Technique::Concretise);
    let mut concrete = is_kept.then(|| precondition(&mut hit, goal, &inputs));
    // The model is not needed any more.
    let search = hit.release();
    if search.has(Technique::Lift) && !literals.is_empty() {
        literals = search.timed(Technique::Lift, |search| {
            let assumptions = preconditions.not_into(search, edge, goal, &literals, &inputs);
            let limit = search.has(Technique::LimitConflicts).then_some(CONFLICTS);
            let stats = search.stats_of(Technique::Lift);
            stats.tried += 1;
            stats.queries += 1;
            let Contradiction::Core(used) = search.contradiction(from, &assumptions, limit)? else {
                return Ok(literals);
            };
            search.stats_of(Technique::Lift).succeeded += 1;
            search.add(LIFTED, 1);
            concrete = None;
            let needed = literals.into_iter().filter(|l| used.contains(l));
            Ok(needed.collect::<Vec<TermId>>())
        })?;
    }
    let cube = Cube::new(literals);
    Ok(Abstracted {
        step: Predecessor { edge, inputs, cube },
        concrete,
    })
}
