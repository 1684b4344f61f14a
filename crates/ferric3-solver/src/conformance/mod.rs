//! What every solver must pass; a failure is a panic with a message.
//!
//! The tests of this crate run [`check`] on every back end there is. The judge is the evaluator
//! of `ferric3-term`: values in models are compared with it, and where there are few enough
//! inputs all of them are tried.

mod arithmetic;
mod arrays;
mod combinations;
mod floats;
mod numbers;
mod operators;
mod queries;
mod random;
mod stop;
mod terms;

pub use arithmetic::{RandomNumbers, check_arithmetic};
pub use arrays::{check_arrays, check_small_arrays};
pub use floats::{check_float_values, check_floats};
pub use numbers::check_numbers;
pub use terms::{RandomTerms, brute_force};

use ferric3_term::TermId;

use crate::Solver;

/// Makes fresh solvers of one back end.
pub type Create<'a> = &'a dyn Fn() -> Box<dyn Solver>;

/// How much to try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// For back ends that take milliseconds per query, such as processes.
    Quick,
    /// For back ends that take microseconds.
    Thorough,
}

/// Run the whole suite on one back end; [`check_arrays`] is for those that know arrays,
/// [`check_numbers`] for those that know integers and real numbers.
pub fn check(create: Create<'_>, effort: Effort) {
    check_contract(create);
    operators::check(create, effort);
    combinations::check(create, effort);
    random::check(create, effort);
}

/// The part of the suite that is about queries, limits and interrupts, not about operators.
pub fn check_contract(create: Create<'_>) {
    queries::check(create);
    stop::check(create);
}

/// Are the failed assumptions among the assumptions, in their order?
fn is_subsequence(failed: &[TermId], assumptions: &[TermId]) -> bool {
    let mut rest = assumptions.iter();
    failed.iter().all(|term| rest.any(|other| other == term))
}
