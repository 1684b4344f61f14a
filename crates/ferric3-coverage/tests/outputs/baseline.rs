//! Baselines.

use expect_test::expect;
use ferric3_coverage::Status;
use ferric3_coverage::baseline::Baseline;

use crate::sample;

#[test]
fn a_baseline_knows_its_report() {
    let report = sample::report();
    let baseline = Baseline::of(&report);
    let text = baseline.to_text();
    expect![[r##"
        # Dead goals that are known (ferric3 deadcode --baseline), version 1.
        src/motor.c|step|call|call alarm("</script>…|0
        src/motor.c|step|condition|condition speed > 200 is true|0
        src/motor.c|step|condition|condition speed >= 0 is false|0
        src/motor.c|step|decision|speed > 200 is true|0
        src/motor.c|step|decision|throttle is false|0
        src/motor.c|step|decision|throttle is true|0
        src/motor.c|step|mcdc|speed >= 0 is false and decides it all|0
        src/motor.c|step|statement|statement alarm("</script><script>document.title='no'</script>")|0
        src/motor.c|step|statement|statement shutdown()|0
        src/util.c|clamp|decision|x > 10 is true|0
        src/util.c|unused|function|function unused is entered|0
        src/util.c|unused|statement|statement clamp(1)|0
        src/util.c|unused|statement|statement clamp(2)|0
    "##]].assert_eq(&text);
    assert_eq!(Baseline::parse(&text), Ok(baseline.clone()));
    let changes = baseline.changes(&report);
    assert!(changes.new.is_empty() && changes.gone.is_empty());
}

#[test]
fn changes_are_said() {
    let baseline = Baseline::of(&sample::report());
    let mut report = sample::report();
    // One is reached now, one is gone, one has died.
    let mut dead = (0..report.goals.len())
        .filter(|&goal| matches!(report.goals[goal].status, Status::Dead { .. }));
    let (first, last) = (
        dead.next().expect("one"),
        dead.next_back().expect("another"),
    );
    report.goals[first].status = Status::Reached {
        test: 0,
        partner: None,
    };
    report.goals[0].status = Status::Dead {
        why: 0,
        cycles: None,
    };
    let removed = report.goals.remove(last);
    let changes = baseline.changes(&report);
    assert_eq!(changes.new, [0]);
    let gone: Vec<(&str, Option<usize>)> = changes
        .gone
        .iter()
        .map(|gone| (gone.key.0.as_str(), gone.now))
        .collect();
    let reached = report.goals[first].key.0.as_str();
    assert_eq!(
        gone,
        [(reached, Some(first)), (removed.key.0.as_str(), None)]
    );
}
