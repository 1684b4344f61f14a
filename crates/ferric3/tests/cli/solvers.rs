//! Solvers in other processes: answering queries, and confirming certificates.

use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};
use std::{fs, path::Path};

use ferric3_testkit::{Extra, need};
use serde_json::Value;

use crate::support::{Folder, SAFE, UNSAFE};

const TRUE: &str = "Verification result: TRUE";

/// A program that seems to be a solver, and answers queries in its own way.
fn fake(folder: &Folder, name: &str, answer: &str) {
    let text = format!(
        "#!/bin/sh
while read -r line; do case \"$line\" in
*echo*) echo ready;;
*:version*) echo '(:version \"0.7\")';;
*'(q p)'*) echo unsat;;
*get-unsat-assumptions*) echo '(p)';;
*check-sat*) {answer};;
*reason-unknown*) echo '(:reason-unknown \"too lazy\")';;
esac; done
"
    );
    script(&folder.path(name), &text);
}

fn script(path: &Path, text: &str) {
    fs::write(path, text).expect("a file can be written");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("it is ours");
}

#[test]
fn a_missing_solver_is_an_error_of_the_user() {
    let folder = Folder::new(&[("safe.c", SAFE)]);
    for option in ["--solver", "--certify"] {
        let ran = folder.run(&["check", "safe.c", option, "./no-such-solver"]);
        assert_eq!((ran.code, &*ran.out), (Some(1), ""), "{ran:#?}");
        assert!(
            ran.err.contains("cannot start `./no-such-solver`"),
            "{ran:#?}"
        );
        assert!(ran.err.contains("hint: install it"), "{ran:#?}");
    }
}

/// The same reason from every engine, and from none that it was interrupted.
#[test]
fn a_solver_that_does_not_know_is_the_reason() {
    let folder = Folder::new(&[("safe.c", SAFE)]);
    fake(&folder, "lazy", "echo unknown");
    for engine in ["ic3cfa", "local", "kind", "bmc", "unwind"] {
        let ran = folder.run(&[
            "check",
            "safe.c",
            "--engine",
            engine,
            "--solver",
            "./lazy",
            "--no-facts",
            "--passes",
            "none",
        ]);
        let expected = "Verification result: UNKNOWN(solver: lazy does not know: too lazy)";
        ran.expect(5, expected);
        assert!(
            ran.out.contains("Queries were answered by lazy 0.7."),
            "{ran:#?}"
        );
    }
}

#[test]
fn a_time_limit_ends_a_solver_that_does_not_answer() {
    let folder = Folder::new(&[("safe.c", SAFE)]);
    fake(&folder, "slow", "exec tail -f /dev/null");
    let start = Instant::now();
    let ran = folder.run(&[
        "check",
        "safe.c",
        "--engine",
        "ic3cfa",
        "--solver",
        "./slow",
        "--timeout",
        "1",
    ]);
    ran.expect(5, "Verification result: UNKNOWN(timeout)");
    // The probes of the program, the limit, and a loaded machine.
    assert!(start.elapsed() < Duration::from_secs(40), "{ran:#?}");
}

#[test]
fn z3_answers_for_every_engine() {
    if !need(Extra::Z3, "z3_answers_for_every_engine") {
        return;
    }
    let folder = Folder::new(&[("safe.c", SAFE), ("unsafe.c", UNSAFE)]);
    for engine in ["auto", "ic3cfa", "local", "kind", "unwind"] {
        let ran = folder.run(&["check", "safe.c", "--engine", engine, "--solver", "z3"]);
        ran.expect(0, TRUE);
        assert!(ran.out.contains("Queries were answered by z3 "), "{ran:#?}");
        let ran = folder.run(&["check", "unsafe.c", "--engine", engine, "--solver", "z3"]);
        ran.expect(10, "Verification result: FALSE(unreach-call)");
    }
    let ran = folder.run(&["check", "safe.c", "--solver", "z3", "--json", "-"]);
    let document: Value = serde_json::from_str(&ran.out).expect("a document");
    assert_eq!(document["options"]["solver"]["name"], "z3");
    assert!(document["options"]["solver"]["version"].is_string());
}

#[test]
fn certificates_are_confirmed() {
    if !need(Extra::Z3, "certificates_are_confirmed") {
        return;
    }
    let folder = Folder::new(&[("safe.c", SAFE)]);
    let ran = folder.run(&[
        "check",
        "safe.c",
        "--certify",
        "z3",
        "--json",
        "report.json",
    ]);
    ran.expect(0, TRUE);
    assert!(ran.out.contains("Confirmed by z3 "), "{ran:#?}");
    let document: Value = serde_json::from_str(&folder.read("report.json")).expect("a document");
    let by = &document["confirmed_by"][0];
    assert_eq!(by["name"], "z3");
    assert!(
        by["version"].is_string() && by["obligations"].as_u64() > Some(0),
        "{by}"
    );
    assert_eq!(document["options"]["certify"][0]["name"], "z3");
}

/// Who asks for a confirmation and does not get it has no TRUE.
#[test]
fn a_certificate_that_is_not_confirmed_is_no_verdict() {
    let folder = Folder::new(&[("safe.c", SAFE)]);
    fake(&folder, "lazy", "echo unknown");
    for engine in ["auto", "ic3cfa", "kind"] {
        let ran = folder.run(&[
            "check",
            "safe.c",
            "--certify",
            "./lazy",
            "--engine",
            engine,
            "--timeout",
            "20",
        ]);
        assert_eq!(ran.code, Some(5), "{ran:#?}");
        let reason = "lazy 0.7 does not confirm an obligation: lazy does not know: too lazy";
        assert!(ran.last_line().contains(reason), "{ran:#?}");
    }
}

/// A Z3 that does not get to see the formulas has models of everything.
#[test]
fn solvers_that_disagree_are_an_internal_error() {
    if !need(Extra::Z3, "solvers_that_disagree_are_an_internal_error") {
        return;
    }
    let folder = Folder::new(&[("safe.c", SAFE)]);
    let blind = "#!/bin/sh\nsed -u '/^(assert.*?/d' | z3 -in -smt2\n";
    script(&folder.path("blind"), blind);
    for engine in ["auto", "ic3cfa", "kind"] {
        let ran = folder.run(&[
            "check",
            "safe.c",
            "--certify",
            "./blind",
            "--engine",
            engine,
        ]);
        assert_eq!(ran.code, Some(6), "{ran:#?}");
        let text = "claims to have a model of an obligation that has none";
        assert!(ran.err.contains(text), "{ran:#?}");
    }
}
