//! Dead code: what nothing reaches, and why.

pub(crate) mod why;
