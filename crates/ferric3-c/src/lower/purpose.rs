//! What an expression is evaluated for.

use ferric3_ivl::VarId;

/// What is done with the value of an expression. Its side effects happen in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// Nothing.
    Effects,
    /// It is used.
    Value,
    /// It goes to a variable of its type, where it may be put at once.
    Into(VarId),
}

impl Purpose {
    /// Does anybody use the value?
    pub(super) fn wants_value(self) -> bool {
        self != Purpose::Effects
    }

    /// The variable that the value goes to, if that is known.
    pub(super) fn variable(self) -> Option<VarId> {
        match self {
            Purpose::Into(var) => Some(var),
            Purpose::Effects | Purpose::Value => None,
        }
    }
}
