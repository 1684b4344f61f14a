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
//! | `verdict`     | `"TRUE"`, `"FALSE"`, `"UNKNOWN"`, or null if there is none (bad input);      |
//! |               | `"COVERAGE"` if only coverage goals were asked about                        |
//! | `result`      | the text of the last line: `"FALSE(unreach-call)"`                          |
//! | `reason`      | for UNKNOWN: why                                                            |
//! | `unsupported` | for UNKNOWN because of a construct: `{construct, file, line, column}`       |
//! | `known`       | for UNKNOWN: `{depth, is_reduced, properties, obstacles, stuck_at}`, below  |
//! | `property`    | what was checked: `"unreach-call"`; several are separated by commas         |
//! | `properties`  | one entry for each property: `{check, property, verdict, result, reason}`;  |
//! |               | of several, each has its own `violation`, `inputs`, `trace`, `proof`,       |
//! |               | `invariant`, `unsupported`, `known`, `assumptions` and `statistics`, and    |
//! |               | those of the document are those of the first property with its verdict      |
//! | `goals`       | one entry for each assertion, error call or check of the program: `{id,     |
//! |               | description, file, line, column, property, verdict, reason, engine}`; with   |
//! |               | `--all` each has evidence of its own (`violation`, `inputs`, `trace`,        |
//! |               | `proof`, `invariant`), or names the goal that it was `proved_with`; a        |
//! |               | coverage goal has the `property` `"coverage"`, the `verdict` `"REACHED"`,    |
//! |               | `"UNREACHABLE"` or `"UNKNOWN"`, and `inputs` that lead to it                  |
//! | `engine`      | its name                                                                    |
//! | `violation`   | for FALSE: `{description, file, line, column}`                              |
//! | `inputs`      | for FALSE, in order: `{value, source, kind, file, line, column}`, where     |
//! |               | `kind` is `nondet`, `extern`, `uninitialised` or `parameter`                 |
//! | `trace`       | for FALSE, in order: `{kind, file, line, function, depth, …}`, see below     |
//! | `proof`       | for TRUE: `{kind: "invariant", lemmas, recheck_queries}` or                  |
//! |               | `{kind: "unrolling", depth, recheck_queries}`                                |
//! | `confirmed_by`| for TRUE, if asked for: `{name, version, obligations}` of each further solver|
//! |               | that has confirmed the proof, query by query                                |
//! | `invariant`   | for TRUE by invariant: `{location, file, line, column, clauses, smtlib,      |
//! |               | declarations}`; the conjunction of the clauses holds at the location         |
//! | `assumptions` | what was taken for granted: `{text, file, line, column}`                     |
//! | `diagnostics` | errors and warnings: `{severity, message, hint, file, line, column}`         |
//! | `statistics`  | `{wall_seconds, peak_memory_bytes, phases, size, solver, recheck_solver,     |
//! |               | level, counters, techniques, group, history}`, the last one below             |
//! | `options`     | how the check was called                                                    |
//!
//! In `known`, no run of up to `depth` transitions violates a property or gets to an obstacle;
//! transitions are those of the automaton that passes have left, if `is_reduced`. Properties
//! `{description, proved, file, line, column}` that are proved hold for all runs that do not get to
//! one of the `obstacles` `{construct, file, line, column}`. `stuck_at` `{location, lemmas, cube,
//! file, line, column}` is where the engine was: the states that it was to exclude.
//!
//! The `history` of a search by IC3, there and with each member of the `group`, is there if `--plot` or
//! `--stats` asks for it: `{levels_per_band, moments}`, where a moment is `{seconds, queries, level, lemmas,
//! lemmas_by_band, obligations}`, and on abstractions `{predicates, refinements, spurious_runs}` (`local`: `details_seen`
//! for `predicates`). Lemmas are those in frames at the time, band `b` has those that stand at levels from `b *
//! levels_per_band` up to the next one; obligations are the most that have waited since the moment before.
//!
//! Steps of the trace by `kind`: `assign` `{variable, type, value, input?}`, or for elements of an
//! array `{variable, type, elements: [{index, value}], omitted?, others?, input?}` with the number of
//! elements that are not listed and the value of all others; `input` `{value, source}`; `call` `{callee, arguments: [{name, value}]}`; `return` `{callee, value?}`;
//! `violation` `{property}`; `repeat` `{iterations}`, for iterations of a loop that do the same as the last one, followed
//! by what they have assigned; `assumption`; `stop` `{status?}`. The `function` of what happens before
//! the entry function is `<start>`.

use std::time::Duration;

use ferric3_engine::{CheckReport, Proof, UnknownReason, Verdict};
use ferric3_ivl::{Program, PropertyKind, Span};
use ferric3_solver::SolverStats;
use ferric3_term::{Infix, Terms};
use serde_json::Value as Json;

use crate::schema::*;
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
    pub diagnostics: Vec<DiagnosticEntry>,
    /// Phases in order, with their times.
    pub phases: &'a [(&'static str, Duration)],
    /// Time from start to end.
    pub wall_time: Duration,
    /// Most memory used at any time, in bytes.
    pub peak_memory: Option<u64>,
    /// How the check was called.
    pub options: Json,
    /// What each assertion or check of the program came to.
    pub goals: Vec<GoalEntry>,
}

/// The document.
pub fn document(input: &DocumentInput<'_>) -> Document {
    let reason = match input.conclusion {
        Some(Conclusion::Unknown { reason }) => Some(reason.clone()),
        Some(Conclusion::Coverage { reason, .. }) => reason.clone(),
        _ => None,
    };
    Document {
        format: "ferric3-report",
        version: DOCUMENT_VERSION,
        tool: Tool {
            name: "ferric3",
            version: input.tool_version.to_owned(),
        },
        file: input.file.to_owned(),
        verdict: input.conclusion.map(Conclusion::verdict),
        result: input.conclusion.map(ToString::to_string),
        reason,
        property: input.property.to_owned(),
        engine: input.engine.to_owned(),
        evidence: evidence(input),
        diagnostics: input.diagnostics.clone(),
        statistics: statistics(input),
        options: input.options.clone(),
        properties: Vec::new(),
        goals: input.goals.clone(),
    }
}

/// What was taken for granted.
pub fn assumptions(program: &Program) -> Vec<AssumptionEntry> {
    let assumptions = program.assumptions.iter();
    let entries = assumptions.map(|assumption| AssumptionEntry {
        text: assumption.text.clone(),
        place: place(program, assumption.span),
    });
    entries.collect()
}

fn evidence(input: &DocumentInput<'_>) -> Evidence {
    let Some((program, terms)) = input.program else {
        return Evidence::default();
    };
    let mut evidence = match input.report {
        Some(report) => evidence_of(program, terms, report, input.trace),
        None => Evidence::default(),
    };
    evidence.trace = input.trace.map(|trace| {
        let steps = trace.steps.iter();
        steps.map(|step| trace_step(program, step)).collect()
    });
    evidence.assumptions = Some(assumptions(program));
    evidence
}

fn place(program: &Program, span: Option<Span>) -> Option<PlaceEntry> {
    span.map(|span| PlaceEntry::new(&program.sources, span))
}

fn evidence_of(
    program: &Program,
    terms: &Terms,
    report: &CheckReport,
    trace: Option<&Trace>,
) -> Evidence {
    let mut evidence = Evidence::default();
    match &report.verdict {
        Verdict::True(certified) => {
            let recheck_queries = certified.stats.queries;
            let confirmed = certified.confirmations().iter();
            let confirmed = confirmed.map(|by| ConfirmationEntry {
                name: by.name.clone(),
                version: by.version.clone(),
                obligations: by.obligations,
            });
            evidence.confirmed_by = confirmed.collect();
            evidence.proof = Some(match certified.proof() {
                Proof::Invariant(invariant) => ProofEntry::Invariant {
                    lemmas: invariant.len(),
                    recheck_queries,
                },
                &Proof::Unrolling { depth } => ProofEntry::Unrolling {
                    depth,
                    recheck_queries,
                },
                &Proof::Unwinding { copies } => ProofEntry::Unwinding {
                    copies,
                    recheck_queries,
                },
                &Proof::OnlyRun { steps } => ProofEntry::OnlyRun { steps },
                Proof::KInduction { k, auxiliary } => ProofEntry::KInduction {
                    k: *k,
                    auxiliary: auxiliary.len(),
                    recheck_queries,
                },
            });
            if let (Proof::Invariant(invariant), Some(task)) = (certified.proof(), &report.task) {
                let locations = describe_invariant(task, terms, invariant).into_iter();
                let locations = locations.map(|at| InvariantEntry {
                    location: at.label,
                    place: place(program, at.span),
                    clauses: at.clauses,
                    smtlib: at.smtlib,
                    declarations: at.declarations,
                });
                evidence.invariant = Some(locations.collect());
            }
        }
        Verdict::False(replay) => {
            let property = &program.properties[replay.property()];
            let plain = || (property.description.clone(), property.span);
            let violated = trace.and_then(|trace| trace.violated(program));
            let (description, span) = violated.unwrap_or_else(plain);
            let place = PlaceEntry::new(&program.sources, span);
            let is_goal = property.kind == PropertyKind::Coverage;
            evidence.violation = (!is_goal).then_some(ViolationEntry { description, place });
            let inputs = replay.inputs().iter().map(|recorded| {
                let given = GivenInput {
                    input: recorded.input,
                    value: recorded.value.clone(),
                };
                given_input(program, &given)
            });
            evidence.inputs = Some(inputs.collect());
        }
        Verdict::Unknown(reason) => {
            if let UnknownReason::Unsupported { construct, span } = reason {
                evidence.unsupported = Some(Construct {
                    construct: construct.clone(),
                    place: place(program, *span),
                });
            }
            evidence.known = Some(known(program, terms, report));
        }
    }
    evidence
}

/// What is known without a verdict.
fn known(program: &Program, terms: &Terms, report: &CheckReport) -> Known {
    let properties = report.properties.iter().map(|status| {
        let property = &program.properties[status.property];
        KnownProperty {
            description: property.description.clone(),
            proved: status.is_proved,
            place: PlaceEntry::new(&program.sources, property.span),
        }
    });
    let obstacles = report.obstacles.iter().map(|obstacle| Construct {
        construct: obstacle.construct.clone(),
        place: place(program, obstacle.span),
    });
    let stuck_at = report.hot_spot.as_ref().map(|stuck| {
        let cube = stuck.cube.iter();
        let cube = cube.map(|&literal| Infix::new(terms, literal).to_string());
        StuckAt {
            location: stuck.location.label.clone(),
            lemmas: stuck.lemmas,
            cube: cube.collect(),
            place: place(program, stuck.location.span),
        }
    });
    Known {
        depth: report.depth.edges(),
        is_reduced: report.is_reduced(),
        properties: properties.collect(),
        obstacles: obstacles.collect(),
        stuck_at,
    }
}

fn statistics(input: &DocumentInput<'_>) -> Statistics {
    let phases = input.phases.iter().map(|&(name, time)| Phase {
        name,
        seconds: time.as_secs_f64(),
    });
    Statistics {
        wall_seconds: input.wall_time.as_secs_f64(),
        peak_memory_bytes: input.peak_memory,
        phases: phases.collect(),
        search: input.report.map(search_statistics),
    }
}

fn search_statistics(report: &CheckReport) -> SearchStatistics {
    let (size, stats) = (&report.size, &report.stats);
    let recheck_solver = match &report.verdict {
        Verdict::True(certified) => Some(solver_stats(&certified.stats)),
        _ => None,
    };
    let techniques = stats.techniques.iter().map(|technique| {
        let stats = &technique.stats;
        let entry = TechniqueEntry {
            tried: stats.tried,
            succeeded: stats.succeeded,
            queries: stats.queries,
            saved: stats.saved,
            seconds: stats.time.as_secs_f64(),
        };
        (technique.name, entry)
    });
    let group = stats.contributions.iter().map(|member| MemberEntry {
        engine: member.engine,
        decided: member.decided,
        work: member.work,
        seconds: member.time.as_secs_f64(),
        level: member.level,
        queries: member.queries,
        published: member.published,
        received: member.received,
        history: member.history.as_ref().map(HistoryEntry::from),
    });
    SearchStatistics {
        size: Size {
            small_locations: size.small_locations,
            small_edges: size.small_edges,
            locations: size.locations,
            edges: size.edges,
            variables: size.variables,
        },
        solver: solver_stats(&stats.solver),
        recheck_solver,
        level: stats.level,
        counters: stats.counters.clone(),
        techniques: Named(techniques.collect()),
        group: group.collect(),
        history: stats.history.as_ref().map(HistoryEntry::from),
    }
}

fn solver_stats(stats: &SolverStats) -> SolverEntry {
    SolverEntry {
        queries: stats.queries,
        sat: stats.sat,
        unsat: stats.unsat,
        terms: stats.terms,
        variables: stats.vars,
        clauses: stats.clauses,
        conflicts: stats.conflicts,
        intervals: (stats.intervals.contractions > 0)
            .then(|| Named(stats.intervals.counters().to_vec())),
        solve_seconds: stats.solve_time.as_secs_f64(),
        translate_seconds: stats.translate_time.as_secs_f64(),
    }
}
