//! Abstract locations: what has an address.

use super::offsets::Offsets;
use crate::sema::hir::{FunctionId, ObjectId, Range};

/// Something that a pointer can point to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(in crate::lower) enum Location {
    /// Something that the program does not define: an address from outside, or a number.
    Unknown,
    /// A variable or a compound literal.
    Variable(ObjectId),
    /// A string literal, by its place in the text.
    Literal(Range),
    /// Everything that one allocating call returns, by the place of the call in the text.
    Allocation(Range),
    /// A function.
    Function(FunctionId),
    /// A label, of any function.
    Label,
    /// The array of pointers to strings that the program is called with.
    Strings(Strings),
    /// The bytes of these strings.
    Text(Strings),
}

/// Strings that the program is called with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(in crate::lower) enum Strings {
    /// `argv`
    Arguments,
    /// `envp`
    Environment,
}

/// What a pointer may point into, and where in it.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct Target {
    /// The location.
    pub(in crate::lower) location: Location,
    /// From its start; of each object by itself where a location has several.
    pub(in crate::lower) offsets: Offsets,
}
