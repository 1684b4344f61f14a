//! The growing result file, and how a run is resumed.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::csv::{self, Limits};
use super::row::Row;
use super::tasks::Task;

/// Results by task and engine, in the order of the list, and the file that they are written to.
#[derive(Debug)]
pub(crate) struct Store {
    path: PathBuf,
    limits: Limits,
    file: File,
    /// By task, then engine.
    rows: Vec<Option<Row>>,
    /// Results of an earlier run that this one does not ask for. They are kept.
    others: Vec<Row>,
}

impl Store {
    /// Results for these tasks and engines, of which `earlier` ones are there already.
    pub(crate) fn new(
        path: PathBuf,
        limits: Limits,
        tasks: &[Task],
        engines: &[String],
        earlier: Vec<Row>,
    ) -> io::Result<Store> {
        let mut rows = vec![None; tasks.len() * engines.len()];
        let mut others = Vec::new();
        for mut row in earlier {
            let task = tasks.iter().position(|task| task.file == row.file);
            let engine = engines.iter().position(|engine| *engine == row.engine);
            if let (Some(task), Some(engine)) = (task, engine) {
                // The list of today decides what is right.
                row.category.clone_from(&tasks[task].category);
                row.expected = tasks[task].expected;
                rows[task * engines.len() + engine] = Some(row);
            } else {
                others.push(row);
            }
        }
        let file = write_all(&path, &limits, rows.iter().flatten().chain(&others))?;
        Ok(Store {
            path,
            limits,
            file,
            rows,
            others,
        })
    }

    /// Positions without a result.
    pub(crate) fn missing(&self) -> Vec<usize> {
        (0..self.rows.len())
            .filter(|&position| self.rows[position].is_none())
            .collect()
    }

    /// Adds a result, to the file as well.
    pub(crate) fn add(&mut self, position: usize, row: Row) -> io::Result<()> {
        self.file.write_all(csv::line(&row).as_bytes())?;
        self.rows[position] = Some(row);
        Ok(())
    }

    /// The results so far, in the order of the list.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().flatten()
    }

    /// Brings the file into the order of the list.
    pub(crate) fn finish(&self) -> io::Result<()> {
        write_all(&self.path, &self.limits, self.rows().chain(&self.others)).map(drop)
    }
}

/// Replaces the file at once, so that no moment has fewer results than before.
fn write_all<'a>(
    path: &Path,
    limits: &Limits,
    rows: impl Iterator<Item = &'a Row>,
) -> io::Result<File> {
    let beside = path.with_extension("csv.new");
    let mut file = File::create(&beside)?;
    let text = csv::head(limits) + &rows.map(csv::line).collect::<String>();
    file.write_all(text.as_bytes())?;
    fs::rename(&beside, path)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::row::{Said, Status, sample};
    use super::super::tasks;
    use super::*;

    #[test]
    fn a_run_is_resumed_where_it_stopped() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let path = folder.path().join("results.csv");
        let limits = Limits {
            timeout: Duration::from_secs(60),
            memory: 4000,
            data_model: "--64",
            spec: None,
            cover: None,
        };
        let list = "file\texpected\tcategory\na.c\ttrue\tX\nb.c\ttrue\tY\n";
        let tasks = tasks::parse(list).expect("it is well-formed");
        let engines = ["ic3cfa".to_owned(), "bmc".to_owned()];

        let open = |earlier| Store::new(path.clone(), limits.clone(), &tasks, &engines, earlier);
        let mut store = open(Vec::new()).expect("it can be written");
        assert_eq!(store.missing(), [0, 1, 2, 3]);
        for (position, file, engine) in [(3, "b.c", "bmc"), (0, "a.c", "ic3cfa")] {
            let row = sample(file, engine, true, Said::True, 1.0);
            store.add(position, row).expect("it can be written");
        }
        drop(store);

        let read = || {
            let text = fs::read_to_string(&path).expect("the file is there");
            csv::parse(&text).expect("it is well-formed")
        };
        let (found, mut earlier) = read();
        assert_eq!((found, earlier.len()), (limits.clone(), 2));
        // Not asked for any more: kept. Expected otherwise today: judged anew.
        earlier.push(sample("z.c", "bmc", false, Said::False, 1.0));
        earlier[0].expected = Some(false);
        let store = open(earlier).expect("it can be written");
        assert_eq!(store.missing(), [1, 2]);
        assert!(store.rows().all(|row| row.status() == Status::Correct));
        store.finish().expect("it can be written");
        let (_, rows) = read();
        let files: Vec<&str> = rows.iter().map(|row| row.file.as_str()).collect();
        assert_eq!(files, ["a.c", "b.c", "z.c"]);
        assert_eq!(rows[1].category, "Y");
    }
}
