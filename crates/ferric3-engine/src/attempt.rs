//! Searches of a check: a task is prepared, an engine searches, a court judges the answer; and what is
//! tried next if an answer is refused.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use ferric3_cfa::{Clauses, FactOptions, Obstacles, PassOptions, PassSet, PassStats};
use ferric3_ivl::{Program, PropertyId, PropertyKind};
use ferric3_solver::SolverConfig;
use ferric3_term::Terms;

use crate::judge::{Court, Judged};
use crate::open::{self, Known, known};
use crate::prepare::{Prepared, prepare};
use crate::{
    Answer, CertificateError, CheckError, CheckOptions, CheckReport, Engine, Invariant, Progress,
    Proof, Session, SizeStats, StuckAt, Task, UnknownReason, Verdict,
};

/// What a search has come to.
pub(crate) enum Decision {
    /// A verdict, or none.
    Done(Box<CheckReport>),
    /// The engine found a run into an obstacle.
    Obstacle(UnknownReason, Box<CheckReport>),
}

impl Decision {
    pub(crate) fn into_report(self) -> CheckReport {
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

    /// Is there another mode for an engine that has no answer in this one? There is for one that has nothing
    /// but an unrolling: it counts on the automaton as it was built.
    pub(crate) fn after_unknown(self, verdict: &Verdict) -> Option<Mode> {
        let only_unrolled = matches!(verdict, Verdict::Unknown(UnknownReason::OnlyUnrolled(_)));
        (self == Mode::WithoutUnrollings && only_unrolled).then_some(Mode::Plain)
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
    /// The coverage goals that are asked about beside the properties.
    coverage: BTreeSet<PropertyId>,
    phases: Vec<(&'static str, Duration)>,
    size: SizeStats,
    pass_stats: Vec<PassStats>,
    refused: Option<CheckError>,
    /// So long a search without an answer may take to find out what it knows.
    pub(crate) known_limit: Duration,
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
            coverage: BTreeSet::new(),
            phases: Vec::new(),
            size: SizeStats::default(),
            pass_stats: Vec::new(),
            refused: None,
            known_limit: open::LIMIT,
            learnt: Clauses::default(),
        }
    }

    /// From now on, automata have these coverage goals, and no others.
    pub(crate) fn cover(&mut self, goals: BTreeSet<PropertyId>) {
        self.coverage = goals;
    }

    /// Search with passes. If the answer cannot be carried back, search again in another [`Mode`].
    pub(crate) fn decide(
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

    /// Time by phase, in order.
    pub(crate) fn into_phases(self) -> Vec<(&'static str, Duration)> {
        self.phases
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
        let errors = (obstacles, &self.coverage);
        match prepare(self.program, terms, errors, &passes, facts, progress) {
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
            let limit = self.known_limit;
            match known(program, original, task, terms, &solvers, &knowledge, limit) {
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
                    mut properties,
                    obstacles,
                } => {
                    // What is not in the automaton cannot be reached there, which says nothing.
                    let all = &self.program.properties;
                    let is_goal = |p: PropertyId| all[p].kind == PropertyKind::Coverage;
                    let is_there = |p: PropertyId| self.coverage.contains(&p) || !is_goal(p);
                    properties.retain(|status| is_there(status.property));
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
