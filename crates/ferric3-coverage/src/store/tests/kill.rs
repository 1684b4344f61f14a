//! Processes that are killed while they write.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use super::*;

const GOALS: usize = 400;
const STORE: &str = "FERRIC3_TEST_STORE_TO_WRITE";

/// Settles the first open goal until none is left, compacts now and then, and says after each goal that it is recorded.
fn work(folder: &Path) {
    let mut session = session(folder, plain("int x;", GOALS));
    let mut said = std::io::stdout();
    let letters = letters(session.results());
    for (n, _) in letters.match_indices('.') {
        session.record(&tried(&[n], 0, 1)).expect("recorded");
        let finding = match n % 3 {
            0 => dead(&[n], "x is no multiple of 3"),
            _ => reached(&[n], &[n as i32]),
        };
        session.record(&finding).expect("recorded");
        writeln!(said, "settled {n}").expect("somebody listens");
        if n % 11 == 0 {
            session.compact().expect("compacted");
        }
    }
    session.end().expect("on disc");
}

/// The process that is killed: this test alone, with a store to write to. By itself it does nothing.
#[test]
fn writer() {
    if let Some(folder) = env::var_os(STORE) {
        work(Path::new(&folder));
    }
}

fn start(folder: &Path) -> Child {
    let this = env::current_exe().expect("a test");
    let mut command = Command::new(this);
    command.args(["--exact", "store::tests::kill::writer", "--nocapture"]);
    command.env(STORE, folder);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    child.expect("this test as a process")
}

/// The goals that are said to be recorded, until so many were said or the process ends.
fn listen(child: &mut Child, most: usize) -> Vec<usize> {
    let output = child.stdout.take().expect("a pipe");
    let lines = BufReader::new(output).lines().map_while(Result::ok);
    let settled = lines.filter_map(|line| line.strip_prefix("settled ")?.parse().ok());
    settled.take(most).collect()
}

#[test]
fn who_is_killed_has_lost_nothing_that_was_recorded() {
    let folder = tempfile::tempdir().expect("a folder");
    // Numbers of Park and Miller, so that each run is the same as far as it can be.
    let mut random: u64 = 7;
    let mut settled = 0;
    for round in 0..50 {
        let mut child = start(folder.path());
        random = random * 48271 % 0x7fff_ffff;
        let most = (random % 9) as usize;
        let said = listen(&mut child, most);
        child.kill().expect("it is ours");
        child.wait().expect("it is ours");
        let seen = Snapshot::read(folder.path()).expect("readable");
        let results = seen.results().expect("no contradiction");
        let letters = results.map_or(String::new(), letters);
        // What is settled is a prefix, and what was said is in it.
        let now = letters.find('.').unwrap_or(letters.len());
        assert!(
            !letters[now..].contains(['r', 'd']),
            "round {round}: {letters}"
        );
        assert!(now >= settled, "round {round}: {now} after {settled}");
        let last = said.last().map_or(0, |&last| last + 1);
        assert!(now >= last, "round {round}: {now}, but {last} were said");
        assert!(
            said.iter().all(|&n| n >= settled),
            "round {round}: again {said:?}"
        );
        settled = now;
    }
    assert!(settled > 0, "somebody got somewhere");

    let mut last = start(folder.path());
    let said = listen(&mut last, GOALS);
    assert!(last.wait().expect("it is ours").success());
    assert_eq!(
        said,
        (settled..GOALS).collect::<Vec<_>>(),
        "nothing is done twice"
    );
    let whole = tempfile::tempdir().expect("a folder");
    work(whole.path());
    let report = |folder: &Path| {
        let seen = Snapshot::read(folder).expect("readable");
        assert_eq!(seen.tail(), None);
        let results = seen.results().expect("no contradiction").expect("listed");
        results.report()
    };
    assert_eq!(report(folder.path()), report(whole.path()));
}
