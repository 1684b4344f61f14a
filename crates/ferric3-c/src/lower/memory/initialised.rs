//! Which bits of memory have a value, if reads of what has none are checked.
//!
//! A variable `v` of an object whose value may be indeterminate (automatic variables without a
//! value, allocated memory) has a *mask* `m` of the same sort, as the shadow memory of dynamic
//! checkers (Nethercote, Seward, VEE 2007): a bit of `m` is 1 if that bit of `v` was given a value. A
//! declaration makes it 0, a write of some bits makes these 1, and a read of some bits asks for
//! `m = 1…1` there.
//!
//! Some things are copied and not read: structures as a whole, and characters behind pointers
//! and in arrays, by which C programs move memory of any type (6.2.6.1). What is there may have
//! no value, and the copy has none then, either. A structure that goes another way (as an argument,
//! say) becomes one value, which has no mask. If some member of it has no value, that is not modelled.

use ferric3_ivl::{Check, PropertyKind, Reading, VarId, VarRole};
use ferric3_term::{BitVecValue, Sort, TermId};

use super::around::Access;
use super::location::Location;
use super::place::{Base, Place};
use super::shape::{Keeping, Leaf, Part};
use crate::lower::Lower;
use crate::sema::hir::{Expr, ExprKind, Range, Storage};
use crate::sema::types::{Type, TypeId, Types};

/// What an access is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Plane {
    /// Values.
    Values,
    /// Which bits have one.
    Masks,
}

impl<'a> Lower<'a> {
    /// Are there masks?
    pub(in crate::lower) fn has_masks(&self) -> bool {
        self.options.checks.contains(&Check::Uninitialised)
    }

    /// Give a variable of an object its mask, if it may be without a value.
    pub(super) fn new_mask(&mut self, location: Location, leaf: &Leaf, var: VarId) {
        let may_have_none = match location {
            Location::Variable(id) => self.unit.object(id).storage == Storage::Auto,
            Location::Allocation(site) => !self.is_zeroed(site),
            _ => false,
        };
        if self.has_masks() && may_have_none && !leaf.is_padding() {
            let role = self.program.vars[var].role;
            self.mask_for(var, role);
        }
    }

    /// The same for the variable that a function leaves its result in: without `return` it has none.
    pub(in crate::lower) fn new_result_mask(&mut self, result: VarId) {
        if self.has_masks() {
            // The calling function looks at it.
            self.mask_for(result, VarRole::Global);
        }
    }

    fn mask_for(&mut self, var: VarId, role: VarRole) {
        let decl = &self.program.vars[var];
        let name = format!("{}.given", decl.name);
        // A number has the bits of its type.
        let sort = match decl.sort {
            Sort::Int => Sort::BitVec(self.terms.width(self.read(var))),
            sort => sort,
        };
        let here = self.here;
        let mask = self.new_var_of_sort(name, sort, Reading::Unsigned, String::new(), role, here);
        self.memory.masks.insert(var, mask);
    }

    /// The variable of a plane; none if all bits of the mask are 1.
    pub(super) fn in_plane(&self, var: VarId, plane: Plane) -> Option<VarId> {
        match plane {
            Plane::Values => Some(var),
            Plane::Masks => self.memory.mask(var),
        }
    }

    pub(super) fn all_ones(&mut self, width: u32) -> TermId {
        self.terms.bv(BitVecValue::ones(width))
    }

    /// All of a variable has a value from now on, or none of it.
    pub(in crate::lower) fn has_value(&mut self, var: VarId, has_value: bool, range: Range) {
        let Some(mask) = self.memory.mask(var) else {
            return;
        };
        let sort = self.program.vars[mask].sort;
        let value = match sort {
            Sort::BitVec(width) if has_value => self.all_ones(width),
            Sort::Array { index, element } if has_value => {
                let ones = self.all_ones(element);
                self.terms.const_array(index, ones)
            }
            // Nothing else is stored in memory.
            _ => self.terms.zero_of(sort),
        };
        self.assign_only(mask, value, range);
    }

    /// The value of a variable that must have one.
    pub(in crate::lower) fn read_variable(&mut self, var: VarId, range: Range) -> TermId {
        if let Some(mask) = self.memory.mask(var) {
            let mask = self.read(mask);
            self.expect_given(mask, range);
        }
        self.check_truth_in(var, range);
        self.read(var)
    }

    /// What a function has returned must be a value.
    pub(in crate::lower) fn check_returned(&mut self, returned: Option<VarId>, range: Range) {
        if let Some(returned) = returned
            && let Some(mask) = self.memory.mask(returned)
        {
            let mask = self.read(mask);
            self.expect_given(mask, range);
        }
    }

    /// All bits of a mask must be 1.
    fn expect_given(&mut self, mask: TermId, range: Range) {
        let ones = self.all_ones(self.terms.width(mask));
        let given = self.terms.eq(mask, ones);
        if self.terms.as_bool(given) != Some(true) {
            let description = format!("read of {}, which has no value", self.text(range));
            self.assert(
                given,
                PropertyKind::Check(Check::Uninitialised),
                description,
                range,
            );
        }
    }

    /// What is read from a place must have a value.
    pub(super) fn check_initialised(&mut self, place: &Place) {
        if self.body.is_trusted {
            return;
        }
        let Some(mask) = self.mask_of(place) else {
            return;
        };
        if !matches!(self.types().get(place.ty), Type::Record(_)) {
            return self.expect_given(mask, place.range);
        }
        let members = self.types().member_mask(place.ty, self.terms.width(mask));
        let members = self.terms.bv(members);
        let given = self.terms.bv_and(mask, members);
        let given = self.terms.eq(given, members);
        if self.terms.as_bool(given) != Some(true) {
            let what = "structure or union with parts that have no value, as a value";
            let kind = PropertyKind::Unsupported;
            self.assert(given, kind, what.to_owned(), place.range);
        }
    }

    /// Which bits of a place have a value. `None` if nobody asks.
    pub(super) fn mask_of(&mut self, place: &Place) -> Option<TermId> {
        if !self.has_masks() || matches!(place.base, Base::Value(_)) {
            return None;
        }
        let width = self.access_width(place)?;
        let ones = self.all_ones(width);
        let mut mask = ones;
        let alternatives = self.alternatives(place, u64::from(width), Access::Read)?;
        for alternative in alternatives.iter().rev() {
            let mut here = self.gather(alternative, width, Plane::Masks);
            if alternative.partial {
                here = self.with_outside(alternative, here, ones);
            }
            mask = self.terms.ite(alternative.condition, here, mask);
        }
        Some(mask)
    }

    /// Is a value only copied if it is assigned?
    pub(in crate::lower) fn is_copy(&self, value: &Expr) -> bool {
        self.has_masks() && self.copied_place(value).is_some() && self.taken(value).is_none()
    }

    fn copied_place<'e>(&self, value: &'e Expr) -> Option<&'e Expr> {
        let is_character = |ty: TypeId| {
            let types = self.types();
            let is_truth = matches!(types.get(ty), Type::Bool);
            types.is_integer(ty) && types.scalar_width(ty) == Some(8) && !is_truth
        };
        match &value.kind {
            ExprKind::Load(place) if matches!(self.types().get(place.ty.ty), Type::Record(_)) => {
                place.is_place().then_some(place)
            }
            ExprKind::Load(place) => {
                let is_moved = !matches!(place.kind, ExprKind::Object(_));
                (is_moved && is_character(place.ty.ty)).then_some(place)
            }
            ExprKind::Convert(inner) if is_character(value.ty.ty) && is_character(inner.ty.ty) => {
                self.copied_place(inner)
            }
            _ => None,
        }
    }

    /// What is copied, and which bits of it have a value.
    fn copied(&mut self, value: &'a Expr) -> Option<(TermId, Option<TermId>)> {
        self.in_any_order(value, |this| {
            let source = this.copied_place(value)?;
            let source = this.place(source)?;
            let bits = this.load_unchecked(&source);
            let mask = this.mask_of(&source);
            Some((bits, mask))
        })
    }

    /// Copy what is stored in a place into another one; the bits.
    pub(in crate::lower) fn copy_to(&mut self, target: &Place, value: &'a Expr) -> TermId {
        let Some((bits, mask)) = self.copied(value) else {
            // The run has ended.
            let width = self.value_width(value.ty.ty).unwrap_or(8);
            return self.bits(0, width);
        };
        self.check_writable(target);
        self.store_masked(target, bits, mask);
        bits
    }

    /// Copy what is stored in a place into a variable.
    pub(in crate::lower) fn copy_into(&mut self, var: VarId, value: &'a Expr, range: Range) {
        let Some((bits, mask)) = self.copied(value) else {
            return;
        };
        match (self.memory.mask(var), mask) {
            (Some(kept), Some(mask)) => {
                let mask = self.stable_term(mask, range);
                let bits = self.stable_term(bits, range);
                self.assign_only(kept, mask, range);
                self.assign_only(var, bits, range);
            }
            // A parameter or a static variable: it holds values.
            (None, Some(mask)) => {
                self.expect_given(mask, value.range);
                self.assign(var, bits, range);
            }
            (_, None) => self.assign(var, bits, range),
        }
    }
}

impl Types {
    /// The bits of a record that belong to members.
    fn member_mask(&self, ty: TypeId, width: u32) -> BitVecValue {
        let keeping = Keeping {
            typed: true,
            padding: false,
        };
        let mut bits = vec![false; width as usize];
        let mut mark = |from: u64, width: u64| {
            let marked = bits.iter_mut().skip(from as usize).take(width as usize);
            marked.for_each(|bit| *bit = true);
        };
        for part in self.parts(ty, None, keeping) {
            match part {
                Part::Cell(leaf) => mark(leaf.offset, u64::from(leaf.width)),
                Part::Array(array) => {
                    for i in 0..array.count {
                        for leaf in &array.columns {
                            let at = array.offset + i * array.stride + leaf.offset;
                            mark(at, u64::from(leaf.width));
                        }
                    }
                }
            }
        }
        BitVecValue::from_bits(bits.into_iter())
    }
}
