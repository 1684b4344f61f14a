//! `ferric3 peer`: ask another tool about a program.
//!
//! As `check` does, constructs that cannot be modelled count as errors at first; if the tool finds
//! an error then, they are made dead ends, and only another error counts.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use ferric3_c::{FrontendOptions, Translation};
use ferric3_cfa::Obstacles;
use ferric3_ivl::{Program, Sources};
use ferric3_term::Terms;
use ferric3_witness::schema::Tool;
use serde::Serialize;

use crate::cli::compiler::CompilerOptions;
use crate::cli::export::{PeerArgs, PeerName};
use crate::exit::Exit;
use crate::export_cmd::{Construct, Style, export};
use crate::limits::Guard;
use crate::peer::process::{End, Running};
use crate::peer::tool::Word;
use crate::prepare::{frontend_options, writable};
use crate::printed::{Printed, is_stdout};
use crate::progress::{ProgressLine, Status};
use crate::supervise::{Outcome, supervise};
use crate::{arith, frontend, memory, output};

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
enum PeerAnswer {
    True,
    False,
    Unknown(String),
}

/// The document of an answer.
#[derive(Debug, Serialize)]
struct PeerDocument<'a> {
    format: &'static str,
    version: u32,
    tool: Tool,
    file: String,
    peer: &'a str,
    verdict: String,
    statistics: PeerStatistics,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct PeerStatistics {
    peak_memory_bytes: u64,
}

/// What goes wrong instead: a text and the exit code.
type Answered = Result<PeerAnswer, (String, Exit)>;

/// Everything that does not change while a tool is asked.
#[derive(Clone, Debug)]
struct Job {
    peer: PeerName,
    files: Vec<PathBuf>,
    tool: PathBuf,
    frontend: FrontendOptions,
    /// The exported problem; what the tool says goes beside it.
    problem: PathBuf,
    memory: Option<u64>,
    running: Running,
}

/// Runs the command.
pub(crate) fn run(args: PeerArgs, compiler: &CompilerOptions, start: Instant) -> Exit {
    let spec = args.spec.as_deref();
    let options = match frontend_options(&args.frontend, spec, compiler) {
        Ok(options) => options,
        Err(exit) => return exit,
    };
    let Some(tool) = args.peer.find() else {
        return output::bad_usage(&not_installed(args.peer));
    };
    let json_file = args.json.as_deref().filter(|path| !is_stdout(path));
    for path in args.problem.as_deref().into_iter().chain(json_file) {
        if let Err(exit) = writable(path) {
            return exit;
        }
    }
    let limits = args.limits.limits();
    let mut guard = match Guard::new(limits, start) {
        Ok(guard) => guard,
        Err(error) => return output::internal_error(&format!("no signal handlers: {error}")),
    };
    let problem = args.problem.clone().unwrap_or_else(|| {
        let name = format!("ferric3-{}.{}", std::process::id(), args.peer.extension());
        std::env::temp_dir().join(name)
    });
    let running = Running::default();
    let job = Job {
        peer: args.peer,
        files: args.frontend.files.clone(),
        tool,
        frontend: options,
        problem: problem.clone(),
        memory: limits.memory,
        running: running.clone(),
    };
    let said = job.said();
    let status = Arc::new(Status::new(start, "peer"));
    let progress = ProgressLine::new(!args.quiet);
    let outcome = supervise(&mut guard, &status, progress, move || job.run());
    running.kill();
    // They may not be there.
    let _ = std::fs::remove_file(said);
    if args.problem.is_none() {
        let _ = std::fs::remove_file(problem);
    }
    match outcome {
        Outcome::Done(Ok(answer)) => print(&args, &answer, running.peak()),
        Outcome::GivenUp(cause) => {
            let answer = PeerAnswer::Unknown(cause.reason().to_owned());
            print(&args, &answer, running.peak())
        }
        Outcome::Done(Err((text, Exit::Internal))) => output::internal_error(&text),
        Outcome::Done(Err((text, exit))) => {
            output::err(&text);
            exit
        }
        Outcome::Panicked(text) => output::internal_error(&text),
    }
}

/// Says that a tool is missing.
pub(crate) fn not_installed(peer: PeerName) -> String {
    let programs = peer.programs().join(", ");
    format!(
        "the peer {} needs one of these programs, and none is installed: {programs}",
        peer.name()
    )
}

impl Job {
    fn run(&self) -> Answered {
        let Translation {
            program, mut terms, ..
        } = frontend::translate(&self.files, &self.frontend).map_err(|error| {
            let text = frontend::render(&error.diagnostics, &error.sources);
            (text, Exit::BadInput)
        })?;
        let (first, obstacles) = self.ask(&program, &mut terms, Obstacles::AsErrors)?;
        let Some(obstacle) = obstacles.first().filter(|_| first == PeerAnswer::False) else {
            return Ok(first);
        };
        match self.ask(&program, &mut terms, Obstacles::AsDeadEnds)? {
            (PeerAnswer::False, _) => Ok(PeerAnswer::False),
            _ => Ok(PeerAnswer::Unknown(unsupported(obstacle, &program.sources))),
        }
    }

    /// Exports the problem and asks. Also gives the constructs that were taken for errors.
    fn ask(
        &self,
        program: &Program,
        terms: &mut Terms,
        obstacles: Obstacles,
    ) -> Result<(PeerAnswer, Vec<Construct>), (String, Exit)> {
        let style = Style {
            format: self.peer.format(),
            depth: None,
            ascii: false,
        };
        let exported = match export(program, terms, obstacles, style) {
            Ok(exported) => exported,
            Err(error) => {
                return Ok((
                    PeerAnswer::Unknown(format!("too large: {error}")),
                    Vec::new(),
                ));
            }
        };
        let failed = |what: &str, error: &dyn std::fmt::Display| {
            (format!("{what}: {error}"), Exit::Internal)
        };
        std::fs::write(&self.problem, exported.bytes)
            .map_err(|error| failed("the problem cannot be written", &error))?;
        let end = self
            .running
            .run(&mut self.command()?, &self.said(), self.memory)
            .map_err(|error| failed("the tool cannot be started", &error))?;
        let answer = match end {
            End::OutOfMemory => PeerAnswer::Unknown("memory".to_owned()),
            End::Killed => PeerAnswer::Unknown("interrupted".to_owned()),
            End::Said(text) => match self.peer.answer(&text) {
                Some(Word::Safe) => PeerAnswer::True,
                Some(Word::Unsafe) => PeerAnswer::False,
                None => PeerAnswer::Unknown(format!("{} said: {}", self.peer.name(), gist(&text))),
            },
        };
        Ok((answer, exported.obstacles))
    }

    /// Where the tool's words go.
    fn said(&self) -> PathBuf {
        let mut name = self.problem.as_os_str().to_owned();
        name.push(".said");
        PathBuf::from(name)
    }

    fn command(&self) -> Result<Command, (String, Exit)> {
        let name = self.problem.file_name().and_then(|name| name.to_str());
        let name = name.ok_or_else(|| {
            let text = "the problem needs a file name that can be written on a command line";
            (text.to_owned(), Exit::Internal)
        })?;
        let mut command = Command::new(&self.tool);
        command.args(self.peer.arguments(name));
        if let Some(folder) = self.problem.parent().filter(|path| *path != Path::new("")) {
            command.current_dir(folder);
        }
        Ok(command)
    }
}

fn unsupported(construct: &Construct, sources: &Sources) -> String {
    match construct.span {
        Some(span) => format!("unsupported: {} at {}", construct.name, sources.place(span)),
        None => format!("unsupported: {}", construct.name),
    }
}

/// The last words, on one line.
fn gist(text: &str) -> String {
    let last = text.lines().rev().find(|line| !line.trim().is_empty());
    let last = last.unwrap_or("nothing").trim();
    last.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(80)
        .collect()
}

fn print(args: &PeerArgs, answer: &PeerAnswer, peak_of_tool: u64) -> Exit {
    let peer = args.peer.name();
    let (verdict, line, sentence, exit) = match answer {
        PeerAnswer::True => ("TRUE", "TRUE".to_owned(), "no error is reachable", Exit::Ok),
        PeerAnswer::False => (
            "FALSE",
            "FALSE".to_owned(),
            "an error is reachable",
            Exit::Violation,
        ),
        PeerAnswer::Unknown(reason) => (
            "UNKNOWN",
            format!("UNKNOWN({reason})"),
            "it has no answer",
            Exit::Unknown,
        ),
    };
    let marked = |text: &str| match args.frontend.arith {
        true => arith::marked(text),
        false => text.to_owned(),
    };
    let (verdict, line) = (marked(verdict), marked(&line));
    let mut text = String::new();
    if !args.quiet {
        text.push_str(&format!(
            "{peer} was asked about {}: {sentence}. Nobody has checked that.\n",
            args.frontend.program()
        ));
    }
    text.push_str(&format!("Peer result: {line}\n"));
    let peak = memory::peak().unwrap_or(0).max(peak_of_tool);
    let document = PeerDocument {
        format: "ferric3-peer-answer",
        version: 1,
        tool: Tool {
            name: "ferric3",
            version: env!("CARGO_PKG_VERSION").to_owned(),
        },
        file: args.frontend.program(),
        peer,
        verdict,
        statistics: PeerStatistics {
            peak_memory_bytes: peak,
        },
        reason: match answer {
            PeerAnswer::Unknown(reason) => Some(reason.as_str()),
            _ => None,
        },
    };
    let document = serde_json::to_value(document).unwrap_or_default();
    let json_to_stdout = args.json.as_deref().is_some_and(is_stdout);
    Printed {
        out: if json_to_stdout { String::new() } else { text },
        err: String::new(),
        json: args.json.is_some().then_some(document),
        picture: None,
        exit,
    }
    .print(args.json.as_deref(), None)
}
