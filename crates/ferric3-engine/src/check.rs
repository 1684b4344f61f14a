//! The whole way from a program to a verdict that was checked.

use std::fmt;
use std::time::{Duration, Instant};

use ferric3_cfa::{BuildOptions, Cfa, Obstacles, TargetId, build, large_blocks};
use ferric3_ivl::{InputSource, Program};
use ferric3_solver::SolverConfig;
use ferric3_term::Terms;

use crate::{
    Answer, Auto, Bmc, CertificateError, Certified, Engine, EngineStats, Ic3Cfa, Ic3CfaOptions,
    Progress, Replay, ReplayError, Session, Task, UnknownReason, certify, replay,
};

/// A verdict. TRUE and FALSE carry the evidence that they were checked, which only [`certify`]
/// and [`replay`](replay()) can make.
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
    /// A bounded search first, then IC3 on the control flow automaton.
    Auto(Ic3CfaOptions),
    /// Bounded model checking.
    Bmc {
        /// Give up after that many edges.
        max_depth: Option<usize>,
    },
    /// IC3 on the control flow automaton.
    Ic3Cfa(Ic3CfaOptions),
}

impl EngineKind {
    /// A fresh engine.
    pub fn create(&self) -> Box<dyn Engine> {
        match self {
            EngineKind::Auto(options) => Box::new(Auto::new(options.clone())),
            EngineKind::Bmc { max_depth } => Box::new(Bmc::new(*max_depth)),
            EngineKind::Ic3Cfa(options) => Box::new(Ic3Cfa::new(options.clone())),
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
}

/// Sizes of the automaton.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SizeStats {
    /// Locations before large-block encoding.
    pub small_locations: usize,
    /// Edges before large-block encoding.
    pub small_edges: usize,
    /// Locations.
    pub locations: usize,
    /// Edges.
    pub edges: usize,
    /// Variables of the state.
    pub variables: usize,
}

/// A verdict and how it came about.
#[derive(Clone, Debug)]
pub struct CheckReport {
    /// The verdict.
    pub verdict: Verdict,
    /// The automaton that was decided (it gives the invariant's locations their meaning).
    pub task: Option<Task>,
    /// The engine's name.
    pub engine: &'static str,
    /// The engine's counters.
    pub stats: EngineStats,
    /// Sizes.
    pub size: SizeStats,
    /// Time by phase, in order.
    pub phases: Vec<(&'static str, Duration)>,
}

/// Our own bug: an answer that did not pass its check. Never a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckError {
    /// A proof that the fresh solver refutes.
    Certificate(CertificateError),
    /// A counterexample that does not replay.
    Replay(ReplayError),
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
const SECOND_ROUND: Duration = Duration::from_secs(10);

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
    check_with(program, terms, &create, &options.solvers, progress)
}

/// The same with any engine, also one from outside this crate: an engine only answers, and its
/// answers are checked all the same. A fresh engine is made for each round.
pub fn check_with(
    program: &Program,
    terms: &mut Terms,
    create: &dyn Fn() -> Box<dyn Engine>,
    solvers: &SolverConfig,
    progress: &mut dyn Progress,
) -> Result<CheckReport, CheckError> {
    let start = Instant::now();
    let size = SizeStats::default();
    let mut run = Run {
        program,
        create,
        solvers,
        phases: Vec::new(),
        size,
    };
    let first = run.decide(terms, progress, Obstacles::AsErrors)?;
    let Decision::Obstacle(reason, report) = first else {
        return Ok(first.into_report());
    };
    let deadline = Instant::now() + start.elapsed() + SECOND_ROUND;
    let limited = SolverConfig {
        interrupt: solvers.interrupt.with_deadline(deadline),
        ..solvers.clone()
    };
    run.solvers = &limited;
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

enum Decision {
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

struct Run<'a> {
    program: &'a Program,
    create: &'a dyn Fn() -> Box<dyn Engine>,
    solvers: &'a SolverConfig,
    phases: Vec<(&'static str, Duration)>,
    size: SizeStats,
}

impl Run<'_> {
    fn decide(
        &mut self,
        terms: &mut Terms,
        progress: &mut dyn Progress,
        obstacles: Obstacles,
    ) -> Result<Decision, CheckError> {
        let mut engine = (self.create)();
        let start = Instant::now();
        let cfa = match self.automaton(terms, obstacles) {
            Ok(cfa) => cfa,
            Err(reason) => {
                let verdict = Verdict::Unknown(reason);
                return Ok(Decision::Done(Box::new(self.report(
                    engine.as_ref(),
                    None,
                    verdict,
                ))));
            }
        };
        let task = Task::new(cfa, terms);
        self.phases.push(("automaton", start.elapsed()));

        let start = Instant::now();
        let answer = engine.solve(
            &task,
            terms,
            &mut Session {
                solvers: self.solvers,
                progress,
                exchange: &mut (),
            },
        );
        self.phases.push(("engine", start.elapsed()));

        let start = Instant::now();
        let mut obstacle = None;
        let verdict = match answer {
            Answer::Safe(proof) => match certify(&task, terms, self.solvers, proof) {
                Ok(certified) => Verdict::True(certified),
                Err(CertificateError::Interrupted) => self.interrupted(),
                Err(error) => return Err(CheckError::Certificate(error)),
            },
            Answer::Unsafe(counterexample) => {
                match replay(self.program, terms, &task, &counterexample) {
                    Ok(replay) => match self.approximated(&replay) {
                        Some(reason) => {
                            obstacle = Some(reason.clone());
                            Verdict::Unknown(reason)
                        }
                        None => Verdict::False(replay),
                    },
                    Err(ReplayError::Obstacle(target)) => {
                        let reason = self.unsupported(&task.cfa, target);
                        obstacle = Some(reason.clone());
                        Verdict::Unknown(reason)
                    }
                    Err(error @ ReplayError::TooLong) => {
                        Verdict::Unknown(UnknownReason::TooLarge(error.to_string()))
                    }
                    Err(error) => return Err(CheckError::Replay(error)),
                }
            }
            Answer::Unknown(UnknownReason::Interrupted) => self.interrupted(),
            Answer::Unknown(reason) => Verdict::Unknown(reason),
        };
        self.phases.push(("verify result", start.elapsed()));
        let report = Box::new(self.report(engine.as_ref(), Some(task), verdict));
        Ok(match obstacle {
            Some(reason) => Decision::Obstacle(reason, report),
            None => Decision::Done(report),
        })
    }

    fn automaton(&mut self, terms: &mut Terms, obstacles: Obstacles) -> Result<Cfa, UnknownReason> {
        let options = BuildOptions {
            obstacles,
            ..BuildOptions::default()
        };
        let small = build(self.program, terms, options)
            .map_err(|error| UnknownReason::TooLarge(error.to_string()))?;
        self.size.small_locations = small.locations.len();
        self.size.small_edges = small.edges.len();
        let cfa = large_blocks(small, terms).cfa;
        self.size.locations = cfa.locations.len();
        self.size.edges = cfa.edges.len();
        self.size.variables = cfa.state.len();
        Ok(cfa)
    }

    /// Why was it interrupted?
    fn interrupted(&self) -> Verdict {
        Verdict::Unknown(if self.solvers.interrupt.is_past_deadline() {
            UnknownReason::Timeout
        } else {
            UnknownReason::Interrupted
        })
    }

    fn unsupported(&self, cfa: &Cfa, target: TargetId) -> UnknownReason {
        let target = cfa.targets[target];
        let construct = target.kind.describe(self.program);
        UnknownReason::Unsupported {
            construct,
            span: target.span,
        }
    }

    /// Does a run depend on a value that is known only roughly? Then it may not exist.
    fn approximated(&self, replay: &Replay) -> Option<UnknownReason> {
        replay.inputs().iter().find_map(|given| {
            let site = &self.program.inputs[given.input];
            match &site.source {
                InputSource::Approximated(name) => Some(UnknownReason::Unsupported {
                    construct: format!("a run that depends on the result of {name}()"),
                    span: Some(site.span),
                }),
                _ => None,
            }
        })
    }

    fn report(&self, engine: &dyn Engine, task: Option<Task>, verdict: Verdict) -> CheckReport {
        CheckReport {
            verdict,
            task,
            engine: engine.name(),
            stats: engine.stats(),
            size: self.size,
            phases: self.phases.clone(),
        }
    }
}
