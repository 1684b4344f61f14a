//! Solvers over terms.
//!
//! A [`Solver`] is an incremental context: formulas are asserted for good, a query is a list of
//! assumed terms, and the answer is a model or the subset of assumptions that was used. The
//! default back end, [`BitBlaster`], translates every term at most once into a SAT solver.
//!
//! This crate knows nothing about programs.

mod bitblast;
pub mod conformance;
mod result;
mod smtlib_process;
mod solver;

pub use bitblast::BitBlaster;
pub use result::{CheckResult, WhyUnknown};
pub use smtlib_process::{SmtLibProcess, SmtLibProcessError};
pub use solver::{Solver, SolverConfig, SolverStats};
