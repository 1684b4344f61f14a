//! What all engines have in common.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use ferric3_cfa::LocId;
use ferric3_sat::Interrupt;
use ferric3_solver::{SolverConfig, SolverStats, WhyUnknown};
use ferric3_term::{TermId, Terms};

use crate::{Answer, History, Knowledge, Opinion, Task, UnknownReason};

/// What keeps a step of an engine from its result: the same that keeps a query from its answer.
pub type Interrupted = WhyUnknown;

/// What an engine without an answer says.
impl From<WhyUnknown> for UnknownReason {
    fn from(why: WhyUnknown) -> UnknownReason {
        match why {
            WhyUnknown::Stopped => UnknownReason::Interrupted,
            WhyUnknown::Limit => UnknownReason::Solver(why.to_string()),
            WhyUnknown::Incomplete(reason) => UnknownReason::Solver(reason.to_string()),
        }
    }
}

/// How far a running engine has got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProgressInfo {
    /// What it is doing.
    pub phase: &'static str,
    /// Frontier level or unrolling depth.
    pub level: usize,
    /// Lemmas in the frames.
    pub lemmas: usize,
    /// Obligations waiting.
    pub obligations: usize,
    /// Solver queries so far.
    pub queries: u64,
}

/// Who wants to know. Called often: implementations limit their own rate.
pub trait Progress {
    /// The engine has got that far.
    fn update(&mut self, info: &ProgressInfo);

    /// Something begins that is not the work of an engine.
    fn enter(&mut self, _phase: &'static str) {}

    /// Is the course of a search to be kept ([`EngineStats::history`])? Then its times count from here.
    fn history_since(&self) -> Option<Instant> {
        None
    }
}

/// Nobody wants to know.
impl Progress for () {
    fn update(&mut self, _: &ProgressInfo) {}
}

/// How engines that work on the same task help one another: with clauses that hold whenever
/// control is at a location, in every run.
///
/// All clauses that were ever published are inductive together (with the facts of the task), so
/// whoever uses some of them in a proof must put all that it received into the proof.
pub trait Exchange {
    /// Tell the others. `clauses` are inductive together with the facts of the task and all
    /// clauses that were published or received before.
    fn publish(&mut self, terms: &Terms, clauses: &[(LocId, TermId)]);

    /// Is there anybody to tell?
    fn has_others(&self) -> bool;

    /// What the others have told since the last time.
    fn receive(&mut self, terms: &mut Terms) -> Vec<(LocId, TermId)>;
}

/// Nobody else is there.
impl Exchange for () {
    fn publish(&mut self, _: &Terms, _: &[(LocId, TermId)]) {}

    fn has_others(&self) -> bool {
        false
    }

    fn receive(&mut self, _: &mut Terms) -> Vec<(LocId, TermId)> {
        Vec::new()
    }
}

/// Says whether an answer stands. A group of engines asks while its members go on, and about several
/// answers at a time.
pub trait Judge: Sync {
    /// Look at an answer, which is not `Unknown`, unless the interrupt is raised first.
    fn consider(&self, terms: &mut Terms, answer: &Answer, interrupt: &Interrupt) -> Opinion;

    /// Keep an opinion of an answer. What it speaks of is in the term store that was used for it.
    fn keep(&mut self, opinion: Opinion);

    /// Is the answer, which is not `Unknown`, accepted? If so, the search is over.
    fn accepts(&mut self, terms: &mut Terms, answer: &Answer, interrupt: &Interrupt) -> bool {
        let opinion = self.consider(terms, answer, interrupt);
        let ends_search = opinion.ends_search();
        self.keep(opinion);
        ends_search
    }
}

/// Whoever asks will see.
impl Judge for () {
    fn consider(&self, _: &mut Terms, _: &Answer, _: &Interrupt) -> Opinion {
        Opinion::without_reasons(true)
    }

    fn keep(&mut self, _: Opinion) {}
}

/// What a new term costs, in the unit of [`Turns`](ferric3_sat::Turns).
pub(crate) const TERM_WORK: u64 = 10;

/// What an engine works with.
pub struct Session<'a> {
    /// Where its solvers come from, and the interrupt.
    pub solvers: &'a SolverConfig,
    /// Who wants to know how far it has got.
    pub progress: &'a mut dyn Progress,
    /// Who works on the same task.
    pub exchange: &'a mut dyn Exchange,
    /// Who says whether an answer stands.
    pub judge: &'a mut dyn Judge,
    /// Would a proof by unrolling do? The runs of an automaton that passes have reduced may end
    /// where those before do not.
    pub unrollings: bool,
}

/// What a member of a group of engines did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contribution {
    /// The engine.
    pub engine: &'static str,
    /// Is the answer its own?
    pub decided: bool,
    /// Work, in about as many units as literals were propagated.
    pub work: u64,
    /// Time in which it was not waiting for the others.
    pub time: Duration,
    /// Frontier level or unrolling depth reached.
    pub level: usize,
    /// Solver queries.
    pub queries: u64,
    /// Clauses that it told the others.
    pub published: u64,
    /// Clauses that it was told.
    pub received: u64,
    /// The course of its search, see [`EngineStats::history`].
    pub history: Option<History>,
}

/// What an engine counted.
#[derive(Clone, Debug, Default)]
pub struct EngineStats {
    /// All solvers together.
    pub solver: SolverStats,
    /// Frontier level or unrolling depth reached.
    pub level: usize,
    /// Further counters by name, for people and for tables.
    pub counters: BTreeMap<&'static str, u64>,
    /// What each member did, if this was a group.
    pub contributions: Vec<Contribution>,
    /// What each technique did that was switched on, in the order in which they act. Engines have
    /// techniques of their own.
    pub techniques: Vec<TechniqueReport>,
    /// The course of the search, if it was an IC3 and somebody wants to know. That of a group is with its
    /// members.
    pub history: Option<History>,
}

/// A technique of an engine, and what it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TechniqueReport {
    /// Name on the command line.
    pub name: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// What it did.
    pub stats: TechniqueStats,
}

/// What one technique did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TechniqueStats {
    /// How often it was tried.
    pub tried: u64,
    /// How often it changed something.
    pub succeeded: u64,
    /// Solver queries that it asked.
    pub queries: u64,
    /// Solver queries that it made unnecessary; where nobody can know, one for each literal
    /// that need not be tried.
    pub saved: u64,
    /// Time spent.
    pub time: Duration,
}

/// A decision procedure for reachability of the error location; it may also give up.
pub trait Engine {
    /// Name on the command line. It never changes.
    fn name(&self) -> &'static str;

    /// Is the error location reachable? An interrupt ends in `Unknown(Interrupted)`.
    fn solve(&mut self, task: &Task, terms: &mut Terms, session: &mut Session<'_>) -> Answer;

    /// Counters of the last `solve`.
    fn stats(&self) -> EngineStats;

    /// What the last `solve` has found out besides its answer: the material of proofs in the case
    /// that it had to stop.
    fn knowledge(&self) -> Knowledge {
        Knowledge::default()
    }

    /// The part of the engine that has given the last answer, by its name.
    fn decided_by(&self) -> &'static str {
        self.name()
    }
}
