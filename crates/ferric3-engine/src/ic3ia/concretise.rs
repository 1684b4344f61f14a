//! Counterexamples to induction are abstracted first, and made concrete where the abstraction lies
//! (Birgmeier, Bradley, Weissenbacher: Counterexample to induction-guided abstraction-refinement, CAV 2014).
//!
//! Some states of a minterm lead into the goal, others need not. If the minterm cannot be blocked, but the states
//! that do lead on can, then nothing is wrong with these, and the predicates of this one location are too few to
//! tell them from the others. So the lemma is about them, and its atoms are new predicates here. That costs a
//! query, and spares the chain of cubes below the minterm, and the predicates along that chain.

use ferric3_cfa::{EdgeId, LocId};
use ferric3_term::TermId;
use rustc_hash::FxHashMap;

use super::atoms::atoms;
use super::{AbstractPolicy, CONCRETE};
use crate::ic3::{Blocked, Consecution, Level, PREDICATES, Predecessor, Search, Technique};
use crate::{Cube, Interrupted};

/// So many cubes of a location give way between two refinements. What needs more of them needs a predicate that
/// no single step shows, and a chain does.
const IN_A_ROW: u32 = 2;

/// What is known of cubes some states of which do not lead on.
#[derive(Default)]
pub(super) struct Concrete {
    /// By edge and cube: literals of the states that do, and where these lead.
    states: FxHashMap<(EdgeId, Cube), (Vec<TermId>, Cube)>,
    /// By location: cubes that gave way since the last refinement.
    in_a_row: FxHashMap<LocId, u32>,
}

impl Concrete {
    /// Remember the literals of states of a cube that lead into a goal.
    pub(super) fn insert(&mut self, step: &Predecessor, literals: Vec<TermId>, goal: &Cube) {
        let key = (step.edge, step.cube.clone());
        self.states.insert(key, (literals, goal.clone()));
    }
}

impl AbstractPolicy {
    /// See [`Policy::gives_way`](crate::ic3::Policy::gives_way).
    pub(super) fn concretise(
        &mut self,
        search: &mut Search<'_>,
        level: Level,
        loc: LocId,
        step: &Predecessor,
    ) -> Result<bool, Interrupted> {
        let key = (step.edge, step.cube.clone());
        let in_a_row = self.concrete.in_a_row.entry(loc).or_default();
        if *in_a_row >= IN_A_ROW {
            return Ok(false);
        }
        let Some((literals, goal)) = self.concrete.states.remove(&key) else {
            return Ok(false);
        };
        *in_a_row += 1;
        let states = self
            .preconditions
            .lifted(search, step.edge, &goal, literals, &step.inputs)?;
        let cores = match search.consecution(level, loc, &states)? {
            Consecution::Holds(cores) => cores,
            Consecution::Fails(_) => {
                search.count(Technique::Concretise, false, 0);
                return Ok(false);
            }
        };
        search.count(Technique::Concretise, true, 0);
        let blocked = Blocked {
            level,
            loc,
            cube: states,
            cores,
            visits: 0,
        };
        let cube = self.concrete_pipeline.generalise(search, &blocked)?;
        let (top, cube) = search.climb(level, loc, cube)?;
        let before = self.predicates.len();
        for &literal in cube.literals() {
            for atom in atoms(search.terms, literal) {
                self.predicates.add(search.terms, loc, atom);
            }
        }
        let new = (self.predicates.len() - before) as u64;
        search.add(PREDICATES, new);
        search.add(CONCRETE, new);
        search.add_lemma(top, loc, &cube);
        Ok(true)
    }
}
