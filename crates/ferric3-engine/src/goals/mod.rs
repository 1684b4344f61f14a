//! Every property by itself: each has a verdict of its own, as soon as it is known.
//!
//! A violation ends a run, so the question about one goal is: does a run violate it before it violates
//! anything else? A coverage goal does not: there the question is whether a run passes it. A goal that is
//! settled is left out of the automaton (see [`restrict`](ferric3_cfa::restrict())), which is built,
//! reduced and analysed once for all of them.
//!
//! 1. Runs: those of earlier sessions (`runs`); the only one, if there is only one; otherwise simulation, which goes on
//!    after a violation.
//! 2. Facts by data flow, for all goals at once (`facts`).
//! 3. With coverage goals, one unrolling in which each is asked for (`sweep`).
//! 4. All goals together. A counterexample settles its goal and the coverage goals that it passes, and
//!    the search goes on with the others; a proof settles all that are left. What was proved on the way to nowhere settles
//!    some of them.
//! 5. Groups of neighbours, and then one by one, in turns that get longer, so that a hard goal does not keep the others
//!    waiting (`schedule`).
//!
//! Lemmas that are inductive by themselves are known to all later searches. Why a goal is dead is another question, for
//! those who want to know (`why`).

mod facts;
mod runs;
mod schedule;
mod sweep;
mod why;

pub use self::why::{By, Few, Ground, Reason, ReasonEffort, reasons};

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ferric3_cfa::{Clauses, Obstacles, TargetKind};
use ferric3_ivl::{Program, PropertyId, PropertyKind, RecordedInput};
use ferric3_sat::Interrupt;
use ferric3_term::{TermId, Terms};

use self::schedule::Schedule;
use crate::attempt::{Attempt, BY_FACTS, Decision, Mode, Run};
use crate::judge::Court;
use crate::prepare::Prepared;
use crate::{
    Answer, CheckError, CheckOptions, CheckReport, Engine, EngineKind, Invariant, Original,
    Progress, Proof, UnknownReason, Verdict, check,
};

/// What one search has settled: its verdict is that of these goals.
#[derive(Clone, Debug)]
pub struct Settled {
    /// The goals. One, if the verdict is FALSE: violated or, if it is a coverage goal, reached.
    pub goals: Vec<PropertyId>,
    /// The verdict and how it came about. What it says of other properties is no verdict on them.
    pub report: CheckReport,
    /// If the verdict is FALSE: all coverage goals that the run passes up to there, in the order of their first time,
    /// also those that were settled before.
    pub passes: Vec<PropertyId>,
    /// If the verdict is TRUE: the automaton that the proof was carried back to.
    origin: Option<Arc<Original>>,
}

/// How a result came about, beside its report.
#[derive(Clone, Debug, Default)]
struct Background {
    passes: Vec<PropertyId>,
    origin: Option<Arc<Original>>,
}

impl Background {
    fn proof(origin: &Original) -> Background {
        Background {
            passes: Vec::new(),
            origin: Some(Arc::new(origin.clone())),
        }
    }
}

/// How goals are settled, beside [`CheckOptions`].
#[derive(Clone, Debug, Default)]
pub struct GoalOptions {
    /// Inputs of runs of earlier sessions. They come first, and simulation varies them.
    pub seeds: Vec<Vec<RecordedInput>>,
    /// One goal alone gets no more than this, in all its turns together; `None`: as long as there is time.
    pub per_goal: Option<Duration>,
}

/// Decide every property of `program` (or those of [`CheckOptions::goals`]) by itself, and which of its coverage goals are
/// reached. Each result is told as soon as it is known; in the end every one of them is in exactly one result. A program without any may still get to something that
/// is not modelled: then the one result is about no goal.
pub fn check_each(
    program: &Program,
    terms: &mut Terms,
    options: &CheckOptions,
    progress: &mut dyn Progress,
    tell: &mut dyn FnMut(&Terms, &Settled),
) -> Result<Vec<Settled>, CheckError> {
    settle_each(
        program,
        terms,
        (options, &GoalOptions::default()),
        progress,
        tell,
    )
}

/// The same, with more options.
pub fn settle_each(
    program: &Program,
    terms: &mut Terms,
    (options, how): (&CheckOptions, &GoalOptions),
    progress: &mut dyn Progress,
    tell: &mut dyn FnMut(&Terms, &Settled),
) -> Result<Vec<Settled>, CheckError> {
    let options = &options.suited_to(terms);
    let create = || options.engine.create();
    let properties = program.properties.iter_enumerated();
    let is_asked = |goal: &PropertyId| {
        options
            .goals
            .as_ref()
            .is_none_or(|goals| goals.contains(goal))
    };
    let asked: BTreeSet<PropertyId> = properties
        .filter(|(_, property)| property.kind != PropertyKind::Unsupported)
        .map(|(id, _)| id)
        .filter(is_asked)
        .collect();
    if asked.is_empty() && options.goals.is_none() {
        let settled = Settled {
            goals: Vec::new(),
            report: check(program, terms, options, progress)?,
            passes: Vec::new(),
            origin: None,
        };
        tell(terms, &settled);
        return Ok(vec![settled]);
    }
    let mut goals = Goals {
        program,
        options,
        create: &create,
        run: Run::new(program, &create, options),
        open: asked,
        settled: Vec::new(),
        seeds: &how.seeds,
        per_goal: how.per_goal,
        tell,
    };
    goals.by_seeds(terms);
    goals.by_runs(terms)?;
    if !matches!(options.engine, EngineKind::Simulate(_)) {
        goals.by_searches(terms, progress)?;
    }
    goals.give_up(terms, None);
    Ok(goals.settled)
}

/// The goals of a program while they are being settled.
struct Goals<'a> {
    program: &'a Program,
    options: &'a CheckOptions,
    create: &'a dyn Fn() -> Box<dyn Engine>,
    run: Run<'a>,
    open: BTreeSet<PropertyId>,
    settled: Vec<Settled>,
    /// See [`GoalOptions`].
    seeds: &'a [Vec<RecordedInput>],
    /// The same.
    per_goal: Option<Duration>,
    tell: &'a mut dyn FnMut(&Terms, &Settled),
}

/// The task that searches share, and what they have learnt about it.
struct Shared {
    mode: Mode,
    prepared: Prepared,
    /// Inductive together with the facts of the task.
    lemmas: Clauses,
}

/// How a search for some goals has ended.
enum End {
    /// Nothing is open among them.
    Settled,
    /// It was stopped, or the engine gives up.
    Open(Box<CheckReport>),
    /// A run gets to something that is not modelled: nothing can be proved any more.
    Obstacle(Box<CheckReport>),
}

impl Goals<'_> {
    fn settle(
        &mut self,
        terms: &Terms,
        mut goals: Vec<PropertyId>,
        report: CheckReport,
        Background { passes, origin }: Background,
    ) {
        // A run may end with a violation that nobody asked about.
        goals.retain(|goal| self.open.remove(goal));
        if !goals.is_empty() {
            self.settled.push(Settled {
                goals,
                report,
                passes,
                origin,
            });
            let last = self.settled.len() - 1;
            (self.tell)(terms, &self.settled[last]);
        }
    }

    /// What is still open stays so.
    fn give_up(&mut self, terms: &Terms, report: Option<CheckReport>) {
        let open = self.open.iter().copied().collect();
        let report = report.unwrap_or_else(|| {
            let verdict = self.stopped();
            self.run.report((self.create)().as_ref(), None, verdict)
        });
        self.settle(terms, open, report, Background::default());
    }

    fn interrupt(&self) -> &Interrupt {
        &self.options.solvers.interrupt
    }

    /// An interrupt for a part of the time that is left.
    fn share_of_time(&self, share: f64) -> Interrupt {
        let interrupt = self.interrupt();
        let now = Instant::now();
        let part = interrupt.deadline().map(|deadline| {
            let left = deadline.saturating_duration_since(now);
            interrupt.with_deadline(now + left.mul_f64(share))
        });
        part.unwrap_or_else(|| interrupt.clone())
    }

    fn stopped(&self) -> Verdict {
        Verdict::Unknown(if self.interrupt().is_past_deadline() {
            UnknownReason::Timeout
        } else {
            UnknownReason::Interrupted
        })
    }

    /// What engines find.
    fn by_searches(
        &mut self,
        terms: &mut Terms,
        progress: &mut dyn Progress,
    ) -> Result<(), CheckError> {
        let errors = Obstacles::AsErrors;
        let Some(mut shared) = self.prepare(terms, progress, errors, Mode::Reduced) else {
            return Ok(());
        };
        if matches!(self.options.engine, EngineKind::Auto(_)) {
            self.by_facts(terms, &shared)?;
            self.sweep(terms, &shared);
        }
        let mut schedule = Schedule::new(self.per_goal);
        let mut last = None;
        while !self.open.is_empty() && !self.interrupt().is_raised() {
            let left = self.interrupt().deadline();
            let Some(turn) = schedule.next(&self.open, left) else {
                break;
            };
            self.run.solvers.interrupt = match turn.deadline {
                Some(deadline) => self.interrupt().with_deadline(deadline),
                None => self.interrupt().clone(),
            };
            self.run.known_limit = turn.time_for_what_is_known(left);
            match self.search(terms, progress, &mut shared, turn.goals)? {
                End::Settled => {}
                End::Open(report) => {
                    let is_limit = matches!(
                        report.verdict,
                        Verdict::Unknown(UnknownReason::Timeout | UnknownReason::Interrupted)
                    );
                    // An engine that gives up by itself would do so again, but for fewer goals.
                    if !is_limit && schedule.is_one_by_one() {
                        schedule.leave_out(&report, &self.open);
                    }
                    last = Some(report);
                }
                End::Obstacle(report) => return self.before_obstacles(terms, progress, report),
            }
        }
        let last = last.filter(|_| !self.interrupt().is_raised());
        self.give_up(terms, last.map(|report| *report));
        Ok(())
    }

    /// The shared task for a mode; without one, everything is given up.
    fn prepare(
        &mut self,
        terms: &mut Terms,
        progress: &mut dyn Progress,
        obstacles: Obstacles,
        mode: Mode,
    ) -> Option<Shared> {
        if self.open.is_empty() {
            return None;
        }
        // What runs have settled needs no place in the automaton.
        let goals = self.open.iter().copied();
        self.run
            .cover(goals.filter(|&goal| self.is_coverage(goal)).collect());
        match self.run.prepare(terms, progress, obstacles, mode) {
            Ok(prepared) => Some(Shared {
                mode,
                prepared,
                lemmas: Clauses::default(),
            }),
            Err(report) => {
                self.give_up(terms, Some(*report));
                None
            }
        }
    }

    /// Search for `goals` until all of them are settled, or the search has no answer.
    fn search(
        &mut self,
        terms: &mut Terms,
        progress: &mut dyn Progress,
        shared: &mut Shared,
        mut goals: BTreeSet<PropertyId>,
    ) -> Result<End, CheckError> {
        while !goals.is_empty() {
            let part = restricted(terms, shared, &goals);
            let attempt = self.run.attempt(terms, progress, &part, shared.mode);
            let report = match attempt {
                Attempt::Decided(Decision::Done(mut report)) => {
                    // There is no way to the others in this automaton, which says nothing about them.
                    let properties = &mut report.properties;
                    properties.retain(|status| goals.contains(&status.property));
                    report
                }
                Attempt::Decided(Decision::Obstacle(reason, mut report)) => {
                    report.verdict = Verdict::Unknown(reason);
                    return Ok(End::Obstacle(report));
                }
                Attempt::Refused(refusal) => {
                    let mode = self.run.refuse(shared.mode, refusal)?;
                    match self.prepare(terms, progress, Obstacles::AsErrors, mode) {
                        Some(again) => *shared = again,
                        None => return Ok(End::Settled),
                    }
                    continue;
                }
            };
            shared.learn(&self.run.learnt);
            match &report.verdict {
                Verdict::True(_) => {
                    let background = Background::proof(&part.original);
                    self.settle(terms, goals.iter().copied().collect(), *report, background);
                    return Ok(End::Settled);
                }
                Verdict::False(_) => {
                    self.settle_by_run(terms, *report);
                    goals.retain(|goal| self.open.contains(goal));
                }
                Verdict::Unknown(_) => match shared.mode.after_unknown(&report.verdict) {
                    Some(mode) => match self.prepare(terms, progress, Obstacles::AsErrors, mode) {
                        Some(again) => *shared = again,
                        None => return Ok(End::Settled),
                    },
                    None => {
                        self.settle_proved(terms, shared, &report)?;
                        return Ok(End::Open(report));
                    }
                },
            }
        }
        Ok(End::Settled)
    }

    /// A search without an answer may still have proved some goals. They are certified like any
    /// others.
    fn settle_proved(
        &mut self,
        terms: &mut Terms,
        shared: &Shared,
        report: &CheckReport,
    ) -> Result<(), CheckError> {
        let proved = report.properties.iter().filter(|status| status.is_proved);
        let proved: BTreeSet<PropertyId> = proved
            .map(|status| status.property)
            .filter(|goal| self.open.contains(goal))
            .collect();
        if proved.is_empty() || !report.obstacles.is_empty() {
            return Ok(());
        }
        // The time of the search is up; this takes as long as it took to find out.
        let limit = Instant::now() + self.run.known_limit;
        let interrupt = Interrupt::new().with_deadline(limit);
        let engine = match shared.lemmas.is_empty() {
            true => BY_FACTS,
            false => report.engine,
        };
        let report = CheckReport {
            engine,
            ..report.clone()
        };
        self.settle_by_clauses(terms, shared, &proved, &report, &interrupt)?;
        Ok(())
    }

    /// Settle goals that facts and lemmas of the shared task exclude, if a certificate says so. Returns whether it does.
    fn settle_by_clauses(
        &mut self,
        terms: &mut Terms,
        shared: &Shared,
        goals: &BTreeSet<PropertyId>,
        report: &CheckReport,
        interrupt: &Interrupt,
    ) -> Result<bool, CheckError> {
        let part = restricted(terms, shared, goals);
        let task = &part.task;
        let clauses = task.cfa.locations.ids().map(|loc| task.facts.at(loc));
        let invariant = Invariant::new(clauses.map(<[TermId]>::to_vec).collect());
        let answer = Answer::Safe(Proof::Invariant(invariant));
        let mut solvers = self.options.solvers.clone();
        solvers.interrupt = interrupt.clone();
        let court = Court::new(self.program, &solvers, &part, shared.mode == Mode::Plain);
        let judged = match court.rule(terms, &answer) {
            Ok(judged) => judged,
            Err(error) if error.is_disagreement() => return Err(error),
            // No verdict, and searches may find one.
            Err(_) => return Ok(false),
        };
        let Verdict::True(_) = judged.verdict else {
            return Ok(false);
        };
        let mut report = CheckReport {
            verdict: judged.verdict,
            task: judged.certified_on,
            properties: Vec::new(),
            hot_spot: None,
            ..report.clone()
        };
        // It was not found at any level.
        report.stats.level = 0;
        let background = Background::proof(&part.original);
        self.settle(terms, goals.iter().copied().collect(), report, background);
        Ok(true)
    }

    /// A run gets to something that is not modelled. Violations that happen before count all the same,
    /// and are looked for within the time that [`check`](crate::check()) has for that.
    fn before_obstacles(
        &mut self,
        terms: &mut Terms,
        progress: &mut dyn Progress,
        report: Box<CheckReport>,
    ) -> Result<(), CheckError> {
        let deadline = Instant::now() + crate::check::SECOND_ROUND;
        self.run.solvers.interrupt = self.interrupt().with_deadline(deadline);
        let (dead_ends, mut mode) = (Obstacles::AsDeadEnds, Mode::Reduced);
        let Some(mut shared) = self.prepare(terms, progress, dead_ends, mode) else {
            return Ok(());
        };
        while !self.open.is_empty() && !self.run.solvers.interrupt.is_raised() {
            let part = restricted(terms, &shared, &self.open);
            match self.run.attempt(terms, progress, &part, mode) {
                Attempt::Decided(Decision::Done(found)) => match &found.verdict {
                    Verdict::False(_) => {
                        shared.learn(&self.run.learnt);
                        self.settle_by_run(terms, *found);
                    }
                    // On an automaton with dead ends nothing is proved.
                    _ => break,
                },
                Attempt::Decided(Decision::Obstacle(..)) => break,
                Attempt::Refused(refusal) => {
                    mode = self.run.refuse(mode, refusal)?;
                    match self.prepare(terms, progress, dead_ends, mode) {
                        Some(again) => shared = again,
                        None => return Ok(()),
                    }
                }
            }
        }
        self.give_up(terms, Some(*report));
        Ok(())
    }
}

impl Shared {
    /// Keep what a search has proved on its way.
    fn learn(&mut self, learnt: &Clauses) {
        self.lemmas.extend(learnt.iter());
    }
}

/// The shared task for some of the goals. Obstacles stay: a proof must exclude them.
fn restricted(terms: &mut Terms, shared: &Shared, goals: &BTreeSet<PropertyId>) -> Prepared {
    let is_asked = |kind: TargetKind| kind.goal().is_none_or(|goal| goals.contains(&goal));
    let part = shared.prepared.restricted(terms, &is_asked, &shared.lemmas);
    part.expect("errors of a program say which property is violated")
}
