//! Smaller suites: all that was reached still is, and no test is superfluous.

use ferric3_coverage::minimise::{keep, minimise};
use ferric3_coverage::{Report, Status};
use ferric3_testkit::Rng;

use crate::sample;

/// A report with random tests and goals; some goals ask for two tests.
fn random(rng: &mut Rng) -> Report {
    let mut report = sample::report();
    let (tests, goals) = (1 + rng.below(12), 1 + rng.below(30));
    let (test, goal) = (report.tests[2].clone(), report.goals[0].clone());
    report.tests = vec![test; tests];
    report.goals = vec![goal; goals];
    for test in &mut report.tests {
        test.reaches = (0..goals).filter(|_| rng.one_in(5)).collect();
    }
    for (index, goal) in report.goals.iter_mut().enumerate() {
        let mut by = (0..tests).filter(|&test| report.tests[test].reaches.contains(&index));
        goal.status = match (by.next(), by.next()) {
            (Some(test), Some(other)) if rng.one_in(6) => Status::Reached {
                test,
                partner: Some(other),
            },
            (Some(test), _) => Status::Reached {
                test,
                partner: None,
            },
            (None, _) => Status::Open {
                reason: "timeout".to_owned(),
            },
        };
    }
    report
}

/// Do these tests reach all that the report says is reached?
fn suffices(report: &Report, kept: &[usize]) -> bool {
    report
        .goals
        .iter()
        .enumerate()
        .all(|(index, goal)| match goal.status {
            Status::Reached {
                test,
                partner: Some(partner),
            } => kept.contains(&test) && kept.contains(&partner),
            Status::Reached { .. } => kept
                .iter()
                .any(|&test| report.tests[test].reaches.contains(&index)),
            _ => true,
        })
}

#[test]
fn nothing_is_lost_and_nothing_superfluous() {
    let mut rng = Rng::new(5);
    let mut smaller = 0;
    for _ in 0..500 {
        let report = random(&mut rng);
        let kept = minimise(&report);
        assert!(kept.is_sorted());
        assert!(suffices(&report, &kept));
        for left_out in &kept {
            let others: Vec<usize> = kept
                .iter()
                .copied()
                .filter(|test| test != left_out)
                .collect();
            assert!(!suffices(&report, &others), "{left_out} is superfluous");
        }
        smaller += usize::from(kept.len() < report.tests.len());
        let mut less = report.clone();
        keep(&mut less, &kept);
        assert_eq!(less.tests.len(), kept.len());
        let all: Vec<usize> = (0..kept.len()).collect();
        assert!(suffices(&less, &all));
        for (index, (before, after)) in report.goals.iter().zip(&less.goals).enumerate() {
            assert_eq!(before.status.name(), after.status.name());
            if let Status::Reached { test, partner } = after.status {
                assert!(less.tests[test].reaches.contains(&index));
                assert!(partner.is_none_or(|test| less.tests[test].reaches.contains(&index)));
            }
        }
        assert_eq!(minimise(&less), all, "what is smallest stays");
    }
    assert!(smaller > 100);
}

#[test]
fn of_the_sample_all_are_needed() {
    assert_eq!(minimise(&sample::report()), [0, 1, 2]);
}
