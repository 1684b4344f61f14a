//! iSAT3+IC3: IC3 over hyper-boxes (Scheibler, Winterer, Seufert, Teige, Scholl, Becker: *ICP and IC3*).
//!
//! The core of IC3 (`ic3/`) with a policy whose cubes are boxes, conjunctions of bounds of single variables, and with a solver
//! that says how much of a bound it has used. Who does what:
//!
//! | file             | what                                                          | source    |
//! |------------------|---------------------------------------------------------------|-----------|
//! | `mod.rs`         | the engine, and its policy                                    | III-F     |
//! | `options.rs`     | presets                                                       | Table I   |
//! | `order.rs`       | in which order a variable is bounded                          | ours      |
//! | `boxes.rs`       | the box of a state                                            | II-D      |
//! | `predecessor.rs` | boxes of predecessors, by the negated transition relation     | III-D     |
//! | `generalise.rs`  | boxes that are blocked, rotated and ungeneralised             | III-A to C|
//! | `narrow.rs`      | lemmas that wider bounds have spoilt                          | ours      |
//! | `shuffle.rs`     | orders by chance, the same every time                         | III-A     |
//! | `ic3/rotation.rs`| the queries of rotation                                       | III-A, B  |
//! | `ic3/suffix.rs`  | the k-induction suffix, and restarts with a longer one        | III-E     |
//!
//! *The transition relation is a function here.* An edge is `(l, G, f, l')` with inputs `w`, so with the inputs of a model fixed,
//! the paper's `ê(s₀) ∧ ¬T(s₀, s₁) ∧ ĉ(s₁)` becomes `ê(x) ∧ w = v ∧ ¬(G(x, w) ∧ ĉ(f(x, w)))`: every state of the box has
//! a successor in the box behind it, not only the one of the model. That is weaker than what the paper asks for, and so boxes are wider.
//!
//! *Initial states* are what the edges out of the initial location lead to: no lemma stands there. So a box excludes no
//! initial state if and only if it cannot be reached over these edges, which the core asks like any other, and ungeneralisation is
//! what these edges need of the box besides what all others have left.

mod boxes;
mod generalise;
mod narrow;
mod options;
mod order;
mod predecessor;
mod shuffle;

use ferric3_cfa::LocId;
use ferric3_solver::SolverConfig;
use ferric3_term::Terms;

pub use self::options::{Ic3IcpOptions, Ic3IcpPreset};
use self::order::Orders;
use self::shuffle::Shuffle;
use crate::ic3::{Blocked, Hit, Level, PathToError, Policy, Predecessor, Predecessors, Search};
use crate::ic3cfa::{Pipeline, Preconditions};
use crate::{Answer, Cube, Engine, EngineStats, Interrupted, Knowledge, Session, Task, monolithic};

/// Bounds of boxes when they are made, and after their generalisation.
const BOUNDS_OF_STATES: &str = "bounds of predecessor states";
const BOUNDS_OF_BOXES: &str = "bounds of predecessor boxes";
/// Lemmas that had to take bounds back because of initial states.
const UNGENERALISED: &str = "lemmas ungeneralised";
const COUNTERS: [&str; 3] = [BOUNDS_OF_STATES, BOUNDS_OF_BOXES, UNGENERALISED];

/// The engine.
#[derive(Clone, Debug)]
pub struct Ic3Icp {
    options: Ic3IcpOptions,
    stats: EngineStats,
    knowledge: Knowledge,
}

impl Ic3Icp {
    /// An engine with the given options.
    pub fn new(options: Ic3IcpOptions) -> Ic3Icp {
        Ic3Icp {
            options,
            stats: EngineStats::default(),
            knowledge: Knowledge::default(),
        }
    }

    fn search(&mut self, task: &Task, terms: &mut Terms, session: &mut Session<'_>) -> Answer {
        let techniques = self.options.techniques;
        let solvers = SolverConfig {
            backend: session.solvers.backend.with_intervals_first(),
            ..session.solvers.clone()
        };
        let mut session = Session {
            solvers: &solvers,
            progress: &mut *session.progress,
            exchange: &mut *session.exchange,
            judge: &mut *session.judge,
            unrollings: session.unrollings,
        };
        let mut policy = BoxPolicy {
            orders: Orders::of(task, terms),
            preconditions: Preconditions::default(),
            pipeline: Pipeline::new(task, terms, techniques),
            shuffle: Shuffle::new(self.options.seed),
            narrow: None,
        };
        let mut search = Search::new(task, terms, techniques, &mut session);
        search.register(&COUNTERS);
        search.keep_bounds();
        if let Some(length) = self.options.suffix {
            search.with_suffix(length, self.options.patience);
        }
        let answer = search.run(&mut policy);
        self.stats = search.stats();
        self.knowledge = search.knowledge();
        answer.unwrap_or_else(|why| Answer::Unknown(why.into()))
    }
}

impl Engine for Ic3Icp {
    fn name(&self) -> &'static str {
        "ic3icp"
    }

    fn solve(&mut self, task: &Task, terms: &mut Terms, session: &mut Session<'_>) -> Answer {
        if !self.options.monolithic {
            return self.search(task, terms, session);
        }
        let inner = Ic3IcpOptions {
            monolithic: false,
            ..self.options.clone()
        };
        let solved = monolithic::solve(task, terms, session, |_| Ic3Icp::new(inner));
        (self.stats, self.knowledge) = (solved.stats, solved.knowledge);
        solved.answer
    }

    fn stats(&self) -> EngineStats {
        self.stats.clone()
    }

    fn knowledge(&self) -> Knowledge {
        self.knowledge.clone()
    }
}

/// Predecessors are boxes all of whose states lead on with the inputs of one of them, so a chain of them is a run.
struct BoxPolicy {
    orders: Orders,
    preconditions: Preconditions,
    /// Further generalisations, if any are switched on.
    pipeline: Pipeline,
    shuffle: Shuffle,
    /// The box at hand with its own bounds.
    narrow: Option<Cube>,
}

impl Predecessors for BoxPolicy {
    fn predecessor(&mut self, hit: Hit<'_, '_>, goal: &Cube) -> Result<Predecessor, Interrupted> {
        self.box_before(hit, goal)
    }
}

impl Policy for BoxPolicy {
    fn generalise(
        &mut self,
        search: &mut Search<'_>,
        blocked: Blocked,
    ) -> Result<Cube, Interrupted> {
        let own = blocked.cube.clone();
        let wide = self.generalise_box(search, blocked)?;
        self.remember_narrow(search, &own, &wide);
        Ok(wide)
    }

    fn before_path(
        &mut self,
        search: &mut Search<'_>,
        path: &PathToError,
    ) -> Result<Cube, Interrupted> {
        self.box_before_path(search, path)
    }

    fn learnt(
        &mut self,
        search: &mut Search<'_>,
        level: Level,
        loc: LocId,
        cube: &Cube,
    ) -> Result<(), Interrupted> {
        self.keep_narrow(search, level, loc, cube)?;
        self.pipeline.learnt(search, level, loc, cube)
    }
}
