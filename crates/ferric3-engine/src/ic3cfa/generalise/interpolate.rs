//! Interpolation: semantic generalisation over one edge (Thesis 5.10).
//!
//! With `A = c` and `B = F(i-1, l) ∧ G ∧ x' = f(x, w)`, an interpolant `I` of the unsatisfiable
//! `A ∧ B` is implied by the cube and cannot be reached over the edge: `c ⇒ I`, `I ⇒ ¬B`.
//!
//! Ours is made from unsat cores, over the bits of the cube. Each equality `t = v` with a
//! constant is the conjunction of its bits `t[i] = v[i]`; the bits that the core needs are the
//! interpolant. For Jain1, where `y = 0` cannot be reached over `y := 1`, the core is the
//! lowest bit: `y[0] = 0`, that is `y % 2 = 0`.

use ferric3_term::TermId;

use super::vocabulary::{bits, equality};
use super::{EdgeGoal, Generaliser, holds};
use crate::ic3::{Contradiction, Search, Technique};
use crate::{Cube, Interrupted};

pub(super) struct Interpolation;

impl Generaliser for Interpolation {
    fn technique(&self) -> Technique {
        Technique::Interpolation
    }

    fn edge(&mut self, search: &mut Search<'_>, goal: &mut EdgeGoal) -> Result<(), Interrupted> {
        // A literal that another edge needs as a whole is in the result whatever we do.
        let mut kept = goal.kept.clone();
        let mut parts = Vec::new();
        for &literal in &goal.candidates {
            match equality(search.terms, literal) {
                Some((t, value)) => parts.extend(bits(search.terms, t, &value)),
                None => kept = kept.with(literal),
            }
        }
        if parts.is_empty() {
            return Ok(());
        }
        let before = goal.current();
        let all = parts.len() + kept.len();
        let interpolant = bits_needed(search, goal, &kept, parts)?;
        let weaker = interpolant.len() < all;
        search.count(self.technique(), weaker, 0);
        if weaker {
            debug_assert!(
                search.aside(|search| { is_interpolant(search, goal, &before, &interpolant) })?
            );
            goal.candidates = interpolant.minus(&goal.kept);
            goal.needed = interpolant;
        }
        Ok(())
    }
}

/// `kept` with those of the bits that the edge needs.
fn bits_needed(
    search: &mut Search<'_>,
    goal: &EdgeGoal,
    kept: &Cube,
    bits: Vec<TermId>,
) -> Result<Cube, Interrupted> {
    let whole = kept.union(&Cube::new(bits.clone()));
    let Some(core) = search.test_edge(&goal.test(&whole))? else {
        debug_assert!(false, "the bits are equivalent to the literals");
        return Ok(goal.current());
    };
    let mut needed = bits;
    needed.retain(|bit| core.literals().contains(bit));
    Ok(kept.union(&Cube::new(needed)))
}

/// Is it implied by the cube, and unreachable over the edge?
fn is_interpolant(
    search: &mut Search<'_>,
    goal: &EdgeGoal,
    cube: &Cube,
    interpolant: &Cube,
) -> Result<bool, Interrupted> {
    let mut query = cube.literals().to_vec();
    query.push(interpolant.clause(search.terms));
    let to = search.task.form(goal.edge).edge.to;
    let implied = matches!(
        search.contradiction(to, &query, None)?,
        Contradiction::Core(_)
    );
    Ok(implied && holds(search, goal, interpolant)?)
}
