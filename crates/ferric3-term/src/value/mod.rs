//! Values: what terms evaluate to.

mod array;
mod bitvec;
mod ops;
#[cfg(test)]
mod tests;

use std::fmt;

pub use array::ArrayValue;
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
    /// An array.
    Array(ArrayValue),
}

impl Value {
    /// The sort that the value belongs to.
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::BitVec(v) => Sort::BitVec(v.width()),
            Value::Array(a) => a.sort(),
        }
    }

    /// `false`, or all bits 0.
    pub fn zero(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::BitVec(width) => Value::BitVec(BitVecValue::zero(width)),
            Sort::Array { index, element } => {
                Value::Array(ArrayValue::constant(index, BitVecValue::zero(element)))
            }
        }
    }

    /// The truth value.
    ///
    /// # Panics
    /// If the value is not of sort Bool.
    pub fn as_bool(&self) -> bool {
        match self {
            Value::Bool(b) => *b,
            _ => panic!("a truth value was expected, not {}", self.sort()),
        }
    }

    /// The bit-vector.
    ///
    /// # Panics
    /// If the value is not a bit-vector.
    pub fn as_bv(&self) -> &BitVecValue {
        match self {
            Value::BitVec(v) => v,
            _ => panic!("a bit-vector was expected, not {}", self.sort()),
        }
    }
}

impl Value {
    /// The array.
    ///
    /// # Panics
    /// If the value is not an array.
    pub fn as_array(&self) -> &ArrayValue {
        match self {
            Value::Array(a) => a,
            _ => panic!("an array was expected, not {}", self.sort()),
        }
    }
}

impl From<ArrayValue> for Value {
    fn from(value: ArrayValue) -> Value {
        Value::Array(value)
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
            Value::Array(a) => a.fmt(f),
        }
    }
}
