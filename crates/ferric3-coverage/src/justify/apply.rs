//! Which goals a justification is about, and what becomes of them.

use std::collections::BTreeMap;

use super::{Claim, Justification};
use crate::{Goal, Report, Status, TestId};

/// What justifications came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Applied {
    /// Goals that are justified now.
    pub goals: usize,
    /// Justifications that are about no goal, by index: worth a warning, as somebody thought they were.
    pub unused: Vec<usize>,
}

/// Marks goals as justified. Of two justifications for a goal the one that begins later counts: it is nearer.
///
/// To be called before the analysis, so that nobody works on these goals, and once more after it for those that claim
/// that goals are dead ([`Claim::Dead`]).
pub fn apply(goals: &mut [Goal], justifications: &[Justification]) -> Applied {
    let mut by_file: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, justification) in justifications.iter().enumerate() {
        by_file
            .entry(&justification.place.file)
            .or_default()
            .push(index);
    }
    let mut applied = Applied::default();
    let mut is_used = vec![false; justifications.len()];
    for goal in goals {
        let mut nearest = None;
        for &index in by_file.get(goal.place.file.as_str()).into_iter().flatten() {
            if is_about(&justifications[index], goal) {
                is_used[index] = true;
                nearest = Some(index);
            }
        }
        let Some(justification) = nearest.map(|index| &justifications[index]) else {
            continue;
        };
        let is_justified = match justification.claim {
            Claim::NotNeeded => true,
            Claim::Dead => matches!(goal.status, Status::Dead { .. }),
        };
        if is_justified {
            applied.goals += 1;
            goal.status = Status::Justified {
                reason: justification.reason.clone(),
            };
        }
    }
    let unused = (0..justifications.len()).filter(|&index| !is_used[index]);
    applied.unused = unused.collect();
    applied
}

fn is_about(justification: &Justification, goal: &Goal) -> bool {
    let place = &goal.place;
    // Where the column is not known, the line has to do.
    let begins_after = match place.column {
        0 => justification.from.0 <= place.line,
        column => justification.from <= (place.line, column),
    };
    let ends_before = (place.line, place.column) < justification.to;
    let criteria = &justification.criteria;
    let is_meant = criteria.is_empty() || criteria.contains(&goal.criterion);
    is_meant && begins_after && ends_before
}

/// Justified goals that a test reaches nevertheless, each with the first such test: the reason given may be wrong.
pub fn reached_nevertheless(report: &Report) -> Vec<(usize, TestId)> {
    let mut first: BTreeMap<usize, TestId> = BTreeMap::new();
    for (test, of) in report.tests.iter().enumerate() {
        for &goal in &of.reaches {
            if matches!(report.goals[goal].status, Status::Justified { .. }) {
                first.entry(goal).or_insert(test);
            }
        }
    }
    first.into_iter().collect()
}
