//! Sorts of terms.

use std::fmt;

/// The sort of a term. There may be further variants; code that matches on a sort should therefore say what
/// it does with a sort that it cannot handle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Bit-vectors of the given width, at least 1.
    BitVec(u32),
    /// Arrays of bit-vectors.
    Array {
        /// Width of the indices, at least 1: the array has 2^index elements.
        index: u32,
        /// Width of the elements, at least 1.
        element: u32,
    },
    /// The integers.
    Int,
    /// The real numbers. Every value that can be written or computed is rational.
    Real,
}

impl Sort {
    /// The width of a bit-vector sort, `None` for every other sort.
    pub fn width(self) -> Option<u32> {
        match self {
            Sort::BitVec(width) => Some(width),
            Sort::Bool | Sort::Array { .. } | Sort::Int | Sort::Real => None,
        }
    }

    /// Is this a sort of arrays?
    pub fn is_array(self) -> bool {
        matches!(self, Sort::Array { .. })
    }

    /// Is this Int or Real?
    pub fn is_number(self) -> bool {
        matches!(self, Sort::Int | Sort::Real)
    }

    /// Is this the sort of truth values?
    pub fn is_bool(self) -> bool {
        self == Sort::Bool
    }
}

/// SMT-LIB syntax.
impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => write!(f, "Bool"),
            Sort::BitVec(width) => write!(f, "(_ BitVec {width})"),
            Sort::Array { index, element } => {
                write!(f, "(Array (_ BitVec {index}) (_ BitVec {element}))")
            }
            Sort::Int => write!(f, "Int"),
            Sort::Real => write!(f, "Real"),
        }
    }
}
