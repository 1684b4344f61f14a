//! What lies around an array that is part of a larger object: a subscript that leaves the array may
//! still lead there (`a[0][7]`, or `s.a[i]` with `i` behind the end of `a`).
//!
//! C leaves that undefined, and compiled programs access the bytes that the address names. So does
//! the model, as long as that is cheap: an address in the same object, under the condition that a
//! subscript leaves its array. Where it is not, a read gives any value, which is doubtful: what is
//! proved holds, and no violation rests on it. A write that could change every member of a record
//! would keep passes and data flow from knowing anything about them: that is an obstacle.

use ferric3_ivl::{Check, InputSource, PropertyKind, Reading, TerminatorKind, VarRole};
use ferric3_term::{Sort, TermId};

use super::location::Target;
use super::object::Object;
use super::offsets::{Offsets, gcd};
use super::place::{Base, Place};
use super::resolve::{Alternative, Found};
use crate::lower::Lower;
use crate::sema::types::{Type, TypeId};

/// A read may go to so many places around its array,
const MOST_READ: usize = 128;

/// and a write to so many, unless all of the object is elements of one kind.
const MOST_WRITTEN: usize = 4;

/// What is done to a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    Read,
    Write,
}

impl Lower<'_> {
    /// The condition that a subscript leaves its array, though not necessarily the object. `None` if
    /// none can.
    fn leaves_array(&mut self, place: &Place) -> Option<(Object, TermId)> {
        let Base::Object(object) = place.base else {
            return None;
        };
        // If it is checked, the run ends there.
        if self.options.checks.contains(&Check::Bounds) {
            return None;
        }
        let size = self.memory.data(object).size;
        let mut conditions = Vec::new();
        for index in &place.indices {
            if let Some(bound) = index.bound
                && bound.saturating_mul(index.stride) < size
            {
                conditions.push(self.is_below(index.term, bound));
            }
        }
        let inside = self.terms.and(&conditions);
        (self.terms.as_bool(inside) != Some(true)).then(|| (object, self.terms.not(inside)))
    }

    /// What a place may be where a subscript leaves its array; nothing if that is not modelled.
    pub(super) fn around_array(
        &mut self,
        place: &Place,
        width: u64,
        access: Access,
    ) -> Option<Vec<Alternative>> {
        let Some((object, leaves)) = self.leaves_array(place) else {
            return Some(Vec::new());
        };
        let data = self.memory.data(object);
        if data.count.is_some() || data.dynamic {
            return None;
        }
        let (location, ty) = (data.location, data.ty);
        let strides = place.indices.iter().map(|index| index.stride);
        let target = Target {
            location,
            offsets: Offsets::every(0, strides.fold(0, gcd).max(1)),
        };
        // An address from which the rest is constant.
        let start = Place {
            offset: 0,
            ..place.clone()
        };
        let address = self.address_of(&start);
        let flat = Place {
            indices: Vec::new(),
            ..place.clone()
        };
        let mut found = Found::new(width);
        self.search_pointer(object, address, &target, &flat, &mut found);
        let mut around = found.alternatives;
        for alternative in &mut around {
            alternative.condition = self.terms.and2(alternative.condition, leaves);
        }
        let never = self.terms.ff();
        around.retain(|alternative| alternative.condition != never);
        let most = match access {
            Access::Write if !self.is_of_one_kind(ty) => MOST_WRITTEN,
            _ => MOST_READ,
        };
        (around.len() <= most).then_some(around)
    }

    /// Is a type an array of scalars, perhaps in several dimensions?
    fn is_of_one_kind(&self, ty: TypeId) -> bool {
        match self.types().get(ty) {
            Type::Array(element, _) => {
                let element = element.ty;
                !matches!(self.types().get(element), Type::Record(_))
                    && (self.types().scalar_width(element).is_some()
                        || self.is_of_one_kind(element))
            }
            _ => false,
        }
    }

    /// If what lies around an array is not modelled: when a read goes there, and what it gives then.
    pub(super) fn read_around(&mut self, place: &Place, width: u32) -> Option<(TermId, TermId)> {
        if self
            .around_array(place, u64::from(width), Access::Read)
            .is_some()
        {
            return None;
        }
        let (_, leaves) = self.leaves_array(place)?;
        if self.has_masks() {
            // Whether there is a value is not known, either.
            let inside = self.terms.not(leaves);
            let what = "subscript that leaves its array inside of a larger object".to_owned();
            self.assert(inside, PropertyKind::Unsupported, what, place.range);
            return None;
        }
        let (there, on) = (self.new_block(), self.new_block());
        let name = self.temp_name();
        let (sort, reading) = (Sort::BitVec(width), Reading::Unsigned);
        let (text, range) = (String::new(), place.range);
        let temp = self.new_var_of_sort(name, sort, reading, text, VarRole::Temp, range);
        self.terminate(TerminatorKind::Branch {
            condition: leaves,
            then: there,
            otherwise: on,
            point: None,
        });
        self.switch_to(there);
        let what = "subscript that leaves its array inside of a larger object".to_owned();
        self.havoc(temp, InputSource::Doubtful(what), range);
        self.goto(on);
        self.switch_to(on);
        Some((leaves, self.read(temp)))
    }

    /// If what lies around an array is not modelled, no run may write there.
    pub(super) fn stay_in_array(&mut self, place: &Place, width: u64) {
        if self.around_array(place, width, Access::Write).is_some() {
            return;
        }
        if let Some((_, leaves)) = self.leaves_array(place) {
            let inside = self.terms.not(leaves);
            let what = "subscript that leaves its array inside of a larger object".to_owned();
            self.assert(inside, PropertyKind::Unsupported, what, place.range);
        }
    }
}
