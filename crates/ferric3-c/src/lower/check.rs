//! Undefined behaviour: checked where that was asked for, otherwise given a documented meaning.

use ferric3_ivl::PropertyKind;
use ferric3_term::TermId;

use super::Lower;
use super::assumption::Assumed;
use crate::sema::hir::Range;

/// What can be checked beside assertions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Check {
    /// Signed integer arithmetic does not overflow.
    Overflow,
    /// Nothing is divided by zero.
    Division,
    /// Shift counts are not negative and below the width.
    Shift,
    /// Subscripts stay in their arrays.
    Bounds,
    /// Pointers that are dereferenced point to objects.
    Pointer,
    /// What is freed was allocated and not freed before.
    Free,
    /// Pointers that are dereferenced are aligned as their types ask for.
    Alignment,
    /// `memcpy` and its like copy between areas that do not overlap.
    Overlap,
    /// What is evaluated in an order that C leaves open does not interfere.
    Order,
    /// Conversions keep the value.
    Conversion,
    /// What is read was given a value.
    Uninitialised,
    /// Memory that is not freed when the program ends can still be reached.
    Leak,
    /// All memory is freed when the program ends.
    Cleanup,
}

impl Check {
    /// All of them.
    pub const ALL: [Check; 13] = [
        Check::Overflow,
        Check::Division,
        Check::Shift,
        Check::Bounds,
        Check::Pointer,
        Check::Free,
        Check::Alignment,
        Check::Overlap,
        Check::Order,
        Check::Conversion,
        Check::Uninitialised,
        Check::Leak,
        Check::Cleanup,
    ];

    /// The kind of its properties.
    pub fn property(self) -> PropertyKind {
        match self {
            Check::Overflow => PropertyKind::Overflow,
            Check::Division => PropertyKind::Division,
            Check::Shift => PropertyKind::Shift,
            Check::Bounds => PropertyKind::Bounds,
            Check::Pointer => PropertyKind::Pointer,
            Check::Free => PropertyKind::Free,
            Check::Alignment => PropertyKind::Alignment,
            Check::Overlap => PropertyKind::Overlap,
            Check::Order => PropertyKind::Order,
            Check::Conversion => PropertyKind::Conversion,
            Check::Uninitialised => PropertyKind::Uninitialised,
            Check::Leak => PropertyKind::Leak,
            Check::Cleanup => PropertyKind::Cleanup,
        }
    }

    fn violation(self) -> &'static str {
        match self {
            Check::Overflow => "signed overflow",
            Check::Division => "division by zero",
            Check::Shift => "shift by a negative count or by the width or more",
            Check::Bounds => "access outside of an object",
            Check::Pointer => "access through a pointer that points to no object",
            Check::Free => "free of what was not allocated, or was freed before,",
            Check::Alignment => "access through a pointer that is not aligned",
            Check::Overlap => "copy between areas that overlap",
            Check::Order => "interference of operands",
            Check::Conversion => "change of a value by a conversion",
            Check::Uninitialised => "read of what has no value",
            Check::Leak => "leak",
            Check::Cleanup => "memory that is not freed",
        }
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
        let description = format!("{} in {text}", check.violation());
        self.assert(condition, check.property(), description, range);
    }
}
