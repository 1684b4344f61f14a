//! `memcpy` and its like must not copy between areas that overlap (7.24.2.1 and the following).
//!
//! Two areas of `n` bytes from `a` and `b` on overlap if one begins inside of the other: in the
//! arithmetic of addresses, `a - b < n` or `b - a < n`. For `n = 0` neither is true.

use ferric3_ivl::Check;
use ferric3_term::TermId;

use super::location::Location;
use crate::lower::Lower;
use crate::lower::assumption::Assumed;
use crate::sema::hir::{Expr, Range};

impl<'a> Lower<'a> {
    /// In a model: as many bytes as the third argument says, from the first two arguments on, must be
    /// apart.
    pub(in crate::lower) fn call_apart(
        &mut self,
        args: &'a [Expr],
        range: Range,
    ) -> Option<TermId> {
        let [to, from, bytes] = args else {
            return None;
        };
        if self.may_overlap(to, from, range) {
            let addresses = (self.value(to), self.value(from));
            let width = self.types().pointer_width();
            let bytes = self.value(bytes);
            let bytes = self.terms.resize(bytes, width, false);
            self.check_apart(addresses, bytes, range);
        }
        None
    }

    /// May two pointers point into the same object? Not if that cannot be said: then the run ends in
    /// something that is not modelled, if somebody asks.
    pub(super) fn may_overlap(&mut self, a: &'a Expr, b: &'a Expr, range: Range) -> bool {
        let (a, b) = (self.points_to.value_set(a), self.points_to.value_set(b));
        let mut common = self.points_to.common(a, b).into_iter().peekable();
        if common.peek().is_none() {
            return false;
        }
        if !common.any(|location| location == Location::Unknown) {
            return true;
        }
        if self.options.checks.contains(&Check::Overlap) {
            let what = "check of a pointer that comes from outside of the program";
            self.unsupported(what, range);
            return false;
        }
        true
    }

    /// Areas of so many bytes must be apart.
    pub(super) fn check_apart(&mut self, (a, b): (TermId, TermId), bytes: TermId, range: Range) {
        let (ahead, behind) = (self.terms.bv_sub(a, b), self.terms.bv_sub(b, a));
        let first = self.terms.bv_ult(ahead, bytes);
        let second = self.terms.bv_ult(behind, bytes);
        let overlap = self.terms.or2(first, second);
        let apart = self.terms.not(overlap);
        if self.terms.as_bool(apart) != Some(true) {
            self.check(Check::Overlap, apart, Assumed::Overlap, range);
        }
    }
}
