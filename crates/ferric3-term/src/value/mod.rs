//! Values: what terms evaluate to.

mod array;
mod bitvec;
mod ops;
mod rational;
mod rational_ops;
#[cfg(test)]
mod rational_tests;
mod rational_text;
#[cfg(test)]
mod tests;

use std::fmt;

pub use array::ArrayValue;
pub use bitvec::BitVecValue;
pub use rational::Rational;
pub use rational_text::NotARational;

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
    /// An integer: the rational number has denominator 1.
    Int(Rational),
    /// A real number. All that can be computed here are rational.
    Real(Rational),
}

impl Value {
    /// The sort that the value belongs to.
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::BitVec(v) => Sort::BitVec(v.width()),
            Value::Array(a) => a.sort(),
            Value::Int(_) => Sort::Int,
            Value::Real(_) => Sort::Real,
        }
    }

    /// The number as a value of the sort Int or Real; `None` for other sorts, and for Int if it is no integer.
    pub fn number(value: Rational, sort: Sort) -> Option<Value> {
        match sort {
            Sort::Int => value.is_integer().then_some(Value::Int(value)),
            Sort::Real => Some(Value::Real(value)),
            _ => None,
        }
    }

    /// `false`, 0, or all bits 0.
    pub fn zero(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::BitVec(width) => Value::BitVec(BitVecValue::zero(width)),
            Sort::Array { index, element } => {
                Value::Array(ArrayValue::constant(index, BitVecValue::zero(element)))
            }
            Sort::Int => Value::Int(Rational::ZERO),
            Sort::Real => Value::Real(Rational::ZERO),
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

    /// The integer or real number.
    ///
    /// # Panics
    /// If the value is neither.
    pub fn as_number(&self) -> &Rational {
        match self {
            Value::Int(number) | Value::Real(number) => number,
            _ => panic!("a number was expected, not {}", self.sort()),
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

/// `true`, `false`, the unsigned decimal number of a bit-vector, or an integer or rational number.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(b) => b.fmt(f),
            Value::BitVec(v) => v.fmt(f),
            Value::Array(a) => a.fmt(f),
            Value::Int(number) | Value::Real(number) => number.fmt(f),
        }
    }
}
