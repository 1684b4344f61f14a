//! How a long computation learns that it should stop, or wait for its turn.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Who lets several computations take turns. They say how much they have done, not how long it
/// took, so that the same computations take the same turns on any machine.
pub trait Turns: Send + Sync + fmt::Debug {
    /// So much was done since the last call: about as many units as literals were propagated.
    /// Returns when the computation may go on; `false` if it should stop.
    fn work(&self, units: u64) -> bool;
}

/// A request to stop, shared between whoever decides (Ctrl-C, memory watch, a faster engine) and
/// whoever computes, together with an optional deadline. Cloning shares the request.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    raised: Arc<AtomicBool>,
    /// Whose requests count as well.
    parent: Option<Arc<Interrupt>>,
    deadline: Option<Instant>,
    turns: Option<Arc<dyn Turns>>,
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
            deadline: Some(deadline),
            ..self.clone()
        }
    }

    /// A request of its own, for a part of the computation: it counts as raised whenever this one
    /// is, but not the other way round. The part takes turns with others.
    pub fn part(&self, turns: Arc<dyn Turns>) -> Interrupt {
        Interrupt {
            raised: Arc::default(),
            parent: Some(Arc::new(self.clone())),
            deadline: self.deadline,
            turns: Some(turns),
        }
    }

    /// A request of its own, for one of several computations that need not all come to an end.
    pub fn branch(&self) -> Interrupt {
        Interrupt {
            raised: Arc::default(),
            parent: Some(Arc::new(self.clone())),
            deadline: self.deadline,
            turns: self.turns.clone(),
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

    /// Say how much was done since the last time, and wait for the next turn if this one is used
    /// up. See [`Turns::work`] for the unit.
    pub fn work(&self, units: u64) {
        if let Some(turns) = &self.turns
            && !turns.work(units)
        {
            self.raise();
        }
    }

    /// Should the computation stop?
    pub fn is_raised(&self) -> bool {
        self.is_requested() || self.is_past_deadline()
    }

    /// Has somebody called [`raise`](Interrupt::raise)? Cheaper than
    /// [`is_raised`](Interrupt::is_raised): the clock is not read.
    pub fn is_requested(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
            || self
                .parent
                .as_ref()
                .is_some_and(|parent| parent.is_requested())
    }

    /// Has the deadline passed?
    pub fn is_past_deadline(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;

    #[derive(Debug)]
    struct Units(AtomicU64);

    impl Turns for Units {
        fn work(&self, units: u64) -> bool {
            self.0.fetch_add(units, Ordering::Relaxed) + units < 10
        }
    }

    #[test]
    fn a_part_stops_alone_or_with_the_whole() {
        let whole = Interrupt::new();
        let part = whole.part(Arc::new(Units(AtomicU64::new(0))));
        part.work(9);
        assert!(!part.is_raised());
        part.work(1);
        assert!(part.is_raised() && !whole.is_raised());
        let other = whole.part(Arc::new(Units(AtomicU64::new(0))));
        assert!(!other.is_raised());
        whole.raise();
        assert!(other.is_raised());
    }
}
