//! The tables behind `<ctype.h>` of the GNU C library, whose macros and inline functions read
//! `(*__ctype_b_loc())[c]`. The models have the tables as objects, for programs that keep their
//! addresses; where one is read right away, comparisons say what is in it, because solvers are
//! much better with these than with an array of 384 elements.

use ferric3_term::{Op, TermId};

use super::Lower;
use super::assumption::Assumed;
use crate::sema::hir::{Expr, ExprKind};

/// A table, in the C locale.
#[derive(Clone, Copy, Debug)]
enum Table {
    /// A bit for each class of characters.
    Classes,
    /// The small letter of a capital one.
    Lower,
    /// The capital letter of a small one.
    Upper,
}

/// Bits of the entry of a character in [`Table::Classes`].
fn classes(c: u8) -> u16 {
    let classes = [
        (8, c.is_ascii_uppercase()),
        (9, c.is_ascii_lowercase()),
        (10, c.is_ascii_alphabetic()),
        (11, c.is_ascii_digit()),
        (12, c.is_ascii_hexdigit()),
        (13, c == b' ' || (9..=13).contains(&c)),
        (14, c == b' ' || c.is_ascii_graphic()),
        (15, c.is_ascii_graphic()),
        (0, c == b' ' || c == b'\t'),
        (1, c.is_ascii_control()),
        (2, c.is_ascii_punctuation()),
        (3, c.is_ascii_alphanumeric()),
    ];
    let bits = classes.iter().filter(|(_, is_in)| *is_in);
    bits.map(|(bit, _)| 1 << bit).sum()
}

/// The characters of a class: first and last ones of its ranges.
fn ranges(bit: u32) -> Vec<(u8, u8)> {
    let mut ranges: Vec<(u8, u8)> = Vec::new();
    for c in (0..128).filter(|&c| classes(c) >> bit & 1 == 1) {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == c => *last = c,
            _ => ranges.push((c, c)),
        }
    }
    ranges
}

impl<'a> Lower<'a> {
    /// The value of a place, if that is an entry of such a table by its place in the table. With
    /// checks, it is read like any other memory.
    pub(super) fn character_entry(&mut self, place: &'a Expr) -> Option<TermId> {
        let ExprKind::Deref(pointer, _) = &place.kind else {
            return None;
        };
        let ExprKind::PointerAdd(table, index, Some(_), false) = &pointer.kind else {
            return None;
        };
        let table = self.character_table(table)?;
        if !self.options.checks.is_empty() {
            return None;
        }
        let signed = self.types().is_signed(index.ty.ty);
        let value = self.modelled_value(index)?;
        let width = self.terms.width(value).max(32) + u32::from(!signed);
        let c = self.resize(value, width, signed);
        if self.terms.as_const(c).is_none() {
            self.assume_once(Assumed::Bounds, Some(place.range));
        }
        Some(match table {
            Table::Classes => self.class_bits(c),
            Table::Lower => self.other_case(c, (b'A', b'Z'), 32),
            Table::Upper => self.other_case(c, (b'a', b'z'), -32),
        })
    }

    /// The table that an expression gives the address of.
    fn character_table(&self, e: &Expr) -> Option<Table> {
        let ExprKind::Load(place) = &e.kind else {
            return None;
        };
        let ExprKind::Deref(call, _) = &place.kind else {
            return None;
        };
        let ExprKind::Call(f, _) = &call.kind else {
            return None;
        };
        let function = self.unit.function(*f);
        match function.name.as_str() {
            _ if !function.is_library => None,
            "__ctype_b_loc" => Some(Table::Classes),
            "__ctype_tolower_loc" => Some(Table::Lower),
            "__ctype_toupper_loc" => Some(Table::Upper),
            _ => None,
        }
    }

    fn is_between(&mut self, c: TermId, first: i32, last: i32) -> TermId {
        let width = self.terms.width(c);
        let [first, last] = [first, last].map(|bound| self.bits(i128::from(bound) as u128, width));
        let above = self.mk2(Op::BvSle, first, c);
        let below = self.mk2(Op::BvSle, c, last);
        self.mk2(Op::And, above, below)
    }

    fn class_bits(&mut self, c: TermId) -> TermId {
        let mut entry = self.bits(0, 16);
        for bit in 0..16 {
            for (first, last) in ranges(bit) {
                let is_in = self.is_between(c, first.into(), last.into());
                let (set, none) = (self.bits(1 << bit, 16), self.bits(0, 16));
                let set = self.terms.mk(Op::Ite, &[is_in, set, none]);
                entry = self.mk2(Op::BvOr, entry, set);
            }
        }
        entry
    }

    /// Letters change; negative values of `char` are those of `unsigned char`, but for EOF.
    fn other_case(&mut self, c: TermId, (first, last): (u8, u8), change: i32) -> TermId {
        let letter = self.is_between(c, first.into(), last.into());
        let negative = self.is_between(c, -128, -2);
        let inside = self.is_between(c, -128, 255);
        let narrow = self.resize(c, 32, true);
        let plus = |this: &mut Self, n: i32| {
            let n = this.bits(i128::from(n) as u128, 32);
            this.mk2(Op::BvAdd, narrow, n)
        };
        let (changed, positive) = (plus(self, change), plus(self, 256));
        let zero = self.bits(0, 32);
        let entry = self.terms.mk(Op::Ite, &[negative, positive, narrow]);
        let entry = self.terms.mk(Op::Ite, &[letter, changed, entry]);
        self.terms.mk(Op::Ite, &[inside, entry, zero])
    }
}
