//! Goals of small programs as those of a report.

use std::collections::BTreeSet;

use super::*;
use ferric3_c::{Criterion as Asked, FrontendOptions, translate_text};

fn program(text: &str, cover: &[Asked]) -> Program {
    let options = FrontendOptions {
        cover: cover.to_vec(),
        ..FrontendOptions::default()
    };
    let translation = translate_text("unit.c", text, &options).expect("a program");
    translation.program
}

const TEXT: &str = "\
int f(int x) { return x; }
int main(void) {
  int a = f(1), b = f(1);
  if (/* é */ a > 1 &&
      b) { f(1); f(1); }
  return 0;
}
";

#[test]
fn goals_have_keys_places_and_structure() {
    let program = program(TEXT, &[Asked::Call, Asked::Decision, Asked::Mcdc]);
    let goals = goals_of(&program);
    let keys: BTreeSet<&GoalKey> = goals.iter().map(|planned| &planned.goal.key).collect();
    assert_eq!(keys.len(), goals.len(), "keys are different");
    let calls: Vec<&str> = goals
        .iter()
        .filter(|planned| planned.goal.criterion == Criterion::Call)
        .map(|planned| planned.goal.key.0.as_str())
        .collect();
    assert_eq!(
        calls,
        [0, 1, 2, 3].map(|nth| format!("unit.c|main|call|call f(1)|{nth}"))
    );
    let find = |text: &str| {
        let found = goals.iter().find(|planned| planned.goal.text == text);
        &found.expect("the goal is there").goal
    };
    let goal = find("a > 1 && b is true");
    assert_eq!(
        (goal.criterion, goal.value),
        (Criterion::Decision, Some(true))
    );
    assert_eq!((goal.decision, goal.condition), (Some(0), None));
    let place = &goal.place;
    assert_eq!(place.file, "unit.c");
    assert_eq!((place.line, place.column), (4, 15));
    assert_eq!((place.end_line, place.end_column), (5, 8));
    let goal = find("b is false and decides a > 1 && b");
    assert_eq!((goal.criterion, goal.value), (Criterion::Mcdc, Some(false)));
    assert_eq!((goal.decision, goal.condition), (Some(0), Some(1)));
    assert_eq!((goal.place.line, goal.place.column), (5, 7));
    assert!(goals.is_sorted_by_key(|planned| planned.goal.place.line));
    // What is elsewhere does not change keys.
    let moved = TEXT.replace("int main", "int g(void) { return f(1); }\n\nint main");
    let moved = goals_of(&super::tests::program(
        &moved,
        &[Asked::Call, Asked::Decision, Asked::Mcdc],
    ));
    let moved: BTreeSet<&GoalKey> = moved.iter().map(|planned| &planned.goal.key).collect();
    assert_eq!(keys, moved);
}

#[test]
fn a_pair_settles_a_goal_by_unique_cause() {
    let text = "int a, b;\nint main(void) { return a && b; }\n";
    let program = program(text, &[Asked::McdcUnique]);
    let goals = goals_of(&program);
    let texts: Vec<&str> = goals
        .iter()
        .map(|planned| planned.goal.text.as_str())
        .collect();
    assert_eq!(texts, ["a decides a && b alone", "b decides a && b alone"]);
    assert_eq!(goals[0].goal.value, None);
    let vector = |id: PropertyId| match &program.coverage.goals[&id].asks {
        CoverageAsk::Vector { values, .. } => Vector(values.clone()).to_string(),
        asks => panic!("{asks:?} is no vector"),
    };
    let pairs = |goal: &PlannedGoal| match &goal.needs {
        Needs::Pair(pairs) => pairs
            .iter()
            .map(|&(a, b)| [vector(a), vector(b)])
            .collect::<Vec<_>>(),
        needs => panic!("{needs:?} is no choice of pairs"),
    };
    // `a && b` is true only as TT, which both need.
    assert_eq!(pairs(&goals[0]), [["TT", "F-"]]);
    assert_eq!(pairs(&goals[1]), [["TT", "TF"]]);
}

#[test]
fn gaps_stay_open_with_their_reason() {
    let chain: Vec<String> = (0..7)
        .map(|i| format!("(a[{i}] && a[{}])", i + 1))
        .collect();
    let text = format!(
        "int a[9];\nint main(void) {{ int i = 0; if ({}) i++; while (i < 3) {{ l: i++; if (i == 1) goto l; }} return 0; }}\n",
        chain.join(" || ")
    );
    let program = program(&text, &[Asked::McdcUnique, Asked::Loop]);
    let goals = goals_of(&program);
    let with = |reason: &str| {
        let reason = Status::Open {
            reason: reason.to_owned(),
        };
        let found = goals.iter().filter(|planned| planned.goal.status == reason);
        found
            .inspect(|planned| assert_eq!(planned.needs, Needs::Unknown))
            .count()
    };
    assert_eq!(with("more than 64 ways through the decision"), 14);
    assert_eq!(with("the loop can be jumped into"), 3);
}
