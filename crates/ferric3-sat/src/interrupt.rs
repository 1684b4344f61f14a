//! How a long computation learns that it should stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A request to stop, shared between whoever decides (Ctrl-C, memory watch, a faster engine) and
/// whoever computes, together with an optional deadline. Cloning shares the request.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    raised: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

impl Interrupt {
    /// Never stops unless [`raise`](Interrupt::raise) is called.
    pub fn new() -> Interrupt {
        Interrupt::default()
    }

    /// The same request with a deadline (the earlier one, if there is one already).
    pub fn with_deadline(&self, deadline: Instant) -> Interrupt {
        let deadline = self.deadline.map_or(deadline, |old| old.min(deadline));
        Interrupt {
            raised: Arc::clone(&self.raised),
            deadline: Some(deadline),
        }
    }

    /// Ask everyone who shares this request to stop.
    pub fn raise(&self) {
        self.raised.store(true, Ordering::Relaxed);
    }

    /// The moment after which the request counts as raised.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// The shared flag, for signal handlers.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.raised)
    }

    /// Should the computation stop?
    pub fn is_raised(&self) -> bool {
        self.is_requested() || self.is_past_deadline()
    }

    /// Has somebody called [`raise`](Interrupt::raise)? Cheaper than
    /// [`is_raised`](Interrupt::is_raised): the clock is not read.
    pub fn is_requested(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
    }

    /// Has the deadline passed?
    pub fn is_past_deadline(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
    }
}
