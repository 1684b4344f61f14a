//! Whose turn it is: all goals together first, then one after the other, each time for longer.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use ferric3_ivl::PropertyId;

use crate::{CheckReport, UnknownReason, Verdict};

/// All together may take this long where there is no limit.
const TOGETHER: Duration = Duration::from_secs(20);

/// The first turn of a goal by itself.
const FIRST_TURN: Duration = Duration::from_secs(2);

/// A search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    /// For these goals.
    pub(super) goals: BTreeSet<PropertyId>,
    /// Until then, if not for as long as it takes.
    pub(super) deadline: Option<Instant>,
}

/// Turns of goals.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    /// The length of a turn, once goals are on their own.
    turn: Option<Duration>,
    /// The last one that had a turn in this round.
    last: Option<PropertyId>,
    /// Goals that get no more turns.
    left_out: BTreeSet<PropertyId>,
}

impl Schedule {
    pub(super) fn new() -> Schedule {
        Schedule {
            turn: None,
            last: None,
            left_out: BTreeSet::new(),
        }
    }

    /// Have all goals together had their turn?
    pub(super) fn is_one_by_one(&self) -> bool {
        self.turn.is_some()
    }

    /// The goal that had the last turn would come to the same end again: its engine was not stopped.
    pub(super) fn leave_out(&mut self, report: &CheckReport, open: &BTreeSet<PropertyId>) {
        debug_assert!(!matches!(
            report.verdict,
            Verdict::Unknown(UnknownReason::Timeout)
        ));
        self.left_out
            .extend(self.last.filter(|goal| open.contains(goal)));
    }

    /// The next turn, for some of the open goals. None if all of them are left out.
    pub(super) fn next(
        &mut self,
        open: &BTreeSet<PropertyId>,
        limit: Option<Instant>,
    ) -> Option<Turn> {
        let now = Instant::now();
        let waiting: Vec<PropertyId> = open.difference(&self.left_out).copied().collect();
        // Whoever is alone has all the time there is.
        if let [only] = waiting[..] {
            self.turn.get_or_insert(FIRST_TURN);
            self.last = Some(only);
            return Some(Turn {
                goals: BTreeSet::from([only]),
                deadline: None,
            });
        }
        let left = limit.map(|limit| limit.saturating_duration_since(now));
        let Some(turn) = self.turn else {
            self.turn = Some(FIRST_TURN);
            let share = left.map_or(TOGETHER, |left| left * 2 / 5);
            return Some(Turn {
                goals: open.clone(),
                deadline: Some(now + share),
            });
        };
        let next = waiting.iter().find(|&&goal| self.last < Some(goal));
        let goal = match next {
            Some(&goal) => goal,
            None => {
                self.turn = Some(2 * turn);
                *waiting.first()?
            }
        };
        self.last = Some(goal);
        // In the last round nobody is left without a turn.
        let behind = waiting.iter().filter(|&&other| other >= goal).count();
        let behind = u32::try_from(behind).unwrap_or(u32::MAX);
        let turn = self.turn.unwrap_or(FIRST_TURN);
        let turn = left.map_or(turn, |left| turn.min(left / behind));
        Some(Turn {
            goals: BTreeSet::from([goal]),
            deadline: Some(now + turn),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goals(numbers: &[usize]) -> BTreeSet<PropertyId> {
        numbers.iter().map(|&n| PropertyId::new(n)).collect()
    }

    fn next(schedule: &mut Schedule, open: &[usize]) -> Vec<usize> {
        let turn = schedule.next(&goals(open), None).expect("somebody's turn");
        turn.goals.iter().map(|goal| goal.index()).collect()
    }

    #[test]
    fn all_together_and_then_one_after_the_other() {
        let mut schedule = Schedule::new();
        assert_eq!(next(&mut schedule, &[0, 1, 3]), [0, 1, 3]);
        assert_eq!(next(&mut schedule, &[0, 1, 3]), [0]);
        // 1 is settled meanwhile.
        assert_eq!(next(&mut schedule, &[0, 3]), [3]);
        assert_eq!(next(&mut schedule, &[0, 3]), [0]);
    }

    #[test]
    fn turns_get_longer_from_round_to_round() {
        let mut schedule = Schedule::new();
        let open = goals(&[0, 1]);
        let mut length = || {
            let start = Instant::now();
            let turn = schedule.next(&open, None).expect("somebody's turn");
            let end = turn.deadline.expect("others wait");
            (end - start).as_secs_f64().round()
        };
        assert_eq!([(); 6].map(|()| length()), [20., 2., 2., 4., 4., 8.]);
    }

    #[test]
    fn nobody_is_left_without_a_turn_when_time_runs_out() {
        let mut schedule = Schedule::new();
        let open = goals(&[0, 1, 2, 3]);
        let start = Instant::now();
        let limit = Some(start + Duration::from_secs(2));
        schedule.next(&open, limit);
        let first = schedule.next(&open, limit).expect("somebody's turn");
        let end = first.deadline.expect("others wait");
        assert!(end - start < Duration::from_millis(600), "a quarter each");
    }

    #[test]
    fn the_last_one_has_all_the_time_there_is() {
        let mut schedule = Schedule::new();
        let turn = schedule.next(&goals(&[7]), None).expect("its turn");
        assert_eq!(turn.deadline, None);
        assert!(schedule.is_one_by_one());
    }

    #[test]
    fn who_is_left_out_has_no_more_turns() {
        let mut schedule = Schedule::new();
        let open = goals(&[0]);
        schedule.next(&open, None);
        schedule.left_out.extend(&open);
        assert_eq!(schedule.next(&open, None), None);
    }
}
