//! Allocation that may fail, if the user asks for that.
//!
//! Whether a call fails is an input. If it does, the result is null, `errno` is `ENOMEM`, and nothing
//! else has changed. `alloca` and variable-length arrays have no way to fail.

use ferric3_ivl::{InputSource, TerminatorKind};
use ferric3_term::TermId;

use crate::lower::Lower;
use crate::sema::hir::Range;
use crate::sema::types::TypeId;

/// `ENOMEM` of Linux.
const OUT_OF_MEMORY: u128 = 12;

impl<'a> Lower<'a> {
    /// May a call of the named function fail?
    fn may_fail(&self, name: &str) -> bool {
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        self.options.malloc_may_fail && !plain.starts_with("alloca")
    }

    /// A pointer of type `ty` from `succeed`, which allocates, or null if the call of the named
    /// function fails.
    pub(in crate::lower) fn unless_it_fails(
        &mut self,
        name: &str,
        ty: TypeId,
        range: Range,
        succeed: impl FnOnce(&mut Self) -> TermId,
    ) -> TermId {
        if !self.may_fail(name) {
            return succeed(self);
        }
        let fails = self.bool_temp(range);
        self.havoc(fails, InputSource::Failure(name.to_owned()), range);
        let condition = self.read(fails);
        let set_errno = |this: &mut Self| {
            let code = this.bits(OUT_OF_MEMORY, 32);
            this.set_errno(code, range);
        };
        self.null_if(condition, ty, range, set_errno, succeed)
    }

    /// A pointer of type `ty`: null under a condition, with what happens then, or the result of
    /// something else.
    pub(super) fn null_if(
        &mut self,
        condition: TermId,
        ty: TypeId,
        range: Range,
        then: impl FnOnce(&mut Self),
        otherwise: impl FnOnce(&mut Self) -> TermId,
    ) -> TermId {
        if self.terms.as_bool(condition) == Some(false) {
            return otherwise(self);
        }
        let result = self.temp(ty, range);
        let (null_block, other_block, join) =
            (self.new_block(), self.new_block(), self.new_block());
        self.here = range;
        self.terminate(TerminatorKind::Branch {
            condition,
            then: null_block,
            otherwise: other_block,
            point: None,
        });
        self.switch_to(null_block);
        let null = self.bits(0, self.types().pointer_width());
        self.assign(result, null, range);
        then(self);
        self.here = range;
        self.goto(join);
        self.switch_to(other_block);
        let address = otherwise(self);
        self.assign(result, address, range);
        self.here = range;
        self.goto(join);
        self.switch_to(join);
        self.read(result)
    }
}
