//! The life of an analysis: what is analysed, its goals, the store, settling, the report.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ferric3_c::{Translation, Uncalled};
use ferric3_coverage::justify::{self, Justification};
use ferric3_coverage::store::{
    Finding, Listing, Program as Analysis, Session, SourceFile, Store, StoreError, TestRun,
};
use ferric3_coverage::{Fingerprint, Goal, Report, Shard, Sources, Status, SuiteUnit, Test};
use ferric3_engine::{
    AutoOptions, CheckError, CheckOptions, EngineKind, ReasonEffort, SimulateOptions,
};
use ferric3_ivl::{InputSource, Program, display_program};
use ferric3_sat::Interrupt;
use ferric3_solver::SolverConfig;
use ferric3_term::Terms;
use ferric3_witness::assumptions;

use super::filter::Filter;
use super::goals::{PlannedGoal, goals_of};
use super::print::{PrintedFile, print_harness};
use super::runs::run_of;
use super::settle::{SettleError, Settling};
use super::subject::{Subject, SubjectOptions, subject};
use crate::cli::deadcode::DeadcodeArgs;
use crate::frontend;
use crate::goal::CoverName;
use crate::progress::{EngineProgress, Status as Phase};

/// `cover` has so much time where nobody says otherwise.
const TIME_OF_COVER: Duration = Duration::from_secs(60);

/// Are proofs wanted, or tests alone?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Want {
    /// `deadcode`
    Everything,
    /// `cover`
    Tests,
}

/// Everything that does not change during an analysis.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) args: DeadcodeArgs,
    pub(crate) want: Want,
    pub(crate) options: SubjectOptions,
    pub(crate) status: Arc<Phase>,
    /// Without a time limit.
    pub(crate) interrupt: Interrupt,
    /// Since when time counts.
    pub(crate) start: Instant,
    /// What is said before the results: warnings, inputs.
    pub(crate) notes: Arc<Mutex<String>>,
    /// Where the session's book is: the store that the user names, or a folder that is gone afterwards.
    pub(crate) folder: PathBuf,
}

/// Why there is no report.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The program or the configuration has errors: what is to be printed.
    Input(String),
    /// The command line asks for something that there is not.
    Usage(String),
    /// The store.
    Store(StoreError),
    /// Our own bug.
    Check(CheckError),
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::Store(error)
    }
}

impl From<SettleError> for Failure {
    fn from(error: SettleError) -> Failure {
        match error {
            SettleError::Check(error) => Failure::Check(error),
            SettleError::Store(error) => Failure::Store(error),
        }
    }
}

/// What unit tests are made of, beside the report.
#[derive(Debug)]
pub(crate) struct SuiteParts {
    pub(crate) units: Vec<SuiteUnit>,
    /// For each test of the report and each of its values: who gives it to a compiled program.
    pub(crate) readers: Vec<Vec<Giver>>,
}

/// Who gives a value to a compiled program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Giver {
    /// A function that returns it.
    Function(String),
    /// Nobody has to: it is what a variable without a value happens to have, which a program must not look at.
    Chance,
    /// Nobody can.
    Nobody,
}

/// What an analysis came to.
#[derive(Debug)]
pub(crate) struct Analysed {
    pub(crate) report: Report,
    pub(crate) sources: Sources,
    /// What unit tests are made of; none if the work was given up.
    pub(crate) suite: Option<SuiteParts>,
    /// What the compiled program contradicts, in sentences. Something of ours is broken then.
    pub(crate) contradictions: Vec<String>,
    /// What the compiled program was asked, in sentences.
    pub(crate) remarks: Vec<String>,
}

/// What the work comes to.
#[derive(Debug)]
pub(crate) enum Done {
    /// The harness, or a list of goals: nothing was analysed.
    Text(String),
    /// The harness as files.
    Files(Vec<PrintedFile>),
    Analysed(Box<Analysed>),
}

impl Job {
    /// The work.
    pub(crate) fn run(&self) -> Result<Done, Failure> {
        let subject = subject(&self.options).map_err(|error| {
            Failure::Input(frontend::render(&error.diagnostics, &error.sources))
        })?;
        if self.args.print_harness || self.args.harness_dir.is_some() {
            return self.harness(&subject);
        }
        let Translation {
            program,
            mut terms,
            warnings,
        } = self.translate(&subject)?;
        self.note(&frontend::render(&warnings, &program.sources));
        let mut sources = Sources::new();
        let mut listed = self.listed(&subject, &program)?;
        for file in listed.iter().map(|listed| &listed.goal.place.file) {
            if sources.text(file).is_none()
                && let Ok(text) = std::fs::read(file)
            {
                sources.insert(file.clone(), String::from_utf8_lossy(&text));
            }
        }
        let justifications = self.justify(&mut listed, &sources)?;
        if self.args.list_goals {
            return Ok(Done::Text(list(&listed)));
        }
        self.say_what_is_analysed(&subject);
        let mut session = self.begin(&subject, (&program, &terms), &listed, &sources)?;
        for text in self.assumptions(&subject, &program) {
            session.record(&Finding::Assumption(text))?;
        }
        let mut progress = EngineProgress {
            status: &self.status,
            engine: "search",
            history_since: None,
        };
        for options in self.stages(&self.interrupt_for(&subject)) {
            let settling = Settling {
                subject: &subject,
                program: &program,
                listed: &listed,
                options: &options,
                per_goal: self.per_goal(&subject),
                reasons: match self.want {
                    Want::Everything => ReasonEffort::default(),
                    Want::Tests => ReasonEffort { per_goal: 0 },
                },
                status: &self.status,
            };
            settling.run(&mut terms, &mut session, &mut progress)?;
        }
        let confirmed = self.ask_compiled(&subject, (&program, &terms), &mut session)?;
        let mut report = session.report();
        session.end()?;
        justify::apply(&mut report.goals, &justifications);
        let suite = SuiteParts {
            units: units(&subject),
            readers: report
                .tests
                .iter()
                .map(|test| readers((&program, &terms), test))
                .collect(),
        };
        Ok(Done::Analysed(Box::new(Analysed {
            report,
            sources,
            suite: self.args.tests.is_some().then_some(suite),
            contradictions: confirmed.contradictions,
            remarks: confirmed.remarks,
        })))
    }

    fn note(&self, text: &str) {
        let mut notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        notes.push_str(text);
    }

    fn translate(&self, subject: &Subject) -> Result<Translation, Failure> {
        self.status.enter("front end");
        let mut options = subject.frontend.clone();
        options.cover = self.criteria(subject);
        options.uncalled = Uncalled::Include;
        let options = crate::goal::coverage_alone(options);
        frontend::translate(&subject.paths, &options)
            .map_err(|error| Failure::Input(frontend::render(&error.diagnostics, &error.sources)))
    }

    /// What is asked for: by the command line, the configuration, or nobody.
    fn criteria(&self, subject: &Subject) -> Vec<ferric3_c::Criterion> {
        let names: Vec<CoverName> = match (&self.args.coverage[..], &subject.config.coverage) {
            ([], None) => CoverName::DEFAULT.to_vec(),
            ([], Some(criteria)) => criteria.iter().map(|&criterion| criterion.into()).collect(),
            (names, _) => names.to_vec(),
        };
        names.into_iter().map(CoverName::criterion).collect()
    }

    /// The goals that are asked about, in the order of the source.
    fn listed(&self, subject: &Subject, program: &Program) -> Result<Vec<PlannedGoal>, Failure> {
        let mut listed = goals_of(program);
        if !self.args.only.is_empty() {
            let filters: Result<Vec<Filter>, String> = self
                .args
                .only
                .iter()
                .map(|text| Filter::parse(text))
                .collect();
            let filters = filters.map_err(Failure::Usage)?;
            for filter in &filters {
                if !listed.iter().any(|listed| filter.matches(&listed.goal)) {
                    return Err(Failure::Usage(format!(
                        "--only {filter}: there is no such goal"
                    )));
                }
            }
            listed.retain(|listed| filters.iter().any(|filter| filter.matches(&listed.goal)));
        }
        if listed.is_empty() {
            let files: Vec<String> = subject
                .paths
                .iter()
                .map(|path| path.display().to_string())
                .collect();
            return Err(Failure::Usage(format!(
                "{} has no coverage goals of these kinds",
                files.join(" ")
            )));
        }
        Ok(listed)
    }

    fn shard(&self) -> Result<Option<Shard>, Failure> {
        let Some(text) = &self.args.shard else {
            return Ok(None);
        };
        let shard = text
            .parse()
            .map_err(|why| Failure::Usage(format!("--shard {text}: {why}")))?;
        Ok(Some(shard))
    }

    fn justify(
        &self,
        listed: &mut [PlannedGoal],
        sources: &Sources,
    ) -> Result<Vec<Justification>, Failure> {
        let (mut all, mut mistakes) = (Vec::new(), Vec::new());
        for (file, text) in sources.iter() {
            match justify::justifications(file, text) {
                Ok(found) => all.extend(found),
                Err(found) => mistakes.extend(found),
            }
        }
        if !mistakes.is_empty() {
            let line = |mistake: &justify::Mistake| {
                let place = &mistake.place;
                format!(
                    "error: {}\n --> {}:{}:{}\n",
                    mistake.text, place.file, place.line, place.column
                )
            };
            return Err(Failure::Input(mistakes.iter().map(line).collect()));
        }
        let mut goals: Vec<Goal> = listed.iter().map(|listed| listed.goal.clone()).collect();
        let applied = justify::apply(&mut goals, &all);
        for (listed, goal) in listed.iter_mut().zip(goals) {
            listed.goal = goal;
        }
        // With a part of the goals, a justification may be about the others.
        if self.args.only.is_empty() && self.args.shard.is_none() {
            for &unused in &applied.unused {
                let place = &all[unused].place;
                self.note(&format!(
                    "warning: this justification is about no goal\n --> {}:{}:{}\n",
                    place.file, place.line, place.column
                ));
            }
        }
        Ok(all)
    }

    fn say_what_is_analysed(&self, subject: &Subject) {
        let (warnings, sources) = subject.warnings();
        if let Some(sources) = sources {
            self.note(&frontend::render(warnings, sources));
        }
        self.note(&subject.inputs_text());
    }

    fn assumptions(&self, subject: &Subject, program: &Program) -> Vec<String> {
        let of_program =
            assumptions(program)
                .into_iter()
                .map(|assumption| match &assumption.place {
                    Some(place) => format!("{}:{}: {}", place.file, place.line, assumption.text),
                    None => assumption.text,
                });
        of_program
            .chain(subject.assumptions().iter().cloned())
            .collect()
    }

    /// The session: in the store that the user names, or in one that is gone afterwards.
    fn begin(
        &self,
        subject: &Subject,
        (program, terms): (&Program, &Terms),
        listed: &[PlannedGoal],
        sources: &Sources,
    ) -> Result<Session, Failure> {
        let basis = fingerprint(program, terms);
        let mut criteria: Vec<_> = listed.iter().map(|listed| listed.goal.criterion).collect();
        criteria.sort_unstable();
        criteria.dedup();
        let analysis = Analysis {
            tool: env!("CARGO_PKG_VERSION").to_owned(),
            subject: subject.entry(),
            criteria,
            fingerprint: basis,
            sources: sources
                .iter()
                .map(|(name, text)| SourceFile::new(name, text))
                .collect(),
        };
        let goals: Vec<Goal> = listed.iter().map(|listed| listed.goal.clone()).collect();
        let shard = self.shard()?.unwrap_or(Shard::WHOLE);
        let listing = Listing::new(analysis, &goals, shard, |_| basis)?;
        let store = Store::open(&self.folder)?;
        if let Some(tail) = store.tail() {
            self.note(&format!("warning: {tail}\n"));
        }
        Ok(store.begin(listing)?)
    }

    /// The searches, one after the other, each for what those before have left open. Where only tests are wanted, half of
    /// the time is for chosen inputs, and half for bounded searches.
    fn stages(&self, interrupt: &Interrupt) -> Vec<CheckOptions> {
        let stage = |engine: EngineKind, interrupt: &Interrupt| CheckOptions {
            solvers: SolverConfig {
                interrupt: interrupt.clone(),
                cores: self.args.cores,
                ..SolverConfig::default()
            },
            ..CheckOptions::new(engine)
        };
        if self.want == Want::Everything {
            let auto = AutoOptions {
                cores: self.args.cores,
                ..AutoOptions::default()
            };
            return vec![stage(EngineKind::Auto(auto), interrupt)];
        }
        let chosen = SimulateOptions {
            effort: u64::MAX,
            seed: self.args.seed,
            ..SimulateOptions::default()
        };
        let now = Instant::now();
        let deadline = interrupt.deadline();
        let half = deadline.map(|deadline| now + deadline.saturating_duration_since(now) / 2);
        let first = half.map_or(interrupt.clone(), |half| interrupt.with_deadline(half));
        vec![
            stage(EngineKind::Simulate(chosen), &first),
            stage(EngineKind::Bmc { max_depth: None }, interrupt),
        ]
    }
}

impl Job {
    /// What the command line, or else the configuration, allows for one goal.
    fn per_goal(&self, subject: &Subject) -> Option<Duration> {
        let configured = subject
            .config
            .seconds_per_goal
            .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        self.args.goal_timeout.or(configured)
    }

    /// What the command line, or else the configuration, allows in all. Tests are made for a minute otherwise.
    fn interrupt_for(&self, subject: &Subject) -> Interrupt {
        let configured = subject.config.seconds;
        let configured = configured.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let usual = (self.want == Want::Tests).then_some(TIME_OF_COVER);
        let limit = self.args.limits.timeout.or(configured).or(usual);
        match limit.and_then(|limit| self.start.checked_add(limit)) {
            Some(deadline) => self.interrupt.with_deadline(deadline),
            None => self.interrupt.clone(),
        }
    }

    fn harness(&self, subject: &Subject) -> Result<Done, Failure> {
        let files = print_harness(subject);
        if files.is_empty() {
            let text = "there is no harness without an entry: --entry step";
            return Err(Failure::Usage(text.to_owned()));
        }
        if self.args.harness_dir.is_some() {
            return Ok(Done::Files(files));
        }
        let text = match &files[..] {
            [only] => only.text.clone(),
            files => {
                let part =
                    |file: &PrintedFile| format!("/* ---- {} ---- */\n{}\n", file.name, file.text);
                files.iter().map(part).collect()
            }
        };
        Ok(Done::Text(text))
    }
}

/// The files of the program as unit tests include them.
fn units(subject: &Subject) -> Vec<SuiteUnit> {
    let unit = |(at, path): (usize, &PathBuf)| {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
        let appended = subject.frontend.appended.iter();
        let appended = appended.filter(|appended| appended.file == at);
        SuiteUnit {
            include: path.display().to_string(),
            harness: appended.map(|appended| appended.text.as_str()).collect(),
        }
    };
    subject.paths.iter().enumerate().map(unit).collect()
}

/// For each value of a test who gives it.
fn readers((program, terms): (&Program, &Terms), test: &Test) -> Vec<Giver> {
    let run = run_of(
        program,
        terms,
        &TestRun {
            inputs: test.inputs.clone(),
            cycles: test.cycles,
        },
    );
    let mut readers: Vec<Giver> = run
        .iter()
        .map(|given| match &program.inputs[given.input].source {
            InputSource::Nondet(name) | InputSource::Extern(name) => Giver::Function(name.clone()),
            InputSource::Uninitialised(_) => Giver::Chance,
            _ => Giver::Nobody,
        })
        .collect();
    readers.resize(test.inputs.len(), Giver::Nobody);
    readers
}

/// All that answers depend on: the program as engines see it, without what it takes for granted, which has places.
fn fingerprint(program: &Program, terms: &Terms) -> Fingerprint {
    let text = display_program(program, terms);
    let lines = text
        .lines()
        .filter(|line| !line.starts_with("// assumed: "));
    Fingerprint::of_parts(std::iter::once(env!("CARGO_PKG_VERSION")).chain(lines))
}

/// A line for each goal.
fn list(listed: &[PlannedGoal]) -> String {
    let line = |listed: &PlannedGoal| {
        let Goal {
            criterion,
            place,
            function,
            text,
            ..
        } = &listed.goal;
        let mut line = format!(
            "{criterion}\t{}:{}:{}\t{function}\t{}",
            place.file,
            place.line,
            place.column,
            text.replace(['\t', '\n', '\r'], " ")
        );
        if let Status::Justified { reason } = &listed.goal.status {
            line.push_str(&format!("\tjustified: {reason}"));
        }
        line + "\n"
    };
    listed.iter().map(line).collect()
}
