//! What has to be done about a region, and the orders of its events.

use std::collections::BTreeSet;

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
    /// Those whose order with it matters.
    pub(super) conflicts: u32,
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
    let mut states = vec![0];
    let mut seen = BTreeSet::from([0]);
    let mut next = 0;
    while let Some(&done) = states.get(next) {
        next += 1;
        for i in ready(events, done) {
            let done = done | 1 << i;
            if seen.insert(done) {
                states.push(done);
            }
        }
    }
    states
}

/// The events that are tried next: all that can be, or one alone that has no conflict with any that
/// is left. Whatever order they come in, it might as well come first.
pub(super) fn ready(events: &[Event], done: u32) -> Vec<usize> {
    let can_be = |&i: &usize| done >> i & 1 == 0 && events[i].before & !done == 0;
    let ready: Vec<usize> = (0..events.len()).filter(can_be).collect();
    match ready.iter().find(|&&i| events[i].conflicts & !done == 0) {
        Some(&alone) => vec![alone],
        None => ready,
    }
}

/// How many evaluations stand in the program if all orders are tried.
pub(super) fn steps(events: &[Event]) -> usize {
    let states = states(events);
    states.iter().map(|&done| ready(events, done).len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sema::hir::ExprKind;
    use crate::sema::types::{QualType, Types};

    fn steps_of(events: &[(u32, u32)]) -> usize {
        let e = Expr {
            kind: ExprKind::Int(0),
            ty: QualType::plain(Types::VOID),
            range: Range::default(),
            effects: false,
        };
        let event = |&(before, conflicts): &(u32, u32)| Event {
            e: &e,
            before,
            conflicts,
        };
        steps(&events.iter().map(event).collect::<Vec<_>>())
    }

    #[test]
    fn events_without_conflicts_do_not_multiply_orders() {
        assert_eq!(steps_of(&[(0, 0b10), (0, 0b01)]), 4);
        assert_eq!(steps_of(&[(0, 0b110), (0, 0b101), (0, 0b011)]), 12);
        // Two reads and a call: once the call has happened, there is nothing to choose.
        assert_eq!(steps_of(&[(0, 0b010), (0, 0b101), (0, 0b010)]), 11);
        // Two calls with an argument each.
        let chains = [(0b10, 0b1100), (0, 0b1100), (0b1000, 0b11), (0, 0b11)];
        assert_eq!(steps_of(&chains), 12);
    }
}
