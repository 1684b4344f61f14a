//! Variables by activity: a heap with positions.

use crate::VarId;

/// Which variable was in many of the last conflicts.
#[derive(Default, Debug)]
pub(super) struct Order {
    activity: Vec<f64>,
    /// Those that may be decided.
    is_free: Vec<bool>,
    heap: Vec<VarId>,
    /// Where a variable is in the heap, or `NOWHERE`.
    position: Vec<u32>,
    increment: f64,
}

const NOWHERE: u32 = u32::MAX;
const DECAY: f64 = 0.95;

impl Order {
    pub(super) fn add_var(&mut self, var: VarId, is_free: bool, is_truth: bool) {
        if self.increment == 0.0 {
            self.increment = 1.0;
        }
        // Truth values first, until conflicts say otherwise: what they choose bounds many ranges.
        self.activity.push(if is_truth { 1e-6 } else { 0.0 });
        self.is_free.push(is_free);
        self.position.push(NOWHERE);
        self.insert(var);
    }

    pub(super) fn bump(&mut self, var: VarId) {
        self.activity[var.index()] += self.increment;
        if self.activity[var.index()] > 1e100 {
            for activity in &mut self.activity {
                *activity *= 1e-100;
            }
            self.increment *= 1e-100;
        }
        if self.position[var.index()] != NOWHERE {
            self.up(self.position[var.index()] as usize);
        }
    }

    pub(super) fn decay(&mut self) {
        self.increment /= DECAY;
    }

    pub(super) fn insert(&mut self, var: VarId) {
        if self.is_free[var.index()] && self.position[var.index()] == NOWHERE {
            self.position[var.index()] = self.heap.len() as u32;
            self.heap.push(var);
            self.up(self.heap.len() - 1);
        }
    }

    /// The most active one, which stays.
    pub(super) fn first(&self) -> Option<VarId> {
        self.heap.first().copied()
    }

    pub(super) fn remove_first(&mut self) {
        let Some(&first) = self.heap.first() else {
            return;
        };
        self.position[first.index()] = NOWHERE;
        let last = self.heap.pop().expect("it has a first one");
        if last != first {
            self.heap[0] = last;
            self.position[last.index()] = 0;
            self.down(0);
        }
    }

    fn is_before(&self, a: VarId, b: VarId) -> bool {
        let (x, y) = (self.activity[a.index()], self.activity[b.index()]);
        x > y || (x == y && a < b)
    }

    fn up(&mut self, mut at: usize) {
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.is_before(self.heap[at], self.heap[parent]) {
                return;
            }
            self.swap(at, parent);
            at = parent;
        }
    }

    fn down(&mut self, mut at: usize) {
        loop {
            let children = [2 * at + 1, 2 * at + 2];
            let mut first = at;
            for child in children {
                if child < self.heap.len() && self.is_before(self.heap[child], self.heap[first]) {
                    first = child;
                }
            }
            if first == at {
                return;
            }
            self.swap(at, first);
            at = first;
        }
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.heap.swap(a, b);
        self.position[self.heap[a].index()] = a as u32;
        self.position[self.heap[b].index()] = b as u32;
    }
}
