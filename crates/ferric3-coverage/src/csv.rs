//! Comma-separated values (RFC 4180): test vectors, and goals.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::{InputValue, Report, Status, Test};

/// All tests: a row for each cycle, a column for each input.
///
/// Values that are read before the first cycle are in a row `init`. An input that is read twice in a cycle has a second
/// column (`read_adc() #2`). A program that was not made by a harness has no cycles: a new row begins whenever an
/// input is read again. Cells of inputs that are not read are empty.
pub fn vectors(report: &Report) -> String {
    let has_cycles = report.subject.entry.is_some();
    let mut columns = Columns::default();
    let mut rows: Vec<Row> = Vec::new();
    for (number, test) in report.tests.iter().enumerate() {
        match has_cycles {
            true => by_cycle(number, test, &mut columns, &mut rows),
            false => in_order(number, test, &mut columns, &mut rows),
        }
    }
    let mut text = String::new();
    let head = ["test", if has_cycles { "cycle" } else { "row" }];
    let names = columns.names.iter().map(String::as_str);
    line(&mut text, head.into_iter().chain(names));
    for row in rows {
        let test = row.test.to_string();
        let cells = (0..columns.names.len()).map(|column| row.cells.get(&column).copied());
        let cells = cells.map(Option::unwrap_or_default);
        line(
            &mut text,
            [test.as_str(), &row.name].into_iter().chain(cells),
        );
    }
    text
}

struct Row<'a> {
    test: usize,
    name: String,
    cells: BTreeMap<usize, &'a str>,
}

#[derive(Default)]
struct Columns {
    names: Vec<String>,
    numbers: BTreeMap<String, usize>,
}

impl Columns {
    /// The column of the `nth` value (from 0) of an input.
    fn of(&mut self, input: &InputValue, nth: usize) -> usize {
        let name = match nth {
            0 => input.name.clone(),
            _ => format!("{} #{}", input.name, nth + 1),
        };
        let new = self.names.len();
        let number = *self.numbers.entry(name.clone()).or_insert(new);
        if number == new {
            self.names.push(name);
        }
        number
    }
}

fn by_cycle<'a>(test: usize, of: &'a Test, columns: &mut Columns, rows: &mut Vec<Row<'a>>) {
    let row = |name: String| Row {
        test,
        name,
        cells: BTreeMap::new(),
    };
    let mut init = row("init".to_owned());
    let mut cycles: BTreeMap<u64, Row> = BTreeMap::new();
    for cycle in 0..of.cycles.unwrap_or(0) {
        cycles.insert(cycle, row(cycle.to_string()));
    }
    for input in &of.inputs {
        let row = match input.cycle {
            None => &mut init,
            Some(cycle) => cycles
                .entry(cycle)
                .or_insert_with(|| row(cycle.to_string())),
        };
        fill(row, input, columns);
    }
    rows.extend(Some(init).filter(|init| !init.cells.is_empty()));
    rows.extend(cycles.into_values());
}

/// In the first column of this input that is still empty.
fn fill<'a>(row: &mut Row<'a>, input: &'a InputValue, columns: &mut Columns) {
    let mut nth = 0;
    loop {
        let column = columns.of(input, nth);
        if let Entry::Vacant(cell) = row.cells.entry(column) {
            cell.insert(&input.value);
            return;
        }
        nth += 1;
    }
}

fn in_order<'a>(test: usize, of: &'a Test, columns: &mut Columns, rows: &mut Vec<Row<'a>>) {
    let mut number = 0;
    let mut row = Row {
        test,
        name: number.to_string(),
        cells: BTreeMap::new(),
    };
    for input in &of.inputs {
        let column = columns.of(input, 0);
        if row.cells.contains_key(&column) {
            number += 1;
            let next = Row {
                test,
                name: number.to_string(),
                cells: BTreeMap::new(),
            };
            rows.push(std::mem::replace(&mut row, next));
        }
        row.cells.insert(column, &input.value);
    }
    rows.push(row);
}

/// All goals, a row each, with the test that reaches it or the reason why none does.
pub fn goals(report: &Report) -> String {
    let mut text = String::new();
    let head = [
        "key",
        "criterion",
        "function",
        "file",
        "line",
        "column",
        "goal",
        "status",
        "test",
        "reason",
    ];
    line(&mut text, head);
    for goal in &report.goals {
        let (test, reason) = match &goal.status {
            Status::Reached { test, partner } => {
                let partner = partner.map(|partner| format!(" and {partner}"));
                (format!("{test}{}", partner.unwrap_or_default()), "")
            }
            Status::Dead { why, .. } => {
                let why = report.whys.get(*why);
                (String::new(), why.map_or("", |why| why.text.as_str()))
            }
            Status::Justified { reason } | Status::Open { reason } => {
                (String::new(), reason.as_str())
            }
        };
        let (row, column) = (goal.place.line.to_string(), goal.place.column.to_string());
        line(
            &mut text,
            [
                goal.key.0.as_str(),
                goal.criterion.name(),
                &goal.function,
                &goal.place.file,
                &row,
                &column,
                &goal.text,
                goal.status.name(),
                &test,
                reason,
            ],
        );
    }
    text
}

fn line<'a>(text: &mut String, cells: impl IntoIterator<Item = &'a str>) {
    for (index, cell) in cells.into_iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        match cell.contains(['"', ',', '\n', '\r']) {
            true => text.push_str(&format!("\"{}\"", cell.replace('"', "\"\""))),
            false => text.push_str(cell),
        }
    }
    text.push_str("\r\n");
}
