//! `ferric3 check --cover`: which coverage goals runs reach.

use expect_test::expect;
use serde_json::Value;

use crate::support::{Folder, HARD, SAFE};

const BRANCHES: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 5) {
    if (x < 3) x = 0;
    __VERIFIER_cover(x == 1000000);
  } else if (x == 4)
    reach_error();
  return x;
  x = 1;
}
";

#[test]
fn a_table_and_a_last_line_of_its_own() {
    let folder = Folder::new(&[("branches.c", BRANCHES)]);
    let ran = folder.run(&[
        "check",
        "branches.c",
        "--cover",
        "branch,mark",
        "--deterministic",
    ]);
    expect![[r#"
        7 coverage goals of branches.c: 6 reached, 1 unreachable, 0 open.
          reached      branches.c:5:7   x > 5 is true (simulate: input 6)
          reached      branches.c:5:7   x > 5 is false (simulate: input 0)
          unreachable  branches.c:6:9   x < 3 is true (facts)
          reached      branches.c:6:9   x < 3 is false (simulate: input 6)
          reached      branches.c:7:22  cover x == 1000000 (simulate: input 1000000)
          reached      branches.c:8:14  x == 4 is true (simulate: input 4)
          reached      branches.c:8:14  x == 4 is false (simulate: input 0)

        Proved by facts: no transition leads to an error, from whatever state.
        Checked again by a fresh solver, in 1 query.
        Coverage result: COVERAGE(6 reached, 1 unreachable, 0 open)
    "#]]
    .assert_eq(&ran.out);
    assert_eq!(ran.code, Some(0));
}

fn verdicts(doc: &Value) -> Vec<(u64, String, String)> {
    let goals = doc["goals"].as_array().expect("goals");
    let text = |goal: &Value, name: &str| goal[name].as_str().unwrap_or_default().to_owned();
    let mut goals: Vec<_> = goals
        .iter()
        .map(|goal| {
            assert_eq!(goal["property"], "coverage");
            assert_eq!(goal["verdict"] == "REACHED", goal["inputs"].is_array());
            assert!(goal["violation"].is_null());
            let line = goal["line"].as_u64().unwrap_or_default();
            (line, text(goal, "description"), text(goal, "verdict"))
        })
        .collect();
    goals.sort();
    goals
}

#[test]
fn a_document_has_the_goals() {
    let folder = Folder::new(&[("branches.c", BRANCHES)]);
    for engine in ["auto", "ic3cfa", "kind", "bmc"] {
        let ran = folder.run(&[
            "check",
            "branches.c",
            "--cover",
            "statement",
            "--engine",
            engine,
            "--json",
            "-",
        ]);
        assert_eq!(ran.code, Some(0), "{ran:#?}");
        let doc: Value = serde_json::from_str(&ran.out).expect("a document");
        assert_eq!(doc["verdict"], "COVERAGE");
        assert_eq!(doc["property"], "coverage");
        let found = verdicts(&doc);
        let line = |line: u64| {
            let mut on = found.iter().filter(move |goal| goal.0 == line);
            on.next().map(|goal| goal.2.as_str()).unwrap_or_default()
        };
        let lines = [4, 5, 6, 7, 8, 9, 10, 11].map(line);
        let expected = [
            "REACHED",
            "",
            "REACHED",
            "REACHED",
            "REACHED",
            "REACHED",
            "REACHED",
            "UNREACHABLE",
        ];
        assert_eq!(lines, expected, "{engine}: {found:?}");
    }
}

/// The verdict is about properties only.
#[test]
fn coverage_beside_properties_is_no_part_of_the_verdict() {
    let folder = Folder::new(&[("branches.c", BRANCHES), ("safe.c", SAFE)]);
    let cover = |file| folder.run(&["check", file, "--check", "assertions", "--cover", "branch"]);
    cover("branches.c").expect(10, "Verification result: FALSE(unreach-call)");
    let ran = cover("safe.c");
    ran.expect(0, "Verification result: TRUE");
    assert!(ran.out.contains("unreachable  safe.c:8"), "{}", ran.out);
}

/// Exit code 5 where some goals are open.
#[test]
fn open_goals() {
    let folder = Folder::new(&[("hard.c", HARD)]);
    let ran = folder.run(&["check", "hard.c", "--cover", "branch", "--timeout", "3"]);
    assert_eq!(ran.code, Some(5), "{ran:#?}");
    assert!(ran.last_line().starts_with("Coverage result: COVERAGE("));
    assert!(ran.out.contains("open         hard.c:5"), "{}", ran.out);
}

#[test]
fn no_transition_systems() {
    let folder = Folder::new(&[("a.btor2", "1 sort bitvec 1\n2 state 1\n3 bad 2\n")]);
    let ran = folder.run(&["check", "a.btor2", "--cover", "branch"]);
    assert_eq!(ran.code, Some(1), "{ran:#?}");
}

/// `--list-goals` says which numbers there are, `--goal` asks about some.
#[test]
fn goals_are_listed_and_chosen() {
    let folder = Folder::new(&[("branches.c", BRANCHES)]);
    let ran = folder.run(&["check", "branches.c", "--cover", "branch", "--list-goals"]);
    expect![[r#"
        0	branches.c:5:7	x > 5 is true
        1	branches.c:5:7	x > 5 is false
        2	branches.c:6:9	x < 3 is true
        3	branches.c:6:9	x < 3 is false
        4	branches.c:8:14	x == 4 is true
        5	branches.c:8:14	x == 4 is false
    "#]]
    .assert_eq(&ran.out);
    assert_eq!(ran.code, Some(0));

    let line = ["check", "branches.c", "--cover", "branch", "--engine"];
    let chosen = |goals: &str| folder.run(&[&line[..], &["kind", "--goal", goals]].concat());
    let ran = chosen("branches.c:6,4");
    expect![[r#"
        3 coverage goals of branches.c: 2 reached, 1 unreachable, 0 open.
          unreachable  branches.c:6:9   x < 3 is true (facts)
          reached      branches.c:6:9   x < 3 is false (kind: input 6)
          reached      branches.c:8:14  x == 4 is true (kind: input 4)

        Proved by facts: no transition leads to an error, from whatever state.
        Checked again by a fresh solver, in 1 query.
        Coverage result: COVERAGE(2 reached, 1 unreachable, 0 open)
    "#]]
    .assert_eq(&ran.out);
    for (goals, code, part) in [
        ("99", 2, "there is no goal 99; --list-goals shows"),
        ("other.c:6", 2, "there is no goal other.c:6"),
        ("x", 1, "neither a number (17) nor a line (control.c:205)"),
    ] {
        let ran = chosen(goals);
        assert_eq!(ran.code, Some(code), "{ran:#?}");
        assert!(ran.err.contains(part), "{ran:#?}");
    }
}

/// Of assertions, too: the others are not asked about.
#[test]
fn one_assertion_is_chosen() {
    let text = "\
extern int __VERIFIER_nondet_int(void);
#include <assert.h>
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x != 7);
  assert(x != 7);
}
";
    let folder = Folder::new(&[("two.c", text)]);
    let check = |line: &str| folder.run(&["check", "two.c", "--goal", line]);
    let (first, second) = (check("two.c:5"), check("two.c:6"));
    assert_eq!(
        (first.code, second.code),
        (Some(10), Some(0)),
        "{second:#?}"
    );
    assert!(
        second
            .out
            .contains("1 property of two.c: 0 violated, 1 proved, 0 open.")
    );
    let several = folder.run(&["check", "two.c", "--goal", "0", "--check", "all"]);
    assert_eq!(several.code, Some(1));
    assert!(
        several
            .err
            .contains("--goal with a number needs a single property")
    );
}
