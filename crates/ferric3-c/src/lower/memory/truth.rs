//! What `_Bool` objects hold: 0 or 1, and nothing else is a value of theirs (6.2.6.1).
//!
//! The type alone sees to that, as long as nobody writes a `_Bool` by another type or copies other bytes
//! into one. Only in programs that do is the byte looked at where it is read. A byte that is no value
//! counts as one that was given none.

use ferric3_ivl::{Check, PropertyKind, VarId};
use ferric3_term::{Sort, TermId};

use super::location::Location;
use super::offsets::Offsets;
use super::place::{Base, Place};
use crate::lower::Lower;
use crate::lower::assumption::Assumed;
use crate::sema::hir::{ObjectId, Range, Storage};
use crate::sema::types::{RecordKind, Type, TypeId, Types};

impl Lower<'_> {
    /// May a `_Bool` hold anything but 0 and 1? It may if it is seen as another type, or the other way
    /// round, or if `memset` fills it.
    pub(in crate::lower) fn truth_may_be_odd(&self) -> bool {
        let types = self.types();
        let is_odd = |(location, view, offsets): (Location, TypeId, Offsets)| {
            self.type_of_location(location).is_some_and(|ty| {
                let concerned = types.has_truth(ty) || types.has_truth(view);
                concerned
                    && (types.has_truth_in_union(view)
                        || !types.is_seen_as_it_is(ty, view, offsets))
            })
        };
        let mut objects = self.unit.objects.iter();
        objects.any(|object| types.has_truth_in_union(object.stored()))
            || self.points_to.fills_truth()
            || self.points_to.all_views().any(is_odd)
    }

    /// What is read from a place must be 0 or 1, if it is a `_Bool`.
    pub(super) fn check_truth_at(&mut self, place: &Place, value: TermId) {
        let is_truth = matches!(self.types().get(place.ty), Type::Bool) && place.bits.is_none();
        if !is_truth || !self.memory.has_odd_truth || self.body.is_trusted {
            return;
        }
        if self.has_masks() && self.is_given_elsewhere(place) {
            let what = "check of a _Bool that comes from outside of the program";
            return self.unsupported(what, place.range);
        }
        self.expect_truth(value, place.range);
    }

    /// The same for a variable.
    pub(super) fn check_truth_in(&mut self, var: VarId, range: Range) {
        let decl = &self.program.vars[var];
        let is_truth = decl.type_name == "_Bool" && decl.sort == Sort::BitVec(8);
        if is_truth && self.memory.has_odd_truth {
            self.expect_truth(self.read(var), range);
        }
    }

    /// Would an input of a type be of any bytes where only 0 and 1 are values? That one by itself is
    /// not.
    pub(in crate::lower) fn is_odd_input(&self, ty: TypeId) -> bool {
        let is_record = matches!(self.types().get(ty), Type::Record(_));
        self.has_masks() && self.memory.has_odd_truth && is_record && self.types().has_truth(ty)
    }

    fn expect_truth(&mut self, value: TermId, range: Range) {
        let width = self.terms.width(value);
        let upper = self.terms.extract(value, width - 1, 1);
        let zero = self.terms.bv_u64(0, width - 1);
        let is_value = self.terms.eq(upper, zero);
        if self.terms.as_bool(is_value) == Some(true) {
            return;
        }
        if !self.has_masks() {
            return self.assume_once(Assumed::Truth, Some(range));
        }
        let description = format!("read of {}, which is neither 0 nor 1", self.text(range));
        self.assert(
            is_value,
            PropertyKind::Check(Check::Uninitialised),
            description,
            range,
        );
    }

    /// Are the first values of a place any bytes, because the program does not define it?
    fn is_given_elsewhere(&self, place: &Place) -> bool {
        let is_extern = |id: ObjectId| self.unit.object(id).storage == Storage::Extern;
        let is_elsewhere = |location: Location| match location {
            Location::Unknown => true,
            Location::Variable(id) => is_extern(id),
            _ => false,
        };
        match &place.base {
            Base::Value(_) => false,
            Base::Object(object) => is_elsewhere(self.memory.data(*object).location),
            Base::Pointer { targets, .. } => targets.iter().any(|t| is_elsewhere(t.location)),
        }
    }
}

impl Types {
    /// Does a type have a `_Bool` in it?
    pub(in crate::lower) fn has_truth(&self, ty: TypeId) -> bool {
        match self.get(ty) {
            Type::Bool => true,
            Type::Array(element, _) => self.has_truth(element.ty),
            Type::Record(r) => {
                let fields = self.record(*r).fields.as_deref().unwrap_or(&[]);
                fields.iter().any(|f| self.has_truth(f.ty.ty))
            }
            _ => false,
        }
    }

    /// Does it have a union with a `_Bool` in it?
    fn has_truth_in_union(&self, ty: TypeId) -> bool {
        match self.get(ty) {
            Type::Array(element, _) => self.has_truth_in_union(element.ty),
            Type::Record(r) => {
                let record = self.record(*r);
                let fields = record.fields.as_deref().unwrap_or(&[]);
                let inside = fields.iter().any(|f| self.has_truth_in_union(f.ty.ty));
                inside || (record.kind == RecordKind::Union && self.has_truth(ty))
            }
            _ => false,
        }
    }
}
