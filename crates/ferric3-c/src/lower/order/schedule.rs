//! All orders of some units, with few evaluations in the program.
//!
//! Two orders are the same if they order all pairs that conflict in the same way. A *schedule* is a
//! sequence of units in which every order can be found; a choice at the start says which one it
//! is, and each step of the sequence is taken in some of the orders. For units `a`, `b` it is
//! `a b a`: with another one it is that sequence twice, the other one between. The one that
//! stands for the most code comes last in this, and so only once in the program: chains of calls do
//! not grow exponentially when they are inlined.

use std::collections::BTreeSet;

/// So many orders are tried at most.
const MOST_ORDERS: usize = 32;
/// Of so many units.
pub(super) const MOST_UNITS: usize = 6;

/// A unit whose order matters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    /// Those that come before it in any case, as a set of bits.
    pub(super) before: u32,
    /// Those whose order with it matters.
    pub(super) conflicts: u32,
    /// How much code it stands for.
    pub(super) size: u64,
}

/// All orders of some units, as one sequence.
#[derive(Clone, Default, Debug)]
pub(super) struct Schedule {
    /// The orders. The first one goes from left to right.
    pub(super) orders: Vec<Vec<usize>>,
    /// What is evaluated, one by one.
    pub(super) steps: Vec<Step>,
}

/// An evaluation that takes place in some orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Step {
    /// Which unit it evaluates.
    pub(super) event: usize,
    /// Those that come before it in any case, as a set of bits.
    pub(super) before: u32,
    /// The orders in which it takes place, from the first to the last.
    pub(super) orders: Vec<usize>,
}

impl Schedule {
    /// All orders of at most [`MOST_UNITS`] units, unless there are too many.
    pub(super) fn new(events: &[Event]) -> Option<Schedule> {
        let mut found = Orders {
            events,
            seen: BTreeSet::new(),
            orders: Vec::new(),
        };
        found.search(&mut Vec::new());
        let orders = found.orders;
        if orders.len() > MOST_ORDERS {
            return None;
        }
        let mut by_size: Vec<usize> = (0..events.len()).collect();
        by_size.sort_by_key(|&i| events[i].size);
        let mut sequence: Vec<usize> = Vec::new();
        for i in by_size {
            let again = sequence.clone();
            sequence.push(i);
            sequence.extend(again);
        }
        let step = |&event: &usize| Step {
            event,
            before: events[event].before,
            orders: Vec::new(),
        };
        let mut steps: Vec<Step> = sequence.iter().map(step).collect();
        for (k, order) in orders.iter().enumerate() {
            let mut rest = steps.iter_mut();
            for &event in order {
                let step = rest.find(|step| step.event == event);
                step?.orders.push(k);
            }
        }
        steps.retain(|step| !step.orders.is_empty());
        Some(Schedule { orders, steps })
    }
}

/// A search for orders.
struct Orders<'e> {
    events: &'e [Event],
    /// How those that were found order what conflicts: a bit for each pair.
    seen: BTreeSet<u64>,
    orders: Vec<Vec<usize>>,
}

impl Orders<'_> {
    fn search(&mut self, order: &mut Vec<usize>) {
        if self.orders.len() > MOST_ORDERS {
            return;
        }
        let done = order.iter().fold(0, |set, i| set | 1 << i);
        if order.len() == self.events.len() {
            if self.seen.insert(self.orientation(order)) {
                self.orders.push(order.clone());
            }
            return;
        }
        for i in 0..self.events.len() {
            let event = self.events[i];
            if done >> i & 1 == 1 || event.before & !done != 0 {
                continue;
            }
            order.push(i);
            self.search(order);
            order.pop();
            if event.conflicts & !done == 0 {
                // Whatever comes first otherwise: this one might as well.
                return;
            }
        }
    }

    fn orientation(&self, order: &[usize]) -> u64 {
        let mut bits = 0;
        for (n, &first) in order.iter().enumerate() {
            for &second in &order[n + 1..] {
                let conflict = self.events[first].conflicts >> second & 1 == 1;
                if conflict && first < second {
                    bits |= 1 << (first * MOST_UNITS + second);
                }
            }
        }
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The orders and steps of events, given as what comes before them, conflicts and size.
    fn sizes_of(events: &[(u32, u32, u64)]) -> (usize, usize) {
        let event = |&(before, conflicts, size): &(u32, u32, u64)| Event {
            before,
            conflicts,
            size,
        };
        let events: Vec<Event> = events.iter().map(event).collect();
        let schedule = Schedule::new(&events).unwrap();
        // Each order is what the steps that take place in it say.
        for (k, order) in schedule.orders.iter().enumerate() {
            let steps = schedule.steps.iter().filter(|s| s.orders.contains(&k));
            assert!(steps.map(|s| s.event).eq(order.iter().copied()));
        }
        (schedule.orders.len(), schedule.steps.len())
    }

    #[test]
    fn orders_that_differ_are_all_there_and_only_they() {
        assert_eq!(sizes_of(&[(0, 0b10, 1), (0, 0b01, 1)]), (2, 3));
        let all_three = [(0, 0b110, 1), (0, 0b101, 1), (0, 0b011, 1)];
        assert_eq!(sizes_of(&all_three), (6, 7));
        let all_four = [0b1110, 0b1101, 0b1011, 0b0111].map(|c| (0, c, 1));
        assert_eq!(sizes_of(&all_four), (24, 15));
        // Two reads and a call: each read is before or after it.
        let reads = [(0, 0b010, 1), (0, 0b101, 9), (0, 0b010, 1)];
        assert_eq!(sizes_of(&reads), (4, 5));
        // Two calls with an argument each.
        let chains = [(0b10, 0b1100), (0, 0b1100), (0b1000, 0b11), (0, 0b11)];
        let chains = chains.map(|(before, conflicts)| (before, conflicts, 1));
        assert_eq!(sizes_of(&chains).0, 6);
    }

    #[test]
    fn the_largest_unit_is_evaluated_in_one_place() {
        let events = [(0b110, 1), (0b101, 100), (0b011, 2)];
        let events = events.map(|(conflicts, size)| Event {
            before: 0,
            conflicts,
            size,
        });
        let schedule = Schedule::new(&events).unwrap();
        let largest = schedule.steps.iter().filter(|step| step.event == 1);
        assert_eq!(largest.count(), 1);
    }

    #[test]
    fn too_many_orders_are_none() {
        let events = [0b11110, 0b11101, 0b11011, 0b10111, 0b01111].map(|conflicts| Event {
            before: 0,
            conflicts,
            size: 1,
        });
        assert!(Schedule::new(&events).is_none());
    }
}
