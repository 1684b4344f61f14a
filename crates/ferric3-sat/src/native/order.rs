//! Which variable to decide next: the one that was in most of the recent conflicts.

use std::cmp::Ordering;

use crate::Var;

/// Not in the heap.
const ABSENT: u32 = u32::MAX;

/// Activities beyond this are scaled down, all of them.
const TOO_LARGE: f64 = 1e100;

/// How much less a conflict counts than the next one.
const DECAY: f64 = 0.92;

/// A variable is cold if its activity is less than this, relative to one conflict now: it was in
/// none of the last thousand.
const COLD: f64 = 1e-40;

/// Marks positions in `cold`.
const IN_COLD: u32 = 1 << 31;

/// A heap of variables by activity, made anew for every query that needs one: it holds only
/// variables that the query is about. Most of them are cold; these need no order and come last,
/// from a list.
pub(super) struct Order {
    activity: Vec<f64>,
    increment: f64,
    heap: Vec<Var>,
    cold: Vec<Var>,
    /// All of `cold` before this are assigned.
    next_cold: usize,
    /// Where in the heap or in `cold`, by variable.
    position: Vec<u32>,
}

impl Order {
    pub(super) fn new() -> Order {
        Order {
            activity: Vec::new(),
            increment: 1.0,
            heap: Vec::new(),
            cold: Vec::new(),
            next_cold: 0,
            position: Vec::new(),
        }
    }

    pub(super) fn add_var(&mut self) {
        self.activity.push(0.0);
        self.position.push(ABSENT);
    }

    pub(super) fn clear(&mut self) {
        for var in self.heap.drain(..).chain(self.cold.drain(..)) {
            self.position[var.index()] = ABSENT;
        }
    }

    /// Start over with these variables.
    pub(super) fn fill(&mut self, vars: impl Iterator<Item = Var>) {
        self.clear();
        self.next_cold = 0;
        let threshold = COLD * self.increment;
        for var in vars {
            if self.activity[var.index()] < threshold {
                self.position[var.index()] = IN_COLD | to_u32(self.cold.len());
                self.cold.push(var);
            } else {
                self.position[var.index()] = to_u32(self.heap.len());
                self.heap.push(var);
            }
        }
        for place in (0..self.heap.len() / 2).rev() {
            self.sift_down(place);
        }
    }

    /// Put a variable (back) in.
    pub(super) fn insert(&mut self, var: Var) {
        let position = self.position[var.index()];
        if position == ABSENT {
            self.position[var.index()] = to_u32(self.heap.len());
            self.heap.push(var);
            self.sift_up(self.heap.len() - 1);
        } else if position & IN_COLD != 0 {
            self.next_cold = self.next_cold.min((position & !IN_COLD) as usize);
        }
    }

    /// Take out the most active variable. Whoever is taken out has to be assigned or to be put
    /// back in.
    pub(super) fn pop(&mut self) -> Option<Var> {
        let Some(last) = self.heap.pop() else {
            return self.pop_cold();
        };
        self.position[last.index()] = ABSENT;
        let Some(&top) = self.heap.first() else {
            return Some(last);
        };
        self.position[top.index()] = ABSENT;
        self.heap[0] = last;
        self.position[last.index()] = 0;
        self.sift_down(0);
        Some(top)
    }

    fn pop_cold(&mut self) -> Option<Var> {
        while let Some(&var) = self.cold.get(self.next_cold) {
            let position = IN_COLD | to_u32(self.next_cold);
            self.next_cold += 1;
            // Else it has warmed up.
            if self.position[var.index()] == position {
                return Some(var);
            }
        }
        None
    }

    /// The variable was in a conflict.
    pub(super) fn bump(&mut self, var: Var) {
        let activity = &mut self.activity[var.index()];
        *activity += self.increment;
        if *activity > TOO_LARGE {
            for activity in &mut self.activity {
                *activity /= TOO_LARGE;
            }
            self.increment /= TOO_LARGE;
        }
        let position = self.position[var.index()];
        if position & IN_COLD == 0 {
            self.sift_up(position as usize);
        } else if position != ABSENT {
            self.position[var.index()] = ABSENT;
            self.insert(var);
        }
    }

    /// From now on conflicts count a little more.
    pub(super) fn decay(&mut self) {
        self.increment /= DECAY;
    }

    /// The more active one is less.
    pub(super) fn compare(&self, a: Var, b: Var) -> Ordering {
        self.activity[b.index()].total_cmp(&self.activity[a.index()])
    }

    fn is_before(&self, a: Var, b: Var) -> bool {
        self.activity[a.index()] > self.activity[b.index()]
    }

    fn sift_up(&mut self, mut place: usize) {
        let var = self.heap[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            let above = self.heap[parent];
            if !self.is_before(var, above) {
                break;
            }
            self.heap[place] = above;
            self.position[above.index()] = to_u32(place);
            place = parent;
        }
        self.heap[place] = var;
        self.position[var.index()] = to_u32(place);
    }

    fn sift_down(&mut self, mut place: usize) {
        let var = self.heap[place];
        loop {
            let left = 2 * place + 1;
            let Some(&left_var) = self.heap.get(left) else {
                break;
            };
            let (child, below) = match self.heap.get(left + 1) {
                Some(&right_var) if self.is_before(right_var, left_var) => (left + 1, right_var),
                _ => (left, left_var),
            };
            if !self.is_before(below, var) {
                break;
            }
            self.heap[place] = below;
            self.position[below.index()] = to_u32(place);
            place = child;
        }
        self.heap[place] = var;
        self.position[var.index()] = to_u32(place);
    }
}

fn to_u32(place: usize) -> u32 {
    u32::try_from(place).expect("no more places than variables")
}
