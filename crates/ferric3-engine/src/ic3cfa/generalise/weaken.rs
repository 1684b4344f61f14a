//! Literal weakening: equalities to bounds, equalities to the bits that matter.
//!
//! An equality `t = v` that cannot be dropped may be more than is needed. A bound on `t` makes
//! loop counters converge (cf. bound generalisation, iSAT3+IC3 III-B); single bits of `t` are
//! parity and alignment arguments. Bounds come first: they exclude more states.

use ferric3_term::TermId;

use super::vocabulary::{Bound, bits, equality};
use super::{Generaliser, LocationGoal};
use crate::ic3cfa::Search;
use crate::ic3cfa::technique::Technique;
use crate::{Cube, Interrupted};

/// `t = v` to `t ≤ v` or `t ≥ v`, signed or unsigned.
pub(super) struct WeakenToBounds;

impl Generaliser for WeakenToBounds {
    fn technique(&self) -> Technique {
        Technique::WeakenToBounds
    }

    fn location(
        &mut self,
        search: &mut Search<'_>,
        goal: &mut LocationGoal,
    ) -> Result<(), Interrupted> {
        search.weaken_equalities(goal, self.technique(), |search, rest, literal| {
            let Some((t, value)) = equality(search.terms, literal) else {
                return Vec::new();
            };
            let sides = [(true, true), (true, false), (false, true), (false, false)];
            let bounds = sides.map(|(signed, upper)| {
                let bound = Bound {
                    t,
                    signed,
                    upper,
                    value: value.clone(),
                };
                rest.with(bound.literal(search.terms))
            });
            bounds.to_vec()
        })
    }
}

/// `t = v` to the bits `t[i] = v[i]` that the unsat core needs.
pub(super) struct WeakenToBits;

impl Generaliser for WeakenToBits {
    fn technique(&self) -> Technique {
        Technique::WeakenToBits
    }

    fn location(
        &mut self,
        search: &mut Search<'_>,
        goal: &mut LocationGoal,
    ) -> Result<(), Interrupted> {
        search.weaken_equalities(goal, self.technique(), |search, rest, literal| {
            let Some((t, value)) = equality(search.terms, literal) else {
                return Vec::new();
            };
            let bits = bits(search.terms, t, &value);
            vec![rest.union(&Cube::new(bits))]
        })
    }
}

impl Search<'_> {
    /// Replace each literal by something weaker: the first candidate that can be blocked.
    fn weaken_equalities(
        &mut self,
        goal: &mut LocationGoal,
        technique: Technique,
        candidates: impl Fn(&mut Search<'_>, &Cube, TermId) -> Vec<Cube>,
    ) -> Result<(), Interrupted> {
        for literal in goal.cube.literals().to_vec() {
            if !goal.cube.literals().contains(&literal) {
                continue;
            }
            let rest = goal.cube.without(literal);
            for candidate in candidates(self, &rest, literal) {
                let core = self.blocks(goal.level, goal.loc, &candidate)?;
                self.count(technique, core.is_some(), 0);
                if let Some(core) = core {
                    goal.cube = core;
                    break;
                }
            }
        }
        Ok(())
    }
}
