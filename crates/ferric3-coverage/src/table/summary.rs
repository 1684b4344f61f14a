//! The table by function and criterion.

use std::collections::BTreeMap;

use super::{one_line, plural};
use crate::paint::Paint;
use crate::{Count, Criterion, Goal, Report, Status};

const HEAD: [&str; 8] = [
    "function",
    "criterion",
    "goals",
    "reached",
    "dead",
    "justified",
    "open",
    "settled",
];

/// Which rows the table has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rows {
    /// For each function, and the totals.
    Functions,
    /// The totals.
    Totals,
}

/// A row for each criterion that has goals, of each function and of all together, and a sentence about all.
pub fn summary(report: &Report, which: Rows, paint: Paint) -> String {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let functions = by_function(report);
    let is_one = functions.len() == 1;
    let shown = functions
        .into_iter()
        .filter(|_| is_one || which == Rows::Functions);
    for (function, goals) in shown {
        let name = one_line(function);
        block(&mut rows, &name, &report.criteria, &goals);
    }
    if !is_one {
        let goals: Vec<&Goal> = report.goals.iter().collect();
        block(&mut rows, "all", &report.criteria, &goals);
    }
    let mut text = String::new();
    let widths: Vec<usize> = (0..HEAD.len())
        .map(|column| {
            let cells = rows.iter().map(|row| row[column].chars().count());
            cells.max().unwrap_or(0).max(HEAD[column].len())
        })
        .collect();
    let line = |cells: &[String]| {
        let cells = cells.iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, &width))| match column {
            0 | 1 => format!("{cell:width$}"),
            _ => format!("{cell:>width$}"),
        });
        cells.collect::<Vec<String>>().join("  ")
    };
    let head = line(&HEAD.map(str::to_owned));
    text.push_str(&paint.bold(head.trim_end()));
    text.push('\n');
    for row in &rows {
        text.push_str(&coloured(&line(row), row, paint));
        text.push('\n');
    }
    text.push_str(&total(report, paint));
    text
}

/// Rows with dead or open goals stand out.
fn coloured(line: &str, row: &[String], paint: Paint) -> String {
    let why = String::new();
    match (row[4].as_str(), row[6].as_str()) {
        ("0", "0") => line.to_owned(),
        ("0", _) => paint.status(&Status::Open { reason: why }, line),
        _ => paint.status(
            &Status::Dead {
                why: 0,
                cycles: None,
            },
            line,
        ),
    }
}

/// A sentence about all of them.
fn total(report: &Report, paint: Paint) -> String {
    let count = report.count(None);
    let subject = match &report.subject.entry {
        Some(entry) => format!("{entry} called {}", cycles(report.subject.cycles)),
        None => "the program".to_owned(),
    };
    let text = format!(
        "{} of {subject}: {} reached, {} dead, {} justified, {} open; {} settled in {:.1} s.",
        plural(count.all(), "goal"),
        count.reached,
        count.dead,
        count.justified,
        count.open,
        per_cent(count),
        report.seconds,
    );
    format!("\n{}\n", paint.bold(&text))
}

fn cycles(cycles: Option<u64>) -> String {
    match cycles {
        None => "for ever".to_owned(),
        Some(1) => "once".to_owned(),
        Some(n) => format!("at most {n} times"),
    }
}

/// Functions in the order of their first goals, each with its goals. Functions of one name in two files are two.
fn by_function(report: &Report) -> Vec<(&str, Vec<&Goal>)> {
    let mut places: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut functions: Vec<(&str, Vec<&Goal>)> = Vec::new();
    for goal in &report.goals {
        let key = (goal.place.file.as_str(), goal.function.as_str());
        let index = *places.entry(key).or_insert(functions.len());
        if index == functions.len() {
            functions.push((&goal.function, Vec::new()));
        }
        functions[index].1.push(goal);
    }
    functions
}

fn block(rows: &mut Vec<Vec<String>>, name: &str, criteria: &[Criterion], goals: &[&Goal]) {
    let before = rows.len();
    for &criterion in criteria {
        let meant = goals.iter().filter(|goal| goal.criterion == criterion);
        let count = Count::of(meant.copied());
        if count.all() > 0 {
            rows.push(row(criterion.name(), count));
        }
    }
    if rows.len() - before != 1 {
        rows.push(row("all", Count::of(goals.iter().copied())));
    }
    name.clone_into(&mut rows[before][0]);
}

fn row(criterion: &str, count: Count) -> Vec<String> {
    let numbers = [
        count.all(),
        count.reached,
        count.dead,
        count.justified,
        count.open,
    ];
    let mut row = vec![String::new(), criterion.to_owned()];
    row.extend(numbers.map(|number| number.to_string()));
    row.push(per_cent(count));
    row
}

/// How many of them are settled: `97.3 %`. 100.0 only if all are.
pub fn per_cent(count: Count) -> String {
    if count.all() == 0 {
        return "-".to_owned();
    }
    // Rounded down.
    let tenths = count.settled() * 1000 / count.all();
    format!("{}.{} %", tenths / 10, tenths % 10)
}
