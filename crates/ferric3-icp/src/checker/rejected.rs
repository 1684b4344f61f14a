//! Why a step is not taken.

use std::fmt;

use crate::{ClauseId, Literal, PrimitiveId, VarId};

/// Why a step is not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rejected {
    /// There is no such variable.
    UnknownVar(VarId),
    /// There is no such primitive.
    UnknownPrimitive(PrimitiveId),
    /// There is no such clause yet.
    UnknownClause(ClauseId),
    /// The clause has been deleted.
    Deleted(ClauseId),
    /// The literal says nothing, or that there is no value, or something beyond the greatest key.
    Bound(Literal),
    /// The primitive does not have the variable of the literal.
    Foreign(Literal),
    /// The primitive is none: what it should have.
    Shape(&'static str),
    /// The variable has another number of keys than its domain in the primitive.
    Size(VarId),
    /// More variables, primitives or clauses than there are numbers for.
    TooMany,
    /// The hint has two literals or more that may hold.
    NotUnit(ClauseId),
    /// All hints are used, and each has a literal that may hold.
    NoConflict,
    /// The clause does not follow: no literal holds for these keys of the arguments and the result that they have.
    Wrong(Vec<u64>),
    /// The clause may follow from the primitive, but the pieces that are allowed do not show it.
    NotShown,
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejected::UnknownVar(var) => write!(f, "there is no variable {}", var.0),
            Rejected::UnknownPrimitive(id) => write!(f, "there is no primitive {}", id.0),
            Rejected::UnknownClause(id) => write!(f, "there is no clause {}", id.0),
            Rejected::Deleted(id) => write!(f, "clause {} has been deleted", id.0),
            Rejected::Bound(literal) => write!(f, "{literal:?} is no bound within the domain"),
            Rejected::Foreign(literal) => {
                write!(f, "{literal:?} is about no variable of the primitive")
            }
            Rejected::Shape(wanted) => write!(f, "no primitive: {wanted}"),
            Rejected::Size(var) => write!(f, "variable {} has another size", var.0),
            Rejected::TooMany => write!(f, "there are no more numbers"),
            Rejected::NotUnit(id) => write!(f, "hint {} has two literals that may hold", id.0),
            Rejected::NoConflict => write!(f, "the hints end without a conflict"),
            Rejected::Wrong(point) => {
                write!(f, "the clause does not hold for the arguments {point:x?}")
            }
            Rejected::NotShown => write!(f, "it was not shown that the clause follows"),
        }
    }
}

impl std::error::Error for Rejected {}
