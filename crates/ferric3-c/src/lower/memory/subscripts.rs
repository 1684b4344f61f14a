//! Where subscripts lead from a place in an object: on the way, each value of a subscript is tried
//! by itself, except in arrays that are not split, where the index stays a term.

use ferric3_term::TermId;
use num_bigint::BigInt;

use super::object::{Object, Segment, index_width};
use super::place::Index;
use super::resolve::{Alternative, At, Found, MOST_ALTERNATIVES};
use crate::lower::Lower;

/// A way to what is accessed, as far as it was not gone yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way<'i> {
    pub(super) object: Object,
    /// The subscripts that lead on.
    pub(super) indices: &'i [Index],
    /// When it is taken.
    pub(super) condition: TermId,
}

/// Where a way goes on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Start {
    /// So many bits from the start of the object (or before it).
    Bits(i64),
    /// So many bits from the start of an element: segment, index, bits.
    Element(usize, TermId, i64),
}

impl Lower<'_> {
    /// Alternatives from a start on, with subscripts.
    pub(super) fn search(&mut self, way: Way<'_>, start: Start, found: &mut Found) {
        if found.is_full() || self.terms.as_bool(way.condition) == Some(false) {
            return;
        }
        let (object, width) = (way.object, found.width as i64);
        match (start, way.indices) {
            (Start::Bits(at), []) => self.at_bits(way, at, found),
            (Start::Element(segment, index, at), []) => {
                self.element(way, (segment, index, at), found);
            }
            (Start::Bits(at), indices) => match self.array_at(object, at) {
                Some(segment) => {
                    self.in_array(way, segment, at, found);
                    if !self.memory.data(object).typed && indices.iter().any(|i| i.bound.is_none())
                    {
                        self.beside_array(way, segment, at, found);
                    }
                }
                None => {
                    let size = self.memory.data(object).size as i64 * 8;
                    let room = (-at / 8, (size - at - width).div_euclid(8));
                    self.each_index(way, room, |this, bits, way| {
                        this.search(way, Start::Bits(at + bits), found);
                    });
                }
            },
            (Start::Element(segment, index, at), _) => {
                let stride = self.stride_of(object, segment) as i64;
                let room = (-at / 8, (stride - at - width).div_euclid(8));
                self.each_index(way, room, |this, bits, way| {
                    let start = Start::Element(segment, index, at + bits);
                    this.search(way, start, found);
                });
            }
        }
    }

    /// Each value of the first subscript that stays in the room (in bytes before and behind), or
    /// in the bound of its array.
    fn each_index(
        &mut self,
        way: Way<'_>,
        (before, behind): (i64, i64),
        mut go_on: impl FnMut(&mut Self, i64, Way<'_>),
    ) {
        let Some((first, rest)) = way.indices.split_first() else {
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
        let subscript = self
            .signedness(first.term)
            .map(|signed| self.number(first.term, signed));
        for number in from..to.min(from.saturating_add(MOST_ALTERNATIVES as i64 + 1)) {
            let equal = match subscript {
                Some(subscript) => {
                    let value = self.terms.int(number);
                    self.terms.eq(subscript, value)
                }
                None => {
                    let value = self.terms.bv_u64(number as u64, width);
                    self.terms.eq(first.term, value)
                }
            };
            let condition = self.terms.and2(way.condition, equal);
            if self.terms.as_bool(condition) != Some(false) {
                let way = Way {
                    indices: rest,
                    condition,
                    ..way
                };
                go_on(self, number * stride * 8, way);
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
    fn in_array(&mut self, way: Way<'_>, segment: usize, at: i64, found: &mut Found) {
        let Segment::Array(array, _) = &self.memory.data(way.object).segments[segment] else {
            return;
        };
        let (offset, stride) = (array.offset, array.stride);
        let is_whole = |index: &Index| (index.stride * 8).is_multiple_of(stride);
        // Subscripts inside of an element are tried one by one.
        let is_inner = |index: &Index| !is_whole(index) && index.bound.is_some();
        if let Some(inner) = way.indices.iter().position(is_inner) {
            let mut reordered = way.indices.to_vec();
            reordered.swap(0, inner);
            let way = Way {
                indices: &reordered,
                ..way
            };
            return self.each_index(way, (0, 0), |this, bits, way| {
                this.search(way, Start::Bits(at + bits), found);
            });
        }
        let from = at as u64 - offset;
        let are_numbers = way
            .indices
            .iter()
            .all(|i| self.signedness(i.term).is_some());
        if way.indices.iter().all(is_whole) {
            match are_numbers {
                true => self.by_numbers(way, segment, from, found),
                false => self.by_elements(way, segment, from, found),
            }
        } else {
            self.by_bytes(way, segment, from, found);
        }
    }

    /// Subscripts each of which leads over whole elements, from so many bits in the array on.
    fn by_elements(&mut self, way: Way<'_>, segment: usize, from: u64, found: &mut Found) {
        let Segment::Array(array, _) = &self.memory.data(way.object).segments[segment] else {
            return;
        };
        let (stride, count) = (array.stride, array.count);
        let pointer_width = self.types().pointer_width();
        let mut condition = way.condition;
        let mut index = self.terms.bv_u64(from / stride, pointer_width);
        for i in way.indices {
            let factor = self.terms.bv_u64(i.stride * 8 / stride, pointer_width);
            let elements = self.terms.bv_mul(i.term, factor);
            index = self.terms.bv_add(index, elements);
            if let Some(bound) = i.bound {
                let bound = self.terms.bv_u64(bound, pointer_width);
                let below = self.terms.bv_ult(i.term, bound);
                condition = self.terms.and2(condition, below);
            }
        }
        if way.indices.iter().any(|i| i.bound.is_none()) {
            let limit = self.terms.bv_u64(count, pointer_width);
            let below = self.terms.bv_ult(index, limit);
            condition = self.terms.and2(condition, below);
        }
        let index = self.terms.resize(index, index_width(count), false);
        let rest = (from % stride) as i64;
        self.element(Way { condition, ..way }, (segment, index, rest), found);
    }

    /// The same for subscripts that are mathematical integers.
    fn by_numbers(&mut self, way: Way<'_>, segment: usize, from: u64, found: &mut Found) {
        let Segment::Array(array, _) = &self.memory.data(way.object).segments[segment] else {
            return;
        };
        let (stride, count) = (array.stride, array.count);
        let mut condition = way.condition;
        let mut index = self.terms.int(i128::from(from / stride));
        for i in way.indices {
            let signed = self.signedness(i.term).unwrap_or(true);
            let number = self.number(i.term, signed);
            if let Some(bound) = i.bound {
                let below = self.is_below(i.term, bound);
                condition = self.terms.and2(condition, below);
            }
            let factor = self.terms.int(i128::from(i.stride * 8 / stride));
            let elements = self.terms.mul(number, factor);
            index = self.terms.add(index, elements);
        }
        // The bounds of all subscripts may be more than there is behind the first one.
        let below = self.lies_between(index, 0.into(), BigInt::from(count) - 1);
        condition = self.terms.and2(condition, below);
        let index = self.index_of_number(index, index_width(count));
        let rest = (from % stride) as i64;
        self.element(Way { condition, ..way }, (segment, index, rest), found);
    }

    /// Subscripts that lead any number of bytes from the start of the array.
    fn by_bytes(&mut self, way: Way<'_>, segment: usize, from: u64, found: &mut Found) {
        let Segment::Array(array, _) = &self.memory.data(way.object).segments[segment] else {
            return;
        };
        let (stride, count) = (array.stride, array.count);
        let pointer_width = self.types().pointer_width();
        let bytes = self.sum_of_bytes(from / 8, way.indices);
        let end = self.terms.bv_u64(count * stride / 8, pointer_width);
        let below = self.terms.bv_ult(bytes, end);
        let inside = self.terms.and2(way.condition, below);
        let (quotient, rest) = self.divide(bytes, stride / 8);
        let index = self.terms.resize(quotient, index_width(count), false);
        let rest_width = self.terms.width(rest);
        for byte in 0..stride / 8 {
            let expected = self.terms.bv_u64(byte, rest_width);
            let here = self.terms.eq(rest, expected);
            let condition = self.terms.and2(inside, here);
            let way = Way { condition, ..way };
            self.element(way, (segment, index, byte as i64 * 8), found);
        }
    }

    /// How many bytes subscripts lead on from some bytes on.
    fn sum_of_bytes(&mut self, from: u64, indices: &[Index]) -> TermId {
        let pointer_width = self.types().pointer_width();
        let mut bytes = self.terms.bv_u64(from, pointer_width);
        for i in indices {
            let stride = self.terms.bv_u64(i.stride, pointer_width);
            let more = self.terms.bv_mul(i.term, stride);
            bytes = self.terms.bv_add(bytes, more);
        }
        bytes
    }

    /// Subscripts that lead from an array to what else its object consists of, as those of a
    /// pointer to the first byte of a record do.
    fn beside_array(&mut self, way: Way<'_>, segment: usize, at: i64, found: &mut Found) {
        let data = self.memory.data(way.object);
        let (start, end) = (data.segments[segment].start(), data.segments[segment].end());
        let beside = (0..start / 8).chain(end / 8..data.size);
        let pointer_width = self.types().pointer_width();
        let offset = self.sum_of_bytes((at / 8) as u64, way.indices);
        for byte in beside {
            if found.is_full() {
                return;
            }
            let value = self.terms.bv_u64(byte, pointer_width);
            let here = self.terms.eq(offset, value);
            let way = Way {
                indices: &[],
                condition: self.terms.and2(way.condition, here),
                ..way
            };
            self.search(way, Start::Bits(byte as i64 * 8), found);
        }
    }

    /// An access so many bits from the start of the object, or before it.
    fn at_bits(&mut self, way: Way<'_>, at: i64, found: &mut Found) {
        let size = self.memory.data(way.object).size * 8;
        let Ok(at) = u64::try_from(at) else {
            return;
        };
        if at < size {
            found.alternatives.push(Alternative {
                condition: way.condition,
                object: way.object,
                at: At::Bits(at),
                partial: at + found.width > size,
            });
        }
    }

    /// An access to an element, and to those behind it if it does not fit.
    fn element(
        &mut self,
        way: Way<'_>,
        (segment, index, offset): (usize, TermId, i64),
        found: &mut Found,
    ) {
        let Segment::Array(array, _) = &self.memory.data(way.object).segments[segment] else {
            return;
        };
        let (stride, count) = (array.stride, array.count);
        let Ok(offset) = u64::try_from(offset) else {
            return;
        };
        let last = (offset + found.width).saturating_sub(1) / stride;
        let mut condition = way.condition;
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
        found.alternatives.push(Alternative {
            condition,
            object: way.object,
            at,
            partial: false,
        });
    }
}
