//! Obligations, and the blocking phase.
//!
//! An obligation `(i, l, c)` says: every state of `c` at `l` leads to the error, so `c` must be
//! blocked at level `i`. The queue yields the lowest level first (required: only then is a
//! predecessor at the initial location a counterexample and not just a detour), and of these the
//! deepest, newest one, or with `order-by-size` the one with the smallest cube (Thesis 5.8): its
//! lemma is the cheapest to find and may block the others too. A blocked obligation comes back
//! one level up until the frontier (technique `requeue`), so that counterexamples longer than
//! the frontier are found early.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use ferric3_cfa::{EdgeId, LocId, State, run_edge};
use ferric3_ivl::{Idx, IdxVec};
use ferric3_term::{Assignment, Evaluator, Substitution, SymbolId, TermId};

use super::Search;
use super::generalise::Blocked;
use super::relative::{Consecution, union};
use super::technique::Technique;
use crate::{Counterexample, CounterexampleStep, Cube, Interrupted};

/// A cube all of whose states lead over `edge`, with some inputs, where they should not.
pub(super) struct Predecessor {
    pub(super) edge: EdgeId,
    /// Inputs that do so for one of the states, and likely for others.
    pub(super) inputs: State,
    pub(super) cube: Cube,
}

struct Obligation {
    loc: LocId,
    /// How its states get to the error, one edge at a time.
    step: Predecessor,
    successor: Option<Idx<Obligation>>,
    depth: usize,
    /// How often it was blocked before, at lower levels.
    visits: u32,
}

/// Level, then size if asked for, then depth (deepest first), then age (newest first).
type QueueEntry = Reverse<(
    usize,
    usize,
    Reverse<usize>,
    Reverse<usize>,
    Idx<Obligation>,
)>;

#[derive(Default)]
struct Queue {
    obligations: IdxVec<Obligation>,
    heap: BinaryHeap<QueueEntry>,
    entries: usize,
    by_size: bool,
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
            visits: 0,
        });
        self.enqueue(id, level);
    }

    fn enqueue(&mut self, id: Idx<Obligation>, level: usize) {
        self.entries += 1;
        let Obligation { depth, step, .. } = &self.obligations[id];
        let size = if self.by_size { step.cube.len() } else { 0 };
        let age = Reverse(self.entries);
        self.heap
            .push(Reverse((level, size, Reverse(*depth), age, id)));
    }

    fn pop(&mut self) -> Option<(usize, Idx<Obligation>)> {
        self.heap
            .pop()
            .map(|Reverse((level, _, _, _, id))| (level, id))
    }
}

impl Search<'_> {
    /// IC3CFA Alg. 3: block `cti` at the frontier, or find a counterexample.
    pub(super) fn block(
        &mut self,
        cti: Predecessor,
    ) -> Result<Option<Counterexample>, Interrupted> {
        let mut queue = Queue {
            by_size: self.has(Technique::OrderBySize),
            ..Queue::default()
        };
        queue.add(self.task.form(cti.edge).edge.from, cti, None, self.frontier);
        while let Some((level, id)) = queue.pop() {
            self.counters.obligations += 1;
            if queue.by_size {
                let others = queue
                    .heap
                    .peek()
                    .is_some_and(|Reverse(next)| next.0 == level);
                self.stats_of(Technique::OrderBySize).tried += 1;
                self.stats_of(Technique::OrderBySize).succeeded += u64::from(others);
            }
            self.report_progress("blocking", queue.heap.len());
            self.check_interrupt()?;
            let obligation = &queue.obligations[id];
            let loc = obligation.loc;
            self.at_hand = Some((loc, obligation.step.cube.clone()));
            if loc == self.task.cfa.initial {
                return self.counterexample(&queue, id).map(Some);
            }
            let blocked = match self.frames.blocked_at(level, loc, &obligation.step.cube) {
                Some(blocked) => blocked,
                None => match self.consecution(level, loc, &obligation.step.cube)? {
                    Consecution::Holds(cores) => {
                        let blocked = Blocked {
                            level,
                            loc,
                            cube: obligation.step.cube.clone(),
                            cores,
                            visits: obligation.visits,
                        };
                        self.learn(blocked)?
                    }
                    Consecution::Fails(edge) => {
                        let predecessor = self.predecessor(edge, &obligation.step.cube)?;
                        let from = self.task.form(edge).edge.from;
                        if obligation.visits > 0 {
                            self.stats_of(Technique::Requeue).succeeded += 1;
                        }
                        queue.add(from, predecessor, Some(id), level - 1);
                        queue.enqueue(id, level);
                        continue;
                    }
                },
            };
            self.at_hand = None;
            let obligation = &mut queue.obligations[id];
            obligation.visits += 1;
            if blocked < self.frontier && self.has(Technique::Requeue) {
                self.stats_of(Technique::Requeue).tried += 1;
                queue.enqueue(id, blocked + 1);
            }
        }
        Ok(None)
    }

    /// Generalise a cube that can be blocked, find the highest level where it can, and add the
    /// lemma. Returns that level.
    fn learn(&mut self, blocked: Blocked) -> Result<usize, Interrupted> {
        let (level, loc) = (blocked.level, blocked.loc);
        let cube = self.generalise(blocked)?;
        let (top, cube) = self.climb(level, loc, cube)?;
        self.counters.lemmas += 1;
        self.counters.lemma_literals += cube.len() as u64;
        self.add_lemma(top, loc, cube.clone());
        self.at_hand = None;
        self.after_lemma(top, loc, &cube)?;
        Ok(top)
    }

    /// The highest level up to the frontier at which the cube can be blocked, and what is left
    /// of it there (Eén et al.). Requires that it can be blocked at `level`.
    pub(super) fn climb(
        &mut self,
        level: usize,
        loc: LocId,
        mut cube: Cube,
    ) -> Result<(usize, Cube), Interrupted> {
        let mut top = level;
        if !self.has(Technique::Climb) {
            return Ok((top, cube));
        }
        self.timed(Technique::Climb, |search| {
            while top < search.frontier {
                search.stats_of(Technique::Climb).tried += 1;
                match search.consecution(top + 1, loc, &cube)? {
                    Consecution::Holds(cores) => cube = union(&cores),
                    Consecution::Fails(_) => break,
                }
                search.stats_of(Technique::Climb).succeeded += 1;
                top += 1;
            }
            Ok((top, cube))
        })
    }

    /// Add the lemma `¬cube`. Requires that consecution was shown for `(level, loc, cube)`.
    pub(super) fn add_lemma(&mut self, level: usize, loc: LocId, cube: Cube) {
        self.frames.add(level, loc, cube.clone());
        self.contexts
            .add_lemma(self.terms, &self.frames, level, loc, &cube);
    }

    /// The run from the initial location through the obligations. From *any* state of a cube
    /// some inputs lead into the next cube, so the first state can be any one of the first cube.
    fn counterexample(
        &mut self,
        queue: &Queue,
        first: Idx<Obligation>,
    ) -> Result<Counterexample, Interrupted> {
        let task = self.task;
        let cube = &queue.obligations[first].step.cube;
        let loc = task.cfa.initial;
        self.contexts
            .check_without_frames(self.terms, &self.frames, loc, cube.literals())?;
        let model = self.contexts.model(loc);
        let symbols = task.cfa.state.iter().map(|var| var.symbol);
        let initial: State = symbols
            .map(|symbol| (symbol, model.value(self.terms, symbol)))
            .collect();
        let mut state = initial.clone();
        let mut steps = Vec::new();
        let mut next = Some(first);
        while let Some(id) = next {
            let Obligation {
                step, successor, ..
            } = &queue.obligations[id];
            let goal = successor.map(|s| queue.obligations[s].step.cube.clone());
            let goal = goal.unwrap_or_default();
            let (inputs, after) = self.step_into(step, &state, &goal)?;
            state = after;
            steps.push(CounterexampleStep {
                edge: step.edge,
                inputs,
            });
            next = *successor;
        }
        Ok(Counterexample { initial, steps })
    }

    /// Inputs that lead from `state` over the step's edge into `goal`, and the state there: the
    /// step's own inputs if they do, else by the solver.
    fn step_into(
        &mut self,
        step: &Predecessor,
        state: &State,
        goal: &Cube,
    ) -> Result<(State, State), Interrupted> {
        let task = self.task;
        let form = task.form(step.edge);
        let run = |search: &Search<'_>, inputs: &State| {
            let run = run_edge(&task.cfa, search.terms, form, state, inputs)?;
            let mut evaluator = Evaluator::new();
            let mut literals = goal.literals().iter();
            literals
                .all(|&l| evaluator.eval(search.terms, &run.state, l).as_bool())
                .then_some(run.state)
        };
        if let Some(after) = run(self, &step.inputs) {
            return Ok((step.inputs.clone(), after));
        }
        let mut assumptions = vec![form.guard];
        for &literal in goal.literals() {
            assumptions.push(self.contexts.before(self.terms, step.edge, literal));
        }
        if state.values().any(|value| value.sort().is_array()) {
            // Arrays are not compared: the whole state is put in.
            let mut values: Vec<(SymbolId, TermId)> = Vec::new();
            for var in &task.cfa.state {
                if let Some(value) = state.get(&var.symbol) {
                    values.push((var.symbol, self.terms.constant(value)));
                }
            }
            let mut put_in = Substitution::new(values);
            for assumption in &mut assumptions {
                *assumption = put_in.apply(self.terms, *assumption);
            }
        } else {
            for var in &task.cfa.state {
                if let Some(value) = state.get(&var.symbol) {
                    let value = self.terms.constant(value);
                    assumptions.push(self.terms.eq(var.term, value));
                }
            }
        }
        let from = form.edge.from;
        self.contexts
            .check_without_frames(self.terms, &self.frames, from, &assumptions)?;
        let model = self.contexts.model(from);
        let inputs: State = form
            .inputs
            .iter()
            .map(|&w| (w, model.value(self.terms, w)))
            .collect();
        // Were the cube wrong, the replay would find out: no verdict hangs on this.
        let after = run(self, &inputs).unwrap_or_default();
        Ok((inputs, after))
    }
}
