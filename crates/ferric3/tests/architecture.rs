//! The shape of the project: which crate may use which, who may print, and what every crate says
//! about itself. The list is that of ARCHITECTURE.md.

use std::path::{Path, PathBuf};

/// The crates from the lowest to the highest. A crate may use only crates before it, and of those
/// only the ones that it may know about.
const CRATES: [(&str, &[&str]); 14] = [
    ("ferric3-term", &[]),
    ("ferric3-sat", &[]),
    ("ferric3-icp", &["ferric3-term", "ferric3-sat"]),
    (
        "ferric3-solver",
        &["ferric3-term", "ferric3-sat", "ferric3-icp"],
    ),
    ("ferric3-ivl", &["ferric3-term"]),
    ("ferric3-coverage", &[]),
    (
        "ferric3-c",
        &["ferric3-term", "ferric3-ivl", "ferric3-coverage"],
    ),
    ("ferric3-import", &["ferric3-term", "ferric3-ivl"]),
    ("ferric3-cfa", &["ferric3-term", "ferric3-ivl"]),
    (
        "ferric3-export",
        &["ferric3-term", "ferric3-ivl", "ferric3-cfa"],
    ),
    (
        "ferric3-engine",
        &[
            "ferric3-term",
            "ferric3-sat",
            "ferric3-solver",
            "ferric3-ivl",
            "ferric3-cfa",
        ],
    ),
    (
        "ferric3-witness",
        &[
            "ferric3-term",
            "ferric3-sat",
            "ferric3-solver",
            "ferric3-ivl",
            "ferric3-cfa",
            "ferric3-engine",
        ],
    ),
    (
        "ferric3-confirm",
        &[
            "ferric3-term",
            "ferric3-ivl",
            "ferric3-c",
            "ferric3-coverage",
        ],
    ),
    (
        "ferric3",
        &[
            "ferric3-term",
            "ferric3-sat",
            "ferric3-solver",
            "ferric3-ivl",
            "ferric3-c",
            "ferric3-cfa",
            "ferric3-export",
            "ferric3-import",
            "ferric3-engine",
            "ferric3-witness",
            "ferric3-coverage",
            "ferric3-confirm",
        ],
    ),
];

/// No part of the program: any test may use it, and nothing but tests.
const TESTKIT: &str = "ferric3-testkit";

/// The same, made of crates of the program, for tests of crates that stand above them or, behind their
/// interface, beside them.
const TESTGEN: (&str, &[&str]) = (
    "ferric3-testgen",
    &[
        "ferric3-term",
        "ferric3-sat",
        "ferric3-solver",
        "ferric3-ivl",
        "ferric3-cfa",
        "ferric3-testkit",
    ],
);

/// What only the command line may do: print, read the environment, end the process.
const ONLY_IN_THE_BINARY: [&str; 7] = [
    "println!",
    "eprintln!",
    "print!(",
    "eprint!(",
    "std::env",
    "process::exit",
    "process::abort",
];

fn crates_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path)
        .unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()))
}

/// The project's crates that a manifest names in any of its dependency tables, and whether they are
/// for tests only.
fn dependencies(manifest: &str) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    let mut in_table = false;
    let mut for_tests = false;
    for line in manifest.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[') {
            // `[dependencies]`, `[dev-dependencies]`, `[target.'…'.dependencies]`, and tables such as
            // `[dependencies.ferric3-term]`.
            let header = header.trim_end_matches(']');
            in_table = header.ends_with("dependencies");
            for_tests = header.contains("dev-dependencies");
            if let Some((_, name)) = header.rsplit_once("dependencies.") {
                found.push((name.to_owned(), for_tests));
            }
        } else if in_table {
            let name: String = line
                .chars()
                .take_while(|c| c.is_alphanumeric() || "-_".contains(*c))
                .collect();
            found.push((name, for_tests));
        }
    }
    found.retain(|(name, _)| name.starts_with("ferric3"));
    found
}

#[test]
fn the_list_has_every_crate() {
    let entries = std::fs::read_dir(crates_folder()).expect("the folder of the crates exists");
    let mut found: Vec<String> = entries
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.join("Cargo.toml").exists())
        .map(|path| {
            path.file_name()
                .expect("it has a name")
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    found.sort();
    let mut listed = vec![TESTKIT.to_owned(), TESTGEN.0.to_owned()];
    listed.extend(CRATES.map(|(name, _)| name.to_owned()));
    listed.sort();
    assert_eq!(found, listed);
}

#[test]
fn dependencies_go_in_one_direction() {
    for (position, (name, allowed)) in CRATES.iter().enumerate() {
        for other in *allowed {
            let is_lower = CRATES[..position].iter().any(|(lower, _)| lower == other);
            assert!(
                is_lower,
                "the list itself: {other} does not come before {name}"
            );
        }
        let manifest = read(&crates_folder().join(name).join("Cargo.toml"));
        for (used, for_tests) in dependencies(&manifest) {
            if used == TESTKIT || used == TESTGEN.0 {
                assert!(for_tests, "{name} may depend on {used} for its tests only");
                continue;
            }
            assert!(
                allowed.contains(&used.as_str()),
                "{name} must not depend on {used}, not even for its tests"
            );
        }
    }
    let manifest = read(&crates_folder().join(TESTKIT).join("Cargo.toml"));
    assert_eq!(dependencies(&manifest), [], "{TESTKIT} is for all of them");
    let manifest = read(&crates_folder().join(TESTGEN.0).join("Cargo.toml"));
    for (used, _) in dependencies(&manifest) {
        let is_allowed = TESTGEN.1.contains(&used.as_str());
        assert!(is_allowed, "{} must not depend on {used}", TESTGEN.0);
    }
}

#[test]
fn every_crate_says_what_it_does_not_know() {
    let for_tests = [&TESTKIT, &TESTGEN.0];
    for name in CRATES.iter().map(|(name, _)| name).chain(for_tests) {
        let source = crates_folder().join(name).join("src");
        let library = source.join("lib.rs");
        let root = if library.exists() {
            library
        } else {
            source.join("main.rs")
        };
        let text = read(&root);
        let doc: String = text
            .lines()
            .map_while(|line| line.strip_prefix("//!"))
            .collect::<Vec<_>>()
            .join(" ");
        assert!(
            !doc.trim().is_empty(),
            "{} has no documentation",
            root.display()
        );
        // The command line is the one crate that may know everything; it says what only it does.
        let wanted = if *name == "ferric3" {
            "only"
        } else {
            "knows nothing"
        };
        assert!(
            doc.contains(wanted),
            "{} does not say what it does not know",
            root.display()
        );
    }
}

#[test]
fn only_the_binary_prints_reads_the_environment_and_exits() {
    let mut faults = Vec::new();
    for (name, _) in CRATES.iter().filter(|(name, _)| *name != "ferric3") {
        visit(
            &crates_folder().join(name).join("src"),
            &mut |path, text| {
                for (number, line) in text.lines().enumerate() {
                    let code = line.split("//").next().unwrap_or_default();
                    for word in ONLY_IN_THE_BINARY {
                        if code.contains(word) {
                            faults.push(format!("{}:{}: {word}", path.display(), number + 1));
                        }
                    }
                }
            },
        );
    }
    assert!(
        faults.is_empty(),
        "only the crate `ferric3` may do this:\n{}",
        faults.join("\n")
    );
}

/// All source files, except those of unit tests.
fn visit(folder: &Path, work: &mut dyn FnMut(&Path, &str)) {
    let entries = std::fs::read_dir(folder).expect("the folder exists");
    for entry in entries {
        let path = entry.expect("it can be listed").path();
        let is_test = path.file_stem().is_some_and(|stem| stem == "tests");
        if path.is_dir() && !is_test {
            visit(&path, work);
        } else if path.extension().is_some_and(|end| end == "rs") && !is_test {
            let text = read(&path);
            let text = text
                .split("#[cfg(test)]\nmod tests {")
                .next()
                .unwrap_or_default();
            work(&path, text);
        }
    }
}

#[test]
fn dependency_tables_are_read() {
    let manifest = "[package]\nname = \"ferric3-x\"\n[dependencies]\nferric3-term.workspace = true\n\
                    rustc-hash = \"2\"\n[dev-dependencies]\nferric3-sat = { path = \"..\" }\n\
                    [dependencies.ferric3-ivl]\npath = \"..\"\n[lints]\nferric3-no = true\n";
    let expected = [
        ("ferric3-term", false),
        ("ferric3-sat", true),
        ("ferric3-ivl", false),
    ];
    assert_eq!(
        dependencies(manifest),
        expected.map(|(name, for_tests)| (name.to_owned(), for_tests))
    );
}
