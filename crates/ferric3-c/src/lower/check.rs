//! Undefined behaviour: checked where that was asked for, otherwise given a documented meaning.

use ferric3_ivl::{Check, PropertyKind};
use ferric3_term::TermId;

use super::Lower;
use super::assumption::Assumed;
use crate::sema::hir::Range;

/// What happens where a check fails.
fn violation(check: Check) -> &'static str {
    match check {
        Check::Overflow => "signed overflow",
        Check::Division => "division by zero",
        Check::Shift => "shift by a negative count or by the width or more",
        Check::Bounds => "access outside of an object",
        Check::Pointer => "access through a pointer that points to no object",
        Check::Free => "free of what was not allocated, or was freed before,",
        Check::Alignment => "access through a pointer that is not aligned",
        Check::Overlap => "copy between areas that overlap",
        Check::Order => "interference of operands",
        Check::Range => "conversion of a floating-point number that does not fit",
        Check::Conversion => "change of a value by a conversion",
        Check::Uninitialised => "read of what has no value",
        Check::Promise => "zeros of 0 counted",
        Check::Leak => "leak",
        Check::Cleanup => "memory that is not freed",
    }
}

impl Lower<'_> {
    /// A condition without which the behaviour is undefined: checked, or taken for granted.
    pub(super) fn check(
        &mut self,
        check: Check,
        condition: TermId,
        assumed: Assumed,
        range: Range,
    ) {
        if !self.options.checks.contains(&check) {
            return self.assume_once(assumed, None);
        }
        if self.terms.as_bool(condition) == Some(true) {
            return;
        }
        let text = self.written_text(range);
        let description = format!("{} in {text}", violation(check));
        self.assert(condition, PropertyKind::Check(check), description, range);
    }

    /// Zeros are not counted in 0.
    pub(super) fn check_not_zero(&mut self, x: TermId, range: Range) {
        let zero = self.terms.bv_u64(0, self.terms.width(x));
        let is_zero = self.terms.eq(x, zero);
        let is_other = self.terms.not(is_zero);
        self.check(Check::Promise, is_other, Assumed::CountedZeros, range);
    }

    /// The number of elements of a variable-length array is positive (6.7.6.2). If nobody checks
    /// that, GNU C has empty arrays, too.
    pub(super) fn check_size(&mut self, length: TermId, range: Range) {
        if self.options.checks.contains(&Check::Promise) {
            let zero = self.terms.bv_u64(0, self.terms.width(length));
            let is_positive = self.terms.bv_sgt(length, zero);
            let description = format!("size of {}, which is not positive", self.text(range));
            let kind = PropertyKind::Check(Check::Promise);
            self.assert(is_positive, kind, description, range);
        }
    }
}
