//! Which dead goals of a decision are dead because of which other one.
//!
//! * If the decision never has one of its outcomes, that explains all dead goals of its conditions, or they explain it:
//!   one finding.
//! * Otherwise every condition that is evaluated and always has the same value is a finding of its own. It explains its
//!   MC/DC goals, and conditions behind it that are never evaluated because of it.
//! * MC/DC goals of other conditions are explained by such a condition, if there is one, and else go together by
//!   condition.

use std::collections::BTreeMap;

use crate::{Criterion, Goal};

/// A dead goal: its index, the goal, and whether its dual is dead, too.
pub(super) type Dead<'a> = (usize, &'a Goal, bool);

/// Of each goal of one decision that another one of it explains: the other one.
pub(super) fn explained(dead: &[Dead]) -> Vec<(usize, usize)> {
    let first = |is_meant: &dyn Fn(&Dead) -> bool| {
        dead.iter().find(|goal| is_meant(goal)).map(|goal| goal.0)
    };
    let outcome = first(&|(_, goal, _)| goal.criterion == Criterion::Decision);
    let unevaluated = first(&|&(_, goal, never)| goal.criterion == Criterion::Condition && never);
    // By condition: the goal that says that it always has one value.
    let mut fixed: BTreeMap<Option<usize>, usize> = BTreeMap::new();
    let mut first_of: BTreeMap<Option<usize>, usize> = BTreeMap::new();
    for &(index, goal, never) in dead {
        if goal.criterion == Criterion::Condition && !never {
            fixed.entry(goal.condition).or_insert(index);
        }
        first_of.entry(goal.condition).or_insert(index);
    }
    let explanation = |goal: &Goal| {
        let before = || fixed.range(..goal.condition).next_back();
        let any = || fixed.first_key_value().map(|(_, &index)| index);
        outcome
            .or_else(|| fixed.get(&goal.condition).copied())
            .or_else(|| before().map(|(_, &index)| index))
            .or_else(any)
            .or(unevaluated)
            .unwrap_or(first_of[&goal.condition])
    };
    let pairs = dead
        .iter()
        .map(|&(index, goal, _)| (index, explanation(goal)));
    pairs.filter(|(index, other)| index != other).collect()
}
