//! What the corpus test is made of.

pub(crate) mod check;
pub(crate) mod compiler;
pub(crate) mod native;
pub(crate) mod program;
