//! Several engines on one task: they run side by side on the machine's cores, tell one another what
//! they have proved, and stop when one of them has decided.
//!
//! | file        | what                                                          |
//! |-------------|---------------------------------------------------------------|
//! | `rounds.rs` | who may run when: by work done, so that results do not depend on speed |
//! | `board.rs`  | proved clauses, from one member's term store to another's      |

mod board;
mod rounds;

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use ferric3_cfa::LocId;
use ferric3_solver::{SolverConfig, SolverStats};
use ferric3_term::{Common, Parcel, TermId, Terms};

use self::board::{Board, Seat};
use self::rounds::{MemberTurns, Rounds};
use crate::{
    Answer, Contribution, Counterexample, Depth, EngineKind, EngineStats, HotSpot, Invariant,
    Knowledge, Progress, ProgressInfo, Proof, Session, Task, UnknownReason,
};

/// Stacks of the members' threads. Only what is used is ever committed.
const STACK_SIZE: usize = 64 << 20;

/// What a group found out.
pub(crate) struct GroupAnswer {
    pub(crate) answer: Answer,
    /// The name of the member that decided.
    pub(crate) engine: Option<&'static str>,
    /// What the deciding member counted, or the first one if nobody has decided; then the solvers
    /// are those of all members.
    pub(crate) stats: EngineStats,
    pub(crate) contributions: Vec<Contribution>,
}

/// Let several engines work on one task.
pub(crate) fn solve(
    members: &[EngineKind],
    cores: usize,
    task: &Task,
    terms: &mut Terms,
    session: &mut Session<'_>,
) -> GroupAnswer {
    let common = terms.common();
    let interrupt = &session.solvers.interrupt;
    let rounds = Arc::new(Rounds::new(members.len(), cores, interrupt.clone()));
    let board = Arc::new(Board::default());
    let status = Arc::new(Mutex::new(vec![ProgressInfo::default(); members.len()]));
    let mut outcomes: Vec<Option<Outcome>> = thread::scope(|scope| {
        let threads: Vec<_> = members
            .iter()
            .enumerate()
            .map(|(member, kind)| {
                let turns = MemberTurns {
                    rounds: Arc::clone(&rounds),
                    member,
                };
                let solvers = SolverConfig {
                    interrupt: interrupt.part(Arc::new(turns)),
                    ..session.solvers.clone()
                };
                let place = Place {
                    kind,
                    task,
                    terms: terms.clone(),
                    common,
                    solvers,
                    seat: Seat::new(Arc::clone(&board), Arc::clone(&rounds), member, common),
                    rounds: Arc::clone(&rounds),
                    member,
                    status: Arc::clone(&status),
                    unrollings: session.unrollings,
                };
                thread::Builder::new()
                    .name(format!("engine {member}"))
                    .stack_size(STACK_SIZE)
                    .spawn_scoped(scope, move || place.run())
                    .inspect_err(|_| rounds.finish(member, false))
                    .ok()
            })
            .collect();
        while !rounds.rest() {
            let infos = status.lock().unwrap_or_else(PoisonError::into_inner);
            let shown = together(&infos);
            drop(infos);
            session.progress.update(&shown);
        }
        let threads = threads.into_iter();
        threads
            .map(|thread| match thread?.join() {
                Ok(outcome) => Some(outcome),
                // A bug: it must not be hidden.
                Err(panic) => std::panic::resume_unwind(panic),
            })
            .collect()
    });
    let winner = rounds.winner();
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
    for packed in outcomes.iter().flatten() {
        if let Some(packed) = &packed.knowledge {
            packed.add_to(&mut knowledge, terms);
        }
    }
    let solvers = outcomes
        .iter()
        .flatten()
        .map(|outcome| &outcome.stats.solver);
    let mut all_solvers = SolverStats::default();
    solvers.for_each(|stats| all_solvers.add(stats));
    let told = outcomes.get_mut(winner.unwrap_or(0)).and_then(Option::take);
    let Some(told) = told else {
        return GroupAnswer {
            answer: Answer::Unknown(UnknownReason::Interrupted),
            engine: None,
            stats: EngineStats::default(),
            contributions,
        };
    };
    GroupAnswer {
        answer: told.answer.unpack(terms),
        engine: winner.map(|_| told.contribution.engine),
        stats: EngineStats {
            knowledge,
            solver: match winner {
                Some(_) => told.stats.solver,
                None => all_solvers,
            },
            ..told.stats
        },
        contributions,
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
    kind: &'a EngineKind,
    task: &'a Task,
    terms: Terms,
    common: Common,
    solvers: SolverConfig,
    seat: Seat,
    rounds: Arc<Rounds>,
    member: usize,
    status: Arc<Mutex<Vec<ProgressInfo>>>,
    unrollings: bool,
}

/// What a member's thread leaves behind.
struct Outcome {
    answer: PackedAnswer,
    knowledge: Option<PackedKnowledge>,
    /// Without knowledge.
    stats: EngineStats,
    contribution: Contribution,
}

impl Place<'_> {
    fn run(mut self) -> Outcome {
        // If the engine panics, the others must not wait for it for ever.
        let mut leave = Leave {
            rounds: Arc::clone(&self.rounds),
            member: self.member,
            decided: false,
        };
        let start = Instant::now();
        let mut engine = self.kind.create();
        let answer = if self.rounds.start(self.member) {
            let mut progress = MemberProgress {
                status: Arc::clone(&self.status),
                member: self.member,
            };
            let mut session = Session {
                solvers: &self.solvers,
                progress: &mut progress,
                exchange: &mut self.seat,
                unrollings: self.unrollings,
            };
            engine.solve(self.task, &mut self.terms, &mut session)
        } else {
            Answer::Unknown(UnknownReason::Interrupted)
        };
        let answer = PackedAnswer::new(answer, &self.terms, self.common);
        leave.decided = answer.is_decided();
        let mut stats = engine.stats();
        let knowledge = std::mem::take(&mut stats.knowledge);
        let knowledge = PackedKnowledge::new(&knowledge, &self.terms, self.common);
        let contribution = Contribution {
            engine: engine.name(),
            decided: false,
            work: self.rounds.work_of(self.member),
            time: start
                .elapsed()
                .saturating_sub(self.rounds.waited(self.member)),
            level: stats.level,
            queries: stats.solver.queries,
            published: self.seat.published,
            received: self.seat.received,
        };
        Outcome {
            answer,
            knowledge,
            stats,
            contribution,
        }
    }
}

/// Tells the others, in any case, that a member has ended.
struct Leave {
    rounds: Arc<Rounds>,
    member: usize,
    decided: bool,
}

impl Drop for Leave {
    fn drop(&mut self) {
        self.rounds.finish(self.member, self.decided);
    }
}

/// An answer that can leave the term store of its member.
enum PackedAnswer {
    Invariant(PackedInvariant),
    Unrolling(usize),
    Unwinding(usize),
    KInduction(usize, PackedInvariant),
    Unsafe(Counterexample),
    Unknown(UnknownReason),
}

struct PackedInvariant {
    /// Number of clauses by location.
    counts: Vec<usize>,
    clauses: Parcel,
}

impl PackedInvariant {
    fn new(invariant: &Invariant, terms: &Terms, common: Common) -> Option<PackedInvariant> {
        let clauses: Vec<_> = invariant.locations().flatten().copied().collect();
        Some(PackedInvariant {
            counts: invariant.locations().map(<[_]>::len).collect(),
            clauses: terms.pack(common, &clauses)?,
        })
    }

    fn unpack(&self, terms: &mut Terms) -> Invariant {
        let mut clauses = terms.unpack(&self.clauses).into_iter();
        let counts = self.counts.iter();
        Invariant::new(
            counts
                .map(|&count| clauses.by_ref().take(count).collect())
                .collect(),
        )
    }
}

impl PackedAnswer {
    fn new(answer: Answer, terms: &Terms, common: Common) -> PackedAnswer {
        let packed = match answer {
            Answer::Safe(Proof::Invariant(invariant)) => {
                PackedInvariant::new(&invariant, terms, common).map(PackedAnswer::Invariant)
            }
            Answer::Safe(Proof::Unrolling { depth }) => Some(PackedAnswer::Unrolling(depth)),
            Answer::Safe(Proof::KInduction { k, auxiliary }) => {
                let auxiliary = PackedInvariant::new(&auxiliary, terms, common);
                auxiliary.map(|auxiliary| PackedAnswer::KInduction(k, auxiliary))
            }
            Answer::Safe(Proof::Unwinding { copies }) => Some(PackedAnswer::Unwinding(copies)),
            Answer::Safe(Proof::OnlyRun { .. }) => None,
            Answer::Unsafe(counterexample) => Some(PackedAnswer::Unsafe(counterexample)),
            Answer::Unknown(reason) => Some(PackedAnswer::Unknown(reason)),
        };
        packed.unwrap_or_else(|| {
            let reason = "a proof about symbols that are not part of the program".to_owned();
            PackedAnswer::Unknown(UnknownReason::TooLarge(reason))
        })
    }

    fn is_decided(&self) -> bool {
        !matches!(self, PackedAnswer::Unknown(_))
    }

    fn unpack(self, terms: &mut Terms) -> Answer {
        match self {
            PackedAnswer::Invariant(packed) => Answer::Safe(Proof::Invariant(packed.unpack(terms))),
            PackedAnswer::Unwinding(copies) => Answer::Safe(Proof::Unwinding { copies }),
            PackedAnswer::Unrolling(depth) => Answer::Safe(Proof::Unrolling { depth }),
            PackedAnswer::KInduction(k, auxiliary) => Answer::Safe(Proof::KInduction {
                k,
                auxiliary: auxiliary.unpack(terms),
            }),
            PackedAnswer::Unsafe(counterexample) => Answer::Unsafe(counterexample),
            PackedAnswer::Unknown(reason) => Answer::Unknown(reason),
        }
    }
}

/// Knowledge that can leave the term store of its member.
struct PackedKnowledge {
    locations: Vec<LocId>,
    depth: Depth,
    hot_spot: Option<(LocId, usize)>,
    /// The clauses, then the cube of the hot spot.
    terms: Parcel,
}

impl PackedKnowledge {
    fn new(knowledge: &Knowledge, terms: &Terms, common: Common) -> Option<PackedKnowledge> {
        let (locations, mut roots): (Vec<LocId>, Vec<TermId>) =
            knowledge.known.iter().copied().unzip();
        let hot_spot = knowledge.hot_spot.as_ref();
        roots.extend(hot_spot.iter().flat_map(|spot| &spot.cube));
        Some(PackedKnowledge {
            locations,
            depth: knowledge.depth,
            hot_spot: hot_spot.map(|spot| (spot.loc, spot.lemmas)),
            terms: terms.pack(common, &roots)?,
        })
    }

    /// What all members know together.
    fn add_to(&self, all: &mut Knowledge, terms: &mut Terms) {
        let mut unpacked = terms.unpack(&self.terms);
        let cube = unpacked.split_off(self.locations.len());
        for clause in self.locations.iter().copied().zip(unpacked) {
            if !all.known.contains(&clause) {
                all.known.push(clause);
            }
        }
        all.depth = all.depth.max(self.depth);
        if let (None, Some((loc, lemmas))) = (&all.hot_spot, self.hot_spot) {
            all.hot_spot = Some(HotSpot { loc, lemmas, cube });
        }
    }
}

struct MemberProgress {
    status: Arc<Mutex<Vec<ProgressInfo>>>,
    member: usize,
}

impl Progress for MemberProgress {
    fn update(&mut self, info: &ProgressInfo) {
        // Nobody waits for a progress line.
        if let Ok(mut status) = self.status.try_lock() {
            status[self.member] = *info;
        }
    }
}
