//! Results as CSV.
//!
//! The first line is a comment with the limits, the second one names the columns, then there is one
//! line for each result. Fields with commas or quotes are quoted.

use std::time::Duration;

use super::row::{Row, Said};

/// Names of the columns.
const HEADER: &str = "category,file,engine,expected,verdict,status,reason,seconds,peak_mb,\
                      queries,generalisation_queries,solver_seconds,level";

/// How many there are.
const COLUMNS: usize = 13;

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
        comment
    }

    fn from_comment(line: &str) -> Option<Limits> {
        let words = line.strip_prefix('#')?.split_whitespace();
        let (mut timeout, mut memory, mut data_model) = (None, None, "--64");
        let mut spec = None;
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
                "default-model" if value == "32" => data_model = "--32",
                _ => {}
            }
        }
        Some(Limits {
            timeout: timeout?,
            memory: memory?,
            data_model,
            spec,
        })
    }
}

/// The lines before the results.
pub(crate) fn head(limits: &Limits) -> String {
    format!("{}\n{HEADER}\n", limits.comment())
}

/// The line of a result.
pub(crate) fn line(row: &Row) -> String {
    let optional = |number: Option<String>| number.unwrap_or_default();
    let fields: [String; COLUMNS] = [
        quoted(&row.category),
        quoted(&row.file),
        quoted(&row.engine),
        row.expected.to_string(),
        row.said.name().to_owned(),
        row.status().name().to_owned(),
        quoted(&row.reason),
        format!("{:.3}", row.seconds),
        optional(row.peak_mb.map(|mb| format!("{mb:.1}"))),
        optional(row.queries.map(|n| n.to_string())),
        optional(row.generalisation_queries.map(|n| n.to_string())),
        optional(row.solver_seconds.map(|s| format!("{s:.3}"))),
        optional(row.level.map(|n| n.to_string())),
    ];
    fields.join(",") + "\n"
}

/// Reads results. A last line that was cut off is dropped: such is what a crash leaves behind.
pub(crate) fn parse(text: &str) -> Result<(Limits, Vec<Row>), String> {
    let mut lines = text.split_inclusive('\n').enumerate();
    let limits = lines
        .next()
        .and_then(|(_, line)| Limits::from_comment(line))
        .ok_or("line 1: `# timeout=… memory=…` was expected")?;
    match lines.next() {
        Some((_, line)) if line.trim_end() == HEADER => {}
        _ => return Err(format!("line 2: `{HEADER}` was expected")),
    }
    let mut rows = Vec::new();
    for (number, line) in lines {
        let Some(line) = line.strip_suffix('\n') else {
            break;
        };
        let row = parse_line(line.trim_end_matches('\r'));
        rows.push(row.ok_or_else(|| format!("line {}: this is no result", number + 1))?);
    }
    Ok((limits, rows))
}

fn parse_line(line: &str) -> Option<Row> {
    let fields = split(line)?;
    let [
        category,
        file,
        engine,
        expected,
        said,
        _status,
        reason,
        seconds,
        peak_mb,
        queries,
        generalisation_queries,
        solver_seconds,
        level,
    ] = <[String; COLUMNS]>::try_from(fields).ok()?;
    Some(Row {
        category,
        file,
        engine,
        expected: expected.parse().ok()?,
        said: Said::from_name(&said)?,
        reason,
        seconds: time(&seconds)?,
        peak_mb: optional(&peak_mb, time)?,
        queries: optional(&queries, |text| text.parse().ok())?,
        generalisation_queries: optional(&generalisation_queries, |text| text.parse().ok())?,
        solver_seconds: optional(&solver_seconds, time)?,
        level: optional(&level, |text| text.parse().ok())?,
    })
}

/// A finite number that is not negative.
fn time(text: &str) -> Option<f64> {
    let number: f64 = text.parse().ok()?;
    (number.is_finite() && number >= 0.0).then_some(number)
}

/// None if the text is wrong, nothing in it if there is none.
fn optional<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Option<Option<T>> {
    if text.is_empty() {
        Some(None)
    } else {
        read(text).map(Some)
    }
}

fn quoted(text: &str) -> String {
    // One result is one line, whatever a reason says.
    let text = text.replace(['\n', '\r'], " ");
    if text.contains([',', '"']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

/// The fields of a line without quotes; none if a quote is not closed.
fn split(line: &str) -> Option<Vec<String>> {
    let mut fields = vec![String::new()];
    let mut inside = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if inside && chars.peek() == Some(&'"') => {
                chars.next();
                fields.last_mut()?.push('"');
            }
            '"' => inside = !inside,
            ',' if !inside => fields.push(String::new()),
            other => fields.last_mut()?.push(other),
        }
    }
    (!inside).then_some(fields)
}

#[cfg(test)]
mod tests {
    use super::super::row::sample;
    use super::*;

    fn limits() -> Limits {
        Limits {
            timeout: Duration::from_millis(1500),
            memory: 4000,
            data_model: "--32",
            spec: Some("a b.prp".to_owned()),
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
            Some("# timeout=1.5 memory=4000 default-model=32 spec=a%20b.prp")
        );
        assert_eq!(lines.next(), Some(HEADER));
        assert_eq!(
            lines.next(),
            Some("all,a.c,ic3cfa,true,TRUE,correct,,1.500,12.5,100,50,0.750,3")
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
            (head(&limits()) + &row.replace("1.500", "NaN"), "line 3"),
            (head(&limits()) + &row.replace("TRUE", "MAYBE"), "line 3"),
        ] {
            let error = parse(&text).expect_err("it is wrong");
            assert!(error.contains(part), "{part} should be in {error}");
        }
    }
}
