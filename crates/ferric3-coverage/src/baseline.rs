//! The baseline: dead goals that are known, so that only new ones fail a build.
//!
//! A text file with the key of a dead goal in each line, sorted, so that changes are small. Lines that begin with `#`
//! are comments.

use std::collections::BTreeSet;

use crate::{GoalKey, Report, Status};

const HEAD: &str = "# Dead goals that are known (ferric3 deadcode --baseline), version 1.\n";

/// The keys of dead goals that are known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Baseline {
    keys: BTreeSet<GoalKey>,
}

/// What has changed since a baseline was written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    /// Goals that are dead and not in it, by index in the report.
    pub new: Vec<usize>,
    /// Goals that are in it and not dead, by key.
    pub gone: Vec<Gone>,
}

/// A goal of a baseline that is not dead any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gone {
    /// Its name.
    pub key: GoalKey,
    /// What it is now, by index in the report; none: there is no such goal any more.
    pub now: Option<usize>,
}

impl Baseline {
    /// The dead goals of a report.
    pub fn of(report: &Report) -> Baseline {
        let keys = dead(report).map(|(_, key)| key.clone()).collect();
        Baseline { keys }
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// Says which line has an escape sequence that there is not.
    pub fn parse(text: &str) -> Result<Baseline, String> {
        let mut keys = BTreeSet::new();
        for (index, line) in text.lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let key = unescaped(line).ok_or_else(|| {
                format!(
                    "line {}: after a backslash there is another one, `n`, `r` or `#`",
                    index + 1
                )
            })?;
            keys.insert(GoalKey(key));
        }
        Ok(Baseline { keys })
    }

    /// The file.
    pub fn to_text(&self) -> String {
        let lines = self.keys.iter().map(|key| escaped(&key.0) + "\n");
        std::iter::once(HEAD.to_owned()).chain(lines).collect()
    }

    /// Is this goal in it?
    pub fn contains(&self, key: &GoalKey) -> bool {
        self.keys.contains(key)
    }

    /// What is dead and not in it, and what is in it and not dead.
    pub fn changes(&self, report: &Report) -> Changes {
        let new = dead(report).filter(|(_, key)| !self.contains(key));
        let new = new.map(|(index, _)| index).collect();
        let mut left: BTreeSet<&GoalKey> = self.keys.iter().collect();
        let mut gone = Vec::new();
        for (index, goal) in report.goals.iter().enumerate() {
            let is_dead = matches!(goal.status, Status::Dead { .. });
            if left.remove(&goal.key) && !is_dead {
                gone.push(Gone {
                    key: goal.key.clone(),
                    now: Some(index),
                });
            }
        }
        gone.extend(left.into_iter().map(|key| Gone {
            key: key.clone(),
            now: None,
        }));
        gone.sort_by(|a, b| a.key.cmp(&b.key));
        Changes { new, gone }
    }
}

fn dead(report: &Report) -> impl Iterator<Item = (usize, &GoalKey)> {
    let goals = report.goals.iter().enumerate();
    let dead = goals.filter(|(_, goal)| matches!(goal.status, Status::Dead { .. }));
    dead.map(|(index, goal)| (index, &goal.key))
}

/// On one line that is no comment.
fn escaped(key: &str) -> String {
    let mut escaped = String::new();
    for (index, c) in key.chars().enumerate() {
        match c {
            '\\' => escaped.push_str("\\\\"),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            '#' if index == 0 => escaped.push_str("\\#"),
            c => escaped.push(c),
        }
    }
    escaped
}

fn unescaped(line: &str) -> Option<String> {
    let mut key = String::new();
    let mut rest = line.chars();
    while let Some(c) = rest.next() {
        key.push(match c {
            '\\' => match rest.next()? {
                'n' => '\n',
                'r' => '\r',
                c @ ('\\' | '#') => c,
                _ => return None,
            },
            c => c,
        });
    }
    Some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_key_is_a_line() {
        let keys = ["#a.c|f", "a\\n\n\r|\\", "é|x > 0 || y|0"];
        let keys = keys.map(|key| GoalKey(key.to_owned()));
        let baseline = Baseline {
            keys: keys.into_iter().collect(),
        };
        let text = baseline.to_text();
        assert_eq!(text.lines().count(), 4);
        assert_eq!(Baseline::parse(&text), Ok(baseline));
    }

    #[test]
    fn wrong_escapes_have_a_line() {
        let error = Baseline::parse("# head\n\nok\nx\\y\n").expect_err("no such escape");
        assert!(error.starts_with("line 4: "), "{error}");
    }
}
