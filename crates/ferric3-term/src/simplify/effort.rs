//! The bound on the work of one simplification.

/// Rules call each other through the constructors. Two counters keep that within a constant for
/// every call from outside, whatever the rules do: the depth of the calls (the call stack is
/// finite, terms may be very deep) and their number (terms may be exponentially larger as trees).
#[derive(Clone, Debug, Default)]
pub(crate) struct Effort {
    depth: u32,
    calls: u32,
    cut_short: u64,
}

const MAX_DEPTH: u32 = 64;
const MAX_CALLS: u32 = 1000;

impl Effort {
    /// Enters a simplification; `false` if it must not take place. Otherwise
    /// [`leave`](Effort::leave) is due at its end.
    pub(super) fn enter(&mut self) -> bool {
        if self.depth == 0 {
            self.calls = 0;
        }
        if self.depth >= MAX_DEPTH || self.calls >= MAX_CALLS {
            self.cut_short += 1;
            return false;
        }
        self.depth += 1;
        self.calls += 1;
        true
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    pub(super) fn cut_short(&self) -> u64 {
        self.cut_short
    }
}
