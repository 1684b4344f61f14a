//! The command line as its users see it: files in, output and exit codes out.

mod arith;
mod bench;
mod cfa;
mod check;
mod claims;
mod cover;
mod deep;
mod each;
mod export;
mod files;
mod goals;
mod json;
mod library;
mod limits;
mod nonlinear;
mod peer;
#[path = "../peer_support/mod.rs"]
#[allow(dead_code, reason = "the test of peers uses all of it")]
mod peer_support;
mod plot;
mod run;
mod solvers;
mod support;
mod systems;
mod usage;
