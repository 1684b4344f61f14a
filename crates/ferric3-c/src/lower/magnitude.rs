//! Functions of which C says no more than the sign of the result, or whether it is 0: compilers that
//! compute a call themselves may give another number than the library (`strcmp("a", "c")` is -1 for
//! GCC). Whoever looks at more than that relies on the library.

use super::Lower;
use super::assumption::Assumed;
use super::call::Call;
use crate::sema::hir::Expr;

impl<'a> Lower<'a> {
    /// Of the value of an expression, only the sign or whether it is 0 is looked at.
    pub(super) fn only_sign_of(&mut self, e: &'a Expr) {
        self.only_sign = std::ptr::from_ref(e);
    }

    /// State what a call relies on.
    pub(super) fn note_magnitude(&mut self, call: Call<'a>) {
        let function = self.unit.function(call.f);
        let caller = self.body.function.map(|f| self.unit.function(f));
        let is_judged = function.is_library && caller.is_some_and(|f| !f.is_library);
        let is_open = is_judged && is_open(&function.name) && call.purpose.wants_value();
        if is_open && self.only_sign != std::ptr::from_ref(call.e) {
            self.assume_once(Assumed::Magnitude, None);
        }
    }
}

/// Is only the sign of the result known, or whether it is 0?
fn is_open(name: &str) -> bool {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    matches!(
        name,
        "memcmp"
            | "bcmp"
            | "strcmp"
            | "strncmp"
            | "strcoll"
            | "strcasecmp"
            | "strncasecmp"
            | "isalnum"
            | "isalpha"
            | "isblank"
            | "iscntrl"
            | "isdigit"
            | "isgraph"
            | "islower"
            | "isprint"
            | "ispunct"
            | "isspace"
            | "isupper"
            | "isxdigit"
    )
}
