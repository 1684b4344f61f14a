//! Solvers over terms.
//!
//! A [`Solver`] is an incremental context: formulas are asserted for good, a query is a list of
//! assumed terms, and the answer is a model or the subset of assumptions that was used. The
//! default back end, [`BitBlaster`], translates every term at most once into a SAT solver;
//! [`SmtLibSolver`] is any other program that speaks SMT-LIB. [`SolverConfig`] makes all of them.
//!
//! This crate knows nothing about programs.

mod arith;
mod bitblast;
mod config;
mod confirm;
pub mod conformance;
mod icp;
mod interpolate;
pub mod record;
mod result;
mod rotate;
mod smtlib_process;
mod solver;

pub use bitblast::BitBlaster;
pub use config::{Backend, SolverConfig};
pub use confirm::{Confirmation, Witnesses};
pub use ferric3_icp::Bounds;
pub use icp::{CheckedIntervals, HybridSolver, IntervalSolver, JudgeSolver, Tally};
pub use interpolate::proof::{Interpolant, Interpolator, Intervals, ProofKind, System};
pub use interpolate::{NoInterpolant, interpolant, sequence_interpolants};
pub use result::{CheckResult, Incomplete, Refusal, WhyUnknown};
pub use rotate::{Rotated, WidenedCore};
pub use smtlib_process::{SmtLibProcess, SmtLibProcessError, SmtLibSolver};
pub use solver::{ModelOf, Solver, SolverStats};
