//! How long computations on automata learn that nobody waits for their results any more.

use std::fmt;

/// The computation was asked to stop. What it had done is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "stopped")
    }
}

impl std::error::Error for Stopped {}

/// Whom a computation asks now and then whether to stop: at least once for each location or edge
/// that it visits, so that a time limit holds however large the automaton is.
#[derive(Clone, Copy, Default)]
pub struct Stop<'a>(Option<&'a dyn Fn() -> bool>);

impl fmt::Debug for Stop<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stop")
    }
}

impl<'a> Stop<'a> {
    /// Nobody asks to stop.
    pub const NEVER: Stop<'static> = Stop(None);

    /// Stop as soon as `is_over` says so.
    pub fn when(is_over: &'a dyn Fn() -> bool) -> Stop<'a> {
        Stop(Some(is_over))
    }

    /// May the computation go on?
    pub(crate) fn ask(self) -> Result<(), Stopped> {
        match self.0 {
            Some(is_over) if is_over() => Err(Stopped),
            _ => Ok(()),
        }
    }
}
