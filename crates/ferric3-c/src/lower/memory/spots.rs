//! Where in an object a pointer may point to: a few spots, one by one, and elements of arrays that
//! are not split.

use ferric3_term::TermId;

use super::location::{Location, Target};
use super::object::{Object, Segment, index_width};
use super::offsets::Offsets;
use super::place::Place;
use super::resolve::{Found, MOST_ALTERNATIVES};
use super::subscripts::{Start, Way};
use crate::lower::Lower;

impl Lower<'_> {
    /// What the pointer may point to in one object.
    pub(super) fn search_pointer(
        &mut self,
        object: Object,
        address: TermId,
        target: &Target,
        place: &Place,
        found: &mut Found,
    ) {
        let pointer_width = self.types().pointer_width();
        let base = self.address_of_object(object);
        let indices = &place.indices[..];
        for spot in self.spots(object, target, place, found.width) {
            let at = self
                .terms
                .bv_u64(base.wrapping_add_signed(spot), pointer_width);
            let way = Way {
                object,
                indices,
                condition: self.terms.eq(address, at),
            };
            let start = Start::Bits(place.offset.saturating_add(spot * 8));
            self.search(way, start, found);
            if found.is_full() {
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
                let way = Way {
                    object,
                    indices,
                    condition: self.terms.and2(inside, fits),
                };
                let offset = place.offset.saturating_add_unsigned(inner * 8);
                let start = Start::Element(segment, index, offset);
                self.search(way, start, found);
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
}
