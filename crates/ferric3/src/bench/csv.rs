//! Results as CSV.
//!
//! The first line is a comment with the limits, the second one names the columns, then there is one
//! line for each result. Fields with commas or quotes are quoted.

use std::time::Duration;

use ::csv::{ReaderBuilder, WriterBuilder};

use super::row::Row;

/// Names of the columns.
const HEADER: &str = "category,file,engine,expected,verdict,status,reason,seconds,peak_mb,\
                      queries,generalisation_queries,solver_seconds,level";

/// What results depend on besides task and engine.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Limits {
    /// For each check.
    pub(crate) timeout: Duration,
    /// For each check, in megabytes.
    pub(crate) memory: u64,
    /// Of tasks that do not name one: `--32` or `--64`.
    pub(crate) data_model: &'static str,
    /// The property file, if there is one.
    pub(crate) spec: Option<String>,
    /// The kinds of coverage goals that are tasks, as on the command line, if they are.
    pub(crate) cover: Option<String>,
}

impl Limits {
    /// For people: `60 s, 4000 MB`.
    pub(crate) fn describe(&self) -> String {
        format!("{} s, {} MB", self.timeout.as_secs_f64(), self.memory)
    }

    fn comment(&self) -> String {
        let mut comment = format!(
            "# timeout={} memory={} default-model={}",
            self.timeout.as_secs_f64(),
            self.memory,
            self.data_model.trim_start_matches('-')
        );
        if let Some(spec) = &self.spec {
            comment.push_str(&format!(" spec={}", spec.replace(' ', "%20")));
        }
        if let Some(cover) = &self.cover {
            comment.push_str(&format!(" cover={cover}"));
        }
        comment
    }

    fn from_comment(line: &str) -> Option<Limits> {
        let words = line.strip_prefix('#')?.split_whitespace();
        let (mut timeout, mut memory, mut data_model) = (None, None, "--64");
        let (mut spec, mut cover) = (None, None);
        for (name, value) in words.filter_map(|word| word.split_once('=')) {
            match name {
                "timeout" => {
                    timeout = value
                        .parse()
                        .ok()
                        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                }
                "memory" => memory = value.parse().ok(),
                "spec" => spec = Some(value.replace("%20", " ")),
                "cover" => cover = Some(value.to_owned()),
                "default-model" if value == "32" => data_model = "--32",
                _ => {}
            }
        }
        Some(Limits {
            timeout: timeout?,
            memory: memory?,
            data_model,
            spec,
            cover,
        })
    }
}

/// The lines before the results.
pub(crate) fn head(limits: &Limits) -> String {
    format!("{}\n{HEADER}\n", limits.comment())
}

/// The line of a result.
pub(crate) fn line(row: &Row) -> String {
    let rounded = |number: f64, places: f64| (number * places).round() / places;
    let mut writer = WriterBuilder::new()
        .has_headers(false)
        .from_writer(Vec::new());
    let record = (
        &row.category,
        &row.file,
        &row.engine,
        row.expected,
        row.said,
        row.status().name(),
        // One result is one line, whatever a reason says.
        row.reason.replace(['\n', '\r'], " "),
        rounded(row.seconds, 1e3),
        row.peak_mb.map(|mb| rounded(mb, 1e1)),
        row.queries,
        row.generalisation_queries,
        row.solver_seconds.map(|seconds| rounded(seconds, 1e3)),
        row.level,
    );
    let written = writer.serialize(record).and_then(|()| {
        let bytes = writer
            .into_inner()
            .map_err(::csv::IntoInnerError::into_error)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    });
    written.expect("a record of scalars can be written to memory")
}

/// Reads results. A last line that was cut off is dropped: such is what a crash leaves behind.
pub(crate) fn parse(text: &str) -> Result<(Limits, Vec<Row>), String> {
    let first = text.lines().next().and_then(Limits::from_comment);
    let limits = first.ok_or("line 1: `# timeout=… memory=…` was expected")?;
    let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    let mut reader = ReaderBuilder::new()
        .comment(Some(b'#'))
        .from_reader(whole.as_bytes());
    let header = reader.headers().ok();
    if header.is_none_or(|header| header.iter().collect::<Vec<_>>().join(",") != HEADER) {
        return Err(format!("line 2: `{HEADER}` was expected"));
    }
    let mut rows = Vec::new();
    for row in reader.deserialize::<Row>() {
        let is_time = |number: &f64| number.is_finite() && *number >= 0.0;
        match row {
            Ok(row) if is_time(&row.seconds) => rows.push(row),
            Ok(_) => return Err(format!("line {}: this is no result", rows.len() + 3)),
            Err(error) => {
                let line = error
                    .position()
                    .map_or(rows.len() as u64 + 3, ::csv::Position::line);
                return Err(format!("line {line}: this is no result: {error}"));
            }
        }
    }
    Ok((limits, rows))
}

#[cfg(test)]
mod tests {
    use super::super::row::{Said, sample};
    use super::*;

    fn limits() -> Limits {
        Limits {
            timeout: Duration::from_millis(1500),
            memory: 4000,
            data_model: "--32",
            spec: Some("a b.prp".to_owned()),
            cover: Some("branch,mark".to_owned()),
        }
    }

    fn rows() -> Vec<Row> {
        let mut odd = sample("b, \"c\".c", "bmc --max-depth 3", false, Said::Error, 0.25);
        odd.reason = "two\nlines, \"quoted\"".to_owned();
        (odd.peak_mb, odd.queries) = (None, None);
        odd.generalisation_queries = None;
        (odd.solver_seconds, odd.level) = (None, None);
        vec![sample("a.c", "ic3cfa", true, Said::True, 1.5), odd]
    }

    fn text() -> String {
        head(&limits()) + &rows().iter().map(line).collect::<String>()
    }

    #[test]
    fn what_is_written_is_read() {
        let mut expected = rows();
        expected[1].reason = "two lines, \"quoted\"".to_owned();
        assert_eq!(parse(&text()), Ok((limits(), expected)));
    }

    #[test]
    fn the_format_is_plain() {
        let text = text();
        let mut lines = text.lines();
        assert_eq!(
            lines.next(),
            Some("# timeout=1.5 memory=4000 default-model=32 spec=a%20b.prp cover=branch,mark")
        );
        assert_eq!(lines.next(), Some(HEADER));
        assert_eq!(
            lines.next(),
            Some("all,a.c,ic3cfa,true,TRUE,correct,,1.5,12.5,100,50,0.75,3")
        );
    }

    #[test]
    fn a_line_that_was_cut_off_is_dropped() {
        let text = text();
        let last = text.trim_end().rfind('\n').expect("there are lines") + 1;
        for end in last..text.len() {
            let (_, rows) = parse(&text[..end]).expect("the rest is fine");
            assert_eq!(rows.len(), 1);
        }
    }

    #[test]
    fn nonsense_is_refused_with_its_line() {
        let row = line(&rows()[0]);
        for (text, part) in [
            (String::new(), "line 1"),
            ("category,file\n".to_owned(), "line 1"),
            ("# timeout=x memory=3\n".to_owned(), "line 1"),
            ("# timeout=1 memory=3\ncategory\n".to_owned(), "line 2"),
            (head(&limits()) + &row + "a,b\n", "line 4"),
            (head(&limits()) + &row.replace("1.5", "NaN"), "line 3"),
            (head(&limits()) + &row.replace("TRUE", "MAYBE"), "line 3"),
        ] {
            let error = parse(&text).expect_err("it is wrong");
            assert!(error.contains(part), "{part} should be in {error}");
        }
    }
}
