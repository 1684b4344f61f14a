//! Rounds: engines side by side, with the same result on any machine.
//!
//! Each member works until it has done the work of a round; it may be a few rounds ahead of the
//! others. What a member publishes in a round is seen by the others when all have completed that
//! round, and if several decide, the one counts that needed the fewest rounds, and of those the
//! first one. So neither the number of cores nor the scheduler has any influence: with one core the
//! members simply take turns.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ferric3_sat::Interrupt;

/// The work of the first round (for the unit see [`Turns`](ferric3_sat::Turns)): some ten milliseconds.
const FIRST_ROUND: u64 = 300_000;
/// The most that a round can be: about a second.
const LONGEST_ROUND: u64 = 10_000_000;
/// A round is longer than the one before by one part in so many.
const GROWTH: u64 = 5;
/// A member may be ahead of the others by so many rounds.
const AHEAD: u64 = 2;
/// How often a waiting member looks whether all of it should stop.
const TICK: Duration = Duration::from_millis(20);

/// The rounds of a group.
#[derive(Debug)]
pub(super) struct Rounds {
    state: Mutex<State>,
    changed: Condvar,
    cores: usize,
    interrupt: Interrupt,
}

#[derive(Debug)]
struct State {
    members: Vec<Member>,
    /// Who decided: round, then number.
    winner: Option<(u64, usize)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Activity {
    Running,
    Waiting,
    Done,
}

#[derive(Clone, Debug)]
struct Member {
    activity: Activity,
    round: u64,
    /// Work in all, and the work at which the round ends.
    work: u64,
    end: u64,
    /// The work of this round.
    length: u64,
    /// Time spent waiting, for tables.
    waited: Duration,
}

impl Rounds {
    /// Rounds for so many members, of which `cores` may run at a time.
    pub(super) fn new(members: usize, cores: usize, interrupt: Interrupt) -> Rounds {
        let member = Member {
            activity: Activity::Waiting,
            round: 0,
            work: 0,
            end: FIRST_ROUND,
            length: FIRST_ROUND,
            waited: Duration::ZERO,
        };
        Rounds {
            state: Mutex::new(State {
                members: vec![member; members],
                winner: None,
            }),
            changed: Condvar::new(),
            cores: cores.max(1),
            interrupt,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begin to work, as soon as there is a core. False: do not.
    pub(super) fn start(&self, member: usize) -> bool {
        self.wait(self.lock(), member)
    }

    /// The round in which a member is.
    pub(super) fn round(&self, member: usize) -> u64 {
        self.lock().members[member].round
    }

    /// The work that a member has done.
    pub(super) fn work_of(&self, member: usize) -> u64 {
        self.lock().members[member].work
    }

    /// The time that a member has waited for others.
    pub(super) fn waited(&self, member: usize) -> Duration {
        self.lock().members[member].waited
    }

    /// All rounds below this one are complete for all members, if `member` asks.
    pub(super) fn complete(&self, member: usize) -> u64 {
        self.round(member).saturating_sub(AHEAD)
    }

    /// A member has ended its work.
    pub(super) fn finish(&self, member: usize, decided: bool) {
        let mut state = self.lock();
        state.members[member].activity = Activity::Done;
        if decided {
            let mine = (state.members[member].round, member);
            state.winner = Some(state.winner.map_or(mine, |other| other.min(mine)));
        }
        self.changed.notify_all();
    }

    /// Who decided, once all members have ended.
    pub(super) fn winner(&self) -> Option<usize> {
        self.lock().winner.map(|(_, member)| member)
    }

    /// A member has done something. May it go on? It may have to wait for that.
    pub(super) fn work(&self, member: usize, units: u64) -> bool {
        let mut state = self.lock();
        let own = &mut state.members[member];
        own.work += units;
        if own.work < own.end {
            return true;
        }
        while own.work >= own.end {
            own.round += 1;
            own.length = (own.length + own.length / GROWTH).min(LONGEST_ROUND);
            own.end += own.length;
        }
        own.activity = Activity::Waiting;
        self.changed.notify_all();
        self.wait(state, member)
    }

    fn wait(&self, mut state: MutexGuard<'_, State>, member: usize) -> bool {
        let start = Instant::now();
        loop {
            if state.is_beaten(member) || self.interrupt.is_raised() {
                return false;
            }
            if state.may_run(member, self.cores) {
                let own = &mut state.members[member];
                own.activity = Activity::Running;
                own.waited += start.elapsed();
                self.changed.notify_all();
                return true;
            }
            let waited = self.changed.wait_timeout(state, TICK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl State {
    /// Has somebody decided earlier than this member can?
    fn is_beaten(&self, member: usize) -> bool {
        let mine = (self.members[member].round, member);
        self.winner.is_some_and(|winner| winner < mine)
    }

    /// Is a member not too far ahead?
    fn is_eligible(&self, member: usize) -> bool {
        let round = self.members[member].round;
        let others = self.members.iter();
        let mut others = others.filter(|other| other.activity != Activity::Done);
        others.all(|other| round <= other.round + AHEAD)
    }

    /// Is there a core for a member? Those that are behind come first.
    fn may_run(&self, member: usize, cores: usize) -> bool {
        let key = |other: usize| (self.members[other].round, other);
        let before = (0..self.members.len()).filter(|&other| {
            other != member
                && match self.members[other].activity {
                    Activity::Running => true,
                    Activity::Waiting => {
                        key(other) < key(member)
                            && self.is_eligible(other)
                            && !self.is_beaten(other)
                    }
                    Activity::Done => false,
                }
        });
        self.is_eligible(member) && before.count() < cores
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// The members that publish `(round, member)` in every round see the same on one core and on
    /// several, and the same one wins.
    #[test]
    fn the_number_of_cores_changes_nothing() {
        let run = |cores: usize| {
            let rounds = Arc::new(Rounds::new(3, cores, Interrupt::new()));
            let seen: Vec<Vec<u64>> = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..3)
                    .map(|member| {
                        let rounds = Arc::clone(&rounds);
                        scope.spawn(move || {
                            let mut seen = Vec::new();
                            let mut on = rounds.start(member);
                            let mut left = [4_000_000, 3_000_000, 9_000_000][member];
                            while on && left > 0 {
                                let units = [70_000, 11_000, 500_000][member].min(left);
                                on = rounds.work(member, units);
                                left -= units;
                                seen.push(rounds.complete(member));
                            }
                            rounds.finish(member, left == 0);
                            if on { seen } else { Vec::new() }
                        })
                    })
                    .collect();
                let threads = threads.into_iter();
                threads
                    .map(|thread| thread.join().unwrap_or_default())
                    .collect()
            });
            (rounds.winner(), seen[1].clone())
        };
        let one = run(1);
        assert_eq!(one.0, Some(1));
        assert!(one.1.len() > 100);
        for cores in [2, 3] {
            assert_eq!(run(cores), one);
        }
    }

    #[test]
    fn a_raised_interrupt_ends_the_waiting() {
        let interrupt = Interrupt::new();
        let rounds = Rounds::new(2, 2, interrupt.clone());
        assert!(rounds.start(0) && rounds.start(1));
        interrupt.raise();
        assert!(!rounds.work(0, 100 * FIRST_ROUND));
    }
}
