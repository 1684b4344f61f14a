//! Tests that were skipped: who may be, and where that is written down.

use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;

use crate::Extra;

/// A line for each: what it lacks, how one gets that, the name of the test.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/skipped-tests");

/// The name that a test gives itself must be its own, or nobody could run it again by that name.
/// Threads of tests have their names; those that a test starts, or the only one, have not.
pub(crate) fn check_name(thread: Option<&str>, test: &str) {
    if let Some(path) = thread.filter(|&name| name != "main") {
        let name = path.rsplit("::").next();
        assert_eq!(name, Some(test), "the test gives another name than its own");
    }
}

/// May a test be skipped, says `FERRIC3_EXTRAS`?
pub(crate) fn permit(wish: Option<&str>, extra: Extra, test: &str) {
    match wish {
        None | Some("" | "skip") => {}
        Some("require") => panic!("{test} needs {extra}: {}", extra.how_to_get()),
        Some(other) => panic!("FERRIC3_EXTRAS={other}: neither `skip` nor `require`"),
    }
}

/// Says it, past the capture of the test's output, and writes it down; once, however often a test
/// asks.
pub(crate) fn record(extra: Extra, test: &str) {
    static KNOWN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let how = extra.how_to_get();
    let line = format!("{extra}\t{how}\t{test}\n");
    let mut known = KNOWN.lock().expect("nobody panics with the lock");
    if !known.insert(line.clone()) {
        return;
    }
    drop(known);
    // Nobody may be listening, which is no reason to fail.
    let _ = writeln!(io::stderr(), "skipped: {test} needs {extra} ({how})");
    let path = Path::new(FILE);
    append(path, &line).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

/// At once, as other processes add their lines at the same time.
fn append(path: &Path, line: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut file = OpenOptions::new().append(true).create(true).open(path)?;
    file.write_all(line.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_added() {
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let path = folder.path().join("new").join("list");
        for line in ["a\n", "b\n"] {
            append(&path, line).expect("a writable folder");
        }
        assert_eq!(
            std::fs::read_to_string(path).expect("it is there"),
            "a\nb\n"
        );
    }

    #[test]
    fn skipping_is_the_usual_thing() {
        for wish in [None, Some(""), Some("skip")] {
            permit(wish, Extra::Z3, "a_test");
        }
    }

    #[test]
    #[should_panic(expected = "a_test needs Z3: apt-get install z3")]
    fn what_is_required_must_be_there() {
        permit(Some("require"), Extra::Z3, "a_test");
    }

    #[test]
    #[should_panic(expected = "neither `skip` nor `require`")]
    fn a_wish_must_be_known() {
        permit(Some("requires"), Extra::Z3, "a_test");
    }

    #[test]
    fn names_are_the_last_part() {
        check_name(Some("module::tests::a_test"), "a_test");
        check_name(Some("a_test"), "a_test");
        check_name(Some("main"), "a_test");
        check_name(None, "a_test");
    }

    #[test]
    #[should_panic(expected = "another name than its own")]
    fn another_name_is_a_mistake() {
        check_name(Some("tests::a_test"), "test");
    }
}
