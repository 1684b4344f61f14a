//! Other tools: how they are called and what their words mean.
//!
//! | file         | what                                                        |
//! |--------------|-------------------------------------------------------------|
//! | `tool.rs`    | one entry per tool: program, format, arguments, answers     |
//! | `process.rs` | a tool as a process, with its memory watched                |

pub(crate) mod process;
pub(crate) mod tool;
