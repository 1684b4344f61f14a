//! Is an access checked, taken for granted, or beyond the model?

use ferric3_ivl::Check;
use ferric3_term::TermId;

use super::around::Access;
use super::location::{Location, Target};
use super::object::Object;
use super::place::{Base, Place};
use super::resolve::Alternative;
use crate::lower::Lower;
use crate::lower::assumption::Assumed;
use crate::sema::types::Type;

impl Lower<'_> {
    /// Is the access checked, taken for granted, or beyond us? `false` after the end of the run.
    pub(super) fn check_access(
        &mut self,
        place: &Place,
        width: u32,
        access: Access,
        alternatives: &[Alternative],
    ) -> bool {
        if self.body.is_trusted {
            return true;
        }
        let bounds = place.conditions.iter().filter(|(c, _)| *c == Check::Bounds);
        for condition in bounds.map(|&(_, condition)| condition).collect::<Vec<_>>() {
            if self.terms.as_bool(condition) != Some(true) {
                self.check(Check::Bounds, condition, Assumed::Bounds, place.range);
            }
        }
        if access == Access::Write {
            self.stay_in_array(place, u64::from(width));
        }
        let whole = alternatives.iter().filter(|a| !a.partial);
        let conditions: Vec<TermId> = whole.map(|a| a.condition).collect();
        let valid = self.terms.or(&conditions);
        let check = match &place.base {
            Base::Pointer { .. } => Check::Pointer,
            _ => Check::Bounds,
        };
        if comes_from_outside(place) {
            if self.options.checks.contains(&check) {
                let what = "check of a pointer that comes from outside of the program";
                self.unsupported(what, place.range);
                return false;
            }
            self.assume_once(Assumed::Outside, Some(place.range));
            return true;
        }
        if let Some(what) = self.cannot_check(check, place, alternatives) {
            self.unsupported(what, place.range);
            return false;
        }
        self.stay_in_length(place, width);
        if check == Check::Pointer && self.checks_pointers() {
            self.check_pointer(place, width, valid);
        } else if self.terms.as_bool(valid) != Some(true) {
            let assumed = match check {
                Check::Pointer => Assumed::Pointers,
                _ => Assumed::Bounds,
            };
            self.check(check, valid, assumed, place.range);
        }
        true
    }

    /// The object behind a variable-length array is larger than the array.
    fn stay_in_length(&mut self, place: &Place, width: u32) {
        let Base::Object(object) = place.base else {
            return;
        };
        if !self.memory.data(object).dynamic || !self.options.checks.contains(&Check::Bounds) {
            return;
        }
        let address = self.address_of(place);
        let start = self.address_of_object(object);
        let start = self.terms.bv_u64(start, self.terms.width(address));
        let offset = self.terms.bv_sub(address, start);
        let bytes = u64::from(width).div_ceil(8).max(1);
        let inside = self.is_in_length(object, offset, bytes, place.range);
        self.check(Check::Bounds, inside, Assumed::Bounds, place.range);
    }

    /// In words: an object whose bounds are not known well enough for a check of accesses to it.
    fn cannot_check(
        &self,
        check: Check,
        place: &Place,
        alternatives: &[Alternative],
    ) -> Option<&'static str> {
        let checks = &self.options.checks;
        let has_inner = |a: &Alternative| self.has_variable_elements(a.object);
        let Base::Pointer { targets, .. } = &place.base else {
            return (checks.contains(&check) && alternatives.iter().any(has_inner))
                .then_some("check of an access to an array of arrays of variable length");
        };
        let is_checked = checks.contains(&Check::Pointer) || checks.contains(&Check::Bounds);
        // Objects of one variable lie behind one another, or have room to spare.
        let is_one_of_many = |target: &Target| {
            let Some(object) = self.memory.find(target.location) else {
                return false;
            };
            let data = self.memory.data(object);
            let is_variable = matches!(target.location, Location::Variable(_));
            let bounds = checks.contains(&Check::Bounds);
            let is_followed = data.dynamic && !(bounds && self.has_variable_elements(object));
            is_variable && data.count.is_some() && !is_followed
        };
        (is_checked && targets.iter().any(is_one_of_many)).then_some(
            "check of an access to an array of arrays of variable length or a local of a \
             recursive function",
        )
    }

    /// Is it a variable-length array whose elements are such arrays, too? Their bounds are not
    /// followed.
    fn has_variable_elements(&self, object: Object) -> bool {
        if !self.memory.data(object).dynamic {
            return false;
        }
        let mut all = self.memory.all().into_iter();
        match all.find(|&(_, other)| other == object) {
            Some((Location::Variable(id), _)) => {
                let ty = self.unit.object(id).ty.ty;
                matches!(*self.types().get(ty), Type::Array(element, _)
                    if self.types().size_of(element.ty).is_none())
            }
            _ => false,
        }
    }
}

/// May a pointer come from outside of the program?
pub(super) fn comes_from_outside(place: &Place) -> bool {
    match &place.base {
        Base::Pointer { targets, .. } => {
            let mut locations = targets.iter().map(|target| target.location);
            locations.any(|location| location == Location::Unknown)
        }
        _ => false,
    }
}
