//! Slices of time: engines side by side, as fast as the machine lets them.
//!
//! Nobody waits for anybody as long as there are cores. With fewer cores than members, those run
//! whose *share* is furthest behind: the time that a member has had, divided by its weight, as in
//! the fair schedulers of operating systems. A member that gets nowhere loses weight until it does.
//! Which member decides first depends on the machine; that it is right does not.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ferric3_sat::Interrupt;

use crate::ProgressInfo;

/// How long a member runs before another one gets its core.
const SLICE: Duration = Duration::from_millis(40);
/// How often a waiting member looks whether all of it should stop.
const TICK: Duration = Duration::from_millis(20);
/// A member that has not been heard of for so long does not keep a core from the others: it is in
/// the middle of something that cannot be stopped.
const SILENCE: Duration = Duration::from_millis(500);
/// A member gets nowhere if neither its level nor its lemmas have changed for so long,
const PATIENCE: Duration = Duration::from_secs(2);
/// and for this part of the time that it has had.
const PART_OF_TIME: u32 = 3;
/// Then its weight is divided by this.
const LESS: u32 = 3;
/// Members leave the last core to who judges answers for as long as the group has worked, and at
/// least so long: most answers stand, and then nothing else was worth doing.
const LEAST_LEAVE: Duration = Duration::from_millis(500);

/// The slices of a group.
#[derive(Debug)]
pub(super) struct Slices {
    state: Mutex<State>,
    changed: Condvar,
    cores: usize,
    start: Instant,
    interrupt: Interrupt,
}

#[derive(Debug)]
struct State {
    members: Vec<Member>,
    /// Everybody should stop.
    is_over: bool,
    /// Somebody else needs so many cores, since then.
    lent: Option<(usize, Instant)>,
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
    weight: u32,
    /// Time that it has had, and the same divided by its weight at the time.
    had: Duration,
    share: Duration,
    /// When its slice began, and when it was last heard of.
    since: Instant,
    heard: Instant,
    /// How far it has got, and how much time it had had by then.
    reached: (usize, usize),
    reached_after: Duration,
    work: u64,
    waited: Duration,
}

impl Slices {
    /// Slices for members of these weights, of which `cores` may run at a time.
    pub(super) fn new(weights: &[u32], cores: usize, interrupt: Interrupt) -> Slices {
        let now = Instant::now();
        let member = |&weight: &u32| Member {
            activity: Activity::Waiting,
            weight: weight.max(1),
            had: Duration::ZERO,
            share: Duration::ZERO,
            since: now,
            heard: now,
            reached: (0, 0),
            reached_after: Duration::ZERO,
            work: 0,
            waited: Duration::ZERO,
        };
        Slices {
            state: Mutex::new(State {
                members: weights.iter().map(member).collect(),
                is_over: false,
                lent: None,
            }),
            changed: Condvar::new(),
            cores: cores.max(1),
            start: now,
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

    /// The work that a member has done.
    pub(super) fn work_of(&self, member: usize) -> u64 {
        self.lock().members[member].work
    }

    /// The time that a member has waited for a core.
    pub(super) fn waited(&self, member: usize) -> Duration {
        self.lock().members[member].waited
    }

    /// A member has ended its work.
    pub(super) fn finish(&self, member: usize) {
        self.lock().members[member].activity = Activity::Done;
        self.changed.notify_all();
    }

    /// Everybody should stop.
    pub(super) fn end(&self) {
        self.lock().is_over = true;
        self.changed.notify_all();
    }

    /// Somebody who is no member needs so many cores.
    pub(super) fn lend(&self, cores: usize) {
        self.lock().lent = (cores > 0).then(|| (cores, Instant::now()));
        self.changed.notify_all();
    }

    /// The cores that there are for members.
    fn cores_now(&self, state: &State, now: Instant) -> usize {
        let Some((lent, since)) = state.lent else {
            return self.cores;
        };
        let worked = since.saturating_duration_since(self.start);
        let is_left = now.saturating_duration_since(since) < worked.max(LEAST_LEAVE);
        self.cores.saturating_sub(lent).max(usize::from(!is_left))
    }

    /// How far a member has got.
    pub(super) fn reached(&self, member: usize, info: &ProgressInfo) {
        let reached = (info.level, info.lemmas);
        let mut state = self.lock();
        let own = &mut state.members[member];
        if own.reached != reached {
            own.reached = reached;
            own.reached_after = own.had + own.since.elapsed();
        }
    }

    /// A member has done something. May it go on? It may have to wait for that.
    pub(super) fn work(&self, member: usize, units: u64) -> bool {
        let now = Instant::now();
        let mut state = self.lock();
        let own = &mut state.members[member];
        own.work += units;
        own.heard = now;
        let slice = now - own.since;
        if slice < SLICE || state.is_over {
            return !state.is_over;
        }
        let own = &mut state.members[member];
        own.had += slice;
        own.share += slice / own.weight_now();
        own.since = now;
        if state.may_run(member, self.cores_now(&state, now), now) {
            return true;
        }
        state.members[member].activity = Activity::Waiting;
        self.changed.notify_all();
        self.wait(state, member)
    }

    fn wait(&self, mut state: MutexGuard<'_, State>, member: usize) -> bool {
        let start = Instant::now();
        loop {
            if state.is_over || self.interrupt.is_raised() {
                return false;
            }
            let now = Instant::now();
            if state.may_run(member, self.cores_now(&state, now), now) {
                let own = &mut state.members[member];
                own.activity = Activity::Running;
                own.since = now;
                own.heard = now;
                own.waited += start.elapsed();
                return true;
            }
            let waited = self.changed.wait_timeout(state, TICK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Member {
    /// Less, if it gets nowhere.
    fn weight_now(&self) -> u32 {
        let idle = self.had.saturating_sub(self.reached_after);
        let gets_nowhere = idle > PATIENCE.max(self.had / PART_OF_TIME);
        // Never 0: shares are times divided by weights, and all weights are multiples of `LESS`.
        let weight = self.weight * LESS;
        if gets_nowhere { weight / LESS } else { weight }
    }
}

impl State {
    /// Is there a core for a member? Those whose share is smaller come first.
    fn may_run(&self, member: usize, cores: usize, now: Instant) -> bool {
        let key = |other: usize| (self.members[other].share, other);
        let before = (0..self.members.len()).filter(|&other| {
            let it = &self.members[other];
            other != member
                && match it.activity {
                    Activity::Running => now.saturating_duration_since(it.heard) < SILENCE,
                    Activity::Waiting => key(other) < key(member),
                    Activity::Done => false,
                }
        });
        before.count() < cores
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// Members that are always busy; how much time each of them has had.
    fn shares(weights: &[u32], cores: usize, progress: impl Fn(usize) -> bool + Sync) -> Vec<f64> {
        let slices = Arc::new(Slices::new(weights, cores, Interrupt::new()));
        std::thread::scope(|scope| {
            for member in 0..weights.len() {
                let (slices, progress) = (Arc::clone(&slices), &progress);
                scope.spawn(move || {
                    let mut on = slices.start(member);
                    let mut level = 0;
                    while on {
                        std::thread::sleep(Duration::from_millis(2));
                        level += usize::from(progress(member));
                        let info = ProgressInfo {
                            level,
                            ..ProgressInfo::default()
                        };
                        slices.reached(member, &info);
                        on = slices.work(member, 1);
                    }
                    slices.finish(member);
                });
            }
            std::thread::sleep(Duration::from_millis(1500));
            slices.end();
        });
        let state = slices.lock();
        let all: Duration = state.members.iter().map(|member| member.had).sum();
        let members = state.members.iter();
        members
            .map(|member| member.had.as_secs_f64() / all.as_secs_f64())
            .collect()
    }

    #[test]
    fn time_goes_by_weight() {
        let shares = shares(&[2, 1, 1], 1, |_| true);
        assert!((0.35..0.65).contains(&shares[0]), "{shares:?}");
        assert!((0.1..0.4).contains(&shares[1]), "{shares:?}");
    }

    #[test]
    fn nobody_waits_where_there_are_cores() {
        let shares = shares(&[3, 1], 2, |_| true);
        assert!((0.3..0.7).contains(&shares[0]), "{shares:?}");
    }

    #[test]
    fn who_is_silent_does_not_keep_the_core() {
        let slices = Slices::new(&[1, 1], 1, Interrupt::new());
        assert!(slices.start(0));
        let start = Instant::now();
        assert!(slices.start(1));
        assert!(start.elapsed() >= SILENCE / 2);
    }

    #[test]
    fn who_gets_nowhere_weighs_less() {
        let slices = Slices::new(&[2], 1, Interrupt::new());
        let mut state = slices.lock();
        let member = &mut state.members[0];
        let full = member.weight_now();
        member.had = 2 * PATIENCE;
        assert!(member.weight_now() < full);
        member.reached_after = member.had;
        assert_eq!(member.weight_now(), full);
    }

    #[test]
    fn the_last_core_is_lent_for_a_while() {
        let slices = Slices::new(&[1], 1, Interrupt::new());
        slices.lend(1);
        let start = Instant::now();
        assert!(slices.start(0));
        assert!(start.elapsed() >= LEAST_LEAVE / 2);
        slices.lend(0);
        let start = Instant::now();
        assert!(slices.work(0, 1));
        assert!(start.elapsed() < LEAST_LEAVE / 2);
    }

    #[test]
    fn a_raised_interrupt_ends_the_waiting() {
        let interrupt = Interrupt::new();
        let slices = Slices::new(&[1, 1], 1, interrupt.clone());
        assert!(slices.start(0));
        interrupt.raise();
        assert!(!slices.start(1));
    }
}
