//! Pointers to variables of a block that was left and is entered again.
//!
//! A variable has one address here, but each time its block is entered it is another object (6.2.4):
//! a pointer from before must not point to it. Such a pointer has an indeterminate value since the
//! block was left. So when the variable comes to life again, whatever still holds an address in its
//! room gets the same offset in a room that nothing is in, its *grave*. While the variable is
//! alive already (a jump back in its block gets to its declaration again), nothing changes.
//!
//! Only what is kept in memory has to be looked at. A local variable of another function whose
//! address nobody takes cannot be read while the block runs, unless it belongs to a function that the
//! block calls, which gives it a value of its own; and it is passed on only through what is kept
//! here. Recursive functions, where that is not so, are not modelled with checks of pointers.

use ferric3_ivl::VarId;
use ferric3_term::TermId;

use super::location::Location;
use super::object::{Object, Segment};
use super::offsets::Offsets;
use crate::lower::Lower;
use crate::lower::assumption::Assumed;
use crate::sema::hir::{ObjectId, Storage};

impl Lower<'_> {
    /// A variable comes to life, perhaps again.
    pub(in crate::lower) fn bury_pointers(&mut self, id: ObjectId) {
        if self.is_entered_once(id) {
            return;
        }
        let here = Location::Variable(id);
        let range = self.unit.object(id).range;
        let Some(target) = self.object_of(here) else {
            return;
        };
        let mut stale = Vec::new();
        for holder in self.points_to.holders(here) {
            match self.pointers_in(holder, id) {
                Some(vars) => stale.extend(vars),
                None => self.assume_once(Assumed::EnteredAgain, Some(range)),
            }
        }
        if stale.is_empty() {
            return;
        }
        let alive = self.is_variable_alive(id);
        let dead = self.terms.not(alive);
        for var in stale {
            let old = self.read(var);
            let buried = self.buried(target, old);
            let points_here = self.in_room(target, old);
            let is_stale = self.terms.and2(dead, points_here);
            let new = self.terms.ite(is_stale, buried, old);
            self.assign_only(var, new, range);
        }
    }

    /// The address in the grave of an object that has the same offset.
    fn buried(&mut self, object: Object, address: TermId) -> TermId {
        let width = self.terms.width(address);
        let low = self.memory.offset_bits(object);
        let grave = self.memory.grave(object, width);
        let upper = self.terms.bv_u64(grave >> low, width - low);
        let offset = self.terms.extract(address, low - 1, 0);
        self.terms.concat(upper, offset)
    }

    /// The variables of a location that may hold the address of an automatic variable when that
    /// comes to life. `None` if they are not whole pointers.
    fn pointers_in(&mut self, holder: Location, id: ObjectId) -> Option<Vec<VarId>> {
        if let Location::Variable(holder) = holder {
            let storage = self.unit.object(holder).storage;
            let is_automatic = matches!(storage, Storage::Auto | Storage::Param);
            let is_private = !self.points_to.is_accessed(Location::Variable(holder));
            if is_automatic && is_private && self.is_out_of_sight(holder, id) {
                return Some(Vec::new());
            }
        }
        let object = self.object_of(holder)?;
        let held = self.points_to.holds(holder, &[Location::Variable(id)]);
        if self.memory.data(object).count.is_some() {
            return None;
        }
        let width = self.types().pointer_width();
        let mut vars = Vec::new();
        for segment in &self.memory.data(object).segments {
            let is_touched = held.iter().any(|cell| is_in(cell, segment));
            match segment {
                _ if !is_touched => {}
                Segment::Cell(leaf, var) if leaf.width == width => vars.push(*var),
                _ => return None,
            }
        }
        Some(vars)
    }

    /// Is a local variable that only its function sees of no interest when another one comes to life?
    /// It is if it belongs to another function, to the same block or one in it, or is a compound
    /// literal, which is given its value where it stands.
    fn is_out_of_sight(&self, holder: ObjectId, id: ObjectId) -> bool {
        let owner = self.points_to.private_to(holder);
        if owner.is_none() || owner != self.body.function {
            return true;
        }
        // The caller gives a parameter its value.
        if self.unit.object(holder).storage == Storage::Param {
            return false;
        }
        let (inner, outer) = (self.declared(holder), self.declared(id));
        inner
            .zip(outer)
            .is_some_and(|(inner, outer)| inner.is_in(outer))
    }

    /// Does a variable come to life once in a run at most?
    fn is_entered_once(&self, id: ObjectId) -> bool {
        let declared = self.declared(id);
        self.body.function == Some(self.entry) && declared.is_some_and(|d| !d.is_repeated)
    }
}

/// May a part of an object have bytes of what is stored at some offsets?
fn is_in((offsets, size): &(Offsets, u64), segment: &Segment) -> bool {
    let (start, end) = (segment.start() / 8, segment.end().div_ceil(8));
    let size = i64::try_from(*size).unwrap_or(i64::MAX);
    let first = (start as i64).saturating_sub(size.saturating_sub(1));
    offsets.between(first, end as i64).next().is_some()
}
