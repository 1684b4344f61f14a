//! The core of IC3: frames, queries, obligations, pushing, and what they count.
//!
//! Names are the papers': frame, cube, obligation, counterexample to induction (CTI), relative
//! inductiveness, generalisation. An algorithm of the family is this core and a [`Policy`]: where
//! predecessors come from, which generalisations apply, and what happens when a chain of
//! obligations reaches the initial location. `ic3cfa/` is the first one.
//!
//! | file                 | what                                           | source             |
//! |----------------------|------------------------------------------------|--------------------|
//! | `mod.rs`             | main loop                                      | IC3CFA Alg. 1, 2   |
//! | `policy.rs`          | the places at which algorithms differ          | Pono's hooks       |
//! | `technique.rs`       | what can be switched, in any of them           | design 6           |
//! | `initial.rs`         | initial frames from shortest paths             | Thesis 5.1         |
//! | `level.rs`           | levels of frames                               |                    |
//! | `frames.rs`          | location-local, delta-encoded frames           | IC3CFA IV, Eén     |
//! | `known.rs`           | facts, and lemmas of other engines             | ours               |
//! | `context.rs`         | one solver context per location                | design 5           |
//! | `relative.rs`        | edge-relative inductiveness by wep, cores      | Thesis 5.3         |
//! | `wider.rs`           | cores with wider bounds than the cube          | iSAT3+IC3 III-B    |
//! | `rotation.rs`        | smaller cores by asking in other orders        | iSAT3+IC3 III-A, B |
//! | `suffix.rs`          | targets several edges before the error         | iSAT3+IC3 III-E    |
//! | `outcome.rs`         | its questions and their outcomes               |                    |
//! | `hit.rs`             | what a satisfiable query shows                 |                    |
//! | `cache.rs`           | the query cache                                | Thesis 5.3         |
//! | `generalisations.rs` | earlier generalisations by edge                | Thesis 5.6         |
//! | `obligation.rs`      | obligations and their queue                    | IC3CFA Alg. 3, 5.8 |
//! | `block.rs`           | the blocking phase                             | IC3CFA Alg. 3      |
//! | `run.rs`             | from a chain of obligations to a run           |                    |
//! | `propagate.rs`       | pushing, blindly or triggered                  | Suda               |
//! | `sources.rs`         | labels of a tree instead of frames             |                    |
//! | `team.rs`            | searches that share their frames               | ours               |
//! | `state.rs`           | states in few bytes                            |                    |
//! | `history.rs`         | the course of a search, for pictures           |                    |
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
mod generalisations;
mod history;
mod hit;
mod initial;
mod known;
mod level;
mod obligation;
mod outcome;
mod policy;
mod propagate;
mod relative;
mod rotation;
mod run;
mod sources;
mod state;
mod suffix;
mod team;
mod technique;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod wider;

use std::collections::BTreeMap;
use std::time::Instant;

use ferric3_cfa::{Clauses, EdgeId, LocId, Location};
use ferric3_ivl::IdxMap;
use ferric3_solver::{Solver, SolverConfig, SolverStats};
use ferric3_term::{TermId, Terms};

use self::cache::QueryCache;
use self::context::SolverContexts;
use self::generalisations::Generalisations;
use self::history::{Recorder, View};
use self::state::StateLayout;
use self::suffix::Suffix;
use crate::engine::TERM_WORK;
use crate::houdini::Houdini;
use crate::{
    Answer, Counterexample, Cube, Depth, EngineStats, Exchange, Interrupted, Progress,
    ProgressInfo, Session, Task, TechniqueReport, TechniqueStats,
};

pub(crate) use self::frames::{Frames, Time};
pub(crate) use self::generalisations::Generalisation;
pub use self::history::{History, Moment, Precision};
pub(crate) use self::hit::Hit;
pub(crate) use self::level::Level;
pub(crate) use self::obligation::{Chain, Predecessor};
pub(crate) use self::outcome::{
    Blocks, Consecution, Contradiction, EdgeCore, EdgeTest, OverEdge, union,
};
pub(crate) use self::policy::{AtInitial, Blocked, Policy, Predecessors};
pub(crate) use self::sources::Sources;
pub(crate) use self::suffix::PathToError;
pub(crate) use self::team::{Team, Teammate};
pub use self::technique::{Technique, TechniqueSet, UnknownTechnique};

pub(crate) const LEMMAS: &str = "lemmas learnt";
pub(crate) const LEMMA_LITERALS: &str = "literals in lemmas learnt";
const LEMMAS_IN_FRAMES: &str = "lemmas in frames";
pub(crate) const OBLIGATIONS: &str = "obligations";
/// Bounds that came back from the solver wider than they went in. Nobody counts them for solvers that
/// do not look.
const WIDER_BOUNDS: &str = "bounds widened by the solver";
/// Literals before rotation, and those of them that it took away.
const LITERALS_ROTATED: &str = "literals rotated";
const LITERALS_SAVED: &str = "literals saved by rotation";
/// What every search counts, besides the techniques' own statistics.
const COUNTERS: [&str; 4] = [LEMMAS, LEMMA_LITERALS, LEMMAS_IN_FRAMES, OBLIGATIONS];

/// Counters of policies that abstract; who has the first one has all of them, and keeps them up to date.
pub(crate) const PREDICATES: &str = "predicates";
pub(crate) const REFINEMENTS: &str = "refinements";
pub(crate) const SPURIOUS_RUNS: &str = "spurious runs";

/// One search of an IC3: what all policies share.
pub(crate) struct Search<'a> {
    /// The problem.
    pub(crate) task: &'a Task,
    /// The terms of everything.
    pub(crate) terms: &'a mut Terms,
    techniques: TechniqueSet,
    contexts: SolverContexts<'a>,
    frames: Frames,
    /// What edges start from, if not from frames.
    sources: Option<Sources>,
    /// By depth of nodes: lemmas in their labels.
    labels: BTreeMap<usize, usize>,
    /// The frontier: frames below this level exclude the error.
    frontier: Level,
    /// No run up to here ends in the error location.
    depth: Depth,
    cache: QueryCache,
    generalisations: Generalisations,
    layout: StateLayout,
    /// By location: do all paths reach it after the same number of edges?
    layers: IdxMap<Location, bool>,
    /// By location: the edge over which the last test of relative inductiveness failed.
    last_failure: IdxMap<Location, Option<EdgeId>>,
    /// Counters by name: those of the search and those of its policy.
    counters: BTreeMap<&'static str, u64>,
    technique_stats: Vec<TechniqueStats>,
    /// Is this a debug assertion at work?
    aside: bool,
    solvers: &'a SolverConfig,
    progress: &'a mut dyn Progress,
    exchange: &'a mut dyn Exchange,
    /// The obligation at hand, if there is one.
    at_hand: Option<(LocId, Cube)>,
    /// Are the facts of the task among what holds at every level?
    knows_facts: bool,
    /// Looks for lemmas that are inductive by now.
    houdini: Option<Houdini<'a>>,
    /// Terms when work was reported last.
    reported_terms: usize,
    /// Keeps the course of the search, if somebody wants to know.
    recorder: Option<Recorder>,
    /// Others that search on the same task.
    team: Option<Teammate>,
    /// Predicates of theirs that the policy has not seen yet.
    heard: Vec<(LocId, TermId)>,
    /// The last edges of runs, if they are looked at together.
    suffix: Option<Suffix<'a>>,
}

/// How the blocking of a state at the frontier has ended.
pub(super) enum Blocking {
    /// It is blocked.
    Done,
    /// It is on a run.
    Run(Counterexample),
    /// It takes too many obligations: it is time to look further ahead.
    Abandoned,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        task: &'a Task,
        terms: &'a mut Terms,
        techniques: TechniqueSet,
        session: &'a mut Session<'_>,
    ) -> Search<'a> {
        let known = match techniques.has(Technique::Facts) {
            true => task.facts.clone(),
            false => Clauses::default(),
        };
        let layout = StateLayout::new(&task.cfa, terms);
        let reported_terms = terms.len();
        let solvers = session.solvers;
        Search {
            task,
            frames: Frames::new(task, initial::depths(task, terms, techniques)),
            sources: None,
            labels: BTreeMap::new(),
            terms,
            techniques,
            contexts: SolverContexts::new(task, solvers, known),
            frontier: initial::frontier(task, techniques),
            depth: Depth::before_any_path(task),
            cache: QueryCache::default(),
            generalisations: Generalisations::new(task),
            layout,
            layers: initial::layers(task, techniques),
            last_failure: IdxMap::filled(task.cfa.locations.len(), None),
            counters: COUNTERS.into_iter().map(|name| (name, 0)).collect(),
            technique_stats: vec![TechniqueStats::default(); Technique::ALL.len()],
            aside: false,
            solvers,
            recorder: session.progress.history_since().map(Recorder::new),
            progress: &mut *session.progress,
            exchange: &mut *session.exchange,
            at_hand: None,
            knows_facts: techniques.has(Technique::Facts),
            houdini: None,
            reported_terms,
            team: None,
            heard: Vec::new(),
            suffix: None,
        }
    }

    /// Search until there is an answer.
    pub(crate) fn run(&mut self, policy: &mut dyn Policy) -> Result<Answer, Interrupted> {
        let answer = self.search(policy);
        self.record(0);
        answer
    }

    /// IC3CFA Alg. 1.
    fn search(&mut self, policy: &mut dyn Policy) -> Result<Answer, Interrupted> {
        self.count_initial_frames();
        self.count_facts();
        if let Some(counterexample) = self.search_before_suffix()? {
            return Ok(Answer::Unsafe(counterexample));
        }
        loop {
            self.frontier = self.next_frontier();
            self.report_progress("blocking", 0);
            self.check_interrupt()?;
            self.receive();
            self.listen_for(policy)?;
            self.is_patient_again();
            match self.strengthen(policy)? {
                Blocking::Done => {}
                Blocking::Run(counterexample) => return Ok(Answer::Unsafe(counterexample)),
                Blocking::Abandoned => {
                    self.begin_anew();
                    if let Some(counterexample) = self.search_before_suffix()? {
                        return Ok(Answer::Unsafe(counterexample));
                    }
                    continue;
                }
            }
            self.propagate()?;
            self.frontier_is_done();
            if let Some(level) = self.frames.fixpoint(self.frontier) {
                let invariant = self.invariant(level);
                return Ok(Answer::Safe(self.proof_by(invariant)));
            }
            self.publish()?;
        }
    }

    /// IC3CFA Alg. 2: block every counterexample to induction at the frontier, that is, make
    /// `F(k, l) ∧ G` unsatisfiable for every edge `(l, G, f, error)`.
    fn strengthen(&mut self, policy: &mut dyn Policy) -> Result<Blocking, Interrupted> {
        let blocking = match self.suffix {
            Some(_) => self.strengthen_before_suffix(policy)?,
            None => self.strengthen_before_error(policy)?,
        };
        if matches!(blocking, Blocking::Done) {
            self.depth = self.depth.max(self.depth_behind_frontier());
        }
        Ok(blocking)
    }

    fn strengthen_before_error(
        &mut self,
        policy: &mut dyn Policy,
    ) -> Result<Blocking, Interrupted> {
        let task = self.task;
        for edge in self.in_order(task.incoming(task.cfa.error).to_vec()) {
            while let Some(hit) = self.find_cti(edge)? {
                let cti = policy.predecessor(hit, &Cube::default())?;
                match self.block(policy, vec![cti])? {
                    Blocking::Done => {}
                    other => return Ok(other),
                }
            }
        }
        Ok(Blocking::Done)
    }

    /// Is the technique on?
    pub(crate) fn has(&self, technique: Technique) -> bool {
        self.techniques.has(technique)
    }

    /// The frames, to look at: only [`Search::add_lemma`] changes them.
    pub(crate) fn frames(&self) -> &Frames {
        &self.frames
    }

    /// From now on bounds stay bounds in queries, for solvers that say how much of them was used.
    pub(crate) fn keep_bounds(&mut self) {
        self.contexts.keep_bounds();
    }

    /// Solver queries so far.
    pub(crate) fn queries(&self) -> u64 {
        self.contexts.queries()
    }

    /// What is known to hold at a location at every level.
    pub(crate) fn known(&self, loc: LocId) -> &[TermId] {
        self.contexts.known().at(loc)
    }

    /// Where solvers come from.
    pub(crate) fn solvers(&self) -> &'a SolverConfig {
        self.solvers
    }

    /// A solver for questions that are not about one edge. What it did is to be counted
    /// ([`Search::count_solver`]).
    pub(crate) fn new_solver(&self) -> Box<dyn Solver> {
        self.solvers.create()
    }

    /// Count what a solver of somebody else's did.
    pub(crate) fn count_solver(&mut self, solver: &SolverStats) {
        self.contexts.count_solver(solver);
    }

    /// What a technique counts.
    pub(crate) fn stats_of(&mut self, technique: Technique) -> &mut TechniqueStats {
        &mut self.technique_stats[technique as usize]
    }

    /// Count an attempt of a technique, and what came of it.
    pub(crate) fn count(&mut self, technique: Technique, succeeded: bool, saved: u64) {
        let stats = self.stats_of(technique);
        stats.tried += 1;
        stats.succeeded += u64::from(succeeded);
        stats.saved += saved;
    }

    /// Do something on behalf of a technique, and count its time.
    pub(crate) fn timed<T>(
        &mut self,
        technique: Technique,
        work: impl FnOnce(&mut Self) -> Result<T, Interrupted>,
    ) -> Result<T, Interrupted> {
        let start = Instant::now();
        let result = work(self);
        self.stats_of(technique).time += start.elapsed();
        result
    }

    /// Do something for a debug assertion: it shows neither in counters nor in caches nor in the
    /// order of later queries, so that debug builds do what others would. (What solvers learn from
    /// its queries, and the terms that it builds, stay.)
    pub(crate) fn aside<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let queries = self.contexts.queries();
        let stats = self.technique_stats.clone();
        let outer = std::mem::replace(&mut self.aside, true);
        let result = work(self);
        self.aside = outer;
        self.technique_stats = stats;
        self.contexts.forget_queries_since(queries);
        result
    }

    pub(crate) fn report_progress(&mut self, phase: &'static str, obligations: usize) {
        self.progress.update(&ProgressInfo {
            phase,
            level: self.frontier.number(),
            lemmas: self.lemmas(),
            obligations,
            queries: self.contexts.queries(),
        });
        if let Some(recorder) = &mut self.recorder
            && recorder.is_due(self.contexts.queries(), obligations)
        {
            self.record(obligations);
        }
    }

    /// Keep this moment for the history, if there is one.
    pub(crate) fn record(&mut self, obligations: usize) {
        let Some(recorder) = &mut self.recorder else {
            return;
        };
        let counters = &self.counters;
        let labels = self.labels.iter().map(|(&depth, &number)| (depth, number));
        recorder.record(View {
            queries: self.contexts.queries(),
            level: self.frontier.number(),
            obligations,
            lemmas: self.frames.by_level().chain(labels),
            abstraction: counters.contains_key(PREDICATES).then(|| {
                let names = [PREDICATES, REFINEMENTS, SPURIOUS_RUNS];
                names.map(|name| counters.get(name).copied().unwrap_or_default())
            }),
        });
    }

    pub(crate) fn check_interrupt(&mut self) -> Result<(), Interrupted> {
        let terms = self.terms.len();
        let new = terms - std::mem::replace(&mut self.reported_terms, terms);
        self.solvers.interrupt.work(TERM_WORK * new as u64);
        if self.solvers.interrupt.is_raised() {
            Err(Interrupted::Stopped)
        } else {
            Ok(())
        }
    }

    /// The policy counts something of this name, too.
    pub(crate) fn register(&mut self, counters: &[&'static str]) {
        self.counters.extend(counters.iter().map(|&name| (name, 0)));
    }

    /// Count something by its name.
    pub(crate) fn add(&mut self, counter: &'static str, number: u64) {
        *self.counters.entry(counter).or_default() += number;
    }

    /// What was counted, by the search and by its policy.
    pub(crate) fn stats(&self) -> EngineStats {
        let mut counters = self.counters.clone();
        counters.insert(LEMMAS_IN_FRAMES, self.lemmas() as u64);
        let techniques = self.techniques.iter();
        EngineStats {
            solver: self.contexts.stats(),
            level: self.frontier.number(),
            counters,
            contributions: Vec::new(),
            history: self.recorder.as_ref().map(|kept| kept.history().clone()),
            techniques: techniques
                .map(|technique| TechniqueReport {
                    name: technique.name(),
                    source: technique.source(),
                    stats: self.technique_stats[technique as usize],
                })
                .collect(),
        }
    }
}
