//! `select` and `store`.
//!
//! Reads are pushed down: through a store by comparing indices, through an `ite` into both of its
//! branches. What is left are reads of symbols, so that everything below works on bit-vectors.

use std::cmp::Ordering;

use crate::{Op, TermId, Terms};

impl Terms {
    pub(super) fn simplify_select(&mut self, array: TermId, index: TermId) -> TermId {
        let mut array = array;
        loop {
            match (self.op(array), self.args(array)) {
                (Op::ConstArray { .. }, &[element]) => return element,
                (Op::Store, &[below, written, element]) => {
                    let same = self.eq(written, index);
                    match self.as_bool(same) {
                        Some(true) => return element,
                        Some(false) => array = below,
                        None => {
                            let other = self.select(below, index);
                            return self.ite(same, element, other);
                        }
                    }
                }
                (Op::Ite, &[condition, then, otherwise]) => {
                    let then = self.select(then, index);
                    let otherwise = self.select(otherwise, index);
                    return self.ite(condition, then, otherwise);
                }
                _ => return self.mk(Op::Select, &[array, index]),
            }
        }
    }

    /// Of two stores at one index the outer one counts; stores at constant indices are in the
    /// order of their indices, the least one innermost.
    pub(super) fn simplify_store(
        &mut self,
        array: TermId,
        index: TermId,
        element: TermId,
    ) -> TermId {
        if self.as_binary(&Op::Select, element) == Some((array, index)) {
            return array;
        }
        match (self.op(array), self.args(array)) {
            (Op::ConstArray { .. }, &[default]) if default == element => array,
            (Op::Store, &[below, written, _]) if written == index => {
                self.store(below, index, element)
            }
            (Op::Store, &[below, written, older]) if self.is_before(index, written) => {
                let inner = self.store(below, index, element);
                // Not simplified: the inner store may have vanished, but this one is in place.
                self.mk(Op::Store, &[inner, written, older])
            }
            _ => self.mk(Op::Store, &[array, index, element]),
        }
    }

    /// Are both constants, and `a` less than `b`?
    fn is_before(&self, a: TermId, b: TermId) -> bool {
        match (self.as_const(a), self.as_const(b)) {
            (Some(a), Some(b)) => a.cmp(b) == Ordering::Less,
            _ => false,
        }
    }
}
