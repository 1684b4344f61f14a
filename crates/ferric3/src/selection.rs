//! `check --goal`: which goals are meant, by number or by place.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

use ferric3_ivl::{Program, PropertyId};

use crate::each;

/// One or more goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GoalPattern {
    /// The goal with this number.
    Number(usize),
    /// Those on a line of a file. A file is known by the end of its path.
    Line(String, u32),
}

impl GoalPattern {
    /// `17` or `control.c:205`.
    pub(crate) fn parse(text: &str) -> Result<GoalPattern, String> {
        let expected = || "neither a number (17) nor a line (control.c:205)".to_owned();
        match text.rsplit_once(':') {
            None => text
                .parse()
                .map(GoalPattern::Number)
                .map_err(|_| expected()),
            Some((file, line)) if !file.is_empty() => match line.parse() {
                Ok(line) => Ok(GoalPattern::Line(file.to_owned(), line)),
                Err(_) => Err(expected()),
            },
            Some(_) => Err(expected()),
        }
    }

    fn matches(&self, program: &Program, goal: PropertyId) -> bool {
        match self {
            GoalPattern::Number(number) => goal.index() == *number,
            GoalPattern::Line(file, line) => {
                let span = program.properties[goal].span;
                let name = &program.sources.files[span.file].name;
                span.line == *line && Path::new(name).ends_with(file)
            }
        }
    }

    /// Is it a number, which means something for one property only?
    pub(crate) fn is_number(&self) -> bool {
        matches!(self, GoalPattern::Number(_))
    }
}

/// As on the command line.
impl fmt::Display for GoalPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GoalPattern::Number(number) => write!(f, "{number}"),
            GoalPattern::Line(file, line) => write!(f, "{file}:{line}"),
        }
    }
}

/// The goals that are meant. The error says of which pattern there is none.
pub(crate) fn select(
    program: &Program,
    patterns: &[GoalPattern],
) -> Result<BTreeSet<PropertyId>, String> {
    let mut selected = BTreeSet::new();
    for pattern in patterns {
        let asked = each::asked(program);
        let mut found = asked
            .filter(|&goal| pattern.matches(program, goal))
            .peekable();
        if found.peek().is_none() {
            return Err(format!("there is no goal {pattern}"));
        }
        selected.extend(found);
    }
    Ok(selected)
}

/// A line for each goal: number, place, description, with tabs between.
pub(crate) fn list(program: &Program) -> String {
    let line = |goal: PropertyId| {
        let property = &program.properties[goal];
        let place = program.sources.place(property.span);
        // One goal is one line, whatever its text.
        let description = property.description.replace(['\t', '\n', '\r'], " ");
        format!("{}\t{place}\t{description}\n", goal.index())
    };
    each::asked(program).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_meant_by_number_or_by_line() {
        let parse = GoalPattern::parse;
        assert_eq!(parse("17"), Ok(GoalPattern::Number(17)));
        let line = GoalPattern::Line("src/a.c".to_owned(), 205);
        assert_eq!(parse("src/a.c:205"), Ok(line));
        for wrong in ["", "x", ":3", "a.c:", "a.c:x", "-1"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
