//! The way back: what an invariant of the reduced automaton says about the one before.

use std::collections::BTreeMap;

use ferric3_term::{SymbolId, TermId, Terms};
use rustc_hash::FxHashSet;

use crate::LocId;

/// What became of a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Image {
    /// It is this one now.
    At(LocId),
    /// No run gets there.
    Unreachable,
    /// No run gets from there to the error location.
    Irrelevant,
    /// It lies inside of an edge now.
    Inside,
}

/// The way back from a reduced automaton to the one before.
///
/// Contract, with `I'` any invariant of the reduced automaton and `C` the loop heads of the one
/// before (those marked [`is_loop_head`](crate::Location::is_loop_head), which passes keep):
///
/// 1. `I(l) = facts(l) ∧ I'(image(l))` is an invariant of the automaton before, at the locations
///    `C` and from one of them to the next; `I'` is `false` for [`Image::Unreachable`] and `true`
///    for [`Image::Irrelevant`]. No location of `C` has the image [`Image::Inside`], and
///    `facts(initial)` is empty.
/// 2. A run of the reduced automaton to the error location is one of the automaton before as
///    well, if every input reads there what [`input`](Reduction::input) reads here, and inputs
///    and variables that no longer exist are zero. Between two locations of the reduced run there
///    may be several before, or a loop that has no influence on the error. If that loop does not
///    end, the run does not exist, and who replays it will find out.
#[derive(Clone, Debug)]
pub struct Reduction {
    image: Vec<Image>,
    facts: BTreeMap<LocId, Vec<TermId>>,
    inputs: BTreeMap<SymbolId, SymbolId>,
}

impl Reduction {
    /// Nothing changes for `locations` locations.
    pub fn identity(locations: impl Iterator<Item = LocId>) -> Reduction {
        Reduction::new(locations.map(Image::At).collect())
    }

    /// Locations change, by location before.
    pub fn new(image: Vec<Image>) -> Reduction {
        Reduction {
            image,
            facts: BTreeMap::new(),
            inputs: BTreeMap::new(),
        }
    }

    /// The reduction relies on these facts at a loop head before.
    pub fn rely_on(&mut self, loc: LocId, facts: impl IntoIterator<Item = TermId>) {
        let known = self.facts.entry(loc).or_default();
        let mut seen: FxHashSet<TermId> = known.iter().copied().collect();
        known.extend(facts.into_iter().filter(|&fact| seen.insert(fact)));
    }

    /// The input `before` reads what `now` reads.
    pub fn read_as(&mut self, before: SymbolId, now: SymbolId) {
        self.inputs.insert(before, now);
    }

    /// What became of a location.
    pub fn image(&self, loc: LocId) -> Image {
        self.image[loc.index()]
    }

    /// The input of the reduced automaton that stands for an input before.
    pub fn input(&self, before: SymbolId) -> SymbolId {
        self.inputs.get(&before).copied().unwrap_or(before)
    }

    /// The facts at a location before.
    pub fn facts(&self, loc: LocId) -> &[TermId] {
        self.facts.get(&loc).map_or(&[], Vec::as_slice)
    }

    /// First this reduction, then another one.
    pub fn then(&self, later: &Reduction) -> Reduction {
        let next = |&image: &Image| match image {
            Image::At(loc) => later.image(loc),
            gone => gone,
        };
        let mut both = Reduction::new(self.image.iter().map(next).collect());
        both.facts.clone_from(&self.facts);
        for (number, image) in self.image.iter().enumerate() {
            if let Image::At(loc) = *image
                && let Some(facts) = later.facts.get(&loc)
            {
                both.rely_on(LocId::new(number), facts.iter().copied());
            }
        }
        for (&before, &now) in &self.inputs {
            both.inputs.insert(before, later.input(now));
        }
        for (&before, &now) in &later.inputs {
            both.inputs.entry(before).or_insert(now);
        }
        both
    }

    /// The invariant before at `loc`, as clauses, from the clauses of the reduced automaton by
    /// location. None if `loc` lies inside of an edge now.
    pub fn invariant_at(
        &self,
        terms: &mut Terms,
        loc: LocId,
        reduced: &dyn Fn(LocId) -> Vec<TermId>,
    ) -> Option<Vec<TermId>> {
        let mut clauses = self.facts(loc).to_vec();
        match self.image(loc) {
            Image::At(now) => clauses.extend(reduced(now)),
            Image::Unreachable => return Some(vec![terms.ff()]),
            Image::Irrelevant => {}
            Image::Inside => return None,
        }
        Some(clauses)
    }
}
