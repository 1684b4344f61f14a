//! A solver over intervals: clause learning on simple bounds, with interval constraint propagation
//! (iSAT3: Scheibler and others, *ICP and IC3*; abstract CDCL: Brain, D'Silva, Griggio, Haller, Kroening).
//!
//! Every term of the formula is a *variable* whose values are the *keys* `0 ..= max` of its [`Domain`]:
//! words in the order of unsigned numbers, of signed ones, or of floating-point ones. So every domain is an
//! interval of integers, every literal is a bound `x ≥ c` or `x ≤ c` of a key, and a truth value is a variable
//! with the keys 0 and 1. Of numbers without a width, some keys stand for many numbers (`number`). Reading order:
//!
//! * [`Domain`], [`Range`], [`Literal`]: what is reasoned about;
//! * [`Primitive`]: one operation, `r = op(a, b, …)`, between variables, and its meaning at a point;
//! * [`contract`]: for each operation, forwards and backwards, the keys that are still possible;
//! * [`checker`]: takes a derivation step by step, if each follows; shares nothing with the contractors.
//!
//! This crate knows nothing about programs, and of SAT solvers only how they are interrupted.

pub mod checker;
pub mod contract;
mod domain;
mod icp;
mod literal;
mod number;
mod parts;
mod primitive;
mod proof;
mod range;
mod search;
mod translate;

pub use checker::{Checker, Rejected};
pub use domain::{Domain, View};
pub use icp::{Answer, Bounds, Icp, IcpStats, Unrepresented};
pub use literal::{Literal, VarId};
pub use parts::{Chain, IcpParts, Origin};
pub use primitive::{Operator, Primitive};
pub use proof::{ClauseId, PrimitiveId, Step};
pub use range::Range;
