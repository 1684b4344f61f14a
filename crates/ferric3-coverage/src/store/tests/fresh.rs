//! What is fresh and what is stale, over several sessions.

use super::*;

fn open<'a>(session: &'a Session, n: usize) -> Open<'a> {
    match session.known(&key(n)) {
        Some(Known::Open(open)) => open,
        other => panic!("goal {n} is not open: {other:?}"),
    }
}

#[test]
fn a_session_goes_on_where_the_last_one_ended() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut first = session(folder.path(), plain("int x;", 4));
    assert_eq!(letters(first.results()), "....");
    first.record(&reached(&[0, 1], &[7])).expect("recorded");
    first.record(&dead(&[2], "x is never 2")).expect("recorded");
    first.record(&tried(&[3], 0, 5)).expect("recorded");
    first.record(&tried(&[3], 1, 20)).expect("recorded");
    first.spend(Duration::from_secs(30)).expect("recorded");
    let (length, before) = (first.log_length(), first.report());
    first.end().expect("on disc");

    let second = session(folder.path(), plain("int x;", 4));
    assert_eq!(letters(second.results()), "rrd.");
    assert_eq!(second.changes(), &Changes::default());
    assert_eq!(open(&second, 3).next_turn(), 2);
    assert_eq!(open(&second, 3).spent(), Duration::from_secs(25));
    assert_eq!(second.report(), before);
    assert!(second.log_length() < length + 200, "only that it began");
}

#[test]
fn a_change_makes_stale_what_depends_on_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let basis = |version: &'static str| {
        move |n: usize| match n {
            0 | 2 => "f0".to_owned(),
            _ => version.to_owned(),
        }
    };
    let mut first = session(folder.path(), listing("int x;", 4, basis("f1")));
    first.record(&reached(&[0, 1], &[7])).expect("recorded");
    first
        .record(&dead(&[2, 3], "no 2, no 3"))
        .expect("recorded");
    let lemma = Lemma {
        scope: "ic3cfa".to_owned(),
        text: "x < 2".to_owned(),
    };
    first
        .record(&Finding::Lemma(lemma.clone()))
        .expect("recorded");
    drop(first);

    let mut second = session(folder.path(), listing("int x = 1;", 5, basis("f1'")));
    assert_eq!(letters(second.results()), "r.d..");
    assert_eq!(
        open(&second, 1).stale_tests().collect::<Vec<_>>(),
        [&run(&[7])]
    );
    assert_eq!(open(&second, 1).stale_whys().count(), 0);
    assert_eq!(
        open(&second, 3).stale_whys().collect::<Vec<_>>(),
        [&why("no 2, no 3")]
    );
    assert_eq!(second.results().lemmas().collect::<Vec<_>>(), [&lemma]);
    let changes = second.changes();
    assert_eq!(changes.files["a.c"], FileChange::Changed);
    assert_eq!(
        (changes.new_goals, changes.stale_goals, changes.gone_goals),
        (1, 2, 0)
    );
    let reasons: Vec<String> = second
        .report()
        .goals
        .into_iter()
        .filter_map(|goal| match goal.status {
            Status::Open { reason } => Some(reason),
            _ => None,
        })
        .collect();
    assert_eq!(
        reasons,
        [
            "was reached before the program changed",
            "was dead before the program changed",
            "not analysed yet"
        ]
    );
    // What was dead may be reached now, and the other way round: that is no contradiction.
    second.record(&reached(&[3], &[3])).expect("recorded");
    second
        .record(&dead(&[1], "no 1 any more"))
        .expect("recorded");
    assert_eq!(letters(second.results()), "rddr.");
    drop(second);

    // The old program has its old answers.
    let third = session(folder.path(), listing("int x;", 4, basis("f1")));
    assert_eq!(letters(third.results()), "rrdd");
}

#[test]
fn comments_change_texts_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    drop(session(folder.path(), plain("int x;", 1)));
    let second = session(
        folder.path(),
        listing("int x; // y", 1, |_| "int x;".to_owned()),
    );
    assert_eq!(second.changes().files["a.c"], FileChange::CommentsOnly);
    assert_eq!(second.changes().stale_goals, 0);
}

#[test]
fn both_reached_and_dead_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = session(folder.path(), plain("int x;", 3));
    session.record(&reached(&[0], &[1, -2])).expect("recorded");
    session
        .record(&dead(&[1], "x is never 1"))
        .expect("recorded");
    let message = |result: Result<(), StoreError>| match result {
        Err(StoreError::Contradiction(both)) => both.to_string(),
        other => panic!("no contradiction: {other:?}"),
    };
    let length = session.log_length();
    let first = message(session.record(&dead(&[2, 0], "x is odd")));
    assert!(first.contains(&key(0).to_string()), "{first}");
    assert!(
        first.contains("reached by x = 1, x = -2 (2 cycles)"),
        "{first}"
    );
    assert!(
        first.contains("dead by ic3cfa (certificate: bits): x is odd"),
        "{first}"
    );
    let second = message(session.record(&reached(&[1], &[4])));
    assert!(
        second.contains("x is never 1") && second.contains("x = 4"),
        "{second}"
    );
    assert_eq!(session.log_length(), length, "nothing was recorded");
    assert_eq!(letters(session.results()), "rd.");
}

#[test]
fn a_proof_about_few_cycles_leaves_room_for_longer_tests() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = session(folder.path(), plain("int x;", 2));
    let bounded = |goal: usize, cycles: u64| Finding::Dead {
        goals: vec![key(goal)],
        why: why("not so early"),
        cycles: Some(cycles),
    };
    session.record(&bounded(0, 1)).expect("recorded");
    session.record(&bounded(0, 2)).expect("recorded");
    let Some(Known::Dead(known)) = session.known(&key(0)) else {
        panic!("it is dead")
    };
    assert_eq!(known.cycles(), Some(2), "the stronger one");
    session
        .record(&reached(&[0], &[1, 2]))
        .expect_err("within two cycles");
    session.record(&reached(&[0], &[1, 2, 3])).expect("later");
    session.record(&bounded(0, 3)).expect_err("there is a test");
    assert_eq!(letters(session.results()), "r.");
}

#[test]
fn goals_have_to_be_listed_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = session(folder.path(), plain("int x;", 2));
    let refused = session.record(&reached(&[0, 2], &[1]));
    assert!(
        matches!(refused, Err(StoreError::NotListed { .. })),
        "{refused:?}"
    );
    assert_eq!(letters(session.results()), "..");
    let basis = |_: &Goal| Fingerprint::of_text("b");
    let refused = Listing::new(program("int x;"), &[goal(0), goal(0)], Shard::WHOLE, basis);
    assert!(
        matches!(refused, Err(StoreError::Twice { .. })),
        "{refused:?}"
    );
}

#[test]
fn a_contradicted_test_stays_contradicted() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = session(folder.path(), plain("int x;", 2));
    session.record(&reached(&[0, 1], &[7])).expect("recorded");
    let by = || "cc 12".to_owned();
    let missing = vec![key(1)];
    let contradicted = Outcome::Contradicted { by: by(), missing };
    for outcome in [contradicted.clone(), Outcome::Confirmed { by: by() }] {
        let test = run(&[7]);
        session
            .record(&Finding::Confirmed { test, outcome })
            .expect("recorded");
    }
    assert_eq!(
        session.results().confirmation(&run(&[7])),
        Some(&contradicted)
    );
    let confirmed = session.report().tests[0].confirmed.clone();
    let missing = vec![1];
    assert_eq!(
        confirmed,
        Some(crate::Confirmation::Contradicted { by: by(), missing })
    );
}

#[test]
fn compaction_keeps_what_is_of_use() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut first = session(folder.path(), plain("int x;", 6));
    first.record(&reached(&[0, 1, 2], &[7])).expect("recorded");
    first.record(&dead(&[3], "x is never 3")).expect("recorded");
    first.record(&tried(&[4, 5], 0, 5)).expect("recorded");
    drop(first);
    let mut second = session(folder.path(), plain("int y;", 5));
    for inputs in [[7, 8], [8, 9]] {
        second.record(&reached(&[0, 1], &inputs)).expect("recorded");
    }
    second
        .record(&Finding::Assumption("no aliases".to_owned()))
        .expect("recorded");
    let (length, report) = (second.log_length(), second.report());
    second.compact().expect("compacted");
    assert!(second.log_length() < length);
    assert_eq!(second.report(), report);
    assert_eq!(open(&second, 2).stale_tests().count(), 1);
    assert_eq!(open(&second, 3).stale_whys().count(), 1);
    second.record(&reached(&[2], &[1])).expect("recorded");
    let report = second.report();
    drop(second);

    let third = session(folder.path(), plain("int y;", 5));
    assert_eq!(third.report(), report);
    assert_eq!(report.assumptions, ["no aliases"]);
    assert_eq!(report.tests[0].reaches, [0, 1]);
}

#[test]
fn one_process_at_a_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = session(folder.path(), plain("int x;", 1));
    let message = Store::open(folder.path()).expect_err("in use").to_string();
    assert!(message.contains("choose another --store"), "{message}");
    let seen = Snapshot::read(folder.path()).expect("readable all the same");
    assert_eq!(
        letters(seen.results().expect("no contradiction").expect("listed")),
        "."
    );
    drop(first);
    Store::open(folder.path()).expect("free again");
}

#[test]
fn a_store_of_a_later_version_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let line = line::encode("{\"record\":\"store\",\"format\":\"ferric3-store\",\"version\":2}");
    std::fs::write(&log, &line).expect("written");
    let message = Store::open(folder.path()).expect_err("foreign").to_string();
    assert!(
        message.ends_with("at offset 0: ferric3-store, version 2"),
        "{message}"
    );
    assert_eq!(std::fs::read_to_string(&log).expect("there"), line);
}

/// The format is written down in docs/deadcode.md.
#[test]
fn a_log_is_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = session(folder.path(), plain("int x;", 1));
    session.record(&reached(&[0], &[7])).expect("recorded");
    drop(session);
    let log = std::fs::read_to_string(folder.path().join("log")).expect("text");
    let lines = log.lines().filter(|line| !line.contains("\"session\""));
    let lines: Vec<&str> = lines.collect();
    expect_test::expect![[r#"
        00000037 1c6001bc557e1481 {"record":"store","format":"ferric3-store","version":1}
        00000160 fc7248e0ba7d19f8 {"record":"subject","tool":"0.1.0","subject":{"files":[{"name":"a.c","hash":"35904201b025d43f89b5de564faf00e5"}],"entry":"step","data_model":"LP64"},"criteria":["condition"],"fingerprint":"9f8dee5ee356b82bf5b69c3370e2db4b","sources":[{"name":"a.c","text":"35904201b025d43f89b5de564faf00e5","tokens":"9f8dee5ee356b82bf5b69c3370e2db4b"}],"parts":["1/1"]}
        00000114 45f6dfa18f650d54 {"record":"goal","key":"a.c|f0|condition|x > 0 is true|0","basis":"35904201b025d43f89b5de564faf00e5","criterion":"condition","function":"f0","place":{"file":"a.c","line":1,"column":5,"end_line":1,"end_column":10},"text":"x > 0 is true","decision":0,"condition":0,"value":true}
        0000001d cc0e152f73670752 {"record":"listed","goals":1}
        00000089 96dda35ad308879f {"record":"test","test":"3c8b9f68d2074393da5391a53ab6314d","inputs":[{"name":"x","type":"int","value":"7","bits":"00000007"}],"cycles":1}
        00000096 d901bee539419c4e {"record":"reached","basis":"35904201b025d43f89b5de564faf00e5","test":"3c8b9f68d2074393da5391a53ab6314d","goals":["a.c|f0|condition|x > 0 is true|0"]}"#]].assert_eq(&lines.join("\n"));
}
