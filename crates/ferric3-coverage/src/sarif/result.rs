//! Results, with their places and reasons.

use serde_json::{Value, json};

use super::rules::{OPEN, RULES};
use crate::baseline::Baseline;
use crate::findings::Finding;
use crate::{Goal, GoalKey, Place, Report, Status};

/// More related locations are only counted.
const MOST_RELATED: usize = 100;

/// A dead goal, with those that are dead because of it.
pub(super) fn dead(report: &Report, finding: &Finding, baseline: Option<&Baseline>) -> Value {
    let goal = &report.goals[finding.goal];
    let why = match &goal.status {
        Status::Dead { why, .. } => report.whys.get(*why),
        _ => None,
    };
    let mut text = finding.message.clone();
    let mut related: Vec<Value> = Vec::new();
    if let Some(why) = why {
        if !why.text.is_empty() {
            text.push(' ');
            text.push_str(&why.text);
        }
        let facts = why.lines.iter();
        related.extend(facts.map(|line| {
            located(
                &line.place,
                format!("It always holds here that {}", line.holds),
            )
        }));
        text.push_str(&format!(" (Proved by {}; {}.)", why.engine, why.checked_by));
    }
    let others = finding.related.iter().take(MOST_RELATED);
    related.extend(others.map(|&other| {
        let other = &report.goals[other];
        located(
            &other.place,
            format!("Dead with it: {} ({})", other.text, other.criterion),
        )
    }));
    if finding.related.len() > MOST_RELATED {
        let all = finding.related.len();
        text.push_str(&format!(" {all} more goals are dead because of it."));
    }
    // Locations that results refer to have numbers.
    for (id, location) in related.iter_mut().enumerate() {
        location["id"] = id.into();
    }
    let mut value = result(finding.problem as usize, goal, &text);
    value["kind"] = "fail".into();
    if let Some(baseline) = baseline {
        value["baselineState"] = state(report, finding, baseline).into();
    }
    if !related.is_empty() {
        value["relatedLocations"] = related.into();
    }
    value
}

/// A goal that nobody knows an answer for.
pub(super) fn open(goal: &Goal) -> Value {
    let reason = match &goal.status {
        Status::Open { reason } => reason.as_str(),
        _ => "",
    };
    let text = format!("Not known ({reason}): {} ({})", goal.text, goal.criterion);
    // A baseline is about dead goals, so there is no state.
    let mut value = result(OPEN, goal, &text);
    value["kind"] = "open".into();
    value
}

/// Against the baseline: is it known, with all that is dead because of it?
fn state(report: &Report, finding: &Finding, baseline: &Baseline) -> &'static str {
    let is_known = |&goal: &usize| baseline.contains(&report.goals[goal].key);
    match is_known(&finding.goal) {
        false => "new",
        true if finding.related.iter().all(is_known) => "unchanged",
        true => "updated",
    }
}

fn result(rule: usize, goal: &Goal, text: &str) -> Value {
    let mut location = physical(&goal.place);
    location["logicalLocations"] =
        json!([{ "fullyQualifiedName": goal.function, "kind": "function" }]);
    json!({
        "ruleId": RULES[rule].id,
        "ruleIndex": rule,
        "level": RULES[rule].level,
        "message": { "text": text },
        "locations": [location],
        "partialFingerprints": { "ferric3/goal/v1": fingerprint(&goal.key) },
        "properties": { "goal": goal.key.0, "criterion": goal.criterion.name() },
    })
}

fn located(place: &Place, text: String) -> Value {
    let mut location = physical(place);
    location["message"] = json!({ "text": text });
    location
}

fn physical(place: &Place) -> Value {
    let mut location = json!({ "artifactLocation": { "uri": uri(&place.file) } });
    if place.line > 0 {
        let mut region = json!({ "startLine": place.line });
        if place.column > 0 {
            region["startColumn"] = place.column.into();
            if (place.end_line, place.end_column) > (place.line, place.column) {
                region["endLine"] = place.end_line.into();
                region["endColumn"] = place.end_column.into();
            }
        }
        location["region"] = region;
    }
    json!({ "physicalLocation": location })
}

/// The name of a file as a reference: what is not plain is written as bytes in hexadecimal.
pub(super) fn uri(name: &str) -> String {
    let mut uri = String::new();
    if name.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

/// A number for a key: FNV-1a with 128 bits, in hexadecimal. Readers only compare it.
fn fingerprint(key: &GoalKey) -> String {
    const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    let step = |hash: u128, byte: u8| (hash ^ u128::from(byte)).wrapping_mul(PRIME);
    let hash = key.0.bytes().fold(OFFSET, step);
    format!("{hash:032x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_references() {
        assert_eq!(uri("src/a b#é.c"), "src/a%20b%23%C3%A9.c");
        assert_eq!(uri("/tmp/a.c"), "file:///tmp/a.c");
    }

    #[test]
    fn fingerprints_are_fnv_1a() {
        // The published values for nothing and for "a".
        let of = |text: &str| fingerprint(&GoalKey(text.to_owned()));
        assert_eq!(of(""), "6c62272e07bb014262b821756295c58d");
        assert_eq!(of("a"), "d228cb696f1a8caf78912b704e4a8964");
    }
}
