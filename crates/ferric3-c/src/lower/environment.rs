//! Results of library functions that the environment decides about.

use ferric3_ivl::{InputSource, TerminatorKind};
use ferric3_term::TermId;

use super::Lower;
use super::assumption::Assumed;
use crate::sema::hir::{Expr, FunctionId};

impl<'a> Lower<'a> {
    /// The result of a function of which too little is known to let a violation rest on it.
    pub(super) fn rough_result(
        &mut self,
        e: &'a Expr,
        f: FunctionId,
        wanted: bool,
    ) -> Option<TermId> {
        self.assume_once(Assumed::Rough(f), Some(e.range));
        if !wanted {
            return None;
        }
        let name = self.unit.function(f).name.clone();
        self.input(e, InputSource::Approximated(name), None)
    }

    /// The result of a function that may fail at any time: then it is -1 or a null pointer.
    pub(super) fn attempt(&mut self, e: &'a Expr, f: FunctionId, wanted: bool) -> Option<TermId> {
        let Some(width) = self.value_width(e.ty.ty).filter(|_| wanted) else {
            return self.rough_result(e, f, wanted);
        };
        let failed = self.bool_temp(e.range);
        let source = InputSource::Extern(self.unit.function(f).name.clone());
        self.havoc(failed, source, e.range);
        let result = self.temp(e.ty.ty, e.range);
        let condition = self.read(failed);
        let (then, otherwise, join) = (self.new_block(), self.new_block(), self.new_block());
        self.here = e.range;
        self.terminate(TerminatorKind::Branch {
            condition,
            then,
            otherwise,
            point: None,
        });
        self.switch_to(then);
        let is_pointer = self.types().pointee(e.ty.ty).is_some();
        let failure = self.bits(if is_pointer { 0 } else { u128::MAX }, width);
        self.assign(result, failure, e.range);
        self.goto(join);
        self.switch_to(otherwise);
        if let Some(success) = self.rough_result(e, f, true) {
            self.assign(result, success, e.range);
        }
        self.goto(join);
        self.switch_to(join);
        Some(self.read(result))
    }
}
