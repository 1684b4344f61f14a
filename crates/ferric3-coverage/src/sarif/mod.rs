//! SARIF 2.1.0, for code review: dead code as results with CWE numbers, what is not known as open results.
//!
//! A result is a [`crate::findings::Finding`]: a dead branch of fifty statements is one result, and the goals in it
//! are related locations. A condition that is always true is CWE-571, one that is always false CWE-570, code that
//! nothing executes CWE-561; what is never evaluated at all has no value that it always has.
//!
//! | file       | what                                          |
//! |------------|-----------------------------------------------|
//! | `rules.rs` | the rules, with help                          |
//! | `result.rs`| results, with their places and reasons         |

mod result;
mod rules;

use serde_json::{Value, json};

use crate::baseline::Baseline;
use crate::findings::findings;
use crate::{Report, Sources, Status};

/// The log as JSON. Results say whether they are new if there is a baseline.
pub fn sarif(report: &Report, sources: &Sources, baseline: Option<&Baseline>) -> String {
    let dead = findings(report, sources);
    let dead = dead
        .iter()
        .map(|finding| result::dead(report, finding, baseline));
    let goals = report.goals.iter();
    let open = goals.filter(|goal| matches!(goal.status, Status::Open { .. }));
    let open = open.map(result::open);
    let results: Vec<Value> = dead.chain(open).collect();
    let files = report.subject.files.iter();
    let artifacts: Vec<Value> = files
        .map(|file| json!({ "location": { "uri": result::uri(&file.name) } }))
        .collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Ferric3",
                "semanticVersion": report.tool,
                "rules": rules::all(),
                "supportedTaxonomies": [{ "name": "CWE", "index": 0 }],
            } },
            "taxonomies": [rules::cwe()],
            "artifacts": artifacts,
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    let mut text = serde_json::to_string_pretty(&log).expect("strings are the only keys");
    text.push('\n');
    text
}
