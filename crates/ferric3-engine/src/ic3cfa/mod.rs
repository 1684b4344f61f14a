//! IC3 on the control flow automaton (IC3CFA; Lange, Neuhäußer, Noll, FMCAD 2015).
//!
//! Names are the papers': frame, cube, obligation, counterexample to induction (CTI), relative
//! inductiveness, generalisation. Who does what:
//!
//! | file             | what                                           | source             |
//! |------------------|------------------------------------------------|--------------------|
//! | `mod.rs`         | main loop, options                             | IC3CFA Alg. 1, 2   |
//! | `frames.rs`      | location-local, delta-encoded frames           | IC3CFA IV, Eén     |
//! | `context.rs`     | one solver context per location                | design 5           |
//! | `consecution.rs` | edge-relative inductiveness, cores             | IC3CFA Lemma 1     |
//! | `predecessor.rs` | symbolic predecessor cubes by split and wep    | Thesis 5.2         |
//! | `block.rs`       | obligations and the blocking phase             | IC3CFA Alg. 3      |
//! | `generalise.rs`  | literal dropping, literal weakening            | Thesis 4.3         |
//! | `propagate.rs`   | pushing, termination, the invariant            | IC3CFA Alg. 1      |
//!
//! Invariants of the frames, with `F(i, l)` the frame of level `i` at location `l`:
//!
//! 1. `F(0, initial) = true`, and `F(i, initial) = true` for all `i`: nothing enters `initial`;
//! 2. `F(i, l) = false` while `i` is less than the distance of `l` from `initial` (Thesis 5.1);
//! 3. `F(i, l) ⇒ F(i+1, l)`: a lemma of level `j` belongs to all frames up to `j`;
//! 4. `F(i, l) ∧ G ⇒ F(i+1, l')∘f` for every edge `(l, G, f, l')` and every `i` below the frontier.
//!
//! Every lemma is added only after a solver query has shown 4 for it.

mod block;
mod consecution;
mod context;
mod frames;
mod generalise;
mod predecessor;
mod propagate;

use ferric3_solver::SolverConfig;
use ferric3_term::Terms;

use self::context::Contexts;
use self::frames::Frames;
use crate::{
    Answer, Counterexample, Engine, EngineStats, Interrupted, Progress, ProgressInfo, Proof, Task,
    UnknownReason,
};

/// Switches of the engine.
#[derive(Clone, Debug)]
pub struct Ic3CfaOptions {
    /// After the unsat core, try to drop the remaining literals one by one.
    pub drop_literals: bool,
    /// Weaken equalities that cannot be dropped: to a bound, or to the bits that matter.
    pub weaken_literals: bool,
    /// Shrink predecessor cubes by an unsat core of the edge.
    pub lift_predecessors: bool,
}

impl Default for Ic3CfaOptions {
    fn default() -> Self {
        Ic3CfaOptions {
            drop_literals: true,
            weaken_literals: true,
            lift_predecessors: true,
        }
    }
}

/// The engine.
#[derive(Clone, Debug, Default)]
pub struct Ic3Cfa {
    options: Ic3CfaOptions,
    stats: EngineStats,
}

impl Ic3Cfa {
    /// An engine with the given switches.
    pub fn new(options: Ic3CfaOptions) -> Ic3Cfa {
        Ic3Cfa {
            options,
            stats: EngineStats::default(),
        }
    }
}

impl Engine for Ic3Cfa {
    fn name(&self) -> &'static str {
        "ic3cfa"
    }

    fn solve(
        &mut self,
        task: &Task,
        terms: &mut Terms,
        solvers: &SolverConfig,
        progress: &mut dyn Progress,
    ) -> Answer {
        let mut search = Search::new(task, terms, solvers, &self.options, progress);
        let answer = search.run();
        self.stats = search.stats();
        answer.unwrap_or(Answer::Unknown(UnknownReason::Interrupted))
    }

    fn stats(&self) -> EngineStats {
        self.stats.clone()
    }
}

/// What the phases count.
#[derive(Clone, Copy, Debug, Default)]
struct Counters {
    obligations: u64,
    predecessors: u64,
    predecessor_literals_before: u64,
    predecessor_literals_after: u64,
    lemmas: u64,
    lemma_literals: u64,
    drops_tried: u64,
    drops_done: u64,
    weakenings_tried: u64,
    weakenings_done: u64,
    pushes_tried: u64,
    pushes_done: u64,
}

/// One run of the engine.
struct Search<'a> {
    task: &'a Task,
    terms: &'a mut Terms,
    options: &'a Ic3CfaOptions,
    contexts: Contexts<'a>,
    frames: Frames,
    /// The frontier: frames up to this level exclude the error.
    frontier: usize,
    counters: Counters,
    solvers: &'a SolverConfig,
    progress: &'a mut dyn Progress,
}

impl<'a> Search<'a> {
    fn new(
        task: &'a Task,
        terms: &'a mut Terms,
        solvers: &'a SolverConfig,
        options: &'a Ic3CfaOptions,
        progress: &'a mut dyn Progress,
    ) -> Search<'a> {
        Search {
            task,
            terms,
            options,
            contexts: Contexts::new(task, solvers),
            frames: Frames::new(task),
            // No run gets to the error sooner, so the frames below need no lemma (Thesis 5.1).
            frontier: match task.distance(task.cfa.error) {
                usize::MAX => 0,
                distance => distance.saturating_sub(2),
            },
            counters: Counters::default(),
            solvers,
            progress,
        }
    }

    /// IC3CFA Alg. 1.
    fn run(&mut self) -> Result<Answer, Interrupted> {
        loop {
            self.frontier += 1;
            self.report_progress("blocking", 0);
            self.check_interrupt()?;
            if let Some(counterexample) = self.strengthen()? {
                return Ok(Answer::Unsafe(counterexample));
            }
            self.propagate()?;
            if let Some(level) = self.frames.fixpoint(self.frontier) {
                let invariant = self.frames.invariant(self.terms, level);
                return Ok(Answer::Safe(Proof::Invariant(invariant)));
            }
        }
    }

    /// IC3CFA Alg. 2: block every counterexample to induction at the frontier, that is, make
    /// `F(k, l) ∧ G` unsatisfiable for every edge `(l, G, f, error)`.
    fn strengthen(&mut self) -> Result<Option<Counterexample>, Interrupted> {
        let task = self.task;
        for &edge in task.incoming(task.cfa.error) {
            while let Some(cti) = self.find_cti(edge)? {
                if let Some(counterexample) = self.block(cti)? {
                    return Ok(Some(counterexample));
                }
            }
        }
        Ok(None)
    }

    fn report_progress(&mut self, phase: &'static str, obligations: usize) {
        self.progress.update(&ProgressInfo {
            phase,
            level: self.frontier,
            lemmas: self.frames.len(),
            obligations,
            queries: self.contexts.queries(),
        });
    }

    fn check_interrupt(&self) -> Result<(), Interrupted> {
        if self.solvers.interrupt.is_raised() {
            Err(Interrupted)
        } else {
            Ok(())
        }
    }

    fn stats(&self) -> EngineStats {
        let c = &self.counters;
        let counters = [
            ("lemmas in frames", self.frames.len() as u64),
            ("lemmas learnt", c.lemmas),
            ("literals in lemmas learnt", c.lemma_literals),
            ("obligations", c.obligations),
            ("predecessors", c.predecessors),
            (
                "predecessor literals before lifting",
                c.predecessor_literals_before,
            ),
            (
                "predecessor literals after lifting",
                c.predecessor_literals_after,
            ),
            ("literal drops tried", c.drops_tried),
            ("literal drops done", c.drops_done),
            ("literal weakenings tried", c.weakenings_tried),
            ("literal weakenings done", c.weakenings_done),
            ("pushes tried", c.pushes_tried),
            ("pushes done", c.pushes_done),
        ];
        EngineStats {
            solver: self.contexts.stats(),
            level: self.frontier,
            counters: counters.into_iter().collect(),
        }
    }
}
