//! What is in a [document](crate::document()), member by member. Its head says what they mean.

use std::collections::BTreeMap;

use ferric3_ivl::{Sources, Span};
use serde::{Serialize, Serializer};
use serde_json::Value as Json;

pub use crate::course::{AbstractionEntry, HistoryEntry, MomentEntry};

/// The whole document.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "`document.rs` has the table")]
pub struct Document {
    pub format: &'static str,
    pub version: u32,
    pub tool: Tool,
    pub file: String,
    pub verdict: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    pub property: String,
    pub engine: String,
    #[serde(flatten)]
    pub evidence: Evidence,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub diagnostics: Vec<DiagnosticEntry>,
    pub statistics: Statistics,
    pub options: Json,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<PropertyEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub goals: Vec<GoalEntry>,
}

/// Who wrote it.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "names say it")]
pub struct Tool {
    pub name: &'static str,
    pub version: String,
}

/// What one property came to.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "`document.rs` has the table")]
pub struct PropertyEntry {
    pub check: String,
    pub property: String,
    pub verdict: &'static str,
    pub result: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Only if there are several properties.
    #[serde(flatten)]
    pub evidence: Option<Evidence>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statistics: Option<Statistics>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub goals: Vec<GoalEntry>,
}

/// What one assertion or check of the program came to.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "`document.rs` has the table")]
pub struct GoalEntry {
    pub id: usize,
    pub description: String,
    #[serde(flatten)]
    pub place: PlaceEntry,
    pub property: &'static str,
    pub verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proved_with: Option<usize>,
    /// Only if each is decided by itself.
    #[serde(flatten)]
    pub evidence: Option<Evidence>,
}

/// Why a verdict is right, or what is missing.
#[derive(Clone, Debug, Default, Serialize)]
#[allow(missing_docs, reason = "`document.rs` has the table")]
pub struct Evidence {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub confirmed_by: Vec<ConfirmationEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invariant: Option<Vec<InvariantEntry>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub violation: Option<ViolationEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inputs: Option<Vec<InputEntry>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsupported: Option<Construct>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<Known>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Vec<StepEntry>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumptions: Option<Vec<AssumptionEntry>>,
}

/// `file`, `line` and `column`.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "names say it")]
pub struct PlaceEntry {
    pub file: String,
    pub line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
}

impl PlaceEntry {
    /// Where something stands.
    pub fn new(sources: &Sources, span: Span) -> PlaceEntry {
        PlaceEntry {
            file: sources.files[span.file].name.clone(),
            line: span.line,
            column: (span.column > 0).then_some(span.column),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "`document.rs` has the table")]
pub enum ProofEntry {
    Invariant {
        lemmas: usize,
        recheck_queries: u64,
    },
    Unrolling {
        depth: usize,
        recheck_queries: u64,
    },
    Unwinding {
        copies: usize,
        recheck_queries: u64,
    },
    #[serde(rename = "only run")]
    OnlyRun {
        steps: u64,
    },
    KInduction {
        k: usize,
        auxiliary: usize,
        recheck_queries: u64,
    },
}

#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "`document.rs` has the table")]
pub struct ConfirmationEntry {
    pub name: String,
    pub version: String,
    pub obligations: u64,
}

#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "`document.rs` has the table")]
pub struct InvariantEntry {
    pub location: String,
    #[serde(flatten)]
    pub place: Option<PlaceEntry>,
    pub clauses: Vec<String>,
    pub smtlib: Vec<String>,
    pub declarations: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "`document.rs` has the table")]
pub struct ViolationEntry {
    pub description: String,
    #[serde(flatten)]
    pub place: PlaceEntry,
}

#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "`document.rs` has the table")]
pub struct InputEntry {
    pub value: String,
    pub source: String,
    pub kind: &'static str,
    #[serde(flatten)]
    pub place: PlaceEntry,
}

#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "`document.rs` has the table")]
pub struct Construct {
    pub construct: String,
    #[serde(flatten)]
    pub place: Option<PlaceEntry>,
}

#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "`document.rs` has the table")]
pub struct AssumptionEntry {
    pub text: String,
    #[serde(flatten)]
    pub place: Option<PlaceEntry>,
}

#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "`document.rs` has the table")]
pub struct Known {
    pub depth: usize,
    pub is_reduced: bool,
    pub properties: Vec<KnownProperty>,
    pub obstacles: Vec<Construct>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stuck_at: Option<StuckAt>,
}

#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "`document.rs` has the table")]
pub struct KnownProperty {
    pub description: String,
    pub proved: bool,
    #[serde(flatten)]
    pub place: PlaceEntry,
}

#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "`document.rs` has the table")]
pub struct StuckAt {
    pub location: String,
    pub lemmas: usize,
    pub cube: Vec<String>,
    #[serde(flatten)]
    pub place: Option<PlaceEntry>,
}

/// An error or a warning.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "`document.rs` has the table")]
pub struct DiagnosticEntry {
    pub severity: &'static str,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    #[serde(flatten)]
    pub place: Option<PlaceEntry>,
}

/// A step of a trace.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "`document.rs` has the table")]
pub struct StepEntry {
    pub kind: &'static str,
    pub file: String,
    pub line: u32,
    pub function: String,
    pub depth: usize,
    #[serde(flatten)]
    pub what: What,
}

/// What happened in a step.
#[derive(Clone, Debug, Default, Serialize)]
#[allow(missing_docs, reason = "`document.rs` has the table")]
pub struct What {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variable: Option<String>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub type_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub callee: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Vec<ArgumentEntry>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elements: Option<Vec<ElementEntry>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub omitted: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub property: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u64>,
}

#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "`document.rs` has the table")]
pub struct ArgumentEntry {
    pub name: String,
    pub value: String,
}

#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "`document.rs` has the table")]
pub struct ElementEntry {
    pub index: String,
    pub value: String,
}

#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "names say it")]
pub struct Statistics {
    pub wall_seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub peak_memory_bytes: Option<u64>,
    pub phases: Vec<Phase>,
    #[serde(flatten)]
    pub search: Option<SearchStatistics>,
}

#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "names say it")]
pub struct Phase {
    pub name: &'static str,
    pub seconds: f64,
}

/// Of a search that came to an end.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "names say it")]
pub struct SearchStatistics {
    pub size: Size,
    pub solver: SolverEntry,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recheck_solver: Option<SolverEntry>,
    pub level: usize,
    pub counters: BTreeMap<&'static str, u64>,
    pub techniques: Named<TechniqueEntry>,
    pub group: Vec<MemberEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<HistoryEntry>,
}

#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "names say it")]
pub struct Size {
    pub small_locations: usize,
    pub small_edges: usize,
    pub locations: usize,
    pub edges: usize,
    pub variables: usize,
}

#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "names say it")]
pub struct SolverEntry {
    pub queries: u64,
    pub sat: u64,
    pub unsat: u64,
    pub terms: u64,
    pub variables: u64,
    pub clauses: u64,
    pub conflicts: u64,
    /// What intervals did, by name, if they were asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intervals: Option<Named<u64>>,
    pub solve_seconds: f64,
    pub translate_seconds: f64,
}

#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "names say it")]
pub struct TechniqueEntry {
    pub tried: u64,
    pub succeeded: u64,
    pub queries: u64,
    pub saved: u64,
    pub seconds: f64,
}

#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "names say it")]
pub struct MemberEntry {
    pub engine: &'static str,
    pub decided: bool,
    pub work: u64,
    pub seconds: f64,
    pub level: usize,
    pub queries: u64,
    pub published: u64,
    pub received: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<HistoryEntry>,
}

/// An object whose members are names of ours, in their order.
#[derive(Clone, Debug)]
pub struct Named<T>(pub Vec<(&'static str, T)>);

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}
