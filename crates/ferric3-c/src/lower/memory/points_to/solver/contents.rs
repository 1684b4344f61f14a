//! What is stored in a location: nodes, by the bytes that they are stored in.
//!
//! Members are told apart by their offsets, so the count of a record is no address because the
//! pointer beside it is one. What overlaps is one thing: unions and casts lose nothing.

use super::{NodeId, OffsetsId, Solver};
use crate::lower::memory::offsets::Offsets;

/// With more cells, bytes are not told apart.
const MOST_CELLS: usize = 32;

/// So many bytes at these offsets.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Bytes {
    at: OffsetsId,
    size: u64,
}

/// Everything that may be stored in a location.
#[derive(Default)]
pub(super) struct Contents {
    /// What may be stored in some bytes.
    cells: Vec<(Bytes, NodeId)>,
    /// Nodes with all that some bytes may hold, or hold a part of.
    readers: Vec<(Bytes, NodeId)>,
    /// Which bytes are copied to other contents, from the start on.
    copied_to: Vec<(Bytes, usize)>,
    /// Copies that take all of it.
    pub(super) copied_by: Vec<usize>,
    /// Is there one cell, for all bytes, now and for good?
    is_merged: bool,
}

impl Contents {
    /// Is nothing stored?
    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }
}

impl Solver {
    pub(super) fn new_contents(&mut self) -> usize {
        self.contents.push(Contents::default());
        self.contents.len() - 1
    }

    /// The cell for so many bytes at offsets that are stored as one.
    pub(super) fn cell(&mut self, contents: usize, at: Offsets, size: u64) -> NodeId {
        let at = self.sets.offsets_id(at);
        let bytes = Bytes { at, size };
        let this = &self.contents[contents];
        if this.is_merged {
            return this.cells[0].1;
        }
        if let Some(&(_, cell)) = this.cells.iter().find(|cell| cell.0 == bytes) {
            return cell;
        }
        if this.cells.len() >= MOST_CELLS {
            return self.merge(contents);
        }
        let node = self.node();
        self.contents[contents].cells.push((bytes, node));
        self.fresh.push((contents, at, size));
        node
    }

    /// One cell for all bytes, now and for good.
    pub(super) fn merge(&mut self, contents: usize) -> NodeId {
        let this = &mut self.contents[contents];
        let cells = std::mem::take(&mut this.cells);
        this.is_merged = true;
        let mut one = match cells.first() {
            Some(&(_, cell)) => cell,
            None => self.node(),
        };
        for (_, cell) in cells {
            one = self.unify(one, cell);
        }
        let at = self.sets.offsets_id(Offsets::ANY);
        let bytes = Bytes { at, size: 1 };
        self.contents[contents].cells.push((bytes, one));
        self.fresh.push((contents, at, 1));
        one
    }

    /// The node for what so many bytes may hold, or hold a part of.
    pub(super) fn reader(&mut self, contents: usize, at: Offsets, size: u64) -> NodeId {
        let at = self.sets.offsets_id(at);
        let bytes = Bytes { at, size };
        let readers = &self.contents[contents].readers;
        if let Some(&(_, reader)) = readers.iter().find(|reader| reader.0 == bytes) {
            return reader;
        }
        let reader = self.node();
        self.contents[contents].readers.push((bytes, reader));
        for next in 0..self.contents[contents].cells.len() {
            let (stored, cell) = self.contents[contents].cells[next];
            if self.overlap(stored, bytes) {
                self.include(cell, reader);
            }
        }
        reader
    }

    fn overlap(&self, a: Bytes, b: Bytes) -> bool {
        let (at, other) = (self.sets.offsets(a.at), self.sets.offsets(b.at));
        at.overlap(a.size, &other, b.size)
    }

    /// So many bytes from an offset on are copied to other contents.
    pub(super) fn copy_bytes(&mut self, from: usize, at: Offsets, size: u64, to: usize) {
        let at = self.sets.offsets_id(at);
        let bytes = Bytes { at, size };
        self.contents[from].copied_to.push((bytes, to));
        for next in 0..self.contents[from].cells.len() {
            let (stored, cell) = self.contents[from].cells[next];
            self.copy_cell(stored, cell, bytes, to);
        }
    }

    fn copy_cell(&mut self, stored: Bytes, cell: NodeId, bytes: Bytes, to: usize) {
        if self.overlap(stored, bytes) {
            let start = self.sets.offsets(bytes.at);
            let relative = self.sets.offsets(stored.at).relative_to(&start);
            for part in relative.parts() {
                let target = self.cell(to, part, stored.size);
                self.include(cell, target);
            }
        }
    }

    /// Let everybody know of new cells.
    pub(super) fn announce(&mut self) {
        while let Some((contents, at, size)) = self.fresh.pop() {
            let bytes = Bytes { at, size };
            let cells = &self.contents[contents].cells;
            // It may have been merged since then, and that is new, too.
            let Some(&(_, cell)) = cells.iter().find(|cell| cell.0 == bytes) else {
                continue;
            };
            for next in 0..self.contents[contents].readers.len() {
                let (read, reader) = self.contents[contents].readers[next];
                if self.overlap(bytes, read) {
                    self.include(cell, reader);
                }
            }
            for next in 0..self.contents[contents].copied_to.len() {
                let (copied, to) = self.contents[contents].copied_to[next];
                self.copy_cell(bytes, cell, copied, to);
            }
            for next in 0..self.contents[contents].copied_by.len() {
                let copy = self.contents[contents].copied_by[next];
                self.paste(copy, self.sets.offsets(at), size, cell);
            }
        }
    }

    /// All cells: where, how many bytes, and what.
    pub(super) fn cells(&self, contents: usize) -> impl Iterator<Item = (Offsets, u64, NodeId)> {
        let cells = self.contents[contents].cells.iter();
        cells.map(|&(bytes, cell)| (self.sets.offsets(bytes.at), bytes.size, cell))
    }
}
