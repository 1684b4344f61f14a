//! The compiled program as the judge of coverage: tests are run by it, and dead goals are tried by it.
//!
//! ```text
//! text ─► probes (ferric3-c) ─► cc ─► program ─► hits ─► which goals a run reached
//!                            runtime.c ┘  ▲
//!                        inputs of a test ┘
//! ```
//!
//! | file           | what                                                                       |
//! |----------------|----------------------------------------------------------------------------|
//! | `build.rs`     | instrumented texts, stand-ins, the compiler                                |
//! | `stand_in.rs`  | definitions of functions that have no body: they read the inputs           |
//! | `compiler.rs`  | how the compiler is called                                                 |
//! | `run.rs`       | a run with given inputs; runs with random ones                             |
//! | `hits.rs`      | what a program reported                                                    |
//! | `probes.rs`    | from goals to probes: what was reached                                     |
//! | `confirm.rs`   | tests: do they reach what they are said to reach?                          |
//! | `dead.rs`      | dead goals: does any random run reach one?                                 |
//! | `gcov.rs`      | a third party: lines that `gcc --coverage` counted                         |
//! | `runtime.c`    | what stands behind the probes and the inputs                               |
//!
//! ```no_run
//! # use ferric3_confirm::{Build, Given, Judge, Program, Reading, Run, Unit};
//! # fn example(report: ferric3_coverage::Report, text: String) -> Result<(), ferric3_confirm::Refused> {
//! let unit = Unit { name: "valve.c".into(), text, options: Default::default() };
//! let program = Program { units: vec![unit], entry: Some("step".into()), ..Program::default() };
//! let judge = Judge::build(&program, Build::Plain)?;
//! let input = Reading::Call { function: "__VERIFIER_nondet_int".into(), place: None };
//! let run = Run { inputs: vec![Given { reading: input, bits: "7".into() }], cycles: Some(1) };
//! let answers = judge.confirm(&report, &[run]);
//! # Ok(())
//! # }
//! ```
//!
//! This crate knows nothing of our lowering, of automata and engines: places come from the syntax tree, what is executed
//! from the processor. A goal that has no probe is said to have none, and why.

mod build;
mod compiler;
mod confirm;
mod dead;
mod gcov;
mod hits;
mod probes;
mod run;
mod stand_in;

pub use build::{Build, Judge, Program, Refused, Unit};
pub use confirm::Answer;
pub use dead::{Domain, Revived, Search, Tried, ValueRange};
pub use gcov::{LineCounts, contradicted_by_lines, count_lines};
pub use hits::{End, Evaluation, Hits, Moment};
pub use probes::Unprobed;
pub use run::{Given, Reading, Run, RunFailure};
