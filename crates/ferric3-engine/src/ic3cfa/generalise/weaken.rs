//! Literal weakening: equalities to bounds, or to the bits that matter.
//!
//! An equality `t = v` that cannot be dropped may be more than is needed. Single bits of `t` are
//! parity and alignment arguments; a bound on `t` makes loop counters converge (cf. bound
//! generalisation, iSAT3+IC3 III-B). One literal after the other, for each:
//!
//! 1. `t = v` as its bits `t[i] = v[i]`: the unsat core tells which ones are needed;
//! 2. if these are few, they are the argument;
//! 3. else the first bound that can be blocked: `t ≤ v`, `t ≥ v`, signed, then unsigned;
//! 4. else the bits, if the core left out at least half of them.

use ferric3_term::{BitVecValue, TermId};

use super::vocabulary::{Bound, bits, equality};
use super::{Generaliser, LocationGoal};
use crate::ic3cfa::Search;
use crate::ic3cfa::technique::{Technique, TechniqueSet};
use crate::{Cube, Interrupted};

/// So many bits are few.
const FEW: usize = 2;

/// Both weakenings: they compete for each literal.
pub(super) struct Weaken {
    technique: Technique,
}

impl Weaken {
    pub(super) fn new(techniques: TechniqueSet) -> Weaken {
        let bounds = techniques.has(Technique::WeakenToBounds);
        Weaken {
            technique: if bounds {
                Technique::WeakenToBounds
            } else {
                Technique::WeakenToBits
            },
        }
    }
}

impl Generaliser for Weaken {
    fn technique(&self) -> Technique {
        self.technique
    }

    fn location(
        &mut self,
        search: &mut Search<'_>,
        goal: &mut LocationGoal,
    ) -> Result<(), Interrupted> {
        for literal in goal.cube.literals().to_vec() {
            if !goal.cube.literals().contains(&literal) {
                continue;
            }
            if let Some((t, value)) = equality(search.terms, literal) {
                search.weaken_equality(goal, literal, t, &value)?;
            }
        }
        Ok(())
    }
}

impl Search<'_> {
    fn weaken_equality(
        &mut self,
        goal: &mut LocationGoal,
        literal: TermId,
        t: TermId,
        value: &BitVecValue,
    ) -> Result<(), Interrupted> {
        let rest = goal.cube.without(literal);
        let mut by_bits = None;
        if self.has(Technique::WeakenToBits) {
            let all = bits(self.terms, t, value);
            let core = self.blocks(goal.level, goal.loc, &rest.union(&Cube::new(all.clone())))?;
            if let Some(core) = core {
                let needed = all.iter().filter(|bit| core.literals().contains(bit));
                by_bits = Some((needed.count(), core));
            }
        }
        let few = by_bits.as_ref().is_some_and(|&(needed, _)| needed <= FEW);
        if !few && self.has(Technique::WeakenToBounds) {
            for (signed, upper) in [(true, true), (true, false), (false, true), (false, false)] {
                let bound = Bound {
                    t,
                    signed,
                    upper,
                    value: value.clone(),
                };
                let candidate = rest.with(bound.literal(self.terms));
                let core = self.blocks(goal.level, goal.loc, &candidate)?;
                self.count(Technique::WeakenToBounds, core.is_some(), 0);
                if let Some(core) = core {
                    goal.cube = core;
                    return Ok(());
                }
            }
        }
        if let Some((needed, core)) = by_bits {
            let worth_it = needed <= FEW.max(value.width() as usize / 2);
            self.count(Technique::WeakenToBits, worth_it, 0);
            if worth_it {
                goal.cube = core;
            }
        }
        Ok(())
    }
}
