//! Variable arguments: where a call puts them, and what taking one asks for.

use ferric3_ivl::{Check, PropertyKind};
use ferric3_term::TermId;

use super::Lower;
use crate::sema::hir::Expr;
use crate::sema::types::TypeId;
use crate::sema::variadic::{NO_ARGUMENT, TAG};

impl<'a> Lower<'a> {
    /// Put the variable arguments of a call into the area that is theirs; its address.
    pub(super) fn pass_variadic(&mut self, e: &'a Expr, values: &[(TermId, TypeId)]) -> TermId {
        let nowhere = self.bits(0, self.types().pointer_width());
        let Some(&area) = self.unit.areas.get(&e.range) else {
            // It is undefined (6.5.2.2 §6), and conventions of calls differ.
            let what = "call of a function with variable arguments that does not know of them";
            self.unsupported(what, e.range);
            return nowhere;
        };
        self.enter_scope(area);
        let Some(place) = self.new_variable(area) else {
            self.unsupported("variable arguments", e.range);
            return nowhere;
        };
        let mut at = 0;
        for &(value, ty) in values {
            let slot = self.types().slot(at, ty);
            // A type without a tag matches nothing.
            let tag = self.types().argument_tag(ty).unwrap_or(u64::MAX);
            let tag = self.terms.bv_u64(tag, 64);
            self.store_place(&place.part(slot.tag * 8, None, TAG), tag);
            self.store_place(&place.part(slot.value * 8, None, ty), value);
            at = slot.next;
        }
        let end = self.terms.bv_u64(NO_ARGUMENT, 64);
        self.store_place(&place.part(at * 8, None, TAG), end);
        self.address_of(&place)
    }

    /// An argument is taken that must be there, and of the type that is asked for.
    pub(super) fn match_argument(&mut self, e: &'a Expr, args: &'a [Expr]) -> Option<TermId> {
        let matches = self.truth_of(args.first()?);
        let text = self.text(e.range);
        let checked = self.options.checks.contains(&Check::Pointer);
        let (kind, what) = match checked {
            true => (PropertyKind::Check(Check::Pointer), "argument"),
            false => (PropertyKind::Unsupported, "variable argument"),
        };
        let what = format!("{what} that is not there, or not of the type asked for, in {text}");
        self.assert(matches, kind, what, e.range);
        None
    }
}
