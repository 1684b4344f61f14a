//! Dead-code analysis from end to end, on units whose dead code is known: all of it is found, everything else is reached,
//! and the compiled program agrees. Stores, shards and outputs are used as people use them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

/// The units, with what their comments say.
struct Unit {
    name: &'static str,
    entry: String,
    init: Option<String>,
}

const UNITS: [&str; 6] = ["pid", "debounce", "lookup", "chart", "filter", "gear"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/deadcode")
}

fn unit(name: &'static str) -> Unit {
    let text = fs::read_to_string(folder().join(format!("{name}.c"))).expect("the unit is there");
    let said = |what: &str| {
        let mut lines = text.lines();
        lines.find_map(|line| Some(line.strip_prefix(what)?.trim().to_owned()))
    };
    Unit {
        name,
        entry: said("// entry:").expect("each unit names its entry"),
        init: said("// init:"),
    }
}

impl Unit {
    /// The options that name the unit, in its folder.
    fn options(&self) -> Vec<String> {
        let mut options = vec![format!("{}.c", self.name), "--entry".to_owned()];
        options.push(self.entry.clone());
        if let Some(init) = &self.init {
            options.extend(["--init".to_owned(), init.clone()]);
        }
        options
    }
}

fn ferric3(folder: &Path, args: &[String]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferric3"));
    command.current_dir(folder).args(args).stdin(Stdio::null());
    command
}

fn run(folder: &Path, args: &[String]) -> Output {
    ferric3(folder, args).output().expect("it can be started")
}

fn deadcode(folder: &Path, unit: &Unit, more: &[&str]) -> Output {
    let mut args = vec!["deadcode".to_owned()];
    args.extend(unit.options());
    args.extend(more.iter().map(|&word| word.to_owned()));
    run(folder, &args)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The report on standard output, after a run that ended with this exit code.
#[track_caller]
fn report(output: &Output, code: i32) -> Value {
    assert_eq!(output.status.code(), Some(code), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("a document")
}

fn status(goal: &Value) -> &str {
    goal["status"]["status"].as_str().expect("a word")
}

/// `line criterion text` of the goals with a status.
fn goals_with(report: &Value, word: &str) -> BTreeSet<String> {
    let goals = report["goals"].as_array().expect("a list");
    let found = goals.iter().filter(|goal| status(goal) == word);
    let line = |goal: &Value| {
        let place = &goal["place"]["line"];
        let (criterion, text) = (&goal["criterion"], &goal["text"]);
        format!(
            "{place} {} {}",
            criterion.as_str().expect("a word"),
            text.as_str().expect("a text")
        )
    };
    found.map(line).collect()
}

/// What is planted in a unit.
fn planted(unit: &Unit) -> BTreeSet<String> {
    let text = fs::read_to_string(folder().join(format!("{}.dead", unit.name)));
    let text = text.expect("each unit has a list");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(str::to_owned).collect()
}

/// A copy of a unit that may be changed.
fn copy(unit: &Unit) -> tempfile::TempDir {
    let copy = tempfile::tempdir().expect("a folder");
    let file = format!("{}.c", unit.name);
    fs::copy(folder().join(&file), copy.path().join(&file)).expect("it can be copied");
    copy
}

#[test]
fn planted_dead_code_is_found_and_nothing_else() {
    for unit in UNITS.map(unit) {
        let report = report(&deadcode(&folder(), &unit, &["--json", "-"]), 0);
        assert_eq!(goals_with(&report, "dead"), planted(&unit), "{}", unit.name);
        assert_eq!(
            goals_with(&report, "open"),
            BTreeSet::new(),
            "{}",
            unit.name
        );
        for goal in report["goals"].as_array().expect("a list") {
            match status(goal) {
                "dead" => {
                    let why =
                        &report["whys"][goal["status"]["why"].as_u64().expect("a number") as usize];
                    assert!(!why["text"].as_str().expect("a text").is_empty(), "{goal}");
                }
                "reached" => {
                    let test = goal["status"]["test"].as_u64().expect("a number") as usize;
                    let reaches = report["tests"][test]["reaches"].as_array();
                    assert!(!reaches.expect("a list").is_empty(), "{goal}");
                }
                other => panic!("{other}"),
            }
        }
    }
}

#[test]
fn the_compiled_program_agrees() {
    for unit in UNITS.map(unit) {
        let output = deadcode(&folder(), &unit, &["--confirm", "--try-dead", "200000"]);
        let said = text(&output.stdout);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{said}{}",
            text(&output.stderr)
        );
        let tests = said
            .lines()
            .find(|line| line.ends_with("tests were confirmed by the compiled program."));
        let tests = tests.unwrap_or_else(|| panic!("{}: {said}", unit.name));
        let (confirmed, all) = tests.split_once(" of ").expect("two numbers");
        assert_eq!(all.split_whitespace().next(), Some(confirmed), "{said}");
        let tried = format!("{} dead goals were tried", planted(&unit).len());
        assert!(
            said.contains(&tried) && said.contains("; 0 have no probe"),
            "{said}"
        );
    }
}

#[test]
fn files_are_written_and_suites_compile() {
    for unit in [unit("pid"), unit("chart")] {
        let folder = copy(&unit);
        let outputs = [
            "--html",
            "page.html",
            "--sarif",
            "dead.sarif",
            "--csv",
            "csv",
            "--tests",
            "suite",
            "--test-comp",
            "xml",
            "--write-baseline",
            "dead.txt",
        ];
        let output = deadcode(folder.path(), &unit, &outputs);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let read =
            |name: &str| fs::read_to_string(folder.path().join(name)).expect("it was written");
        assert!(read("page.html").contains("<html"));
        let sarif: Value = serde_json::from_str(&read("dead.sarif")).expect("JSON");
        assert_eq!(sarif["version"], "2.1.0");
        assert!(read("csv/vectors.csv").lines().count() > 1);
        assert!(read("xml/metadata.xml").contains("test-metadata"));
        let keys = read("dead.txt")
            .lines()
            .filter(|line| !line.starts_with('#'))
            .count();
        assert_eq!(keys, planted(&unit).len());
        // A build that knows them does not fail; one that knows none does.
        let known = deadcode(
            folder.path(),
            &unit,
            &["--baseline", "dead.txt", "--fail-on", "new-dead", "-q"],
        );
        assert_eq!(known.status.code(), Some(0), "{}", text(&known.stdout));
        fs::write(folder.path().join("none.txt"), "").expect("it can be written");
        let new = deadcode(
            folder.path(),
            &unit,
            &["--baseline", "none.txt", "--fail-on", "new-dead", "-q"],
        );
        assert_eq!(new.status.code(), Some(10), "{}", text(&new.stdout));
        let suite = folder.path().join("suite");
        let compiled = Command::new("cc")
            .current_dir(&suite)
            .args([
                "-std=gnu99",
                "-w",
                "under_test_0.c",
                "tests.c",
                "-o",
                "tests",
            ])
            .output()
            .expect("there is a compiler");
        assert!(compiled.status.success(), "{}", text(&compiled.stderr));
        let ran = Command::new(suite.join("tests")).output().expect("it runs");
        assert!(ran.status.success(), "{}", text(&ran.stdout));
    }
}

#[test]
fn a_store_goes_on_where_it_was_and_knows_what_has_changed() {
    let unit = unit("debounce");
    let folder = copy(&unit);
    let with_store = ["--store", "state", "--json", "-"];
    let first = report(&deadcode(folder.path(), &unit, &with_store), 0);
    let again = report(&deadcode(folder.path(), &unit, &with_store), 0);
    assert_eq!(first["goals"], again["goals"]);
    assert_eq!(first["tests"], again["tests"]);
    // Comments change nothing.
    let file = folder.path().join("debounce.c");
    let source = fs::read_to_string(&file).expect("it is there");
    fs::write(&file, format!("{source}/* a comment */\n")).expect("it can be written");
    let commented = report(&deadcode(folder.path(), &unit, &with_store), 0);
    assert_eq!(first["goals"], commented["goals"]);
    // A limit that the counter gets beyond: what was dead is reached now, and no old proof is believed.
    let changed = source.replace("if (count > 5)", "if (count > 3)");
    assert_ne!(changed, source);
    fs::write(&file, changed).expect("it can be written");
    let changed = report(&deadcode(folder.path(), &unit, &with_store), 0);
    let dead = goals_with(&changed, "dead");
    assert!(
        !dead.iter().any(|goal| goal.contains("count > 3")),
        "{dead:?}"
    );
    assert!(
        dead.iter().any(|goal| goal.contains("default is chosen")),
        "{dead:?}"
    );
}

#[test]
fn who_is_killed_loses_nothing() {
    let unit = unit("chart");
    let folder = copy(&unit);
    let mut args = vec!["deadcode".to_owned()];
    args.extend(unit.options());
    args.extend(["--store", "state", "-q"].map(str::to_owned));
    for pause in [5, 40, 80, 120, 160, 200, 240, 300] {
        let mut child = ferric3(folder.path(), &args)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it can be started");
        std::thread::sleep(Duration::from_millis(pause));
        child.kill().expect("it was started here");
        child.wait().expect("it has ended");
    }
    let report = report(
        &deadcode(folder.path(), &unit, &["--store", "state", "--json", "-"]),
        0,
    );
    assert_eq!(goals_with(&report, "dead"), planted(&unit));
    assert_eq!(goals_with(&report, "open"), BTreeSet::new());
}

#[test]
fn shards_together_are_the_whole() {
    let unit = unit("pid");
    let folder = copy(&unit);
    let whole = report(&deadcode(folder.path(), &unit, &["--json", "-"]), 0);
    for (shard, store) in [("1/3", "a"), ("2/3", "b"), ("3/3", "c")] {
        let output = deadcode(
            folder.path(),
            &unit,
            &["--store", store, "--shard", shard, "-q"],
        );
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }
    let merge = |stores: &[&str]| {
        let mut args = vec!["deadcode", "merge", "--store", "all", "--json", "-"];
        args.extend(stores);
        run(
            folder.path(),
            &args.into_iter().map(str::to_owned).collect::<Vec<_>>(),
        )
    };
    report(&merge(&["a", "b"]), 5);
    let merged = report(&merge(&["c"]), 0);
    for word in ["dead", "reached", "open"] {
        assert_eq!(goals_with(&merged, word), goals_with(&whole, word));
    }
}

#[test]
fn cover_makes_tests_of_all_that_can_be_reached() {
    let unit = unit("lookup");
    let mut args = vec!["cover".to_owned()];
    args.extend(unit.options());
    args.extend(["--timeout", "6", "--json", "-"].map(str::to_owned));
    // Proofs are not what it is for, but a bounded search may come to an end.
    let output = run(&folder(), &args);
    let code = output.status.code().expect("it was not killed");
    assert!([0, 5].contains(&code), "{}", text(&output.stderr));
    let report = report(&output, code);
    let (open, dead) = (goals_with(&report, "open"), goals_with(&report, "dead"));
    assert_eq!(&open | &dead, planted(&unit));
}

#[test]
fn goals_are_chosen_and_listed() {
    let unit = unit("pid");
    let all = text(&deadcode(&folder(), &unit, &["--list-goals"]).stdout);
    let some = [
        "--list-goals",
        "--coverage",
        "decision,mcdc-unique",
        "--only",
        "clamp",
    ];
    let some = text(&deadcode(&folder(), &unit, &some).stdout);
    assert!(all.lines().count() > some.lines().count() && !some.is_empty());
    for line in some.lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        assert!(["decision", "mcdc"].contains(&columns[0]), "{line}");
        assert_eq!(columns[2], "clamp", "{line}");
    }
    let wrong = deadcode(&folder(), &unit, &["--only", "nowhere"]);
    assert_eq!(wrong.status.code(), Some(1), "{}", text(&wrong.stderr));
    // By unique cause, both conditions of the planted decision are dead: it is never true.
    let unique = ["--coverage", "mcdc-unique", "--only", "step", "--json", "-"];
    let unique = report(&deadcode(&folder(), &unit, &unique), 0);
    assert_eq!(goals_with(&unique, "open"), BTreeSet::new());
    let dead = goals_with(&unique, "dead");
    assert_eq!(dead.len(), 4, "{dead:?}");
}

#[test]
fn the_harness_can_be_printed_and_compiled() {
    let unit = unit("filter");
    let folder = copy(&unit);
    let output = deadcode(folder.path(), &unit, &["--print-harness"]);
    assert_eq!(output.status.code(), Some(0));
    fs::write(folder.path().join("harness.c"), &output.stdout).expect("it can be written");
    let compiled = Command::new("cc")
        .current_dir(folder.path())
        .args(["-c", "-w", "harness.c", "-o", "harness.o"])
        .output()
        .expect("there is a compiler");
    assert!(compiled.status.success(), "{}", text(&compiled.stderr));
}

#[test]
fn justified_goals_are_not_analysed() {
    let unit = unit("pid");
    let folder = copy(&unit);
    let file = folder.path().join("pid.c");
    let source = fs::read_to_string(&file).expect("it is there");
    let justified = source.replace(
        "    if (faults > 3)\n",
        "    /* ferric3: justified: a second line of defence */\n    if (faults > 3)\n",
    );
    assert_ne!(justified, source);
    fs::write(&file, justified).expect("it can be written");
    let report = report(&deadcode(folder.path(), &unit, &["--json", "-"]), 0);
    assert!(goals_with(&report, "justified").len() >= 4);
    assert!(goals_with(&report, "dead").len() < planted(&unit).len());
}
