//! What a place may be: a list of alternatives, each under a condition.
//!
//! At most one of the conditions is true. If none is, the access is invalid: outside of the
//! object, or through a pointer that points to nothing that it could point to.

use ferric3_term::TermId;

use super::around::Access;
use super::location::{Location, Target};
use super::object::{Object, Segment, index_width};
use super::offsets::Offsets;
use super::place::{Base, Index, Place};
use crate::lower::Lower;

/// More alternatives than this are not modelled.
const MOST_ALTERNATIVES: usize = 1 << 12;

/// More than this in the whole program are not, either: then an access may only have a few.
const MOST_IN_ALL: usize = 1 << 21;

/// How many it may have then.
const FEW: usize = 1 << 4;

/// Where an access goes.
#[derive(Clone, Copy, Debug)]
pub(super) enum At {
    /// A number of bits from the start of the object.
    Bits(u64),
    /// Bits from the start of an element of an array.
    Element {
        /// The segment of the array.
        segment: usize,
        /// Which element, in the width of the array's indices.
        index: TermId,
        /// Bits from its start.
        offset: u64,
    },
}

/// One of the things that a place may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alternative {
    /// When it is that.
    pub(super) condition: TermId,
    pub(super) object: Object,
    pub(super) at: At,
    /// Does it reach behind the end of the object?
    pub(super) partial: bool,
}

/// Where a search for alternatives starts.
#[derive(Clone, Copy, Debug)]
enum Start {
    /// So many bits from the start of the object (or before it).
    Bits(i64),
    /// So many bits from the start of an element.
    Element(usize, TermId, i64),
}

impl Lower<'_> {
    /// Something may be one of so many. Are they more than can be modelled? What does not depend on
    /// clocks must still come to an end within seconds.
    pub(in crate::lower) fn are_too_many(&mut self, alternatives: usize) -> bool {
        let in_all = self.memory.alternatives + alternatives;
        let too_many =
            alternatives > MOST_ALTERNATIVES || (alternatives > FEW && in_all > MOST_IN_ALL);
        if !too_many {
            self.memory.alternatives = in_all;
        }
        too_many
    }

    /// What a place may be, for an access of `width` bits. `None` after the end of the run.
    pub(super) fn alternatives(
        &mut self,
        place: &Place,
        width: u64,
        access: Access,
    ) -> Option<Vec<Alternative>> {
        let mut out = Vec::new();
        match &place.base {
            Base::Value(_) => return Some(out),
            Base::Object(object) => {
                let always = self.terms.tt();
                let start = Start::Bits(place.offset);
                self.search(*object, start, &place.indices, width, always, &mut out);
                out.extend(self.around_array(place, width, access).unwrap_or_default());
            }
            Base::Pointer { address, targets } => {
                for target in targets {
                    if let Some(object) = self.object_of(target.location) {
                        self.search_pointer(object, *address, target, place, width, &mut out);
                    }
                    if out.len() > MOST_ALTERNATIVES {
                        break;
                    }
                }
            }
        }
        if self.are_too_many(out.len()) {
            self.unsupported("access that may go to too many places", place.range);
            return None;
        }
        let never = self.terms.ff();
        out.retain(|alternative| alternative.condition != never);
        Some(out)
    }

    /// What the pointer may point to in one object.
    pub(super) fn search_pointer(
        &mut self,
        object: Object,
        address: TermId,
        target: &Target,
        place: &Place,
        width: u64,
        out: &mut Vec<Alternative>,
    ) {
        let pointer_width = self.types().pointer_width();
        let base = self.address_of_object(object);
        for spot in self.spots(object, target, place, width) {
            let at = self
                .terms
                .bv_u64(base.wrapping_add_signed(spot), pointer_width);
            let here = self.terms.eq(address, at);
            let start = Start::Bits(place.offset.saturating_add(spot * 8));
            self.search(object, start, &place.indices, width, here, out);
            if out.len() > MOST_ALTERNATIVES {
                return;
            }
        }
        if !self.has_walkers(object, target) {
            return;
        }
        let arrays: Vec<usize> = (0..self.memory.data(object).segments.len())
            .filter(|&i| matches!(self.memory.data(object).segments[i], Segment::Array(..)))
            .collect();
        for segment in arrays {
            let Some((inside, index, rest)) = self.element_at(object, segment, address) else {
                continue;
            };
            for inner in self.inner_spots(object, segment, target) {
                let rest_width = self.terms.width(rest);
                let expected = self.terms.bv_u64(inner, rest_width);
                let fits = self.terms.eq(rest, expected);
                let here = self.terms.and2(inside, fits);
                let offset = place.offset.saturating_add_unsigned(inner * 8);
                let start = Start::Element(segment, index, offset);
                self.search(object, start, &place.indices, width, here, out);
            }
        }
    }

    /// May a pointer point to any of many elements of an array of the object? Otherwise all that
    /// it may point to are spots.
    fn has_walkers(&self, object: Object, target: &Target) -> bool {
        let single = self.memory.data(object).count.is_none();
        !(single && matches!(target.offsets, Offsets::Few(..)))
    }

    /// Offsets in bytes where the pointer of a place may point to, one by one: those outside of
    /// arrays that are not split, and those from where the access reaches over the end of one.
    fn spots(&self, object: Object, target: &Target, place: &Place, width: u64) -> Vec<i64> {
        let data = self.memory.data(object);
        let size = data.size as i64;
        // The access starts inside of the object, not necessarily the pointer.
        let ahead = place.offset.div_euclid(8);
        let most = MOST_ALTERNATIVES + 1;
        if !self.has_walkers(object, target) {
            return target.offsets.between(-ahead, size - ahead).collect();
        }
        // From these, nothing leads into an array alone.
        let reach = (place.offset + width as i64 - 1).div_euclid(8).max(0);
        let mut ranges = Vec::new();
        let mut from = -ahead.max(0);
        for segment in &data.segments {
            if let Segment::Array(..) = segment {
                let (start, end) = (segment.start() as i64 / 8, segment.end() as i64 / 8);
                ranges.push((from, start));
                from = if end < size {
                    (end - reach).max(start)
                } else {
                    end
                };
            }
        }
        ranges.push((from, size - ahead.min(0)));
        // Where a location has several objects, offsets count from the start of each.
        let room = self.room_of(object, target.location).max(1);
        let mut spots = Vec::new();
        for (from, to) in ranges.into_iter().filter(|(from, to)| from < to) {
            for number in from.div_euclid(room)..=(to - 1).div_euclid(room) {
                let start = number * room;
                let low = (from - start).max(-ahead);
                let high = (to - start).min(room - ahead);
                let inside = target.offsets.between(low, high.max(low));
                spots.extend(inside.map(|offset| start + offset).take(most));
                if spots.len() > most {
                    return spots;
                }
            }
        }
        spots
    }

    /// Bytes from one object of a location to the next.
    fn room_of(&self, object: Object, location: Location) -> i64 {
        let data = self.memory.data(object);
        let room = match location {
            Location::Allocation(range) => self.allocation(range).map(|a| a.room),
            // A variable-length array is one object.
            Location::Variable(_) if data.dynamic => None,
            Location::Variable(_) if data.count.is_some() => self.types().size_of(data.ty),
            _ => None,
        };
        room.unwrap_or(data.size) as i64
    }

    /// Offsets in bytes in an element of an array where the pointer may point to.
    fn inner_spots(&self, object: Object, segment: usize, target: &Target) -> Vec<u64> {
        let Segment::Array(array, _) = &self.memory.data(object).segments[segment] else {
            return Vec::new();
        };
        let stride = array.stride / 8;
        let room = self.room_of(object, target.location);
        let (start, end) = ((array.offset / 8) as i64, (array.end() / 8) as i64);
        if end - start > room {
            // Elements are parts of one object each, or the other way round.
            return target.offsets.remainders(0, room, stride);
        }
        target.offsets.remainders(start, end, stride)
    }

    /// Does the address lie in an array of an object; if so, in which element, and how many bytes
    /// from its start?
    fn element_at(
        &mut self,
        object: Object,
        segment: usize,
        address: TermId,
    ) -> Option<(TermId, TermId, TermId)> {
        let base = self.address_of_object(object);
        let low_bits = self.memory.offset_bits(object);
        let Segment::Array(array, _) = &self.memory.data(object).segments[segment] else {
            return None;
        };
        let (start, stride, count) = (array.offset / 8, array.stride / 8, array.count);
        let width = self.terms.width(address);
        if low_bits >= width {
            // The object is too large for the address space, which ends every run at its start.
            return None;
        }
        let upper = self.terms.extract(address, width - 1, low_bits);
        let upper_base = self.terms.bv_u64(base >> low_bits, width - low_bits);
        let same = self.terms.eq(upper, upper_base);
        let mut low = self.terms.extract(address, low_bits - 1, 0);
        if start > 0 {
            let start = self.terms.bv_u64(start, low_bits);
            low = self.terms.bv_sub(low, start);
        }
        let (quotient, rest) = self.divide(low, stride);
        let quotient_width = self.terms.width(quotient);
        let limit = self.terms.bv_u64(count, quotient_width);
        // The count itself may need one bit more than the quotient has.
        let below = if quotient_width < 64 && count >> quotient_width != 0 {
            self.terms.tt()
        } else {
            self.terms.bv_ult(quotient, limit)
        };
        let inside = self.terms.and2(same, below);
        let index = self.terms.resize(quotient, index_width(count), false);
        Some((inside, index, rest))
    }

    /// Quotient and remainder by a constant.
    pub(super) fn divide(&mut self, a: TermId, by: u64) -> (TermId, TermId) {
        let width = self.terms.width(a);
        if by.is_power_of_two() {
            let low = by.trailing_zeros();
            if low == 0 {
                return (a, self.terms.bv_u64(0, 1));
            }
            if low < width {
                let quotient = self.terms.extract(a, width - 1, low);
                return (quotient, self.terms.extract(a, low - 1, 0));
            }
        }
        let divisor = self.terms.bv_u64(by, width);
        (
            self.terms.bv_udiv(a, divisor),
            self.terms.bv_urem(a, divisor),
        )
    }

    /// Alternatives from a start on, with subscripts.
    fn search(
        &mut self,
        object: Object,
        start: Start,
        indices: &[Index],
        width: u64,
        condition: TermId,
        out: &mut Vec<Alternative>,
    ) {
        if out.len() > MOST_ALTERNATIVES || self.terms.as_bool(condition) == Some(false) {
            return;
        }
        match (start, indices) {
            (Start::Bits(at), []) => {
                let size = self.memory.data(object).size * 8;
                if let Ok(at) = u64::try_from(at)
                    && at < size
                {
                    let partial = at + width > size;
                    let at = At::Bits(at);
                    out.push(Alternative {
                        condition,
                        object,
                        at,
                        partial,
                    });
                }
            }
            (Start::Element(segment, index, at), []) => {
                self.element(object, (segment, index, at), width, condition, out);
            }
            (Start::Bits(at), _) => match self.array_at(object, at) {
                Some(segment) => {
                    self.in_array(object, segment, at, indices, width, condition, out);
                    if !self.memory.data(object).typed && indices.iter().any(|i| i.bound.is_none())
                    {
                        self.beside_array(object, segment, at, indices, width, condition, out);
                    }
                }
                None => {
                    let size = self.memory.data(object).size as i64 * 8;
                    let room = (-at / 8, (size - at - width as i64).div_euclid(8));
                    self.each_index(room, indices, condition, |this, bits, rest, condition| {
                        let start = Start::Bits(at + bits);
                        this.search(object, start, rest, width, condition, out);
                    });
                }
            },
            (Start::Element(segment, index, at), _) => {
                let stride = self.stride_of(object, segment) as i64;
                let room = (-at / 8, (stride - at - width as i64).div_euclid(8));
                self.each_index(room, indices, condition, |this, bits, rest, condition| {
                    let start = Start::Element(segment, index, at + bits);
                    this.search(object, start, rest, width, condition, out);
                });
            }
        }
    }

    /// Each value of the first subscript that stays in the room (in bytes before and behind), or
    /// in the bound of its array.
    fn each_index(
        &mut self,
        (before, behind): (i64, i64),
        indices: &[Index],
        condition: TermId,
        mut go_on: impl FnMut(&mut Self, i64, &[Index], TermId),
    ) {
        let Some((first, rest)) = indices.split_first() else {
            return;
        };
        let stride = (first.stride as i64).max(1);
        let (from, to) = match first.bound {
            Some(bound) => (0, bound as i64),
            None if rest.is_empty() => (before / stride, behind.div_euclid(stride) + 1),
            // Later subscripts may lead back.
            None => (
                before / stride,
                -before / stride + behind.div_euclid(stride) + 1,
            ),
        };
        let width = self.terms.width(first.term);
        for number in from..to.min(from.saturating_add(MOST_ALTERNATIVES as i64 + 1)) {
            let value = self.terms.bv_u64(number as u64, width);
            let equal = self.terms.eq(first.term, value);
            let condition = self.terms.and2(condition, equal);
            if self.terms.as_bool(condition) != Some(false) {
                go_on(self, number * stride * 8, rest, condition);
            }
        }
    }

    fn array_at(&self, object: Object, at: i64) -> Option<usize> {
        let at = u64::try_from(at).ok()?;
        let segments = &self.memory.data(object).segments;
        segments
            .iter()
            .position(|s| matches!(s, Segment::Array(..)) && s.start() <= at && at < s.end())
    }

    fn stride_of(&self, object: Object, segment: usize) -> u64 {
        match &self.memory.data(object).segments[segment] {
            Segment::Array(array, _) => array.stride,
            Segment::Cell(leaf, _) => u64::from(leaf.width),
        }
    }

    /// Subscripts into an array that is not split.
    #[expect(clippy::too_many_arguments, reason = "one step of a recursion")]
    fn in_array(
        &mut self,
        object: Object,
        segment: usize,
        at: i64,
        indices: &[Index],
        width: u64,
        condition: TermId,
        out: &mut Vec<Alternative>,
    ) {
        let Segment::Array(array, _) = &self.memory.data(object).segments[segment] else {
            return;
        };
        let (offset, stride, count) = (array.offset, array.stride, array.count);
        let from = at as u64 - offset;
        // Subscripts inside of an element are tried one by one.
        if let Some(inner) = indices
            .iter()
            .position(|i| (i.stride * 8) % stride != 0 && i.bound.is_some())
        {
            let mut reordered = indices.to_vec();
            reordered.swap(0, inner);
            return self.each_index(
                (0, 0),
                &reordered,
                condition,
                |this, bits, rest, condition| {
                    this.search(object, Start::Bits(at + bits), rest, width, condition, out);
                },
            );
        }
        let pointer_width = self.types().pointer_width();
        let mut inside = condition;
        if indices.iter().all(|i| (i.stride * 8) % stride == 0) {
            let first = self.terms.bv_u64(from / stride, pointer_width);
            let mut index = first;
            for i in indices {
                let factor = self.terms.bv_u64(i.stride * 8 / stride, pointer_width);
                let elements = self.terms.bv_mul(i.term, factor);
                index = self.terms.bv_add(index, elements);
                if let Some(bound) = i.bound {
                    let bound = self.terms.bv_u64(bound, pointer_width);
                    let below = self.terms.bv_ult(i.term, bound);
                    inside = self.terms.and2(inside, below);
                }
            }
            if indices.iter().any(|i| i.bound.is_none()) {
                let limit = self.terms.bv_u64(count, pointer_width);
                let below = self.terms.bv_ult(index, limit);
                inside = self.terms.and2(inside, below);
            }
            let index = self.terms.resize(index, index_width(count), false);
            let rest = (from % stride) as i64;
            return self.element(object, (segment, index, rest), width, inside, out);
        }
        // Any number of bytes from the start of the array.
        let mut bytes = self.terms.bv_u64(from / 8, pointer_width);
        for i in indices {
            let factor = self.terms.bv_u64(i.stride, pointer_width);
            let more = self.terms.bv_mul(i.term, factor);
            bytes = self.terms.bv_add(bytes, more);
        }
        let end = self.terms.bv_u64(count * stride / 8, pointer_width);
        let below = self.terms.bv_ult(bytes, end);
        inside = self.terms.and2(inside, below);
        let (quotient, rest) = self.divide(bytes, stride / 8);
        let index = self.terms.resize(quotient, index_width(count), false);
        let rest_width = self.terms.width(rest);
        for byte in 0..stride / 8 {
            let expected = self.terms.bv_u64(byte, rest_width);
            let here = self.terms.eq(rest, expected);
            let here = self.terms.and2(inside, here);
            self.element(object, (segment, index, byte as i64 * 8), width, here, out);
        }
    }

    /// Subscripts that lead from an array to what else its object consists of, as those of a
    /// pointer to the first byte of a record do.
    #[expect(clippy::too_many_arguments, reason = "one step of a recursion")]
    fn beside_array(
        &mut self,
        object: Object,
        segment: usize,
        at: i64,
        indices: &[Index],
        width: u64,
        condition: TermId,
        out: &mut Vec<Alternative>,
    ) {
        let data = self.memory.data(object);
        let (start, end) = (data.segments[segment].start(), data.segments[segment].end());
        let beside = (0..start / 8).chain(end / 8..data.size);
        let pointer_width = self.types().pointer_width();
        let mut offset = self.terms.bv_u64((at / 8) as u64, pointer_width);
        for index in indices {
            let stride = self.terms.bv_u64(index.stride, pointer_width);
            let bytes = self.terms.bv_mul(index.term, stride);
            offset = self.terms.bv_add(offset, bytes);
        }
        for byte in beside {
            if out.len() > MOST_ALTERNATIVES {
                return;
            }
            let value = self.terms.bv_u64(byte, pointer_width);
            let here = self.terms.eq(offset, value);
            let here = self.terms.and2(condition, here);
            let start = Start::Bits(byte as i64 * 8);
            self.search(object, start, &[], width, here, out);
        }
    }

    /// An access to an element, and to those behind it if it does not fit.
    fn element(
        &mut self,
        object: Object,
        (segment, index, offset): (usize, TermId, i64),
        width: u64,
        condition: TermId,
        out: &mut Vec<Alternative>,
    ) {
        let Segment::Array(array, _) = &self.memory.data(object).segments[segment] else {
            return;
        };
        let (stride, count) = (array.stride, array.count);
        let Ok(offset) = u64::try_from(offset) else {
            return;
        };
        let last = (offset + width).saturating_sub(1) / stride;
        let mut condition = condition;
        if last > 0 {
            if last >= count {
                return;
            }
            let index_bits = self.terms.width(index);
            let limit = self.terms.bv_u64(count - last, index_bits);
            let fits = self.terms.bv_ult(index, limit);
            condition = self.terms.and2(condition, fits);
        }
        let at = At::Element {
            segment,
            index,
            offset,
        };
        out.push(Alternative {
            condition,
            object,
            at,
            partial: false,
        });
    }
}
