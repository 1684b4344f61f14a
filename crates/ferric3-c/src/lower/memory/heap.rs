//! Allocated objects.
//!
//! All objects that one allocating call returns lie in one array with room for a fixed number of
//! them; a counter says how many were returned so far. What was freed is not used again. The
//! contents of the array are arbitrary (or 0) from the start on, because nothing points there
//! before the call.

use ferric3_ivl::{PropertyKind, Reading, StmtKind, TerminatorKind, VarId, VarRole};
use ferric3_term::{Sort, TermId};

use super::location::{Location, Target};
use super::object::Object;
use super::offsets::Offsets;
use super::place::{Base, Place};
use crate::DataModel;
use crate::lower::Lower;
use crate::lower::assumption::Assumed;
use crate::sema::hir::{ObjectId, Range};
use crate::sema::types::{ArrayLen, IntKind, Type, TypeId, Types};

/// How many objects a call that may happen more than once can return.
const MOST_OBJECTS: u64 = 16;
/// How often a local variable of a recursive function can come into being.
pub(super) const MOST_ACTIVATIONS: u64 = 32;

/// What an allocating call returns.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct Allocation {
    /// Type of the elements.
    pub(super) ty: TypeId,
    /// Bytes of one object.
    pub(super) room: u64,
    /// Number of objects.
    pub(super) objects: u64,
}

impl<'a> Lower<'a> {
    /// Room in bytes for each of a number of objects whose sizes are not constant.
    fn room_for_any(&self, objects: u64) -> u64 {
        match self.types().model {
            // As much as an `int` can count, of any scalar type.
            DataModel::Lp64 => 1 << 34,
            // Together they have half of the address space.
            DataModel::Ilp32 => {
                let all = self.points_to.variable_objects(MOST_OBJECTS).max(objects);
                // One byte less than a power of two: see the addresses of objects.
                (1 << 31) / all.next_power_of_two() - 64
            }
        }
    }

    /// The number of elements of a variable-length array that there is room for.
    pub(super) fn elements_in_room(&self, ty: TypeId) -> u64 {
        self.room_for_any(1) / self.types().size_of(ty).unwrap_or(1).max(1)
    }

    /// The layout of what a call returns.
    pub(super) fn allocation(&self, range: Range) -> Option<Allocation> {
        let site = self.points_to.site(range)?;
        let types = self.types();
        let objects = if self.points_to.happens_once(range) {
            1
        } else {
            MOST_OBJECTS
        };
        let room = site
            .size
            .unwrap_or_else(|| self.room_for_any(objects))
            .max(1);
        let fits = |ty: &TypeId| {
            let size = types.size_of(*ty).unwrap_or(0);
            size > 0 && (site.size.is_none() || room % size == 0)
        };
        let char_type = Types::int(IntKind::Char);
        let is_bytes = |ty: &TypeId| types.size_of(*ty) == Some(1);
        let views = self.points_to.views(Location::Allocation(range));
        let wanted = self.points_to.allocation_type(range);
        let wanted = wanted.filter(|ty| fits(ty) && !is_bytes(ty));
        let largest = || {
            let sized = views.iter().map(|&(ty, _)| ty).filter(|ty| fits(ty));
            sized.max_by_key(|&ty| types.size_of(ty))
        };
        let ty = wanted.or_else(largest).unwrap_or(char_type);
        let size = types.size_of(ty).unwrap_or(1).max(1);
        let mut room = match site.size {
            Some(_) => room.next_multiple_of(size),
            None => room / size * size,
        };
        if objects > 1 && self.tells_ends_apart() && site.size.is_some() {
            // The end of an object is not the start of the next one.
            room += size;
        }
        Some(Allocation { ty, room, objects })
    }

    /// Does it matter whether a pointer is the end of an object or the start of another one?
    fn tells_ends_apart(&self) -> bool {
        self.checks_pointers() || self.checks_end()
    }

    /// A number of bytes that is not constant must fit into the room that there is.
    fn assume_fits(&mut self, size: TermId, room: u64, range: Range) {
        let width = self.terms.width(size);
        let room_term = self.terms.bv_u64(room, width);
        let fits = self.terms.bv_ule(size, room_term);
        self.assume_once(Assumed::Room(room), Some(range));
        self.emit(StmtKind::Assume(fits), range);
    }

    /// The declaration of a variable-length array.
    pub(in crate::lower) fn declare_variable_array(&mut self, id: ObjectId) {
        let variable = self.unit.object(id);
        let (ty, range) = (variable.ty.ty, variable.range);
        // Wide enough for any product.
        let width = 192;
        let mut ty = ty;
        let mut bytes = self.terms.bv_u64(1, width);
        while self.types().size_of(ty).is_none()
            && let Type::Array(element, len) = *self.types().get(ty)
        {
            let factor = match len {
                ArrayLen::Variable(Some(id)) => match self.scalar_variable(id) {
                    Some(length) => {
                        let length = self.read(length);
                        self.check_size(length, range);
                        length
                    }
                    None => return,
                },
                ArrayLen::Known(len) => self.terms.bv_u64(len, 64),
                ArrayLen::Variable(None) | ArrayLen::Incomplete => return,
            };
            let factor = self.terms.resize(factor, width, false);
            bytes = self.terms.bv_mul(bytes, factor);
            ty = element.ty;
        }
        let size = self.types().size_of(ty).unwrap_or(1);
        let size = self.terms.bv_u64(size, width);
        let bytes = self.terms.bv_mul(bytes, size);
        let room = self.room_for_any(1);
        self.assume_fits(bytes, room, range);
        if self.checks_accesses()
            && let Some(object) = self.object_of(Location::Variable(id))
        {
            let length = self.length_of(object, range);
            let width = self.types().pointer_width();
            let bytes = self.terms.resize(bytes, width, false);
            self.assign(length, bytes, range);
        }
    }

    /// The variable with the number of bytes of a variable-length array.
    fn length_of(&mut self, object: Object, range: Range) -> VarId {
        if let Some(&length) = self.memory.lengths.get(&object) {
            return length;
        }
        let name = format!("{}.size", self.text(range));
        let sort = Sort::BitVec(self.types().pointer_width());
        let (reading, role) = (Reading::Unsigned, VarRole::Global);
        let var = self.new_var_of_sort(name, sort, reading, String::new(), role, range);
        self.memory.lengths.insert(object, var);
        var
    }

    /// Are so many bytes from an offset on those of a variable-length array?
    pub(super) fn is_in_length(
        &mut self,
        object: Object,
        offset: TermId,
        bytes: u64,
        range: Range,
    ) -> TermId {
        let length = self.length_of(object, range);
        let width = self.types().pointer_width() + 1;
        let offset = self.terms.resize(offset, width, false);
        let bytes = self.terms.bv_u64(bytes, width);
        let end = self.terms.bv_add(offset, bytes);
        let length = self.terms.resize(self.read(length), width, false);
        self.terms.bv_ule(end, length)
    }

    /// Does a call return memory that is filled with 0?
    pub(in crate::lower) fn is_zeroed(&self, range: Range) -> bool {
        self.points_to.site(range).is_some_and(|site| site.zeroed)
    }

    /// A call that allocates `size` bytes; the address.
    pub(in crate::lower) fn allocate(&mut self, range: Range, size: TermId) -> TermId {
        let width = self.types().pointer_width();
        let location = Location::Allocation(range);
        let (Some(allocation), Some(object)) = (self.allocation(range), self.object_of(location))
        else {
            self.unsupported("allocation", range);
            return self.bits(0, width);
        };
        if !self.options.malloc_may_fail {
            self.assume_once(Assumed::Allocation, None);
        }
        if self
            .points_to
            .site(range)
            .is_some_and(|site| site.size.is_none())
        {
            let size_of = self.types().size_of(allocation.ty).unwrap_or(1);
            // As above, the end is not the start of the next one.
            let end = if self.tells_ends_apart() { size_of } else { 0 };
            self.assume_fits(size, allocation.room - end, range);
        }
        let base = self.address_of_object(object);
        let base = self.terms.bv_u64(base, width);
        if allocation.objects == 1 {
            let first = self.terms.bv_u64(0, 1);
            self.begin_life(object, allocation, first, size, range);
            return base;
        }
        if self.has_extents() {
            let counter = self.counter(object, range);
            let count = self.read(counter);
            self.begin_life(object, allocation, count, size, range);
        }
        let what = format!("more than {} allocations by this call", allocation.objects);
        self.next_of(object, allocation.room, allocation.objects, &what, range)
    }

    /// A call of `realloc` for a size that is not constant: the object at an address stays there, and
    /// without one it is a new object. What depends on the address may be different elsewhere.
    pub(in crate::lower) fn resize_in_place(
        &mut self,
        address: TermId,
        size: TermId,
        targets: &[Target],
        range: Range,
    ) -> Option<TermId> {
        if targets
            .iter()
            .any(|target| target.location == Location::Unknown)
        {
            self.unsupported(
                "reallocation of an object from outside of the program",
                range,
            );
            return None;
        }
        let is_zeroed = |target: &Target| match target.location {
            Location::Allocation(site) => self.is_zeroed(site),
            _ => false,
        };
        if targets.iter().any(is_zeroed) {
            // All of its room is filled with 0, but what it grows by is not.
            self.unsupported("reallocation of an object from calloc()", range);
            return None;
        }
        self.assume_once(Assumed::Addresses, Some(range));
        let width = self.types().pointer_width();
        let zero = self.bits(0, width);
        let result = self.copy_of(address, range);
        let condition = self.terms.eq(address, zero);
        let (then, otherwise, join) = (self.new_block(), self.new_block(), self.new_block());
        self.here = range;
        self.terminate(TerminatorKind::Branch {
            condition,
            then,
            otherwise,
            point: None,
        });
        self.switch_to(then);
        let new = self.allocate(range, size);
        self.assign(result, new, range);
        self.here = range;
        self.goto(join);
        self.switch_to(otherwise);
        let empty = self.terms.eq(size, zero);
        let some = self.terms.not(empty);
        let what = "reallocation of 0 bytes".to_owned();
        self.assert(some, PropertyKind::Unsupported, what, range);
        let rooms = targets.iter().filter_map(|target| match target.location {
            Location::Allocation(site) => self.allocation(site).map(|site| site.room),
            _ => None,
        });
        if let Some(room) = rooms.min() {
            self.assume_fits(size, room, range);
        }
        self.here = range;
        self.goto(join);
        self.switch_to(join);
        Some(self.read(result))
    }

    /// A new variable with a value.
    fn copy_of(&mut self, value: TermId, range: Range) -> VarId {
        let name = self.temp_name();
        let sort = self.terms.sort(value);
        let (reading, role) = (Reading::Pointer, VarRole::Temp);
        let var = self.new_var_of_sort(name, sort, reading, String::new(), role, range);
        self.assign(var, value, range);
        var
    }

    /// The address of the next of the objects that lie behind one another.
    fn next_of(
        &mut self,
        object: Object,
        size: u64,
        most: u64,
        what: &str,
        range: Range,
    ) -> TermId {
        let width = self.types().pointer_width();
        let base = self.address_of_object(object);
        let base = self.terms.bv_u64(base, width);
        let counter = self.counter(object, range);
        let count = self.read(counter);
        let limit = self.bits(u128::from(most), 8);
        let below = self.terms.bv_ult(count, limit);
        self.assert(below, PropertyKind::Unsupported, what.to_owned(), range);
        let wide = self.terms.resize(count, width, false);
        let size = self.terms.bv_u64(size, width);
        let offset = self.terms.bv_mul(wide, size);
        let address = self.terms.bv_add(base, offset);
        let address = self.stable_term(address, range);
        let one = self.terms.bv_u64(1, 8);
        let next = self.terms.bv_add(count, one);
        self.assign(counter, next, range);
        address
    }

    /// A local variable of a recursive function comes into being: it gets an address of its own.
    pub(in crate::lower) fn activate(&mut self, id: ObjectId, object: Object) {
        let variable = self.unit.object(id);
        let size = self.types().size_of(variable.ty.ty).unwrap_or(0);
        let what = format!(
            "more than {MOST_ACTIVATIONS} calls with `{}`, whose address is taken",
            variable.name
        );
        let range = variable.range;
        let address = self.next_of(object, size, MOST_ACTIVATIONS, &what, range);
        let kept = self.kept_address(id);
        self.assign(kept, address, range);
    }

    /// The place of a local variable of a recursive function.
    pub(in crate::lower) fn activation(&mut self, id: ObjectId, object: Object) -> Place {
        let variable = self.unit.object(id);
        let (ty, range) = (variable.ty.ty, variable.range);
        let kept = self.kept_address(id);
        Place {
            base: Base::Pointer {
                address: self.read(kept),
                targets: vec![Target {
                    location: Location::Variable(id),
                    offsets: Offsets::exactly(0),
                }],
            },
            ..Place::start(object, ty, range)
        }
    }

    /// The local variable that keeps the address of a variable.
    fn kept_address(&mut self, id: ObjectId) -> VarId {
        if let Some(&kept) = self.activations.get(&id) {
            return kept;
        }
        let variable = self.unit.object(id);
        let kept = self.new_var_of_sort(
            format!("&{}", variable.name),
            Sort::BitVec(self.types().pointer_width()),
            Reading::Pointer,
            String::new(),
            VarRole::Local,
            variable.range,
        );
        self.activations.insert(id, kept);
        kept
    }

    /// The variable that counts the objects returned by a call.
    fn counter(&mut self, object: Object, range: Range) -> VarId {
        if let Some(&counter) = self.memory.counters.get(&object) {
            return counter;
        }
        let line = self.span(range).line;
        let var = self.new_var_of_sort(
            format!("heap{line}.count"),
            Sort::BitVec(8),
            Reading::Unsigned,
            // No type: nothing of the source stands behind it, and traces do not show it.
            String::new(),
            VarRole::Global,
            range,
        );
        self.memory.counters.insert(object, var);
        var
    }
}
