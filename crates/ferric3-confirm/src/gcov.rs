//! A third party: which lines of the program as it is `gcc --coverage` counts in a run.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use ferric3_coverage::{Criterion, Report};
use serde_json::Value;

use crate::{Judge, Refused, Run};

/// For each line of each file that has code: how often it was executed.
pub type LineCounts = BTreeMap<(String, u32), u64>;

impl Judge {
    /// Run a program that was built as [`Build::Counted`](crate::Build::Counted), and count lines. A run that ends by
    /// a signal or is stopped leaves no counts.
    ///
    /// Inputs are given in the order in which the functions that read them are called: there are no probes that say
    /// which call it is. Cycles are not counted, so a run without inputs has to end by itself.
    pub fn lines(&self, run: &Run, limit: Duration) -> Result<LineCounts, Refused> {
        for name in counted_files(self.folder.path())? {
            std::fs::remove_file(self.folder.path().join(name))
                .map_err(|error| Refused(format!("cannot begin to count anew: {error}")))?;
        }
        self.run(run, limit).map_err(|failure| Refused(failure.0))?;
        count_lines(self.folder.path())
    }
}

/// Statements that a test is said to reach, and on whose line nothing was executed: goals by number in the report. Lines
/// that the counts do not know say nothing.
#[must_use]
pub fn contradicted_by_lines(report: &Report, test: usize, counts: &LineCounts) -> Vec<usize> {
    let reached = report.tests.get(test).map_or(&[][..], |test| &test.reaches);
    let is_contradicted = |number: &&usize| {
        report.goals.get(**number).is_some_and(|goal| {
            let line = (goal.place.file.clone(), goal.place.line);
            goal.criterion == Criterion::Statement && counts.get(&line) == Some(&0)
        })
    };
    reached.iter().filter(is_contradicted).copied().collect()
}

/// The data that a program has left.
fn counted_files(folder: &Path) -> Result<Vec<String>, Refused> {
    let failed = |error: std::io::Error| Refused(format!("gcov: {error}"));
    let mut names: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let name = entry
            .map_err(failed)?
            .file_name()
            .to_string_lossy()
            .into_owned();
        names.extend(name.ends_with(".gcda").then_some(name));
    }
    names.sort();
    Ok(names)
}

/// Ask `gcov` about the data that a program built with `--coverage` left in a folder.
pub fn count_lines(folder: &Path) -> Result<LineCounts, Refused> {
    let failed = |what: String| Refused(format!("gcov: {what}"));
    let mut counts = LineCounts::new();
    for name in counted_files(folder)? {
        let output = Command::new("gcov")
            .current_dir(folder)
            .args(["--json-format", "--stdout", &name])
            .output()
            .map_err(|error| failed(error.to_string()))?;
        if !output.status.success() {
            return Err(failed(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        let text = String::from_utf8_lossy(&output.stdout);
        for document in text.lines().filter(|line| !line.trim().is_empty()) {
            let document =
                serde_json::from_str(document).map_err(|error| failed(error.to_string()))?;
            add(&document, &mut counts);
        }
    }
    Ok(counts)
}

fn add(document: &Value, counts: &mut LineCounts) {
    for file in list(document, "files") {
        let Some(name) = file.get("file").and_then(Value::as_str) else {
            continue;
        };
        for line in list(file, "lines") {
            let number = line.get("line_number").and_then(Value::as_u64);
            let count = line.get("count").and_then(Value::as_u64);
            if let (Some(number), Some(count)) = (number, count) {
                // A line may be counted in several functions.
                let all = counts.entry((name.to_owned(), number as u32)).or_default();
                *all = all.saturating_add(count);
            }
        }
    }
}

fn list<'v>(value: &'v Value, name: &str) -> impl Iterator<Item = &'v Value> {
    value
        .get(name)
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
}
