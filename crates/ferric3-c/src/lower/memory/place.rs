//! Places: what an lvalue designates, with its addresses and indices evaluated.

use ferric3_ivl::Check;
use ferric3_term::{Op, TermId};
use num_bigint::BigInt;

use super::location::{Location, Target};
use super::object::Object;
use super::points_to::is_direct;
use crate::lower::Lower;
use crate::lower::assumption::Assumed;
use crate::sema::hir::{Expr, ExprKind, Range};
use crate::sema::types::{ArrayLen, Type, TypeId};

/// Where a place starts.
#[derive(Clone, Debug)]
pub(in crate::lower) enum Base {
    /// At the start of an object.
    Object(Object),
    /// Where a pointer points to.
    Pointer {
        /// The pointer.
        address: TermId,
        /// What it may point into.
        targets: Vec<Target>,
    },
    /// In a record that is no object.
    Value(TermId),
}

/// A subscript.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct Index {
    /// Its value, as wide as a pointer.
    pub(super) term: TermId,
    /// Bytes from one element to the next.
    pub(super) stride: u64,
    /// Number of elements of the array.
    pub(super) bound: Option<u64>,
}

/// A place in memory.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Place {
    /// Where it starts.
    pub(super) base: Base,
    /// Bits from there.
    pub(super) offset: i64,
    /// Subscripts.
    pub(super) indices: Vec<Index>,
    /// Width of a bit-field.
    pub(in crate::lower) bits: Option<u32>,
    /// Type of what is there.
    pub(in crate::lower) ty: TypeId,
    /// What must hold for an access, beside that it stays in an object.
    pub(super) conditions: Vec<(Check, TermId)>,
    /// Where it stands in the text.
    pub(super) range: Range,
}

impl Place {
    fn of(base: Base, e: &Expr) -> Place {
        Place {
            base,
            offset: 0,
            indices: Vec::new(),
            bits: None,
            ty: e.ty.ty,
            conditions: Vec::new(),
            range: e.range,
        }
    }

    /// The start of an object.
    pub(in crate::lower) fn start(object: Object, ty: TypeId, range: Range) -> Place {
        Place {
            base: Base::Object(object),
            offset: 0,
            indices: Vec::new(),
            bits: None,
            ty,
            conditions: Vec::new(),
            range,
        }
    }

    /// A part of it.
    pub(in crate::lower) fn part(&self, offset: u64, bits: Option<u32>, ty: TypeId) -> Place {
        Place {
            offset: self.offset.saturating_add_unsigned(offset),
            bits,
            ty,
            ..self.clone()
        }
    }
}

impl<'a> Lower<'a> {
    /// Evaluate a place. Without a result, the run has ended.
    pub(in crate::lower) fn place(&mut self, e: &'a Expr) -> Option<Place> {
        match &e.kind {
            ExprKind::Object(id) => {
                let object = self.object_of(Location::Variable(*id));
                if let Some(object) = object
                    && self.points_to.is_multiple(*id)
                {
                    return Some(Place {
                        range: e.range,
                        ..self.activation(*id, object)
                    });
                }
                self.place_of_object(object, e)
            }
            ExprKind::String(_) => {
                let object = self.object_of(Location::Literal(e.range));
                self.place_of_object(object, e)
            }
            ExprKind::CompoundLiteral(id, init) => {
                self.enter_scope(*id);
                let object = self.object_of(Location::Variable(*id));
                let place = match object {
                    Some(_) if self.points_to.is_multiple(*id) => self.new_variable(*id)?,
                    _ => self.place_of_object(object, e)?,
                };
                self.initialise(&place, init);
                Some(place)
            }
            ExprKind::Deref(pointer, _) => {
                if !self.types().is_complete(e.ty.ty) && self.types().function(e.ty.ty).is_none() {
                    self.unsupported("dereference of a pointer to an incomplete type", e.range);
                    return None;
                }
                let view = self.types().fixed_part(e.ty.ty);
                let place = self.pointed_at(pointer, view)?;
                self.check_alignment(&place, pointer, e);
                self.note_punning(&place, pointer, e);
                self.note_number(&place, pointer, e);
                Some(Place {
                    ty: e.ty.ty,
                    range: e.range,
                    ..place
                })
            }
            ExprKind::Member(record, id, position) => {
                let place = if record.is_place() {
                    self.place(record)?
                } else {
                    let value = self.value(record);
                    self.value_width(record.ty.ty)?;
                    Place::of(Base::Value(value), record)
                };
                let layout = self.types().record(*id);
                let field = layout.fields.as_ref()?.get(*position)?;
                let offset = *layout.layout.offsets.get(*position)?;
                let mut part = place.part(offset, field.bits, e.ty.ty);
                part.range = e.range;
                Some(part)
            }
            _ => {
                let what = self.describe_place(e);
                self.unsupported(what, e.range);
                None
            }
        }
    }

    fn place_of_object(&mut self, object: Option<Object>, e: &Expr) -> Option<Place> {
        match object {
            Some(object) => Some(Place::of(Base::Object(object), e)),
            None => {
                self.unsupported(self.describe_type(e.ty.ty), e.range);
                None
            }
        }
    }

    /// What a pointer that is taken to point to a `view` points to.
    pub(in crate::lower) fn pointed_at(
        &mut self,
        pointer: &'a Expr,
        view: TypeId,
    ) -> Option<Place> {
        if is_direct(pointer) {
            return self.direct(pointer);
        }
        // Before they are looked at one by one.
        let count = self.points_to.count(pointer);
        if self.are_too_many(count) {
            self.unsupported("access that may go to too many places", pointer.range);
            return None;
        }
        let targets = self.points_to.exact_targets(pointer);
        let (address, conditions) = match &pointer.kind {
            ExprKind::PointerAdd(inner, offset, Some(size), subtract) if self.checks_accesses() => {
                let (before, index) = self.operands(inner, offset);
                let after = self.pointer_add(before, index, Some(*size), *subtract, pointer.range);
                let mut conditions = Vec::new();
                let locations: Vec<Location> = targets.iter().map(|t| t.location).collect();
                if let Some(stays) = self.stays_inside(before, after, &locations) {
                    conditions.push((Check::Pointer, stays));
                }
                if let Some(bound) = self.bound_of(inner) {
                    let index = self.negated_if(*subtract, index);
                    conditions.push((Check::Bounds, self.is_below(index, bound)));
                }
                (after, conditions)
            }
            _ => (self.value(pointer), Vec::new()),
        };
        if self.terms.width(address) != self.types().pointer_width() {
            // It stands for something that has no value.
            self.unsupported("dereference of a pointer", pointer.range);
            return None;
        }
        let base = Base::Pointer { address, targets };
        Some(Place {
            ty: view,
            conditions,
            ..Place::of(base, pointer)
        })
    }

    /// Are accesses to memory checked?
    pub(super) fn checks_accesses(&self) -> bool {
        self.checks_pointers() || self.options.checks.contains(&Check::Bounds)
    }

    pub(in crate::lower) fn negated_if(&mut self, subtract: bool, index: TermId) -> TermId {
        if let (true, Some(signed)) = (subtract, self.signedness(index)) {
            let number = self.number(index, signed);
            let opposite = self.terms.mk(Op::Neg, &[number]);
            return self.bits_of(opposite, self.terms.width(index), true);
        }
        if subtract {
            self.terms.bv_neg(index)
        } else {
            index
        }
    }

    /// `0 <= index < bound`; a negative index is a large one.
    pub(super) fn is_below(&mut self, index: TermId, bound: u64) -> TermId {
        if let Some(signed) = self.signedness(index) {
            let number = self.number(index, signed);
            return self.lies_between(number, BigInt::ZERO, BigInt::from(bound) - 1);
        }
        let width = self.terms.width(index);
        let bound = self.terms.bv_u64(bound, width);
        self.terms.bv_ult(index, bound)
    }

    /// What a pointer points to that is made from the address of a variable.
    fn direct(&mut self, pointer: &'a Expr) -> Option<Place> {
        match &pointer.kind {
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => self.place(place),
            ExprKind::Convert(inner) => {
                let mut place = self.direct(inner)?;
                // From now on, subscripts are not those of the array.
                place.ty = self.types().pointee(pointer.ty.ty)?.ty;
                Some(place)
            }
            ExprKind::PointerAdd(inner, offset, size, subtract) => {
                let Some(size) = *size else {
                    self.unsupported(
                        "arithmetic on a pointer to a variable-length array",
                        pointer.range,
                    );
                    return None;
                };
                let place = self.direct(inner)?;
                let place = self.stable_place(place, offset.effects);
                let index = self.value(offset);
                let bound = self.bound_of(inner);
                self.check_variable_bound(inner, index, pointer.range);
                Some(self.indexed(place, index, size, *subtract, bound))
            }
            _ => None,
        }
    }

    /// A subscript into a variable-length array: the object behind it is larger than the array.
    fn check_variable_bound(&mut self, pointer: &Expr, index: TermId, range: Range) {
        if let ExprKind::Decay(array) = &pointer.kind
            && let Type::Array(element, ArrayLen::Variable(Some(id))) =
                *self.types().get(array.ty.ty)
            && self.types().size_of(element.ty).is_some()
            && let Some(length) = self.scalar_variable(id)
        {
            let length = self.read(length);
            let below = self.terms.bv_ult(index, length);
            self.check(Check::Bounds, below, Assumed::Bounds, range);
        }
    }

    /// An address that is formed without an access must stay in its array or point to its end, be it
    /// by `&a[i]` or by `a + i` (6.5.6 §8).
    pub(in crate::lower) fn check_formed(&mut self, array: &Expr, index: TermId, range: Range) {
        if let (Some(bound), true) = (
            self.bound_of(array),
            self.options.checks.contains(&Check::Bounds),
        ) {
            let inside = self.is_below(index, bound.saturating_add(1));
            self.check(Check::Bounds, inside, Assumed::Bounds, range);
        }
    }

    /// The number of elements of an array whose name the pointer is.
    fn bound_of(&self, pointer: &Expr) -> Option<u64> {
        match &pointer.kind {
            ExprKind::Decay(array) => match self.types().get(array.ty.ty) {
                // Subscripts of elements without a constant size are those of their elements.
                Type::Array(element, _) if self.types().size_of(element.ty).is_none() => None,
                // The last member of a record may stand for more than it says.
                Type::Array(_, ArrayLen::Known(len)) if *len > 1 || !is_member(array) => Some(*len),
                _ => None,
            },
            _ => None,
        }
    }

    /// The place `index` elements further on (or back).
    fn indexed(
        &mut self,
        mut place: Place,
        index: TermId,
        stride: u64,
        subtract: bool,
        bound: Option<u64>,
    ) -> Place {
        let index = self.negated_if(subtract, index);
        if let Some(bound) = bound {
            let below = self.is_below(index, bound);
            if self.terms.as_bool(below) == Some(false) {
                place.conditions.push((Check::Bounds, below));
            }
        }
        match self.terms.as_const(index) {
            Some(value) => {
                let number = value.to_i64().unwrap_or(i64::MAX);
                let bits = number.saturating_mul(stride as i64).saturating_mul(8);
                place.offset = place.offset.saturating_add(bits);
            }
            None if stride == 0 => {}
            None => place.indices.push(Index {
                term: index,
                stride,
                bound,
            }),
        }
        place
    }

    /// The same place, with terms that later side effects do not change.
    pub(in crate::lower) fn stable_place(&mut self, mut place: Place, later: bool) -> Place {
        if !later {
            return place;
        }
        for index in &mut place.indices {
            index.term = self.stable_term(index.term, place.range);
        }
        for (_, condition) in &mut place.conditions {
            *condition = self.stable_term(*condition, place.range);
        }
        match &mut place.base {
            Base::Object(_) => {}
            Base::Pointer { address: term, .. } | Base::Value(term) => {
                *term = self.stable_term(*term, place.range);
            }
        }
        place
    }

    /// The address of a place, as wide as a pointer.
    pub(in crate::lower) fn address_of(&mut self, place: &Place) -> TermId {
        let width = self.types().pointer_width();
        let mut address = match place.base {
            Base::Object(object) => {
                let address = self.address_of_object(object);
                self.terms.bv_u64(address, width)
            }
            Base::Pointer { address, .. } => address,
            // A record that is no object has no address; sema lets only arrays in it decay.
            Base::Value(_) => {
                self.unsupported("address of a part of a returned record", place.range);
                return self.bits(0, width);
            }
        };
        for index in &place.indices {
            let stride = self.terms.bv_u64(index.stride, width);
            let bytes = self.terms.bv_mul(index.term, stride);
            address = self.terms.bv_add(address, bytes);
        }
        let offset = self.terms.bv_u64((place.offset / 8) as u64, width);
        self.terms.bv_add(address, offset)
    }
}

fn is_member(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Member(..))
}
