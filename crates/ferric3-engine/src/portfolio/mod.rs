//! Several engines on one task: they run side by side on the machine's cores, tell one another what
//! they have proved, and stop when one of them has decided.
//!
//! | file        | what                                                          |
//! |-------------|---------------------------------------------------------------|
//! | `pace.rs`   | who may run when                                              |
//! | `slices.rs` | as fast as the machine lets them                              |
//! | `rounds.rs` | by work done, so that results do not depend on speed          |
//! | `board.rs`  | proved clauses, from one member's term store to another's     |
//! | `packed.rs` | answers, the same way                                         |

mod board;
mod pace;
mod packed;
mod rounds;
mod slices;

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ferric3_sat::Interrupt;
use ferric3_solver::{SolverConfig, SolverStats};
use ferric3_term::{Common, Terms};

use self::board::{Board, Seat};
use self::pace::{MemberTurns, Pace};
use self::packed::{PackedAnswer, PackedKnowledge};
use crate::attempt::judging;
use crate::{
    Answer, Contribution, Engine, EngineStats, Knowledge, Progress, ProgressInfo, Session, Task,
    UnknownReason,
};

/// Stacks of the members' threads. Only what is used is ever committed.
const STACK_SIZE: usize = 64 << 20;
/// How often progress is shown.
const TICK: Duration = Duration::from_millis(20);

/// A member of a group.
pub(crate) struct Member {
    create: Box<dyn Fn() -> Box<dyn Engine> + Sync>,
    /// Its part of the time, where there are fewer cores than members.
    weight: u32,
}

impl Member {
    /// An engine, and its part of the time.
    pub(crate) fn new<E: Engine + 'static>(
        weight: u32,
        create: impl Fn() -> E + Sync + 'static,
    ) -> Member {
        Member {
            create: Box::new(move || Box::new(create())),
            weight,
        }
    }
}

/// How a group works.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GroupOptions {
    /// So many members run at a time.
    pub(crate) cores: usize,
    /// The same result on any machine, at the price of waiting.
    pub(crate) is_deterministic: bool,
}

/// What a group found out.
pub(crate) struct GroupAnswer {
    pub(crate) answer: Answer,
    /// The name of the member that decided.
    pub(crate) engine: Option<&'static str>,
    /// What the deciding member counted, or the first one if nobody has decided; then the solvers
    /// are those of all members.
    pub(crate) stats: EngineStats,
    /// What all members know.
    pub(crate) knowledge: Knowledge,
    pub(crate) contributions: Vec<Contribution>,
}

/// Let several engines work on one task.
pub(crate) fn solve(
    members: &[Member],
    options: GroupOptions,
    task: &Task,
    terms: &mut Terms,
    session: &mut Session<'_>,
) -> GroupAnswer {
    let common = terms.common();
    let interrupt = &session.solvers.interrupt;
    let weights: Vec<u32> = members.iter().map(|member| member.weight).collect();
    let pace = Pace::new(options.is_deterministic, &weights, options.cores, interrupt);
    let pace = Arc::new(pace);
    let board = Arc::new(Board::default());
    let status = Arc::new(Mutex::new(vec![ProgressInfo::default(); members.len()]));
    let (sender, receiver) = channel();
    let mut watch = Watch {
        answers: members.iter().map(|_| None).collect(),
        interrupts: Vec::new(),
        pace: Arc::clone(&pace),
        status: Arc::clone(&status),
        accepted: None,
    };
    let outcomes: Vec<Option<Outcome>> = thread::scope(|scope| {
        let mut threads = Vec::new();
        for (member, Member { create, .. }) in members.iter().enumerate() {
            let turns = MemberTurns {
                pace: Arc::clone(&pace),
                member,
            };
            let solvers = SolverConfig {
                interrupt: interrupt.part(Arc::new(turns)),
                ..session.solvers.clone()
            };
            watch.interrupts.push(solvers.interrupt.clone());
            let place = Place {
                create,
                task,
                terms: terms.clone(),
                common,
                solvers,
                seat: Seat::new(Arc::clone(&board), Arc::clone(&pace), member, common),
                pace: Arc::clone(&pace),
                member,
                status: Arc::clone(&status),
                unrollings: session.unrollings,
                answers: sender.clone(),
            };
            let thread = thread::Builder::new()
                .name(format!("engine {member}"))
                .stack_size(STACK_SIZE)
                .spawn_scoped(scope, move || place.run())
                .inspect_err(|_| pace.finish(member, false))
                .ok();
            threads.push(thread);
        }
        drop(sender);
        watch.over(&receiver, terms, session);
        let threads = threads.into_iter();
        threads
            .map(|thread| match thread?.join() {
                Ok(outcome) => Some(outcome),
                // A bug: it must not be hidden.
                Err(panic) => std::panic::resume_unwind(panic),
            })
            .collect()
    });
    let winner = watch.winner();
    let answer = watch.into_answer(terms);
    put_together(outcomes, winner, answer, terms)
}

/// What the members leave behind, as that of one engine.
fn put_together(
    mut outcomes: Vec<Option<Outcome>>,
    winner: Option<usize>,
    answer: Answer,
    terms: &mut Terms,
) -> GroupAnswer {
    let contributions = outcomes.iter().enumerate();
    let contributions = contributions
        .filter_map(|(member, outcome)| {
            let outcome = outcome.as_ref()?;
            Some(Contribution {
                decided: winner == Some(member),
                ..outcome.contribution.clone()
            })
        })
        .collect();
    let mut knowledge = Knowledge::default();
    let mut all_solvers = SolverStats::default();
    for outcome in outcomes.iter().flatten() {
        if let Some(packed) = &outcome.knowledge {
            packed.add_to(&mut knowledge, terms);
        }
        all_solvers.add(&outcome.stats.solver);
    }
    let told = outcomes.get_mut(winner.unwrap_or(0)).and_then(Option::take);
    let Some(told) = told else {
        return GroupAnswer {
            answer,
            engine: None,
            stats: EngineStats::default(),
            knowledge,
            contributions,
        };
    };
    GroupAnswer {
        answer,
        engine: winner.map(|_| told.contribution.engine),
        knowledge,
        stats: EngineStats {
            solver: match winner {
                Some(_) => told.stats.solver,
                None => all_solvers,
            },
            ..told.stats
        },
        contributions,
    }
}

/// The group as seen by who waits for it.
struct Watch {
    answers: Vec<Option<PackedAnswer>>,
    interrupts: Vec<Interrupt>,
    pace: Arc<Pace>,
    status: Arc<Mutex<Vec<ProgressInfo>>>,
    /// The answer that the judge has accepted, and whose it is.
    accepted: Option<(usize, Answer)>,
}

impl Watch {
    /// Wait until the group has ended. Without rounds, each answer is judged when it is there, while
    /// the other members go on, and the first one that is accepted ends the work.
    fn over(
        &mut self,
        answers: &Receiver<(usize, PackedAnswer)>,
        terms: &mut Terms,
        session: &mut Session<'_>,
    ) {
        loop {
            match answers.recv_timeout(TICK) {
                Ok((member, answer)) => self.take(member, answer, terms, session),
                Err(RecvTimeoutError::Timeout) => {
                    let infos = self.status.lock();
                    let shown = together(&infos.unwrap_or_else(PoisonError::into_inner));
                    session.progress.update(&shown);
                }
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn take(
        &mut self,
        member: usize,
        answer: PackedAnswer,
        terms: &mut Terms,
        session: &mut Session<'_>,
    ) {
        let Pace::Slices(slices) = &*self.pace else {
            self.answers[member] = Some(answer);
            return;
        };
        if !answer.is_decided() {
            self.answers[member] = Some(answer);
            return;
        }
        if self.accepted.is_some() {
            return;
        }
        let answer = answer.unpack(terms);
        session.progress.enter(judging(&answer));
        slices.lend(true);
        let is_accepted = session.judge.accepts(terms, &answer);
        slices.lend(false);
        if is_accepted {
            self.accepted = Some((member, answer));
            slices.end();
            self.interrupts.iter().for_each(Interrupt::raise);
        }
    }

    /// Who decided, once all members have ended.
    fn winner(&self) -> Option<usize> {
        match &*self.pace {
            Pace::Rounds(rounds) => rounds.winner(),
            Pace::Slices(_) => self.accepted.as_ref().map(|&(member, _)| member),
        }
    }

    /// The answer of the group: that of the winner, or what the first member says.
    fn into_answer(mut self, terms: &mut Terms) -> Answer {
        let winner = self.winner();
        if let Some((_, answer)) = self.accepted {
            return answer;
        }
        let told = match winner {
            Some(winner) => self.answers[winner].take(),
            None => self.answers.into_iter().flatten().next(),
        };
        told.map_or(Answer::Unknown(UnknownReason::Interrupted), |answer| {
            answer.unpack(terms)
        })
    }
}

/// One line of progress for all: the deepest level, and everything added up.
fn together(infos: &[ProgressInfo]) -> ProgressInfo {
    let busiest = infos.iter().max_by_key(|info| info.lemmas);
    ProgressInfo {
        queries: infos.iter().map(|info| info.queries).sum(),
        ..busiest.copied().unwrap_or_default()
    }
}

/// All that a member needs on its thread.
struct Place<'a> {
    create: &'a (dyn Fn() -> Box<dyn Engine> + Sync),
    task: &'a Task,
    terms: Terms,
    common: Common,
    solvers: SolverConfig,
    seat: Seat,
    pace: Arc<Pace>,
    member: usize,
    status: Arc<Mutex<Vec<ProgressInfo>>>,
    unrollings: bool,
    answers: Sender<(usize, PackedAnswer)>,
}

/// What a member's thread leaves behind.
struct Outcome {
    knowledge: Option<PackedKnowledge>,
    stats: EngineStats,
    contribution: Contribution,
}

impl Place<'_> {
    fn run(mut self) -> Outcome {
        // If the engine panics, the others must not wait for it for ever.
        let mut leave = Leave {
            pace: Arc::clone(&self.pace),
            member: self.member,
            decided: false,
        };
        let start = Instant::now();
        let mut engine = (self.create)();
        let answer = if self.pace.start(self.member) {
            let mut progress = MemberProgress {
                status: Arc::clone(&self.status),
                pace: Arc::clone(&self.pace),
                member: self.member,
            };
            let mut session = Session {
                solvers: &self.solvers,
                progress: &mut progress,
                exchange: &mut self.seat,
                judge: &mut (),
                unrollings: self.unrollings,
            };
            engine.solve(self.task, &mut self.terms, &mut session)
        } else {
            Answer::Unknown(UnknownReason::Interrupted)
        };
        let answer = PackedAnswer::new(answer, &self.terms, self.common);
        leave.decided = answer.is_decided();
        // Nobody waits for it if the group has ended.
        let _ = self.answers.send((self.member, answer));
        let stats = engine.stats();
        let knowledge = PackedKnowledge::new(&engine.knowledge(), &self.terms, self.common);
        let contribution = Contribution {
            engine: engine.name(),
            decided: false,
            work: self.pace.work_of(self.member),
            time: start
                .elapsed()
                .saturating_sub(self.pace.waited(self.member)),
            level: stats.level,
            queries: stats.solver.queries,
            published: self.seat.published,
            received: self.seat.received,
        };
        Outcome {
            knowledge,
            stats,
            contribution,
        }
    }
}

/// Tells the others, in any case, that a member has ended.
struct Leave {
    pace: Arc<Pace>,
    member: usize,
    decided: bool,
}

impl Drop for Leave {
    fn drop(&mut self) {
        self.pace.finish(self.member, self.decided);
    }
}

struct MemberProgress {
    status: Arc<Mutex<Vec<ProgressInfo>>>,
    pace: Arc<Pace>,
    member: usize,
}

impl Progress for MemberProgress {
    fn update(&mut self, info: &ProgressInfo) {
        // Nobody waits for a progress line.
        if let Ok(mut status) = self.status.try_lock() {
            status[self.member] = *info;
        }
        self.pace.reached(self.member, info);
    }
}
