//! Elements of arrays.
//!
//! Each read of an array is a variable, free but for one thing:
//!
//! > `index(r) = index(s)  ⇒  r = s`   for two reads `r`, `s` of one array.
//!
//! Candidates for models are made so that this holds: the second of two reads gets the value of the first. Where that is
//! a value that the second one cannot have, the search is told what it has missed, by a clause for these two reads.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Gate, Search};
use crate::{Domain, Literal, Operator, Primitive, VarId};

/// A read of an array.
#[derive(Debug)]
struct Read {
    /// Which array.
    array: usize,
    index: VarId,
    element: VarId,
}

/// All reads.
#[derive(Default, Debug)]
pub(super) struct Reads {
    reads: Vec<Read>,
    /// Pairs with a clause.
    related: FxHashSet<(u32, u32)>,
    /// In the candidate at hand: the first read of an array at an index.
    first: FxHashMap<(usize, u64), u32>,
    /// Pairs that the last candidate had to make equal although the second cannot have the value of the first.
    violated: Vec<(u32, u32)>,
}

impl Reads {
    /// The variables of index and element.
    pub(super) fn at(&self, number: u32) -> (VarId, VarId) {
        let read = &self.reads[number as usize];
        (read.index, read.element)
    }

    pub(super) fn begin_candidate(&mut self) {
        self.first.clear();
        self.violated.clear();
    }

    /// The read of the same array at the same index that came before this one, if there is one.
    pub(super) fn first_at(&mut self, number: u32, index: u64) -> Option<u32> {
        let key = (self.reads[number as usize].array, index);
        let first = *self.first.entry(key).or_insert(number);
        (first != number).then_some(first)
    }

    pub(super) fn note_violation(&mut self, first: u32, second: u32) {
        self.violated.push((first, second));
    }
}

impl Search {
    /// The variable of an element: of which array, at which index.
    pub(crate) fn add_read(&mut self, array: usize, index: VarId, domain: Domain) -> VarId {
        let element = self.add_var(domain, true);
        let number = self.reads.reads.len() as u32;
        self.reads.reads.push(Read {
            array,
            index,
            element,
        });
        self.add_gate(Gate::Read(number));
        element
    }

    /// Says of reads that the last candidate has found to differ that they do not where their indices do not. Is
    /// there anything new in that?
    pub(super) fn relate_reads(&mut self) -> bool {
        let mut is_new = false;
        for pair in std::mem::take(&mut self.reads.violated) {
            if !self.reads.related.insert(pair) {
                continue;
            }
            is_new = true;
            let ((i, r), (j, s)) = (self.reads.at(pair.0), self.reads.at(pair.1));
            let same_index = self.equality(i, j);
            let same_element = self.equality(r, s);
            // Candidates satisfy it by the way in which they are made.
            self.add_clause(&[!same_index, same_element], true);
        }
        is_new
    }

    /// Whether two variables of one domain are equal.
    fn equality(&mut self, a: VarId, b: VarId) -> Literal {
        let domain = self.domain(a);
        let equal = self.add_var(Domain::BOOL, false);
        let primitive = Primitive::new(Operator::Eq, &[Domain::BOOL, domain, domain]);
        self.add_constraint(primitive, &[equal, a, b], true);
        Literal::of_bool(equal, true)
    }

    /// After `Sat`: indices and elements of an array, as keys, with the domain of the elements.
    pub(crate) fn elements(&self, array: usize) -> impl Iterator<Item = (u64, Domain, u64)> {
        let of_array = self
            .reads
            .reads
            .iter()
            .filter(move |read| read.array == array);
        of_array.map(|read| {
            let (index, element) = (self.value(read.index), self.value(read.element));
            (index, self.domain(read.element), element)
        })
    }
}
