//! What an engine answers, before anybody has checked it.

use ferric3_cfa::{Clauses, EdgeId, LocId, State};
use ferric3_ivl::Span;
use ferric3_sat::Interrupt;
use ferric3_term::TermId;

use crate::Depth;

/// The answer of an engine. Not yet a verdict.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The error location is unreachable.
    Safe(Proof),
    /// It is reachable.
    Unsafe(Counterexample),
    /// The engine does not know.
    Unknown(UnknownReason),
}

/// Why the error location is unreachable.
#[derive(Clone, Debug)]
pub enum Proof {
    /// An inductive invariant.
    Invariant(Invariant),
    /// All runs end within so many edges, or are at a location then from which no edges lead to
    /// the error location; and none of them ends in the error location.
    Unrolling {
        /// Number of edges.
        depth: usize,
    },
    /// If the automaton is unwound along its loops, all loops end, and no run ends in the error
    /// location.
    Unwinding {
        /// Copies of locations.
        copies: usize,
    },
    /// No run of at most `k` edges ends in the error location, and no path of exactly `k` edges
    /// does that starts, at any location `l`, in a state of `A(l)`, the auxiliary invariant.
    KInduction {
        /// Number of edges, at least 1.
        k: usize,
        /// `A`: inductive by itself, but for the edges into the error location.
        auxiliary: Invariant,
    },
    /// The program does the same in every run, and that run violates nothing.
    OnlyRun {
        /// Statements that it executes.
        steps: u64,
    },
}

/// A formula over the state for each location but error. It holds whenever control is there.
///
/// With `I(l)` the formula of `l`: `I(initial) = true`, `I(error) = false`, and for every edge
/// `(l, G, f, l')`: `I(l)(x) ∧ G(x, w) ⇒ I(l')(f(x, w))`.
#[derive(Clone, Debug)]
pub struct Invariant {
    clauses: Clauses,
}

impl Invariant {
    /// The invariant with the given clauses, one list per location.
    pub fn new(clauses: Vec<Vec<TermId>>) -> Invariant {
        Clauses::new(clauses).into()
    }

    /// The clauses at a location.
    pub fn at(&self, loc: LocId) -> &[TermId] {
        self.clauses.at(loc)
    }

    /// The clauses of each location, in the order of the locations.
    pub fn locations(&self) -> impl Iterator<Item = &[TermId]> {
        self.clauses.locations()
    }

    /// Number of clauses at all locations.
    pub fn len(&self) -> usize {
        self.clauses.len()
    }

    /// Has it no clause at all?
    pub fn is_empty(&self) -> bool {
        self.clauses.is_empty()
    }
}

impl From<Clauses> for Invariant {
    fn from(clauses: Clauses) -> Invariant {
        Invariant { clauses }
    }
}

/// A run of the automaton from initial to error.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The state at the initial location.
    pub initial: State,
    /// The edges in order.
    pub steps: Vec<CounterexampleStep>,
}

/// One edge of a counterexample.
#[derive(Clone, Debug)]
pub struct CounterexampleStep {
    /// The edge.
    pub edge: EdgeId,
    /// The inputs `w` on it.
    pub inputs: State,
}

/// What an engine knows when it has to stop without an answer.
#[derive(Clone, Debug, Default)]
pub struct Knowledge {
    /// Clauses at locations that hold in every run: inductive together with the facts of the task.
    pub known: Clauses,
    /// How deep it got.
    pub depth: Depth,
    /// Where the engine was, if it was excluding states.
    pub hot_spot: Option<HotSpot>,
}

/// Where an engine was when it had to stop.
#[derive(Clone, Debug)]
pub struct HotSpot {
    /// The location.
    pub loc: LocId,
    /// Lemmas there.
    pub lemmas: usize,
    /// The states that it was to exclude there, as a cube: some are possible for all that is known,
    /// and each of those leads to the error location, with some inputs.
    pub cube: Vec<TermId>,
}

/// Why there is no verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnknownReason {
    /// The time limit was reached.
    Timeout,
    /// The memory limit was reached.
    Memory,
    /// Somebody asked to stop.
    Interrupted,
    /// A run gets to something that cannot be modelled yet.
    Unsupported {
        /// The construct, in words.
        construct: String,
        /// Where it stands.
        span: Option<Span>,
    },
    /// No error within so many edges, and nothing is known beyond.
    Bound(Depth),
    /// All runs end, and none of them in the error location; but an unrolling was not to count as a proof
    /// (see `Session::unrollings`).
    OnlyUnrolled(Depth),
    /// Runs were tried, and none of them violates anything.
    NotFound {
        /// How many.
        runs: u64,
    },
    /// The program is too large for the engine.
    TooLarge(String),
    /// A solver cannot decide a query: its reason, in a few words.
    Solver(String),
}

impl UnknownReason {
    /// Why a raised interrupt has stopped the check.
    pub(crate) fn interrupted(interrupt: &Interrupt) -> UnknownReason {
        if interrupt.is_past_deadline() {
            UnknownReason::Timeout
        } else {
            UnknownReason::Interrupted
        }
    }
}
