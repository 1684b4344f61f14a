//! The ends of the lives of allocated objects: `free` and `realloc`.

use ferric3_ivl::{Check, PropertyKind};
use ferric3_term::TermId;

use super::heap::Allocation;
use super::lifetime::extent_width;
use super::location::Location;
use super::moved::Move;
use super::object::{Object, index_width};
use crate::lower::Lower;
use crate::lower::assumption::Assumed;
use crate::sema::hir::{Expr, Range};
use crate::sema::types::TypeId;

/// An object that may be freed.
struct Freed {
    object: Object,
    allocation: Allocation,
    site: Range,
    /// Which one of those that the call returned.
    number: TermId,
    /// It is this one, and it may be freed.
    condition: TermId,
    /// Its extent before that.
    extent: TermId,
}

impl<'a> Lower<'a> {
    /// `free`.
    pub(in crate::lower) fn free(&mut self, pointer: &'a Expr, range: Range) {
        if !self.has_extents() {
            return self.effect(pointer);
        }
        let targets = self.points_to.targets(pointer);
        let Some(address) = self.modelled_value(pointer) else {
            return;
        };
        let address = self.stable_term(address, range);
        let freed = self.check_free(address, &targets, range);
        self.end_lives(&freed, range);
    }

    /// `realloc`, of the type `ty`. The size 0 frees, as the GNU C library does it.
    pub(in crate::lower) fn reallocate(
        &mut self,
        name: &str,
        args: &'a [Expr; 2],
        ty: TypeId,
        range: Range,
    ) -> Option<TermId> {
        let [old, size] = args;
        let address = self.modelled_value(old)?;
        let address = self.stable_term(address, range);
        let bytes = self.types().fold(size);
        let size = self.modelled_value(size)?;
        let size = self.stable_term(size, range);
        let targets = self.points_to.exact_targets(old);
        if !self.has_extents() && !self.types().is_moved(args) {
            let resized = |this: &mut Self| this.resize_in_place(address, size, &targets, range);
            // Behind what is not modelled, any value will do.
            let resized = |this: &mut Self| resized(this).unwrap_or(address);
            return Some(self.unless_it_fails(name, ty, range, resized));
        }
        let mut freed = Vec::new();
        if self.has_extents() {
            let locations: Vec<Location> = targets.iter().map(|target| target.location).collect();
            freed = self.check_free(address, &locations, range);
        }
        let (no_bytes, null) = (
            self.terms.bv_u64(0, self.terms.width(size)),
            self.terms.bv_u64(0, self.terms.width(address)),
        );
        let (empty, given) = (self.terms.eq(size, no_bytes), self.terms.ne(address, null));
        let only_frees = self.terms.and2(empty, given);
        let old_size = self
            .has_extents()
            .then(|| self.size_of_freed(&freed, range));
        for freed in &mut freed {
            // The new object changes extents.
            freed.condition = self.stable_term(freed.condition, range);
        }
        Some(self.null_if(
            only_frees,
            ty,
            range,
            |this| this.end_lives(&freed, range),
            |this| {
                this.unless_it_fails(name, ty, range, |this| {
                    let new = this.allocate(range, size);
                    let new = this.stable_term(new, range);
                    this.move_contents(&Move {
                        to: new,
                        from: address,
                        targets,
                        old_size,
                        new_size: size,
                        new_bytes: bytes.and_then(|bytes| u64::try_from(bytes).ok()),
                        range,
                    });
                    this.end_lives(&freed, range);
                    new
                })
            },
        ))
    }

    /// Check that what is at an address may be freed. The objects that it may be.
    fn check_free(&mut self, address: TermId, targets: &[Location], range: Range) -> Vec<Freed> {
        let width = self.terms.width(address);
        let zero = self.terms.bv_u64(0, width);
        let mut allowed = vec![self.terms.eq(address, zero)];
        let mut freed = Vec::new();
        for &target in targets {
            let Location::Allocation(site) = target else {
                continue;
            };
            let (Some(object), Some(allocation)) = (self.object_of(target), self.allocation(site))
            else {
                continue;
            };
            if self.is_alloca(site) {
                // It is freed by the end of the function, and by nothing else.
                continue;
            }
            let here = self.in_room(object, address);
            let (number, offset, extent) = self.extent_at((object, allocation, site), address);
            let start = self.terms.bv_u64(0, self.terms.width(offset));
            let at_start = self.terms.eq(offset, start);
            let dead = self.terms.bv_u64(0, self.terms.width(extent));
            let is_alive = self.terms.ne(extent, dead);
            let condition = self.terms.and(&[here, at_start, is_alive]);
            allowed.push(condition);
            freed.push(Freed {
                object,
                allocation,
                site,
                number,
                condition,
                extent,
            });
        }
        let allowed = self.terms.or(&allowed);
        if targets.contains(&Location::Unknown) {
            let what = "free of a pointer that comes from outside of the program".to_owned();
            self.assert(allowed, PropertyKind::Unsupported, what, range);
        } else {
            self.check(Check::Free, allowed, Assumed::Free, range);
        }
        freed
    }

    /// The number of bytes of the object that is freed; 0 if there is none.
    fn size_of_freed(&mut self, freed: &[Freed], range: Range) -> TermId {
        let width = self.types().pointer_width();
        let mut size = self.bits(0, width);
        for freed in freed {
            let extent = self.terms.resize(freed.extent, width, false);
            let one = self.terms.bv_u64(1, width);
            let bytes = self.terms.bv_sub(extent, one);
            size = self.terms.ite(freed.condition, bytes, size);
        }
        self.stable_term(size, range)
    }

    /// Objects are freed, each if it is the one.
    fn end_lives(&mut self, freed: &[Freed], range: Range) {
        for freed in freed {
            let extents = self.extents(freed.object, freed.allocation, freed.site);
            let old = self.read(extents);
            let dead = self.terms.bv_u64(0, extent_width(freed.allocation));
            let new = match freed.allocation.objects {
                1 => dead,
                objects => {
                    let number = self.terms.resize(freed.number, index_width(objects), false);
                    self.terms.store(old, number, dead)
                }
            };
            let new = self.terms.ite(freed.condition, new, old);
            self.assign(extents, new, range);
        }
    }
}
