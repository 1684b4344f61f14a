//! SARIF: a snapshot, and what the standard asks of all logs.

use expect_test::expect_file;
use ferric3_coverage::baseline::Baseline;
use ferric3_coverage::sarif::sarif;
use serde_json::Value;

use crate::sample;

#[test]
fn the_log() {
    let text = sarif(&sample::report(), &sample::sources(), None);
    check(&text);
    expect_file!["snapshots/motor.sarif"].assert_eq(&text);
}

#[test]
fn what_is_known_is_unchanged() {
    let report = sample::report();
    let mut before = sample::report();
    before
        .goals
        .retain(|goal| goal.function == "step" && goal.text != "statement shutdown()");
    let baseline = Baseline::of(&before);
    let text = sarif(&report, &sample::sources(), Some(&baseline));
    check(&text);
    let log: Value = serde_json::from_str(&text).expect("JSON");
    let results = log["runs"][0]["results"].as_array().expect("results");
    let states: Vec<(&str, Option<&str>)> = results
        .iter()
        .map(|result| {
            (
                result["ruleId"].as_str().expect("a rule"),
                result["baselineState"].as_str(),
            )
        })
        .collect();
    let expected = [
        ("always-true", Some("unchanged")),
        ("always-false", Some("updated")),
        ("always-false", Some("new")),
        ("dead-code", Some("new")),
        ("open", None),
        ("open", None),
    ];
    assert_eq!(states, expected);
}

/// The rules of SARIF 2.1.0 that a reader may choke on.
fn check(text: &str) {
    let log: Value = serde_json::from_str(text).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let driver = &run["tool"]["driver"];
    assert!(driver["name"].is_string());
    let rules = driver["rules"].as_array().expect("rules");
    for (index, rule) in rules.iter().enumerate() {
        let same = rules.iter().filter(|other| other["id"] == rule["id"]);
        assert_eq!(same.count(), 1, "rule {index}");
        assert!(rule["help"]["text"].is_string());
    }
    let mut fingerprints = Vec::new();
    for result in run["results"].as_array().expect("results") {
        let index = result["ruleIndex"].as_u64().expect("a number");
        let rule = &rules[usize::try_from(index).expect("small")];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(result["message"]["text"].is_string());
        // §3.27.10: the level is `none` if the kind is not `fail`.
        let is_fail = result["kind"] == "fail";
        assert_eq!(result["level"] != "none", is_fail, "{result}");
        let related = result["relatedLocations"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let ids: Vec<u64> = related
            .iter()
            .filter_map(|place| place["id"].as_u64())
            .collect();
        assert!(ids.iter().copied().eq(0..related.len() as u64), "{ids:?}");
        let own = result["locations"].as_array().expect("a place");
        for location in own.iter().chain(&related) {
            let physical = &location["physicalLocation"];
            let uri = physical["artifactLocation"]["uri"]
                .as_str()
                .expect("a file");
            assert!(
                uri.bytes().all(|b| b.is_ascii_graphic() && b != b'<'),
                "{uri}"
            );
            let region = &physical["region"];
            let at = |line: &str, column: &str| (region[line].as_u64(), region[column].as_u64());
            assert!(
                at("startLine", "startColumn") < at("endLine", "endColumn"),
                "{region}"
            );
        }
        let print = result["partialFingerprints"]["ferric3/goal/v1"].clone();
        assert!(!fingerprints.contains(&print), "{print}");
        fingerprints.push(print);
    }
}
