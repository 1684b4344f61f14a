//! What an engine achieved, by category.

use super::row::{Obstacle, Row, Said, Status};
use super::table::Table;

/// Sums over results. Time, memory and queries are those of solved tasks.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Summary {
    pub(crate) tasks: usize,
    pub(crate) solved_true: usize,
    pub(crate) solved_false: usize,
    pub(crate) wrong: usize,
    pub(crate) errors: usize,
    pub(crate) score: u64,
    timeout: usize,
    memory: usize,
    unsupported: usize,
    other: usize,
    pub(crate) seconds: f64,
    max_mb: Option<f64>,
    pub(crate) queries: u64,
}

impl Summary {
    /// Of these results.
    pub(crate) fn of<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Summary {
        let mut sum = Summary::default();
        for row in rows {
            sum.add(row);
        }
        sum
    }

    fn add(&mut self, row: &Row) {
        self.tasks += 1;
        self.score += row.score();
        match row.status() {
            Status::Wrong => self.wrong += 1,
            Status::Error => self.errors += 1,
            Status::Unknown => {}
            Status::Correct => {
                if row.said == Said::True {
                    self.solved_true += 1;
                } else {
                    self.solved_false += 1;
                }
                self.seconds += row.seconds;
                self.queries += row.queries.unwrap_or(0);
                self.max_mb = match (self.max_mb, row.peak_mb) {
                    (Some(one), Some(other)) => Some(one.max(other)),
                    (one, other) => one.or(other),
                };
            }
        }
        match row.obstacle() {
            None => {}
            Some(Obstacle::Timeout) => self.timeout += 1,
            Some(Obstacle::Memory) => self.memory += 1,
            Some(Obstacle::Unsupported) => self.unsupported += 1,
            Some(Obstacle::Other) => self.other += 1,
        }
    }

    fn cells(&self, name: &str) -> Vec<String> {
        let mut cells = vec![name.to_owned()];
        cells.extend(
            [
                self.tasks,
                self.solved_true + self.solved_false,
                self.solved_true,
                self.solved_false,
                self.wrong,
            ]
            .map(|n| n.to_string()),
        );
        cells.push(self.score.to_string());
        cells.extend(
            [
                self.timeout,
                self.memory,
                self.unsupported,
                self.other,
                self.errors,
            ]
            .map(|n| n.to_string()),
        );
        cells.push(format!("{:.1}", self.seconds));
        cells.push(
            self.max_mb
                .map_or_else(|| "-".to_owned(), |mb| format!("{mb:.0}")),
        );
        cells.push(self.queries.to_string());
        cells
    }
}

const COLUMNS: [&str; 15] = [
    "", "tasks", "solved", "TRUE", "FALSE", "wrong", "score", "timeout", "memory", "unsupp.",
    "other", "error", "seconds", "max MB", "queries",
];

/// The table of one engine: categories in order of their first task, then the total.
pub(crate) fn by_category(rows: &[&Row]) -> String {
    let mut categories: Vec<&str> = Vec::new();
    for row in rows {
        if !categories.contains(&row.category.as_str()) {
            categories.push(&row.category);
        }
    }
    let mut table = Table::new(&COLUMNS);
    for &category in &categories {
        let of_category = rows.iter().copied().filter(|row| row.category == category);
        table.line(Summary::of(of_category).cells(category));
    }
    table.rule();
    table.line(Summary::of(rows.iter().copied()).cells("total"));
    table.render()
}

/// The table of all engines.
pub(crate) fn by_engine(engines: &[String], rows: &[&Row]) -> String {
    let mut table = Table::new(&COLUMNS);
    for engine in engines {
        let of_engine = rows.iter().copied().filter(|row| row.engine == *engine);
        table.line(Summary::of(of_engine).cells(engine));
    }
    table.render()
}

#[cfg(test)]
mod tests {
    use super::super::row::sample;
    use super::*;

    fn rows() -> Vec<Row> {
        let mut rows = vec![
            sample("a.c", "bmc", true, Said::True, 1.0),
            sample("b.c", "bmc", false, Said::False, 2.5),
            sample("c.c", "bmc", true, Said::False, 100.0),
            sample("d.c", "bmc", true, Said::Unknown, 60.0),
            sample("e.c", "bmc", true, Said::Unknown, 1.0),
            sample("f.c", "bmc", true, Said::Hang, 65.0),
        ];
        rows[1].peak_mb = Some(70.0);
        rows[3].reason = "timeout".to_owned();
        rows[3].peak_mb = Some(4000.0);
        rows[4].reason = "unsupported: array".to_owned();
        rows[5].category = "other".to_owned();
        rows
    }

    #[test]
    fn sums_count_what_was_solved() {
        let expected = Summary {
            tasks: 6,
            solved_true: 1,
            solved_false: 1,
            wrong: 1,
            errors: 1,
            score: 3,
            timeout: 1,
            unsupported: 1,
            seconds: 3.5,
            max_mb: Some(70.0),
            queries: 200,
            ..Summary::default()
        };
        assert_eq!(Summary::of(&rows()), expected);
    }

    #[test]
    fn tables_have_a_line_for_each_category_and_engine() {
        let rows = rows();
        let rows: Vec<&Row> = rows.iter().collect();
        let table = by_category(&rows);
        let first = |line: &str| line.split_whitespace().next().map(str::to_owned);
        let names: Vec<_> = table.lines().filter_map(first).collect();
        assert_eq!(names.len(), 6, "{table}");
        assert_eq!(
            (&*names[2], &*names[3], &*names[5]),
            ("all", "other", "total")
        );
        let table = by_engine(&["bmc".to_owned(), "none".to_owned()], &rows);
        assert!(table.contains("\n  none      0 "), "{table}");
    }
}
