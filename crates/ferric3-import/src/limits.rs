//! Limits on what a file may ask for: what is beyond them is refused with a place, before any memory
//! is taken for it.

/// The widest bit-vectors.
pub(crate) const MAX_WIDTH: u32 = 1 << 16;
