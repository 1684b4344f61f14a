//! Formulas about locations, as clauses.

use ferric3_term::TermId;

use crate::{Image, LocId, Reduction};

/// A formula for each location: the conjunction of its clauses. No clauses say nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clauses {
    /// By location; those at the end may be missing.
    by_location: Vec<Vec<TermId>>,
}

/// What is known about an automaton from the outset; `initial` has none.
pub type Facts = Clauses;

impl Clauses {
    /// These clauses, one list per location.
    pub fn new(by_location: Vec<Vec<TermId>>) -> Clauses {
        Clauses { by_location }
    }

    /// The clauses at a location; just `false` if no run gets there.
    pub fn at(&self, loc: LocId) -> &[TermId] {
        self.by_location.get(loc.index()).map_or(&[], Vec::as_slice)
    }

    /// The clauses of each location, in the order of the locations, as far as they are given.
    pub fn locations(&self) -> impl Iterator<Item = &[TermId]> {
        self.by_location.iter().map(Vec::as_slice)
    }

    /// Add a clause. Returns whether it is new there.
    pub fn insert(&mut self, loc: LocId, clause: TermId) -> bool {
        let is_new = !self.at(loc).contains(&clause);
        if is_new {
            let needed = self.by_location.len().max(loc.index() + 1);
            self.by_location.resize(needed, Vec::new());
            self.by_location[loc.index()].push(clause);
        }
        is_new
    }

    /// All clauses with their locations, in the order of the locations.
    pub fn iter(&self) -> impl Iterator<Item = (LocId, TermId)> + '_ {
        let locations = self.by_location.iter().enumerate();
        locations.flat_map(|(loc, clauses)| {
            let clauses = clauses.iter();
            clauses.map(move |&clause| (LocId::new(loc), clause))
        })
    }

    /// The same on a reduced automaton, for locations that stay.
    #[must_use]
    pub fn after(&self, reduction: &Reduction) -> Clauses {
        let mut after = Clauses::default();
        for (number, clauses) in self.by_location.iter().enumerate() {
            if clauses.is_empty() {
                continue;
            }
            if let Image::At(now) = reduction.image(LocId::new(number)) {
                let needed = after.by_location.len().max(now.index() + 1);
                after.by_location.resize(needed, Vec::new());
                after.by_location[now.index()].extend(clauses);
            }
        }
        after
    }

    /// These clauses and others about the same automaton.
    #[must_use]
    pub fn with(mut self, others: &Clauses) -> Clauses {
        self.extend(others.iter());
        self
    }

    /// Number of clauses at all locations.
    pub fn len(&self) -> usize {
        self.by_location.iter().map(Vec::len).sum()
    }

    /// Is there no clause at all?
    pub fn is_empty(&self) -> bool {
        self.by_location.iter().all(Vec::is_empty)
    }
}

/// Each clause once.
impl Extend<(LocId, TermId)> for Clauses {
    fn extend<I: IntoIterator<Item = (LocId, TermId)>>(&mut self, clauses: I) {
        for (loc, clause) in clauses {
            self.insert(loc, clause);
        }
    }
}

/// Each clause once.
impl FromIterator<(LocId, TermId)> for Clauses {
    fn from_iter<I: IntoIterator<Item = (LocId, TermId)>>(clauses: I) -> Clauses {
        let mut all = Clauses::default();
        all.extend(clauses);
        all
    }
}

#[cfg(test)]
mod tests {
    use ferric3_term::{Sort, Terms};

    use super::*;

    #[test]
    fn a_clause_is_there_once() {
        let mut terms = Terms::new();
        let [p, q] = ["p", "q"].map(|name| terms.fresh_symbol(name, Sort::Bool).1);
        let [first, third] = [0, 2].map(LocId::new);
        let mut clauses: Clauses = [(third, q), (first, p), (third, q)].into_iter().collect();
        assert_eq!(clauses.len(), 2);
        assert!(clauses.insert(third, p) && !clauses.insert(first, p));
        let all: Vec<_> = clauses.iter().collect();
        assert_eq!(all, [(first, p), (third, q), (third, p)]);
        assert_eq!(clauses.at(LocId::new(1)), []);
        assert_eq!(clauses.at(LocId::new(9)), []);
        assert!(Clauses::new(vec![Vec::new(); 3]).is_empty());
    }
}
