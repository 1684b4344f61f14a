//! The rules, with help.

use serde_json::{Value, json};

use crate::findings::Problem;

/// A rule of the log.
pub(super) struct Rule {
    pub(super) id: &'static str,
    name: &'static str,
    /// The number of its weakness.
    cwe: Option<&'static str>,
    pub(super) level: &'static str,
    short: &'static str,
    help: &'static str,
}

/// The place of the rule for open goals in [`RULES`].
pub(super) const OPEN: usize = Problem::ALL.len();

/// One for each [`Problem`], in its order, then the one for open goals.
pub(super) const RULES: [Rule; OPEN + 1] = [
    Rule {
        id: "dead-code",
        name: "DeadCode",
        cwe: Some("561"),
        level: "warning",
        short: "Nothing executes this code.",
        help: "There is a proof that no run executes this code, whatever the inputs are. Remove it, or find out why \
               the code before it never gets here. If it is meant to be there (a defensive check), say why in a \
               comment: /* ferric3: justified: REASON */.",
    },
    Rule {
        id: "always-false",
        name: "AlwaysFalse",
        cwe: Some("570"),
        level: "warning",
        short: "This expression is always false.",
        help: "There is a proof that this condition or decision is false whenever it is evaluated. What it guards is \
               dead code. Remove it, or correct the comparison, or justify it by a comment.",
    },
    Rule {
        id: "always-true",
        name: "AlwaysTrue",
        cwe: Some("571"),
        level: "warning",
        short: "This expression is always true.",
        help: "There is a proof that this condition or decision is true whenever it is evaluated. What stands against \
               it is dead code. Remove it, or correct the comparison, or justify it by a comment.",
    },
    Rule {
        id: "never-decides",
        name: "NeverDecides",
        cwe: None,
        level: "note",
        short: "This condition never decides the outcome with this value.",
        help: "The condition may have the value, but then the rest of the decision has settled the outcome already. \
               Modified condition/decision coverage cannot be complete here. The decision can probably be written \
               with fewer conditions.",
    },
    Rule {
        id: "loop-count",
        name: "LoopCount",
        cwe: None,
        level: "note",
        short: "This loop never has so many iterations.",
        help: "Loop coverage asks for runs that leave the loop without an iteration, after one and after more. There \
               is a proof that one of these never happens.",
    },
    Rule {
        id: "mark",
        name: "Mark",
        cwe: None,
        level: "warning",
        short: "This marked goal never holds.",
        help: "No run gets to this call with an argument that is not 0.",
    },
    Rule {
        id: "open",
        name: "Open",
        cwe: None,
        level: "none",
        short: "It is not known whether anything reaches this.",
        help: "Neither a test that gets here was found, nor a proof that there is none. More time may settle it; the \
               message says what was in the way.",
    },
];

/// All of them.
pub(super) fn all() -> Vec<Value> {
    RULES.iter().map(rule).collect()
}

fn rule(rule: &Rule) -> Value {
    let mut value = json!({
        "id": rule.id,
        "name": rule.name,
        "shortDescription": { "text": rule.short },
        "fullDescription": { "text": rule.help },
        "help": { "text": rule.help },
        "defaultConfiguration": { "level": rule.level },
    });
    if let Some(cwe) = rule.cwe {
        value["helpUri"] = format!("https://cwe.mitre.org/data/definitions/{cwe}.html").into();
        value["properties"] = json!({ "tags": [format!("external/cwe/cwe-{cwe}")] });
        value["relationships"] = json!([{
            "target": { "id": cwe, "toolComponent": { "name": "CWE", "index": 0 } },
            "kinds": ["superset"],
        }]);
    }
    value
}

/// The weaknesses that rules name.
pub(super) fn cwe() -> Value {
    let taxon = |id: &str, name: &str| {
        json!({
            "id": id,
            "shortDescription": { "text": name },
            "helpUri": format!("https://cwe.mitre.org/data/definitions/{id}.html"),
        })
    };
    json!({
        "name": "CWE",
        "organization": "MITRE",
        "shortDescription": { "text": "Common Weakness Enumeration" },
        "informationUri": "https://cwe.mitre.org/",
        "taxa": [
            taxon("561", "Dead Code"),
            taxon("570", "Expression is Always False"),
            taxon("571", "Expression is Always True"),
        ],
    })
}
