//! The course of a search in the document.

use ferric3_engine::{History, Moment, Precision};
use serde::Serialize;

/// How a search by IC3 went on, if somebody has asked for it.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "`document.rs` says it")]
pub struct HistoryEntry {
    pub levels_per_band: usize,
    pub moments: Vec<MomentEntry>,
}

#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "`document.rs` says it")]
pub struct MomentEntry {
    pub seconds: f64,
    pub queries: u64,
    pub level: usize,
    pub lemmas: usize,
    pub lemmas_by_band: Vec<usize>,
    pub obligations: usize,
    #[serde(flatten)]
    pub abstraction: Option<AbstractionEntry>,
}

/// Only if the search was one on abstractions.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "`document.rs` says it")]
pub struct AbstractionEntry {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub predicates: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details_seen: Option<u64>,
    pub refinements: u64,
    pub spurious_runs: u64,
}

impl From<&History> for HistoryEntry {
    fn from(history: &History) -> HistoryEntry {
        let moments = history.moments().iter();
        HistoryEntry {
            levels_per_band: history.band(),
            moments: moments.map(|moment| entry(history, moment)).collect(),
        }
    }
}

fn entry(history: &History, moment: &Moment) -> MomentEntry {
    MomentEntry {
        seconds: moment.time.as_secs_f64(),
        queries: moment.queries,
        level: moment.level,
        lemmas: moment.all_lemmas(),
        lemmas_by_band: moment.lemmas.clone(),
        obligations: moment.obligations,
        abstraction: history.precision().map(|precision| AbstractionEntry {
            predicates: (precision == Precision::Predicates).then_some(moment.precision),
            details_seen: (precision == Precision::Details).then_some(moment.precision),
            refinements: moment.refinements,
            spurious_runs: moment.spurious,
        }),
    }
}
