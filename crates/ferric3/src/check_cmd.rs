//! `ferric3 check`: decide whether a property can be violated, one property after the other.

mod each;
mod plot;
mod select;
mod witness;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ferric3_c::{Diagnostic, FrontendError, FrontendOptions, Translation};
use ferric3_cfa::{FactOptions, Pass, PassOptions};
use ferric3_engine::{CheckOptions, CheckReport, UnknownReason, Verdict, check};
use ferric3_import::{ImportOptions, Origin};
use ferric3_ivl::Program;
use ferric3_sat::Interrupt;
use ferric3_sat::stream::StreamRecorder;
use ferric3_solver::SolverConfig;
use ferric3_solver::record::QueryRecorder;
use ferric3_term::Terms;
use ferric3_witness::{
    Conclusion, Detail as TraceDetail, DocumentInput, Trace, build_trace, document,
};
use serde_json::Value as Json;

use crate::answers::{self, GoalAnswer};
use crate::called::Options;
use crate::cli::compiler::CompilerOptions;
use crate::cli::{CheckArgs, ColorChoice};
use crate::each::{Part, entries_of};
use crate::endless::may_run_forever;
use crate::exit::Exit;
use crate::goal::{Goal, Question};
use crate::known::all_open;
use crate::limits::{Cause, Guard, MemoryFlag};
use crate::output::{self, Paint};
use crate::prepare::prepare;
use crate::printed::{Printed, is_stdout};
use crate::progress::{ProgressLine, Status};
use crate::report::{self, Detail, Findings};
use crate::solvers::Solvers;
use crate::supervise::{Outcome, supervise};
use crate::turns::{Turn, Turns};
use crate::{frontend, memory, stats, systems};

/// Everything that does not change during a check.
#[derive(Clone, Debug)]
struct Job {
    args: CheckArgs,
    frontend: FrontendOptions,
    goals: Vec<Goal>,
    /// What is known so far, for the case that the rest has to be given up.
    answers: Arc<Mutex<Vec<GoalAnswer>>>,
    /// The program that is being checked, for the same case.
    program: Arc<Mutex<Option<Arc<Program>>>>,
    /// With `--all`: what is known of its properties, for the same case.
    parts: Arc<Mutex<Vec<Part>>>,
    status: Arc<Status>,
    interrupt: Interrupt,
    memory: MemoryFlag,
    paint: Paint,
    recorder: Option<StreamRecorder>,
    term_recorder: Option<QueryRecorder>,
    solvers: Solvers,
}

/// A program, and the file of another format that it was read from.
struct Translated {
    translation: Translation,
    origin: Option<Origin>,
}

/// Runs the command.
pub(crate) fn run(
    args: CheckArgs,
    compiler: &CompilerOptions,
    color: ColorChoice,
    start: Instant,
) -> Exit {
    let (frontend, goals) = match prepare(&args, compiler) {
        Ok(prepared) => prepared,
        Err(exit) => return exit,
    };
    let solvers = match Solvers::find(&args) {
        Ok(solvers) => solvers,
        Err(exit) => return exit,
    };
    let mut guard = match Guard::new(args.limits.limits(), start) {
        Ok(guard) => guard,
        Err(error) => return output::internal_error(&format!("no signal handlers: {error}")),
    };
    let progress = ProgressLine::new(!args.quiet);
    let recorder = match args.record_queries.as_ref().map(StreamRecorder::new) {
        Some(Err(error)) => return output::bad_usage(&format!("cannot record queries: {error}")),
        Some(Ok(recorder)) => Some(recorder),
        None => None,
    };
    let term_recorder = match args.record_terms.as_ref().map(QueryRecorder::new) {
        Some(Err(error)) => return output::bad_usage(&format!("cannot record queries: {error}")),
        Some(Ok(recorder)) => Some(recorder),
        None => None,
    };
    let job = Job {
        args,
        frontend,
        goals,
        answers: Arc::default(),
        program: Arc::default(),
        parts: Arc::default(),
        status: Arc::new(Status::new(start, "front end")),
        interrupt: guard.interrupt(),
        memory: guard.memory_flag(),
        paint: Paint::new(color),
        recorder,
        term_recorder,
        solvers,
    };
    let work = job.clone();
    let printed = match supervise(&mut guard, &job.status, progress, move || work.run()) {
        Outcome::Done(printed) => printed,
        Outcome::GivenUp(cause) => job.given_up(cause),
        Outcome::Panicked(text) => return output::internal_error(&text),
    };
    let error = job.recorder.as_ref().and_then(StreamRecorder::take_error);
    let term_recorder = job.term_recorder.as_ref();
    if let Some(error) = error.or_else(|| term_recorder.and_then(QueryRecorder::take_error)) {
        output::err(&format!(
            "warning: the recorded queries are incomplete: {error}"
        ));
    }
    printed.print(job.args.json.as_deref(), job.args.plot.as_deref())
}

impl Job {
    /// The work.
    fn run(&self) -> Printed {
        if self.args.list_goals {
            return self.list_goals();
        }
        let mut turns = Turns::new(self.goals.len());
        while let Some(turn) = turns.next(self.time_left()) {
            let goal = &self.goals[turn.goal];
            let start = Instant::now();
            let answer = if goal.question == Question::NotYet {
                self.not_yet(goal)
            } else {
                match self.decide(goal, &turn) {
                    Ok(answer) => answer,
                    Err(printed) => return *printed,
                }
            };
            if answers::reason(&answer.conclusion).as_deref() == Some("timeout") {
                turns.come_back(turn.goal, start.elapsed());
            }
            let mut answers = self.answers();
            match answers.get_mut(turn.goal) {
                Some(earlier) => *earlier = answer,
                None => answers.push(answer),
            }
        }
        self.print(&self.answers())
    }

    /// The time until the limit, if there is one.
    fn time_left(&self) -> Option<Duration> {
        let end = self.interrupt.deadline()?;
        Some(end.saturating_duration_since(Instant::now()))
    }

    fn answers(&self) -> MutexGuard<'_, Vec<GoalAnswer>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn program(&self) -> MutexGuard<'_, Option<Arc<Program>>> {
        self.program.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn parts(&self) -> MutexGuard<'_, Vec<Part>> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Is each property of a goal decided by itself?
    fn is_each(&self, goal: &Goal) -> bool {
        self.args.all || !self.args.goal.is_empty() || goal.is_coverage()
    }

    fn not_yet(&self, goal: &Goal) -> GoalAnswer {
        let reason = format!("{} cannot be checked yet", goal.property);
        let text = format!("No verdict: {reason}.\n");
        self.without_report(goal, Conclusion::Unknown { reason }, text)
    }

    /// Decides one goal. The error is what ends the whole check: the file is no program, or we
    /// have a bug.
    fn decide(&self, goal: &Goal, turn: &Turn) -> Result<GoalAnswer, Box<Printed>> {
        *self.program() = None;
        self.parts().clear();
        self.status.enter("front end");
        let start = Instant::now();
        let translated = self.translate(goal);
        let translate_time = start.elapsed();
        let Translated {
            translation,
            origin,
        } = match translated {
            Ok(translated) => translated,
            Err(error) => return Err(Box::new(self.not_c(&error))),
        };
        let Translation {
            program,
            mut terms,
            mut warnings,
        } = translation;
        let program = Arc::new(program);
        *self.program() = Some(Arc::clone(&program));
        self.status.enter("automaton");

        let options = CheckOptions {
            goals: self.selected(&program)?,
            solvers: SolverConfig {
                backend: self.solvers.backend.clone(),
                interrupt: match turn.share {
                    Some(share) => self.interrupt.with_deadline(Instant::now() + share),
                    None => self.interrupt.clone(),
                },
                record: self.recorder.clone(),
                record_terms: self.term_recorder.clone(),
                witnesses: self.solvers.witnesses.clone(),
                cores: match self.args.deterministic {
                    true => 1,
                    false => self.args.cores,
                },
            },
            passes: self.passes(),
            facts: (!self.args.no_facts).then(FactOptions::default),
            ..CheckOptions::new(self.args.engine.kind(&self.args))
        };
        let mut progress = self.progress();
        if turn.goal > 0 {
            // The first program had them, too.
            warnings.clear();
        }
        if self.is_each(goal) {
            let translation = Translation {
                program: Program::clone(&program),
                terms,
                warnings,
            };
            return self.decide_each(goal, translation, &options, translate_time);
        }
        let mut report = match check(&program, &mut terms, &options, &mut progress) {
            Ok(report) => report,
            Err(error) => return Err(Box::new(Printed::internal_error(error.to_string()))),
        };
        self.adjust(goal, &program, &mut report);
        let mut phases = vec![("front end", translate_time)];
        phases.extend(report.phases.iter().copied());
        let note = self.witness(origin.as_ref(), &program, &mut terms, &report, &options)?;
        let mut answer = self.conclude(goal, &program, &terms, &warnings, &report, &phases);
        answer.err.extend(note);
        Ok(answer)
    }

    /// What the engine cannot know: why it was interrupted, and what a property is about.
    fn adjust(&self, goal: &Goal, program: &Program, report: &mut CheckReport) {
        if matches!(report.verdict, Verdict::Unknown(UnknownReason::Interrupted))
            && self.memory.is_set()
        {
            report.verdict = Verdict::Unknown(UnknownReason::Memory);
        }
        if goal.at_all_times
            && matches!(report.verdict, Verdict::True(_))
            && may_run_forever(program)
        {
            report.verdict = Verdict::Unknown(UnknownReason::Unsupported {
                construct: format!("{} in runs that never end", goal.property),
                span: None,
            });
        }
    }

    /// The trace of a violation.
    fn trace(&self, program: &Program, terms: &Terms, report: &CheckReport) -> Option<Trace> {
        let Verdict::False(replay) = &report.verdict else {
            return None;
        };
        let detail = match self.detail() {
            Detail::Everything => TraceDetail::Everything,
            Detail::Verdict | Detail::Normal => TraceDetail::OfProgram,
        };
        Some(build_trace(program, terms, replay, detail))
    }

    fn translate(&self, goal: &Goal) -> Result<Translated, FrontendError> {
        let files = &self.args.frontend.files;
        let Some(format) = systems::format_of_check(&self.args) else {
            let translation = frontend::translate(files, &goal.options(&self.frontend))?;
            return Ok(Translated {
                translation,
                origin: None,
            });
        };
        let options = ImportOptions {
            property: self.args.property.clone(),
            cuts: self.args.witness.is_some(),
        };
        let imported = systems::read(&files[0], format, &options)?;
        Ok(Translated {
            translation: Translation {
                program: imported.program,
                terms: imported.terms,
                warnings: Vec::new(),
            },
            origin: Some(imported.origin),
        })
    }

    /// Says what was found.
    fn conclude(
        &self,
        goal: &Goal,
        program: &Program,
        terms: &Terms,
        warnings: &[Diagnostic],
        report: &CheckReport,
        phases: &[(&'static str, Duration)],
    ) -> GoalAnswer {
        let trace = self.trace(program, terms, report);
        let (file, trace) = (&self.file(), trace.as_ref());
        let findings = Findings {
            goal,
            file,
            program,
            terms,
            report,
            trace,
            solvers: &self.solvers,
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
                diagnostics: frontend::entries(warnings, &program.sources),
                phases,
                goals: entries_of(program, report),
                ..self.document_input(goal.property, Some(&conclusion), file)
            })
        });
        GoalAnswer {
            name: goal.name.clone(),
            property: goal.property,
            conclusion,
            kinds: goal.kinds(),
            text,
            assumed: report::assumed(program),
            err,
            json,
            courses: self.courses(report),
            why_empty: self.why_empty(report),
        }
    }

    /// An answer without a finished check.
    fn without_report(&self, goal: &Goal, conclusion: Conclusion, text: String) -> GoalAnswer {
        let file = self.file();
        let json = self.args.json.as_ref();
        let json =
            json.map(|_| document(&self.document_input(goal.property, Some(&conclusion), &file)));
        let quiet = self.detail() == Detail::Verdict;
        GoalAnswer {
            name: goal.name.clone(),
            property: goal.property,
            conclusion,
            kinds: goal.kinds(),
            text: if quiet { String::new() } else { text },
            assumed: Vec::new(),
            err: String::new(),
            json,
            courses: Vec::new(),
            why_empty: "The search did not come to an end, so nothing is known of its course."
                .to_owned(),
        }
    }

    /// All answers together.
    fn print(&self, answers: &[GoalAnswer]) -> Printed {
        let detail = self.detail();
        let (elapsed, arith) = (self.status.elapsed(), self.frontend.arith);
        let mut printed = answers::together(answers, detail, self.paint, elapsed, arith);
        if self.json_to_stdout() {
            printed.out.clear();
        }
        self.draw(answers, &mut printed);
        printed
    }

    /// The file has errors.
    fn not_c(&self, error: &FrontendError) -> Printed {
        let diagnostics = frontend::entries(&error.diagnostics, &error.sources);
        let json = self.args.json.as_ref().map(|_| {
            let document = document(&DocumentInput {
                diagnostics,
                ..self.document_input(&self.properties(), None, &self.file())
            });
            serde_json::to_value(document).unwrap_or_default()
        });
        let err = frontend::render(&error.diagnostics, &error.sources);
        Printed {
            out: String::new(),
            err,
            json,
            picture: self.picture_of_nothing("The file has errors: there was nothing to search."),
            exit: Exit::BadInput,
        }
    }

    /// The work did not stop when it should have. Called by the main thread.
    fn given_up(&self, cause: Cause) -> Printed {
        let mut answers = self.answers().clone();
        let state = self.status.state();
        let program = self.program().clone();
        let known = program
            .as_ref()
            .map(|program| all_open(program, self.paint));
        for (i, goal) in self.goals.iter().enumerate().skip(answers.len()) {
            if let (true, Some(program)) = (i == answers.len() && self.is_each(goal), &program) {
                answers.push(self.given_up_each(goal, program, cause));
                continue;
            }
            let text = if i == answers.len() {
                let stopped = report::given_up(&state, self.args.engine.name(), cause);
                stopped + known.as_deref().unwrap_or_default()
            } else {
                "No verdict: the check did not get there.\n".to_owned()
            };
            let reason = cause.reason().to_owned();
            answers.push(self.without_report(goal, Conclusion::Unknown { reason }, text));
        }
        self.print(&answers)
    }

    fn properties(&self) -> String {
        let names: Vec<&str> = self.goals.iter().map(|goal| goal.property).collect();
        names.join(",")
    }

    fn document_input<'a>(
        &self,
        property: &'a str,
        conclusion: Option<&'a Conclusion>,
        file: &'a str,
    ) -> DocumentInput<'a> {
        DocumentInput {
            tool_version: env!("CARGO_PKG_VERSION"),
            file,
            conclusion,
            property,
            engine: self.args.engine.name(),
            program: None,
            report: None,
            trace: None,
            diagnostics: Vec::new(),
            phases: &[],
            wall_time: self.status.elapsed(),
            peak_memory: memory::peak(),
            options: self.options(),
            goals: Vec::new(),
        }
    }

    fn passes(&self) -> PassOptions {
        self.args.passes.options(PassOptions::default().passes)
    }

    fn options(&self) -> Json {
        let args = &self.args;
        let options = Options {
            data_model: format!("{:?}", self.frontend.data_model).to_uppercase(),
            entry: &self.frontend.entry,
            preprocessor: &self.frontend.preprocessor_args,
            arith: self.frontend.arith,
            malloc_may_fail: self.frontend.malloc_may_fail,
            check: args.frontend.checks.iter().map(|c| c.name()).collect(),
            all: args.all,
            cover: args.cover.iter().map(|c| c.name()).collect(),
            goal: args.goal.iter().map(ToString::to_string).collect(),
            spec: args.spec.as_ref().map(|path| path.display().to_string()),
            property: args.property.as_deref(),
            engine: args.engine.name(),
            with: args.with.iter().map(|t| t.name()).collect(),
            without: args.without.iter().map(|t| t.name()).collect(),
            facts: !args.no_facts,
            passes: self.passes().passes.iter().map(Pass::name).collect(),
            blocks: args.passes.blocks(),
            cores: args.cores,
            deterministic: args.deterministic,
            max_depth: args.max_depth,
            sat: &args.sat,
            solver: self.solvers.program(),
            certify: self.solvers.certifiers(),
            timeout_seconds: args.limits.timeout.as_ref().map(Duration::as_secs_f64),
            memory_megabytes: args.limits.memory,
        };
        serde_json::to_value(options).unwrap_or_default()
    }

    fn detail(&self) -> Detail {
        match (self.args.quiet, self.args.verbose) {
            (true, _) => Detail::Verdict,
            (_, true) => Detail::Everything,
            _ => Detail::Normal,
        }
    }

    fn file(&self) -> String {
        self.args.frontend.program()
    }

    fn json_to_stdout(&self) -> bool {
        self.args.json.as_deref().is_some_and(is_stdout)
    }
}
