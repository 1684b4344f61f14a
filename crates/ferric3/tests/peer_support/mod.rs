//! Readers of exported files, which run them.

pub(crate) mod aiger;
pub(crate) mod btor2;
pub(crate) mod sexpr;
