//! Whose turn it is: all goals together first, then groups of neighbours, then one after the other, each time for
//! longer. So the hardest goals come last and have the longest turns.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use ferric3_ivl::PropertyId;

use crate::{CheckReport, UnknownReason, Verdict};

/// All together may take this long where there is no limit.
const TOGETHER: Duration = Duration::from_secs(20);

/// The first turn of a goal by itself.
const FIRST_TURN: Duration = Duration::from_secs(2);

/// The turn of a group of neighbours, where there is no limit.
const GROUP_TURN: Duration = Duration::from_secs(5);

/// With fewer goals there are no groups.
const FEW: usize = 8;

/// Who wants to know after a turn which goals were proved on the way may take this part of it,
const PART_FOR_WHAT_IS_KNOWN: u32 = 4;

/// and no more than this.
const MOST_FOR_WHAT_IS_KNOWN: Duration = Duration::from_secs(20);

/// A search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    /// For these goals.
    pub(super) goals: BTreeSet<PropertyId>,
    /// Until then, if not for as long as it takes.
    pub(super) deadline: Option<Instant>,
}

impl Turn {
    /// How long it may take after the turn to find out what was proved. At the end of all time that is next to nothing.
    pub(super) fn time_for_what_is_known(&self, limit: Option<Instant>) -> Duration {
        let Some(deadline) = self.deadline else {
            return crate::open::LIMIT;
        };
        let length = deadline.saturating_duration_since(Instant::now());
        let mut most = (length / PART_FOR_WHAT_IS_KNOWN).min(MOST_FOR_WHAT_IS_KNOWN);
        if let Some(limit) = limit {
            most = most.min(limit.saturating_duration_since(deadline));
        }
        most.max(crate::open::LIMIT)
    }
}

/// Who has a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stage {
    /// All goals.
    Together,
    /// Groups of neighbours: these have not had theirs.
    Groups(Vec<BTreeSet<PropertyId>>),
    /// One goal after the other, for so long each.
    Alone(Duration),
}

/// Turns of goals.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    stage: Stage,
    /// What a goal may have alone, if that is limited.
    per_goal: Option<Duration>,
    /// What each has had.
    had: BTreeMap<PropertyId, Duration>,
    /// The last one that had a turn in this round.
    last: Option<PropertyId>,
    /// Goals that get no more turns.
    left_out: BTreeSet<PropertyId>,
}

impl Schedule {
    /// A goal alone may have so long.
    pub(super) fn new(per_goal: Option<Duration>) -> Schedule {
        Schedule {
            stage: Stage::Together,
            per_goal,
            had: BTreeMap::new(),
            last: None,
            left_out: BTreeSet::new(),
        }
    }

    /// Are goals on their own now?
    pub(super) fn is_one_by_one(&self) -> bool {
        matches!(self.stage, Stage::Alone(_))
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
        let left = limit.map(|limit| limit.saturating_duration_since(now));
        // Whoever is alone has all the time there is.
        if let [only] = waiting[..] {
            if !self.is_one_by_one() {
                self.stage = Stage::Alone(FIRST_TURN);
            }
            self.last = Some(only);
            let most = self.left_for(only);
            self.left_out.extend(most.map(|_| only));
            return Some(Turn {
                goals: BTreeSet::from([only]),
                deadline: most.map(|most| now + most),
            });
        }
        if self.stage == Stage::Together {
            self.stage = Stage::Groups(groups(&waiting));
            let share = left.map_or(TOGETHER, |left| left * 2 / 5);
            return Some(Turn {
                goals: open.clone(),
                deadline: Some(now + share),
            });
        }
        while let Stage::Groups(groups) = &mut self.stage {
            let Some(group) = groups.pop() else {
                self.stage = Stage::Alone(FIRST_TURN);
                break;
            };
            let behind = u32::try_from(groups.len() + 1).unwrap_or(u32::MAX);
            let goals: BTreeSet<PropertyId> = group.intersection(open).copied().collect();
            if goals.len() > 1 {
                // Half of the time is for those that nobody settles in company.
                let turn = left.map_or(GROUP_TURN, |left| left / 2 / behind);
                return Some(Turn {
                    goals,
                    deadline: Some(now + turn),
                });
            }
        }
        let next = waiting.iter().find(|&&goal| self.last < Some(goal));
        let goal = match (next, &mut self.stage) {
            (None, Stage::Alone(turn)) => {
                *turn *= 2;
                *waiting.first()?
            }
            (next, _) => *next?,
        };
        self.last = Some(goal);
        // In the last round nobody is left without a turn.
        let behind = waiting.iter().filter(|&&other| other >= goal).count();
        let behind = u32::try_from(behind).unwrap_or(u32::MAX);
        let turn = match self.stage {
            Stage::Alone(turn) => turn,
            _ => FIRST_TURN,
        };
        let mut turn = left.map_or(turn, |left| turn.min(left / behind));
        if let Some(most) = self.left_for(goal) {
            turn = turn.min(most);
            if turn == most {
                self.left_out.insert(goal);
            }
        }
        *self.had.entry(goal).or_default() += turn;
        Some(Turn {
            goals: BTreeSet::from([goal]),
            deadline: Some(now + turn),
        })
    }

    /// What a goal may still have.
    fn left_for(&self, goal: PropertyId) -> Option<Duration> {
        let had = self.had.get(&goal).copied().unwrap_or_default();
        self.per_goal.map(|most| most.saturating_sub(had))
    }
}

/// Groups of neighbours, about as many as goals in each, the first ones last. Properties are in the order of the program,
/// so neighbours are dead for the same reasons, and what is learnt for one helps with the others.
fn groups(goals: &[PropertyId]) -> Vec<BTreeSet<PropertyId>> {
    if goals.len() < FEW {
        return Vec::new();
    }
    let groups = goals.chunks(goals.len().isqrt() + 1);
    groups
        .rev()
        .map(|group| group.iter().copied().collect())
        .collect()
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
        let mut schedule = Schedule::new(None);
        assert_eq!(next(&mut schedule, &[0, 1, 3]), [0, 1, 3]);
        assert_eq!(next(&mut schedule, &[0, 1, 3]), [0]);
        // 1 is settled meanwhile.
        assert_eq!(next(&mut schedule, &[0, 3]), [3]);
        assert_eq!(next(&mut schedule, &[0, 3]), [0]);
    }

    #[test]
    fn turns_get_longer_from_round_to_round() {
        let mut schedule = Schedule::new(None);
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
        let mut schedule = Schedule::new(None);
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
        let mut schedule = Schedule::new(None);
        let turn = schedule.next(&goals(&[7]), None).expect("its turn");
        assert_eq!(turn.deadline, None);
        assert!(schedule.is_one_by_one());
    }

    #[test]
    fn who_is_left_out_has_no_more_turns() {
        let mut schedule = Schedule::new(None);
        let open = goals(&[0]);
        schedule.next(&open, None);
        schedule.left_out.extend(&open);
        assert_eq!(schedule.next(&open, None), None);
    }

    #[test]
    fn neighbours_have_a_turn_before_each_is_alone() {
        let mut schedule = Schedule::new(None);
        let open: Vec<usize> = (0..10).collect();
        assert_eq!(next(&mut schedule, &open), open);
        assert_eq!(next(&mut schedule, &open), [0, 1, 2, 3]);
        // Of the second group only one is open: it needs no group.
        assert_eq!(next(&mut schedule, &[0, 1, 2, 3, 6, 8, 9]), [8, 9]);
        assert!(!schedule.is_one_by_one());
        assert_eq!(next(&mut schedule, &[0, 1, 2, 3, 6, 8, 9]), [0]);
        assert!(schedule.is_one_by_one());
    }

    #[test]
    fn a_goal_has_no_more_than_its_limit() {
        let mut schedule = Schedule::new(Some(Duration::from_secs(5)));
        let open = goals(&[0, 1]);
        let mut turns = Vec::new();
        loop {
            let start = Instant::now();
            let Some(turn) = schedule.next(&open, None) else {
                break;
            };
            let end = turn.deadline.expect("it is limited");
            turns.push((turn.goals.len(), (end - start).as_secs_f64().round()));
        }
        // All together, two seconds each, and the three that are left.
        assert_eq!(turns, [(2, 20.), (1, 2.), (1, 2.), (1, 3.), (1, 3.)]);
    }

    #[test]
    fn what_is_known_is_asked_for_within_the_limit() {
        let now = Instant::now();
        let turn = |seconds| Turn {
            goals: goals(&[0]),
            deadline: Some(now + Duration::from_secs(seconds)),
        };
        let limit = Some(now + Duration::from_secs(100));
        let rounded = |time: Duration| time.as_secs_f64().round();
        assert_eq!(rounded(turn(40).time_for_what_is_known(limit)), 10.);
        assert_eq!(rounded(turn(97).time_for_what_is_known(limit)), 3.);
        let last = turn(100).time_for_what_is_known(limit);
        assert_eq!(last, crate::open::LIMIT);
    }
}
