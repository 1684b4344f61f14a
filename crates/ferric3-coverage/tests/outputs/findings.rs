//! One cause is one finding.

use expect_test::expect;
use ferric3_coverage::findings::findings;
use ferric3_coverage::{Criterion, Goal, GoalKey, Place, Report, Sources, Status};

use crate::sample;
use Criterion::{Case, Condition, Decision, Function, Loop, Statement};

fn shown(report: &Report, sources: &Sources) -> String {
    let found = findings(report, sources);
    let mut all: Vec<usize> = found
        .iter()
        .flat_map(|f| [vec![f.goal], f.related.clone()].concat())
        .collect();
    all.sort_unstable();
    let dead = |index: &usize| matches!(report.goals[*index].status, Status::Dead { .. });
    let every: Vec<usize> = (0..report.goals.len()).filter(dead).collect();
    assert_eq!(all, every, "every dead goal is in one finding");
    let line = |goal: usize| report.goals[goal].place.line;
    let found = found.iter().map(|f| {
        let related: Vec<u32> = f.related.iter().map(|&goal| line(goal)).collect();
        format!(
            "{}: {:?}: {} {related:?}\n",
            line(f.goal),
            f.problem,
            f.message
        )
    });
    found.collect()
}

#[test]
fn of_the_sample() {
    let text = shown(&sample::report(), &sample::sources());
    expect![[r#"
        8: AlwaysTrue: The condition "speed >= 0" is always true. [8]
        11: AlwaysFalse: The decision "speed > 200" is always false. [11, 12, 12, 14, 14, 15]
        3: AlwaysFalse: The decision "x > 10" is always false, in the first 50 cycles. []
        6: DeadCode: The function unused is never entered. [8, 9]
    "#]]
    .assert_eq(&text);
}

/// A dead goal: criterion, line, what is there, and if it is an outcome, of which decision and which.
type Dead = (Criterion, u32, &'static str, Option<(usize, bool)>);

/// Findings of a text with these dead goals.
fn of(text: &str, dead: &[Dead]) -> String {
    let mut sources = Sources::new();
    sources.insert("a.c", text);
    let goal = |(nth, &(criterion, line, part, outcome)): (usize, &Dead)| {
        let start = sources.line("a.c", line).and_then(|line| line.find(part));
        let column = u32::try_from(start.expect("it is there") + 1).expect("short");
        let value = outcome.map(|(_, value)| value);
        let text = value.map_or(part.to_owned(), |value| format!("{part} is {value}"));
        Goal {
            key: GoalKey::new("a.c", "f", criterion, &text, nth),
            criterion,
            function: "f".to_owned(),
            place: Place {
                file: "a.c".to_owned(),
                line,
                column,
                end_line: line,
                end_column: column + u32::try_from(part.len()).expect("short"),
            },
            text,
            decision: outcome.map(|(decision, _)| decision),
            condition: None,
            value,
            status: Status::Dead {
                why: 0,
                cycles: None,
            },
        }
    };
    let mut report = sample::report();
    report.goals = dead.iter().enumerate().map(goal).collect();
    report.tests.clear();
    shown(&report, &sources)
}

#[test]
fn branches_take_what_is_in_them() {
    let text = "\
void f(void) {
    if ((a)) {
        b;
        while (c) d;
    } else {
        e;
    }
    g;
}
";
    let taken = of(
        text,
        &[
            (Decision, 2, "a", Some((0, true))),
            (Statement, 3, "b", None),
            (Decision, 4, "c", Some((1, true))),
            (Decision, 4, "c", Some((1, false))),
            (Statement, 4, "d", None),
        ],
    );
    expect![[r#"
        2: AlwaysFalse: The decision "a" is always false. [3, 4, 4, 4]
    "#]]
    .assert_eq(&taken);
    let not_taken = of(
        text,
        &[
            (Decision, 2, "a", Some((0, false))),
            (Statement, 6, "e", None),
        ],
    );
    expect![[r#"
        2: AlwaysTrue: The decision "a" is always true. [6]
    "#]]
    .assert_eq(&not_taken);
}

#[test]
fn returns_take_what_follows_up_to_a_label() {
    let text = "\
void f(void) {
    if (a) return;
    b;
    c;
again:
    d;
}
";
    let found = of(
        text,
        &[
            (Decision, 2, "a", Some((0, false))),
            (Statement, 3, "b", None),
            (Statement, 4, "c", None),
            (Statement, 6, "d", None),
        ],
    );
    expect![[r#"
        2: AlwaysTrue: The decision "a" is always true. [3, 4]
        6: DeadCode: Never executed: d. []
    "#]]
    .assert_eq(&found);
}

#[test]
fn loops_and_cases() {
    let text = "\
void f(void) {
    for (i = 0; i < n; i++) { a; }
    switch (x) {
    case 1: b; break;
    case 2: c; break;
    }
}
";
    let found = of(
        text,
        &[
            (Loop, 2, "i < n", None),
            (Decision, 2, "i < n", Some((0, true))),
            (Condition, 2, "i < n", Some((0, true))),
            (Statement, 2, "a", None),
            (Case, 4, "case 1", None),
            (Statement, 4, "b", None),
        ],
    );
    expect![[r#"
        2: AlwaysFalse: The decision "i < n" is always false. [2, 2, 2]
        4: DeadCode: It is never so that case 1. [4]
    "#]]
    .assert_eq(&found);
}

#[test]
fn functions_take_all_of_them() {
    let text = "int g(int x) { return x; }\nstatic int f(int x)\n{\n    a;\n    if (x) b;\n}\n";
    let found = of(
        text,
        &[
            (Function, 2, "f", None),
            (Statement, 4, "a", None),
            (Decision, 5, "x", Some((0, true))),
            (Decision, 5, "x", Some((0, false))),
            (Statement, 5, "b", None),
        ],
    );
    expect![[r#"
        2: DeadCode: The function f is never entered. [4, 5, 5, 5]
    "#]]
    .assert_eq(&found);
}

/// Dead goals of a decision without dead outcomes: criterion, condition, value, and what explains it, by index.
#[test]
fn conditions_are_causes_of_their_own() {
    use Criterion::Mcdc;
    let explained = |dead: &[(Criterion, Option<usize>, bool)]| -> Vec<(usize, Vec<usize>)> {
        let mut report = sample::report();
        let goal = report.goals[2].clone();
        let goals = dead.iter().map(|&(criterion, condition, value)| Goal {
            criterion,
            condition,
            value: Some(value),
            status: Status::Dead {
                why: 0,
                cycles: None,
            },
            ..goal.clone()
        });
        report.goals = goals.collect();
        let found = findings(&report, &sample::sources());
        found.into_iter().map(|f| (f.goal, f.related)).collect()
    };
    let (a, b, c) = (Some(0), Some(1), Some(2));
    // `(a && b) || c`, where a is always true and c always false.
    let two = explained(&[
        (Condition, a, false),
        (Condition, c, true),
        (Mcdc, a, false),
        (Mcdc, c, true),
    ]);
    assert_eq!(two, [(0, vec![2]), (1, vec![3])]);
    // `(a && b) || c`, where a is always false, and b never evaluated.
    let one = explained(&[
        (Condition, a, true),
        (Condition, b, true),
        (Condition, b, false),
        (Mcdc, a, true),
        (Mcdc, b, true),
        (Mcdc, b, false),
        (Mcdc, c, true),
    ]);
    assert_eq!(one, [(0, vec![1, 2, 3, 4, 5, 6])]);
    // The decision is never true.
    let all = explained(&[
        (Condition, a, true),
        (Decision, None, true),
        (Mcdc, b, true),
    ]);
    assert_eq!(all, [(1, vec![0, 2])]);
    // Conditions that never decide are by themselves.
    let masked = explained(&[(Mcdc, a, true), (Mcdc, a, false), (Mcdc, b, true)]);
    assert_eq!(masked, [(0, vec![1]), (2, vec![])]);
}

/// Places from macros may be anything. Nothing is lost, and it ends.
#[test]
fn any_places_are_survived() {
    let mut rng = ferric3_testkit::Rng::new(3);
    let text = sample::MOTOR.replace("src/", "");
    for _ in 0..300 {
        let mut report = sample::report();
        let mut sources = Sources::new();
        sources.insert("src/motor.c", text.as_str());
        for goal in &mut report.goals {
            let place = &mut goal.place;
            place.line = rng.below_u32(26);
            place.column = rng.below_u32(12);
            place.end_line = place.line + rng.below_u32(3);
            place.end_column = rng.below_u32(20);
            if rng.one_in(2) {
                goal.status = Status::Dead {
                    why: 0,
                    cycles: None,
                };
            }
            goal.decision = goal.decision.map(|_| rng.below(5));
        }
        shown(&report, &sources);
    }
}
