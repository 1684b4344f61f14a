//! Reading and writing places.

use ferric3_ivl::{InputSource, VarId};
use ferric3_term::TermId;

use super::around::Access;
use super::initialised::Plane;
use super::place::{Base, Place};
use super::resolve::{Alternative, At};
use super::validity::comes_from_outside;
use crate::lower::Lower;
use crate::sema::hir::Range;
use crate::sema::types::Type;

impl Lower<'_> {
    /// Number of bits that an access to a place has.
    pub(super) fn access_width(&self, place: &Place) -> Option<u32> {
        if place.bits.is_some() {
            return place.bits;
        }
        match self.types().get(place.ty) {
            Type::Record(_) => self.value_width(place.ty),
            _ => self.types().stored_width(place.ty),
        }
    }

    /// The value of a place, which must have one.
    pub(in crate::lower) fn load_place(&mut self, place: &Place) -> TermId {
        let value = self.load_unchecked(place);
        self.check_initialised(place);
        self.check_truth_at(place, value);
        value
    }

    /// What is stored in a place, also if no value was given to it.
    pub(super) fn load_unchecked(&mut self, place: &Place) -> TermId {
        let Some(width) = self.access_width(place) else {
            self.unsupported(self.describe_type(place.ty), place.range);
            return self.bits(0, 8);
        };
        let stored = self.load_bits(place, width);
        self.unpack(stored, place)
    }

    fn load_bits(&mut self, place: &Place, width: u32) -> TermId {
        if let Base::Value(value) = place.base {
            let from = u32::try_from(place.offset).unwrap_or(0);
            if place.indices.is_empty() && from + width <= self.terms.width(value) {
                return self.terms.extract(value, from + width - 1, from);
            }
            self.unsupported("subscript in a returned record", place.range);
            return self.bits(0, width);
        }
        let Some(alternatives) = self.alternatives(place, u64::from(width), Access::Read) else {
            return self.bits(0, width);
        };
        if !self.check_access(place, width, Access::Read, &alternatives) {
            return self.bits(0, width);
        }
        let around = self.read_around(place, width);
        let mut value = self.bits(0, width);
        let unknown = comes_from_outside(place);
        let outside = (unknown || alternatives.iter().any(|alternative| alternative.partial))
            .then(|| self.anything(width, place.range));
        if let (true, Some(outside)) = (unknown, outside) {
            value = outside;
        }
        for alternative in alternatives.iter().rev() {
            let mut read = self.read_alternative(alternative, width, place.range);
            if let (true, Some(outside)) = (alternative.partial, outside) {
                read = self.with_outside(alternative, read, outside);
            }
            value = self.terms.ite(alternative.condition, read, value);
        }
        match around {
            Some((leaves, there)) => self.terms.ite(leaves, there, value),
            None => value,
        }
    }

    /// When all of a place is inside of an object.
    pub(super) fn is_readable(&mut self, place: &Place) -> Option<TermId> {
        let width = self.access_width(place)?;
        let alternatives = self.alternatives(place, u64::from(width), Access::Read)?;
        let whole = alternatives.iter().filter(|a| !a.partial);
        let conditions: Vec<TermId> = whole.map(|a| a.condition).collect();
        Some(self.terms.or(&conditions))
    }

    /// Any bits.
    fn anything(&mut self, width: u32, range: Range) -> TermId {
        let name = self.temp_name();
        let sort = ferric3_term::Sort::BitVec(width);
        let reading = ferric3_ivl::Reading::Unsigned;
        let role = ferric3_ivl::VarRole::Temp;
        let temp = self.new_var_of_sort(name, sort, reading, String::new(), role, range);
        let source = InputSource::Uninitialised("memory outside of an object".to_owned());
        self.havoc(temp, source, range);
        self.read(temp)
    }

    /// A value whose bits behind the end of the object are those of `outside`.
    pub(super) fn with_outside(
        &mut self,
        alternative: &Alternative,
        read: TermId,
        outside: TermId,
    ) -> TermId {
        let At::Bits(at) = alternative.at else {
            return read;
        };
        let inside = self.memory.data(alternative.object).size * 8 - at;
        let (inside, width) = (inside as u32, self.terms.width(read));
        let low = self.terms.extract(read, inside - 1, 0);
        let high = self.terms.extract(outside, width - 1, inside);
        self.terms.concat(high, low)
    }

    /// A value from the bits that are stored for it.
    fn unpack(&mut self, stored: TermId, place: &Place) -> TermId {
        let ty = place.ty;
        if self.is_mathematical(ty) {
            let number = self.number_of_value(stored, ty);
            return self.value_of_number(number, ty);
        }
        if place.bits.is_some() {
            let width = self.types().scalar_width(ty).unwrap_or(8);
            let signed = self.types().is_signed(ty);
            return self.terms.resize(stored, width, signed);
        }
        if self.types().is_extended(ty) {
            let head = self.terms.extract(stored, 79, 64);
            let fraction = self.terms.extract(stored, 62, 0);
            return self.terms.concat(head, fraction);
        }
        stored
    }

    /// The bits that are stored for a value.
    fn pack(&mut self, value: TermId, place: &Place) -> TermId {
        if let (true, Some(bits)) = (self.is_mathematical(place.ty), self.access_width(place)) {
            let number = self.number_of_value(value, place.ty);
            return self.bits_of(number, bits, self.types().is_signed(place.ty));
        }
        if let Some(bits) = place.bits {
            return self.terms.resize(value, bits, false);
        }
        if self.types().is_extended(place.ty) {
            let head = self.terms.extract(value, 78, 63);
            let exponent = self.terms.extract(value, 77, 63);
            let zero = self.terms.bv_u64(0, 15);
            let subnormal = self.terms.eq(exponent, zero);
            let (leading, none) = (self.terms.bv_u64(1, 1), self.terms.bv_u64(0, 1));
            let leading = self.terms.ite(subnormal, none, leading);
            let fraction = self.terms.extract(value, 62, 0);
            let head = self.terms.concat(head, leading);
            return self.terms.concat(head, fraction);
        }
        value
    }

    /// What a read gives after a write of `value`.
    pub(in crate::lower) fn as_stored(&mut self, place: &Place, value: TermId) -> TermId {
        if place.bits.is_none() {
            return value;
        }
        let stored = self.pack(value, place);
        self.unpack(stored, place)
    }

    /// Write a value to a place.
    pub(in crate::lower) fn store_place(&mut self, place: &Place, value: TermId) {
        self.store_masked(place, value, None);
    }

    /// Write bits to a place. A mask says which of them are values; all, without one.
    pub(super) fn store_masked(&mut self, place: &Place, value: TermId, mask: Option<TermId>) {
        let Some(width) = self.access_width(place) else {
            self.unsupported(self.describe_type(place.ty), place.range);
            return;
        };
        let mut stored = self.pack(value, place);
        let bits = u64::from(width);
        let Some(mut alternatives) = self.alternatives(place, bits, Access::Write) else {
            return;
        };
        if !self.check_access(place, width, Access::Write, &alternatives) {
            return;
        }
        self.check_string_writes(&alternatives, stored, place.range);
        let mut updates = self.scatter_all(&alternatives, stored, width, Plane::Values);
        if updates.written().len() > 1 && self.reads_any(place, stored, updates.written()) {
            // The writes happen one after the other, but all go by the old values.
            stored = self.stable_term(stored, place.range);
            let place = self.stable_place(place.clone(), true);
            let Some(again) = self.alternatives(&place, bits, Access::Write) else {
                return;
            };
            alternatives = again;
            updates = self.scatter_all(&alternatives, stored, width, Plane::Values);
        }
        if self.has_masks() {
            // Masks come first: which bits are written depends on values before the write.
            let mask = mask.unwrap_or_else(|| self.all_ones(width));
            let mask = self.stable_term(mask, place.range);
            let masks = self.scatter_all(&alternatives, mask, width, Plane::Masks);
            self.carry_out_updates(masks, place.range);
        }
        self.carry_out_updates(updates, place.range);
    }

    /// Does the value or the address of a write depend on what is written?
    fn reads_any(&self, place: &Place, stored: TermId, written: &[VarId]) -> bool {
        let mut terms = vec![stored];
        terms.extend(place.indices.iter().map(|index| index.term));
        if let Base::Pointer { address, .. } = place.base {
            terms.push(address);
        }
        terms.iter().any(|&term| {
            let symbols = self.terms.symbols_of(term);
            written
                .iter()
                .any(|&var| symbols.contains(&self.program.vars[var].symbol))
        })
    }
}
