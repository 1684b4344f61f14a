//! IC3 on the control flow automaton (IC3CFA; Lange, Neuhäußer, Noll, FMCAD 2015).
//!
//! Names are the papers': frame, cube, obligation, counterexample to induction (CTI), relative
//! inductiveness, generalisation. Who does what:
//!
//! | file             | what                                           | source             |
//! |------------------|------------------------------------------------|--------------------|
//! | `mod.rs`         | main loop                                      | IC3CFA Alg. 1, 2   |
//! | `technique.rs`   | the techniques that can be switched            | design 6           |
//! | `options.rs`     | presets: none, old, thesis, ours               | Thesis 4.3, 5.12   |
//! | `initial.rs`     | initial frames from shortest paths             | Thesis 5.1         |
//! | `frames.rs`      | location-local, delta-encoded frames           | IC3CFA IV, Eén     |
//! | `known.rs`       | facts, and lemmas of other engines             | ours               |
//! | `context.rs`     | one solver context per location                | design 5           |
//! | `relative.rs`    | edge-relative inductiveness by wep, cores      | Thesis 5.3         |
//! | `cache.rs`       | the query cache                                | Thesis 5.3         |
//! | `predecessor.rs` | symbolic predecessor cubes, lifting            | Thesis 5.2         |
//! | `products.rs`    | products in cubes are fixed                    | ours               |
//! | `project.rs`     | elimination of inputs from cubes               | Spacer             |
//! | `block.rs`       | obligations and the blocking phase             | IC3CFA Alg. 3, 5.8 |
//! | `generalise/`    | a file for each generalisation                 | Thesis 4.3, 5.4 ff |
//! | `propagate.rs`   | pushing, blindly or triggered                  | Suda               |
//!
//! Invariants of the frames, with `F(i, l)` the frame of level `i` at location `l`:
//!
//! 1. `F(0, initial) = true`, and `F(i, initial) = true` for all `i`: nothing enters `initial`;
//! 2. `F(i, l) = false` while `i` is less than the distance of `l` from `initial` (Thesis 5.1);
//! 3. `F(i, l) ⇒ F(i+1, l)`: a lemma of level `j` belongs to all frames up to `j`;
//! 4. `F(i, l) ∧ G ⇒ F(i+1, l')∘f` for every edge `(l, G, f, l')` and every `i` below the frontier.
//!
//! Every lemma is added only after a solver query has shown 4 for it, or one of the thesis's
//! theorems, which debug builds check against the query that it replaces.

mod block;
mod cache;
mod context;
mod frames;
mod generalise;
mod initial;
mod known;
mod options;
mod predecessor;
mod products;
mod project;
mod propagate;
mod relative;
mod state;
mod state_cube;
mod symbols;
mod technique;
#[cfg(test)]
mod testing;

use std::time::Instant;

use ferric3_cfa::{EdgeId, LocId};
use ferric3_solver::SolverConfig;
use ferric3_term::{TermId, Terms};

use self::cache::QueryCache;
use self::context::Contexts;
use self::frames::Frames;
use self::generalise::Pipeline;
use self::state::StateLayout;
use self::symbols::Symbols;
use crate::engine::TERM_WORK;
use crate::houdini::Houdini;
use crate::{
    Answer, Counterexample, Cube, Depth, Engine, EngineStats, Exchange, Interrupted, Progress,
    ProgressInfo, Proof, Session, Task,
};

pub use self::options::{Ic3CfaOptions, Preset};
pub use self::technique::{Technique, TechniqueSet, TechniqueStats, UnknownTechnique};

/// The engine.
#[derive(Clone, Debug, Default)]
pub struct Ic3Cfa {
    options: Ic3CfaOptions,
    stats: EngineStats,
}

impl Ic3Cfa {
    /// An engine with the given options.
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

    fn solve(&mut self, task: &Task, terms: &mut Terms, session: &mut Session<'_>) -> Answer {
        let mut search = Search::new(
            task,
            terms,
            session.solvers,
            &self.options,
            session.progress,
            session.exchange,
        );
        let answer = search.run();
        self.stats = search.stats();
        answer.unwrap_or_else(|why| Answer::Unknown(why.into()))
    }

    fn stats(&self) -> EngineStats {
        self.stats.clone()
    }
}

/// What the phases count, besides the techniques' own statistics.
#[derive(Clone, Copy, Debug, Default)]
struct Counters {
    obligations: u64,
    predecessors: u64,
    predecessor_literals_before: u64,
    predecessor_literals_after: u64,
    lemmas: u64,
    lemma_literals: u64,
    generalisation_queries: u64,
}

/// One run of the engine.
struct Search<'a> {
    task: &'a Task,
    terms: &'a mut Terms,
    options: &'a Ic3CfaOptions,
    contexts: Contexts<'a>,
    frames: Frames,
    /// The frontier: frames below this level exclude the error.
    frontier: usize,
    /// No run up to here ends in the error location.
    depth: Depth,
    /// The generalisations that are on.
    pipeline: Pipeline,
    cache: QueryCache,
    layout: StateLayout,
    symbols: Symbols,
    /// By location: the edge over which the last test of relative inductiveness failed.
    last_failure: Vec<Option<EdgeId>>,
    /// The edge whose source has a model of the last edge query, if it was satisfiable.
    model_of: Option<EdgeId>,
    counters: Counters,
    technique_stats: Vec<TechniqueStats>,
    /// Is this a debug assertion at work?
    aside: bool,
    solvers: &'a SolverConfig,
    progress: &'a mut dyn Progress,
    exchange: &'a mut dyn Exchange,
    /// The obligation at hand, if there is one.
    at_hand: Option<(LocId, Cube)>,
    /// By location: what holds at every level.
    known: Vec<Vec<TermId>>,
    /// Looks for lemmas that are inductive by now.
    houdini: Option<Houdini<'a>>,
    /// Terms when work was reported last.
    reported_terms: usize,
}

impl<'a> Search<'a> {
    fn new(
        task: &'a Task,
        terms: &'a mut Terms,
        solvers: &'a SolverConfig,
        options: &'a Ic3CfaOptions,
        progress: &'a mut dyn Progress,
        exchange: &'a mut dyn Exchange,
    ) -> Search<'a> {
        let facts = |loc: LocId| match options.techniques.has(Technique::Facts) {
            true => task.facts.at(loc).to_vec(),
            false => Vec::new(),
        };
        let known: Vec<Vec<TermId>> = task.cfa.locations.ids().map(facts).collect();
        let layout = StateLayout::new(&task.cfa, terms);
        let reported_terms = terms.len();
        Search {
            task,
            frames: Frames::new(task, initial::depths(task, terms, options)),
            pipeline: Pipeline::new(task, terms, options.techniques),
            terms,
            options,
            contexts: Contexts::new(task, solvers, known.clone()),
            frontier: initial::frontier(task, options),
            depth: Depth::before_any_path(task),
            cache: QueryCache::default(),
            layout,
            symbols: Symbols::default(),
            last_failure: vec![None; task.cfa.locations.len()],
            model_of: None,
            counters: Counters::default(),
            technique_stats: vec![TechniqueStats::default(); Technique::ALL.len()],
            aside: false,
            solvers,
            progress,
            exchange,
            at_hand: None,
            known,
            houdini: None,
            reported_terms,
        }
    }

    /// IC3CFA Alg. 1.
    fn run(&mut self) -> Result<Answer, Interrupted> {
        self.count_initial_frames();
        self.count_facts();
        loop {
            self.frontier += 1;
            self.report_progress("blocking", 0);
            self.check_interrupt()?;
            self.receive();
            if let Some(counterexample) = self.strengthen()? {
                return Ok(Answer::Unsafe(counterexample));
            }
            self.propagate()?;
            if let Some(level) = self.frames.fixpoint(self.frontier) {
                let invariant = self.invariant(level);
                return Ok(Answer::Safe(Proof::Invariant(invariant)));
            }
            self.publish()?;
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
        self.depth = self.depth.max(Depth::behind_frames(self.frontier));
        Ok(None)
    }

    /// Is the technique on?
    fn has(&self, technique: Technique) -> bool {
        self.options.techniques.has(technique)
    }

    fn stats_of(&mut self, technique: Technique) -> &mut TechniqueStats {
        &mut self.technique_stats[technique as usize]
    }

    /// Do something on behalf of a technique, and count its time.
    fn timed<T>(
        &mut self,
        technique: Technique,
        work: impl FnOnce(&mut Self) -> Result<T, Interrupted>,
    ) -> Result<T, Interrupted> {
        let start = Instant::now();
        let result = work(self);
        self.stats_of(technique).time += start.elapsed();
        result
    }

    /// Do something for a debug assertion: it shows neither in counters nor in caches, so that
    /// debug builds tell what others would.
    fn aside<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let queries = self.contexts.queries();
        let stats = self.technique_stats.clone();
        let outer = std::mem::replace(&mut self.aside, true);
        let result = work(self);
        self.aside = outer;
        self.model_of = None; // The model is another one now.
        self.technique_stats = stats;
        self.contexts.forget_queries_since(queries);
        result
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

    fn check_interrupt(&mut self) -> Result<(), Interrupted> {
        let terms = self.terms.len();
        let new = terms - std::mem::replace(&mut self.reported_terms, terms);
        self.solvers.interrupt.work(TERM_WORK * new as u64);
        if self.solvers.interrupt.is_raised() {
            Err(Interrupted::Stopped)
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
            (GENERALISATION_QUERIES, c.generalisation_queries),
        ];
        let techniques = self.options.techniques.iter();
        EngineStats {
            solver: self.contexts.stats(),
            level: self.frontier,
            counters: counters.into_iter().collect(),
            knowledge: self.knowledge(),
            contributions: Vec::new(),
            techniques: techniques
                .map(|technique| (technique, self.technique_stats[technique as usize]))
                .collect(),
        }
    }
}

/// Name of the counter of solver queries asked by generalisation.
pub const GENERALISATION_QUERIES: &str = "generalisation queries";
