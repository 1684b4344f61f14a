//! Which bytes an access through a pointer may go to, if pointers are checked.
//!
//! Every allocated object has an *extent*: its size in bytes plus one while it is alive, 0 before it
//! is allocated and after it was freed. An access of `n` bytes at offset `o` is valid if
//! `o + n < extent`. Variables have the extents that their types say; automatic ones that are
//! accessed through pointers have a flag that is 1 while they are alive (`scope.rs`).
//!
//! A pointer is a number, so pointer arithmetic may lead from one object into another, where an
//! access would do no harm. An access by subscript (`p[i]`) is therefore valid only in the object
//! that `p` points into. Where arithmetic alone leaves an object and the number could be taken for
//! a pointer into another one, the run ends in something that is not modelled.

use ferric3_ivl::{Check, PropertyKind, Reading, VarId, VarRole};
use ferric3_term::{Sort, TermId};

use super::heap::Allocation;
use super::location::{Location, Target};
use super::object::{Object, index_width};
use super::place::{Base, Place};
use crate::lower::Lower;
use crate::lower::assumption::Assumed;
use crate::sema::hir::{ObjectId, Range, Storage};

impl<'a> Lower<'a> {
    /// Are pointers checked?
    pub(in crate::lower) fn checks_pointers(&self) -> bool {
        self.options.checks.contains(&Check::Pointer)
    }

    /// Are the extents of allocated objects of interest?
    pub(in crate::lower) fn has_extents(&self) -> bool {
        let is_free = self.options.checks.contains(&Check::Free);
        self.checks_pointers() || is_free || self.checks_end()
    }

    /// The variable with the extents of what a call allocates.
    pub(super) fn extents(
        &mut self,
        object: Object,
        allocation: Allocation,
        range: Range,
    ) -> VarId {
        if let Some(&extents) = self.memory.extents.get(&object) {
            return extents;
        }
        let element = extent_width(allocation);
        let sort = match allocation.objects {
            1 => Sort::BitVec(element),
            objects => Sort::Array {
                index: index_width(objects),
                element,
            },
        };
        let name = format!("{}.extent", self.heap_name(range));
        let (reading, role) = (Reading::Unsigned, VarRole::Global);
        let var = self.new_var_of_sort(name, sort, reading, String::new(), role, range);
        self.memory.extents.insert(object, var);
        var
    }

    /// Object number `count` of a call was allocated, with so many bytes.
    pub(super) fn begin_life(
        &mut self,
        object: Object,
        allocation: Allocation,
        count: TermId,
        size: TermId,
        range: Range,
    ) {
        if !self.has_extents() {
            return;
        }
        let extents = self.extents(object, allocation, range);
        let width = extent_width(allocation);
        let size = self.terms.resize(size, width, false);
        let one = self.terms.bv_u64(1, width);
        let extent = self.terms.bv_add(size, one);
        self.set_extent(extents, allocation, count, extent, range);
    }

    fn set_extent(
        &mut self,
        extents: VarId,
        allocation: Allocation,
        number: TermId,
        extent: TermId,
        range: Range,
    ) {
        let new = match allocation.objects {
            1 => extent,
            objects => {
                let number = self.terms.resize(number, index_width(objects), false);
                let old = self.read(extents);
                self.terms.store(old, number, extent)
            }
        };
        self.assign(extents, new, range);
    }

    /// Is it of interest whether a variable is alive? (Not if there may be several of it, which is
    /// not modelled with checks of pointers.)
    pub(in crate::lower) fn has_lifetime(&self, id: ObjectId) -> bool {
        let storage = self.unit.object(id).storage;
        self.checks_pointers()
            && matches!(storage, Storage::Auto | Storage::Param)
            && self.points_to.is_accessed(Location::Variable(id))
            && !self.points_to.is_multiple(id)
    }

    /// The variable that says whether another one is alive.
    fn alive(&mut self, id: ObjectId) -> VarId {
        if let Some(&alive) = self.memory.alive.get(&id) {
            return alive;
        }
        let variable = self.unit.object(id);
        let name = format!("{}.alive", variable.name);
        let (reading, role) = (Reading::Unsigned, VarRole::Global);
        let (sort, range) = (Sort::BitVec(1), variable.range);
        let var = self.new_var_of_sort(name, sort, reading, String::new(), role, range);
        self.memory.alive.insert(id, var);
        var
    }

    /// Is a variable alive?
    pub(super) fn is_variable_alive(&mut self, id: ObjectId) -> TermId {
        let alive = self.alive(id);
        let alive = self.read(alive);
        let one = self.terms.bv_u64(1, 1);
        self.terms.eq(alive, one)
    }

    /// The lifetime of a variable begins or ends.
    pub(in crate::lower) fn set_alive(&mut self, id: ObjectId, alive: bool) {
        let var = self.alive(id);
        let value = self.terms.bv_u64(u64::from(alive), 1);
        self.assign(var, value, self.unit.object(id).range);
    }

    /// A write must not go to an object that is constant.
    pub(in crate::lower) fn check_writable(&mut self, place: &Place) {
        if !self.checks_pointers() {
            return;
        }
        let condition = match &place.base {
            Base::Value(_) => return,
            Base::Object(object) if self.memory.data(*object).constant => self.terms.ff(),
            Base::Object(_) => return,
            Base::Pointer { targets, .. } => {
                let address = self.address_of(place);
                let mut elsewhere = Vec::new();
                for Target { location, .. } in targets.clone() {
                    if let Some(object) = self.object_of(location)
                        && self.memory.data(object).constant
                    {
                        let here = self.in_room(object, address);
                        elsewhere.push(self.terms.not(here));
                    }
                }
                self.terms.and(&elsewhere)
            }
        };
        if self.terms.as_bool(condition) != Some(true) {
            let description = format!("write to a constant object by {}", self.text(place.range));
            self.assert(
                condition,
                PropertyKind::Check(Check::Pointer),
                description,
                place.range,
            );
        }
    }

    /// Does an address lie in the room of an object (its end counts)?
    pub(super) fn in_room(&mut self, object: Object, address: TermId) -> TermId {
        let base = self.address_of_object(object);
        let low = self.memory.offset_bits(object);
        let width = self.terms.width(address);
        let upper = self.terms.extract(address, width - 1, low);
        let expected = self.terms.bv_u64(base >> low, width - low);
        self.terms.eq(upper, expected)
    }

    /// For an address in the room of an object: which one of those of its call, and the offset.
    fn number_and_offset(
        &mut self,
        object: Object,
        allocation: Option<Allocation>,
        address: TermId,
    ) -> (TermId, TermId) {
        let low = self.memory.offset_bits(object);
        let offset = self.terms.extract(address, low - 1, 0);
        match allocation {
            Some(allocation) if allocation.objects > 1 => self.divide(offset, allocation.room),
            _ => (self.terms.bv_u64(0, 1), offset),
        }
    }

    /// The extent of the object that an address in the room of `object` belongs to, and the offset.
    pub(super) fn extent_at(
        &mut self,
        (object, allocation, range): (Object, Allocation, Range),
        address: TermId,
    ) -> (TermId, TermId, TermId) {
        let extents = self.extents(object, allocation, range);
        let (number, offset) = self.number_and_offset(object, Some(allocation), address);
        let all = self.read(extents);
        let extent = match allocation.objects {
            1 => all,
            objects => {
                let index = self.terms.resize(number, index_width(objects), false);
                self.terms.select(all, index)
            }
        };
        (number, offset, extent)
    }

    /// Are so many bytes from an address on those of an object that is alive?
    fn is_alive(&mut self, location: Location, address: TermId, bytes: u64) -> Option<TermId> {
        let object = self.object_of(location)?;
        let here = self.in_room(object, address);
        let inside = match location {
            Location::Allocation(range) => {
                let allocation = self.allocation(range)?;
                let (_, offset, extent) = self.extent_at((object, allocation, range), address);
                let width = self.terms.width(offset).max(self.terms.width(extent)) + 1;
                let offset = self.terms.resize(offset, width, false);
                let bytes = self.terms.bv_u64(bytes, width);
                let end = self.terms.bv_add(offset, bytes);
                let extent = self.terms.resize(extent, width, false);
                self.terms.bv_ult(end, extent)
            }
            Location::Text(strings) => {
                let (_, offset) = self.number_and_offset(object, None, address);
                self.is_in_text(strings, object, offset, bytes)
            }
            Location::Strings(strings) => {
                let (_, offset) = self.number_and_offset(object, None, address);
                self.is_in_strings(strings, offset, bytes)
            }
            _ => {
                let (_, offset) = self.number_and_offset(object, None, address);
                let data = self.memory.data(object);
                let last = data.size.checked_sub(bytes)?;
                let inside = if let (true, Location::Variable(id)) = (data.dynamic, location) {
                    let range = self.unit.object(id).range;
                    self.is_in_length(object, offset, bytes, range)
                } else {
                    let width = self.terms.width(offset);
                    let last = self.terms.bv_u64(last, width);
                    self.terms.bv_ule(offset, last)
                };
                match location {
                    Location::Variable(id) if self.has_lifetime(id) => {
                        let alive = self.is_variable_alive(id);
                        self.terms.and2(inside, alive)
                    }
                    _ => inside,
                }
            }
        };
        Some(self.terms.and2(here, inside))
    }

    /// Is it memory that the end of a function frees?
    pub(super) fn is_alloca(&self, site: Range) -> bool {
        let call = self.text(site);
        call.trim_start_matches("__builtin_").starts_with("alloca")
    }

    /// Check an access of `width` bits through a pointer. `fits`: it goes to a place that the
    /// analysis of pointers knows of.
    pub(super) fn check_pointer(&mut self, place: &Place, width: u32, fits: TermId) {
        let Base::Pointer { targets, .. } = &place.base else {
            return;
        };
        let address = self.address_of(place);
        let first = place.offset.rem_euclid(8) as u64;
        let bytes = (first + u64::from(width)).div_ceil(8).max(1);
        let mut alive = Vec::new();
        let mut all_fit = true;
        for Target {
            location: target, ..
        } in targets.clone()
        {
            if let Location::Text(strings) = target {
                self.assume_string_ends(strings, address, place.range);
            }
            alive.extend(self.is_alive(target, address, bytes));
            if let Location::Allocation(site) = target
                && self.is_alloca(site)
            {
                self.assume_once(Assumed::Lifetime, None);
            }
            if let Some(object) = self.object_of(target) {
                all_fit &= bytes == 1 || self.memory.data(object).size == bytes;
            }
        }
        let mut valid = self.terms.or(&alive);
        for &(check, condition) in &place.conditions {
            if check == Check::Pointer {
                valid = self.terms.and2(valid, condition);
            }
        }
        if self.terms.as_bool(valid) != Some(true) {
            self.check(Check::Pointer, valid, Assumed::Pointers, place.range);
        }
        if !all_fit && self.terms.as_bool(fits) != Some(true) {
            let what = "access to a part of an object that the analysis of pointers did not expect";
            let kind = PropertyKind::Unsupported;
            self.assert(fits, kind, what.to_owned(), place.range);
        }
    }

    /// The condition that pointer arithmetic stays in the object where it started; nothing if
    /// there is only one that it could be about.
    pub(super) fn stays_inside(
        &mut self,
        before: TermId,
        after: TermId,
        targets: &[Location],
    ) -> Option<TermId> {
        let mut rooms = Vec::new();
        let mut several = false;
        for &target in targets {
            let Some(object) = self.object_of(target) else {
                continue;
            };
            let allocation = match target {
                Location::Allocation(range) => self.allocation(range),
                _ => None,
            };
            several |= allocation.is_some_and(|allocation| allocation.objects > 1);
            rooms.push((object, allocation));
        }
        if rooms.len() < 2 && !several {
            return None;
        }
        let mut all = Vec::new();
        for (object, allocation) in rooms {
            let started = self.in_room(object, before);
            let mut stays = self.in_room(object, after);
            if allocation.is_some_and(|allocation| allocation.objects > 1) {
                let (first, _) = self.number_and_offset(object, allocation, before);
                let (second, _) = self.number_and_offset(object, allocation, after);
                let same = self.terms.eq(first, second);
                stays = self.terms.and2(stays, same);
            }
            let elsewhere = self.terms.not(started);
            all.push(self.terms.or2(elsewhere, stays));
        }
        Some(self.terms.and(&all))
    }

    /// Pointer arithmetic without an access.
    pub(in crate::lower) fn check_pointer_arithmetic(
        &mut self,
        before: TermId,
        after: TermId,
        targets: &[Location],
        range: Range,
    ) {
        if !self.checks_pointers() {
            return;
        }
        if let Some(stays) = self.stays_inside(before, after, targets)
            && self.terms.as_bool(stays) != Some(true)
        {
            let what = "pointer arithmetic that leaves an object";
            self.assert(stays, PropertyKind::Unsupported, what.to_owned(), range);
        }
    }
}

/// Bits of an extent.
pub(super) fn extent_width(allocation: Allocation) -> u32 {
    u64::BITS - (allocation.room + 1).leading_zeros()
}
