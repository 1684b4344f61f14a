//! Literals: bounds of variables by constants.

use std::fmt;
use std::ops::Not;

use crate::Range;

/// A variable of the solver.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct VarId(pub u32);

impl VarId {
    /// As the index of a table.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A simple bound, `x ≥ bound` or `x ≤ bound`, about keys. A truth value that holds is `x ≥ 1`.
///
/// The negation is a literal, too: `x ≤ bound - 1` or `x ≥ bound + 1`. So a literal never says nothing, or that
/// there is no value: `0 < bound` of a lower bound, `bound < max` of an upper one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal {
    /// The variable.
    pub var: VarId,
    /// Is it an upper bound?
    pub upper: bool,
    /// The key.
    pub bound: u64,
}

impl Literal {
    /// `var ≥ bound`.
    pub const fn at_least(var: VarId, bound: u64) -> Literal {
        Literal {
            var,
            upper: false,
            bound,
        }
    }

    /// `var ≤ bound`.
    pub const fn at_most(var: VarId, bound: u64) -> Literal {
        Literal {
            var,
            upper: true,
            bound,
        }
    }

    /// The truth value, or its negation.
    pub const fn of_bool(var: VarId, holds: bool) -> Literal {
        if holds {
            Literal::at_least(var, 1)
        } else {
            Literal::at_most(var, 0)
        }
    }

    /// Does it hold for all keys of the range?
    pub const fn holds_in(self, range: Range) -> bool {
        if self.upper {
            range.hi <= self.bound
        } else {
            range.lo >= self.bound
        }
    }

    /// Does it hold for no key of the range?
    pub const fn fails_in(self, range: Range) -> bool {
        if self.upper {
            range.lo > self.bound
        } else {
            range.hi < self.bound
        }
    }

    /// Does `other`, a bound of the same side of the same variable, follow from this one?
    pub fn implies(self, other: Literal) -> bool {
        self.var == other.var
            && self.upper == other.upper
            && if self.upper {
                self.bound <= other.bound
            } else {
                self.bound >= other.bound
            }
    }
}

impl Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        if self.upper {
            Literal::at_least(self.var, self.bound + 1)
        } else {
            Literal::at_most(self.var, self.bound - 1)
        }
    }
}

impl fmt::Debug for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let relation = if self.upper { "≤" } else { "≥" };
        write!(f, "x{} {relation} {:#x}", self.var.0, self.bound)
    }
}
