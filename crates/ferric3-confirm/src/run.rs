//! A run with given inputs, and the process that it happens in.

use std::fmt::Write;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use ferric3_coverage::Place;
use ferric3_ivl::InputSource;

use crate::Judge;
use crate::hits::Hits;

/// Where a value is read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reading {
    /// A call of a function without a body.
    Call {
        /// The function.
        function: String,
        /// The call.
        place: Option<Place>,
    },
    /// Nothing that a compiled program could be given: what it is, in words.
    Other(String),
}

impl Reading {
    /// The reading of an input of a program, at a place.
    #[must_use]
    pub fn of(source: &InputSource, place: Option<Place>) -> Reading {
        let other = |text: String| Reading::Other(text);
        match source {
            InputSource::Nondet(name) | InputSource::Extern(name) => Reading::Call {
                function: name.clone(),
                place,
            },
            InputSource::Uninitialised(name) => other(format!("the indeterminate value of {name}")),
            InputSource::Approximated(name) => {
                other(format!("the result of {name}, which is known only roughly"))
            }
            InputSource::Parameter(name) => other(format!("the parameter {name} of the program")),
            InputSource::Strings { name, .. } => other(format!("the strings of {name}")),
            InputSource::Doubtful(what) => other(what.clone()),
            InputSource::Failure(name) => other(format!("whether {name} fails")),
            InputSource::Choice(what) => other(what.clone()),
            InputSource::Order(_) => other("an order of evaluation".to_owned()),
        }
    }
}

/// A value that a run reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    /// Where.
    pub reading: Reading,
    /// The bits in hexadecimal, most significant first, as in [`InputValue::bits`](ferric3_coverage::InputValue::bits).
    /// Those of a structure are those of its bytes, the first byte last.
    pub bits: String,
}

/// A run: the values that it reads, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Run {
    /// The values.
    pub inputs: Vec<Given>,
    /// The run ends before another cycle begins.
    pub cycles: Option<u64>,
}

/// Why there is no report of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunFailure(pub String);

/// What becomes of a process that takes too long.
const PATIENCE: Duration = Duration::from_millis(2);

impl Judge {
    /// Run the program with these inputs, for at most so long.
    pub fn run(&self, run: &Run, limit: Duration) -> Result<Hits, RunFailure> {
        let mut text = String::new();
        for given in &run.inputs {
            let Reading::Call { function, place } = &given.reading else {
                continue;
            };
            let Some(number) = self.readers.get(function) else {
                return Err(RunFailure(format!(
                    "`{function}` is defined by the program or its library, so that it cannot be given a value"
                )));
            };
            let bits = given.bits.trim_start_matches("0x");
            if bits.is_empty() || !bits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
                return Err(RunFailure(format!(
                    "the value of `{function}` is no number"
                )));
            }
            // Where a macro has several calls they cannot be told apart.
            let site = place.as_ref().and_then(|place| {
                let mut calls = self.index.calls_at(place);
                calls.next().filter(|_| calls.next().is_none())
            });
            let site = site.unwrap_or(u32::MAX);
            writeln!(text, "{number} {site} {bits}").expect("a string can be written to");
        }
        let failed = |error: std::io::Error| RunFailure(format!("a test cannot be run: {error}"));
        let folder = tempfile::tempdir_in(self.folder.path()).map_err(failed)?;
        let inputs = folder.path().join("inputs");
        std::fs::write(&inputs, text).map_err(failed)?;
        let mut variables = vec![("F3_INPUTS", inputs.display().to_string())];
        if let Some(cycles) = run.cycles {
            variables.push(("F3_CYCLES", cycles.to_string()));
        }
        self.report(&variables, limit)
    }

    /// Run the program with variables in its environment, and read what it reports.
    pub(crate) fn report(
        &self,
        variables: &[(&str, String)],
        limit: Duration,
    ) -> Result<Hits, RunFailure> {
        let failed =
            |error: std::io::Error| RunFailure(format!("the program cannot be run: {error}"));
        let folder = tempfile::tempdir_in(self.folder.path()).map_err(failed)?;
        let report = folder.path().join("report");
        std::fs::write(&report, "").map_err(failed)?;
        let mut command = Command::new(&self.executable);
        command.current_dir(folder.path());
        command.env("F3_REPORT", &report);
        for (name, value) in variables {
            command.env(name, value);
        }
        let child = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        wait(child, limit).map_err(failed)?;
        let bytes = std::fs::read(&report).map_err(failed)?;
        Hits::read(&bytes, self.sizes).ok_or_else(|| {
            RunFailure("the program ended before it could report anything".to_owned())
        })
    }
}

/// Wait for a process; it is ended if it takes too long. What it has reported by then stays.
fn wait(mut child: Child, limit: Duration) -> std::io::Result<()> {
    let start = Instant::now();
    while child.try_wait()?.is_none() {
        if start.elapsed() > limit {
            // It may have ended just now.
            let _ = child.kill();
            child.wait()?;
            return Ok(());
        }
        std::thread::sleep(PATIENCE);
    }
    Ok(())
}
