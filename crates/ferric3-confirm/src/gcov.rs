//! A third party: which lines of the program as it is `gcc --coverage` counts in a run.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::Refused;

/// For each line of each file that has code: how often it was executed.
pub type LineCounts = BTreeMap<(String, u32), u64>;

/// Ask `gcov` about the data that a program built with `--coverage` left in a folder.
pub fn count_lines(folder: &Path) -> Result<LineCounts, Refused> {
    let failed = |what: String| Refused(format!("gcov: {what}"));
    let mut names: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(|error| failed(error.to_string()))? {
        let entry = entry.map_err(|error| failed(error.to_string()))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        names.extend(name.ends_with(".gcda").then_some(name));
    }
    names.sort();
    let mut counts = LineCounts::new();
    for name in names {
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
            let document = serde_json::from_str(document).map_err(|error| failed(error.to_string()))?;
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
    value.get(name).and_then(Value::as_array).into_iter().flatten()
}
