//! The task list: tab-separated columns, named in the first line.

use std::path::{Path, PathBuf};

/// One program and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Task {
    /// As in the list.
    pub(crate) category: String,
    /// As in the list: the name of the task.
    pub(crate) file: String,
    /// True: no assertion can be violated. Nothing: nobody knows.
    pub(crate) expected: Option<bool>,
    /// `--32` or `--64`, if the list says so.
    pub(crate) data_model: Option<&'static str>,
    /// The number of the coverage goal that the task is about; none: the task is about assertions.
    pub(crate) goal: Option<usize>,
}

impl Task {
    /// The task of a coverage goal of this program. Nobody knows whether a run reaches it.
    pub(crate) fn of_goal(&self, goal: usize) -> Task {
        Task {
            file: format!("{}#{goal}", self.file),
            expected: None,
            goal: Some(goal),
            ..self.clone()
        }
    }
}

/// The category of tasks that have none.
pub(crate) const NO_CATEGORY: &str = "all";

/// Reads a task list. The error names the line.
pub(crate) fn parse(text: &str) -> Result<Vec<Task>, String> {
    let mut lines = text.lines().enumerate();
    let (_, header) = lines.next().ok_or("the task list is empty")?;
    let names: Vec<&str> = header.split('\t').map(str::trim).collect();
    let column = |name: &str| names.iter().position(|column| *column == name);
    let needed = |name: &str| {
        column(name).ok_or_else(|| format!("line 1: there is no column `{name}` in the task list"))
    };
    let (file, expected) = (needed("file")?, needed("expected")?);
    let (category, data_model) = (column("category"), column("data_model"));

    let mut tasks: Vec<Task> = Vec::new();
    for (number, line) in lines {
        let fields: Vec<&str> = line.split('\t').map(str::trim).collect();
        let field = |index: usize| fields.get(index).copied().unwrap_or_default();
        if field(file).is_empty() {
            continue;
        }
        let complain = |what: String| Err(format!("line {}: {what}", number + 1));
        let expected = match field(expected).to_ascii_lowercase().as_str() {
            "true" => Some(true),
            "false" => Some(false),
            "unknown" => None,
            other => {
                let what = format!("expected is `{other}`, not true, false or unknown");
                return complain(what);
            }
        };
        let data_model = match data_model.map(field).unwrap_or_default() {
            "" => None,
            "ILP32" => Some("--32"),
            "LP64" => Some("--64"),
            other => return complain(format!("the data model is `{other}`, not ILP32 or LP64")),
        };
        let category = match category.map(field).unwrap_or_default() {
            "" => NO_CATEGORY,
            named => named,
        };
        let task = Task {
            category: category.to_owned(),
            file: field(file).to_owned(),
            expected,
            data_model,
            goal: None,
        };
        match tasks.iter().find(|other| other.file == task.file) {
            None => tasks.push(task),
            Some(other) if (other.expected, other.data_model) == (expected, data_model) => {}
            Some(_) => {
                return complain(format!("{} is there twice, differently", task.file));
            }
        }
    }
    Ok(tasks)
}

/// Where the file of a task is: in the first of the folders that has it.
pub(crate) fn locate(task: &Task, folders: &[PathBuf]) -> Result<PathBuf, String> {
    let mut paths = folders.iter().map(|folder| folder.join(&task.file));
    paths.find(|path| path.is_file()).ok_or_else(|| {
        let folders: Vec<String> = folders.iter().map(|f| shown(f)).collect();
        format!(
            "{} is not in {}: say with --root where the files are",
            task.file,
            folders.join(" or ")
        )
    })
}

fn shown(folder: &Path) -> String {
    if folder.as_os_str().is_empty() {
        "this folder".to_owned()
    } else {
        folder.display().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_go_by_name() {
        let text = "bytes\texpected\tfile\tdata_model\tcategory\n\
                    12\ttrue\ta.c\tILP32\tLoops\n\
                    12\tFALSE\tb/b.c\tLP64\t\r\n\
                    12\ttrue\t\t\t\n\
                    \n\
                    7\tunknown\tc.c\n";
        let tasks = parse(text).expect("it is well-formed");
        let seen: Vec<_> = tasks
            .iter()
            .map(|t| {
                (
                    t.category.as_str(),
                    t.file.as_str(),
                    t.expected,
                    t.data_model,
                )
            })
            .collect();
        assert_eq!(
            seen,
            [
                ("Loops", "a.c", Some(true), Some("--32")),
                ("all", "b/b.c", Some(false), Some("--64")),
                ("all", "c.c", None, None),
            ]
        );
    }

    #[test]
    fn the_same_line_twice_counts_once() {
        let tasks = parse("file\texpected\na.c\ttrue\na.c\ttrue\n").expect("it is well-formed");
        assert_eq!(tasks.len(), 1);
    }

    #[test]
    fn complaints_name_the_line() {
        for (text, part) in [
            ("", "empty"),
            ("file\tcategory\na.c\tx\n", "`expected`"),
            ("expected\ntrue\n", "`file`"),
            (
                "file\texpected\na.c\tmaybe\n",
                "line 2: expected is `maybe`",
            ),
            (
                "file\texpected\tdata_model\na.c\ttrue\tILP64\n",
                "line 2: the data model",
            ),
            ("file\texpected\na.c\ttrue\na.c\tfalse\n", "line 3: a.c"),
        ] {
            let error = parse(text).expect_err("it is wrong");
            assert!(error.contains(part), "{part} should be in {error}");
        }
    }
}
