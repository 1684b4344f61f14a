//! IC3 on the unwinding of the automaton into a tree (TreeIC3; Cimatti, Griggio: Software model checking via IC3,
//! CAV 2012), on top of lazy abstraction with interpolants (McMillan, CAV 2006).
//!
//! Nodes stand for locations, paths from the root for paths of the automaton. Labels begin as `true`, so that almost
//! everything is covered at first; only what an error makes necessary is learnt, and only along the path to it.
//!
//! | file             | what                                                 | source          |
//! |------------------|------------------------------------------------------|-----------------|
//! | `mod.rs`         | the engine and its presets                           |                 |
//! | `node.rs`        | nodes, labels, who covers whom: the invariants       | McMillan 2006   |
//! | `unwinding.rs`   | the main loop                                        | McMillan 2006   |
//! | `cover.rs`       | covering and its forced form, pushing of lemmas      | McMillan 2006   |
//! | `block.rs`       | obligations along a path, relative inductiveness     | TreeIC3         |
//! | `share.rs`       | lemmas of all nodes of a location                    | Houdini         |
//! | `interpolate.rs` | interpolants of a path as lemmas, before preimages   | TreeIC3-ITP     |
//! | `invariant.rs`   | a closed tree as an invariant                        | McMillan 2006   |
//!
//! What is asked of solvers, where predecessors come from and how cubes are generalised are those of `ic3/`,
//! `ic3cfa/` (presets `treeic3` and `treeic3:itp`) and `ic3ia/` (`treeic3:ia`): a tree takes the place of frames
//! alone (`ic3/sources.rs`).

mod block;
mod cover;
mod interpolate;
mod invariant;
mod node;
mod share;
mod unwinding;

use ferric3_term::Terms;

use self::unwinding::Unwinding;
use crate::ic3::{LEMMA_LITERALS, LEMMAS, OBLIGATIONS, Policy, Search};
use crate::{
    Answer, Engine, EngineStats, Knowledge, Preset, Session, Task, Technique, TechniqueSet,
    abstraction_techniques, ic3cfa, ic3ia,
};

const NODES: &str = "nodes";
const EXPANDED: &str = "expanded nodes";
const COVERED: &str = "coverings";
const UNCOVERED: &str = "coverings undone";
const FORCED: &str = "forced coverings";
const PUSHED: &str = "lemmas pushed";
const SHARED: &str = "lemmas shared";
/// What every tree counts.
const COUNTERS: [&str; 7] = [NODES, EXPANDED, COVERED, UNCOVERED, FORCED, PUSHED, SHARED];
/// What is counted where there are interpolants.
const INTERPOLATED: &str = "paths interpolated";
const INTERPOLANT_CLAUSES: &str = "clauses of interpolants";
const INTERPOLANT_LEMMAS: &str = "lemmas from interpolants";

/// Techniques that speak of levels, which a tree does not have.
const OF_LEVELS: [Technique; 16] = [
    Technique::Exchange,
    Technique::InitialFrames,
    Technique::OrderBySize,
    Technique::Requeue,
    Technique::QueryCache,
    Technique::Contexts,
    Technique::ContextSupersets,
    Technique::PredecessorCubes,
    Technique::NecessaryLiterals,
    Technique::Ctg,
    Technique::MergeLemmas,
    Technique::DynamicStrength,
    Technique::Push,
    Technique::TriggeredPush,
    Technique::Layers,
    Technique::Concretise,
];

/// Where predecessors come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Predecessors {
    /// Preimages: all of their states lead on.
    Exact,
    /// What predicates say about a state, refined where a path has no run.
    Predicates,
}

/// The published variants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TreePreset {
    /// Exact preimages.
    Default,
    /// Interpolants first, preimages where they fail.
    Interpolants,
    /// Implicit predicate abstraction.
    Abstraction,
}

impl TreePreset {
    /// All presets.
    pub const ALL: [TreePreset; 3] = [
        TreePreset::Default,
        TreePreset::Interpolants,
        TreePreset::Abstraction,
    ];

    /// The engine's name with this preset.
    pub fn engine_name(self) -> &'static str {
        match self {
            TreePreset::Default => "treeic3",
            TreePreset::Interpolants => "treeic3:itp",
            TreePreset::Abstraction => "treeic3:ia",
        }
    }

    /// The techniques of the preset.
    pub fn techniques(self) -> TechniqueSet {
        let techniques = match self {
            TreePreset::Default => Preset::Default.techniques(),
            TreePreset::Interpolants => {
                let exact = Preset::Default.techniques();
                exact.with(Technique::PathInterpolants)
            }
            TreePreset::Abstraction => abstraction_techniques(),
        };
        on_trees(techniques.with(Technique::ForcedCovering))
    }

    /// Where predecessors come from.
    pub fn predecessors(self) -> Predecessors {
        match self {
            TreePreset::Default | TreePreset::Interpolants => Predecessors::Exact,
            TreePreset::Abstraction => Predecessors::Predicates,
        }
    }

    /// The options of the preset.
    pub fn options(self) -> TreeOptions {
        TreeOptions {
            predecessors: self.predecessors(),
            techniques: self.techniques(),
        }
    }
}

/// Those of the techniques that mean something on trees.
fn on_trees(techniques: TechniqueSet) -> TechniqueSet {
    let mut on_trees = techniques;
    for technique in OF_LEVELS {
        on_trees = on_trees.without(technique);
    }
    on_trees
}

/// Options of the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeOptions {
    /// Where predecessors come from.
    pub predecessors: Predecessors,
    /// The techniques that are on. Those that speak of levels do nothing.
    pub techniques: TechniqueSet,
}

/// The engine.
#[derive(Clone, Debug)]
pub struct TreeIc3 {
    options: TreeOptions,
    stats: EngineStats,
    knowledge: Knowledge,
}

impl TreeIc3 {
    /// An engine with the given options.
    pub fn new(options: TreeOptions) -> TreeIc3 {
        TreeIc3 {
            options,
            stats: EngineStats::default(),
            knowledge: Knowledge::default(),
        }
    }
}

impl Engine for TreeIc3 {
    fn name(&self) -> &'static str {
        "treeic3"
    }

    fn solve(&mut self, task: &Task, terms: &mut Terms, session: &mut Session<'_>) -> Answer {
        let techniques = on_trees(self.options.techniques);
        let (mut policy, counters): (Box<dyn Policy>, _) = match self.options.predecessors {
            Predecessors::Exact => (ic3cfa::policy(task, terms, techniques), Vec::new()),
            Predecessors::Predicates => ic3ia::policy(task, terms, techniques),
        };
        let mut search = Search::new(task, terms, techniques, session);
        search.register(&COUNTERS);
        for (counter, number) in counters {
            search.add(counter, number);
        }
        let mut unwinding = Unwinding::new(&mut search, policy.as_mut());
        let answer = unwinding.run();
        unwinding.finish();
        self.stats = search.stats();
        // Nobody says where it is stuck: not every state of a cube of predicates leads to the error.
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
