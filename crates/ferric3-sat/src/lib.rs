//! SAT: one small incremental trait and its back ends.
//!
//! Clauses go in, assumptions go in, a model or a set of failed assumptions comes out. Nothing is
//! pushed or popped. This crate knows nothing about terms.
//!
//! Reading order: [`Lit`], [`SatSolver`], [`Theory`], one file per back end, then [`stream`] (recording real
//! query streams and replaying them, which is how the default back end is chosen) and
//! [`conformance`] (what every back end must pass).

mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
mod checker;
pub mod conformance;
mod derivation;
mod interrupt;
mod lit;
mod native;
mod race;
mod solver;
pub mod stream;
mod theory;

pub use batsat::BatsatSolver;
#[cfg(feature = "cadical")]
pub use cadical::CadicalSolver;
pub use derivation::{Chain, ClauseNumber, Derivation, Occurrences, Origin, Part};
pub use interrupt::{Interrupt, Turns};
pub use lit::{Lit, Var};
pub use native::NativeSolver;
pub use race::RaceSolver;
pub use solver::{SatBackend, SatResult, SatSolver, SatStats};
pub use theory::{Atoms, Completion, Consistency, Theory, WORK_PER_CONFLICT};
