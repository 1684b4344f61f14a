//! What every SAT back end must pass; a failure is a panic with a message.
//!
//! The tests of this crate run [`check`] on each back end and [`check_agreement`] on each pair.
//! A new back end needs no tests of its own beyond that.

mod basic;
mod definitions;
mod problems;
mod random;
mod rng;
mod stop;
mod theories;

pub use rng::Rng;

use crate::SatSolver;

/// Makes fresh solvers of one back end.
pub type Create<'a> = &'a dyn Fn() -> Box<dyn SatSolver>;

/// Run the whole suite on one back end.
pub fn check(create: Create<'_>) {
    basic::check(create);
    stop::check(create);
    random::check(create);
    definitions::check(create);
    theories::check(create);
}

/// Ask both back ends the same random things and compare their answers.
pub fn check_agreement(left: Create<'_>, right: Create<'_>) {
    random::check_agreement(left, right);
}
