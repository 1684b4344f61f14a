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
//! | `watch.rs`  | who waits for the members, and has their answers judged       |

mod board;
mod pace;
mod packed;
mod rounds;
mod slices;
mod watch;

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use ferric3_solver::{SolverConfig, SolverStats};
use ferric3_term::{Common, Terms};

use self::board::{Board, Seat};
use self::pace::{MemberTurns, Pace};
use self::packed::{PackedAnswer, PackedKnowledge};
use self::watch::{Event, Heard, Watch};
use crate::threads;
use crate::{
    Answer, Contribution, Engine, EngineStats, Knowledge, Progress, ProgressInfo, Session, Task,
    UnknownReason,
};

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
    let (sender, events) = channel();
    let mut watch = Watch {
        pace: Arc::clone(&pace),
        judge: &*session.judge,
        terms,
        interrupt: interrupt.clone(),
        cores: options.cores.max(1),
        status: Arc::clone(&status),
        interrupts: Vec::new(),
        present: 0,
        heard: Heard::nothing(members.len()),
    };
    let progress = &mut *session.progress;
    let (heard, outcomes): (Heard, Vec<Option<Outcome>>) = thread::scope(|scope| {
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
                terms: watch.terms.clone(),
                common,
                solvers,
                seat: Seat::new(Arc::clone(&board), Arc::clone(&pace), member, common),
                pace: Arc::clone(&pace),
                member,
                status: Arc::clone(&status),
                history_since: progress.history_since(),
                unrollings: session.unrollings,
                events: sender.clone(),
            };
            let started = threads::named(format!("engine {member}"))
                .spawn_scoped(scope, move || place.run())
                .inspect_err(|_| pace.finish(member, false))
                .ok();
            watch.present += usize::from(started.is_some());
            threads.push(started);
        }
        let heard = watch.over(scope, (sender, events), progress);
        let threads = threads.into_iter();
        let outcomes = threads.map(|thread| match thread?.join() {
            Ok(outcome) => Some(outcome),
            // A bug: it must not be hidden.
            Err(panic) => std::panic::resume_unwind(panic),
        });
        (heard, outcomes.collect())
    });
    let winner = heard.winner(&pace);
    let answer = heard.into_answer(winner, terms, session.judge);
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
    history_since: Option<Instant>,
    unrollings: bool,
    events: Sender<Event>,
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
            events: self.events.clone(),
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
                history_since: self.history_since,
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
        let _ = self.events.send(Event::Answer(self.member, answer));
        let mut stats = engine.stats();
        let history = stats.history.take();
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
            history,
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
    events: Sender<Event>,
    member: usize,
    decided: bool,
}

impl Drop for Leave {
    fn drop(&mut self) {
        self.pace.finish(self.member, self.decided);
        let _ = self.events.send(Event::Left);
    }
}

struct MemberProgress {
    status: Arc<Mutex<Vec<ProgressInfo>>>,
    pace: Arc<Pace>,
    member: usize,
    history_since: Option<Instant>,
}

impl Progress for MemberProgress {
    fn update(&mut self, info: &ProgressInfo) {
        // Nobody waits for a progress line.
        if let Ok(mut status) = self.status.try_lock() {
            status[self.member] = *info;
        }
        self.pace.reached(self.member, info);
    }

    fn history_since(&self) -> Option<Instant> {
        self.history_since
    }
}
