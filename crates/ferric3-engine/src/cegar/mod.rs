//! Lazy predicate abstraction with large blocks: counterexample-guided abstraction refinement as software model
//! checkers do it.
//!
//! | file           | what                                            | source                                        |
//! |----------------|-------------------------------------------------|-----------------------------------------------|
//! | `mod.rs`       | the engine: explore, refine, go on              | Henzinger, Jhala, Majumdar, Sutre, POPL 2002  |
//! | `tree.rs`      | the abstract reachability tree, and covering    | the same                                      |
//! | `post.rs`      | abstract post-images by enumeration of models   | Beyer et al., FMCAD 2009; Lahiri et al. 2006  |
//! | `bdd.rs`       | abstract states                                 | Bryant 1986                                   |
//! | `precision.rs` | predicates, by location                         | Henzinger et al., POPL 2004                   |
//! | `path.rs`      | an abstract path is a run, or has interpolants  | Henzinger et al., POPL 2004; ours             |
//!
//! How large blocks are is a matter of the automaton: an edge may be a whole iteration of a loop, and is one query.
//! A node of the tree is a location with *all* that the predicates say there, so a branch of the tree is a sequence of
//! edges, and not one of valuations.
//!
//! *Refinement.* Edges `e₁ … eₙ` of a branch to the error that is no run have interpolants `I₁ … Iₙ₋₁`: with `φᵢ` the
//! states of the nodes between them, `φᵢ ∧ Iᵢ ∧ Gᵢ₊₁ ⇒ Iᵢ₊₁∘fᵢ₊₁` (`I₀ = true`, `Iₙ = false`). They are the invariant that
//! IC3 finds for the automaton that has nothing but this path; what they are made of are the new predicates, each at its
//! location. The tree is cut off at the *pivot*: the first node that was made without a predicate of its interpolant (or
//! without a clause of it, if the node is a Cartesian abstraction).
//! What is beside the branch stays, also at locations with new predicates.
//!
//! *A path does not come twice.* Let the same edges be explored again from the pivot on, to states `ψᵢ`. All
//! predicates from before are still there, hence `ψᵢ ⇒ φᵢ`; and if `ψᵢ₋₁ ⇒ Iᵢ₋₁`, then `Iᵢ` holds in every state of the
//! post-image. The Boolean abstraction has the atoms of `Iᵢ` and is a union of their valuations, so `ψᵢ ⇒ Iᵢ`; the
//! Cartesian one has the clauses of `Iᵢ` themselves, which all valuations share. In the end
//! `false` would be satisfiable. So where no node lacks a predicate, something is wrong, and the engine says so
//! instead of going round for ever.

mod bdd;
mod path;
mod post;
mod precision;
mod tree;

use ferric3_cfa::{Clauses, Commands, EdgeId};
use ferric3_solver::{Incomplete, WhyUnknown};
use ferric3_term::{TermId, Terms};

use self::bdd::{Bdd, Bdds};
use self::path::{Found, Path};
use self::post::{Image, PostImages};
use self::precision::Precision;
use self::tree::{MadeWith, Node, NodeId, Tree};
use crate::engine::TERM_WORK;
use crate::ic3::{PREDICATES, REFINEMENTS, SPURIOUS_RUNS};
use crate::path_interpolants::conjuncts;
use crate::{
    Answer, Counterexample, Depth, Engine, EngineStats, Ic3CfaOptions, Interrupted, Invariant,
    Knowledge, ProgressInfo, Proof, Session, Task, Technique, TechniqueReport, TechniqueSet,
    TechniqueStats,
};

const NODES: &str = "abstract states";
const COVERED: &str = "covered abstract states";
const REMOVED: &str = "abstract states of re-explored subtrees";
const MODELS: &str = "models enumerated";
const IMAGES: &str = "abstract post-images";
const REMEMBERED: &str = "abstract post-images remembered";
const GIVEN_UP: &str = "abstract post-images with too many valuations";
const DECISIONS: &str = "decisions in diagrams";

/// The techniques of the engine: Boolean abstraction, predicates of each location's own.
pub fn cegar_techniques() -> TechniqueSet {
    use Technique as T;
    TechniqueSet::of(&[T::Facts, T::ReducePredicates, T::LimitModels])
}

/// The engine.
#[derive(Clone, Debug)]
pub struct Cegar {
    options: Ic3CfaOptions,
    stats: EngineStats,
    knowledge: Knowledge,
}

impl Cegar {
    /// An engine with the given options.
    pub fn new(options: Ic3CfaOptions) -> Cegar {
        Cegar {
            options,
            stats: EngineStats::default(),
            knowledge: Knowledge::default(),
        }
    }
}

impl Engine for Cegar {
    fn name(&self) -> &'static str {
        "cegar"
    }

    fn solve(&mut self, task: &Task, terms: &mut Terms, session: &mut Session<'_>) -> Answer {
        let mut search = Search::new(task, terms, self.options.techniques, session);
        let answer = search.run();
        self.stats = search.stats();
        self.knowledge = Knowledge {
            known: search.images.known().clone(),
            depth: Depth::before_any_path(task),
            hot_spot: None,
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

/// What came of the exploration of a node.
enum Explored {
    /// It is covered, or has all its successors.
    Done,
    /// An edge leads from it to the error, for all that is known.
    Error(EdgeId),
}

/// One search.
struct Search<'a, 's> {
    task: &'a Task,
    terms: &'a mut Terms,
    session: &'a mut Session<'s>,
    techniques: TechniqueSet,
    tree: Tree,
    bdds: Bdds,
    precision: Precision,
    images: PostImages<'a>,
    /// The commands of the task's automaton, for those of paths.
    commands: Commands,
    depth: usize,
    counts: Counts,
    /// Terms when work was reported last.
    reported_terms: usize,
}

#[derive(Default)]
struct Counts {
    nodes: u64,
    covered: u64,
    removed: u64,
    refinements: u64,
    /// What the reduction of predicates did.
    reduction: TechniqueStats,
}

impl<'a, 's> Search<'a, 's> {
    fn new(
        task: &'a Task,
        terms: &'a mut Terms,
        techniques: TechniqueSet,
        session: &'a mut Session<'s>,
    ) -> Search<'a, 's> {
        let known = match techniques.has(Technique::Facts) {
            true => task.facts.clone(),
            false => Clauses::default(),
        };
        let is_global = techniques.has(Technique::GlobalPredicates);
        Search {
            task,
            techniques,
            tree: Tree::new(task),
            bdds: Bdds::default(),
            precision: Precision::new(task, terms, is_global),
            images: PostImages::new(task, session.solvers, known, techniques),
            commands: task.cfa.commands.clone(),
            depth: 0,
            counts: Counts {
                nodes: 1,
                ..Counts::default()
            },
            reported_terms: terms.len(),
            terms,
            session,
        }
    }

    /// Explore nodes until none waits; refine when one leads to the error.
    fn run(&mut self) -> Result<Answer, Interrupted> {
        while let Some(node) = self.tree.first_waiting() {
            self.report("abstraction");
            self.check_interrupt()?;
            if let Explored::Error(edge) = self.explore(node)? {
                self.report("refinement");
                if let Some(run) = self.refine(node, edge)? {
                    return Ok(Answer::Unsafe(run));
                }
            }
        }
        Ok(Answer::Safe(Proof::Invariant(self.invariant())))
    }

    /// Cover a node, or find its successors.
    fn explore(&mut self, node: NodeId) -> Result<Explored, Interrupted> {
        if self.tree.cover(&mut self.bdds, node) {
            self.counts.covered += 1;
            return Ok(Explored::Done);
        }
        let task = self.task;
        let outgoing = task.outgoing(self.tree.get(node).loc);
        let is_error = |&&edge: &&EdgeId| task.form(edge).edge.to == task.cfa.error;
        for &edge in outgoing.iter().filter(is_error) {
            if self.image(node, edge)?.state != Bdd::FALSE {
                return Ok(Explored::Error(edge));
            }
        }
        for &edge in outgoing.iter().filter(|edge| !is_error(edge)) {
            self.add_successor(node, edge)?;
        }
        self.tree.expanded(&mut self.bdds, node);
        self.depth = self.depth.max(self.tree.get(node).depth);
        Ok(Explored::Done)
    }

    /// The successor of a node over an edge, with all predicates that its location has, unless there is none.
    fn add_successor(&mut self, node: NodeId, edge: EdgeId) -> Result<(), Interrupted> {
        let Image { state, is_exact } = self.image(node, edge)?;
        if state != Bdd::FALSE {
            let to = self.task.form(edge).edge.to;
            let made_with = MadeWith {
                predicates: self.precision.at(to).len(),
                clauses: (!is_exact).then(|| self.precision.clauses(to).len()),
            };
            self.tree.add((node, edge), to, state, made_with);
            self.counts.nodes += 1;
        }
        Ok(())
    }

    fn image(&mut self, node: NodeId, edge: EdgeId) -> Result<Image, Interrupted> {
        let formula = self.formula(node);
        let (terms, bdds) = (&mut *self.terms, &mut self.bdds);
        self.images
            .image(terms, bdds, &self.precision, edge, formula)
    }

    /// The abstract state of a node as a formula.
    fn formula(&mut self, node: NodeId) -> TermId {
        let node = self.tree.get(node);
        let (loc, state) = (node.loc, node.state);
        self.precision.formula(self.terms, &self.bdds, loc, state)
    }

    /// A run along the branch of a node and this edge, or new predicates that exclude it.
    fn refine(
        &mut self,
        node: NodeId,
        edge: EdgeId,
    ) -> Result<Option<Counterexample>, Interrupted> {
        let branch = self.tree.branch(node);
        let reached = branch.iter().filter_map(|&id| self.tree.get(id).reached);
        let edges = reached.map(|(_, edge)| edge).chain([edge]).collect();
        let mut known = Vec::new();
        for &id in &branch {
            let formula = self.formula(id);
            let mut here = conjuncts(self.terms, formula);
            here.extend(self.images.known().at(self.tree.get(id).loc));
            known.push(here);
        }
        let commands = std::mem::take(&mut self.commands);
        let mut path = Path::new(self.task, commands, edges, &known);
        path.reduction = self.counts.reduction;
        let is_reduced = self.techniques.has(Technique::ReducePredicates);
        let found = path.decide(self.terms, self.session.solvers, is_reduced);
        self.images.count_solver(&path.solver);
        self.counts.reduction = path.reduction;
        self.commands = path.into_commands();
        match found? {
            Found::Run(run) => Ok(Some(run)),
            Found::Interpolants(interpolants) => {
                self.counts.refinements += 1;
                self.cut_off(&branch[1..], &interpolants)?;
                Ok(None)
            }
        }
    }

    /// Take predicates from interpolants, one for each node of a branch, and explore it again from the pivot on.
    fn cut_off(
        &mut self,
        branch: &[NodeId],
        interpolants: &[Vec<TermId>],
    ) -> Result<(), Interrupted> {
        let mut pivot = None;
        for (&id, clauses) in branch.iter().zip(interpolants) {
            let Node { loc, made_with, .. } = *self.tree.get(id);
            for &clause in clauses {
                let added = self.precision.add(self.terms, &mut self.bdds, loc, clause);
                let lacks = |place: Option<usize>, had: usize| place.is_some_and(|p| p >= had);
                let lacks_one = lacks(added.last_predicate, made_with.predicates)
                    || made_with
                        .clauses
                        .is_some_and(|had| lacks(added.clause, had));
                if pivot.is_none() && lacks_one {
                    pivot = Some(id);
                }
            }
        }
        let Some((pivot, (parent, edge))) =
            pivot.and_then(|id| Some((id, self.tree.get(id).reached?)))
        else {
            let why = "no new predicate excludes an abstract path".to_owned();
            return Err(WhyUnknown::Incomplete(Incomplete::Reason(why)));
        };
        self.counts.removed += self.tree.remove(&mut self.bdds, pivot);
        self.add_successor(parent, edge)
    }

    /// The states that nodes have, once none waits.
    fn invariant(&mut self) -> Invariant {
        let cfa = &self.task.cfa;
        let mut clauses = Clauses::new(vec![Vec::new(); cfa.locations.len()]);
        for loc in cfa.locations.ids() {
            if loc == cfa.initial || loc == cfa.error {
                continue;
            }
            let reached = self.tree.reached(loc);
            let formula = self.precision.formula(self.terms, &self.bdds, loc, reached);
            for clause in conjuncts(self.terms, formula) {
                clauses.insert(loc, clause);
            }
        }
        clauses.extend(self.images.known().iter());
        clauses.into()
    }

    fn report(&mut self, phase: &'static str) {
        self.session.progress.update(&ProgressInfo {
            phase,
            level: self.depth,
            obligations: self.tree.waiting(),
            queries: self.images.queries(),
            ..ProgressInfo::default()
        });
    }

    fn check_interrupt(&mut self) -> Result<(), Interrupted> {
        let terms = self.terms.len();
        let new = terms - std::mem::replace(&mut self.reported_terms, terms);
        let interrupt = &self.session.solvers.interrupt;
        interrupt.work(TERM_WORK * (new as u64 + 1));
        match interrupt.is_raised() {
            true => Err(Interrupted::Stopped),
            false => Ok(()),
        }
    }

    fn stats(&self) -> EngineStats {
        let counts = &self.counts;
        let counters = [
            (NODES, counts.nodes),
            (COVERED, counts.covered),
            (REMOVED, counts.removed),
            (REFINEMENTS, counts.refinements),
            (SPURIOUS_RUNS, counts.refinements),
            (PREDICATES, self.precision.len() as u64),
            (MODELS, self.images.models),
            (IMAGES, self.images.computed),
            (REMEMBERED, self.images.remembered),
            (GIVEN_UP, self.images.given_up),
            (DECISIONS, self.bdds.len() as u64),
        ];
        let report = |technique: Technique| {
            let stats = match technique {
                Technique::Facts => {
                    let facts = self.images.known().len() as u64;
                    TechniqueStats {
                        tried: facts,
                        succeeded: facts,
                        ..TechniqueStats::default()
                    }
                }
                Technique::ReducePredicates => self.counts.reduction,
                Technique::LimitModels => TechniqueStats {
                    tried: self.images.computed,
                    succeeded: self.images.given_up,
                    ..TechniqueStats::default()
                },
                Technique::Cartesian | Technique::GlobalPredicates => TechniqueStats::default(),
                _ => return None,
            };
            Some(TechniqueReport {
                name: technique.name(),
                source: technique.source(),
                stats,
            })
        };
        EngineStats {
            solver: self.images.stats(),
            level: self.depth,
            counters: counters.into_iter().collect(),
            techniques: self.techniques.iter().filter_map(report).collect(),
            ..EngineStats::default()
        }
    }
}
