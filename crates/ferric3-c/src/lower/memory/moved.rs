//! What `realloc` moves: the contents of the old object, as far as they fit, go to the new one. A few
//! values of a constant size are moved one by one, all others by a loop.

use ferric3_ivl::{Reading, TerminatorKind, VarRole};
use ferric3_term::TermId;

use super::copy::MOST_VALUES;
use super::heap::Allocation;
use super::location::{Location, Target};
use super::offsets::Offsets;
use super::place::{Base, Place};
use crate::lower::Lower;
use crate::sema::hir::Range;

/// A call of `realloc` that moves an object.
#[derive(Clone, Debug)]
pub(super) struct Move {
    /// The address of the new object.
    pub(super) to: TermId,
    /// The address of the old one.
    pub(super) from: TermId,
    /// What is there.
    pub(super) targets: Vec<Target>,
    /// The size in bytes of the old object, if it is known; 0 if there is none.
    pub(super) old_size: Option<TermId>,
    /// The size in bytes of the new one.
    pub(super) new_size: TermId,
    /// The same if it is a constant.
    pub(super) new_bytes: Option<u64>,
    /// The call.
    pub(super) range: Range,
}

impl Lower<'_> {
    /// Move the contents of an object.
    pub(super) fn move_contents(&mut self, moved: &Move) {
        let range = moved.range;
        let Some(allocation) = self.allocation(range) else {
            return;
        };
        let from_outside = |target: &Target| target.location == Location::Unknown;
        if moved.targets.iter().any(from_outside) {
            let what = "reallocation of an object from outside of the program";
            return self.unsupported(what, range);
        }
        let site = self.points_to.site(range);
        let is_constant = site.is_some_and(|site| site.size.is_some());
        let size = self.types().size_of(allocation.ty).unwrap_or(1).max(1);
        // An object that another call resizes in place has room for more than this call asks for.
        let room = moved.new_bytes.unwrap_or(u64::MAX).min(allocation.room);
        let count = room.div_ceil(size);
        // What is read from outside of the old object is not used.
        self.body.is_trusted = true;
        match moved.old_size {
            Some(old_size) if !is_constant || count > MOST_VALUES => {
                self.move_by_loop(moved, allocation, (size, old_size));
            }
            _ => self.move_one_by_one(moved, allocation, (size, count)),
        }
        self.body.is_trusted = false;
    }

    fn move_one_by_one(&mut self, moved: &Move, allocation: Allocation, (size, count): (u64, u64)) {
        let source = moved.place(moved.from, moved.targets.clone(), allocation);
        let target = moved.place(moved.to, vec![moved.new_object(0)], allocation);
        for i in 0..count {
            let source = source.part(i * size * 8, None, allocation.ty);
            let target = target.part(i * size * 8, None, allocation.ty);
            let Some(valid) = self.is_readable(&source) else {
                break;
            };
            let (new, old) = (self.load_unchecked(&source), self.load_unchecked(&target));
            let value = self.terms.ite(valid, new, old);
            let value = self.stable_term(value, moved.range);
            let masks = (self.mask_of(&source), self.mask_of(&target));
            let mask = match masks {
                (Some(new), Some(old)) => Some(self.terms.ite(valid, new, old)),
                _ => None,
            };
            self.store_masked(&target, value, mask);
        }
    }

    /// Values that begin in both objects are moved. The last one may reach behind the end of an
    /// object, where nobody looks.
    fn move_by_loop(&mut self, moved: &Move, allocation: Allocation, (size, old): (u64, TermId)) {
        let range = moved.range;
        let width = self.types().pointer_width();
        let is_shorter = self.terms.bv_ult(old, moved.new_size);
        let least = self.terms.ite(is_shorter, old, moved.new_size);
        let least = self.stable_term(least, range);
        let sort = ferric3_term::Sort::BitVec(width);
        let (name, reading) = (self.temp_name(), Reading::Unsigned);
        let at = self.new_var_of_sort(name, sort, reading, String::new(), VarRole::Temp, range);
        let zero = self.bits(0, width);
        self.assign(at, zero, range);
        let (head, body, join) = (self.new_block(), self.new_block(), self.new_block());
        self.here = range;
        self.goto(head);
        self.switch_to(head);
        let condition = self.terms.bv_ult(self.read(at), least);
        self.terminate(TerminatorKind::Branch {
            condition,
            then: body,
            otherwise: join,
            point: None,
        });
        self.switch_to(body);
        let offset = self.read(at);
        let (from, to) = (
            self.terms.bv_add(moved.from, offset),
            self.terms.bv_add(moved.to, offset),
        );
        let anywhere = |target: &Target| Target {
            offsets: Offsets::exactly(0).spread(size),
            ..*target
        };
        let targets = moved.targets.iter().map(anywhere).collect();
        let source = moved.place(from, targets, allocation);
        let target = moved.place(to, vec![moved.new_object(size)], allocation);
        let (value, mask) = (self.load_unchecked(&source), self.mask_of(&source));
        let value = self.stable_term(value, range);
        self.store_masked(&target, value, mask);
        let step = self.terms.bv_u64(size, width);
        let next = self.terms.bv_add(self.read(at), step);
        self.assign(at, next, range);
        self.here = range;
        self.goto(head);
        self.switch_to(join);
    }
}

impl Move {
    fn place(&self, address: TermId, targets: Vec<Target>, allocation: Allocation) -> Place {
        Place {
            base: Base::Pointer { address, targets },
            offset: 0,
            indices: Vec::new(),
            bits: None,
            ty: allocation.ty,
            conditions: Vec::new(),
            range: self.range,
        }
    }

    /// The new object, at its start or at every multiple of a number of bytes.
    fn new_object(&self, step: u64) -> Target {
        let start = Offsets::exactly(0);
        Target {
            location: Location::Allocation(self.range),
            offsets: if step == 0 { start } else { start.spread(step) },
        }
    }
}
