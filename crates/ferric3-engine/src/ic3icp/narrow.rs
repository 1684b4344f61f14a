//! Lemmas that wider bounds have spoilt.
//!
//! A bound as wide as it may be at a level often holds at that level only: `for (x = 0; x < 100; x++)` never has
//! `x = 200`, which is inductive as `x < 200`, but after one iteration `x < 2` holds, after two `x < 3`, and a search that
//! learns these climbs with the loop. So where a box has got wider bounds and does not hold one level up, the box with
//! its own bounds is asked about, and if that one does hold, it is a lemma, too.

use ferric3_cfa::LocId;
use ferric3_term::Bound;

use super::BoxPolicy;
use crate::ic3::{Level, Search, Technique};
use crate::{Cube, Interrupted};

impl BoxPolicy {
    /// What the box at hand was before its bounds got wider: its literals that the ones of `wide` follow from.
    pub(super) fn remember_narrow(&mut self, search: &Search<'_>, own: &Cube, wide: &Cube) {
        self.narrow = None;
        if !search.has(Technique::NarrowLemmas) {
            return;
        }
        let mut literals = Vec::with_capacity(wide.len());
        for &literal in wide.literals() {
            if own.literals().binary_search(&literal).is_ok() {
                literals.push(literal);
                continue;
            }
            let wide = Bound::of(search.terms, literal);
            let narrower = wide.and_then(|wide| {
                let mut own = own.literals().iter().copied();
                own.find(|&own| Bound::of(search.terms, own).is_some_and(|own| own.implies(&wide)))
            });
            literals.extend(narrower);
        }
        let narrow = Cube::new(literals);
        self.narrow = (narrow != *wide).then_some(narrow);
    }

    /// The lemma `¬wide` was added.
    pub(super) fn keep_narrow(
        &mut self,
        search: &mut Search<'_>,
        level: Level,
        loc: LocId,
        wide: &Cube,
    ) -> Result<(), Interrupted> {
        let Some(narrow) = self.narrow.take() else {
            return Ok(());
        };
        search.timed(Technique::NarrowLemmas, |search| {
            let above = level.above();
            let is_better = !search.blocks(above, loc, wide)?.holds()
                && search.blocks(above, loc, &narrow)?.holds();
            search.count(Technique::NarrowLemmas, is_better, 0);
            if is_better {
                let (top, narrow) = search.climb(level, loc, narrow)?;
                search.add_lemma(top, loc, &narrow);
            }
            Ok(())
        })
    }
}
