//! Obligations, and the blocking phase.
//!
//! An obligation `(i, l, c)` says: every state of `c` at `l` leads to the error, so `c` must be
//! blocked at level `i`. The queue yields the lowest level first (required: only then is a
//! predecessor at the initial location a counterexample and not just a detour), and of these the
//! deepest, newest one (heuristic). A blocked obligation comes back one level up until the
//! frontier, so that counterexamples longer than the frontier are found early.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use ferric3_cfa::{EdgeId, LocId, State};
use ferric3_ivl::{Idx, IdxVec};
use ferric3_term::Assignment;

use super::Search;
use super::consecution::Consecution;
use crate::{Counterexample, CounterexampleStep, Cube, Interrupted};

/// A cube all of whose states lead over `edge`, with `inputs`, where they should not.
pub(super) struct Predecessor {
    pub(super) edge: EdgeId,
    pub(super) inputs: State,
    pub(super) cube: Cube,
}

struct Obligation {
    loc: LocId,
    /// How its states get to the error, one edge at a time.
    step: Predecessor,
    successor: Option<Idx<Obligation>>,
    depth: usize,
}

/// Level, then depth (deepest first), then age (newest first).
type QueueEntry = Reverse<(usize, Reverse<usize>, Reverse<usize>, Idx<Obligation>)>;

#[derive(Default)]
struct Queue {
    obligations: IdxVec<Obligation>,
    heap: BinaryHeap<QueueEntry>,
    entries: usize,
}

impl Queue {
    fn add(
        &mut self,
        loc: LocId,
        step: Predecessor,
        successor: Option<Idx<Obligation>>,
        level: usize,
    ) {
        let depth = successor.map_or(0, |s| self.obligations[s].depth + 1);
        let id = self.obligations.push(Obligation {
            loc,
            step,
            successor,
            depth,
        });
        self.enqueue(id, level);
    }

    fn enqueue(&mut self, id: Idx<Obligation>, level: usize) {
        self.entries += 1;
        let depth = self.obligations[id].depth;
        self.heap
            .push(Reverse((level, Reverse(depth), Reverse(self.entries), id)));
    }

    fn pop(&mut self) -> Option<(usize, Idx<Obligation>)> {
        self.heap
            .pop()
            .map(|Reverse((level, _, _, id))| (level, id))
    }
}

impl Search<'_> {
    /// IC3CFA Alg. 3: block `cti` at the frontier, or find a counterexample.
    pub(super) fn block(
        &mut self,
        cti: Predecessor,
    ) -> Result<Option<Counterexample>, Interrupted> {
        let mut queue = Queue::default();
        queue.add(self.task.form(cti.edge).edge.from, cti, None, self.frontier);
        while let Some((level, id)) = queue.pop() {
            self.counters.obligations += 1;
            self.report_progress("blocking", queue.heap.len());
            self.check_interrupt()?;
            let obligation = &queue.obligations[id];
            let loc = obligation.loc;
            if loc == self.task.cfa.initial {
                return self.counterexample(&queue, id).map(Some);
            }
            let blocked = match self.frames.blocked_at(level, loc, &obligation.step.cube) {
                Some(blocked) => blocked,
                None => match self.consecution(level, loc, &obligation.step.cube)? {
                    Consecution::Holds(core) => self.learn(level, loc, core)?,
                    Consecution::Fails(edge) => {
                        let predecessor = self.predecessor(edge, &obligation.step.cube)?;
                        let from = self.task.form(edge).edge.from;
                        queue.add(from, predecessor, Some(id), level - 1);
                        queue.enqueue(id, level);
                        continue;
                    }
                },
            };
            if blocked < self.frontier {
                queue.enqueue(id, blocked + 1);
            }
        }
        Ok(None)
    }

    /// Generalise a cube that can be blocked at `(level, loc)`, find the highest level where it
    /// can, and add the lemma. Returns that level.
    fn learn(&mut self, level: usize, loc: LocId, cube: Cube) -> Result<usize, Interrupted> {
        let mut cube = self.generalise(level, loc, cube)?;
        let mut top = level;
        while top < self.frontier {
            match self.consecution(top + 1, loc, &cube)? {
                Consecution::Holds(core) => cube = core,
                Consecution::Fails(_) => break,
            }
            top += 1;
        }
        self.counters.lemmas += 1;
        self.counters.lemma_literals += cube.len() as u64;
        self.add_lemma(top, loc, cube);
        Ok(top)
    }

    /// Add the lemma `¬cube`. Requires that consecution was shown for `(level, loc, cube)`.
    pub(super) fn add_lemma(&mut self, level: usize, loc: LocId, cube: Cube) {
        self.frames.add(level, loc, cube.clone());
        self.contexts
            .add_lemma(self.terms, &self.frames, level, loc, &cube);
    }

    /// The run from the initial location through the obligations. The inputs of each step lead
    /// from *any* state of its cube into the next cube, so the first state can be any one of the
    /// first cube.
    fn counterexample(
        &mut self,
        queue: &Queue,
        first: Idx<Obligation>,
    ) -> Result<Counterexample, Interrupted> {
        let cube = &queue.obligations[first].step.cube;
        let loc = self.task.cfa.initial;
        self.contexts
            .check_without_frames(self.terms, &self.frames, loc, cube.literals())?;
        let model = self.contexts.model(loc);
        let state = self.task.cfa.state.iter();
        let initial = state
            .map(|var| (var.symbol, model.value(self.terms, var.symbol)))
            .collect();
        let mut steps = Vec::new();
        let mut next = Some(first);
        while let Some(id) = next {
            let Obligation {
                step, successor, ..
            } = &queue.obligations[id];
            steps.push(CounterexampleStep {
                edge: step.edge,
                inputs: step.inputs.clone(),
            });
            next = *successor;
        }
        Ok(Counterexample { initial, steps })
    }
}
