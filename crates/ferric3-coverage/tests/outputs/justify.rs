//! Justified goals: which lines a comment is about, and what becomes of the goals.

use expect_test::expect;
use ferric3_coverage::justify::{
    Claim, Justification, apply, justifications, reached_nevertheless,
};
use ferric3_coverage::{Paint, Sources, Status, html, table};

use crate::sample;

fn shown(text: &str) -> String {
    match justifications("a.c", text) {
        Ok(found) => found.iter().map(line).collect(),
        Err(mistakes) => mistakes
            .iter()
            .map(|mistake| {
                format!(
                    "{}:{}: {}\n",
                    mistake.place.line, mistake.place.column, mistake.text
                )
            })
            .collect(),
    }
}

fn line(justification: &Justification) -> String {
    let Justification {
        place,
        from,
        to,
        criteria,
        claim,
        reason,
    } = justification;
    let criteria: Vec<&str> = criteria.iter().map(|criterion| criterion.name()).collect();
    let line = place.line;
    format!("comment {line}: {from:?} to {to:?} {criteria:?} {claim:?} {reason}\n")
}

#[test]
fn places_of_comments() {
    let text = "\
int x; // ferric3: justified: line 1
/* ferric3: justified: the function */
int f(int a)
{
    /* ferric3: justified: before code */ g();
    // ferric3: justified(mcdc): the if with its else
    if (a) {
        x = 1;
    } else
        x = 2;
    if (a &&
        // ferric3: justified: line 13
        x) x = 3;
    switch (a) {
    // ferric3: justified: cases 1 and 2
    case 1:
    case 2: x = 1;
        break;
    /* ferric3: justified(dead): default
       up to the brace */
    default: x = 2;
    }
    g(\"// ferric3: justified: a string\", '\\'', \"\\\" /* ferric3: justified: x */\"); // ferric3: \\
justified: line 23
#if 1
    else
    // ferric3: justified: the loop
#endif
    while (x) { x--; }
}
";
    expect![[r#"
        comment 1: (1, 0) to (2, 0) [] NotNeeded line 1
        comment 2: (3, 1) to (30, 2) [] NotNeeded the function
        comment 5: (5, 0) to (6, 0) [] NotNeeded before code
        comment 6: (7, 5) to (10, 15) ["mcdc"] NotNeeded the if with its else
        comment 12: (13, 0) to (14, 0) [] NotNeeded line 13
        comment 15: (16, 5) to (18, 15) [] NotNeeded cases 1 and 2
        comment 19: (21, 5) to (21, 20) [] Dead default up to the brace
        comment 23: (23, 0) to (24, 0) [] NotNeeded line 23
        comment 27: (29, 0) to (30, 0) [] NotNeeded the loop
    "#]]
    .assert_eq(&shown(text));
}

#[test]
fn mistakes_have_places() {
    let text = "\
#define X a && b // ferric3: justified: of a macro
void f(void) { // ferric3: justified
    { g();
      /* ferric3: justified: nothing follows */
    }
    /* ferric3: justified(mcdx): unknown */ g();
    g(); //ferric3:justified:
}
// ferric3: justified: at the end
";
    expect![[r#"
        1:18: nothing of the preprocessor can be justified
        2:16: a justification is `ferric3: justified: REASON`
        4:7: no statement follows in this block
        6:5: there is no criterion `mcdx`; there are function, call, statement, decision, case, loop, condition, mcdc, mark, and `dead`
        7:10: a justification has a reason: `ferric3: justified: REASON`
        9:1: no statement follows
    "#]].assert_eq(&shown(text));
}

/// Of the parts of `#if` all that are complete have statements.
#[test]
fn conditional_parts() {
    let text = "\
void f(void) {
#ifdef A
    // ferric3: justified: one
    if (a) {
        b;
    }
#else
    // ferric3: justified: two
    while (a) {
        b;
    }
#endif
}
";
    expect![[r#"
        comment 3: (4, 5) to (6, 6) [] NotNeeded one
        comment 8: (9, 5) to (11, 6) [] NotNeeded two
    "#]]
    .assert_eq(&shown(text));
}

#[test]
fn goals_are_marked() {
    let file = "src/motor.c";
    let text = sample::MOTOR.replace(
        "\tfor (int",
        "\t/* ferric3: justified(loop): few */ for (int",
    );
    let text = text.replace(
        "int step(",
        "// ferric3: justified(dead, statement): D\nint step(",
    );
    let text = text.replace(
        "static int",
        "/* ferric3: justified: nothing there */ static int",
    );
    let found = justifications(file, &text).expect("no mistakes");
    let mut report = sample::report();
    // One more line than in the sample.
    for goal in &mut report.goals {
        goal.place.line += u32::from(goal.place.file == file);
        if goal.status.name() == "justified" {
            let reason = "not yet".to_owned();
            goal.status = Status::Open { reason };
        }
    }
    let before = report.clone();
    let applied = apply(&mut report.goals, &found);
    assert_eq!(
        applied
            .unused
            .iter()
            .map(|&index| found[index].reason.as_str())
            .collect::<Vec<&str>>(),
        ["nothing there"]
    );
    let mut changed = Vec::new();
    for (before, after) in before.goals.iter().zip(&report.goals) {
        if before.status != after.status {
            let Status::Justified { reason } = &after.status else {
                panic!("{after:?}");
            };
            changed.push(format!(
                "{} {} -> {reason}",
                before.status.name(),
                after.text
            ));
        }
    }
    assert_eq!(changed.len(), applied.goals);
    expect![[r#"
        dead statement alarm("</script><script>document.title='no'</script>") -> D
        dead statement shutdown() -> D
        open default is chosen -> a value that no caller passes
        reached loop for (…) is left without an iteration -> few
        reached loop for (…) is left after one iteration -> few
        open loop for (…) begins a second iteration -> few"#]]
    .assert_eq(&changed.join("\n"));
    // The loop's goals are reached by tests all the same.
    let reached: Vec<(&str, usize)> = reached_nevertheless(&report)
        .into_iter()
        .map(|(goal, test)| (report.goals[goal].text.as_str(), test))
        .collect();
    assert_eq!(
        reached,
        [
            ("loop for (…) is left without an iteration", 0),
            ("loop for (…) is left after one iteration", 2)
        ]
    );
}

/// The nearest one counts.
#[test]
fn inner_justifications_win() {
    let text = "// ferric3: justified: outer\nvoid f(void)\n{\n    a(); // ferric3: justified(dead): inner\n    b();\n}\n";
    let found = justifications("src/util.c", text).expect("no mistakes");
    let mut report = sample::report();
    let goal = report.goals[0].clone();
    report.goals = [(2, 6), (4, 5), (5, 5)]
        .into_iter()
        .map(|(line, column)| {
            let mut goal = goal.clone();
            goal.place = sample::place("src/util.c", 1, "clamp");
            (goal.place.line, goal.place.column) = (line, column);
            goal.status = Status::Open {
                reason: "not yet".to_owned(),
            };
            goal
        })
        .collect();
    assert_eq!(found[1].claim, Claim::Dead);
    apply(&mut report.goals, &found);
    let names: Vec<&str> = report.goals.iter().map(|goal| goal.status.name()).collect();
    assert_eq!(names, ["justified", "open", "justified"]);
}

/// Whatever a file is, nothing panics: not the justifications, nor the page, nor the findings of goals that lie anywhere in it.
#[test]
fn any_text_is_survived() {
    const PARTS: [&str; 34] = [
        "if",
        "else",
        "for",
        "while",
        "do",
        "switch",
        "case",
        "default",
        ":",
        "?",
        "(",
        ")",
        "{",
        "}",
        ";",
        "\n",
        "\n",
        "\n",
        " ",
        "x",
        "struct s",
        "=",
        "return",
        "goto l",
        "/* c */",
        "// d\n",
        "\"s",
        "'",
        "\\\n",
        "\n#if X\n",
        "\n#else\n",
        "\n#endif\n",
        "// ferric3: justified: r\n",
        "/* ferric3: justified(dead): r */",
    ];
    let mut rng = ferric3_testkit::Rng::new(17);
    let (mut good, mut bad) = (0, 0);
    for _ in 0..2000 {
        let parts = (0..rng.below(60)).map(|_| rng.pick(&PARTS));
        let text = parts
            .collect::<Vec<&str>>()
            .join(if rng.one_in(2) { "" } else { " " });
        match justifications("src/motor.c", &text) {
            Ok(found) => {
                good += found.len();
                assert!(found.iter().all(|one| one.from < one.to), "{text}");
            }
            Err(mistakes) => bad += mistakes.len(),
        }
        let mut report = sample::report();
        for goal in &mut report.goals {
            goal.place.line = 1 + rng.below_u32(12);
            goal.place.column = rng.below_u32(12);
            (goal.place.end_line, goal.place.end_column) = (goal.place.line, goal.place.column + 3);
        }
        let mut sources = Sources::new();
        sources.insert("src/motor.c", text.as_str());
        assert!(html::page(&report, &sources).contains("src/motor.c"));
        table::dead(&report, &sources, Paint::Plain);
    }
    assert!(good > 100 && bad > 100, "{good} {bad}");
}
