//! Accesses bit by bit: the pieces of variables that an alternative consists of, how they are put
//! together and written.

use ferric3_ivl::VarId;
use ferric3_term::TermId;
use rustc_hash::FxHashMap;

use super::initialised::Plane;
use super::object::{Object, Segment, index_width};
use super::resolve::{Alternative, At};
use crate::lower::Lower;
use crate::sema::hir::Range;

/// New values of variables, in the order in which they were first changed.
#[derive(Default)]
pub(super) struct Updates {
    order: Vec<VarId>,
    values: FxHashMap<VarId, TermId>,
}

impl Updates {
    /// The variables that change.
    pub(super) fn written(&self) -> &[VarId] {
        &self.order
    }

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

impl Lower<'_> {
    /// The pieces of variables that an access consists of.
    fn pieces(&mut self, object: Object, at: At, width: u32) -> Vec<Piece> {
        match at {
            At::Bits(from) => self.pieces_from(object, from, width),
            At::Element {
                segment,
                index,
                offset,
            } => self.element_pieces(object, (segment, index, offset), width, 0),
        }
    }

    /// The pieces of an access so many bits from the start of an object.
    fn pieces_from(&mut self, object: Object, from: u64, width: u32) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let end = from + u64::from(width);
        let segments = &self.memory.data(object).segments;
        let first = segments.partition_point(|s| s.end() <= from);
        let behind = segments.partition_point(|s| s.start() < end);
        for i in first..behind {
            match &self.memory.data(object).segments[i] {
                Segment::Cell(leaf, var) => {
                    let start = leaf.offset.max(from);
                    let stop = (leaf.offset + u64::from(leaf.width)).min(end);
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
                    let index = self.terms.bv_u64(first, index_width(array.count));
                    let element = (i, index, start - offset - first * stride);
                    let (bits, to) = ((stop - start) as u32, (start - from) as u32);
                    pieces.extend(self.element_pieces(object, element, bits, to));
                }
            }
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

    /// Write all alternatives.
    pub(super) fn scatter_all(
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

    /// Carry out what writes came to.
    pub(super) fn carry_out_updates(&mut self, updates: Updates, range: Range) {
        for var in updates.order {
            let value = updates.values[&var];
            if value != self.read(var) {
                self.assign_only(var, value, range);
            }
        }
    }
}
