//! Obligations, and the queue of those that wait.
//!
//! An obligation `(i, l, c)` says: every state of `c` at `l` leads to the error, so `c` must be
//! blocked at level `i`. The queue yields the lowest level first (required: only then is a
//! predecessor at the initial location a counterexample and not just a detour), and of these the
//! deepest, newest one, or with `order-by-size` the one with the smallest cube (Thesis 5.8): its
//! lemma is the cheapest to find and may block the others too.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use ferric3_cfa::{EdgeId, LocId, State};
use ferric3_ivl::{Idx, IdxVec};

use super::Level;
use crate::Cube;

/// A cube whose states lead over `edge`, with some inputs, where they should not.
pub(crate) struct Predecessor {
    pub(crate) edge: EdgeId,
    /// Inputs that do so for one of the states, and likely for others.
    pub(crate) inputs: State,
    pub(crate) cube: Cube,
}

/// A cube that must be blocked.
pub(super) struct Obligation {
    pub(super) loc: LocId,
    /// How its states get to the error, one edge at a time.
    pub(super) step: Predecessor,
    successor: Option<Idx<Obligation>>,
    depth: usize,
    /// How often it was blocked before, at lower levels.
    pub(super) visits: u32,
}

/// Level, then size if asked for, then depth (deepest first), then age (newest first).
type QueueEntry = Reverse<(
    Level,
    usize,
    Reverse<usize>,
    Reverse<usize>,
    Idx<Obligation>,
)>;

/// The obligations of one counterexample to induction.
#[derive(Default)]
pub(super) struct Queue {
    obligations: IdxVec<Obligation>,
    heap: BinaryHeap<QueueEntry>,
    entries: usize,
    by_size: bool,
}

impl Queue {
    /// An empty queue, which yields small cubes first if `by_size`.
    pub(super) fn new(by_size: bool) -> Queue {
        Queue {
            by_size,
            ..Queue::default()
        }
    }

    /// The first obligation: the first step of a path to the error. The others are how its states get there.
    pub(super) fn begin(&mut self, path: Vec<(LocId, Predecessor)>, level: Level) {
        let mut next = None;
        for (loc, step) in path.into_iter().rev() {
            next = Some(self.keep(loc, step, next));
        }
        if let Some(first) = next {
            self.enqueue(first, level);
        }
    }

    /// A new obligation, whose states lead into those of `successor`.
    pub(super) fn add(
        &mut self,
        loc: LocId,
        step: Predecessor,
        successor: Idx<Obligation>,
        level: Level,
    ) {
        let id = self.keep(loc, step, Some(successor));
        self.enqueue(id, level);
    }

    fn keep(
        &mut self,
        loc: LocId,
        step: Predecessor,
        successor: Option<Idx<Obligation>>,
    ) -> Idx<Obligation> {
        let depth = successor.map_or(0, |s| self.obligations[s].depth + 1);
        self.obligations.push(Obligation {
            loc,
            step,
            successor,
            depth,
            visits: 0,
        })
    }

    /// An obligation has to be looked at (again).
    pub(super) fn enqueue(&mut self, id: Idx<Obligation>, level: Level) {
        self.entries += 1;
        let Obligation { depth, step, .. } = &self.obligations[id];
        let size = if self.by_size { step.cube.len() } else { 0 };
        let age = Reverse(self.entries);
        self.heap
            .push(Reverse((level, size, Reverse(*depth), age, id)));
    }

    /// The next one, with its level.
    pub(super) fn pop(&mut self) -> Option<(Level, Idx<Obligation>)> {
        self.heap
            .pop()
            .map(|Reverse((level, _, _, _, id))| (level, id))
    }

    /// The level of the one that would be next.
    pub(super) fn next_level(&self) -> Option<Level> {
        self.heap.peek().map(|Reverse(next)| next.0)
    }

    /// How many wait.
    pub(super) fn len(&self) -> usize {
        self.heap.len()
    }

    /// The obligation.
    pub(super) fn get(&self, id: Idx<Obligation>) -> &Obligation {
        &self.obligations[id]
    }

    /// It was blocked once more.
    pub(super) fn count_visit(&mut self, id: Idx<Obligation>) {
        self.obligations[id].visits += 1;
    }

    /// The chain from this obligation to the error.
    pub(super) fn chain(&self, first: Idx<Obligation>) -> Chain<'_> {
        let mut steps = Vec::new();
        let mut next = Some(first);
        while let Some(id) = next {
            steps.push(&self.obligations[id].step);
            next = self.obligations[id].successor;
        }
        Chain { steps }
    }
}

/// Obligations from one at the initial location to the error, each with the edge that leads into the
/// next one.
pub(crate) struct Chain<'q> {
    steps: Vec<&'q Predecessor>,
}

impl<'q> Chain<'q> {
    /// The chain of these steps, in the order of a run.
    pub(crate) fn new(steps: Vec<&'q Predecessor>) -> Chain<'q> {
        Chain { steps }
    }

    /// Cubes and edges, in the order of a run.
    pub(crate) fn steps(&self) -> &[&'q Predecessor] {
        &self.steps
    }
}
