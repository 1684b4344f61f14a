//! Merging is a union, whatever the order.

use std::path::PathBuf;

use proptest::prelude::*;

use super::super::merge::{join, normal};
use super::*;
use crate::store::record::Record;
use crate::store::write;

/// Those of `part`.
const GOALS: usize = 8;

/// What a store of our program may hold. Goals with an even number are reached in both programs, the others are dead.
#[derive(Clone, Debug)]
enum Fact {
    Settled {
        goal: usize,
        variant: i32,
        is_stale: bool,
    },
    Tried {
        goal: usize,
        number: u64,
    },
    Confirmed {
        variant: i32,
        by: bool,
    },
    Lemma(u8),
    Spent {
        session: u8,
        milliseconds: u64,
    },
}

fn fact() -> impl Strategy<Value = Fact> {
    prop_oneof![
        4 => (0..GOALS, 0..3, any::<bool>()).prop_map(|(goal, variant, is_stale)| Fact::Settled {
            goal,
            variant,
            is_stale
        }),
        1 => (0..GOALS, 0_u64..3).prop_map(|(goal, number)| Fact::Tried { goal, number }),
        1 => (0..3, any::<bool>()).prop_map(|(variant, by)| Fact::Confirmed { variant, by }),
        1 => (0_u8..3).prop_map(Fact::Lemma),
        1 => (0_u8..3, 0_u64..9).prop_map(|(session, milliseconds)| Fact::Spent {
            session,
            milliseconds
        }),
    ]
}

/// A state of a store with some of the goals.
fn state() -> impl Strategy<Value = State> {
    let parts = prop_oneof![Just("1/1"), Just("1/2"), Just("2/2"), Just("2/3")];
    (parts, prop::collection::vec(fact(), 0..12)).prop_map(|(name, facts)| {
        let shard: Shard = name.parse().expect("a shard");
        let mut state = State {
            listing: Some(part(shard)),
            ..State::default()
        };
        for fact in facts {
            for record in records(&fact) {
                state.take(record).expect("in order");
            }
        }
        state
    })
}

fn records(fact: &Fact) -> Vec<Record> {
    let program = Fingerprint::of_c_tokens("int x;");
    let basis = |is_stale| Fingerprint::of_text(if is_stale { "int y;" } else { "int x;" });
    let of_run = |variant: i32| (run(&[variant]).fingerprint(), run(&[variant]));
    match *fact {
        Fact::Settled {
            goal,
            variant,
            is_stale,
        } if goal % 2 == 0 => {
            let (test, run) = of_run(variant);
            let reached = Record::Reached {
                basis: basis(is_stale),
                test,
                partner: None,
                goals: vec![key(goal)],
            };
            vec![Record::Test { test, run }, reached]
        }
        Fact::Settled {
            goal,
            variant,
            is_stale,
        } => {
            let reason = why(&variant.to_string());
            let why = Fingerprint::of_text(&reason.text);
            let dead = Record::Dead {
                basis: basis(is_stale),
                why,
                cycles: (variant == 2).then_some(3),
                goals: vec![key(goal)],
            };
            vec![Record::Why { why, reason }, dead]
        }
        Fact::Tried { goal, number } => vec![Record::Tried {
            basis: basis(false),
            attempt: Attempt {
                turn: 0,
                budget: 1,
                session: program,
                number,
                engine: "kind".to_owned(),
                spent: 1,
                reason: "timeout".to_owned(),
            },
            goals: vec![key(goal)],
        }],
        Fact::Confirmed { variant, by } => {
            let (test, run) = of_run(variant);
            let by = if by { "cc" } else { "clang" }.to_owned();
            let outcome = Outcome::Confirmed { by };
            vec![
                Record::Test { test, run },
                Record::Confirmed {
                    program,
                    test,
                    outcome,
                },
            ]
        }
        Fact::Lemma(n) => vec![Record::Lemma {
            program,
            lemma: Lemma {
                scope: "kind".to_owned(),
                text: n.to_string(),
            },
        }],
        Fact::Spent {
            session,
            milliseconds,
        } => vec![Record::Spent {
            session: Fingerprint::of_text(&session.to_string()),
            milliseconds,
        }],
    }
}

fn both(one: &State, other: &State) -> State {
    join(normal(one.clone()), normal(other.clone())).expect("the same program")
}

proptest! {
    #[test]
    fn merging_is_a_union(a in state(), b in state(), c in state()) {
        prop_assert_eq!(both(&a, &a), normal(a.clone()));
        prop_assert_eq!(both(&a, &b), both(&b, &a));
        prop_assert_eq!(both(&both(&a, &b), &c), both(&a, &both(&b, &c)));
        // Nothing is made up, and nothing that is settled is lost.
        let results = |state: &State| {
            let listing = state.listing.clone().expect("listed");
            let results = Results { state, listing: &listing };
            letters(results)
        };
        let (ab, a) = (both(&a, &b), normal(a));
        let settled = |state: &State| results(state).replace('.', "").len();
        prop_assert!(settled(&ab) >= settled(&a));
    }

    #[test]
    fn what_is_written_is_read(state in state()) {
        let folder = tempfile::tempdir().expect("a folder");
        let log = folder.path().join("log");
        let lines: String = write::records(&state)
            .map(|record| super::super::line::encode(&record.to_json()))
            .collect();
        std::fs::write(&log, lines).expect("written");
        let read = State::read(&log).expect("readable");
        prop_assert_eq!(read.tail, None);
        prop_assert_eq!(read.state, state);
    }
}

/// A store of a shard, in which these were found.
fn shard(folder: &Path, name: &str, shard: &str, findings: &[Finding]) -> PathBuf {
    let listing = part(shard.parse().expect("a shard"));
    let path = folder.join(name);
    let mut session = session(&path, listing);
    for finding in findings {
        session.record(finding).expect("recorded");
    }
    session.spend(Duration::from_secs(2)).expect("recorded");
    path
}

#[test]
fn shards_come_to_the_same_as_one_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let (first, second) = (
        [reached(&[0, 1], &[1]), dead(&[2], "never")],
        [reached(&[4], &[2]), tried(&[5], 0, 1)],
    );
    let one = shard(folder.path(), "one", "1/2", &first);
    let two = shard(folder.path(), "two", "2/2", &second);
    let out = folder.path().join("out");
    let half = Store::merge(&out, std::slice::from_ref(&one)).expect("merged");
    let results = half
        .last_results()
        .expect("no contradiction")
        .expect("listed");
    let missing: Vec<String> = results
        .missing_shards()
        .iter()
        .map(Shard::to_string)
        .collect();
    assert_eq!(missing, ["2/2"]);
    drop(half);
    // Again, and with what was merged before: the same.
    for _ in 0..2 {
        let whole = Store::merge(&out, &[one.clone(), two.clone()]).expect("merged");
        let results = whole
            .last_results()
            .expect("no contradiction")
            .expect("listed");
        assert_eq!(results.missing_shards(), []);
        assert_eq!(letters(results), "rrd.r...");
        assert_eq!(results.spent(), Duration::from_secs(4));
        let single = folder.path().join("single");
        let found: Vec<Finding> = first.iter().chain(&second).cloned().collect();
        let single = shard(folder.path(), &single.to_string_lossy(), "1/1", &found);
        let single = Snapshot::read(&single).expect("readable");
        let single = single.results().expect("no contradiction").expect("listed");
        let [mut merged, mut alone] = [results.report(), single.report()];
        (merged.seconds, alone.seconds) = (0.0, 0.0);
        assert_eq!(merged, alone);
    }
    // And a session goes on with it.
    let session = session(&out, plain("int x;", GOALS));
    assert_eq!(session.changes(), &Changes::default());
    assert_eq!(letters(session.results()), "rrd.r...");
}

#[test]
fn reached_here_and_dead_there_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let one = shard(folder.path(), "one", "1/1", &[reached(&[3], &[5])]);
    let two = shard(folder.path(), "two", "1/1", &[dead(&[3], "x is never 5")]);
    let out = folder.path().join("out");
    drop(Store::merge(&out, std::slice::from_ref(&one)).expect("merged"));
    let before = std::fs::read(out.join("log")).expect("there");
    for order in [[&one, &two], [&two, &one]] {
        let error = Store::merge(&out, &order.map(Clone::clone)).expect_err("wrong");
        let message = error.to_string();
        assert!(matches!(error, StoreError::Contradiction(_)), "{message}");
        for part in [&key(3).to_string(), "x = 5", "x is never 5", "ic3cfa"] {
            assert!(message.contains(part), "{message}");
        }
    }
    assert_eq!(std::fs::read(out.join("log")).expect("there"), before);
}

#[test]
fn only_stores_about_the_same_are_merged() {
    let folder = tempfile::tempdir().expect("a folder");
    let one = shard(folder.path(), "one", "1/2", &[]);
    let other = folder.path().join("other");
    drop(session(&other, plain("int x; int y;", GOALS)));
    let nothing = folder.path().join("nothing");
    let out = folder.path().join("out");
    let error = Store::merge(&out, &[one.clone(), other]).expect_err("another program");
    let message = error.to_string();
    assert!(
        message.ends_with("other cannot be merged with the others: a.c is another text there"),
        "{message}"
    );
    let error = Store::merge(&out, &[one, nothing]).expect_err("nothing there");
    assert!(matches!(error, StoreError::Empty { .. }), "{error}");
}
