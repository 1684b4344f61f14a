//! Coverage goals as tasks: what `check --list-goals` says of each file.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::csv::Limits;
use super::tasks::Task;

/// Every `every`-th goal of each file, with the file. The error says which file has none to offer, and why.
pub(crate) fn of_all(
    executable: &Path,
    limits: &Limits,
    tasks: &[Task],
    paths: &[PathBuf],
    every: NonZeroUsize,
) -> Result<Vec<(Task, PathBuf)>, String> {
    let mut all = Vec::new();
    for (task, path) in tasks.iter().zip(paths) {
        let goals = goals_of(executable, limits, task, path)?;
        let some = goals.into_iter().step_by(every.get());
        all.extend(some.map(|goal| (task.of_goal(goal), path.clone())));
    }
    Ok(all)
}

/// The numbers of the goals of a file.
fn goals_of(
    executable: &Path,
    limits: &Limits,
    task: &Task,
    path: &Path,
) -> Result<Vec<usize>, String> {
    let failed = |why: &str| format!("{}: its goals cannot be listed: {why}", task.file);
    let output = Command::new(executable)
        .args(["check", "-q", "--list-goals"])
        .arg(task.data_model.unwrap_or(limits.data_model))
        .args(limits.cover.iter().map(|cover| format!("--cover={cover}")))
        .arg(path)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| failed(&error.to_string()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        let messages = String::from_utf8_lossy(&output.stderr);
        return Err(failed(messages.lines().next().unwrap_or("no reason")));
    }
    numbers(&text).ok_or_else(|| failed("the list is not understood"))
}

/// The first column.
fn numbers(list: &str) -> Option<Vec<usize>> {
    let first = |line: &str| line.split('\t').next()?.parse().ok();
    list.lines().map(first).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_read_from_their_list() {
        let list = "3\ta.c:5:9\tx > 0 is true\n4\ta.c:5:9\tx > 0 is false\n";
        assert_eq!(numbers(list), Some(vec![3, 4]));
        assert_eq!(numbers("# assertions\n0\ta.c:1\tx\n"), None);
        assert_eq!(numbers(""), Some(Vec::new()));
    }
}
