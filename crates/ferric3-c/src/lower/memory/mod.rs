//! The memory model.
//!
//! What has an address is an *object*; a pointer is a number as wide as the data model says, and
//! every object has a constant address, so that a pointer is the address of an object plus an
//! offset. Small objects are split into *cells*, one variable for each scalar; arrays that are
//! too large for that are array-sorted variables, one for each scalar of an element. A
//! points-to analysis bounds what an access through a pointer can go to, and the access becomes
//! a choice over that. Accesses that do not fit a cell (unions, casts, bit-fields, bytes) are put
//! together from the bits of the cells that they touch.
//!
//! An access to nothing (outside of every object that it could go to) reads 0 and writes nothing,
//! unless it is checked (`lifetime.rs`).

mod access;
mod alignment;
mod around;
mod copy;
mod failure;
mod free;
mod heap;
mod initialise;
mod initialised;
mod leak;
mod lifetime;
mod location;
mod moved;
mod names;
mod numbers;
mod object;
mod offsets;
mod overlap;
mod pieces;
mod place;
mod points_to;
mod resolve;
mod shape;
mod spots;
mod stale;
mod string_end;
mod strings;
mod subscripts;
mod truth;
mod validity;

pub(super) use location::{Location, Strings};
pub(super) use object::{Memory, Object};
pub(super) use place::Place;
pub(super) use points_to::{PointsTo, SetId};
pub(super) use strings::strings_parameter;
