//! What the solver has done, for a checker that believes nothing.

use crate::{Literal, Primitive, VarId};

/// A clause, by the order in which steps introduce clauses, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ClauseId(pub u32);

/// A primitive constraint, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PrimitiveId(pub u32);

/// A step of a derivation. `Input`, `Contracted` and `Learnt` introduce a clause each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// A new variable, with the next number, and its greatest key.
    Var {
        /// The greatest key.
        max: u64,
    },
    /// A new primitive constraint, with the next number, between these variables (that of the result first).
    Primitive {
        /// The operation and its domains.
        primitive: Primitive,
        /// Its variables.
        vars: Vec<VarId>,
    },
    /// A clause of the formula.
    Input {
        /// A disjunction.
        clause: Vec<Literal>,
    },
    /// A clause that follows from one primitive constraint: no point of its graph violates all literals.
    Contracted {
        /// The constraint.
        primitive: PrimitiveId,
        /// A disjunction of bounds of the variables of the constraint.
        clause: Vec<Literal>,
    },
    /// A clause that follows by unit propagation: if all its literals are false, each of the hints, in order, has at
    /// most one literal that is not false, which then holds; the last one has none.
    Learnt {
        /// A disjunction; the empty one says that there is no model.
        clause: Vec<Literal>,
        /// Clauses, in the order in which they are used.
        hints: Vec<ClauseId>,
    },
    /// A clause that no later step uses.
    Deleted {
        /// Which.
        clause: ClauseId,
    },
}
