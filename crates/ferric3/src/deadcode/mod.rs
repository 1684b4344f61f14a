//! `ferric3 deadcode` and `ferric3 cover`: every coverage goal of a program is reached by a test, or shown to be dead.
//!
//! ```text
//! options, ferric3.toml ─► subject ─► program, goals ─► session of a store ◄─ settle ◄─ engine
//!                          (harness)                          │
//!                                                             ▼
//!                                    compiled program ─► report ─► terminal, files, exit code
//! ```
//!
//! | file          | what                                                                  |
//! |---------------|-----------------------------------------------------------------------|
//! | `subject.rs`  | what is analysed: files, options, the harness                          |
//! | `config.rs`   | `ferric3.toml`                                                         |
//! | `commands.rs` | `compile_commands.json`                                                |
//! | `print.rs`    | the harness as C files                                                 |
//! | `work.rs`     | the life of an analysis                                                |
//! | `goals.rs`    | from goals of the program to goals of the report                       |
//! | `filter.rs`   | `--only`                                                               |
//! | `settle.rs`   | what the engine finds goes into the session                            |
//! | `runs.rs`     | runs as tests, tests as runs                                           |
//! | `why.rs`      | reasons in words                                                       |
//! | `compiled.rs` | `--confirm`, `--try-dead`                                              |
//! | `outputs.rs`  | files that are written                                                 |
//! | `said.rs`     | what is printed, and the exit code                                     |
//! | `merge.rs`    | `deadcode merge`                                                       |

mod commands;
mod compiled;
mod config;
mod filter;
mod goals;
mod merge;
mod outputs;
mod print;
mod runs;
mod said;
mod settle;
mod subject;
pub(crate) mod why;
mod work;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ferric3_c::{DataModel, FrontendOptions};
use ferric3_coverage::Sources;
use ferric3_coverage::store::Snapshot;

use crate::cli::ColorChoice;
use crate::cli::compiler::CompilerOptions;
use crate::cli::deadcode::{DeadcodeArgs, DeadcodeCommand};
use crate::exit::Exit;
use crate::limits::{Cause, Guard, Limits};
use crate::output::{self, Paint};
use crate::printed::is_stdout;
use crate::progress::{ProgressLine, Status};
use crate::supervise::{Outcome, supervise};
use outputs::{check_outputs, write_outputs};
use subject::SubjectOptions;
use work::{Analysed, Done, Failure, Job};

pub(crate) use work::Want;

/// Behind the time limit, work has so long to come to its end: the last answer is judged, reports are written.
const LAST_WORDS: Duration = Duration::from_secs(20);

/// Runs the command.
pub(crate) fn run(
    args: DeadcodeArgs,
    want: Want,
    compiler: &CompilerOptions,
    color: ColorChoice,
    start: Instant,
) -> Exit {
    if let Some(DeadcodeCommand::Merge(args)) = &args.command {
        return merge::run(args, Paint::new(color));
    }
    if let Err(exit) = check_outputs(&args) {
        return exit;
    }
    // Without a store, the book of the session is gone with the process.
    let scratch = match &args.store {
        Some(_) => None,
        None => match tempfile::tempdir() {
            Ok(folder) => Some(folder),
            Err(error) => {
                return output::bad_usage(&format!("cannot make a temporary folder: {error}"));
            }
        },
    };
    let folder = scratch.as_ref().map(|folder| folder.path().to_owned());
    let folder: PathBuf = folder.or_else(|| args.store.clone()).unwrap_or_default();
    let asks_compiled = args.confirm || args.try_dead.is_some();
    let limits = Limits {
        // What the compiled program is asked comes after the time for settling, and has limits of its own.
        timeout: (args.limits.timeout)
            .filter(|_| !asks_compiled)
            .and_then(|timeout| timeout.checked_add(LAST_WORDS)),
        memory: args.limits.limits().memory,
    };
    let mut guard = match Guard::new(limits, start) {
        Ok(guard) => guard,
        Err(error) => return output::internal_error(&format!("no signal handlers: {error}")),
    };
    let progress = ProgressLine::new(!args.quiet);
    let job = Job {
        options: subject_options(&args, compiler),
        want,
        status: Arc::new(Status::new(start, "front end")),
        interrupt: guard.interrupt(),
        start,
        notes: Arc::new(Mutex::new(String::new())),
        folder,
        args,
    };
    let work = job.clone();
    let outcome = supervise(&mut guard, &job.status, progress, move || work.run());
    let notes = job
        .notes
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone();
    if !job.args.quiet {
        output::err(&notes);
    }
    let paint = Paint::new(color);
    match outcome {
        Outcome::Done(Ok(Done::Text(text))) => {
            output::out(&text);
            Exit::Ok
        }
        Outcome::Done(Ok(Done::Files(files))) => {
            let folder = job.args.harness_dir.as_deref().unwrap_or(Path::new("."));
            match outputs::write_harness(folder, &files) {
                Ok(()) => Exit::Ok,
                Err(exit) => exit,
            }
        }
        Outcome::Done(Ok(Done::Analysed(analysed))) => conclude(&job, &analysed, paint),
        Outcome::Done(Err(failure)) => failed(&failure),
        Outcome::GivenUp(cause) => given_up(&job, cause, paint),
        Outcome::Panicked(text) => output::internal_error(&text),
    }
}

fn subject_options(args: &DeadcodeArgs, compiler: &CompilerOptions) -> SubjectOptions {
    let data_model = match (args.ilp32, args.lp64) {
        (true, _) => Some(DataModel::Ilp32),
        (_, true) => Some(DataModel::Lp64),
        _ => None,
    };
    SubjectOptions {
        files: args.files.clone(),
        entry: args.entry.clone(),
        init: args.init.clone(),
        inputs: args.inputs.clone(),
        cycles: args.cycles,
        config: args.config.clone(),
        compile_commands: args.compile_commands.clone(),
        data_model,
        frontend: FrontendOptions {
            malloc_may_fail: args.malloc_may_fail,
            preprocessor_args: compiler.preprocessor.clone(),
            dialect: compiler.dialect,
            ..FrontendOptions::default()
        },
    }
}

/// Prints and writes everything.
fn conclude(job: &Job, analysed: &Analysed, paint: Paint) -> Exit {
    let baseline = match outputs::baseline(&job.args) {
        Ok(baseline) => baseline,
        Err(exit) => return exit,
    };
    if !job.args.json.as_deref().is_some_and(is_stdout) {
        output::out(&said::text(job, analysed, baseline.as_ref(), paint));
    }
    if job.args.quiet {
        // What could not be confirmed is said in any case.
        let remarks = analysed.remarks.iter();
        output::err(
            &remarks
                .map(|remark| format!("{remark}\n"))
                .collect::<String>(),
        );
    }
    if let Err(exit) = write_outputs(&job.args, analysed, baseline.as_ref()) {
        return exit;
    }
    if !analysed.contradictions.is_empty() {
        return output::internal_error(&format!(
            "the compiled program contradicts the analysis:\n  {}",
            analysed.contradictions.join("\n  ")
        ));
    }
    said::exit(&job.args, &analysed.report, baseline.as_ref())
}

fn failed(failure: &Failure) -> Exit {
    match failure {
        Failure::Input(text) => {
            output::err(text);
            Exit::BadInput
        }
        Failure::Usage(text) => output::bad_usage(text),
        Failure::Store(error) => merge::failed(error),
        Failure::Check(error) => output::internal_error(&error.to_string()),
    }
}

/// The work did not stop when it should have: what the session has recorded stands.
fn given_up(job: &Job, cause: Cause, paint: Paint) -> Exit {
    let recorded = Snapshot::read(&job.folder);
    let report = recorded.as_ref().ok().and_then(|snapshot| {
        let results = snapshot.results().ok().flatten()?;
        Some(results.report())
    });
    let Some(report) = report else {
        return output::given_up(cause);
    };
    let analysed = Analysed {
        sources: sources_of(&report),
        report,
        suite: None,
        contradictions: Vec::new(),
        remarks: vec![format!(
            "It was stopped ({}) while it was at work.",
            cause.reason()
        )],
    };
    conclude(job, &analysed, paint)
}

/// The texts that a report is about, as far as they can be read.
fn sources_of(report: &ferric3_coverage::Report) -> Sources {
    let mut sources = Sources::new();
    for goal in &report.goals {
        let file = &goal.place.file;
        if sources.text(file).is_none()
            && let Ok(text) = std::fs::read(Path::new(file))
        {
            sources.insert(file.clone(), String::from_utf8_lossy(&text));
        }
    }
    sources
}
