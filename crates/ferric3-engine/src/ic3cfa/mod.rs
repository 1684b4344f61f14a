//! IC3 on the control flow automaton (IC3CFA; Lange, Neuhäußer, Noll, FMCAD 2015).
//!
//! The core of IC3 (`ic3/`) with these policies. Who does what:
//!
//! | file             | what                                           | source             |
//! |------------------|------------------------------------------------|--------------------|
//! | `mod.rs`         | the engine, and its policy                     |                    |
//! | `options.rs`     | presets: none, old, thesis, ours               | Thesis 4.3, 5.12   |
//! | `predecessor.rs` | symbolic predecessor cubes, lifting            | Thesis 5.2         |
//! | `state_cube.rs`  | single states instead                          |                    |
//! | `products.rs`    | products in cubes are fixed                    | ours               |
//! | `project.rs`     | elimination of inputs from cubes               | Spacer             |
//! | `symbols.rs`     | the symbols of literals, computed once         |                    |
//! | `generalise/`    | a file for each generalisation                 | Thesis 4.3, 5.4 ff |

mod generalise;
mod options;
mod predecessor;
mod products;
mod project;
mod state_cube;
mod symbols;

use ferric3_cfa::LocId;
use ferric3_term::Terms;

pub(crate) use self::generalise::Pipeline;
pub(crate) use self::predecessor::{Preconditions, precondition};
pub(crate) use self::state_cube::reads;
use crate::ic3::{Blocked, Hit, Level, Policy, Predecessor, Predecessors, Search};
use crate::{
    Answer, Cube, Engine, EngineStats, Interrupted, Knowledge, Session, Task, TechniqueSet,
};

pub use self::options::{Ic3CfaOptions, Preset};

/// The engine.
#[derive(Clone, Debug, Default)]
pub struct Ic3Cfa {
    options: Ic3CfaOptions,
    stats: EngineStats,
    knowledge: Knowledge,
}

impl Ic3Cfa {
    /// An engine with the given options.
    pub fn new(options: Ic3CfaOptions) -> Ic3Cfa {
        Ic3Cfa {
            options,
            ..Ic3Cfa::default()
        }
    }
}

impl Engine for Ic3Cfa {
    fn name(&self) -> &'static str {
        "ic3cfa"
    }

    fn solve(&mut self, task: &Task, terms: &mut Terms, session: &mut Session<'_>) -> Answer {
        let techniques = self.options.techniques;
        let mut policy = CfaPolicy {
            predecessors: Preconditions::default(),
            pipeline: Pipeline::new(task, terms, techniques),
        };
        let mut search = Search::new(task, terms, techniques, session);
        search.register(&COUNTERS);
        let answer = search.run(&mut policy);
        self.stats = search.stats();
        self.knowledge = search.knowledge();
        answer.unwrap_or_else(|why| Answer::Unknown(why.into()))
    }

    fn stats(&self) -> EngineStats {
        self.stats.clone()
    }

    fn knowledge(&self) -> Knowledge {
        self.knowledge.clone()
    }
}

/// The policy, for whoever has another search.
pub(crate) fn policy(task: &Task, terms: &Terms, techniques: TechniqueSet) -> Box<dyn Policy> {
    Box::new(CfaPolicy {
        predecessors: Preconditions::default(),
        pipeline: Pipeline::new(task, terms, techniques),
    })
}

/// Name of the counter of solver queries asked by generalisation.
pub const GENERALISATION_QUERIES: &str = "generalisation queries";
const PREDECESSORS: &str = "predecessors";
const LITERALS_BEFORE_LIFTING: &str = "predecessor literals before lifting";
const LITERALS_AFTER_LIFTING: &str = "predecessor literals after lifting";
/// What the policy counts.
const COUNTERS: [&str; 4] = [
    GENERALISATION_QUERIES,
    PREDECESSORS,
    LITERALS_BEFORE_LIFTING,
    LITERALS_AFTER_LIFTING,
];

/// Predecessors are preconditions all of whose states lead on, so a chain of them is a run; cubes
/// are generalised edge by edge, then as a whole.
struct CfaPolicy {
    predecessors: Preconditions,
    pipeline: Pipeline,
}

impl Predecessors for CfaPolicy {
    fn predecessor(&mut self, hit: Hit<'_, '_>, goal: &Cube) -> Result<Predecessor, Interrupted> {
        self.predecessors.predecessor(hit, goal)
    }
}

impl Policy for CfaPolicy {
    fn generalise(
        &mut self,
        search: &mut Search<'_>,
        blocked: Blocked,
    ) -> Result<Cube, Interrupted> {
        self.pipeline.generalise(search, &blocked)
    }

    fn learnt(
        &mut self,
        search: &mut Search<'_>,
        level: Level,
        loc: LocId,
        cube: &Cube,
    ) -> Result<(), Interrupted> {
        self.pipeline.learnt(search, level, loc, cube)
    }
}
