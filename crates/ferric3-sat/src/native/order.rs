//! Which variable to decide next: the one that was in most of the recent conflicts.

use crate::Var;

/// Not in the heap.
const ABSENT: u32 = u32::MAX;

/// Activities beyond this are scaled down, all of them.
const TOO_LARGE: f64 = 1e100;

/// How much less a conflict counts than the next one.
const DECAY: f64 = 0.95;

/// A heap of variables by activity, made anew for every query that needs one: it holds only
/// variables that the query is about.
pub(super) struct Order {
    activity: Vec<f64>,
    increment: f64,
    heap: Vec<Var>,
    /// Where in the heap, by variable.
    position: Vec<u32>,
}

impl Order {
    pub(super) fn new() -> Order {
        Order {
            activity: Vec::new(),
            increment: 1.0,
            heap: Vec::new(),
            position: Vec::new(),
        }
    }

    pub(super) fn add_var(&mut self) {
        self.activity.push(0.0);
        self.position.push(ABSENT);
    }

    pub(super) fn clear(&mut self) {
        for var in self.heap.drain(..) {
            self.position[var.index()] = ABSENT;
        }
    }

    /// Start over with these variables.
    pub(super) fn fill(&mut self, vars: impl Iterator<Item = Var>) {
        self.clear();
        for var in vars {
            self.position[var.index()] = to_u32(self.heap.len());
            self.heap.push(var);
        }
        for place in (0..self.heap.len() / 2).rev() {
            self.sift_down(place);
        }
    }

    /// Put a variable (back) in.
    pub(super) fn insert(&mut self, var: Var) {
        if self.position[var.index()] == ABSENT {
            self.position[var.index()] = to_u32(self.heap.len());
            self.heap.push(var);
            self.sift_up(self.heap.len() - 1);
        }
    }

    /// Take out the most active variable.
    pub(super) fn pop(&mut self) -> Option<Var> {
        let last = self.heap.pop()?;
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
        if position != ABSENT {
            self.sift_up(position as usize);
        }
    }

    /// From now on conflicts count a little more.
    pub(super) fn decay(&mut self) {
        self.increment /= DECAY;
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
