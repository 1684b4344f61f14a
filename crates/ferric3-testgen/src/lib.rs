//! What tests are made of: random automata with an explicit-state search that judges what others say about
//! them, and a solver that says more about its cores than it has to.
//!
//! For tests only, as `ferric3-testkit` is. That one is for all crates; this one uses some of them, and
//! knows nothing of engines, so that the engines' own unit tests can use it, too.

mod automata;
mod weakening;

pub use automata::RandomCfa;
pub use automata::search::Point;
pub use weakening::Weakening;
