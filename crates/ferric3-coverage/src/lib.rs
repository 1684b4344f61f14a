//! What `deadcode` and `cover` come to, as data: goals, tests that reach them, reasons why nothing does.
//!
//! Everything is a function of a [`Report`]: pages, tables, test suites, code-review formats. A store keeps what
//! reports are made of. This crate knows nothing of engines or solvers, and of C no more than where comments
//! and statements begin and end; it prints nothing.
//!
//! | file          | what                                                              |
//! |---------------|-------------------------------------------------------------------|
//! | `report.rs`   | the report, which is also the JSON document                        |
//! | `goal.rs`     | goals: what is to be covered, and what became of it                |
//! | `evidence.rs` | tests, and reasons why a goal is dead                              |
//! | `sources.rs`  | texts of source files                                              |
//! | `justify/`    | comments that justify goals                                        |
//! | `minimise/`   | few tests that reach all that is reached                           |
//! | `findings/`   | dead goals, one finding for each cause                             |
//! | `table/`      | tables and lists for the terminal, the progress line               |
//! | `html/`       | one page with the annotated source                                 |
//! | `sarif/`      | SARIF, for code review                                             |
//! | `document.rs`| the report as a JSON document, written and read                    |
//! | `csv.rs`      | test vectors and goals as comma-separated values                   |
//! | `test_comp.rs`| tests in the exchange format of Test-Comp                          |
//! | `baseline.rs` | dead goals that are known                                          |
//! | `scan/`       | where comments and statements of a C file begin and end            |
//! | `mcdc/`       | which conditions decide: decisions as trees, evaluations as vectors |
//! | `shard.rs`    | the goals of a program in parts, for as many machines              |
//! | `fingerprint/`| 128 bits by which one sees that something has changed              |
//! | `store/`      | a folder that keeps what is known, crash-safe; merging             |
//! | `unit_tests.rs` | a test suite as C                                                |
//!
//! Words: a *goal* is one thing that a criterion asks for (a statement is executed, a condition is true and decides).
//! It is *reached* if a test gets there, *dead* if a proof says that no run does, *justified* if somebody gave a reason
//! in the program, and *open* otherwise.

pub mod baseline;
pub mod csv;
mod document;
mod evidence;
pub mod findings;
mod fingerprint;
mod goal;
pub mod html;
pub mod justify;
pub mod mcdc;
pub mod minimise;
mod paint;
mod report;
pub mod sarif;
mod scan;
mod shard;
mod sources;
pub mod store;
pub mod table;
pub mod test_comp;
mod unit_tests;

pub use evidence::{Confirmation, InputValue, Test, TestId, Why, WhyId, WhyLine};
pub use fingerprint::Fingerprint;
pub use goal::{Count, Criterion, Goal, GoalKey, Place, Status};
pub use paint::Paint;
pub use report::{FileEntry, InputEntry, REPORT_FORMAT, REPORT_VERSION, Report, Subject};
pub use shard::Shard;
pub use sources::Sources;
pub use unit_tests::{Suite, SuiteFile, SuiteUnit, unit_tests};
