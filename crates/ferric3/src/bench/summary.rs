//! What an engine achieved, by category.

use std::collections::BTreeMap;

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

/// The table of all engines, with the tasks that no other one solves and the mean time of a proof; and what
/// the first answer to each task would come to.
pub(crate) fn by_engine(engines: &[String], rows: &[&Row]) -> String {
    let mut columns = COLUMNS.to_vec();
    columns.extend(["only it", "s/TRUE"]);
    let mut table = Table::new(&columns);
    let mut solvers: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for &row in rows {
        let of_task = solvers.entry(&row.file).or_default();
        of_task.extend(row.is_solved().then_some(row));
    }
    let mut line = |name: &str, rows: Vec<&Row>| {
        let alone = rows.iter().filter(|row| match &solvers[&*row.file][..] {
            [only] => only.engine == row.engine,
            _ => false,
        });
        let mut cells = Summary::of(rows.iter().copied()).cells(name);
        cells.push(alone.count().to_string());
        cells.push(mean_of_proofs(&rows));
        table.line(cells);
    };
    for engine in engines {
        let of_engine = rows.iter().copied().filter(|row| row.engine == *engine);
        line(engine, of_engine.collect());
    }
    line("together", first_answers(rows));
    table.render()
}

fn mean_of_proofs(rows: &[&Row]) -> String {
    let proofs = rows
        .iter()
        .filter(|row| row.is_solved() && row.said == Said::True);
    let (count, seconds) = proofs.fold((0u32, 0.0), |(count, seconds), row| {
        (count + 1, seconds + row.seconds)
    });
    match count {
        0 => "-".to_owned(),
        _ => format!("{:.2}", seconds / f64::from(count)),
    }
}

/// Of each task the answer that came first, or any that is none.
fn first_answers<'a>(rows: &[&'a Row]) -> Vec<&'a Row> {
    let mut first: BTreeMap<&str, &Row> = BTreeMap::new();
    for &row in rows {
        let best = first.entry(&row.file).or_insert(row);
        let key = |row: &Row| (!row.is_solved(), row.seconds);
        if key(row) < key(best) {
            *best = row;
        }
    }
    first.into_values().collect()
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
        assert!(table.contains("\n  none          0 "), "{table}");
    }

    #[test]
    fn what_one_engine_solves_alone_is_counted() {
        let rows = [
            sample("a.c", "bmc", true, Said::True, 3.0),
            sample("a.c", "kind", true, Said::True, 1.0),
            sample("b.c", "bmc", false, Said::False, 9.0),
            sample("b.c", "kind", false, Said::Unknown, 60.0),
            sample("c.c", "kind", true, Said::True, 2.0),
        ];
        let rows: Vec<&Row> = rows.iter().collect();
        let table = by_engine(&["bmc".to_owned(), "kind".to_owned()], &rows);
        let line = |name: &str| {
            let mut lines = table.lines().filter_map(|line| {
                let cells: Vec<&str> = line.split_whitespace().collect();
                (cells.first() == Some(&name)).then_some(cells)
            });
            lines.next().expect("it is there")
        };
        // Tasks, solved, TRUE, FALSE; seconds; alone and mean time of a proof.
        let figures = |name: &str| {
            let cells = line(name);
            let all = [1, 2, 3, 4, 12, 15, 16].map(|column| cells[column].to_owned());
            all.join(" ")
        };
        assert_eq!(figures("bmc"), "2 2 1 1 12.0 1 3.00");
        assert_eq!(figures("kind"), "3 2 2 0 3.0 1 1.50");
        assert_eq!(figures("together"), "3 3 2 1 12.0 2 1.50");
    }
}
