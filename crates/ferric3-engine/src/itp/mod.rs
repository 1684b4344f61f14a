//! Interpolation-based model checking (McMillan, CAV 2003), on the control flow automaton.
//!
//! | file         | what                                                                |
//! |--------------|---------------------------------------------------------------------|
//! | `mod.rs`     | the engine: `k`, images, fixpoint                                   |
//! | `options.rs` | presets                                                             |
//! | `image.rs`   | an edge, the cut, `k` edges: images as interpolants                 |
//! | `code.rs`    | locations as numbers                                                |
//! | `elements.rs`| arrays at the cut                                                   |
//! | `reached.rs` | `R`, the states found so far                                        |
//! | `weaken.rs`  | interpolants without what they do not need                          |
//!
//! For growing `k`: no run of at most `k + 1` edges ends in the error location ([`bounded`](crate::bounded), which also finds the
//! counterexamples). From the initial location on, the image of what was found last is taken, over one edge, not exactly but as an
//! interpolant: `I(l)`, which contains the image, and from which no path of 1 to `k` edges leads to the error. Where
//! all of it was found before, `R(l)`, the disjunction of all interpolants at `l`, is an inductive invariant:
//!
//! * an edge from the initial location leads into `R`, or is a run to the error, of which there is none;
//! * an edge from a state of `R(l)`, so of one of its disjuncts, leads into the interpolant that was found behind that one,
//!   and so into `R`; to the error it leads from none of them, because `1 ≤ k`.
//!
//! An image that may lead to the error is no reason to give up, if it is one of states that were put in by interpolants: then `k` gets
//! larger, and everything begins anew with the initial location. What is known (facts, clauses of other engines) is assumed
//! everywhere, and is part of the proof.
//!
//! The automaton is a better place for this than a system with a program counter: an interpolant falls apart by locations, each with its
//! own fixpoint test, and behind the cut only those paths are unrolled that control can take.

mod code;
mod elements;
mod image;
mod options;
mod reached;
mod weaken;

use std::collections::BTreeMap;

use ferric3_cfa::{Clauses, LocId};
use ferric3_solver::{Backend, Intervals, ProofKind};
use ferric3_term::{TermId, Terms};

use self::image::{Image, Images, Kind};
pub use self::options::{ItpOptions, ItpPreset};
use self::reached::Reached;
use self::weaken::Weakener;
use crate::bounded::BoundedSearch;
use crate::ic3::{Technique, TechniqueSet};
use crate::{
    Answer, Engine, EngineStats, Interrupted, Invariant, Knowledge, ProgressInfo, Proof, Session,
    Task, TechniqueReport, TechniqueStats, UnknownReason,
};

/// How far errors are looked for where there are no interpolants.
const DEPTH_WITHOUT_INTERPOLANTS: usize = 100;

const IMAGES: &str = "images";
const FROM_BITS: &str = "interpolants from bits";
const FROM_INTERVALS: &str = "interpolants from intervals";
const FROM_NUMBERS: &str = "interpolants from numbers";
const NODES: &str = "nodes of interpolants";
const LARGEST: &str = "largest interpolant";
const SPURIOUS: &str = "spurious errors";
const DROPPED: &str = "conjuncts dropped or weakened";
const CONTEXTS: &str = "interpolating contexts";
const FIXPOINTS: &str = "fixpoint tests";
const COUNTERS: [&str; 10] = [
    IMAGES,
    FROM_BITS,
    FROM_INTERVALS,
    FROM_NUMBERS,
    NODES,
    LARGEST,
    SPURIOUS,
    DROPPED,
    CONTEXTS,
    FIXPOINTS,
];

/// The engine.
#[derive(Clone, Debug)]
pub struct Itp {
    options: ItpOptions,
    stats: EngineStats,
    knowledge: Knowledge,
}

impl Itp {
    /// An engine with the given options.
    pub fn new(options: ItpOptions) -> Itp {
        Itp {
            options,
            stats: EngineStats::default(),
            knowledge: Knowledge::default(),
        }
    }
}

impl Engine for Itp {
    fn name(&self) -> &'static str {
        "itp"
    }

    fn solve(&mut self, task: &Task, terms: &mut Terms, session: &mut Session<'_>) -> Answer {
        let mut solvers = session.solvers.clone();
        if self.options.with_intervals {
            solvers.backend = solvers.backend.with_intervals();
        }
        let session = &mut Session {
            solvers: &solvers,
            progress: &mut *session.progress,
            exchange: &mut *session.exchange,
            judge: &mut *session.judge,
            unrollings: session.unrollings,
        };
        let mut base = BoundedSearch::new(task, terms, session.solvers);
        let mut search = Search::new(task, terms, &self.options, session);
        let answer = search.run(terms, &mut base, session);
        self.stats = search.stats();
        self.stats.solver.add(&base.solver().stats());
        self.stats.level = base.depth().edges();
        self.knowledge = Knowledge {
            known: search.known,
            depth: base.depth(),
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

/// How the images for one `k` have ended.
enum Round {
    /// In a fixpoint.
    Closed,
    /// After so many images with one that may lead to the error.
    Spurious(usize),
    /// Without an interpolant.
    Unknown(String),
}

/// One search.
struct Search<'a> {
    task: &'a Task,
    techniques: TechniqueSet,
    images: Images<'a>,
    reached: Reached,
    weakener: Weakener,
    /// `K`.
    known: Clauses,
    counters: BTreeMap<&'static str, u64>,
    technique_stats: BTreeMap<Technique, TechniqueStats>,
}

impl<'a> Search<'a> {
    fn new(
        task: &'a Task,
        terms: &mut Terms,
        options: &ItpOptions,
        session: &Session<'_>,
    ) -> Search<'a> {
        let solvers = session.solvers;
        let intervals = match solvers.backend {
            Backend::Icp(_) => Intervals::ForFloats,
            Backend::IcpFirst(_) => Intervals::Always,
            _ => Intervals::Never,
        };
        let how = (options.system, intervals);
        let mut search = Search {
            task,
            techniques: options.techniques,
            images: Images::new(task, terms, how, &solvers.interrupt),
            reached: Reached::new(task, solvers),
            weakener: Weakener::new(solvers),
            known: Clauses::new(vec![Vec::new(); task.cfa.locations.len()]),
            counters: COUNTERS.iter().map(|&name| (name, 0)).collect(),
            technique_stats: BTreeMap::new(),
        };
        if search.techniques.has(Technique::Facts) {
            search.learn_facts(terms);
        }
        search
    }

    fn count(&mut self, name: &'static str, more: u64) {
        *self.counters.entry(name).or_default() += more;
    }

    fn technique(&mut self, technique: Technique) -> &mut TechniqueStats {
        self.technique_stats.entry(technique).or_default()
    }

    fn learn_facts(&mut self, terms: &mut Terms) {
        let facts: Vec<(LocId, TermId)> = self.task.facts.iter().collect();
        let new = self.learn(terms, &facts);
        let stats = self.technique(Technique::Facts);
        stats.tried += new;
        stats.succeeded += new;
    }

    /// Clauses that are inductive together with what is known become part of it.
    fn learn(&mut self, terms: &mut Terms, clauses: &[(LocId, TermId)]) -> u64 {
        let ends = [self.task.cfa.initial, self.task.cfa.error];
        let mut new = Vec::new();
        for &(loc, clause) in clauses {
            if !ends.contains(&loc) && self.known.insert(loc, clause) {
                new.push((loc, clause));
            }
        }
        self.images.learn(terms, &new);
        new.len() as u64
    }

    /// Take in what others have proved: with the facts, which that rests on.
    fn receive(&mut self, terms: &mut Terms, session: &mut Session<'_>) {
        if !self.techniques.has(Technique::Exchange) {
            return;
        }
        let received = session.exchange.receive(terms);
        if received.is_empty() {
            return;
        }
        self.learn_facts(terms);
        let tried = received.len() as u64;
        let succeeded = self.learn(terms, &received);
        let stats = self.technique(Technique::Exchange);
        stats.tried += tried;
        stats.succeeded += succeeded;
    }

    fn run(
        &mut self,
        terms: &mut Terms,
        base: &mut BoundedSearch<'_>,
        session: &mut Session<'_>,
    ) -> Result<Answer, Interrupted> {
        let mut k = 1;
        loop {
            if session.solvers.interrupt.is_raised() {
                return Err(Interrupted::Stopped);
            }
            self.tell_progress(session, "base", k);
            if let Some(run) = base.deepen(terms, k + 1, None)? {
                return Ok(Answer::Unsafe(run));
            }
            let depth = base.depth().edges();
            if session.unrollings && depth <= k && base.is_complete(terms)? {
                return Ok(Answer::Safe(Proof::Unrolling { depth }));
            }
            self.images.deepen(terms, &self.known, k)?;
            match self.round(terms, session, k)? {
                Round::Closed => return Ok(Answer::Safe(Proof::Invariant(self.invariant(terms)))),
                Round::Unknown(reason) => {
                    let found = Search::without_interpolants(terms, base, session)?;
                    let unknown = Answer::Unknown(UnknownReason::Solver(reason));
                    return Ok(found.unwrap_or(unknown));
                }
                Round::Spurious(images) => {
                    self.count(SPURIOUS, 1);
                    k += self.step(images);
                }
            }
        }
    }

    /// Errors that are not far are found all the same, and so is the end of all runs.
    fn without_interpolants(
        terms: &mut Terms,
        base: &mut BoundedSearch<'_>,
        session: &mut Session<'_>,
    ) -> Result<Option<Answer>, Interrupted> {
        while base.depth().edges() < DEPTH_WITHOUT_INTERPOLANTS {
            let depth = base.depth().edges();
            if let Some(run) = base.deepen(terms, depth + depth / 4 + 1, None)? {
                return Ok(Some(Answer::Unsafe(run)));
            }
            if base.depth().edges() == depth {
                break;
            }
        }
        let depth = base.depth().edges();
        let is_proof = session.unrollings && base.is_complete(terms)?;
        Ok(is_proof.then_some(Answer::Safe(Proof::Unrolling { depth })))
    }

    /// How much longer paths behind the cut get.
    fn step(&mut self, images: usize) -> usize {
        if !self.techniques.has(Technique::LongSteps) {
            return 1;
        }
        let stats = self.technique(Technique::LongSteps);
        stats.tried += 1;
        stats.succeeded += u64::from(images > 1);
        images.max(1)
    }

    /// Images from the initial location on, until nothing is new or one may lead to the error.
    fn round(
        &mut self,
        terms: &mut Terms,
        session: &mut Session<'_>,
        k: usize,
    ) -> Result<Round, Interrupted> {
        self.reached.clear();
        let mut from = vec![(self.task.cfa.initial, terms.tt())];
        let mut images = 0;
        loop {
            if session.solvers.interrupt.is_raised() {
                return Err(Interrupted::Stopped);
            }
            self.tell_progress(session, "itp", k);
            self.receive(terms, session);
            self.count(IMAGES, 1);
            let found = match self.images.of(terms, &from, &self.known)? {
                Image::ReachesError => return Ok(Round::Spurious(images)),
                Image::Unknown(reason) => return Ok(Round::Unknown(reason)),
                Image::Within { states, kind, size } => {
                    self.count_interpolant(kind, size);
                    states
                }
            };
            images += 1;
            let new = self.add(terms, found)?;
            if new.is_empty() {
                return Ok(Round::Closed);
            }
            from = match self.techniques.has(Technique::FrontierImages) {
                true => {
                    let leaves_out = self.reached.disjuncts() > new.len();
                    let stats = self.technique(Technique::FrontierImages);
                    stats.tried += 1;
                    stats.succeeded += u64::from(leaves_out);
                    new
                }
                false => self.reached.all(terms),
            };
        }
    }

    /// What is new of an image, which becomes a part of `R`.
    fn add(
        &mut self,
        terms: &mut Terms,
        found: Vec<(LocId, TermId)>,
    ) -> Result<Vec<(LocId, TermId)>, Interrupted> {
        let mut new = Vec::new();
        for (loc, mut states) in found {
            if self.techniques.has(Technique::DropConjuncts) {
                states = self.weakener.weaken(terms, &self.images, (loc, states))?;
            }
            self.count(FIXPOINTS, 1);
            if !(self.reached).contains(terms, &self.known, (loc, states))? {
                self.reached.add(loc, states);
                new.push((loc, states));
            }
        }
        Ok(new)
    }

    fn count_interpolant(&mut self, kind: Kind, size: u64) {
        let name = match kind {
            Kind::Proof(ProofKind::Bits) => FROM_BITS,
            Kind::Proof(ProofKind::Intervals) => FROM_INTERVALS,
            Kind::Numbers => FROM_NUMBERS,
        };
        self.count(name, 1);
        self.count(NODES, size);
        let largest = self.counters.entry(LARGEST).or_default();
        *largest = size.max(*largest);
    }

    /// `K(l) ∧ R(l)`, and `K(l)` alone where no edges lead to the error from.
    fn invariant(&self, terms: &mut Terms) -> Invariant {
        let cfa = &self.task.cfa;
        let mut clauses = self.known.clone();
        for loc in cfa.locations.ids() {
            if loc == cfa.initial || loc == cfa.error || !self.images.leads_to_error(loc) {
                continue;
            }
            for clause in self.reached.clauses(terms, loc) {
                clauses.insert(loc, clause);
            }
        }
        clauses.into()
    }

    fn tell_progress(&self, session: &mut Session<'_>, phase: &'static str, k: usize) {
        session.progress.update(&ProgressInfo {
            phase,
            level: k,
            queries: self.images.stats().queries,
            ..Default::default()
        });
    }

    fn stats(&mut self) -> EngineStats {
        let dropped = self.weakener.dropped;
        self.count(DROPPED, dropped);
        let contexts = self.images.contexts;
        self.count(CONTEXTS, contexts);
        let weakening = self.weakener.stats;
        *self.technique(Technique::DropConjuncts) = weakening;
        let mut solver = self.images.stats();
        solver.add(&self.reached.stats());
        solver.add(&self.weakener.solver_stats());
        let report = |technique: Technique| TechniqueReport {
            name: technique.name(),
            source: technique.source(),
            stats: (self.technique_stats.get(&technique))
                .copied()
                .unwrap_or_default(),
        };
        EngineStats {
            solver,
            counters: self.counters.clone(),
            techniques: self.techniques.iter().map(report).collect(),
            ..EngineStats::default()
        }
    }
}
