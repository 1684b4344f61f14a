//! One result and how it is judged.

use serde::{Deserialize, Serialize};

/// What a check said, or did instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum Said {
    True,
    False,
    Unknown,
    /// It ended without a verdict.
    Error,
    /// It had to be killed.
    Hang,
}

impl Said {
    /// The name in the results.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Said::True => "TRUE",
            Said::False => "FALSE",
            Said::Unknown => "UNKNOWN",
            Said::Error => "ERROR",
            Said::Hang => "HANG",
        }
    }
}

/// What it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Correct,
    Wrong,
    Unknown,
    Error,
}

impl Status {
    /// The name in the results.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Status::Correct => "correct",
            Status::Wrong => "wrong",
            Status::Unknown => "unknown",
            Status::Error => "error",
        }
    }
}

/// Why a verdict is unknown, coarsely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Obstacle {
    Timeout,
    Memory,
    Unsupported,
    Other,
}

/// The result of one engine on one task.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Row {
    pub(crate) category: String,
    pub(crate) file: String,
    pub(crate) engine: String,
    /// What is known about the task, if anything.
    pub(crate) expected: Option<bool>,
    #[serde(rename = "verdict")]
    pub(crate) said: Said,
    /// Why there is no verdict.
    pub(crate) reason: String,
    /// From the start of the process to its end.
    pub(crate) seconds: f64,
    pub(crate) peak_mb: Option<f64>,
    pub(crate) queries: Option<u64>,
    /// Those of them that generalised cubes.
    pub(crate) generalisation_queries: Option<u64>,
    pub(crate) solver_seconds: Option<f64>,
    pub(crate) level: Option<u64>,
}

impl Row {
    /// Judges the verdict by the expectation.
    pub(crate) fn status(&self) -> Status {
        match (self.said, self.expected) {
            (Said::True, Some(false)) | (Said::False, Some(true)) => Status::Wrong,
            // Where nobody knows, certificate and replay have to do.
            (Said::True | Said::False, _) => Status::Correct,
            (Said::Unknown, _) => Status::Unknown,
            (Said::Error | Said::Hang, _) => Status::Error,
        }
    }

    /// Is the task solved?
    pub(crate) fn is_solved(&self) -> bool {
        self.status() == Status::Correct
    }

    /// The time, if the task is solved.
    pub(crate) fn solved_seconds(&self) -> Option<f64> {
        self.is_solved().then_some(self.seconds)
    }

    /// 2 for each TRUE, 1 for each FALSE.
    pub(crate) fn score(&self) -> u64 {
        match (self.is_solved(), self.said) {
            (true, Said::True) => 2,
            (true, _) => 1,
            (false, _) => 0,
        }
    }

    /// What stood in the way of a verdict.
    pub(crate) fn obstacle(&self) -> Option<Obstacle> {
        if self.status() != Status::Unknown {
            return None;
        }
        let kind = self.reason.split(':').next().unwrap_or_default();
        Some(match kind {
            "timeout" => Obstacle::Timeout,
            "memory" => Obstacle::Memory,
            "unsupported" => Obstacle::Unsupported,
            _ => Obstacle::Other,
        })
    }
}

/// Rows for tests.
#[cfg(test)]
pub(crate) fn sample(file: &str, engine: &str, expected: bool, said: Said, seconds: f64) -> Row {
    Row {
        category: "all".to_owned(),
        file: file.to_owned(),
        engine: engine.to_owned(),
        expected: Some(expected),
        said,
        reason: String::new(),
        seconds,
        peak_mb: Some(12.5),
        queries: Some(100),
        generalisation_queries: Some(50),
        solver_seconds: Some(seconds / 2.0),
        level: Some(3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_judged_by_the_expectation() {
        for (expected, said, status, score) in [
            (true, Said::True, Status::Correct, 2),
            (false, Said::False, Status::Correct, 1),
            (false, Said::True, Status::Wrong, 0),
            (true, Said::False, Status::Wrong, 0),
            (true, Said::Unknown, Status::Unknown, 0),
            (true, Said::Error, Status::Error, 0),
            (false, Said::Hang, Status::Error, 0),
        ] {
            let row = sample("a.c", "bmc", expected, said, 1.0);
            assert_eq!((row.status(), row.score()), (status, score), "{row:?}");
        }
        let mut row = sample("a.smt2", "bmc", true, Said::False, 1.0);
        row.expected = None;
        assert_eq!((row.status(), row.score()), (Status::Correct, 1));
    }

    #[test]
    fn reasons_fall_into_classes() {
        let mut row = sample("a.c", "bmc", true, Said::Unknown, 1.0);
        for (reason, obstacle) in [
            ("timeout", Obstacle::Timeout),
            ("memory", Obstacle::Memory),
            ("unsupported: array at a.c:3:5", Obstacle::Unsupported),
            ("bound 3", Obstacle::Other),
        ] {
            row.reason = reason.to_owned();
            assert_eq!(row.obstacle(), Some(obstacle));
        }
        row.said = Said::True;
        assert_eq!(row.obstacle(), None);
    }
}
