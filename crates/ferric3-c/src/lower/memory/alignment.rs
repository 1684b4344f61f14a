//! Accesses that are not aligned, or by another type than that of the object.
//!
//! Both are undefined (6.3.2.3 §7, 6.5 §7) unless an attribute allows them (`aligned`, `packed`,
//! `may_alias`). Here they go to the bytes that they name, as in code of compilers with
//! `-fno-strict-aliasing`; that is stated, and the first can be checked.

use ferric3_ivl::{Check, PropertyKind};

use super::location::{Location, Target};
use super::offsets::Offsets;
use super::place::{Base, Place};
use crate::lower::Lower;
use crate::lower::assumption::Assumed;
use crate::sema::hir::Expr;
use crate::sema::types::{Type, Types};

/// Alignment of what `malloc` returns.
const ALLOCATED: u64 = 16;

impl<'a> Lower<'a> {
    /// A pointer is dereferenced: is it aligned as the type of `e` asks for?
    pub(super) fn check_alignment(&mut self, place: &Place, pointer: &'a Expr, e: &Expr) {
        let align = self.types().field_align(e.ty);
        if align <= 1 || self.types().size_of(e.ty.ty).is_none() {
            return;
        }
        let suspects: Vec<Target> = self
            .targets_of(place, pointer)
            .into_iter()
            .filter(|target| {
                self.alignment_of(target.location) < align || !target.offsets.are_multiples(align)
            })
            .collect();
        if suspects.is_empty() {
            return;
        }
        if !self.options.checks.contains(&Check::Alignment) {
            // Whether the start of an object is aligned matters to nothing else.
            if suspects.iter().any(|s| !s.offsets.are_multiples(align)) {
                self.assume_once(Assumed::Alignment, Some(e.range));
            }
            return;
        }
        let address = self.address_of(place);
        let low = self.terms.extract(address, align.ilog2() - 1, 0);
        let zero = self.terms.bv_u64(0, align.ilog2());
        let aligned = self.terms.eq(low, zero);
        let (mut conditions, mut knowable) = (Vec::new(), Vec::new());
        for suspect in suspects {
            let Some(object) = self.object_of(suspect.location) else {
                continue;
            };
            let here = self.in_room(object, address);
            let elsewhere = self.terms.not(here);
            if self.alignment_of(suspect.location) < align {
                knowable.push(elsewhere);
            } else {
                conditions.push(self.terms.or2(elsewhere, aligned));
            }
        }
        let knowable = self.terms.and(&knowable);
        if self.terms.as_bool(knowable) != Some(true) {
            // Its address here is not the one that it has elsewhere.
            let what = "alignment of an object that is declared with less".to_owned();
            self.assert(knowable, PropertyKind::Unsupported, what, e.range);
        }
        let condition = self.terms.and(&conditions);
        self.check(Check::Alignment, condition, Assumed::Alignment, e.range);
    }

    /// State it if the object is not of the type of `e`, by which it is accessed.
    pub(super) fn note_punning(&mut self, place: &Place, pointer: &'a Expr, e: &Expr) {
        let types = self.types();
        let view = e.ty.ty;
        let bytes = types.size_of(view) == Some(1) && types.is_integer(view);
        if e.ty.quals.may_alias || bytes || types.size_of(view).is_none() {
            return;
        }
        let is_other = |target: &Target| {
            let Location::Variable(id) = target.location else {
                // Memory from `malloc` has the type of what is stored.
                return false;
            };
            let ty = types.fixed_part(self.unit.object(id).stored());
            !types.has_union(ty) && !types.is_seen_as_it_is(ty, view, target.offsets)
        };
        if self.targets_of(place, pointer).iter().any(is_other) {
            self.assume_once(Assumed::Punning, Some(e.range));
        }
    }

    fn targets_of(&mut self, place: &Place, pointer: &'a Expr) -> Vec<Target> {
        match &place.base {
            Base::Pointer { targets, .. } => targets.clone(),
            _ => self.points_to.exact_targets(pointer),
        }
    }

    /// The alignment that an object is sure to have.
    fn alignment_of(&self, location: Location) -> u64 {
        match location {
            Location::Variable(id) => {
                let object = self.unit.object(id);
                self.types().align_of(object.ty).max(object.align)
            }
            Location::Literal(range) => {
                let literal = self.points_to.literal(range);
                literal.map_or(1, |(ty, _)| {
                    self.types()
                        .align_of(crate::sema::types::QualType::plain(ty))
                })
            }
            Location::Allocation(_) => ALLOCATED,
            Location::Strings(_) => u64::from(self.types().pointer_width() / 8),
            Location::Text(_) => 1,
            Location::Unknown | Location::Function(_) | Location::Label => u64::MAX,
        }
    }
}

impl Offsets {
    /// Is each of them a multiple of a number?
    fn are_multiples(&self, of: u64) -> bool {
        let of = of.max(1);
        match self {
            Offsets::Few(..) => {
                let mut all = self.between(i64::MIN / 2, i64::MAX / 2);
                all.all(|offset| offset.unsigned_abs().is_multiple_of(of))
            }
            Offsets::Every { residue, modulus } => {
                residue.is_multiple_of(of) && modulus.is_multiple_of(of)
            }
        }
    }
}

impl Types {
    /// Is a part of a type a union?
    fn has_union(&self, ty: crate::sema::types::TypeId) -> bool {
        match self.get(ty) {
            Type::Array(element, _) => self.has_union(element.ty),
            Type::Record(r) => {
                let record = self.record(*r);
                let fields = record.fields.as_deref().unwrap_or(&[]);
                record.kind == crate::sema::types::RecordKind::Union
                    || fields.iter().any(|f| self.has_union(f.ty.ty))
            }
            _ => false,
        }
    }
}
