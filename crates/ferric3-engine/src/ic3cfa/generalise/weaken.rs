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
use crate::ic3::{Blocks, Search, Technique, TechniqueSet};
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
                weaken_equality(search, goal, literal, t, &value)?;
            }
        }
        Ok(())
    }
}

fn weaken_equality(
    search: &mut Search<'_>,
    goal: &mut LocationGoal,
    literal: TermId,
    t: TermId,
    value: &BitVecValue,
) -> Result<(), Interrupted> {
    let rest = goal.cube.without(literal);
    let mut by_bits = None;
    if search.has(Technique::WeakenToBits) {
        let all = bits(search.terms, t, value);
        let whole = rest.union(&Cube::new(all.clone()));
        let core = search.blocks(goal.level, goal.loc, &whole)?.core();
        if let Some(core) = core {
            let needed = all.iter().filter(|bit| core.literals().contains(bit));
            by_bits = Some((needed.count(), core));
        }
    }
    let few = by_bits.as_ref().is_some_and(|&(needed, _)| needed <= FEW);
    if !few
        && search.has(Technique::WeakenToBounds)
        && let Some(core) = first_bound(search, goal, &rest, t, value)?
    {
        goal.cube = core;
        return Ok(());
    }
    if let Some((needed, core)) = by_bits {
        let worth_it = needed <= FEW.max(value.width() as usize / 2);
        search.count(Technique::WeakenToBits, worth_it, 0);
        if worth_it {
            goal.cube = core;
        }
    }
    Ok(())
}

/// `rest` with the first bound on `t` that can be blocked.
fn first_bound(
    search: &mut Search<'_>,
    goal: &LocationGoal,
    rest: &Cube,
    t: TermId,
    value: &BitVecValue,
) -> Result<Option<Cube>, Interrupted> {
    let sides = [(true, true), (true, false), (false, true), (false, false)];
    let mut candidates = sides.map(|(signed, upper)| {
        let value = value.clone();
        let bound = Bound {
            t,
            signed,
            upper,
            value,
        };
        Some(rest.with(bound.literal(search.terms)))
    });
    for i in 0..candidates.len() {
        let Some(candidate) = candidates[i].take() else {
            continue;
        };
        let hit = match search.blocks(goal.level, goal.loc, &candidate)? {
            Blocks::Holds(core) => {
                search.count(Technique::WeakenToBounds, true, 0);
                return Ok(Some(core));
            }
            Blocks::Fails(hit) => hit,
        };
        // The state in the way of one bound is often in the way of others.
        let mut saved = 0;
        if let Some(mut hit) = hit {
            for other in &mut candidates[i + 1..] {
                if other.as_ref().is_some_and(|cube| hit.reaches(cube)) {
                    saved += 1;
                    *other = None;
                }
            }
        }
        search.count(Technique::WeakenToBounds, false, saved);
    }
    Ok(None)
}
