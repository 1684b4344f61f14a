//! The checked automaton in the formats of other model checkers.
//!
//! ```text
//! Cfa ─ Problem (canonical edges, live variables) ─┬─► chc
//!                                                  └─ TransitionSystem (pc) ─► vmt, btor2, aiger, smt2
//! ```
//!
//! * [`Problem`] is the automaton as peers get it: edges that can never be taken are left out, and
//!   a location keeps only the variables whose values matter there.
//! * [`TransitionSystem`] is its encoding with a program counter: a value to start with, a
//!   next-state function for each variable, and `bad`. Everything nondeterministic is an input.
//! * One module per format turns either into text: [`chc`], [`vmt`], [`btor2`], [`aiger`],
//!   [`smt2`].
//!
//! In every format, *error reachable* in the file means exactly that the automaton's error location
//! is reachable. Names depend on nothing but the program.
//!
//! This crate knows nothing about C, engines or solvers, and runs no other tool.

mod aig;
mod aiger;
mod arrays;
mod btor2;
mod chc;
mod names;
mod problem;
mod smt2;
mod transition_system;
mod vmt;

pub use aiger::{AigerEncoding, aiger, aiger_gates};
pub use btor2::{btor2, btor2_nodes};
pub use chc::chc;
pub use problem::Problem;
pub use smt2::smt2;
pub use transition_system::{StartValues, StateElement, TransitionSystem};
pub use vmt::vmt;

/// A formula as lines of BTOR2 or AIGER.
#[derive(Clone, Debug)]
pub struct Nodes {
    /// The lines.
    pub lines: Vec<String>,
    /// The number of the last one (BTOR2), or its variable (AIGER).
    pub last: u64,
    /// The node (BTOR2) or literal (AIGER) of the formula.
    pub formula: u64,
}
