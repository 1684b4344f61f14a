//! Traces, read back.

pub(crate) mod listing;
pub(crate) mod replay;
