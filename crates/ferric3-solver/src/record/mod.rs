//! Recording what solvers over terms are asked, as SMT-LIB scripts that any solver can answer, and asking it again.
//!
//! A context becomes one file: every node of a term is defined once, and a query is a `check-sat-assuming`. What
//! was answered, and how long that took, stands behind it in a comment, a limit in front of it.

mod read;
mod replay;
mod write;

pub use self::replay::{Patience, Recording, Replay, replay};
pub use self::write::{QueryRecorder, RecordingSolver};
