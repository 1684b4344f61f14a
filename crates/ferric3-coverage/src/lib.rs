//! What `deadcode` and `cover` come to, as data: goals, tests that reach them, reasons why nothing does.
//!
//! Everything is a function of a [`Report`]: pages, tables, test suites, code-review formats. A store keeps what
//! reports are made of. This crate knows nothing of C, engines or solvers, and it prints nothing.
//!
//! | file          | what                                                              |
//! |---------------|-------------------------------------------------------------------|
//! | `report.rs`   | the report, which is also the JSON document                        |
//! | `goal.rs`     | goals: what is to be covered, and what became of it                |
//! | `evidence.rs` | tests, and reasons why a goal is dead                              |
//! | `unit_tests.rs` | a test suite as C                                                |
//!
//! Words: a *goal* is one thing that a criterion asks for (a statement is executed, a condition is true and decides).
//! It is *reached* if a test gets there, *dead* if a proof says that no run does, *justified* if somebody gave a reason
//! in the program, and *open* otherwise.

mod evidence;
mod goal;
mod report;
mod unit_tests;

pub use evidence::{Confirmation, InputValue, Test, TestId, Why, WhyId, WhyLine};
pub use goal::{Count, Criterion, Goal, GoalKey, Place, Status};
pub use report::{FileEntry, InputEntry, REPORT_FORMAT, REPORT_VERSION, Report, Subject};
pub use unit_tests::{Suite, SuiteFile, SuiteUnit, unit_tests};
