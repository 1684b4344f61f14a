//! The command line as its users see it: files in, output and exit codes out.

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
mod peer;
mod run;
mod solvers;
mod support;
mod systems;
mod usage;
