//! Values: what terms evaluate to.

mod bitvec;
mod ops;
#[cfg(test)]
mod tests;

use std::fmt;

pub use bitvec::BitVecValue;

use crate::Sort;

/// The value of a term.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// A bit-vector.
    BitVec(BitVecValue),
}

impl Value {
    /// The sort that the value belongs to.
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::BitVec(v) => Sort::BitVec(v.width()),
        }
    }

    /// `false`, or all bits 0.
    pub fn zero(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::BitVec(width) => Value::BitVec(BitVecValue::zero(width)),
        }
    }

    /// The truth value.
    ///
    /// # Panics
    /// If the value is not of sort Bool.
    pub fn as_bool(&self) -> bool {
        match self {
            Value::Bool(b) => *b,
            Value::BitVec(_) => panic!("a truth value was expected, not {}", self.sort()),
        }
    }

    /// The bit-vector.
    ///
    /// # Panics
    /// If the value is not a bit-vector.
    pub fn as_bv(&self) -> &BitVecValue {
        match self {
            Value::BitVec(v) => v,
            Value::Bool(_) => panic!("a bit-vector was expected, not {}", self.sort()),
        }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::Bool(value)
    }
}

impl From<BitVecValue> for Value {
    fn from(value: BitVecValue) -> Value {
        Value::BitVec(value)
    }
}

/// `true`, `false`, or the unsigned decimal number.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(b) => b.fmt(f),
            Value::BitVec(v) => v.fmt(f),
        }
    }
}
