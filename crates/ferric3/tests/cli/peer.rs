//! `ferric3 peer`, and peers in `bench`, with scripts in place of the tools.
//!
//! `tests/peers.rs` has the tools themselves.

use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::support::{Folder, Ran, SAFE};

/// A folder with a C file and a `z3` that is this script.
///
/// Another process writes the program: what this one has open for writing, a child that another test
/// starts at the same time has open too, for a moment, and nobody can execute it then.
fn with_tool(script: &str) -> Folder {
    let tasks = "file\texpected\nsafe.c\ttrue\n";
    let folder = Folder::new(&[("safe.c", SAFE), ("tasks.tsv", tasks), ("z3.sh", script)]);
    let mut copy = Command::new("cp");
    copy.args([folder.path("z3.sh"), folder.path("z3")]);
    assert!(copy.status().expect("cp can be started").success());
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.path("z3"), mode).expect("it can be made a program");
    folder
}

/// The binary, which finds the script before anything else.
fn run(folder: &Folder, args: &[&str]) -> Ran {
    let path = format!("{}:/usr/bin:/bin", folder.path("").display());
    let mut command = folder.command(args);
    Ran::from(
        command
            .env("PATH", path)
            .output()
            .expect("the binary can be started"),
    )
}

#[test]
fn the_tools_words_become_answers() {
    for (script, code, last) in [
        ("#!/bin/sh\necho sat\n", 0, "Peer result: TRUE"),
        ("#!/bin/sh\necho unsat\n", 10, "Peer result: FALSE"),
        (
            "#!/bin/sh\necho; echo unknown\n",
            5,
            "Peer result: UNKNOWN(spacer said: unknown)",
        ),
        (
            "#!/bin/sh\nexit 3\n",
            5,
            "Peer result: UNKNOWN(spacer said: nothing)",
        ),
    ] {
        let folder = with_tool(script);
        run(&folder, &["peer", "spacer", "safe.c"]).expect(code, last);
        let json = run(&folder, &["peer", "spacer", "safe.c", "--json", "-"]);
        assert!(json.out.contains("\"ferric3-peer-answer\""), "{json:#?}");
    }
}

#[test]
fn the_tool_gets_the_exported_problem() {
    let folder = with_tool("#!/bin/sh\ngrep -q HORN \"$2\" && echo sat\n");
    run(&folder, &["peer", "spacer", "safe.c"]).expect(0, "Peer result: TRUE");
    let kept = run(
        &folder,
        &["peer", "spacer", "safe.c", "--problem", "kept.smt2", "-q"],
    );
    kept.expect(0, "Peer result: TRUE");
    let exported = run(&folder, &["export", "--format", "chc", "safe.c"]);
    assert_eq!(folder.read("kept.smt2"), exported.out);
}

#[test]
fn a_tool_without_an_answer_is_stopped() {
    let folder = with_tool("#!/bin/sh\nexec sleep 60\n");
    let start = Instant::now();
    let ran = run(&folder, &["peer", "spacer", "safe.c", "--timeout", "0.5"]);
    ran.expect(5, "Peer result: UNKNOWN(timeout)");
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_missing_tool_is_said_to_be_missing() {
    let folder = Folder::new(&[
        ("safe.c", SAFE),
        ("tasks.tsv", "file\texpected\nsafe.c\ttrue\n"),
    ]);
    for args in [
        &["peer", "spacer", "safe.c"][..],
        &["bench", "tasks.tsv", "--engine", "peer:spacer"],
    ] {
        let mut command = folder.command(args);
        let ran = Ran::from(command.env("PATH", "").output().expect("it can be started"));
        assert_eq!(ran.code, Some(1), "{ran:#?}");
        assert!(ran.err.contains("none is installed: z3"), "{ran:#?}");
    }
}

#[test]
fn peers_are_engines_of_bench() {
    let folder = with_tool("#!/bin/sh\necho sat\n");
    let args = [
        "bench",
        "tasks.tsv",
        "--engine",
        "ic3cfa,peer:spacer",
        "--out",
        "out",
    ];
    let ran = run(&folder, &args);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let results = folder.read("out/results.csv");
    assert!(
        results.contains("safe.c,peer:spacer,true,TRUE,correct"),
        "{results}"
    );
    let unknown = run(&folder, &["bench", "tasks.tsv", "--engine", "peer:nobody"]);
    assert_eq!(unknown.code, Some(1), "{unknown:#?}");
}

#[test]
fn what_a_tool_leaves_behind_does_not_outlive_bench() {
    let script = "#!/bin/sh\nsleep 60 &\necho $! > \"$(dirname \"$0\")/left\"\nwait\n";
    let folder = with_tool(script);
    let args = [
        "bench",
        "tasks.tsv",
        "--engine",
        "peer:spacer",
        "--timeout",
        "1",
        "--out",
        "out",
    ];
    let ran = run(&folder, &args);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let results = folder.read("out/results.csv");
    assert!(results.contains("UNKNOWN,unknown,timeout"), "{results}");
    let left = folder.read("left");
    // Whoever inherits the process may take a moment to bury it.
    let is_running = || {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", left.trim()));
        stat.is_ok_and(|stat| !stat.contains(") Z "))
    };
    let start = Instant::now();
    while is_running() {
        assert!(start.elapsed() < Duration::from_secs(10), "it lives on");
        std::thread::sleep(Duration::from_millis(5));
    }
}
