//! Who runs when: by work done, or as fast as the machine lets them.

use std::time::Duration;

use ferric3_sat::{Interrupt, Turns};
use std::sync::Arc;

use super::rounds::Rounds;
use super::slices::Slices;
use crate::ProgressInfo;

/// How the members of a group share the machine.
#[derive(Debug)]
pub(super) enum Pace {
    /// Reproducibly: members wait for one another.
    Rounds(Rounds),
    /// Freely: the first one to decide ends it.
    Slices(Slices),
}

impl Pace {
    /// A pace for members of these weights.
    pub(super) fn new(
        is_deterministic: bool,
        weights: &[u32],
        cores: usize,
        interrupt: &Interrupt,
    ) -> Pace {
        if is_deterministic {
            Pace::Rounds(Rounds::new(weights.len(), cores, interrupt.clone()))
        } else {
            Pace::Slices(Slices::new(weights, cores, interrupt.clone()))
        }
    }

    /// Begin to work, as soon as there is a core. False: do not.
    pub(super) fn start(&self, member: usize) -> bool {
        match self {
            Pace::Rounds(rounds) => rounds.start(member),
            Pace::Slices(slices) => slices.start(member),
        }
    }

    /// A member has ended its work.
    pub(super) fn finish(&self, member: usize, decided: bool) {
        match self {
            Pace::Rounds(rounds) => rounds.finish(member, decided),
            Pace::Slices(slices) => slices.finish(member),
        }
    }

    /// The work that a member has done.
    pub(super) fn work_of(&self, member: usize) -> u64 {
        match self {
            Pace::Rounds(rounds) => rounds.work_of(member),
            Pace::Slices(slices) => slices.work_of(member),
        }
    }

    /// The time that a member has waited.
    pub(super) fn waited(&self, member: usize) -> Duration {
        match self {
            Pace::Rounds(rounds) => rounds.waited(member),
            Pace::Slices(slices) => slices.waited(member),
        }
    }

    /// How far a member has got.
    pub(super) fn reached(&self, member: usize, info: &ProgressInfo) {
        if let Pace::Slices(slices) = self {
            slices.reached(member, info);
        }
    }

    /// The round of what a member publishes now.
    pub(super) fn round(&self, member: usize) -> u64 {
        match self {
            Pace::Rounds(rounds) => rounds.round(member),
            Pace::Slices(_) => 0,
        }
    }

    /// What was published in rounds below this one may be seen by `member`; none: everything.
    pub(super) fn complete(&self, member: usize) -> Option<u64> {
        match self {
            Pace::Rounds(rounds) => Some(rounds.complete(member)),
            Pace::Slices(_) => None,
        }
    }
}

/// The turns of one member.
#[derive(Debug)]
pub(super) struct MemberTurns {
    pub(super) pace: Arc<Pace>,
    pub(super) member: usize,
}

impl Turns for MemberTurns {
    fn work(&self, units: u64) -> bool {
        match &*self.pace {
            Pace::Rounds(rounds) => rounds.work(self.member, units),
            Pace::Slices(slices) => slices.work(self.member, units),
        }
    }
}
