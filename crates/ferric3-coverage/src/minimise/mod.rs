//! Few tests that reach all that is reached.
//!
//! Minimum set cover: which tests do, so that each goal has one of those that reach it? A test that alone reaches a goal
//! is needed; of the others the greedy choice (Johnson, 1974) takes the one that reaches most of what is left, and
//! what turns out to be superfluous goes again. Where little is left to choose, branch and bound (`exact.rs`) finds a
//! smallest set. The answer depends on nothing but the report.
//!
//! A goal that asks for two evaluations (unique-cause MC/DC) needs both of its tests.

mod exact;

use std::collections::BTreeSet;

use crate::{Report, Status, TestId};

/// The tests to keep, ascending. Every goal that is reached still is, and no test can be left out.
///
/// # Panics
///
/// If a test reaches a goal that there is not.
pub fn minimise(report: &Report) -> Vec<TestId> {
    let mut reaching: Vec<BTreeSet<TestId>> = vec![BTreeSet::new(); report.goals.len()];
    for (test, of) in report.tests.iter().enumerate() {
        for &goal in &of.reaches {
            reaching[goal].insert(test);
        }
    }
    let mut needed = BTreeSet::new();
    let mut choices = BTreeSet::new();
    for (goal, mut tests) in report.goals.iter().zip(reaching) {
        if let Status::Reached { test, partner } = goal.status {
            match partner {
                Some(partner) => needed.extend([test, partner]),
                None => {
                    tests.insert(test);
                    choices.insert(tests);
                }
            }
        }
    }
    cover(choices, needed).into_iter().collect()
}

/// A small set that contains all that is needed and one of each choice.
fn cover(choices: BTreeSet<BTreeSet<TestId>>, mut needed: BTreeSet<TestId>) -> BTreeSet<TestId> {
    let alone = choices.iter().filter(|tests| tests.len() == 1);
    needed.extend(alone.flatten());
    let open: Vec<BTreeSet<TestId>> = choices
        .into_iter()
        .filter(|tests| tests.is_disjoint(&needed))
        .collect();
    let greedy = without_superfluous(&open, greedy(&open));
    let chosen = exact::smaller(&open, greedy.len()).unwrap_or(greedy);
    // What is needed reaches nothing of what is open, so it makes nothing that is chosen superfluous.
    needed.extend(chosen);
    needed
}

/// One after the other the test that reaches most of what is left; of equals the first.
fn greedy(open: &[BTreeSet<TestId>]) -> Vec<TestId> {
    let tests = open.iter().flatten().max().map_or(0, |last| last + 1);
    let mut reached_by: Vec<Vec<usize>> = vec![Vec::new(); tests];
    for (choice, of) in open.iter().enumerate() {
        for &test in of {
            reached_by[test].push(choice);
        }
    }
    let mut gain: Vec<usize> = reached_by.iter().map(Vec::len).collect();
    let mut is_open = vec![true; open.len()];
    let mut chosen = Vec::new();
    loop {
        let best = (0..tests).rev().max_by_key(|&test| gain[test]);
        let Some(best) = best.filter(|&test| gain[test] > 0) else {
            return chosen;
        };
        chosen.push(best);
        for &choice in &reached_by[best] {
            if std::mem::replace(&mut is_open[choice], false) {
                for &test in &open[choice] {
                    gain[test] -= 1;
                }
            }
        }
    }
}

/// Leaves out what the others make superfluous, first those that were chosen last.
fn without_superfluous(open: &[BTreeSet<TestId>], chosen: Vec<TestId>) -> BTreeSet<TestId> {
    let mut kept: BTreeSet<TestId> = chosen.iter().copied().collect();
    for test in chosen.into_iter().rev() {
        let others = |of: &&BTreeSet<TestId>| {
            of.iter()
                .any(|other| *other != test && kept.contains(other))
        };
        if open.iter().filter(others).count() == open.len() {
            kept.remove(&test);
        }
    }
    kept
}

/// Leaves out all tests but these, and gives those that stay new numbers. Goals name the first test that reaches them.
///
/// # Panics
///
/// If a goal is reached by none of those that stay: they are to come from [`minimise`].
pub fn keep(report: &mut Report, kept: &[TestId]) {
    let mut number: Vec<Option<TestId>> = vec![None; report.tests.len()];
    for (new, &old) in kept.iter().enumerate() {
        number[old] = Some(new);
    }
    let mut index = 0;
    report.tests.retain(|_| {
        index += 1;
        number[index - 1].is_some()
    });
    let mut first: Vec<Option<TestId>> = vec![None; report.goals.len()];
    for (test, of) in report.tests.iter().enumerate() {
        for &goal in &of.reaches {
            first[goal].get_or_insert(test);
        }
    }
    for (goal, first) in report.goals.iter_mut().zip(first) {
        if let Status::Reached { test, partner } = &mut goal.status {
            match partner {
                // Only this pair is known to be one.
                Some(other) => {
                    *test = number[*test].expect("both tests of a pair stay");
                    *other = number[*other].expect("both tests of a pair stay");
                }
                None => {
                    let own = number[*test];
                    *test = first.or(own).expect("a test that reaches it stays");
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferric3_testkit::Rng;

    fn sets(of: &[&[usize]]) -> BTreeSet<BTreeSet<usize>> {
        of.iter().map(|set| set.iter().copied().collect()).collect()
    }

    #[test]
    fn greedy_alone_is_not_enough() {
        // Test 0 reaches four goals of six, and 1 and 2 three each, all six together.
        let choices = sets(&[&[1, 3], &[0, 1], &[0, 1, 4], &[0, 2], &[0, 2, 4], &[2, 5]]);
        let open: Vec<BTreeSet<usize>> = choices.iter().cloned().collect();
        assert_eq!(greedy(&open)[0], 0);
        assert_eq!(cover(choices, BTreeSet::new()), BTreeSet::from([1, 2]));
    }

    /// All subsets of few tests, by brute force.
    #[test]
    fn small_sets_are_smallest() {
        let mut rng = Rng::new(7);
        for round in 0..400 {
            let tests = 1 + rng.below(9);
            let choices: BTreeSet<BTreeSet<usize>> = (0..1 + rng.below(14))
                .map(|_| (0..1 + rng.below(4)).map(|_| rng.below(tests)).collect())
                .collect();
            let needed: BTreeSet<usize> = (0..rng.below(2)).map(|_| rng.below(tests)).collect();
            let found = cover(choices.clone(), needed.clone());
            let covers = |set: &BTreeSet<usize>| {
                needed.is_subset(set) && choices.iter().all(|choice| !choice.is_disjoint(set))
            };
            assert!(covers(&found), "round {round}");
            let all = (0_u32..1 << tests).map(|mask| {
                (0..tests)
                    .filter(|test| mask >> test & 1 == 1)
                    .collect::<BTreeSet<usize>>()
            });
            let least = all.filter(covers).map(|set| set.len()).min();
            assert_eq!(
                Some(found.len()),
                least,
                "round {round}: {choices:?} {needed:?}"
            );
        }
    }

    /// Many tests: too many for the exact search.
    #[test]
    fn large_sets_have_nothing_superfluous() {
        let mut rng = Rng::new(11);
        for _ in 0..5 {
            let open: Vec<BTreeSet<usize>> = (0..400)
                .map(|_| (0..1 + rng.below(6)).map(|_| rng.below(150)).collect())
                .collect();
            let choices: BTreeSet<BTreeSet<usize>> = open.iter().cloned().collect();
            let found = cover(choices, BTreeSet::new());
            assert!(open.iter().all(|choice| !choice.is_disjoint(&found)));
            for test in &found {
                let mut others = found.clone();
                others.remove(test);
                assert!(!open.iter().all(|choice| !choice.is_disjoint(&others)));
            }
        }
    }
}
