//! What a place may be: a list of alternatives, each under a condition.
//!
//! At most one of the conditions is true. If none is, the access is invalid: outside of the
//! object, or through a pointer that points to nothing that it could point to.

use ferric3_term::TermId;

use super::around::Access;
use super::object::Object;
use super::place::{Base, Place};
use super::subscripts::{Start, Way};
use crate::lower::Lower;

/// More alternatives than this are not modelled.
pub(super) const MOST_ALTERNATIVES: usize = 1 << 12;

/// More than this in the whole program are not, either: then an access may only have a few.
const MOST_IN_ALL: usize = 1 << 21;

/// How many it may have then.
const FEW: usize = 1 << 4;

/// Where an access goes.
#[derive(Clone, Copy, Debug)]
pub(super) enum At {
    /// A number of bits from the start of the object.
    Bits(u64),
    /// Bits from the start of an element of an array.
    Element {
        /// The segment of the array.
        segment: usize,
        /// Which element, in the width of the array's indices.
        index: TermId,
        /// Bits from its start.
        offset: u64,
    },
}

/// One of the things that a place may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alternative {
    /// When it is that.
    pub(super) condition: TermId,
    pub(super) object: Object,
    pub(super) at: At,
    /// Does it reach behind the end of the object?
    pub(super) partial: bool,
}

/// The alternatives of an access of `width` bits, as far as they were found.
pub(super) struct Found {
    pub(super) width: u64,
    pub(super) alternatives: Vec<Alternative>,
}

impl Found {
    pub(super) fn new(width: u64) -> Found {
        let alternatives = Vec::new();
        Found {
            width,
            alternatives,
        }
    }

    /// Are there more than are modelled? Then it does not matter which ones follow.
    pub(super) fn is_full(&self) -> bool {
        self.alternatives.len() > MOST_ALTERNATIVES
    }
}

impl Lower<'_> {
    /// Something may be one of so many. Are they more than can be modelled? What does not depend on
    /// clocks must still come to an end within seconds.
    pub(in crate::lower) fn are_too_many(&mut self, alternatives: usize) -> bool {
        let in_all = self.memory.alternatives + alternatives;
        let too_many =
            alternatives > MOST_ALTERNATIVES || (alternatives > FEW && in_all > MOST_IN_ALL);
        if !too_many {
            self.memory.alternatives = in_all;
        }
        too_many
    }

    /// What a place may be, for an access of `width` bits. `None` after the end of the run.
    pub(super) fn alternatives(
        &mut self,
        place: &Place,
        width: u64,
        access: Access,
    ) -> Option<Vec<Alternative>> {
        let mut found = Found::new(width);
        match &place.base {
            Base::Value(_) => return Some(Vec::new()),
            Base::Object(object) => {
                let way = Way {
                    object: *object,
                    indices: &place.indices,
                    condition: self.terms.tt(),
                };
                self.search(way, Start::Bits(place.offset), &mut found);
                let around = self.around_array(place, width, access);
                found.alternatives.extend(around.unwrap_or_default());
            }
            Base::Pointer { address, targets } => {
                for target in targets {
                    if let Some(object) = self.object_of(target.location) {
                        self.search_pointer(object, *address, target, place, &mut found);
                    }
                    if found.is_full() {
                        break;
                    }
                }
            }
        }
        let mut alternatives = found.alternatives;
        if self.are_too_many(alternatives.len()) {
            self.unsupported("access that may go to too many places", place.range);
            return None;
        }
        let never = self.terms.ff();
        alternatives.retain(|alternative| alternative.condition != never);
        Some(alternatives)
    }
}
