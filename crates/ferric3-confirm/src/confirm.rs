//! Tests: do they reach what they are said to reach?

use std::time::Duration;

use ferric3_coverage::{Confirmation, Criterion, Report, Status};

use crate::hits::{End, Hits};
use crate::run::{Reading, Run};
use crate::{Judge, RunFailure};

/// A run of a test that takes longer is ended. What it has done by then counts.
const LIMIT: Duration = Duration::from_secs(10);

/// What the compiled program said of a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The answer.
    pub confirmation: Confirmation,
    /// Goals that the test is said to reach and that have no probe, with the reason.
    pub unasked: Vec<(usize, String)>,
}

impl Judge {
    /// Run the tests of a report; `runs` has the inputs of each of them. An answer for each.
    ///
    /// # Panics
    /// If there are not as many runs as tests.
    #[must_use]
    pub fn confirm(&self, report: &Report, runs: &[Run]) -> Vec<Answer> {
        assert_eq!(report.tests.len(), runs.len(), "each test has a run");
        let results: Vec<_> = runs.iter().map(|run| self.run(run, LIMIT)).collect();
        (0..runs.len())
            .map(|test| self.answer(report, runs, &results, test))
            .collect()
    }

    fn answer(
        &self,
        report: &Report,
        runs: &[Run],
        results: &[Result<Hits, RunFailure>],
        test: usize,
    ) -> Answer {
        let mut unasked = Vec::new();
        let hits = match &results[test] {
            Ok(hits) => hits,
            Err(RunFailure(reason)) => {
                let reason = reason.clone();
                return Answer {
                    confirmation: Confirmation::NotAsked { reason },
                    unasked,
                };
            }
        };
        let mut missing = Vec::new();
        let mut confirmed = false;
        for &number in &report.tests[test].reaches {
            let Some(goal) = report.goals.get(number) else {
                unasked.push((number, "the report has no such goal".to_owned()));
                continue;
            };
            // A pair of evaluations may be spread over two tests.
            let mut seen = vec![hits];
            if goal.criterion == Criterion::Mcdc
                && goal.value.is_none()
                && let Status::Reached { test, partner } = goal.status
            {
                let others = [Some(test), partner].into_iter().flatten();
                seen.extend(others.filter_map(|other| results.get(other)?.as_ref().ok()));
            }
            match self.index.reached(goal, &seen) {
                Ok(Some(_)) => confirmed = true,
                Ok(None) => missing.push(number),
                Err(reason) => unasked.push((number, reason.0)),
            }
        }
        let by = self.compiler.clone();
        let confirmation = if missing.is_empty() {
            match confirmed || unasked.is_empty() {
                true => Confirmation::Confirmed { by },
                false => Confirmation::NotAsked {
                    reason: "none of its goals has a probe".to_owned(),
                },
            }
        } else if let Some(reason) = cannot_be_given(&runs[test]) {
            Confirmation::NotAsked { reason }
        } else if hits.end == End::UnknownValue {
            Confirmation::NotAsked {
                reason: "it calls a function without a body whose value cannot be given".to_owned(),
            }
        } else if hits.lost > 0 {
            Confirmation::NotAsked {
                reason: "the run evaluates decisions in more ways than there is room for"
                    .to_owned(),
            }
        } else {
            Confirmation::Contradicted { by, missing }
        };
        Answer {
            confirmation,
            unasked,
        }
    }
}

/// Why a compiled program need not do what the run does.
fn cannot_be_given(run: &Run) -> Option<String> {
    run.inputs.iter().find_map(|given| match &given.reading {
        Reading::Call { .. } => None,
        Reading::Other(what) => Some(format!("a compiled program cannot be given {what}")),
    })
}
