//! Reading and writing places.

use ferric3_ivl::{InputSource, VarId};
use ferric3_term::TermId;
use rustc_hash::FxHashMap;

use super::around::Access;
use super::initialised::Plane;
use super::location::{Location, Target};
use super::object::{Object, Segment};
use super::place::{Base, Place};
use super::resolve::{Alternative, At};
use super::shape::Leaf;
use crate::lower::Lower;
use crate::lower::assumption::Assumed;
use crate::lower::check::Check;
use crate::sema::hir::Range;
use crate::sema::types::Type;

/// New values of variables, in the order in which they were first changed.
#[derive(Default)]
pub(super) struct Updates {
    order: Vec<VarId>,
    values: FxHashMap<VarId, TermId>,
}

impl Updates {
    fn set(&mut self, var: VarId, value: TermId) {
        if self.values.insert(var, value).is_none() {
            self.order.push(var);
        }
    }
}

/// Bits of a variable that are a part of an access.
struct Piece {
    var: VarId,
    /// Index of the element, if the variable is an array.
    index: Option<TermId>,
    /// Width of the variable, or of its elements.
    whole: u32,
    /// First bit in the variable.
    from: u32,
    /// First bit in the access.
    to: u32,
    /// Number of bits.
    width: u32,
}

impl<'a> Lower<'a> {
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
        if updates.order.len() > 1 && self.reads_any(place, stored, &updates.order) {
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

    fn carry_out_updates(&mut self, updates: Updates, range: Range) {
        for var in updates.order {
            let value = updates.values[&var];
            if value != self.read(var) {
                self.assign_only(var, value, range);
            }
        }
    }

    fn scatter_all(
        &mut self,
        alternatives: &[Alternative],
        stored: TermId,
        width: u32,
        plane: Plane,
    ) -> Updates {
        let mut updates = Updates::default();
        for alternative in alternatives {
            self.scatter(alternative, stored, width, plane, &mut updates);
        }
        updates
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

    /// The pieces of variables that an access consists of.
    fn pieces(&mut self, object: Object, at: At, width: u32) -> Vec<Piece> {
        let mut pieces = Vec::new();
        match at {
            At::Bits(from) => {
                let end = from + u64::from(width);
                let segments = &self.memory.data(object).segments;
                let first = segments.partition_point(|s| s.end() <= from);
                let touched: Vec<usize> = (first..segments.len())
                    .take_while(|&i| segments[i].start() < end)
                    .collect();
                for i in touched {
                    match &self.memory.data(object).segments[i] {
                        Segment::Cell(leaf, var) => {
                            let (start, stop) = (
                                leaf.offset.max(from),
                                (leaf.offset + u64::from(leaf.width)).min(end),
                            );
                            pieces.push(Piece {
                                var: *var,
                                index: None,
                                whole: leaf.width,
                                from: (start - leaf.offset) as u32,
                                to: (start - from) as u32,
                                width: (stop - start) as u32,
                            });
                        }
                        Segment::Array(array, _) => {
                            let (offset, stride) = (array.offset, array.stride);
                            let start = offset.max(from);
                            let stop = array.end().min(end);
                            let first = (start - offset) / stride;
                            let index_bits = super::object::index_width(array.count);
                            let index = self.terms.bv_u64(first, index_bits);
                            let inner = start - offset - first * stride;
                            let more = self.element_pieces(
                                object,
                                (i, index, inner),
                                (stop - start) as u32,
                                (start - from) as u32,
                            );
                            pieces.extend(more);
                        }
                    }
                }
            }
            At::Element {
                segment,
                index,
                offset,
            } => pieces = self.element_pieces(object, (segment, index, offset), width, 0),
        }
        pieces
    }

    /// The pieces of an access that starts in an element of an array.
    fn element_pieces(
        &mut self,
        object: Object,
        (segment, index, offset): (usize, TermId, u64),
        width: u32,
        to: u32,
    ) -> Vec<Piece> {
        let Segment::Array(array, vars) = self.memory.data(object).segments[segment].clone() else {
            return Vec::new();
        };
        let index_bits = self.terms.width(index);
        let (from, end) = (offset, offset + u64::from(width));
        let mut pieces = Vec::new();
        for element in from / array.stride..=(end.max(1) - 1) / array.stride {
            let base = element * array.stride;
            let more = self.terms.bv_u64(element, index_bits);
            let index = self.terms.bv_add(index, more);
            for (column, &var) in array.columns.iter().zip(&vars) {
                let start = (base + column.offset).max(from);
                let stop = (base + column.offset + u64::from(column.width)).min(end);
                if start < stop {
                    pieces.push(Piece {
                        var,
                        index: Some(index),
                        whole: column.width,
                        from: (start - base - column.offset) as u32,
                        to: to + (start - from) as u32,
                        width: (stop - start) as u32,
                    });
                }
            }
        }
        pieces
    }

    /// Read an alternative. Bits that nothing is stored for are 0, and count as values.
    pub(super) fn gather(&mut self, alternative: &Alternative, width: u32, plane: Plane) -> TermId {
        let mut pieces = self.pieces(alternative.object, alternative.at, width);
        pieces.sort_by_key(|piece| piece.to);
        let mut value: Option<TermId> = None;
        let mut filled = 0;
        for piece in pieces {
            if piece.to < filled {
                continue;
            }
            if piece.to > filled {
                let gap = self.nothing_stored(piece.to - filled, plane);
                value = Some(self.join(gap, value));
            }
            let whole = match self.in_plane(piece.var, plane) {
                Some(var) => self.piece_value(&piece, self.read(var)),
                None => self.all_ones(piece.whole),
            };
            let part = self
                .terms
                .extract(whole, piece.from + piece.width - 1, piece.from);
            value = Some(self.join(part, value));
            filled = piece.to + piece.width;
        }
        if filled < width {
            let gap = self.nothing_stored(width - filled, plane);
            value = Some(self.join(gap, value));
        }
        value.unwrap_or_else(|| self.nothing_stored(width, plane))
    }

    fn nothing_stored(&mut self, width: u32, plane: Plane) -> TermId {
        match plane {
            Plane::Values => self.bits(0, width),
            Plane::Masks => self.all_ones(width),
        }
    }

    fn join(&mut self, high: TermId, low: Option<TermId>) -> TermId {
        match low {
            Some(low) => self.terms.concat(high, low),
            None => high,
        }
    }

    fn piece_value(&mut self, piece: &Piece, var: TermId) -> TermId {
        match piece.index {
            Some(index) => self.terms.select(var, index),
            None => var,
        }
    }

    /// Write an alternative. Where its condition holds, none of the others does, so what is kept of
    /// a variable is its old value, and not what the others make of it: a read of that would be
    /// pushed down to the variable through all of them.
    fn scatter(
        &mut self,
        alternative: &Alternative,
        value: TermId,
        width: u32,
        plane: Plane,
        updates: &mut Updates,
    ) {
        let mut here = Updates::default();
        for piece in self.pieces(alternative.object, alternative.at, width) {
            let Some(var) = self.in_plane(piece.var, plane) else {
                continue;
            };
            let part = self
                .terms
                .extract(value, piece.to + piece.width - 1, piece.to);
            let old = here.values.get(&var).copied();
            let old = old.unwrap_or_else(|| self.read(var));
            let new = self.with_part(&piece, old, part);
            here.set(var, new);
        }
        for var in here.order {
            let old = updates.values.get(&var).copied();
            let old = old.unwrap_or_else(|| self.read(var));
            let new = self
                .terms
                .ite(alternative.condition, here.values[&var], old);
            updates.set(var, new);
        }
    }

    /// A variable with some of its bits replaced.
    fn with_part(&mut self, piece: &Piece, old: TermId, part: TermId) -> TermId {
        let filled = piece.from + piece.width;
        let mut new = part;
        if piece.width < piece.whole {
            let whole = self.piece_value(piece, old);
            if piece.from > 0 {
                let low = self.terms.extract(whole, piece.from - 1, 0);
                new = self.terms.concat(new, low);
            }
            if filled < piece.whole {
                let high = self.terms.extract(whole, piece.whole - 1, filled);
                new = self.terms.concat(high, new);
            }
        }
        match piece.index {
            Some(index) => self.terms.store(old, index, new),
            None => new,
        }
    }

    /// Is the access checked, taken for granted, or beyond us? `false` after the end of the run.
    fn check_access(
        &mut self,
        place: &Place,
        width: u32,
        access: Access,
        alternatives: &[Alternative],
    ) -> bool {
        if self.body.is_trusted {
            return true;
        }
        let bounds = place.conditions.iter().filter(|(c, _)| *c == Check::Bounds);
        for condition in bounds.map(|&(_, condition)| condition).collect::<Vec<_>>() {
            if self.terms.as_bool(condition) != Some(true) {
                self.check(Check::Bounds, condition, Assumed::Bounds, place.range);
            }
        }
        if access == Access::Write {
            self.stay_in_array(place, u64::from(width));
        }
        let whole = alternatives.iter().filter(|a| !a.partial);
        let conditions: Vec<TermId> = whole.map(|a| a.condition).collect();
        let valid = self.terms.or(&conditions);
        let check = match &place.base {
            Base::Pointer { .. } => Check::Pointer,
            _ => Check::Bounds,
        };
        if comes_from_outside(place) {
            if self.options.checks.contains(&check) {
                let what = "check of a pointer that comes from outside of the program";
                self.unsupported(what, place.range);
                return false;
            }
            self.assume_once(Assumed::Outside, Some(place.range));
            return true;
        }
        if let Some(what) = self.cannot_check(check, place, alternatives) {
            self.unsupported(what, place.range);
            return false;
        }
        self.stay_in_length(place, width);
        if check == Check::Pointer && self.checks_pointers() {
            self.check_pointer(place, width, valid);
        } else if self.terms.as_bool(valid) != Some(true) {
            let assumed = match check {
                Check::Pointer => Assumed::Pointers,
                _ => Assumed::Bounds,
            };
            self.check(check, valid, assumed, place.range);
        }
        true
    }

    /// The object behind a variable-length array is larger than the array.
    fn stay_in_length(&mut self, place: &Place, width: u32) {
        let Base::Object(object) = place.base else {
            return;
        };
        if !self.memory.data(object).dynamic || !self.options.checks.contains(&Check::Bounds) {
            return;
        }
        let address = self.address_of(place);
        let start = self.address_of_object(object);
        let start = self.terms.bv_u64(start, self.terms.width(address));
        let offset = self.terms.bv_sub(address, start);
        let bytes = u64::from(width).div_ceil(8).max(1);
        let inside = self.is_in_length(object, offset, bytes, place.range);
        self.check(Check::Bounds, inside, Assumed::Bounds, place.range);
    }

    /// In words: an object whose bounds are not known well enough for a check of accesses to it.
    fn cannot_check(
        &self,
        check: Check,
        place: &Place,
        alternatives: &[Alternative],
    ) -> Option<&'static str> {
        let checks = &self.options.checks;
        let has_inner = |a: &Alternative| self.has_variable_elements(a.object);
        let Base::Pointer { targets, .. } = &place.base else {
            return (checks.contains(&check) && alternatives.iter().any(has_inner))
                .then_some("check of an access to an array of arrays of variable length");
        };
        let is_checked = checks.contains(&Check::Pointer) || checks.contains(&Check::Bounds);
        // Objects of one variable lie behind one another, or have room to spare.
        let is_one_of_many = |target: &Target| {
            let Some(object) = self.memory.find(target.location) else {
                return false;
            };
            let data = self.memory.data(object);
            let is_variable = matches!(target.location, Location::Variable(_));
            let bounds = checks.contains(&Check::Bounds);
            let is_followed = data.dynamic && !(bounds && self.has_variable_elements(object));
            is_variable && data.count.is_some() && !is_followed
        };
        (is_checked && targets.iter().any(is_one_of_many)).then_some(
            "check of an access to an array of arrays of variable length or a local of a \
             recursive function",
        )
    }

    /// Is it a variable-length array whose elements are such arrays, too? Their bounds are not
    /// followed.
    fn has_variable_elements(&self, object: Object) -> bool {
        if !self.memory.data(object).dynamic {
            return false;
        }
        let mut all = self.memory.all().into_iter();
        match all.find(|&(_, other)| other == object) {
            Some((Location::Variable(id), _)) => {
                let ty = self.unit.object(id).ty.ty;
                matches!(*self.types().get(ty), Type::Array(element, _)
                    if self.types().size_of(element.ty).is_none())
            }
            _ => false,
        }
    }

    /// Give every variable of an object the value 0.
    pub(in crate::lower) fn zero_object(&mut self, object: Object, range: Range) {
        self.zero_rest(object, |_| false, range);
    }

    /// Give every variable of an object the value 0, but for cells that will get a value.
    pub(super) fn zero_rest(
        &mut self,
        object: Object,
        covered: impl Fn(&Leaf) -> bool,
        range: Range,
    ) {
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

/// May a pointer come from outside of the program?
fn comes_from_outside(place: &Place) -> bool {
    match &place.base {
        Base::Pointer { targets, .. } => {
            let mut locations = targets.iter().map(|target| target.location);
            locations.any(|location| location == Location::Unknown)
        }
        _ => false,
    }
}
