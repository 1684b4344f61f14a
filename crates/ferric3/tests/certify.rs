//! Certificates of the corpus, confirmed by other solvers: nobody disagrees, and nobody gives up.

use std::path::Path;
use std::process::Command;

use ferric3_testkit::{Extra, need};

/// The folder of the corpus.
fn corpus() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus")
}

/// Programs that are expected to be safe, with the line of their options, in the order of their names.
fn safe_programs() -> Vec<(std::path::PathBuf, Vec<String>)> {
    let mut found = Vec::new();
    let folders = std::fs::read_dir(corpus()).expect("the corpus is there");
    for folder in folders.flatten().filter(|entry| entry.path().is_dir()) {
        for file in std::fs::read_dir(folder.path())
            .expect("a folder")
            .flatten()
        {
            let path = file.path();
            if path.extension().is_none_or(|extension| extension != "c") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            if !text.starts_with("// expect: TRUE") {
                continue;
            }
            let line = |start: &str| text.lines().find_map(|line| line.strip_prefix(start));
            let mut options: Vec<String> = line("// options:")
                .unwrap_or_default()
                .split_whitespace()
                .map(str::to_owned)
                .collect();
            if let Some(checks) = line("// check:") {
                options.extend(["--check".to_owned(), checks.trim().to_owned()]);
            }
            found.push((path, options));
        }
    }
    found.sort();
    found
}

/// Check one of every so many programs, with certificates that all `solvers` confirm.
fn confirm(solvers: &str, every: usize) {
    let programs = safe_programs();
    let chosen = programs.iter().step_by(every);
    let mut confirmed = 0;
    for (path, options) in chosen.clone() {
        let folder = path.parent().expect("a folder");
        // Not `auto`, which runs programs that have only one run: there is nothing to confirm.
        let output = Command::new(env!("CARGO_BIN_EXE_ferric3"))
            .current_dir(folder)
            .args(["check", "--engine", "ic3cfa", "--timeout", "120"])
            .args(["--certify", solvers])
            .args(options)
            .arg(path)
            .output()
            .expect("the binary can be started");
        let out = String::from_utf8_lossy(&output.stdout);
        let code = output.status.code();
        // This engine may be out of time where others are not; whoever proves has it confirmed.
        if code == Some(5) && out.contains("UNKNOWN(timeout)") {
            continue;
        }
        assert_eq!(code, Some(0), "{}: {output:?}", path.display());
        confirmed +=
            usize::from(out.matches("Confirmed by ").count() == solvers.split(',').count());
    }
    let all = chosen.count();
    assert!(2 * confirmed > all, "{confirmed} of {all}");
}

#[test]
fn z3_confirms_a_part_of_the_corpus() {
    if need(Extra::Z3, "z3_confirms_a_part_of_the_corpus") {
        confirm("z3", 60);
    }
}

/// About a hundred programs.
#[test]
#[ignore = "minutes; scripts/long-tests certify"]
fn z3_and_cvc5_confirm_the_corpus() {
    let name = "z3_and_cvc5_confirm_the_corpus";
    if need(Extra::Z3, name) && need(Extra::Cvc5, name) {
        confirm("z3,cvc5", 7);
    }
}
