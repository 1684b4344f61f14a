//! The JSON document of a check.
//!
//! One object. Members that do not apply are absent, except for `verdict`, which is always there.
//! Numbers of the program are strings in decimal, because JSON readers round large numbers.
//!
//! | member        | what                                                                        |
//! |---------------|-----------------------------------------------------------------------------|
//! | `format`      | always `"ferric3-report"`                                                   |
//! | `version`     | [`DOCUMENT_VERSION`]; grows when a member changes its meaning or goes        |
//! | `tool`        | `{name, version}`                                                           |
//! | `file`        | the file that was checked                                                   |
//! | `verdict`     | `"TRUE"`, `"FALSE"`, `"UNKNOWN"`, or null if there is none (bad input)       |
//! | `result`      | the text of the last line: `"FALSE(unreach-call)"`                          |
//! | `reason`      | for UNKNOWN: why                                                            |
//! | `unsupported` | for UNKNOWN because of a construct: `{construct, file, line, column}`       |
//! | `known`       | for UNKNOWN: `{depth, is_reduced, properties, obstacles, stuck_at}`, below  |
//! | `property`    | what was checked: `"unreach-call"`; several are separated by commas         |
//! | `properties`  | one entry for each property: `{check, property, verdict, result, reason}`;  |
//! |               | of several, each has its own `violation`, `inputs`, `trace`, `proof`,       |
//! |               | `invariant`, `unsupported`, `known`, `assumptions` and `statistics`, and    |
//! |               | those of the document are those of the first property with its verdict      |
//! | `engine`      | its name                                                                    |
//! | `violation`   | for FALSE: `{description, file, line, column}`                              |
//! | `inputs`      | for FALSE, in order: `{value, source, kind, file, line, column}`, where     |
//! |               | `kind` is `nondet`, `extern`, `uninitialised` or `parameter`                 |
//! | `trace`       | for FALSE, in order: `{kind, file, line, function, depth, …}`, see below     |
//! | `proof`       | for TRUE: `{kind: "invariant", lemmas, recheck_queries}` or                  |
//! |               | `{kind: "unrolling", depth, recheck_queries}`                                |
//! | `invariant`   | for TRUE by invariant: `{location, file, line, column, clauses, smtlib,      |
//! |               | declarations}`; the conjunction of the clauses holds at the location         |
//! | `assumptions` | what was taken for granted: `{text, file, line, column}`                     |
//! | `diagnostics` | errors and warnings: `{severity, message, hint, file, line, column}`         |
//! | `statistics`  | `{wall_seconds, peak_memory_bytes, phases, size, solver, recheck_solver,     |
//! |               | level, counters}`                                                           |
//! | `options`     | how the check was called                                                    |
//!
//! In `known`, no run of up to `depth` transitions violates a property or gets to an obstacle;
//! transitions are those of the automaton that passes have left, if `is_reduced`. Properties
//! `{description, proved, file, line, column}` that are proved hold for all runs that do not get to
//! one of the `obstacles` `{construct, file, line, column}`. `stuck_at` `{location, lemmas, cube,
//! file, line, column}` is where the engine was: the states that it was to exclude.
//!
//! Steps of the trace by `kind`: `assign` `{variable, type, value, input?}`, or for elements of an
//! array `{variable, type, elements: [{index, value}], omitted?, others?, input?}` with the number of
//! elements that are not listed and the value of all others; `input` `{value, source}`; `call` `{callee, arguments: [{name, value}]}`; `return` `{callee, value?}`;
//! `violation` `{property}`; `assumption`; `stop` `{status?}`. The `function` of what happens before
//! the entry function is `<start>`.

use std::time::Duration;

use ferric3_engine::{CheckReport, Proof, UnknownReason, Verdict};
use ferric3_ivl::{Program, Sources, Span};
use ferric3_solver::SolverStats;
use ferric3_term::{Infix, Terms};
use serde_json::{Map, Value as Json, json};

use crate::steps::{given_input, trace_step};
use crate::{Conclusion, GivenInput, Trace, describe_invariant};

/// The version of the document's schema.
pub const DOCUMENT_VERSION: u32 = 1;

/// What a document is made from.
#[derive(Clone, Debug)]
pub struct DocumentInput<'a> {
    /// Version of the tool.
    pub tool_version: &'a str,
    /// The file that was checked.
    pub file: &'a str,
    /// What the check came to; none if the input was bad.
    pub conclusion: Option<&'a Conclusion>,
    /// The property that was checked.
    pub property: &'a str,
    /// The engine's name.
    pub engine: &'a str,
    /// The program and its terms, if there was one.
    pub program: Option<(&'a Program, &'a Terms)>,
    /// What the engine found, if it finished.
    pub report: Option<&'a CheckReport>,
    /// The trace of a FALSE verdict.
    pub trace: Option<&'a Trace>,
    /// Errors and warnings.
    pub diagnostics: Vec<Json>,
    /// Phases in order, with their times.
    pub phases: &'a [(&'static str, Duration)],
    /// Time from start to end.
    pub wall_time: Duration,
    /// Most memory used at any time, in bytes.
    pub peak_memory: Option<u64>,
    /// How the check was called.
    pub options: Json,
}

/// The document.
pub fn document(input: &DocumentInput<'_>) -> Json {
    let mut doc = Map::new();
    doc.insert("format".into(), "ferric3-report".into());
    doc.insert("version".into(), DOCUMENT_VERSION.into());
    doc.insert(
        "tool".into(),
        json!({"name": "ferric3", "version": input.tool_version}),
    );
    doc.insert("file".into(), input.file.into());
    doc.insert(
        "verdict".into(),
        input.conclusion.map(Conclusion::verdict).into(),
    );
    if let Some(conclusion) = input.conclusion {
        doc.insert("result".into(), conclusion.to_string().into());
        if let Conclusion::Unknown { reason } = conclusion {
            doc.insert("reason".into(), reason.as_str().into());
        }
    }
    doc.insert("property".into(), input.property.into());
    doc.insert("engine".into(), input.engine.into());
    if let Some((program, terms)) = input.program {
        if let Some(report) = input.report {
            insert_evidence(&mut doc, program, terms, report, input.trace);
        }
        if let Some(trace) = input.trace {
            let steps = trace
                .steps
                .iter()
                .map(|step| trace_step(program, step))
                .collect();
            doc.insert("trace".into(), Json::Array(steps));
        }
        let assumptions = program.assumptions.iter().map(|assumption| {
            let mut entry = object([("text", assumption.text.as_str().into())]);
            insert_place(&mut entry, &program.sources, assumption.span);
            Json::Object(entry)
        });
        doc.insert("assumptions".into(), assumptions.collect());
    }
    if !input.diagnostics.is_empty() {
        doc.insert("diagnostics".into(), Json::Array(input.diagnostics.clone()));
    }
    doc.insert("statistics".into(), statistics(input));
    doc.insert("options".into(), input.options.clone());
    Json::Object(doc)
}

/// An object with these members.
pub(crate) fn object<const N: usize>(members: [(&str, Json); N]) -> Map<String, Json> {
    members
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// Adds `file`, `line` and `column`.
pub(crate) fn insert_place(entry: &mut Map<String, Json>, sources: &Sources, span: Option<Span>) {
    if let Some(span) = span {
        entry.insert("file".into(), sources.files[span.file].name.as_str().into());
        entry.insert("line".into(), span.line.into());
        if span.column > 0 {
            entry.insert("column".into(), span.column.into());
        }
    }
}

fn insert_evidence(
    doc: &mut Map<String, Json>,
    program: &Program,
    terms: &Terms,
    report: &CheckReport,
    trace: Option<&Trace>,
) {
    match &report.verdict {
        Verdict::True(certified) => {
            let queries = certified.stats.queries;
            let proof = match certified.proof() {
                Proof::Invariant(invariant) => {
                    json!({"kind": "invariant", "lemmas": invariant.len(), "recheck_queries": queries})
                }
                Proof::Unrolling { depth } => {
                    json!({"kind": "unrolling", "depth": depth, "recheck_queries": queries})
                }
                Proof::Unwinding { copies } => {
                    json!({"kind": "unwinding", "copies": copies, "recheck_queries": queries})
                }
                Proof::OnlyRun { steps } => json!({"kind": "only run", "steps": steps}),
                Proof::KInduction { k, auxiliary } => {
                    json!({"kind": "k-induction", "k": k, "auxiliary": auxiliary.len(), "recheck_queries": queries})
                }
            };
            doc.insert("proof".into(), proof);
            if let (Proof::Invariant(invariant), Some(task)) = (certified.proof(), &report.task) {
                let locations = describe_invariant(task, terms, invariant)
                    .into_iter()
                    .map(|at| {
                        let mut entry = object([("location", at.label.into())]);
                        insert_place(&mut entry, &program.sources, at.span);
                        entry.insert("clauses".into(), at.clauses.into());
                        entry.insert("smtlib".into(), at.smtlib.into());
                        entry.insert("declarations".into(), at.declarations.into());
                        Json::Object(entry)
                    });
                doc.insert("invariant".into(), locations.collect());
            }
        }
        Verdict::False(replay) => {
            let property = &program.properties[replay.property()];
            let plain = || (property.description.clone(), property.span);
            let (text, span) = trace
                .and_then(|t| t.violated(program))
                .unwrap_or_else(plain);
            let mut entry = object([("description", text.into())]);
            insert_place(&mut entry, &program.sources, Some(span));
            doc.insert("violation".into(), Json::Object(entry));
            let inputs = replay.inputs().iter().map(|recorded| {
                let given = GivenInput {
                    input: recorded.input,
                    value: recorded.value.clone(),
                };
                given_input(program, &given)
            });
            doc.insert("inputs".into(), inputs.collect());
        }
        Verdict::Unknown(UnknownReason::Unsupported { construct, span }) => {
            let mut entry = object([("construct", construct.as_str().into())]);
            insert_place(&mut entry, &program.sources, *span);
            doc.insert("unsupported".into(), Json::Object(entry));
        }
        Verdict::Unknown(_) => {}
    }
    if matches!(report.verdict, Verdict::Unknown(_)) {
        doc.insert("known".into(), known(program, terms, report));
    }
}

/// What is known without a verdict.
fn known(program: &Program, terms: &Terms, report: &CheckReport) -> Json {
    let properties = report.properties.iter().map(|status| {
        let property = &program.properties[status.property];
        let mut entry = object([
            ("description", property.description.as_str().into()),
            ("proved", status.is_proved.into()),
        ]);
        insert_place(&mut entry, &program.sources, Some(property.span));
        Json::Object(entry)
    });
    let obstacles = report.obstacles.iter().map(|obstacle| {
        let mut entry = object([("construct", obstacle.construct.as_str().into())]);
        insert_place(&mut entry, &program.sources, obstacle.span);
        Json::Object(entry)
    });
    let mut known = object([
        ("depth", report.stats.knowledge.depth.edges().into()),
        ("is_reduced", report.is_reduced().into()),
        ("properties", properties.collect()),
        ("obstacles", obstacles.collect()),
    ]);
    if let Some(stuck) = &report.hot_spot {
        let cube = stuck.cube.iter();
        let cube = cube.map(|&literal| Json::from(Infix::new(terms, literal).to_string()));
        let mut entry = object([
            ("location", stuck.location.label.as_str().into()),
            ("lemmas", stuck.lemmas.into()),
            ("cube", cube.collect()),
        ]);
        insert_place(&mut entry, &program.sources, stuck.location.span);
        known.insert("stuck_at".into(), Json::Object(entry));
    }
    Json::Object(known)
}

fn statistics(input: &DocumentInput<'_>) -> Json {
    let phases = input
        .phases
        .iter()
        .map(|(name, time)| json!({"name": name, "seconds": time.as_secs_f64()}));
    let mut stats = object([("wall_seconds", input.wall_time.as_secs_f64().into())]);
    if let Some(bytes) = input.peak_memory {
        stats.insert("peak_memory_bytes".into(), bytes.into());
    }
    stats.insert("phases".into(), phases.collect());
    if let Some(report) = input.report {
        let size = &report.size;
        stats.insert(
            "size".into(),
            json!({
                "small_locations": size.small_locations,
                "small_edges": size.small_edges,
                "locations": size.locations,
                "edges": size.edges,
                "variables": size.variables,
            }),
        );
        stats.insert("solver".into(), solver_stats(&report.stats.solver));
        if let Verdict::True(certified) = &report.verdict {
            stats.insert("recheck_solver".into(), solver_stats(&certified.stats));
        }
        stats.insert("level".into(), report.stats.level.into());
        let counters = report.stats.counters.iter();
        let counters = counters.map(|(name, count)| ((*name).to_owned(), Json::from(*count)));
        stats.insert("counters".into(), Json::Object(counters.collect()));
        let techniques = report.stats.techniques.iter().map(|(technique, stats)| {
            let numbers = json!({
                "tried": stats.tried,
                "succeeded": stats.succeeded,
                "queries": stats.queries,
                "saved": stats.saved,
                "seconds": stats.time.as_secs_f64(),
            });
            (technique.name().to_owned(), numbers)
        });
        stats.insert("techniques".into(), Json::Object(techniques.collect()));
        let group = report.stats.contributions.iter().map(|member| {
            json!({
                "engine": member.engine,
                "decided": member.decided,
                "work": member.work,
                "seconds": member.time.as_secs_f64(),
                "level": member.level,
                "queries": member.queries,
                "published": member.published,
                "received": member.received,
            })
        });
        stats.insert("group".into(), group.collect());
    }
    Json::Object(stats)
}

fn solver_stats(stats: &SolverStats) -> Json {
    json!({
        "queries": stats.queries,
        "sat": stats.sat,
        "unsat": stats.unsat,
        "terms": stats.terms,
        "variables": stats.vars,
        "clauses": stats.clauses,
        "conflicts": stats.conflicts,
        "solve_seconds": stats.solve_time.as_secs_f64(),
        "translate_seconds": stats.translate_time.as_secs_f64(),
    })
}
