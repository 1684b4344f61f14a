//! IC3 with implicit predicate abstraction (IC3+IA; Cimatti, Griggio, Mover, Tonetta: IC3 modulo
//! theories via implicit predicate abstraction, TACAS 2014).
//!
//! Obligations are cubes over a set `P` of predicates, which grows where a chain of them turns out to
//! be no run. The core of IC3 (`ic3/`) with these policies, on the system with a program counter
//! (engine `ic3ia`), or on the automaton with predicates of each location's own (engine `pdr`):
//!
//! | file             | what                                                   | source        |
//! |------------------|--------------------------------------------------------|---------------|
//! | `mod.rs`         | the engines, and their policy                          | Fig. 2        |
//! | `predicates.rs`  | `P`, by location; the values that it has in a state    | 2.3           |
//! | `atoms.rs`       | formulas taken apart into predicates                   |               |
//! | `predecessor.rs` | the cube of a state, lifted where that is exact        | 3.3, ours     |
//! | `concretise.rs`  | cubes that give way to the states that lead on         | CTIGAR        |
//! | `simulate.rs`    | a chain of cubes, looked for as a run                  | 3.3           |
//! | `path.rs`        | the automaton that has only this chain                 | ours          |
//! | `refine.rs`      | interpolants along the chain are new predicates        | 3.3           |
//! | `team.rs`        | several searches that share lemmas and predicates      | outlook of 001|
//! | `reduce.rs`      | those of them that the abstract unrolling needs        | 5.1           |
//!
//! *No copy of the state.* The abstract query of the paper (equation 3) is, for an edge with guard `G`
//! and functions `f`,
//!
//! ```text
//! F(x) ∧ ¬c(x) ∧ EQ_P(x, y) ∧ G(y, w) ∧ EQ_P(f(y, w), x') ∧ c(x')
//! ```
//!
//! where `EQ_P(x, y)` says that `x` and `y` agree on every predicate of `P`. `F` and `c` are over `P`,
//! so `EQ_P(x, y)` makes `F(x) ⇔ F(y)` and `c(x) ⇔ c(y)`, and `EQ_P(f(y, w), x')` makes
//! `c(x') ⇔ c(f(y, w))`. For every `y` there is such an `x`, `y` itself, and for every `f(y, w)` such
//! an `x'`. What is left is `F(y) ∧ ¬c(y) ∧ G(y, w) ∧ c(f(y, w))`: the query of the core. So lemmas are
//! about the automaton itself and stay whatever `P` becomes, also those that a technique has given
//! literals outside of `P`. The abstraction is in predecessors alone: the cube of a hit is all that `P`
//! says about its state, and not every state of it leads on.
//!
//! *A chain does not come twice.* Let `c₀ … cₙ₋₁` be a chain without a run, and `I₁ … Iₙ = false`
//! formulas with `cᵢ ∧ Iᵢ ∧ G ⇒ Iᵢ₊₁∘f` for its edges, `I₀ = true`: a sequence of interpolants. Once all
//! their atoms are in `P`, let the chain come again, and let `cᵢ ∧ Iᵢ` be satisfiable. If every state of
//! `cᵢ` leads into `cᵢ₊₁`, so does one with `Iᵢ`, and there `Iᵢ₊₁` holds. Otherwise `cᵢ` has a
//! value for each atom of `Iᵢ`, hence `cᵢ ⇒ Iᵢ`, and its hit leads into `cᵢ₊₁ ∧ Iᵢ₊₁`. So
//! `false` would be satisfiable in the end. Whoever finds the same chain twice has found a bug, and says
//! so instead of going round for ever.

mod atoms;
mod concretise;
mod path;
mod predecessor;
mod predicates;
mod reduce;
mod refine;
mod simulate;
mod team;

use ferric3_solver::{Incomplete, WhyUnknown};
use ferric3_term::{SymbolId, TermId, Terms};
use rustc_hash::FxHashSet;

pub(crate) use self::atoms::atoms;
use self::concretise::Concrete;
use self::path::Paths;
use self::predicates::Predicates;
use self::simulate::{Simulated, simulate};
pub use self::team::PdrTeam;
use crate::ic3::{
    AtInitial, Blocked, Chain, Hit, Level, PREDICATES, Policy, Predecessor, Predecessors,
    REFINEMENTS, SPURIOUS_RUNS, Search, Teammate,
};
use crate::ic3cfa::{Pipeline, Preconditions};
use crate::{
    Answer, Cube, Engine, EngineStats, Ic3CfaOptions, Interrupted, Knowledge, Session, Task,
    Technique, TechniqueSet, monolithic,
};

use ferric3_cfa::{EdgeId, LocId};

const FIRST_PREDICATES: &str = "predicates in the beginning";
const NEW_PREDICATES: &str = "predicates of refinements before reduction";
const SPURIOUS_STEPS: &str = "steps of spurious chains";
const LIFTED: &str = "exact predecessors";
const CONCRETE: &str = "predicates of concrete states";
/// What the policy counts.
const COUNTERS: [&str; 8] = [
    PREDICATES,
    FIRST_PREDICATES,
    NEW_PREDICATES,
    REFINEMENTS,
    SPURIOUS_RUNS,
    SPURIOUS_STEPS,
    LIFTED,
    CONCRETE,
];

/// The techniques of both engines: those that keep cubes over predicates. Preconditions are for
/// `concretise`, which is off: it asks fewer queries about chains, and finds more predicates than these need.
pub fn abstraction_techniques() -> TechniqueSet {
    use Technique as T;
    TechniqueSet::of(&[
        T::Facts,
        T::Exchange,
        T::InitialFrames,
        T::WepCubes,
        T::Lift,
        T::ProjectInputs,
        T::ReducePredicates,
        T::Requeue,
        T::QueryCache,
        T::LimitConflicts,
        T::Cores,
        T::BoundGeneralisation,
        T::Contexts,
        T::ContextSupersets,
        T::MultiplePredecessors,
        T::NecessaryLiterals,
        T::Drop,
        T::Layers,
        T::Climb,
        T::Push,
        T::TriggeredPush,
    ])
}

/// What generalises cubes of concrete states, whose literals are still to be found.
fn concrete_techniques(techniques: TechniqueSet) -> TechniqueSet {
    use Technique as T;
    let literals = [T::Relate, T::WeakenToBounds, T::WeakenToBits];
    literals.into_iter().fold(techniques, TechniqueSet::with)
}

/// Implicit abstraction on the automaton: the engine `pdr`.
#[derive(Clone, Debug)]
pub struct Pdr {
    options: Ic3CfaOptions,
    /// A variable that stands for control, and is seen as it is.
    control: Option<SymbolId>,
    /// Its place among several of its kind.
    teammate: Option<Teammate>,
    stats: EngineStats,
    knowledge: Knowledge,
}

impl Pdr {
    /// An engine with the given options.
    pub fn new(options: Ic3CfaOptions) -> Pdr {
        Pdr {
            options,
            control: None,
            teammate: None,
            stats: EngineStats::default(),
            knowledge: Knowledge::default(),
        }
    }
}

impl Engine for Pdr {
    fn name(&self) -> &'static str {
        "pdr"
    }

    fn solve(&mut self, task: &Task, terms: &mut Terms, session: &mut Session<'_>) -> Answer {
        let techniques = self.options.techniques;
        let mut policy = AbstractPolicy::new(task, terms, techniques, self.control);
        let mut search = Search::new(task, terms, techniques, session);
        search.register(&COUNTERS);
        if let Some(teammate) = self.teammate.take() {
            search.join(teammate);
        }
        for counter in [FIRST_PREDICATES, PREDICATES] {
            search.add(counter, policy.predicates.len() as u64);
        }
        let answer = search.run(&mut policy);
        self.stats = search.stats();
        // Not every state of a cube of predicates leads to the error, so none is called a place where the
        // search is stuck.
        self.knowledge = Knowledge {
            hot_spot: None,
            ..search.knowledge()
        };
        answer.unwrap_or_else(|why| Answer::Unknown(why.into()))
    }

    fn stats(&self) -> EngineStats {
        self.stats.clone()
    }

    fn knowledge(&self) -> Knowledge {
        self.knowledge.clone()
    }
}

/// The policy on the automaton, for whoever has another search, and what it has counted so far.
pub(crate) fn policy(
    task: &Task,
    terms: &mut Terms,
    techniques: TechniqueSet,
) -> (Box<dyn Policy>, Vec<(&'static str, u64)>) {
    let policy = AbstractPolicy::new(task, terms, techniques, None);
    let first = policy.predicates.len() as u64;
    let is_first = |counter| matches!(counter, FIRST_PREDICATES | PREDICATES);
    let counters = COUNTERS.map(|counter| (counter, if is_first(counter) { first } else { 0 }));
    (Box::new(policy), counters.to_vec())
}

/// Implicit abstraction on the system with a program counter: the engine `ic3ia`.
#[derive(Clone, Debug)]
pub struct Ic3Ia {
    options: Ic3CfaOptions,
    stats: EngineStats,
    knowledge: Knowledge,
}

impl Ic3Ia {
    /// An engine with the given options.
    pub fn new(options: Ic3CfaOptions) -> Ic3Ia {
        Ic3Ia {
            options,
            stats: EngineStats::default(),
            knowledge: Knowledge::default(),
        }
    }
}

impl Engine for Ic3Ia {
    fn name(&self) -> &'static str {
        "ic3ia"
    }

    fn solve(&mut self, task: &Task, terms: &mut Terms, session: &mut Session<'_>) -> Answer {
        let options = self.options.clone();
        let solved = monolithic::solve(task, terms, session, |counter| Pdr {
            control: Some(counter),
            ..Pdr::new(options)
        });
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

/// Predecessors are what the predicates say about a state; a chain is a run, or there are new
/// predicates.
struct AbstractPolicy {
    predicates: Predicates,
    preconditions: Preconditions,
    pipeline: Pipeline,
    /// For cubes that are not over predicates.
    concrete_pipeline: Pipeline,
    concrete: Concrete,
    paths: Paths,
    /// Chains that were no runs.
    refuted: FxHashSet<Vec<(EdgeId, Cube)>>,
    /// There are predicates of others which the obligations that wait may not have.
    was_told: bool,
}

impl AbstractPolicy {
    fn new(
        task: &Task,
        terms: &mut Terms,
        techniques: TechniqueSet,
        control: Option<SymbolId>,
    ) -> AbstractPolicy {
        let is_global = techniques.has(Technique::GlobalPredicates);
        AbstractPolicy {
            predicates: Predicates::of(task, terms, control, is_global),
            preconditions: Preconditions::default(),
            pipeline: Pipeline::new(task, terms, techniques),
            concrete_pipeline: Pipeline::new(task, terms, concrete_techniques(techniques)),
            concrete: Concrete::default(),
            paths: Paths::of(task),
            refuted: FxHashSet::default(),
            was_told: false,
        }
    }
}

impl Predecessors for AbstractPolicy {
    fn predecessor(&mut self, hit: Hit<'_, '_>, goal: &Cube) -> Result<Predecessor, Interrupted> {
        let found = predecessor::predecessor(&self.predicates, &mut self.preconditions, hit, goal)?;
        if let Some(literals) = found.concrete {
            self.concrete.insert(&found.step, literals, goal);
        }
        Ok(found.step)
    }
}

impl Policy for AbstractPolicy {
    fn generalise(
        &mut self,
        search: &mut Search<'_>,
        blocked: Blocked,
    ) -> Result<Cube, Interrupted> {
        self.pipeline.generalise(search, &blocked)
    }

    fn gives_way(
        &mut self,
        search: &mut Search<'_>,
        level: Level,
        loc: LocId,
        obligation: &Predecessor,
    ) -> Result<bool, Interrupted> {
        if !search.has(Technique::Concretise) {
            return Ok(false);
        }
        search.timed(Technique::Concretise, |search| {
            self.concretise(search, level, loc, obligation)
        })
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

    fn told(
        &mut self,
        search: &mut Search<'_>,
        loc: LocId,
        predicate: TermId,
    ) -> Result<(), Interrupted> {
        let before = self.predicates.len();
        self.was_told |= self.predicates.add(search.terms, loc, predicate);
        search.add(PREDICATES, (self.predicates.len() - before) as u64);
        Ok(())
    }

    fn at_initial(
        &mut self,
        search: &mut Search<'_>,
        chain: &Chain<'_>,
    ) -> Result<AtInitial, Interrupted> {
        let needed = match simulate(search, &self.predicates, chain)? {
            Simulated::Run(run) => return Ok(AtInitial::Run(run)),
            Simulated::Spurious(needed) => needed,
        };
        search.add(SPURIOUS_RUNS, 1);
        let steps = chain.steps().iter();
        let steps = steps.map(|step| (step.edge, step.cube.clone()));
        let is_new = self.refuted.insert(steps.collect());
        debug_assert!(is_new, "a chain comes again after a refinement");
        if !is_new {
            return Err(stuck("a chain of cubes came again after a refinement"));
        }
        let failing = &chain.steps()[..needed.len()];
        self.refine(search, failing, &needed)?;
        // Whatever waits is given up.
        self.concrete = Concrete::default();
        self.was_told = false;
        Ok(AtInitial::Refined)
    }
}

/// A reason to give up that is no solver's fault.
fn stuck(why: &str) -> Interrupted {
    WhyUnknown::Incomplete(Incomplete::Reason(why.to_owned()))
}
