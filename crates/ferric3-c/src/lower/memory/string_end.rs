//! Where the strings end that the program is called with, if pointers are checked.
//!
//! String number `i` is an object of `length(i) + 1` bytes, the last of which is 0. What the lengths are
//! is up to who calls the program, as the bytes are. So they are kept where no string can be: in the
//! last bytes of the room that each string has. That the byte at `length(i)` is 0 is said where the
//! string is accessed. Nobody changes it: to write anything else there is not modelled.

use ferric3_ivl::StmtKind;
use ferric3_term::TermId;

use super::initialised::Plane;
use super::location::{Location, Strings};
use super::object::{Object, index_width};
use super::resolve::{Alternative, At};
use crate::lower::Lower;
use crate::sema::hir::Range;

/// Bytes at the end of the room of a string: three for its length, and the last one, which is 0.
const KEPT: u64 = 4;

impl Lower<'_> {
    /// A byte of the strings, by its number in all of them.
    fn byte_of(&mut self, text: Object, number: TermId) -> TermId {
        let index = index_width(self.memory.data(text).size);
        let alternative = Alternative {
            condition: self.terms.tt(),
            object: text,
            at: At::Element {
                segment: 0,
                index: self.terms.resize(number, index, false),
                offset: 0,
            },
            partial: false,
        };
        self.gather(&alternative, 8, Plane::Values)
    }

    /// The number of a byte among those of all strings.
    fn number_of(&mut self, string: TermId, offset: TermId) -> TermId {
        self.terms.concat(string, offset)
    }

    /// The length of a string.
    fn length_of_string(&mut self, text: Object, string: TermId) -> TermId {
        let bits = self.string_bits();
        let mut length = None;
        for byte in 0..KEPT - 1 {
            let offset = self.terms.bv_u64((1 << bits) - KEPT + byte, bits);
            let number = self.number_of(string, offset);
            let byte = self.byte_of(text, number);
            length = Some(match length {
                None => byte,
                Some(low) => self.terms.concat(byte, low),
            });
        }
        let length = length.unwrap_or(string);
        self.terms.resize(length, bits, false)
    }

    /// The string that an offset among all of them lies in, where in it, and its length.
    fn string_at(&mut self, text: Object, offset: TermId) -> (TermId, TermId, TermId) {
        let bits = self.string_bits();
        let count = self.count_bits();
        let string = self.terms.extract(offset, bits + count - 1, bits);
        let inner = self.terms.extract(offset, bits - 1, 0);
        let length = self.length_of_string(text, string);
        (string, inner, length)
    }

    /// Are so many bytes from an offset on those of one of the strings?
    pub(super) fn is_in_text(
        &mut self,
        strings: Strings,
        text: Object,
        offset: TermId,
        bytes: u64,
    ) -> TermId {
        let Some(count) = self.strings_count(strings) else {
            return self.terms.ff();
        };
        let (string, inner, length) = self.string_at(text, offset);
        let string = self.terms.resize(string, 32, false);
        let exists = self.terms.bv_ult(string, self.read(count));
        let width = self.terms.width(inner) + 1;
        let inner = self.terms.resize(inner, width, false);
        let more = self.terms.bv_u64(bytes - 1, width);
        let last = self.terms.bv_add(inner, more);
        let length = self.terms.resize(length, width, false);
        let inside = self.terms.bv_ule(last, length);
        self.terms.and2(exists, inside)
    }

    /// The string at an address ends where its length says.
    pub(super) fn assume_string_ends(&mut self, strings: Strings, address: TermId, range: Range) {
        let Some(text) = self.object_of(Location::Text(strings)) else {
            return;
        };
        let here = self.in_room(text, address);
        let (string, _, length) = self.string_at(text, address);
        let bits = self.string_bits();
        let most = self.terms.bv_u64((1 << bits) - KEPT, bits);
        let fits = self.terms.bv_ult(length, most);
        let number = self.number_of(string, length);
        let end = self.byte_of(text, number);
        let zero = self.terms.bv_u64(0, 8);
        let ends = self.terms.eq(end, zero);
        let ends = self.terms.and2(fits, ends);
        let ends = self.terms.implies(here, ends);
        if self.terms.as_bool(ends) != Some(true) {
            self.emit(StmtKind::Assume(ends), range);
        }
    }

    /// Is a byte, by its number among those of all strings, the last one of its string?
    pub(super) fn is_end_of_string(&mut self, text: Object, number: TermId) -> TermId {
        let width = self.string_bits() + self.count_bits();
        let number = self.terms.resize(number, width, false);
        let (_, inner, length) = self.string_at(text, number);
        self.terms.eq(inner, length)
    }
}
