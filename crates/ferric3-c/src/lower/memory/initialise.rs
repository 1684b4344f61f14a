//! Initialisers.

use ferric3_term::Sort;

use super::object::{Object, Segment};
use super::place::{Base, Place};
use super::shape::Leaf;
use crate::lower::Lower;
use crate::sema::hir::{ExprKind, Init, Part, Range};
use crate::sema::types::{ArrayLen, Type};

impl<'a> Lower<'a> {
    /// Give a place the values of an initialiser; what is not mentioned becomes 0 (6.7.9 §21).
    pub(in crate::lower) fn initialise(&mut self, place: &Place, init: &'a Init) {
        match init {
            Init::Value(value) if self.is_copy(value) => {
                self.copy_to(place, value);
            }
            Init::Value(value) => {
                if let Some(value) = self.modelled_value(value) {
                    self.store_place(place, value);
                }
            }
            Init::Parts(parts) => {
                let covered: Vec<(u64, Option<u32>)> = parts
                    .iter()
                    .filter(|part| part.repeats.is_empty())
                    .map(|part| {
                        let width = self.types().stored_width(part.ty.ty);
                        (part.offset, part.bits.or(width))
                    })
                    .collect();
                let is_covered = |offset, width| covered.contains(&(offset, Some(width)));
                match place.base {
                    Base::Object(object) => {
                        let is_covered = |leaf: &Leaf| is_covered(leaf.offset, leaf.width);
                        self.zero_rest(object, is_covered, place.range);
                    }
                    _ => self.zero_activation(place, is_covered),
                }
                self.parts_in_any_order(init, |this| {
                    for part in parts {
                        this.initialise_part(place, part);
                    }
                });
            }
        }
    }

    /// Give a local variable of a recursive function the value 0, but for scalars that will get a value. It is
    /// one of many in a larger object, so that only its own bytes may change.
    fn zero_activation(&mut self, place: &Place, is_covered: impl Fn(u64, u32) -> bool) {
        let Some((ty, count)) = self.types().zeroed_as(place.ty) else {
            return;
        };
        let Some(width) = self.value_width(ty) else {
            return;
        };
        let zero = self.terms.zero_of(Sort::BitVec(width));
        for offset in (0..count).map(|i| i * u64::from(width)) {
            if !is_covered(offset, width) {
                self.store_place(&place.part(offset, None, ty), zero);
            }
        }
    }

    fn initialise_part(&mut self, place: &Place, part: &'a Part) {
        let targets = part.offsets().map(|offset| Place {
            range: part.value.range,
            ..place.part(offset, part.bits, part.ty.ty)
        });
        let targets: Vec<Place> = targets.collect();
        if let ExprKind::String(elements) = &part.value.kind {
            for target in targets {
                self.initialise_string(&target, elements);
            }
            return;
        }
        if !self.is_modelled(part.value.ty) && self.types().size_of(part.value.ty.ty) == Some(0) {
            return self.effect(&part.value);
        }
        if let Some(value) = self.modelled_value(&part.value) {
            let value = if targets.len() > 1 {
                self.stable_term(value, part.value.range)
            } else {
                value
            };
            for target in targets {
                self.check_bit_field(&target, value, part.value.range);
                self.store_place(&target, value);
            }
        }
    }

    /// An array of zeros from a string literal, which is cut or padded.
    fn initialise_string(&mut self, place: &Place, elements: &[u32]) {
        self.string_elements(place, elements, true);
    }

    fn string_elements(&mut self, place: &Place, elements: &[u32], zeroed: bool) {
        let Type::Array(element, len) = *self.types().get(place.ty) else {
            return;
        };
        let (Some(width), Some(size)) = (
            self.types().scalar_width(element.ty),
            self.types().size_of(element.ty),
        ) else {
            return;
        };
        let len = match len {
            ArrayLen::Known(len) => len,
            _ => elements.len() as u64,
        };
        for (i, &code) in (0..len).zip(elements) {
            if code != 0 || !zeroed {
                let value = self.bits(u128::from(code), width);
                let target = place.part(i * size * 8, None, element.ty);
                self.store_place(&target, value);
            }
        }
    }

    /// The elements of a string literal as the first values of its object.
    pub(in crate::lower) fn initialise_literal(&mut self, place: &Place, elements: &[u32]) {
        self.string_elements(place, elements, false);
    }

    /// Give every variable of an object the value 0.
    pub(in crate::lower) fn zero_object(&mut self, object: Object, range: Range) {
        self.zero_rest(object, |_| false, range);
    }

    /// Give every variable of an object the value 0, but for cells that will get a value.
    fn zero_rest(&mut self, object: Object, covered: impl Fn(&Leaf) -> bool, range: Range) {
        let segments = self.memory.data(object).segments.clone();
        let mut vars = Vec::new();
        for segment in segments {
            match segment {
                Segment::Cell(leaf, var) => {
                    if !covered(&leaf) {
                        vars.push(var);
                    }
                }
                Segment::Array(_, columns) => vars.extend(columns),
            }
        }
        for var in vars {
            let sort = self.program.vars[var].sort;
            let zero = self.terms.zero_of(sort);
            self.assign(var, zero, range);
        }
    }
}
