//! `ferric3 check`: decide whether an assertion can be violated.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ferric3_c::{Diagnostic, FrontendError, FrontendOptions, Translation};
use ferric3_engine::{
    CheckOptions, CheckReport, EngineKind, Ic3CfaOptions, UnknownReason, Verdict, check,
};
use ferric3_ivl::Program;
use ferric3_sat::stream::StreamRecorder;
use ferric3_sat::{Interrupt, SatBackend};
use ferric3_solver::SolverConfig;
use ferric3_term::Terms;
use ferric3_witness::{Conclusion, DocumentInput, build_trace, document};
use serde_json::{Value as Json, json};

use crate::cli::{CheckArgs, ColorChoice, EngineName};
use crate::exit::Exit;
use crate::limits::{Cause, Guard, Limits, MemoryFlag};
use crate::output::{self, Paint};
use crate::prepare::prepare;
use crate::printed::{Printed, is_stdout};
use crate::progress::{EngineProgress, ProgressLine, Status};
use crate::report::{self, Detail, Findings};
use crate::supervise::{Outcome, supervise};
use crate::{frontend, memory, stats};

/// Everything that does not change during a check.
#[derive(Clone, Debug)]
struct Job {
    args: CheckArgs,
    frontend: FrontendOptions,
    status: Arc<Status>,
    interrupt: Interrupt,
    memory: MemoryFlag,
    paint: Paint,
    recorder: Option<StreamRecorder>,
}

/// Runs the command.
pub(crate) fn run(
    args: CheckArgs,
    preprocessor_args: Vec<String>,
    color: ColorChoice,
    start: Instant,
) -> Exit {
    let frontend = match prepare(&args, preprocessor_args) {
        Ok(frontend) => frontend,
        Err(exit) => return exit,
    };
    let limits = Limits {
        timeout: args.timeout,
        memory: args.memory.map(|mb| mb * memory::MEGABYTE),
    };
    let mut guard = match Guard::new(limits, start) {
        Ok(guard) => guard,
        Err(error) => return output::internal_error(&format!("no signal handlers: {error}")),
    };
    let progress = ProgressLine::new(!args.quiet);
    let recorder = match args.record_queries.as_ref().map(StreamRecorder::new) {
        Some(Err(error)) => return output::bad_usage(&format!("cannot record queries: {error}")),
        Some(Ok(recorder)) => Some(recorder),
        None => None,
    };
    let job = Job {
        args,
        frontend,
        status: Arc::new(Status::new(start, "front end")),
        interrupt: guard.interrupt(),
        memory: guard.memory_flag(),
        paint: Paint::new(color),
        recorder,
    };
    let work = job.clone();
    let printed = match supervise(&mut guard, &job.status, progress, move || work.run()) {
        Outcome::Done(printed) => printed,
        Outcome::GivenUp(cause) => job.given_up(cause),
        Outcome::Panicked(text) => return output::internal_error(&text),
    };
    if let Some(error) = job.recorder.as_ref().and_then(StreamRecorder::take_error) {
        output::err(&format!(
            "warning: the recorded queries are incomplete: {error}"
        ));
    }
    printed.print(job.args.json.as_deref())
}

impl Job {
    /// The work.
    fn run(&self) -> Printed {
        let start = Instant::now();
        let translated = frontend::translate(&self.args.frontend.file, &self.frontend);
        let translate_time = start.elapsed();
        let Translation {
            program,
            mut terms,
            warnings,
        } = match translated {
            Ok(translation) => translation,
            Err(error) => return self.not_c(&error),
        };
        self.status.enter("automaton");

        let sat = SatBackend::from_name(&self.args.sat).unwrap_or_default();
        let interrupt = self.interrupt.clone();
        let options = CheckOptions {
            engine: self.engine(),
            solvers: SolverConfig {
                sat,
                interrupt,
                record: self.recorder.clone(),
            },
        };
        let engine = self.args.engine.name();
        let mut progress = EngineProgress {
            status: &self.status,
            engine,
        };
        let mut report = match check(&program, &mut terms, &options, &mut progress) {
            Ok(report) => report,
            Err(error) => return Printed::internal_error(error.to_string()),
        };
        if matches!(report.verdict, Verdict::Unknown(UnknownReason::Interrupted))
            && self.memory.is_set()
        {
            report.verdict = Verdict::Unknown(UnknownReason::Memory);
        }
        let mut phases = vec![("front end", translate_time)];
        phases.extend(report.phases.iter().copied());
        self.conclude(&program, &terms, &warnings, &report, &phases)
    }

    /// Says what was found.
    fn conclude(
        &self,
        program: &Program,
        terms: &Terms,
        warnings: &[Diagnostic],
        report: &CheckReport,
        phases: &[(&'static str, Duration)],
    ) -> Printed {
        let trace = match &report.verdict {
            Verdict::False(replay) => Some(build_trace(program, terms, replay)),
            _ => None,
        };
        let (file, trace) = (&self.file(), trace.as_ref());
        let findings = Findings {
            file,
            program,
            terms,
            report,
            trace,
        };
        let mut text = report::sentences(&findings, self.detail(), self.paint);
        let mut err = String::new();
        if !self.args.quiet {
            err.push_str(&frontend::render(warnings, &program.sources));
        }
        if self.args.stats {
            let table = stats::table(&findings, phases, self.status.elapsed());
            if self.json_to_stdout() {
                &mut err
            } else {
                &mut text
            }
            .push_str(&table);
        }
        let conclusion = Conclusion::of(report, program);
        let json = self.args.json.as_ref().map(|_| {
            document(&DocumentInput {
                program: Some((program, terms)),
                report: Some(report),
                trace,
                diagnostics: frontend::to_json(warnings, &program.sources),
                phases,
                ..self.document_input(Some(&conclusion), file)
            })
        });
        Printed {
            out: self.with_verdict(text, &conclusion),
            err,
            json,
            exit: exit_of(report),
        }
    }

    /// The file has errors.
    fn not_c(&self, error: &FrontendError) -> Printed {
        let diagnostics = frontend::to_json(&error.diagnostics, &error.sources);
        let json = self.args.json.as_ref().map(|_| {
            document(&DocumentInput {
                diagnostics,
                ..self.document_input(None, &self.file())
            })
        });
        let err = frontend::render(&error.diagnostics, &error.sources);
        Printed {
            out: String::new(),
            err,
            json,
            exit: Exit::BadInput,
        }
    }

    /// The work did not stop when it should have. Called by the main thread.
    fn given_up(&self, cause: Cause) -> Printed {
        let conclusion = Conclusion::Unknown {
            reason: cause.reason().to_owned(),
        };
        let text = match self.detail() {
            Detail::Verdict => String::new(),
            _ => report::given_up(&self.status.state(), self.args.engine.name()),
        };
        let json = self
            .args
            .json
            .as_ref()
            .map(|_| document(&self.document_input(Some(&conclusion), &self.file())));
        let out = self.with_verdict(text, &conclusion);
        Printed {
            out,
            err: String::new(),
            json,
            exit: Exit::Unknown,
        }
    }

    fn with_verdict(&self, text: String, conclusion: &Conclusion) -> String {
        if self.json_to_stdout() {
            return String::new();
        }
        text + &report::verdict_line(conclusion, self.paint)
    }

    fn document_input<'a>(
        &self,
        conclusion: Option<&'a Conclusion>,
        file: &'a str,
    ) -> DocumentInput<'a> {
        DocumentInput {
            tool_version: env!("CARGO_PKG_VERSION"),
            file,
            conclusion,
            property: "unreach-call",
            engine: self.args.engine.name(),
            program: None,
            report: None,
            trace: None,
            diagnostics: Vec::new(),
            phases: &[],
            wall_time: self.status.elapsed(),
            peak_memory: memory::peak(),
            options: self.options(),
        }
    }

    fn options(&self) -> Json {
        json!({
            "data_model": format!("{:?}", self.frontend.data_model).to_uppercase(),
            "entry": self.frontend.entry,
            "preprocessor": self.frontend.preprocessor_args,
            "spec": self.args.spec.as_ref().map(|path| path.display().to_string()),
            "engine": self.args.engine.name(),
            "with": self.args.with.iter().map(|t| t.name()).collect::<Vec<_>>(),
            "without": self.args.without.iter().map(|t| t.name()).collect::<Vec<_>>(),
            "max_depth": self.args.max_depth,
            "sat": self.args.sat,
            "timeout_seconds": self.args.timeout.as_ref().map(Duration::as_secs_f64),
            "memory_megabytes": self.args.memory,
        })
    }

    fn engine(&self) -> EngineKind {
        let Some(preset) = self.args.engine.preset() else {
            return EngineKind::Bmc {
                max_depth: self.args.max_depth,
            };
        };
        let mut options = Ic3CfaOptions::from(preset);
        for &technique in &self.args.with {
            options.techniques = options.techniques.with(technique);
        }
        for &technique in &self.args.without {
            options.techniques = options.techniques.without(technique);
        }
        match self.args.engine {
            EngineName::Auto => EngineKind::Auto(options),
            _ => EngineKind::Ic3Cfa(options),
        }
    }

    fn detail(&self) -> Detail {
        match (self.args.quiet, self.args.verbose) {
            (true, _) => Detail::Verdict,
            (_, true) => Detail::Everything,
            _ => Detail::Normal,
        }
    }

    fn file(&self) -> String {
        self.args.frontend.file.display().to_string()
    }

    fn json_to_stdout(&self) -> bool {
        self.args.json.as_deref().is_some_and(is_stdout)
    }
}

fn exit_of(report: &CheckReport) -> Exit {
    match report.verdict {
        Verdict::True(_) => Exit::Ok,
        Verdict::False(_) => Exit::Violation,
        Verdict::Unknown(_) => Exit::Unknown,
    }
}
