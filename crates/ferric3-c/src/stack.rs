//! Work on a thread with a stack of a given size.
//!
//! Trees are walked by recursion all over the front end. The depth of a tree is known before there
//! is one ([`parse::Tokens`](crate::parse::Tokens)), so the stack is as large as it has to be, once
//! and for all; a walk that would grow its stack itself, at every level, would have to be asked to
//! in every place that recurses, the code that drops trees included, which nobody writes.

/// Why work did not end well.
pub(crate) enum Failure {
    /// There was no memory for such a stack.
    NoThread,
    /// The work panicked.
    Panicked,
}

/// Do the work on a stack of this size, in bytes. Only what is used is ever committed.
pub(crate) fn on_stack<T: Send>(
    bytes: usize,
    work: impl FnOnce() -> T + Send,
) -> Result<T, Failure> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("front end".to_owned())
            .stack_size(bytes)
            .spawn_scoped(scope, work)
            .map_err(|_| Failure::NoThread)?;
        thread.join().map_err(|_| Failure::Panicked)
    })
}

/// As above, in a test that fails with its work.
#[cfg(test)]
pub(crate) fn test_on_stack<T: Send>(bytes: usize, work: impl FnOnce() -> T + Send) -> T {
    match on_stack(bytes, work) {
        Ok(result) => result,
        Err(Failure::Panicked) => panic!("the work failed, as was said before"),
        Err(Failure::NoThread) => panic!("no thread"),
    }
}
