//! And-inverter graphs.
//!
//! The bit-blaster of `ferric3-solver` describes some operators by clauses over fresh variables
//! (division), which is no circuit, so circuits are built here: `graph.rs` has the gates,
//! `arith.rs` the word-level operators, `blast.rs` goes through terms.

mod arith;
mod blast;
mod graph;
#[cfg(test)]
mod tests;

pub(crate) use blast::Blaster;
pub(crate) use graph::{Aig, Lit};
