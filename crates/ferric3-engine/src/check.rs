//! The whole way from a program to a verdict that was checked.

use std::fmt;
use std::time::{Duration, Instant};

use ferric3_cfa::{Clauses, FactOptions, Location, Obstacles, PassOptions, PassSet, PassStats};
use ferric3_ivl::Program;
use ferric3_solver::SolverConfig;
use ferric3_term::{TermId, Terms};

use crate::judge::{Court, Judged};
use crate::only_run::{OnlyRun, only_run};
use crate::open::{Known, known};
use crate::prepare::{Prepared, prepare};
use crate::simulate::{Simulated, simulate};
use crate::{
    Answer, Auto, AutoOptions, Bmc, Budget, CertificateError, Certified, Depth, Engine,
    EngineStats, Ic3, Ic3Cfa, Ic3CfaOptions, Invariant, KInduction, Localise, Obstacle, Progress,
    Proof, PropertyStatus, Replay, ReplayError, Session, Simulate, SimulateOptions, Task,
    UnknownReason, Unwind,
};

/// A verdict. TRUE and FALSE carry the evidence that they were checked, which only
/// [`certify`](crate::certify) and [`replay`](crate::replay()) can make.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// No property can be violated.
    True(Certified),
    /// A property is violated.
    False(Replay),
    /// Neither is known.
    Unknown(UnknownReason),
}

/// The engines that exist.
#[derive(Clone, Debug)]
pub enum EngineKind {
    /// A bounded search first, then a group of engines.
    Auto(AutoOptions),
    /// Bounded model checking.
    Bmc {
        /// Give up after that many edges.
        max_depth: Option<usize>,
    },
    /// Bounded model checking along loops.
    Unwind {
        /// Give up after that many iterations of each loop.
        max_bound: Option<usize>,
    },
    /// k-induction.
    KInduction {
        /// Give up after this `k`.
        max_k: Option<usize>,
    },
    /// IC3 on the control flow automaton.
    Ic3Cfa(Ic3CfaOptions),
    /// IC3 with a program counter.
    Ic3(Ic3CfaOptions),
    /// IC3 on abstractions, with what a proof needs.
    Localise(Ic3CfaOptions),
    /// Runs with chosen inputs.
    Simulate(SimulateOptions),
}

impl EngineKind {
    /// A fresh engine.
    pub fn create(&self) -> Box<dyn Engine> {
        match self {
            EngineKind::Auto(options) => Box::new(Auto::new(options.clone())),
            EngineKind::Bmc { max_depth } => Box::new(Bmc::new(Budget::bound(*max_depth))),
            EngineKind::Unwind { max_bound } => Box::new(Unwind::new(Budget::bound(*max_bound))),
            EngineKind::KInduction { max_k } => Box::new(KInduction::new(Budget::bound(*max_k))),
            EngineKind::Ic3Cfa(options) => Box::new(Ic3Cfa::new(options.clone())),
            EngineKind::Ic3(options) => Box::new(Ic3::new(options.clone())),
            EngineKind::Localise(options) => Box::new(Localise::new(options.clone())),
            EngineKind::Simulate(_) => Box::new(Simulate::default()),
        }
    }
}

/// Options of [`check`].
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// Engine.
    pub engine: EngineKind,
    /// Solvers of the engine, with the interrupt.
    pub solvers: SolverConfig,
    /// Passes over the automaton.
    pub passes: PassOptions,
    /// Data flow on the reduced automaton; `None`: no facts.
    pub facts: Option<FactOptions>,
}

impl CheckOptions {
    /// The engine with everything else by default.
    pub fn new(engine: EngineKind) -> CheckOptions {
        CheckOptions {
            engine,
            solvers: SolverConfig::default(),
            passes: PassOptions::default(),
            facts: Some(FactOptions::default()),
        }
    }
}

/// Sizes of the automaton.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SizeStats {
    /// Locations before large-block encoding and before any pass.
    pub small_locations: usize,
    /// Edges before large-block encoding and before any pass.
    pub small_edges: usize,
    /// Variables of the state before any pass.
    pub small_variables: usize,
    /// Locations.
    pub locations: usize,
    /// Edges.
    pub edges: usize,
    /// Variables of the state.
    pub variables: usize,
}

/// Where an engine was when it had to stop, see [`HotSpot`](crate::HotSpot).
#[derive(Clone, Debug)]
pub struct StuckAt {
    /// The location.
    pub location: Location,
    /// Lemmas there.
    pub lemmas: usize,
    /// The states that it was to exclude there, as a cube.
    pub cube: Vec<TermId>,
}

/// A verdict and how it came about.
#[derive(Clone, Debug)]
pub struct CheckReport {
    /// The verdict.
    pub verdict: Verdict,
    /// The automaton on which a proof was certified: it gives the invariant's locations their
    /// meaning. No pass has touched it.
    pub task: Option<Task>,
    /// The name of the engine, or of the part of it that has decided.
    pub engine: &'static str,
    /// The engine's counters.
    pub stats: EngineStats,
    /// How deep the engine got.
    pub depth: Depth,
    /// Sizes.
    pub size: SizeStats,
    /// What each pass did.
    pub passes: Vec<PassStats>,
    /// If there is no verdict: which properties hold all the same.
    pub properties: Vec<PropertyStatus>,
    /// If there is no verdict: what may keep these properties from meaning something.
    pub obstacles: Vec<Obstacle>,
    /// If there is no verdict: where the engine was.
    pub hot_spot: Option<StuckAt>,
    /// An answer that was found with passes and did not pass its check without them. The verdict
    /// comes from a second search, without passes.
    pub refused: Option<CheckError>,
    /// Time by phase, in order.
    pub phases: Vec<(&'static str, Duration)>,
}

impl CheckReport {
    /// Was the automaton that the engine saw a smaller one than that of the program?
    pub fn is_reduced(&self) -> bool {
        self.passes.iter().any(|pass| pass.changed > 0)
    }
}

/// Our own bug: an answer that did not pass its check. Never a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckError {
    /// A proof that the fresh solver refutes.
    Certificate(CertificateError),
    /// A counterexample that does not replay.
    Replay(ReplayError),
}

impl CheckError {
    /// Is it that solvers disagree? No other search makes up for that.
    pub(crate) fn is_disagreement(&self) -> bool {
        matches!(
            self,
            CheckError::Certificate(CertificateError::Disagreement(_))
        )
    }
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckError::Certificate(error) => write!(f, "a proof failed its check: {error}"),
            CheckError::Replay(error) => write!(f, "a counterexample failed its check: {error}"),
        }
    }
}

impl std::error::Error for CheckError {}

/// The second round (see [`check`]) may take this long, and as long again as the first one: most
/// of the time it only confirms that there is no verdict, and nobody should wait for that.
pub(crate) const SECOND_ROUND: Duration = Duration::from_secs(10);

/// Decide whether a property of `program` can be violated.
///
/// Constructs that the automaton does not model count as errors at first: if nothing is
/// reachable, the program is safe. If a run gets to such a construct, it is made a dead end, and
/// what is found then can only be FALSE or UNKNOWN.
pub fn check(
    program: &Program,
    terms: &mut Terms,
    options: &CheckOptions,
    progress: &mut dyn Progress,
) -> Result<CheckReport, CheckError> {
    let create = || options.engine.create();
    match options.engine {
        EngineKind::Auto(_) => {
            if let Some(report) = by_only_run(program, terms, &create, options)? {
                return Ok(report);
            }
            // What runs show at once needs no automaton.
            let first = by_simulation(program, terms, &create, options, SimulateOptions::first())?;
            if let Verdict::False(_) = first.verdict {
                return Ok(first);
            }
            let mut report = check_with(program, terms, &create, options, progress)?;
            report.phases.splice(0..0, first.phases);
            report.stats.counters.extend(first.stats.counters);
            return Ok(report);
        }
        EngineKind::Simulate(simulation) => {
            return by_simulation(program, terms, &create, options, simulation);
        }
        _ => {}
    }
    check_with(program, terms, &create, options, progress)
}

/// The verdict by runs with chosen inputs: FALSE, or none.
fn by_simulation(
    program: &Program,
    terms: &Terms,
    create: &dyn Fn() -> Box<dyn Engine>,
    options: &CheckOptions,
    simulation: SimulateOptions,
) -> Result<CheckReport, CheckError> {
    let start = Instant::now();
    let mut run = Run::new(program, create, options);
    let interrupt = &options.solvers.interrupt;
    let Simulated {
        violations,
        reason,
        stats,
    } = simulate(program, terms, simulation, interrupt)?;
    let verdict = match violations.into_iter().next() {
        None => Verdict::Unknown(reason),
        Some(replay) => Verdict::False(replay),
    };
    run.phases.push(("simulation", start.elapsed()));
    Ok(run.report(&Simulate::after(stats), None, verdict))
}

/// The verdict on a program that has only one run.
fn by_only_run(
    program: &Program,
    terms: &Terms,
    create: &dyn Fn() -> Box<dyn Engine>,
    options: &CheckOptions,
) -> Result<Option<CheckReport>, CheckError> {
    let start = Instant::now();
    let mut run = Run::new(program, create, options);
    let verdict = match only_run(program, terms, &options.solvers.interrupt)? {
        OnlyRun::Safe(certified) => Verdict::True(certified),
        OnlyRun::Violation(replay, _) => Verdict::False(replay),
        OnlyRun::Nothing => return Ok(None),
    };
    run.phases.push(("run", start.elapsed()));
    let mut report = run.report(create().as_ref(), None, verdict);
    report.engine = BY_RUNNING;
    Ok(Some(report))
}

/// The same with any engine, also one from outside this crate: an engine only answers, and its
/// answers are checked all the same. A fresh engine is made for each round.
pub fn check_with(
    program: &Program,
    terms: &mut Terms,
    create: &dyn Fn() -> Box<dyn Engine>,
    options: &CheckOptions,
    progress: &mut dyn Progress,
) -> Result<CheckReport, CheckError> {
    let start = Instant::now();
    let mut run = Run::new(program, create, options);
    let first = run.decide(terms, progress, Obstacles::AsErrors)?;
    let Decision::Obstacle(reason, report) = first else {
        return Ok(first.into_report());
    };
    let deadline = Instant::now() + start.elapsed() + SECOND_ROUND;
    run.solvers.interrupt = options.solvers.interrupt.with_deadline(deadline);
    match run.decide(terms, progress, Obstacles::AsDeadEnds)? {
        Decision::Done(second) if matches!(second.verdict, Verdict::False(_)) => Ok(*second),
        _ => {
            let mut report = *report;
            report.verdict = Verdict::Unknown(reason);
            report.phases = run.phases;
            Ok(report)
        }
    }
}

/// What a search has come to.
pub(crate) enum Decision {
    /// A verdict, or none.
    Done(Box<CheckReport>),
    /// The engine found a run into an obstacle.
    Obstacle(UnknownReason, Box<CheckReport>),
}

impl Decision {
    fn into_report(self) -> CheckReport {
        match self {
            Decision::Done(report) | Decision::Obstacle(_, report) => *report,
        }
    }
}

/// How to search, from the fastest way on. What is found by one may be refused where it is judged,
/// on the automaton that no pass has touched; then there is another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// With the passes and the facts that the options ask for.
    Reduced,
    /// The same, but a proof by unrolling does not count: slicing forgets loops, and then runs end
    /// that did not before.
    WithoutUnrollings,
    /// On the automaton as it was built.
    Plain,
}

impl Mode {
    /// What to try next, after an answer that was refused. None if nothing is left, because the
    /// search was one on the automaton as it was built, or if solvers disagree: that is a bug.
    pub(crate) fn after(self, refusal: &CheckError, options: &CheckOptions) -> Option<Mode> {
        let is_unrolling = *refusal == CheckError::Certificate(CertificateError::Unrolling);
        match self {
            Mode::Plain => None,
            _ if refusal.is_disagreement() => None,
            _ if options.passes.passes.is_empty() && options.facts.is_none() => None,
            Mode::Reduced if is_unrolling => Some(Mode::WithoutUnrollings),
            Mode::Reduced | Mode::WithoutUnrollings => Some(Mode::Plain),
        }
    }

    /// Is there another mode for an engine that has no answer in this one? One whose only proofs are
    /// unrollings says that it has come to its bound.
    pub(crate) fn after_unknown(self, verdict: &Verdict) -> Option<Mode> {
        let is_bound = matches!(verdict, Verdict::Unknown(UnknownReason::Bound(_)));
        (self == Mode::WithoutUnrollings && is_bound).then_some(Mode::Plain)
    }

    fn passes(self, options: &CheckOptions) -> PassOptions {
        match self {
            Mode::Plain => PassOptions::with_passes(PassSet::NONE),
            Mode::Reduced | Mode::WithoutUnrollings => options.passes,
        }
    }

    fn facts(self, options: &CheckOptions) -> Option<&FactOptions> {
        options.facts.as_ref().filter(|_| self != Mode::Plain)
    }
}

/// The name of what decides if there is nothing left for an engine.
pub(crate) const BY_FACTS: &str = "facts";

/// The name of what decides programs that have only one run.
pub(crate) const BY_RUNNING: &str = "run";

/// If passes have left no way to the error location, what they and data flow know is the proof.
fn proved_by_facts(task: &Task) -> Option<Proof> {
    let locations = task.cfa.locations.ids();
    let facts = locations.map(|loc| task.facts.at(loc).to_vec());
    let is_cut_off = task.incoming(task.cfa.error).is_empty();
    is_cut_off.then(|| Proof::Invariant(Invariant::new(facts.collect())))
}

/// What is done with an answer, in a word.
pub(crate) fn judging(answer: &Answer) -> &'static str {
    match answer {
        Answer::Safe(_) | Answer::Unknown(_) => "certificate",
        Answer::Unsafe(_) => "replay",
    }
}

/// What became of one search.
pub(crate) enum Attempt {
    Decided(Decision),
    /// The answer did not pass its check on the automaton before the passes.
    Refused(CheckError),
}

/// Searches of one check, and what they have in common.
pub(crate) struct Run<'a> {
    program: &'a Program,
    create: &'a dyn Fn() -> Box<dyn Engine>,
    options: &'a CheckOptions,
    /// Those of the options, or with a shorter limit.
    pub(crate) solvers: SolverConfig,
    phases: Vec<(&'static str, Duration)>,
    size: SizeStats,
    pass_stats: Vec<PassStats>,
    refused: Option<CheckError>,
    /// What the last engine has proved on its way, about the task that it had: clauses that are
    /// inductive together with its facts.
    pub(crate) learnt: Clauses,
}

impl<'a> Run<'a> {
    pub(crate) fn new(
        program: &'a Program,
        create: &'a dyn Fn() -> Box<dyn Engine>,
        options: &'a CheckOptions,
    ) -> Run<'a> {
        Run {
            program,
            create,
            options,
            solvers: options.solvers.clone(),
            phases: Vec::new(),
            size: SizeStats::default(),
            pass_stats: Vec::new(),
            refused: None,
            learnt: Clauses::default(),
        }
    }

    /// Search with passes. If the answer cannot be carried back, search again in another [`Mode`].
    fn decide(
        &mut self,
        terms: &mut Terms,
        progress: &mut dyn Progress,
        obstacles: Obstacles,
    ) -> Result<Decision, CheckError> {
        let mut mode = Mode::Reduced;
        loop {
            let prepared = match self.prepare(terms, progress, obstacles, mode) {
                Ok(prepared) => prepared,
                Err(report) => return Ok(Decision::Done(report)),
            };
            match self.attempt(terms, progress, &prepared, mode) {
                Attempt::Decided(Decision::Done(report)) => {
                    match mode.after_unknown(&report.verdict) {
                        Some(next) => mode = next,
                        None => return Ok(Decision::Done(report)),
                    }
                }
                Attempt::Decided(decision) => return Ok(decision),
                Attempt::Refused(error) => mode = self.refuse(mode, error)?,
            }
        }
    }

    /// Something took time that is no search.
    pub(crate) fn phase(&mut self, name: &'static str, time: Duration) {
        self.phases.push((name, time));
    }

    /// The mode of the next search, after an answer was refused. The error is a bug of ours.
    pub(crate) fn refuse(&mut self, mode: Mode, refusal: CheckError) -> Result<Mode, CheckError> {
        match mode.after(&refusal, self.options) {
            Some(next) => {
                self.refused = Some(refusal);
                Ok(next)
            }
            None => Err(refusal),
        }
    }

    /// The task for a mode. The error is a report without a verdict: the program is too large.
    pub(crate) fn prepare(
        &mut self,
        terms: &mut Terms,
        progress: &mut dyn Progress,
        obstacles: Obstacles,
        mode: Mode,
    ) -> Result<Prepared, Box<CheckReport>> {
        let (passes, facts) = (mode.passes(self.options), mode.facts(self.options));
        let progress = (&self.solvers.interrupt, progress);
        match prepare(self.program, terms, obstacles, &passes, facts, progress) {
            Ok(prepared) => {
                self.size = prepared.size;
                self.pass_stats.clone_from(&prepared.passes);
                self.phases.extend(&prepared.phases);
                Ok(prepared)
            }
            Err(reason) => {
                let verdict = Verdict::Unknown(reason);
                Err(Box::new(self.report(
                    (self.create)().as_ref(),
                    None,
                    verdict,
                )))
            }
        }
    }

    /// One search, and what the court says.
    pub(crate) fn attempt(
        &mut self,
        terms: &mut Terms,
        progress: &mut dyn Progress,
        prepared: &Prepared,
        mode: Mode,
    ) -> Attempt {
        let mut engine = (self.create)();
        let Prepared { original, task, .. } = prepared;
        let start = Instant::now();
        let is_plain = mode.passes(self.options).passes.is_empty();
        let solvers = self.solvers.clone();
        let mut court = Court::new(self.program, &solvers, prepared, is_plain);
        let by_facts = proved_by_facts(task);
        let is_by_facts = by_facts.is_some();
        let answer = match by_facts {
            Some(proof) => Answer::Safe(proof),
            None => {
                let mut session = Session {
                    solvers: &solvers,
                    progress: &mut *progress,
                    exchange: &mut (),
                    judge: &mut court,
                    unrollings: mode != Mode::WithoutUnrollings,
                };
                engine.solve(task, terms, &mut session)
            }
        };
        self.phases
            .push(("engine", start.elapsed().saturating_sub(court.time())));

        let start = Instant::now();
        let judged_before = court.time();
        if !matches!(answer, Answer::Unknown(_)) {
            progress.enter(judging(&answer));
        }
        let Judged {
            verdict,
            obstacle,
            certified_on,
            refused,
        } = match court.rule(terms, &answer) {
            Ok(judged) => judged,
            Err(error) => return Attempt::Refused(error),
        };
        self.refused = refused.or(self.refused.take());
        self.learnt = engine.knowledge().known;
        let mut report = Box::new(self.report(engine.as_ref(), certified_on, verdict));
        if is_by_facts {
            report.engine = BY_FACTS;
        }
        if matches!(report.verdict, Verdict::Unknown(_)) && obstacle.is_none() {
            let (program, knowledge) = (self.program, engine.knowledge());
            match known(program, original, task, terms, &solvers, &knowledge) {
                Known::Everything(whole, certified) => {
                    if knowledge.known.is_empty() {
                        report.engine = BY_FACTS;
                    }
                    report.verdict = Verdict::True(certified);
                    // It was not found at any level.
                    report.stats.level = 0;
                    report.task = Some(*whole);
                }
                Known::Parts {
                    properties,
                    obstacles,
                } => {
                    report.properties = properties;
                    report.obstacles = obstacles;
                    report.hot_spot = knowledge.hot_spot.map(|spot| StuckAt {
                        location: task.cfa.locations[spot.loc].clone(),
                        lemmas: spot.lemmas,
                        cube: spot.cube,
                    });
                }
            }
        }
        let time = judged_before + start.elapsed();
        self.phases.push(("verify result", time));
        report.phases.clone_from(&self.phases);
        Attempt::Decided(match obstacle {
            Some(reason) => Decision::Obstacle(reason, report),
            None => Decision::Done(report),
        })
    }

    /// A report of what was done so far.
    pub(crate) fn report(
        &self,
        engine: &dyn Engine,
        task: Option<Task>,
        verdict: Verdict,
    ) -> CheckReport {
        CheckReport {
            verdict,
            task,
            engine: engine.decided_by(),
            stats: engine.stats(),
            depth: engine.knowledge().depth,
            size: self.size,
            passes: self.pass_stats.clone(),
            properties: Vec::new(),
            obstacles: Vec::new(),
            hot_spot: None,
            refused: self.refused.clone(),
            phases: self.phases.clone(),
        }
    }
}
