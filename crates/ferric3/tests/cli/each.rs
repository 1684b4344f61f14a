//! `ferric3 check --all`: each assertion by itself.

use serde_json::Value;

use crate::support::{Folder, Ran, SAFE};

/// Assertions that hold and others that do not, before and behind one another.
const MIXED: &str = "\
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0;
  assert(n != 77777);
  while (i < n) {
    assert(s == 3 * i);
    i++;
    s += 3;
    assert(i != 9);
  }
  assert(i == n);
  assert(i != 10);
  assert(n < 5);
  return 0;
}
";

/// By line: the verdicts on `MIXED`. No run gets to line 13 with 10 iterations.
const VERDICTS: [(u64, &str); 6] = [
    (5, "FALSE"),
    (7, "TRUE"),
    (10, "FALSE"),
    (12, "TRUE"),
    (13, "TRUE"),
    (14, "FALSE"),
];

fn verdicts(ran: &Ran) -> Vec<(u64, String)> {
    let doc: Value = serde_json::from_str(&ran.out).expect("a document");
    let goals = doc["goals"].as_array().expect("goals");
    let goal = |goal: &Value| {
        let verdict = goal["verdict"].as_str().unwrap_or_default().to_owned();
        (goal["line"].as_u64().unwrap_or_default(), verdict)
    };
    goals.iter().map(goal).collect()
}

#[test]
fn every_assertion_has_a_verdict_of_its_own() {
    let folder = Folder::new(&[("mixed.c", MIXED)]);
    for engine in ["auto", "ic3cfa", "local", "kind"] {
        let ran = folder.run(&[
            "check", "mixed.c", "--all", "--engine", engine, "--json", "-",
        ]);
        assert_eq!(ran.code, Some(10), "{engine}: {ran:#?}");
        let expected = VERDICTS.map(|(line, verdict)| (line, verdict.to_owned()));
        assert_eq!(verdicts(&ran), expected, "{engine}");
    }
}

#[test]
fn engines_that_prove_little_say_what_they_know() {
    let folder = Folder::new(&[("mixed.c", MIXED)]);
    for engine in ["bmc", "unwind", "simulate"] {
        let mut args = vec![
            "check", "mixed.c", "--all", "--engine", engine, "--json", "-",
        ];
        if engine != "simulate" {
            args.extend(["--max-depth", "40"]);
        }
        let ran = folder.run(&args);
        assert_eq!(ran.code, Some(10), "{engine}: {ran:#?}");
        for ((line, verdict), (_, expected)) in verdicts(&ran).into_iter().zip(VERDICTS) {
            assert!(
                verdict == expected || verdict == "UNKNOWN",
                "{engine}: line {line} is {verdict}"
            );
        }
    }
}

/// There is no way to a violated assertion in the automaton of the others: that is no proof of it.
#[test]
fn what_is_known_of_open_assertions_is_no_claim_about_violated_ones() {
    let text = "\
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0;
  assert(n != 77777);
  while (i < n) { i++; s += 3; }
  assert(s != 30001 || i < 5);
  return 0;
}
";
    let folder = Folder::new(&[("open.c", text)]);
    let mut args = vec!["check", "open.c", "--all", "--engine", "bmc", "--json", "-"];
    args.extend(["--max-depth", "40"]);
    let ran = folder.run(&args);
    let expected = [(5, "FALSE"), (7, "UNKNOWN")];
    assert_eq!(verdicts(&ran), expected.map(|(l, v)| (l, v.to_owned())));
    let doc: Value = serde_json::from_str(&ran.out).expect("a document");
    let known = doc["goals"][1]["known"]["properties"].as_array();
    let lines: Vec<Option<u64>> = known
        .into_iter()
        .flatten()
        .map(|claim| claim["line"].as_u64())
        .collect();
    assert_eq!(lines, [Some(7)], "{}", ran.out);
}

#[test]
fn the_table_names_each_and_traces_follow() {
    let folder = Folder::new(&[("mixed.c", MIXED)]);
    let ran = folder.run(&["check", "mixed.c", "--all", "--deterministic"]);
    ran.expect(10, "Verification result: FALSE(unreach-call)");
    let first = ran.out.lines().next();
    let summary = "6 properties of mixed.c: 3 violated, 3 proved, 0 open.";
    assert_eq!(first, Some(summary), "{}", ran.out);
    let table: Vec<&str> = ran.out.lines().skip(1).take(6).collect();
    for (row, start) in table.iter().zip([
        "  violated  mixed.c:5:10   assertion n != 77777 (",
        "  proved    mixed.c:7:12   assertion s == 3 * i (",
        "  violated  mixed.c:10:12  assertion i != 9 (",
        "  proved    mixed.c:12:10  assertion i == n (",
        "  proved    mixed.c:13:10  assertion i != 10 (",
        "  violated  mixed.c:14:10  assertion n < 5 (",
    ]) {
        assert!(row.starts_with(start), "{}", ran.out);
    }
    assert_eq!(ran.out.matches("\nTrace (").count(), 3, "{}", ran.out);
    assert_eq!(ran.out.matches("Checked again").count(), 1, "{}", ran.out);
}

#[test]
fn what_is_settled_stands_when_time_is_up() {
    let hard = "\
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned long long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  unsigned x = __VERIFIER_nondet_uint(), n = 0;
  while (__VERIFIER_nondet_uint()) if (n < 9) n++;
  assert(n < 10);
  assert(x != 12);
  if (a > 1 && b > 1 && a <= b) assert(a * b != 8339155993818144529ULL);
  return 0;
}
";
    let folder = Folder::new(&[("hard.c", hard)]);
    let limits = ["--timeout", "6"];
    let args = ["check", "hard.c", "--all", "--json", "-"];
    let ran = folder.run(&[&args[..], &limits].concat());
    assert_eq!(ran.code, Some(10), "{ran:#?}");
    let expected = [(7, "TRUE"), (8, "FALSE"), (9, "UNKNOWN")];
    let expected = expected.map(|(line, verdict)| (line, verdict.to_owned()));
    assert_eq!(verdicts(&ran), expected);
}

#[test]
fn nothing_is_proved_that_lies_behind_a_construct_that_is_not_modelled() {
    let text = "\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x != 5);
  __asm__ volatile (\"incl %0\" : \"+r\"(x));
  assert(x != 7);
  return 0;
}
";
    let folder = Folder::new(&[("asm.c", text)]);
    let ran = folder.run(&["check", "asm.c", "--all"]);
    ran.expect(10, "Verification result: FALSE(unreach-call)");
    let behind = "not modelled  asm.c:6:3  inline assembly: what lies behind it was not checked";
    assert!(ran.out.contains(behind), "{}", ran.out);
    // Without the first assertion nothing is known at all.
    let text = text.replace("assert(x != 5);", "");
    let folder = Folder::new(&[("asm.c", &text)]);
    for engine in ["auto", "ic3cfa", "bmc", "simulate"] {
        let ran = folder.run(&["check", "asm.c", "--all", "--engine", engine]);
        assert_eq!(ran.code, Some(5), "{engine}: {ran:#?}");
    }
}

#[test]
fn a_program_with_one_run_is_run_once() {
    let text = "\
#include <assert.h>
int main(void) {
  unsigned x = 1;
  for (int i = 0; i < 100000; i++) x = x * 1664525u + 1013904223u;
  assert(x != 1);
  assert(x == 1);
  assert(x != 2);
  return 0;
}
";
    let folder = Folder::new(&[("one.c", text)]);
    let ran = folder.run(&["check", "one.c", "--all"]);
    ran.expect(10, "Verification result: FALSE(unreach-call)");
    assert_eq!(ran.out.matches("(run)").count(), 3, "{}", ran.out);
    assert!(
        ran.out.contains("1 violated, 2 proved, 0 open"),
        "{}",
        ran.out
    );
}

#[test]
fn documents_name_the_goals_without_all_as_well() {
    let folder = Folder::new(&[("mixed.c", MIXED), ("safe.c", SAFE)]);
    let ran = folder.run(&["check", "mixed.c", "--json", "-"]);
    let found = verdicts(&ran);
    let count = |verdict: &str| found.iter().filter(|(_, v)| v == verdict).count();
    assert_eq!((count("FALSE"), count("UNKNOWN")), (1, 5), "{found:?}");
    let ran = folder.run(&["check", "safe.c", "--json", "-"]);
    assert_eq!(verdicts(&ran), [(8, "TRUE".to_owned())]);
}
