//! The result as sentences for a person.

use ferric3_c::ErrorCalls;
use ferric3_engine::{Certified, CheckReport, Proof, UnknownReason, Verdict};
use ferric3_ivl::{Program, Property, PropertyKind};
use ferric3_term::Terms;
use ferric3_witness::{
    Conclusion, LocationInvariant, Names, TextOptions, Trace, TraceLine, describe_invariant,
    trace_lines,
};

use crate::arith::marked;
use crate::frontend::labelled;
use crate::goal::{Goal, Question};
use crate::known::{known_so_far, transitions};
use crate::limits::Cause;
use crate::output::Paint;
use crate::progress::State;
use crate::solvers::Solvers;

/// Lines of a long trace that are shown; more only for the inputs of what is left out.
const TRACE_LINES: usize = 60;

/// Assumptions that are shown of a long list.
const ASSUMPTIONS_SHOWN: usize = 20;

/// How much to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Only the last line.
    Verdict,
    /// What most people want to know.
    Normal,
    /// All of it.
    Everything,
}

/// What there is to talk about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Findings<'a> {
    pub(crate) goal: &'a Goal,
    pub(crate) file: &'a str,
    pub(crate) program: &'a Program,
    pub(crate) terms: &'a Terms,
    pub(crate) report: &'a CheckReport,
    pub(crate) trace: Option<&'a Trace>,
    /// What answered queries and confirmed certificates.
    pub(crate) solvers: &'a Solvers,
}

/// Everything above the assumptions and the last line.
pub(crate) fn sentences(findings: &Findings<'_>, detail: Detail, paint: Paint) -> String {
    if detail == Detail::Verdict {
        return String::new();
    }
    let text = match &findings.report.verdict {
        Verdict::True(certified) => {
            proof(findings, detail, paint) + &confirmed(certified, findings.solvers)
        }
        Verdict::False(_) => violation(findings, detail, paint),
        Verdict::Unknown(reason) => unknown(findings, reason, paint),
    };
    let backend = &findings.solvers.backend;
    match backend.version() {
        Some(_) => text + &format!("Queries were answered by {backend}.\n"),
        None => text,
    }
}

/// The same about some of the properties, which a table has named.
pub(crate) fn evidence(findings: &Findings<'_>, detail: Detail, paint: Paint) -> String {
    match &findings.report.verdict {
        Verdict::True(certified) => {
            how_proved(findings, certified, detail, paint) + &confirmed(certified, findings.solvers)
        }
        Verdict::False(_) => violation(findings, detail, paint),
        Verdict::Unknown(reason @ UnknownReason::Unsupported { .. }) => {
            unknown(findings, reason, paint)
        }
        Verdict::Unknown(_) => String::new(),
    }
}

/// Who checked a certificate. That the same program did, which is possible where no solver of ours knows the sorts, is
/// not to be overlooked.
fn checker(certified: &Certified, solvers: &Solvers) -> String {
    match certified.checked_by() {
        None => "a fresh solver".to_owned(),
        Some(program) if solvers.backend.to_string() == program => {
            format!("a fresh process of the same program, {program}")
        }
        Some(program) => program.to_owned(),
    }
}

/// Which further solvers have confirmed a certificate.
fn confirmed(certified: &Certified, solvers: &Solvers) -> String {
    let mut text = String::new();
    if certified.confirmations().is_empty() && !solvers.witnesses.is_empty() {
        text.push_str("No query was asked, so that there was none to confirm.\n");
    }
    for by in certified.confirmations() {
        let program = format!("{} {}", by.name, by.version);
        text.push_str(&match by.obligations {
            0 => format!("{program} had nothing to confirm: simplification alone settles it.\n"),
            number => format!("Confirmed by {program}, in {}.\n", queries(number)),
        });
    }
    text
}

/// The last line.
pub(crate) fn verdict_line(conclusion: &Conclusion, arith: bool, paint: Paint) -> String {
    let kind = match conclusion {
        Conclusion::Coverage { .. } => "Coverage",
        _ => "Verification",
    };
    let mut text = conclusion.to_string();
    if arith {
        text = marked(&text);
    }
    let line = format!("{kind} result: {text}");
    let line = match conclusion {
        Conclusion::True | Conclusion::Coverage { open: 0, .. } => paint.green(&line),
        Conclusion::False { .. } => paint.red(&line),
        Conclusion::Unknown { .. } | Conclusion::Coverage { .. } => paint.yellow(&line),
    };
    line + "\n"
}

/// Where work was that had to be given up, and why.
pub(crate) fn given_up(state: &State, engine: &str, cause: Cause) -> String {
    let why = match cause {
        Cause::Timeout => "the time limit was reached",
        Cause::Memory => "the memory limit was reached",
        Cause::Signal => "the check was interrupted",
    };
    match &state.engine {
        None => format!("No verdict: {why} in phase `{}`.\n", state.phase),
        Some(info) => format!(
            "No verdict: {why}. {engine} was at level {} with {} after {}.\n",
            info.level,
            count(info.lemmas, "lemma"),
            queries(info.queries)
        ),
    }
}

/// `3 lemmas`, `1 lemma`.
fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// `3 queries`, `1 query`.
fn queries(number: u64) -> String {
    match number {
        1 => "1 query".to_owned(),
        n => format!("{n} queries"),
    }
}

fn proof(findings: &Findings<'_>, detail: Detail, paint: Paint) -> String {
    let Findings {
        goal,
        file,
        program,
        report,
        ..
    } = *findings;
    let Verdict::True(certified) = &report.verdict else {
        return String::new();
    };
    let properties = program
        .properties
        .iter()
        .filter(|p| p.kind != PropertyKind::Unsupported)
        .count();
    let fault = goal.fault();
    let mut text = match (&goal.question, properties) {
        (Question::Calls(ErrorCalls::Only(calls)), 0) if !program.not_asked.is_empty() => {
            not_asked(file, program, calls)
        }
        (Question::Calls(_), 0) => match program.settled {
            0 => format!("{file} has no assertion and no error call that a run could get to.\n"),
            1 => format!("No run of {file} violates its assertion: its form alone settles that.\n"),
            n => format!(
                "No run of {file} violates any of its {n} assertions: their form alone settles \
                 that.\n"
            ),
        },
        (Question::Calls(_), 1) => format!("No run of {file} violates its assertion.\n"),
        (Question::Calls(_), n) => {
            format!("No run of {file} violates any of its {n} assertions.\n")
        }
        (_, 0) => format!("No run of {file} {fault}: nothing that could, can be reached.\n"),
        (_, n) => format!("No run of {file} {fault}: {} checked.\n", count(n, "place")),
    };
    text.push_str(&how_proved(findings, certified, detail, paint));
    text
}

/// Who proved it and how it was checked again.
fn how_proved(
    findings: &Findings<'_>,
    certified: &Certified,
    detail: Detail,
    paint: Paint,
) -> String {
    let Findings {
        goal,
        program,
        terms,
        report,
        ..
    } = *findings;
    let fault = goal.fault();
    let mut text = String::new();
    let queries = queries(certified.stats.queries);
    let checker = checker(certified, findings.solvers);
    match certified.proof() {
        Proof::Invariant(invariant) => {
            let described = match &report.task {
                Some(task) => describe_invariant(task, terms, invariant),
                None => Vec::new(),
            };
            let (engine, level) = (report.engine, report.stats.level);
            let at_level = match level {
                0 => String::new(),
                level => format!(" at level {level}"),
            };
            text.push_str(&match invariant.len() {
                0 => format!(
                    "Proved by {engine}: no transition leads to an error, from whatever state.\n\
                     Checked again by {checker}, in {queries}.\n"
                ),
                lemmas => format!(
                    "Proved by {engine}{at_level}: an inductive invariant of {} at {}.\n\
                     Checked again by {checker}, in {queries}: it holds initially, every \
                     transition keeps it, and it excludes every error.\n",
                    count(lemmas, "lemma"),
                    count(described.len(), "location"),
                ),
            });
            if detail == Detail::Everything && !described.is_empty() {
                text.push_str(&invariant_text(&described, program, paint));
            }
        }
        Proof::Unrolling { depth } => text.push_str(&format!(
            "Proved by {}: no run {fault} within {}, and none can after that.\n\
             Checked again by {checker}, in {queries}.\n",
            report.engine,
            count(*depth, "transition"),
        )),
        Proof::Unwinding { copies } => text.push_str(&format!(
            "Proved by {}: no run {fault} in any iteration of its loops, and all of them end \
             ({}).\n\
             Checked again by {checker}, in {queries}.\n",
            report.engine,
            count(*copies, "location"),
        )),
        Proof::OnlyRun { steps } => text.push_str(&format!(
            "Proved by running it: whatever it reads, it does the same, and ends after {}.\n\
             Run again with other inputs: the same steps, the same end.\n",
            count(usize::try_from(*steps).unwrap_or(usize::MAX), "step"),
        )),
        Proof::KInduction { k, auxiliary } => text.push_str(&format!(
            "Proved by {}: {}-induction with {} that data flow and other engines found.\n\
             Checked again by {checker}, in {queries}.\n",
            report.engine,
            k,
            count(auxiliary.len(), "clause"),
        )),
    }
    text
}

/// The program has assertions, but the property file asks about calls that it does not have.
fn not_asked(file: &str, program: &Program, calls: &[String]) -> String {
    let calls: Vec<String> = calls.iter().map(|name| format!("{name}()")).collect();
    let first = program.not_asked.iter().min();
    let place = first.map_or_else(String::new, |&span| program.sources.place(span));
    let number = match program.not_asked.len() {
        1 => format!("Its assertion ({place}) was"),
        n => format!("Its {n} assertions (the first at {place}) were"),
    };
    format!(
        "No run of {file} calls {}, and the property file asks about nothing else.\n\
         {number} not checked.\n\
         hint: leave --spec out to check assertions\n",
        calls.join(" or "),
    )
}

fn invariant_text(locations: &[LocationInvariant], program: &Program, paint: Paint) -> String {
    let mut text = paint.bold("Invariant");
    text.push('\n');
    for at in locations {
        let place = at
            .span
            .map(|span| format!(" ({})", program.sources.place(span)));
        text.push_str(&format!(
            "  at {}{}:\n",
            at.label,
            place.unwrap_or_default()
        ));
        for clause in &at.clauses {
            text.push_str(&format!("    {clause}\n"));
        }
    }
    text
}

fn violation(findings: &Findings<'_>, detail: Detail, paint: Paint) -> String {
    let Findings {
        goal,
        file,
        program,
        report,
        trace,
        ..
    } = *findings;
    let (Verdict::False(replay), Some(trace)) = (&report.verdict, trace) else {
        return String::new();
    };
    let property = &program.properties[replay.property()];
    let mut text = format!(
        "A run of {file} {}. It was found by {} and replayed by the \
         interpreter on the program as it was written.\n",
        goal.fault_by(property.kind),
        match report.engine {
            "run" => "running it",
            "simulate" => "simulation",
            engine => engine,
        }
    );
    // Uninitialised values that nobody reads are inputs in documents only.
    let inputs = count(trace.inputs(), "input");
    text.push_str(&paint.bold(&format!("Trace ({inputs})")));
    text.push('\n');
    let zeros = detail == Detail::Everything;
    let limit = if zeros { None } else { Some(TRACE_LINES) };
    let options = TextOptions { limit, zeros };
    let lines = trace_lines(&Names::new(program), trace, options);
    text.push_str(&aligned(&lines, paint));
    let plain = || (property.description.clone(), property.span);
    let (description, span) = trace.violated(program).unwrap_or_else(plain);
    text.push_str(&labelled(
        &paint.red("violated"),
        &description,
        Some(span),
        None,
        &program.sources,
    ));
    text.push_str(&caller(program, property, trace));
    text
}

/// Where the function was called that calls the error function: that is where the program says what
/// should have held.
fn caller(program: &Program, property: &Property, trace: &Trace) -> String {
    let call = trace.last_call(program);
    match (call, property.description.starts_with("call of ")) {
        (Some(call), true) => {
            let function = trace
                .steps
                .last()
                .map(|step| &program.procs[step.proc].name);
            let message = format!(
                "{}() was called here",
                function.map_or("it", String::as_str)
            );
            labelled("note", &message, Some(call.span), None, &program.sources)
        }
        _ => String::new(),
    }
}

fn aligned(lines: &[TraceLine], paint: Paint) -> String {
    let width = |line: &TraceLine| match line {
        TraceLine::Step { place, .. } => place.chars().count(),
        TraceLine::Elided { .. } => 0,
    };
    let width = lines.iter().map(width).max().unwrap_or_default();
    let mut text = String::new();
    for line in lines {
        match line {
            TraceLine::Step { place, text: what } => {
                text.push_str(&format!(
                    "  {}  {what}\n",
                    paint.dim(&format!("{place:width$}"))
                ));
            }
            TraceLine::Elided { steps, inputs } => {
                let steps = count(*steps, "step");
                match &inputs[..] {
                    [] => text.push_str(&format!("  … {steps} … (-v shows all)\n")),
                    lines => {
                        text.push_str(&format!("  … {steps} with these inputs, in order:\n"));
                        for line in lines {
                            text.push_str(&format!("      {line}\n"));
                        }
                        text.push_str("  … (-v shows all)\n");
                    }
                }
            }
        }
    }
    text
}

fn unknown(findings: &Findings<'_>, reason: &UnknownReason, paint: Paint) -> String {
    let Findings {
        goal,
        program,
        report,
        ..
    } = *findings;
    let stopped = |why: &str| {
        format!(
            "No verdict: {why}. {}.\n{}",
            levels(report),
            known_so_far(report, program, findings.terms, goal.fault(), paint)
        )
    };
    match reason {
        UnknownReason::Timeout => stopped("the time limit was reached"),
        UnknownReason::Memory => stopped("the memory limit was reached"),
        UnknownReason::Interrupted => stopped("the check was interrupted"),
        UnknownReason::Bound(depth) | UnknownReason::OnlyUnrolled(depth) => format!(
            "No verdict: no run {} within {}, and nothing is known beyond.\n\
             hint: raise --max-depth, or use an engine without a bound (--engine ic3cfa)\n",
            goal.fault(),
            transitions(report, *depth)
        ),
        UnknownReason::NotFound { runs } => format!(
            "No verdict: {runs} runs were tried, and none of them {}; others may.\n\
             hint: use an engine that looks at all runs (--engine auto)\n",
            goal.fault()
        ),
        UnknownReason::TooLarge(what) => format!("No verdict: {what}.\n"),
        UnknownReason::Solver(why) => {
            stopped(&format!("the solver does not decide a query: {why}"))
        }
        UnknownReason::Unsupported { construct, span } => {
            let hint = "what lies behind it was not checked: replace the construct, or make sure \
                        that no run gets there";
            let label = paint.yellow("unsupported");
            let place = labelled(&label, construct, *span, Some(hint), &program.sources);
            format!(
                "No verdict: a run may get to a construct that cannot be modelled yet.\n{place}"
            )
        }
    }
}

/// How far the engine, or each member of a group, had got: `ic3cfa was at level 3 after 7 queries`.
fn levels(report: &CheckReport) -> String {
    let at =
        |engine, level, number| format!("{engine} was at level {level} after {}", queries(number));
    let stats = &report.stats;
    if stats.contributions.is_empty() {
        return at(report.engine, stats.level, stats.solver.queries);
    }
    let members = stats.contributions.iter();
    let members = members.map(|member| at(member.engine, member.level, member.queries));
    members.collect::<Vec<_>>().join(", ")
}

/// An assumption as a line for people, and the kind of properties that check it.
#[derive(Clone, Debug)]
pub(crate) struct Assumed {
    pub(crate) line: String,
    pub(crate) checked_by: Option<PropertyKind>,
}

/// What was taken for granted.
pub(crate) fn assumed(program: &Program) -> Vec<Assumed> {
    let assumptions = program.assumptions.iter().map(|assumption| {
        let place = assumption.span;
        let place = place.map(|span| format!("{}: ", program.sources.place(span)));
        Assumed {
            line: place.unwrap_or_default() + &assumption.text,
            checked_by: assumption.checked_by,
        }
    });
    assumptions.collect()
}

/// The lines about what was taken for granted.
pub(crate) fn assumptions(lines: &[String], detail: Detail, paint: Paint) -> String {
    if lines.is_empty() || detail == Detail::Verdict {
        return String::new();
    }
    let mut text = paint.bold("Assumptions");
    text.push('\n');
    let all = lines.len();
    let shown = if detail == Detail::Everything {
        all
    } else {
        all.min(ASSUMPTIONS_SHOWN)
    };
    for line in &lines[..shown] {
        text.push_str(&format!("  {line}\n"));
    }
    if shown < all {
        text.push_str(&format!("  … {} more … (-v shows all)\n", all - shown));
    }
    text
}
