//! Dead code: what nothing reaches, and why.

// What drives them is a command of its own.
#![allow(dead_code, reason = "made before the command that calls it")]

pub(crate) mod commands;
pub(crate) mod config;
pub(crate) mod print;
pub(crate) mod subject;
#[cfg(test)]
mod tests;
