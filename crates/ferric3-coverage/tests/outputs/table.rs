//! What the terminal shows.

use expect_test::expect;
use ferric3_coverage::table::Rows;
use ferric3_coverage::{Count, Paint, Sources, table};

use crate::sample;

#[test]
fn the_summary() {
    let text = table::summary(&sample::report(), Rows::Functions, Paint::Plain);
    expect![[r#"
        function  criterion  goals  reached  dead  justified  open  settled
        step      function       1        1     0          0     0  100.0 %
                  call           1        0     1          0     0  100.0 %
                  statement      6        3     2          0     1   83.3 %
                  decision       6        3     3          0     0  100.0 %
                  case           2        1     0          1     0  100.0 %
                  loop           3        2     0          0     1   66.6 %
                  condition      5        3     2          0     0  100.0 %
                  mcdc           2        1     1          0     0  100.0 %
                  all           26       14     9          1     2   92.3 %
        clamp     function       1        1     0          0     0  100.0 %
                  decision       2        1     1          0     0  100.0 %
                  all            3        2     1          0     0  100.0 %
        unused    function       1        0     1          0     0  100.0 %
                  statement      2        0     2          0     0  100.0 %
                  all            3        0     3          0     0  100.0 %
        all       function       3        2     1          0     0  100.0 %
                  call           1        0     1          0     0  100.0 %
                  statement      8        3     4          0     1   87.5 %
                  decision       8        4     4          0     0  100.0 %
                  case           2        1     0          1     0  100.0 %
                  loop           3        2     0          0     1   66.6 %
                  condition      5        3     2          0     0  100.0 %
                  mcdc           2        1     1          0     0  100.0 %
                  all           32       16    13          1     2   93.7 %

        32 goals of step called for ever: 16 reached, 13 dead, 1 justified, 2 open; 93.7 % settled in 12.3 s.
    "#]].assert_eq(&text);
}

#[test]
fn the_summary_of_one_function() {
    let mut report = sample::report();
    report
        .goals
        .retain(|goal| goal.function == "clamp" && goal.value.is_none());
    report.subject.cycles = Some(3);
    let text = table::summary(&report, Rows::Functions, Paint::Plain);
    expect![[r#"
        function  criterion  goals  reached  dead  justified  open  settled
        clamp     function       1        1     0          0     0  100.0 %

        1 goal of step called at most 3 times: 1 reached, 0 dead, 0 justified, 0 open; 100.0 % settled in 12.3 s.
    "#]].assert_eq(&text);
}

#[test]
fn the_totals() {
    let report = sample::report();
    let all = table::summary(&report, Rows::Functions, Paint::Plain);
    let totals = table::summary(&report, Rows::Totals, Paint::Plain);
    assert_eq!(totals.lines().count(), 12);
    // Columns may be narrower without the names of functions.
    let words = |line: &str| {
        line.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<String>>()
    };
    let all: Vec<Vec<String>> = all.lines().map(words).collect();
    assert!(totals.lines().all(|line| all.contains(&words(line))));
}

#[test]
fn dead_goals_with_their_reasons() {
    let text = table::dead(&sample::report(), &sample::sources(), Paint::Plain);
    expect![[r#"
        dead: The condition "speed >= 0" is always true.
         --> src/motor.c:8:24, in step
          |
        8 |     if (throttle > 100 && speed >= 0) {
          |                           ^^^^^^^^^^
          = why: speed is never negative.
          = always at src/motor.c:8:24: 0 <= speed
          = proved by facts, checked by certificate: bits
          = 1 more goal is dead with it (line 8)

        dead: The decision "speed > 200" is always false.
          --> src/motor.c:11:6, in step
           |
        11 |     if (speed > 200) {
           |         ^^^^^^^^^^^
           = why: speed is at most 100 here, so speed > 200 is false.
           = always at src/motor.c:7:1: 0 <= speed && speed <= 100
           = always at src/motor.c:11:6: !(speed > 200)
           = proved by ic3cfa, checked by certificate: bits
           = 6 more goals are dead with it (lines 11 to 15)

        dead: The decision "x > 10" is always false, in the first 50 cycles.
         --> src/util.c:3:12, in clamp
          |
        3 |     return x > 10 ? 10 : x;
          |            ^^^^^^
          = proved by bmc, checked by certificate: bits

        dead: The function unused is never entered.
         --> src/util.c:6:6, in unused
          |
        6 | void unused(void)
          |      ^^^^^^
          = why: Nobody calls unused.
          = proved by calls, checked by certificate: bits
          = 2 more goals are dead with it (lines 8 to 9)
    "#]]
    .assert_eq(&text);
}

/// Without the text there are no excerpts, and what lies in a branch is not known to.
#[test]
fn dead_goals_without_the_text() {
    let text = table::dead(&sample::report(), &Sources::new(), Paint::Plain);
    expect![[r#"
        dead: The condition "speed >= 0" is always true.
         --> src/motor.c:8:24, in step
          |
          = why: speed is never negative.
          = always at src/motor.c:8:24: 0 <= speed
          = proved by facts, checked by certificate: bits
          = 1 more goal is dead with it (line 8)

        dead: The decision "speed > 200" is always false.
          --> src/motor.c:11:6, in step
           |
           = why: speed is at most 100 here, so speed > 200 is false.
           = always at src/motor.c:7:1: 0 <= speed && speed <= 100
           = always at src/motor.c:11:6: !(speed > 200)
           = proved by ic3cfa, checked by certificate: bits
           = 1 more goal is dead with it (line 11)

        dead: Never executed: statement alarm("</script><script>document.title='no'</script>").
          --> src/motor.c:12:3, in step
           |
           = why: speed is at most 100 here, so speed > 200 is false.
           = always at src/motor.c:7:1: 0 <= speed && speed <= 100
           = always at src/motor.c:11:6: !(speed > 200)
           = proved by ic3cfa, checked by certificate: bits
           = 1 more goal is dead with it (line 12)

        dead: The decision "throttle" is never evaluated.
          --> src/motor.c:14:7, in step
           |
           = why: speed is at most 100 here, so speed > 200 is false.
           = always at src/motor.c:7:1: 0 <= speed && speed <= 100
           = always at src/motor.c:11:6: !(speed > 200)
           = proved by ic3cfa, checked by certificate: bits
           = 1 more goal is dead with it (line 14)

        dead: Never executed: statement shutdown().
          --> src/motor.c:15:4, in step
           |
           = why: speed is at most 100 here, so speed > 200 is false.
           = always at src/motor.c:7:1: 0 <= speed && speed <= 100
           = always at src/motor.c:11:6: !(speed > 200)
           = proved by ic3cfa, checked by certificate: bits

        dead: The decision "x > 10" is always false, in the first 50 cycles.
         --> src/util.c:3:12, in clamp
          |
          = proved by bmc, checked by certificate: bits

        dead: The function unused is never entered.
         --> src/util.c:6:6, in unused
          |
          = why: Nobody calls unused.
          = proved by calls, checked by certificate: bits

        dead: Never executed: statement clamp(1).
         --> src/util.c:8:5, in unused
          |
          = why: Nobody calls unused.
          = proved by calls, checked by certificate: bits

        dead: Never executed: statement clamp(2).
         --> src/util.c:9:5, in unused
          |
          = why: Nobody calls unused.
          = proved by calls, checked by certificate: bits
    "#]]
    .assert_eq(&text);
}

#[test]
fn open_and_justified_goals() {
    let mut report = sample::report();
    let justified = report
        .goals
        .iter()
        .position(|goal| goal.status.name() == "justified");
    report.tests[2].reaches.extend(justified);
    let text = table::open(&report, Paint::Plain) + &table::justified(&report, Paint::Plain);
    expect![[r#"
        open  src/motor.c:22:18  loop  loop for (…) begins a second iteration (timeout, "n" is < 2^32)
        open  src/motor.c:23:2   statement  statement return µ(speed) (timeout, "n" is < 2^32)
        justified  src/motor.c:20:2  case  default is chosen (test 2 reaches it all the same: a value that no caller passes)
    "#]]
    .assert_eq(&text);
}

#[test]
fn colours_are_all_that_paint_adds() {
    let (report, sources) = (sample::report(), sample::sources());
    let all = |paint| {
        let dead = table::dead(&report, &sources, paint);
        [
            table::summary(&report, Rows::Functions, paint),
            dead,
            table::open(&report, paint),
        ]
        .concat()
    };
    let painted = all(Paint::Ansi);
    let mut parts = painted.split('\x1b');
    let mut bare = parts.next().unwrap_or("").to_owned();
    let mut colours = 0;
    for part in parts {
        let (_, text) = part.split_once('m').expect("a sequence ends");
        bare.push_str(text);
        colours += 1;
    }
    assert!(colours > 10);
    assert_eq!(bare, all(Paint::Plain));
}

#[test]
fn all_is_said_only_of_all() {
    let count = |settled, open| Count {
        reached: settled,
        open,
        ..Count::default()
    };
    assert_eq!(table::per_cent(count(99_999, 1)), "99.9 %");
    assert_eq!(table::per_cent(count(3, 0)), "100.0 %");
    assert_eq!(table::per_cent(count(0, 3)), "0.0 %");
    assert_eq!(table::per_cent(count(0, 0)), "-");
}
