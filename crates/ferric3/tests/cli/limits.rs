//! Limits and signals.

use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{Folder, HARD, Ran, SAFE};

/// Later than this, something did not react. Generous, since machines may be busy.
const SOON: Duration = Duration::from_secs(20);

#[test]
fn the_time_limit_ends_a_hard_query() {
    let folder = Folder::new(&[("hard.c", HARD)]);
    for engine in ["bmc", "ic3cfa"] {
        let start = Instant::now();
        let ran = folder.run(&["check", "hard.c", "--timeout", "0.7", "--engine", engine]);
        ran.expect(5, "Verification result: UNKNOWN(timeout)");
        assert!(start.elapsed() >= Duration::from_millis(700));
        assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
        // No progress line: standard error is not a terminal.
        assert_eq!(ran.err, "");
    }
}

#[test]
fn the_memory_limit_ends_a_check() {
    let folder = Folder::new(&[("hard.c", HARD)]);
    let ran = folder.run(&[
        "check",
        "hard.c",
        "--memory",
        "1",
        "--timeout",
        "60",
        "--json",
        "r.json",
    ]);
    ran.expect(5, "Verification result: UNKNOWN(memory)");
    let doc: Value = serde_json::from_str(&folder.read("r.json")).expect("it is JSON");
    assert_eq!(
        (&doc["verdict"], &doc["reason"]),
        (&"UNKNOWN".into(), &"memory".into())
    );
}

/// A program that the front end and the passes have much to do for.
fn large(functions: usize) -> String {
    let mut text = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
                    int g[8];\n"
        .to_owned();
    for i in 0..functions {
        text.push_str(&format!(
            "int f{i}(int x) {{ for (int i = 0; i < x; i++) g[i & 7] += x ^ {i}; return g[x & 7]; }}\n"
        ));
    }
    text.push_str("int main(void) {\n  int x = __VERIFIER_nondet_int();\n");
    for i in 0..functions {
        text.push_str(&format!("  x += f{i}(x);\n"));
    }
    text + "  if (x == 12345) reach_error();\n}\n"
}

#[test]
fn the_time_limit_holds_in_every_phase() {
    let folder = Folder::new(&[("large.c", &large(3000))]);
    for limit in ["0.1", "1", "3"] {
        let start = Instant::now();
        let ran = folder.run(&["check", "large.c", "--timeout", limit]);
        let ran_for = start.elapsed();
        ran.expect(5, "Verification result: UNKNOWN(timeout)");
        assert!(ran.out.starts_with("No verdict: "), "{}", ran.out);
        // What is left open is said as soon as it is known.
        let knows = ran.out.contains("call of reach_error()");
        assert!(knows || ran.out.contains("`front end`"), "{}", ran.out);
        assert!(ran_for < SOON, "{limit}: {ran_for:?}");
    }
}

#[test]
fn limits_that_are_not_reached_change_nothing() {
    let folder = Folder::new(&[("safe.c", SAFE)]);
    let ran = folder.run(&["check", "safe.c", "--timeout", "60", "--memory", "4000"]);
    ran.expect(0, "Verification result: TRUE");
}

#[test]
fn a_signal_asks_for_what_is_known() {
    let folder = Folder::new(&[("hard.c", HARD)]);
    for signal in ["INT", "TERM"] {
        let child = folder
            .command(&["check", "hard.c", "--timeout", "60"])
            .spawn();
        let child = child.expect("the binary can be started");
        std::thread::sleep(Duration::from_millis(500));
        let start = Instant::now();
        let sent = Command::new("kill")
            .args([&format!("-{signal}"), &child.id().to_string()])
            .status();
        assert!(sent.expect("kill can be run").success());
        let ran = Ran::from(child.wait_with_output().expect("it ends"));
        ran.expect(5, "Verification result: UNKNOWN(interrupted)");
        assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
    }
}

#[test]
fn a_small_check_starts_fast() {
    let folder = Folder::new(&[("safe.c", SAFE)]);
    // Not a measurement, only a guard against something silly. The best of several counts.
    let best = (0..5).map(|_| {
        let start = Instant::now();
        folder
            .run(&["check", "safe.c", "-q"])
            .expect(0, "Verification result: TRUE");
        start.elapsed()
    });
    let best = best.min().unwrap_or_default();
    assert!(best < Duration::from_millis(500), "{best:?}");
}

#[test]
fn limits_hold_for_whoever_builds_an_automaton() {
    let folder = Folder::new(&[("large.c", &large(3000)), ("safe.c", SAFE)]);
    let commands: [&[&str]; 3] = [&["cfa"], &["cfa", "--ivl"], &["export", "--format", "chc"]];
    for command in commands {
        let limited = |file: &str, limit: &[&str]| folder.run(&[command, &[file], limit].concat());
        let start = Instant::now();
        let ran = limited("large.c", &["--timeout", "0.1"]);
        assert_eq!((ran.code, ran.out.as_str()), (Some(5), ""), "{command:?}");
        assert!(ran.err.contains("(--timeout)"), "{}", ran.err);
        assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
        let ran = limited("large.c", &["--memory", "1"]);
        assert_eq!((ran.code, ran.out.as_str()), (Some(5), ""), "{command:?}");
        assert!(ran.err.contains("(--memory)"), "{}", ran.err);
        let ran = limited("safe.c", &["--timeout", "60", "--memory", "4000"]);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{command:?}");
        assert!(!ran.out.is_empty());
    }
    let ran = folder.run(&["run", "large.c", "--input", "5", "--timeout", "0.1"]);
    assert_eq!(ran.code, Some(5), "{ran:#?}");
}
