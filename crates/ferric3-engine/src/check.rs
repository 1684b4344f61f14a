//! The whole way from a program to a verdict that was checked.

use std::collections::BTreeSet;
use std::fmt;
use std::time::{Duration, Instant};

use ferric3_cfa::{FactOptions, Location, Obstacles, PassOptions, PassStats};
use ferric3_ivl::{Program, PropertyId};
use ferric3_sat::SatBackend;
use ferric3_solver::{Backend, SolverConfig};
use ferric3_term::{TermId, Terms};

use crate::attempt::{BY_RUNNING, Decision, Run};
use crate::only_run::{OnlyRun, only_run};
use crate::simulate::{Simulated, simulate};
use crate::{
    Auto, AutoOptions, Bmc, Budget, Cegar, CertificateError, Certified, Depth, Engine, EngineStats,
    Ic3, Ic3Cfa, Ic3CfaOptions, Ic3Ia, Ic3Icp, Ic3IcpOptions, Itp, ItpOptions, KInduction,
    Localise, Obstacle, Pdr, PdrTeam, Progress, PropertyStatus, Replay, ReplayError, Simulate,
    SimulateOptions, Task, TreeIc3, TreeOptions, UnknownReason, Unwind,
};

/// A verdict. TRUE and FALSE carry the evidence that they were checked, which only
/// [`certify`](crate::certify) and [`replay`](crate::replay()) can make.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// No property can be violated; of a coverage goal: no run reaches it.
    True(Certified),
    /// A property is violated; of a coverage goal: a run reaches it.
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
    /// IC3 with implicit predicate abstraction and a program counter.
    Ic3Ia(Ic3CfaOptions),
    /// IC3 with implicit predicate abstraction on the control flow automaton.
    Pdr(Ic3CfaOptions),
    /// Several searches of it, which share what they learn.
    PdrTeam {
        /// Options of each.
        options: Ic3CfaOptions,
        /// So many.
        cores: usize,
    },
    /// IC3 over boxes.
    Ic3Icp(Ic3IcpOptions),
    /// Interpolation-based model checking.
    Itp(ItpOptions),
    /// Lazy predicate abstraction.
    Cegar(Ic3CfaOptions),
    /// IC3 on the unwinding of the automaton into a tree.
    TreeIc3(TreeOptions),
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
            EngineKind::Ic3Ia(options) => Box::new(Ic3Ia::new(options.clone())),
            EngineKind::Pdr(options) => Box::new(Pdr::new(options.clone())),
            EngineKind::PdrTeam { options, cores } => {
                Box::new(PdrTeam::new(options.clone(), *cores))
            }
            EngineKind::Ic3Icp(options) => Box::new(Ic3Icp::new(options.clone())),
            EngineKind::Itp(options) => Box::new(Itp::new(options.clone())),
            EngineKind::Cegar(options) => Box::new(Cegar::new(options.clone())),
            EngineKind::TreeIc3(options) => Box::new(TreeIc3::new(options.clone())),
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
    /// Where each property is decided by itself ([`check_each`](crate::check_each())): these only; `None`: all.
    pub goals: Option<BTreeSet<PropertyId>>,
}

impl CheckOptions {
    /// The engine with everything else by default.
    pub fn new(engine: EngineKind) -> CheckOptions {
        CheckOptions {
            engine,
            solvers: SolverConfig::default(),
            passes: PassOptions::default(),
            facts: Some(FactOptions::default()),
            goals: None,
        }
    }

    /// With the solvers that suit a program of these terms best, if nobody has chosen any for the engine that is for
    /// everybody, or for those that rest on intervals (`ic3icp`, and interpolation that asks for them): intervals and bits where
    /// there are floating-point operations or nonlinear arithmetic (docs/evaluation.md has the table).
    pub(crate) fn suited_to(&self, terms: &Terms) -> CheckOptions {
        let mut options = self.clone();
        let is_left_open = match &self.engine {
            EngineKind::Auto(_) | EngineKind::Ic3Icp(_) => true,
            EngineKind::Itp(options) => options.with_intervals,
            _ => false,
        };
        if is_left_open {
            options.solvers = solvers_suited_to(&self.solvers, terms);
        }
        options
    }
}

/// Intervals and bits where there are floating-point operations or nonlinear arithmetic, unless somebody has chosen
/// solvers.
pub(crate) fn solvers_suited_to(solvers: &SolverConfig, terms: &Terms) -> SolverConfig {
    let is_default =
        matches!(solvers.backend, Backend::BitBlast(sat) if sat == SatBackend::default());
    let mut suited = solvers.clone();
    if is_default && (terms.has_floats() || terms.has_nonlinear()) {
        suited.backend = Backend::Icp(SatBackend::default());
    }
    suited
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
    let options = &options.suited_to(terms);
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
        ..
    } = simulate(program, terms, simulation, interrupt)?;
    let verdict = match violations.into_iter().next() {
        None => Verdict::Unknown(reason),
        Some(replay) => Verdict::False(replay),
    };
    run.phase("simulation", start.elapsed());
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
        Some(OnlyRun {
            violation,
            certified,
            ..
        }) => violation.map_or(Verdict::True(certified), Verdict::False),
        None => return Ok(None),
    };
    run.phase("run", start.elapsed());
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
            report.phases = run.into_phases();
            Ok(report)
        }
    }
}
