//! What has to be done about a region, and the orders of its events.

use crate::sema::hir::{Expr, Range};

/// What has to be done about a region.
#[derive(Clone, Default, Debug)]
pub(super) struct Plan<'a> {
    /// Units whose order matters: all orders of them are tried.
    pub(super) events: Vec<Event<'a>>,
    /// Do parts of it access one object in no order at all, which is undefined?
    pub(super) unsequenced: bool,
    /// Are there orders that are not tried?
    pub(super) fixed: bool,
    /// Pairs of parts that interfere.
    pub(super) pairs: Vec<Pair<'a>>,
    /// Where it stands.
    pub(super) range: Range,
}

/// A unit whose order matters.
#[derive(Clone, Debug)]
pub(super) struct Event<'a> {
    pub(super) e: &'a Expr,
    /// Those that come before it in any case, as a set of bits.
    pub(super) before: u32,
}

/// Parts that may interfere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<'a> {
    pub(super) a: &'a Expr,
    pub(super) b: &'a Expr,
    pub(super) when: When,
}

/// When do parts interfere?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum When {
    /// In every run that gets there.
    Always,
    /// If the places that they access overlap.
    Overlap,
    /// That is not known.
    Perhaps,
}

impl Plan<'_> {
    /// Is there nothing to do?
    pub(super) fn is_empty(&self) -> bool {
        self.events.is_empty() && !self.unsequenced && !self.fixed && self.pairs.is_empty()
    }
}

/// The sets of events that can have happened at some time, smallest first.
pub(super) fn states(events: &[Event]) -> Vec<u32> {
    let all: u32 = (1 << events.len()) - 1;
    let mut states: Vec<u32> = (0..=all)
        .filter(|done| {
            let mut happened = events
                .iter()
                .enumerate()
                .filter(|(i, _)| done >> i & 1 == 1);
            happened.all(|(_, event)| event.before & !done == 0)
        })
        .collect();
    states.sort_by_key(|done| (done.count_ones(), *done));
    states
}

/// The events that can be next.
pub(super) fn ready(events: &[Event], done: u32) -> Vec<usize> {
    (0..events.len())
        .filter(|&i| done >> i & 1 == 0 && events[i].before & !done == 0)
        .collect()
}

/// How many evaluations stand in the program if all orders are tried.
pub(super) fn steps(events: &[Event]) -> usize {
    let states = states(events);
    states.iter().map(|&done| ready(events, done).len()).sum()
}
