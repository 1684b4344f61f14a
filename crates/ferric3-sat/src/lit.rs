//! Propositional variables and literals.

use std::ops::Not;

/// A propositional variable of one solver; dense, starting at 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Var(u32);

impl Var {
    /// The variable with the given position.
    pub fn new(index: u32) -> Var {
        assert!(index < u32::MAX / 2, "too many propositional variables");
        Var(index)
    }

    /// Position of the variable.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal that is true when the variable is.
    pub fn positive(self) -> Lit {
        Lit(self.0 << 1)
    }
}

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Lit(u32);

impl Lit {
    /// The variable of the literal.
    pub fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Is this the negation of a variable?
    pub fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// Twice the variable, plus one if negative: dense, for tables.
    pub fn code(self) -> usize {
        self.0 as usize
    }

    /// As a number, for clause memory.
    pub(crate) fn to_word(self) -> u32 {
        self.0
    }

    /// The literal of a [`to_word`](Lit::to_word).
    pub(crate) fn from_word(word: u32) -> Lit {
        Lit(word)
    }

    /// This literal, or its negation if `flip`.
    pub fn flip_if(self, flip: bool) -> Lit {
        Lit(self.0 ^ u32::from(flip))
    }

    /// DIMACS number: variable + 1, negated if negative.
    pub fn to_dimacs(self) -> i32 {
        let number = i32::try_from(self.0 >> 1).expect("checked by Var::new") + 1;
        if self.is_negative() { -number } else { number }
    }

    /// The literal with the given DIMACS number; `None` for 0 and for numbers out of range.
    pub fn from_dimacs(number: i32) -> Option<Lit> {
        let index = number.unsigned_abs().checked_sub(1)?;
        (index < u32::MAX / 2).then(|| Var::new(index).positive().flip_if(number < 0))
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}
