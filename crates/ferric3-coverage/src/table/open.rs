//! Open goals and justified ones, by reason.

use std::collections::BTreeMap;

use super::{one_line, place};
use crate::justify::reached_nevertheless;
use crate::paint::Paint;
use crate::{Goal, GoalKey, Report, Status};

/// Goals that nobody knows an answer for, a line each: where, what, why not.
pub fn open(report: &Report, paint: Paint) -> String {
    let reason = |goal: &Goal| match &goal.status {
        Status::Open { reason } => Some(reason.clone()),
        _ => None,
    };
    listing(report, "open", reason, paint)
}

/// Goals that somebody gave a reason for, a line each. It says so if a test reaches one all the same.
pub fn justified(report: &Report, paint: Paint) -> String {
    let reached = reached_nevertheless(report).into_iter();
    let reached: BTreeMap<&GoalKey, usize> = reached
        .map(|(goal, test)| (&report.goals[goal].key, test))
        .collect();
    let reason = |goal: &Goal| match (&goal.status, reached.get(&goal.key)) {
        (Status::Justified { reason }, None) => Some(reason.clone()),
        (Status::Justified { reason }, Some(test)) => {
            Some(format!("test {test} reaches it all the same: {reason}"))
        }
        _ => None,
    };
    listing(report, "justified", reason, paint)
}

fn listing(
    report: &Report,
    word: &str,
    reason: impl Fn(&Goal) -> Option<String>,
    paint: Paint,
) -> String {
    let goals = report.goals.iter();
    let goals: Vec<(&Goal, String)> = goals
        .filter_map(|goal| reason(goal).map(|reason| (goal, reason)))
        .collect();
    let places = goals
        .iter()
        .map(|(goal, _)| place(&goal.place).chars().count());
    let width = places.max().unwrap_or(0);
    let mut text = String::new();
    for (goal, reason) in goals {
        let (word, place) = (paint.status(&goal.status, word), place(&goal.place));
        let (criterion, what) = (goal.criterion, one_line(&goal.text));
        let reason = one_line(&reason);
        text.push_str(&format!(
            "{word}  {place:width$}  {criterion}  {what} ({reason})\n"
        ));
    }
    text
}
