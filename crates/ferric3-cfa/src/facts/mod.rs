//! Facts by data flow: what holds at a location whatever the inputs.
//!
//! Facts are clauses over the state that are inductive together: for every edge `(l, G, f, l')`,
//! `facts(l) ∧ G ⇒ facts(l')∘f`. Nobody trusts them: they become part of the invariant, and the
//! certificate check proves them again.

use ferric3_term::TermId;

use crate::LocId;

/// Facts by location.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    clauses: Vec<Vec<TermId>>,
}

impl Facts {
    /// The facts with the given clauses, one list per location. `initial` has none.
    pub fn new(clauses: Vec<Vec<TermId>>) -> Facts {
        Facts { clauses }
    }

    /// The clauses at a location; just `false` if no run gets there.
    pub fn at(&self, loc: LocId) -> &[TermId] {
        self.clauses.get(loc.index()).map_or(&[], Vec::as_slice)
    }

    /// Number of clauses at all locations.
    pub fn len(&self) -> usize {
        self.clauses.iter().map(Vec::len).sum()
    }

    /// Is nothing known?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
