//! Logs of stores that end anywhere.

use std::fs;

use super::*;

/// A log with records of every kind, and the letters after each of its lines.
fn written() -> (Vec<u8>, Vec<(usize, String)>) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let mut session = session(folder.path(), plain("int x;", 4));
    let findings = [
        reached(&[0, 1], &[7]),
        tried(&[2, 3], 0, 1),
        dead(&[3], "x is never 3"),
        Finding::Confirmed {
            test: run(&[7]),
            outcome: Outcome::Confirmed {
                by: "cc".to_owned(),
            },
        },
        Finding::Assumption("no aliases".to_owned()),
        reached(&[2], &[8, 9]),
    ];
    let mut after = vec![(session.log_length(), letters(session.results()))];
    for finding in &findings {
        session.record(finding).expect("recorded");
        after.push((session.log_length(), letters(session.results())));
    }
    drop(session);
    (fs::read(path).expect("there"), after)
}

#[test]
fn a_store_whose_log_is_cut_anywhere_goes_on() {
    let (bytes, after) = written();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    fs::write(&path, &bytes).expect("written");
    let log = fs::File::options().write(true).open(&path);
    let log = log.expect("there");
    for cut in (0..=bytes.len()).rev() {
        log.set_len(cut as u64).expect("cut");
        let seen = Snapshot::read(folder.path()).expect("readable");
        let results = seen.results().expect("no contradiction");
        let expected = after.iter().rev().find(|(length, _)| *length <= cut);
        match (results, expected) {
            (Some(results), Some((_, letters_then))) => {
                assert_eq!(&letters(results), letters_then, "cut at {cut}");
            }
            (None, None) => {}
            (results, _) => panic!("cut at {cut}: {results:?}"),
        }
        // Opening waits for the disc, so not at every byte.
        if cut % 211 == 0 {
            let folder = tempfile::tempdir().expect("a folder");
            fs::write(folder.path().join("log"), &bytes[..cut]).expect("written");
            let mut session = session(folder.path(), plain("int x;", 4));
            session.record(&reached(&[0, 1], &[7])).expect("recorded");
            session.record(&reached(&[2], &[8, 9])).expect("recorded");
            session
                .record(&dead(&[3], "x is never 3"))
                .expect("recorded");
            assert_eq!(letters(session.results()), "rrrd", "cut at {cut}");
        }
    }
}

#[test]
fn a_damaged_store_opens_and_says_where() {
    let (mut bytes, after) = written();
    let place = after[2].0 + 40;
    bytes[place] ^= 4;
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("log"), &bytes).expect("written");
    let store = Store::open(folder.path()).expect("opens");
    let tail = store.tail().expect("noticed").to_string();
    let named = format!("log: damaged at offset {} ", after[2].0);
    assert!(tail.contains(&named), "{tail}");
    let session = store.begin(plain("int x;", 4)).expect("a session");
    assert_eq!(letters(session.results()), after[2].1);
}
