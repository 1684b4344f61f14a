//! Allocated objects.
//!
//! All objects that one allocating call returns lie in one array with room for a fixed number of
//! them; a counter says how many were returned so far. What was freed is not used again. The
//! contents of the array are arbitrary (or 0) from the start on, because nothing points there
//! before the call.

use ferric3_ivl::{PropertyKind, Reading, VarId, VarRole};
use ferric3_term::{Sort, TermId};

use super::location::Location;
use super::object::Object;
use crate::DataModel;
use crate::lower::Lower;
use crate::lower::assumption::Assumed;
use crate::sema::hir::Range;
use crate::sema::types::{IntKind, TypeId, Types};

/// How many objects a call that may happen more than once can return.
const MOST_OBJECTS: u64 = 16;
/// Room in bytes for an object whose size is not constant.
fn room_for_any(model: DataModel, objects: u64) -> u64 {
    match model {
        // As much as an `int` can count, of any scalar type.
        DataModel::Lp64 => 1 << 34,
        DataModel::Ilp32 => (1 << 26) / objects,
    }
}

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
    /// The layout of what a call returns.
    pub(super) fn allocation(&self, range: Range) -> Option<Allocation> {
        let site = self.points_to.site(range)?;
        let types = self.types();
        let objects = if self.points_to.happens_once(range) {
            1
        } else {
            MOST_OBJECTS
        };
        let unknown = room_for_any(types.model, objects);
        let room = site.size.unwrap_or(unknown).max(1);
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
            let sized = views.iter().copied().filter(|ty| fits(ty));
            sized.max_by_key(|&ty| types.size_of(ty))
        };
        let ty = wanted.or_else(largest).unwrap_or(char_type);
        let size = types.size_of(ty).unwrap_or(1).max(1);
        let room = room.next_multiple_of(size);
        Some(Allocation { ty, room, objects })
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
        self.assume_once(Assumed::Allocation, None);
        if self
            .points_to
            .site(range)
            .is_some_and(|site| site.size.is_none())
        {
            let size_width = self.terms.width(size);
            let room = self.terms.bv_u64(allocation.room, size_width);
            let fits = self.terms.bv_ule(size, room);
            let what = format!("allocation of more than {} bytes", allocation.room);
            self.assert(fits, PropertyKind::Unsupported, what, range);
        }
        let base = self.memory.address(object);
        let base = self.terms.bv_u64(base, width);
        if allocation.objects == 1 {
            return base;
        }
        let counter = self.counter(object, range);
        let count = self.read(counter);
        let limit = self.bits(u128::from(allocation.objects), 8);
        let below = self.terms.bv_ult(count, limit);
        let what = format!("more than {} allocations by this call", allocation.objects);
        self.assert(below, PropertyKind::Unsupported, what, range);
        let wide = self.terms.resize(count, width, false);
        let room = self.terms.bv_u64(allocation.room, width);
        let offset = self.terms.bv_mul(wide, room);
        let address = self.terms.bv_add(base, offset);
        let address = self.stable_term(address, range);
        let one = self.terms.bv_u64(1, 8);
        let next = self.terms.bv_add(count, one);
        self.assign(counter, next, range);
        address
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
            "unsigned char".to_owned(),
            VarRole::Global,
            range,
        );
        self.memory.counters.insert(object, var);
        var
    }
}
