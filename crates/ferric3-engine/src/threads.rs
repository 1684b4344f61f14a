//! Threads that work on terms.

use std::thread::Builder;

/// Their stacks: terms are walked by recursion here and there. Only what is used is ever committed.
const STACK_SIZE: usize = 64 << 20;

/// A thread to be spawned.
pub(crate) fn named(name: String) -> Builder {
    Builder::new().name(name).stack_size(STACK_SIZE)
}
