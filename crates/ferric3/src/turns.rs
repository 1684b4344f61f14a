//! How several goals share the time. In the first round each gets a fraction of its part of what is
//! left: most are decided by then. Those that were stopped come back when all had their turn, and
//! share what is left, if that is more than they had before.

use std::time::Duration;

/// A goal's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    /// Which one.
    pub(crate) goal: usize,
    /// For how long, if not for all the time that is left.
    pub(crate) share: Option<Duration>,
}

/// Goals that wait for their turn.
#[derive(Clone, Debug)]
pub(crate) struct Turns {
    /// Those of this round, the next one last, with the time that they had before.
    round: Vec<(usize, Duration)>,
    /// Those of the next round.
    stopped: Vec<(usize, Duration)>,
}

/// A first turn is this fraction of a goal's part of the time.
const FIRST_TURN: u32 = 3;

impl Turns {
    pub(crate) fn new(goals: usize) -> Turns {
        Turns {
            round: (0..goals)
                .rev()
                .map(|goal| (goal, Duration::ZERO))
                .collect(),
            stopped: Vec::new(),
        }
    }

    /// Whose turn it is. A goal that was stopped gets twice the time that it had, if there is as
    /// much: the search starts again, and would only get as far in the same time.
    pub(crate) fn next(&mut self, left: Option<Duration>) -> Option<Turn> {
        loop {
            if self.round.is_empty() {
                self.round = std::mem::take(&mut self.stopped);
                self.round.reverse();
            }
            let waiting = self.round.len() + self.stopped.len();
            let waiting = u32::try_from(waiting).unwrap_or(u32::MAX);
            let (goal, had) = self.round.pop()?;
            let Some(left) = left else {
                return Some(Turn { goal, share: None });
            };
            if had > Duration::ZERO && left <= had {
                continue;
            }
            let share = match had {
                Duration::ZERO if waiting > 1 => left / waiting / FIRST_TURN,
                _ => (left / waiting).max(2 * had),
            };
            // What nobody would come back for is this goal's, too.
            let mut others = self.round.iter().chain(&self.stopped);
            let is_shared = share < left && others.any(|&(_, had)| left - share > had);
            return Some(Turn {
                goal,
                share: is_shared.then_some(share),
            });
        }
    }

    /// A goal was stopped after that time.
    pub(crate) fn come_back(&mut self, goal: usize, after: Duration) {
        self.stopped.push((goal, after));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(n: u64) -> Option<Duration> {
        Some(Duration::from_secs(n))
    }

    fn turn(goal: usize, share: Option<Duration>) -> Option<Turn> {
        Some(Turn { goal, share })
    }

    #[test]
    fn what_is_not_used_is_for_those_that_were_stopped() {
        let mut turns = Turns::new(3);
        assert_eq!(turns.next(seconds(90)), turn(0, seconds(10)));
        turns.come_back(0, Duration::from_secs(10));
        assert_eq!(turns.next(seconds(81)), turn(1, seconds(9)));
        assert_eq!(turns.next(seconds(78)), turn(2, seconds(13)));
        assert_eq!(turns.next(seconds(70)), turn(0, None));
        assert_eq!(turns.next(seconds(17)), None);
    }

    #[test]
    fn the_last_one_has_all_that_is_left_if_the_others_are_decided() {
        let mut turns = Turns::new(2);
        assert_eq!(turns.next(seconds(60)), turn(0, seconds(10)));
        assert_eq!(turns.next(seconds(59)), turn(1, None));
        assert_eq!(turns.next(seconds(0)), None);
    }

    #[test]
    fn nobody_comes_back_for_as_much_time_as_before() {
        let mut turns = Turns::new(2);
        assert_eq!(turns.next(seconds(60)), turn(0, seconds(10)));
        turns.come_back(0, Duration::from_secs(10));
        assert_eq!(turns.next(seconds(60)), turn(1, seconds(10)));
        assert_eq!(turns.next(seconds(9)), None);
    }

    #[test]
    fn two_that_were_stopped_share_what_is_left() {
        let mut turns = Turns::new(2);
        for goal in [0, 1] {
            assert_eq!(turns.next(seconds(60)), turn(goal, seconds(10)));
            turns.come_back(goal, Duration::from_secs(5));
        }
        assert_eq!(turns.next(seconds(32)), turn(0, seconds(16)));
        turns.come_back(0, Duration::from_secs(16));
        assert_eq!(turns.next(seconds(16)), turn(1, None));
    }

    #[test]
    fn nothing_is_left_over() {
        let mut turns = Turns::new(2);
        for goal in [0, 1] {
            assert_eq!(turns.next(seconds(60)), turn(goal, seconds(10)));
            turns.come_back(goal, Duration::from_secs(10));
        }
        // Twice the time that it had would leave less than the other one has had.
        assert_eq!(turns.next(seconds(25)), turn(0, None));
    }

    #[test]
    fn without_a_limit_each_has_one_turn() {
        let mut turns = Turns::new(2);
        assert_eq!(turns.next(None), turn(0, None));
        assert_eq!(turns.next(None), turn(1, None));
        assert_eq!(turns.next(None), None);
    }
}
