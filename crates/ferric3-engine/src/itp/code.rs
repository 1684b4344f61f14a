//! Where control is, as a number in binary: truth values that unrollings have in common.
//!
//! With a number, one location excludes the others by the form of the conditions, in every formula that speaks of them.

use ferric3_cfa::LocId;
use ferric3_term::{Sort, TermId, Terms};

/// Numbers of some locations.
pub(super) struct Code {
    /// The digits, least significant first.
    digits: Vec<TermId>,
    locations: Vec<LocId>,
}

impl Code {
    pub(super) fn new(terms: &mut Terms, name: &str, locations: Vec<LocId>) -> Code {
        let last = locations.len().saturating_sub(1);
        let width = (usize::BITS - last.leading_zeros()) as usize;
        let digit = |i| terms.fresh_symbol(format!("{name} {i}"), Sort::Bool).1;
        Code {
            digits: (0..width).map(digit).collect(),
            locations,
        }
    }

    /// The locations that have numbers.
    pub(super) fn locations(&self) -> &[LocId] {
        &self.locations
    }

    /// The digits.
    pub(super) fn digits(&self) -> &[TermId] {
        &self.digits
    }

    /// The digits as literals where control is there; none if the location has no number.
    pub(super) fn literals(&self, terms: &mut Terms, loc: LocId) -> Option<Vec<TermId>> {
        let number = self.locations.iter().position(|&other| other == loc)?;
        let digits = self.digits.iter().enumerate();
        let literal = |(i, &digit): (usize, &TermId)| match number >> i & 1 {
            1 => digit,
            _ => terms.not(digit),
        };
        Some(digits.map(literal).collect())
    }

    /// Control is there.
    pub(super) fn at(&self, terms: &mut Terms, loc: LocId) -> TermId {
        match self.literals(terms, loc) {
            Some(literals) => terms.and(&literals),
            None => terms.ff(),
        }
    }
}
