//! The compiled program is asked: does each test reach what it should, and does any random run reach what is dead?

use std::collections::BTreeMap;
use std::time::Duration;

use ferric3_confirm::{
    Build, Domain, Given, Judge, Program as Source, Reading, Refused, Run, Search, Unit, ValueRange,
};
use ferric3_coverage::store::{Finding, Outcome, Session, TestRun};
use ferric3_coverage::{Confirmation, Goal, Report, Status};
use ferric3_ivl::Program;
use ferric3_term::Terms;

use super::runs::{bits, place, run_of};
use super::subject::Subject;
use super::work::{Failure, Job};

/// What the compiled program said, in sentences.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    /// Something of ours is wrong.
    pub(crate) contradictions: Vec<String>,
    pub(crate) remarks: Vec<String>,
}

/// Inputs that one random run reads before the next one begins, where the program has a `main` of its own.
const READS_OF_A_RUN: u64 = 10_000;

/// The function of the harness that is a cycle.
const CYCLE: &str = "ferric3_cycle";

/// Random cycles take no longer than this.
const LIMIT: Duration = Duration::from_secs(600);

impl Job {
    /// Ask the compiled program what the command line wants to know.
    pub(super) fn ask_compiled(
        &self,
        subject: &Subject,
        (program, terms): (&Program, &Terms),
        session: &mut Session,
    ) -> Result<Asked, Failure> {
        let mut asked = Asked::default();
        if !self.args.confirm && self.args.try_dead.is_none() {
            return Ok(asked);
        }
        self.status.enter("compiling");
        let report = session.report();
        let source = source_of(subject, program)?;
        if self.args.confirm {
            match Judge::build(&source, Build::Plain) {
                Ok(judge) => {
                    self.status.enter("running tests");
                    let runs: Vec<Run> = report
                        .tests
                        .iter()
                        .map(|test| {
                            let inputs = test.inputs.clone();
                            let cycles = test.cycles;
                            run_for_judge((program, terms), &TestRun { inputs, cycles })
                        })
                        .collect();
                    confirm(&judge, &report, &runs, session, &mut asked)?;
                }
                Err(Refused(why)) => asked.remarks.push(not_compiled(&why)),
            }
        }
        if let Some(cycles) = self.args.try_dead {
            match Judge::build(&source, Build::Fast) {
                Ok(judge) => {
                    self.status.enter("random cycles");
                    self.try_dead(subject, &judge, (&report, cycles), &mut asked);
                }
                Err(Refused(why)) => asked.remarks.push(not_compiled(&why)),
            }
        }
        Ok(asked)
    }

    fn try_dead(
        &self,
        subject: &Subject,
        judge: &Judge,
        (report, cycles): (&Report, u64),
        asked: &mut Asked,
    ) {
        let is_dead = |goal: &&Goal| matches!(goal.status, Status::Dead { .. });
        let dead: Vec<&Goal> = report.goals.iter().filter(is_dead).collect();
        let search = Search {
            seed: self.args.seed,
            cycles,
            cycles_of_a_run: subject.cycles,
            reads_of_a_run: READS_OF_A_RUN,
            limit: LIMIT,
        };
        let tried = match judge.try_dead(&dead, &search) {
            Ok(tried) => tried,
            Err(failure) => {
                asked.remarks.push(format!(
                    "Dead goals were not tried by the compiled program: {}.",
                    failure.0
                ));
                return;
            }
        };
        asked.remarks.push(format!(
            "{} dead goals were tried in {} random cycles ({} runs) of the compiled program; {} have no probe.",
            dead.len() - tried.untried.len(),
            tried.cycles,
            tried.runs,
            tried.untried.len()
        ));
        for (goal, why) in &tried.untried {
            let goal = dead[*goal];
            asked.remarks.push(format!(
                "  not tried: {}:{}: {} ({}): {why}",
                goal.place.file, goal.place.line, goal.text, goal.criterion
            ));
        }
        if tried.lost > 0 {
            asked.remarks.push(format!(
                "  {} evaluations of decisions were not recorded: there was no room for them.",
                tried.lost
            ));
        }
        for revived in &tried.revived {
            let goal = dead[revived.goal];
            asked.contradictions.push(format!(
                "{}:{}: {} ({}) is said to be dead, and the compiled program gets there in cycle {} of the random run \
                 with seed {}",
                goal.place.file,
                goal.place.line,
                goal.text,
                goal.criterion,
                revived.moment.cycle,
                revived.seed
            ));
        }
    }
}

fn not_compiled(why: &str) -> String {
    format!("The compiled program was not asked: {why}")
}

fn confirm(
    judge: &Judge,
    report: &Report,
    runs: &[Run],
    session: &mut Session,
    asked: &mut Asked,
) -> Result<(), Failure> {
    let answers = judge.confirm(report, runs);
    let (mut confirmed, mut unprobed, mut not_asked) = (0, BTreeMap::new(), Vec::new());
    for (test, answer) in report.tests.iter().zip(answers) {
        let key = |&goal: &usize| report.goals[goal].key.clone();
        unprobed.extend(answer.unasked);
        let outcome = match answer.confirmation {
            Confirmation::Confirmed { by } => {
                confirmed += 1;
                Outcome::Confirmed { by }
            }
            Confirmation::Contradicted { by, missing } => {
                for &goal in &missing {
                    let goal = &report.goals[goal];
                    asked.contradictions.push(format!(
                        "{}:{}: {} ({}) is said to be reached, and the compiled program does not get there",
                        goal.place.file, goal.place.line, goal.text, goal.criterion
                    ));
                }
                let missing = missing.iter().map(key).collect();
                Outcome::Contradicted { by, missing }
            }
            Confirmation::NotAsked { reason } => {
                not_asked.push(reason.clone());
                Outcome::NotAsked { reason }
            }
        };
        let test = TestRun {
            inputs: test.inputs.clone(),
            cycles: test.cycles,
        };
        session.record(&Finding::Confirmed { test, outcome })?;
    }
    let mut text = format!(
        "{confirmed} of {} tests were confirmed by the compiled program",
        report.tests.len()
    );
    not_asked.sort();
    not_asked.dedup();
    match &not_asked[..] {
        [] => text.push('.'),
        reasons => text.push_str(&format!(
            "; others could not be given to it: {}.",
            reasons.join("; ")
        )),
    }
    asked.remarks.push(text);
    for (goal, why) in unprobed {
        let goal = &report.goals[goal];
        asked.remarks.push(format!(
            "  not asked about: {}:{}: {} ({}): {why}",
            goal.place.file, goal.place.line, goal.text, goal.criterion
        ));
    }
    Ok(())
}

/// The program as it is compiled: the same texts that are analysed.
fn source_of(subject: &Subject, program: &Program) -> Result<Source, Failure> {
    let mut units = Vec::new();
    for (at, path) in subject.paths.iter().enumerate() {
        let text = std::fs::read(path).map_err(|error| {
            Failure::Input(format!(
                "ferric3: error: cannot read {}: {error}\n",
                path.display()
            ))
        })?;
        let mut options = subject.frontend.clone();
        options.appended = Vec::new();
        options.file_args = Vec::new();
        if let Some(own) = subject.frontend.file_args.get(at) {
            options.preprocessor_args.extend(own.iter().cloned());
        }
        let mut text = String::from_utf8_lossy(&text).into_owned();
        for appended in &subject.frontend.appended {
            if appended.file == at {
                // Its places are those that the analysis knows.
                text.push_str(&format!(
                    "\n#line 1 \"{}\"\n{}",
                    appended.name, appended.text
                ));
            }
        }
        units.push(Unit {
            name: path.display().to_string(),
            text,
            options,
        });
    }
    let domains = program.inputs.iter().filter_map(|input| {
        let site = subject.site(&program.sources, input.span)?;
        let range = match (site.bounds, &site.range) {
            (Some((from, to)), _) => ValueRange::Integers {
                from: i64::try_from(from).ok()?,
                to: i64::try_from(to).ok()?,
            },
            (None, Some((from, to))) => ValueRange::Floats {
                from: from.trim_end_matches(['f', 'F', 'l', 'L']).parse().ok()?,
                to: to.trim_end_matches(['f', 'F', 'l', 'L']).parse().ok()?,
            },
            (None, None) => return None,
        };
        let place = place(program, input.span);
        Some(Domain { place, range })
    });
    Ok(Source {
        units,
        entry: subject.harness.as_ref().map(|_| CYCLE.to_owned()),
        domains: domains.collect(),
        ..Source::default()
    })
}

/// A test as the compiled program is given it.
pub(super) fn run_for_judge((program, terms): (&Program, &Terms), test: &TestRun) -> Run {
    let given = run_of(program, terms, test).into_iter().map(|given| {
        let site = &program.inputs[given.input];
        let place = place(program, site.span);
        Given {
            reading: Reading::of(&site.source, Some(place)),
            bits: bits(&given.value),
        }
    });
    Run {
        inputs: given.collect(),
        cycles: test.cycles,
    }
}
