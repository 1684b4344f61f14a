//! What the compiled program says: of probes, of tests, of dead goals, of lines.

mod common;

use std::time::Duration;

use common::{goal, judge, program, reading, report};
use expect_test::expect;
use ferric3_c::DataModel;
use ferric3_c::instrument::ProbeKind;
use ferric3_confirm::{
    Build, Domain, End, Given, Judge, Reading, Run, Search, ValueRange, contradicted_by_lines,
};
use ferric3_coverage::{Confirmation, Criterion, Goal, Status};
use ferric3_testkit::{Extra, need};

const LIMIT: Duration = Duration::from_secs(20);

const PROGRAM: &str = "\
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int f(int n) { return n + 1; }
int main(void)
{
    int a = __VERIFIER_nondet_int(), b = 2;
    __VERIFIER_assume(a > -100);
    if (a > 1 && (b == 2 || f(a) > 9)) b = 7; else b = 8;
    switch (a) {
    case 1: b++;
    case 2: b--; break;
    default: b = 0;
    }
    for (int i = 0; i < a; i++) b += i;
    return b;
}
";

fn decision() -> Goal {
    goal(
        PROGRAM,
        Criterion::Decision,
        "if (",
        "a > 1 && (b == 2 || f(a) > 9)",
    )
}

fn condition(criterion: Criterion, what: &str, number: usize, value: Option<bool>) -> Goal {
    Goal {
        condition: Some(number),
        value,
        ..goal(PROGRAM, criterion, "if (", what)
    }
}

/// Which probes a run hits, line by line.
#[test]
fn probes() {
    let judge = judge(PROGRAM);
    let hits = judge
        .run(&reading(&[("__VERIFIER_nondet_int", 2)]), LIMIT)
        .expect("it runs");
    let mut lines: Vec<String> = judge
        .probes(&hits)
        .map(|(place, kind, moment)| {
            let what = match kind {
                ProbeKind::Condition {
                    condition, value, ..
                } => format!("condition {condition} {value}"),
                other => format!("{other:?}"),
            };
            let mark = if moment.is_some() { "+" } else { "-" };
            format!(
                "{mark} {}:{}-{} {what}",
                place.line, place.column, place.end_column
            )
        })
        .collect();
    lines.sort_by_key(|line| {
        line[2..line.find(':').expect("each has one")]
            .parse::<u32>()
            .ok()
    });
    expect![[r#"
        - 3:5-6 Function
        - 3:16-29 Statement
        + 4:5-9 Function
        + 6:9-36 Statement
        + 6:13-36 Call
        + 6:38-43 Statement
        + 7:5-32 Statement
        + 7:5-32 Call
        + 8:9-38 Statement
        - 8:9-14 condition 0 false
        + 8:9-14 condition 0 true
        - 8:19-25 condition 1 false
        + 8:19-25 condition 1 true
        - 8:29-37 condition 2 false
        - 8:29-37 condition 2 true
        - 8:29-33 Call
        + 8:40-45 Statement
        - 8:52-57 Statement
        + 9:13-14 Statement
        - 10:5-11 Case
        - 10:13-16 Statement
        + 11:5-11 Case
        + 11:13-16 Statement
        + 11:18-24 Statement
        - 12:5-12 Case
        - 12:14-19 Statement
        + 14:14-19 Statement
        + 14:21-26 Statement
        - 14:21-26 Left(None)
        - 14:21-26 Left(One)
        + 14:21-26 SecondIteration
        + 14:21-26 condition 0 false
        + 14:21-26 condition 0 true
        + 14:33-39 Statement
        + 15:5-14 Statement
    "#]]
    .assert_eq(&(lines.join("\n") + "\n"));
    assert_eq!((hits.end, hits.inputs), (End::Itself, 1));
}

#[test]
fn claims_of_tests() {
    let judge = judge(PROGRAM);
    let mut goals = vec![
        Goal {
            value: Some(true),
            ..decision()
        },
        Goal {
            value: Some(false),
            ..decision()
        },
        condition(Criterion::Condition, "b == 2", 1, Some(true)),
        condition(Criterion::Condition, "b == 2", 1, Some(false)),
        condition(Criterion::Mcdc, "a > 1", 0, Some(true)),
        condition(Criterion::Mcdc, "a > 1", 0, Some(false)),
        condition(Criterion::Mcdc, "f(a) > 9", 2, Some(true)),
        goal(PROGRAM, Criterion::Case, "case 2", "case 2"),
        goal(PROGRAM, Criterion::Call, "|| f", "f(a)"),
        goal(PROGRAM, Criterion::Statement, "if (", "b = 7"),
        // A pair: two tests show it together.
        condition(Criterion::Mcdc, "a > 1", 0, None),
    ];
    goals[10].status = Status::Reached {
        test: 0,
        partner: Some(1),
    };
    let claims = vec![vec![0, 2, 4, 7, 9, 10], vec![1, 5, 10], vec![0, 3, 6, 8]];
    let runs = [2, 1, 3].map(|a| reading(&[("__VERIFIER_nondet_int", a)]));
    let answers = judge.confirm(&report(goals, claims), &runs);
    let by = judge.compiler().to_owned();
    assert_eq!(
        answers[0].confirmation,
        Confirmation::Confirmed { by: by.clone() }
    );
    assert_eq!(
        answers[1].confirmation,
        Confirmation::Confirmed { by: by.clone() }
    );
    let missing = vec![3, 6, 8];
    assert_eq!(
        answers[2].confirmation,
        Confirmation::Contradicted { by, missing }
    );
    assert!(answers.iter().all(|answer| answer.unasked.is_empty()));
}

#[test]
fn a_goal_that_nothing_knows_is_not_confirmed() {
    let judge = judge(PROGRAM);
    let nowhere = goal(PROGRAM, Criterion::Statement, "int f", "int f");
    let runs = [reading(&[("__VERIFIER_nondet_int", 2)])];
    let answers = judge.confirm(&report(vec![nowhere], vec![vec![0]]), &runs);
    let reason = "none of its goals has a probe".to_owned();
    assert_eq!(answers[0].confirmation, Confirmation::NotAsked { reason });
    let why = "no statement at this place has a probe".to_owned();
    assert_eq!(answers[0].unasked, [(0, why)]);
}

/// However a run ends, what it did by then is known.
#[test]
fn ends() {
    let text = "\
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void reach_error(void);
extern void abort(void);
extern void _exit(int);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n != 1);
    if (n == 2) abort();
    if (n == 3) reach_error();
    if (n == 4) _exit(3);
    if (n == 5) *(volatile int *)0 = 1;
    if (n == 6) for (;;) n = 6;
    for (;;) __VERIFIER_nondet_int();
}
";
    let judge = judge(text);
    let ends = [
        (1, End::Assumption, "n = __VERIFIER_nondet_int()"),
        (2, End::Itself, "abort()"),
        (3, End::ErrorCall, "reach_error()"),
        (4, End::Itself, "_exit(3)"),
        (5, End::Itself, "*(volatile int *)0 = 1"),
        (6, End::Itself, "n = 6"),
        (7, End::InputsUsedUp, "__VERIFIER_nondet_int()"),
    ];
    for (n, end, statement) in ends {
        let limit = Duration::from_secs(if n == 6 { 1 } else { 20 });
        let run = reading(&[("__VERIFIER_nondet_int", n)]);
        let hits = judge.run(&run, limit).expect("it runs");
        assert_eq!(hits.end, end, "{n}");
        let main = if n == 7 { "for (;;) __" } else { "int main" };
        let wanted = goal(text, Criterion::Statement, main, statement).place;
        let is_hit = judge.probes(&hits).any(|(place, kind, moment)| {
            kind == ProbeKind::Statement
                && (place.line, place.column) == (wanted.line, wanted.column)
                && moment.is_some()
        });
        assert!(is_hit, "{n}");
    }
}

/// Values belong to the calls that read them, even if the compiler calls in another order.
#[test]
fn inputs_of_calls() {
    let text = "\
int __VERIFIER_nondet_int(void);
double __VERIFIER_nondet_double(void);
unsigned char sensor(int);
int sum(int a, int b) { return a - b; }
int main(void)
{
    if (sum(__VERIFIER_nondet_int(), 0 + __VERIFIER_nondet_int()) == 5)
        if (__VERIFIER_nondet_double() == 0.1)
            if (sensor(3) == 200) return 1;
    return 0;
}
";
    let judge = judge(text);
    let call = |after: &str, what: &str, function: &str, bits: u128| Given {
        reading: Reading::Call {
            function: function.to_owned(),
            place: Some(goal(text, Criterion::Call, after, what).place),
        },
        bits: format!("{bits:x}"),
    };
    let int = "__VERIFIER_nondet_int";
    let inputs = vec![
        call("sum(__", "__VERIFIER_nondet_int()", int, 7),
        call("0 + ", "__VERIFIER_nondet_int()", int, 2),
        call(
            "(__VERIFIER_nondet_d",
            "__VERIFIER_nondet_double()",
            "__VERIFIER_nondet_double",
            0.1f64.to_bits().into(),
        ),
        call("(sensor", "sensor(3)", "sensor", 200),
    ];
    let wanted = goal(text, Criterion::Statement, "== 200", "return 1;");
    let run = Run {
        inputs,
        cycles: None,
    };
    let answers = judge.confirm(
        &report(vec![wanted.clone()], vec![vec![0]]),
        std::slice::from_ref(&run),
    );
    let by = judge.compiler().to_owned();
    assert_eq!(answers[0].confirmation, Confirmation::Confirmed { by });

    // What a compiled program cannot be given is no contradiction.
    let mut other = run;
    other.inputs[3] = Given {
        reading: Reading::Other("the indeterminate value of x".to_owned()),
        bits: "c8".to_owned(),
    };
    let answers = judge.confirm(&report(vec![wanted], vec![vec![0]]), &[other]);
    let reason = "a compiled program cannot be given the indeterminate value of x".to_owned();
    assert_eq!(answers[0].confirmation, Confirmation::NotAsked { reason });
}

const CONTROLLER: &str = "\
int __VERIFIER_nondet_int(void);
static int in, state, dead;
void step(void)
{
    if (in > 10 && in < 5) dead = 1;
    if (in == 4711) state = 1;
    else if (state && in > 12 && in < 14) state = 2;
    if (state == 2) state = 0;
    if (in > 90) dead = 2;
}
int main(void)
{
    for (;;) {
        in = __VERIFIER_nondet_int();
        step();
    }
}
";

fn controller(domains: Vec<Domain>) -> Judge {
    let mut controller = program(CONTROLLER, DataModel::Lp64);
    controller.entry = Some("step".to_owned());
    controller.domains = domains;
    Judge::build(&controller, Build::Fast).unwrap_or_else(|refused| panic!("{refused}"))
}

#[test]
fn random_cycles_find_what_is_not_dead() {
    let dead = goal(CONTROLLER, Criterion::Statement, "< 5)", "dead = 1");
    let alive = goal(CONTROLLER, Criterion::Statement, "== 2)", "state = 0");
    let nowhere = goal(CONTROLLER, Criterion::Case, "void", "void");
    let search = Search {
        seed: 1,
        cycles: 200_000,
        cycles_of_a_run: None,
        reads_of_a_run: 10_000,
        limit: Duration::from_secs(60),
    };
    let judge = controller(Vec::new());
    let tried = judge
        .try_dead(&[&dead, &alive, &nowhere], &search)
        .expect("it runs");
    assert_eq!((tried.cycles, tried.lost), (200_000, 0));
    assert_eq!(tried.untried.len(), 1);
    let [revived] = &tried.revived[..] else {
        panic!("{:?}", tried.revived);
    };
    assert_eq!(revived.goal, 1);

    // The same run again, by its own seed.
    let again = Search {
        seed: revived.seed,
        ..search
    };
    let again = judge.try_dead(&[&alive], &again).expect("it runs");
    assert_eq!(again.revived[0].moment.run, 0);
    assert_eq!(again.revived[0].moment.cycle, revived.moment.cycle);
}

#[test]
fn random_cycles_keep_to_ranges() {
    let place = goal(
        CONTROLLER,
        Criterion::Call,
        "in = __",
        "__VERIFIER_nondet_int()",
    )
    .place;
    let range = ValueRange::Integers { from: -5, to: 90 };
    let judge = controller(vec![Domain { place, range }]);
    let search = Search {
        seed: 5,
        cycles: 20_000,
        cycles_of_a_run: None,
        reads_of_a_run: 1_000,
        limit: Duration::from_secs(60),
    };
    let beyond = goal(CONTROLLER, Criterion::Statement, "> 90)", "dead = 2");
    let first = goal(
        CONTROLLER,
        Criterion::Statement,
        "if (in >",
        "in > 10 && in < 5",
    );
    let tried = judge
        .try_dead(&[&beyond, &first], &search)
        .expect("it runs");
    let revived: Vec<usize> = tried.revived.iter().map(|revived| revived.goal).collect();
    assert_eq!(revived, [1]);
}

/// Cycles end where the test ends, also without any input.
#[test]
fn cycles() {
    let text =
        "int n; void step(void) { if (++n == 3) n = 100; } int main(void) { for (;;) step(); }\n";
    let mut controller = program(text, DataModel::Lp64);
    controller.entry = Some("step".to_owned());
    let judge =
        Judge::build(&controller, Build::Plain).unwrap_or_else(|refused| panic!("{refused}"));
    let wanted = goal(text, Criterion::Statement, "3)", "n = 100");
    let runs = [2, 3].map(|cycles| Run {
        inputs: Vec::new(),
        cycles: Some(cycles),
    });
    let answers = judge.confirm(&report(vec![wanted], vec![vec![0], vec![0]]), &runs);
    let by = judge.compiler().to_owned();
    let missing = vec![0];
    assert_eq!(
        answers[0].confirmation,
        Confirmation::Contradicted {
            by: by.clone(),
            missing
        }
    );
    assert_eq!(answers[1].confirmation, Confirmation::Confirmed { by });
}

/// A third party counts the lines of the program without our probes.
#[test]
fn lines() {
    if !need(Extra::Gcov, "lines") {
        return;
    }
    let counted = Judge::build(&program(PROGRAM, DataModel::Lp64), Build::Counted)
        .unwrap_or_else(|refused| panic!("{refused}"));
    let goals = vec![
        goal(PROGRAM, Criterion::Statement, "default", "b = 0"),
        goal(PROGRAM, Criterion::Statement, "case 2", "b--"),
    ];
    let report = report(goals, vec![vec![0, 1]]);
    let counts = counted
        .lines(&reading(&[("__VERIFIER_nondet_int", 2)]), LIMIT)
        .expect("it runs");
    assert_eq!(counts[&("test.c".to_owned(), 8)], 1);
    assert_eq!(contradicted_by_lines(&report, 0, &counts), [0]);
    let counts = counted
        .lines(&reading(&[("__VERIFIER_nondet_int", 9)]), LIMIT)
        .expect("it runs");
    assert_eq!(contradicted_by_lines(&report, 0, &counts), [1]);
}

/// What is dead up to some cycles may be alive later.
#[test]
fn random_runs_of_few_cycles() {
    let text = "int __VERIFIER_nondet_int(void); int n; void step(void) { if (++n == 5) n = 100; }\n\
                int main(void) { for (;;) { __VERIFIER_nondet_int(); step(); } }\n";
    let mut controller = program(text, DataModel::Lp64);
    controller.entry = Some("step".to_owned());
    let judge =
        Judge::build(&controller, Build::Fast).unwrap_or_else(|refused| panic!("{refused}"));
    let late = goal(text, Criterion::Statement, "5)", "n = 100");
    for (most, revived) in [(Some(4), 0), (Some(5), 1), (None, 1)] {
        let search = Search {
            seed: 2,
            cycles: 100,
            cycles_of_a_run: most,
            reads_of_a_run: 1_000,
            limit: Duration::from_secs(60),
        };
        let tried = judge.try_dead(&[&late], &search).expect("it runs");
        assert_eq!(
            (tried.cycles, tried.revived.len()),
            (100, revived),
            "{most:?}"
        );
    }
}

/// Static functions of one name, in two files.
#[test]
fn two_files() {
    let texts = [
        "int other(void); static int f(void) { return 1; } int main(void) { return other() && f(); }\n",
        "static int f(void) { return 0; } int other(void) { if (0) return f(); return 0; }\n",
    ];
    let mut both = program(texts[0], DataModel::Lp64);
    both.units.extend(program(texts[1], DataModel::Lp64).units);
    both.units[1].name = "other.c".to_owned();
    let judge = Judge::build(&both, Build::Plain).unwrap_or_else(|refused| panic!("{refused}"));
    let mut goals = vec![
        goal(texts[0], Criterion::Function, "static", "f"),
        goal(texts[1], Criterion::Function, "static", "f"),
        goal(texts[1], Criterion::Function, "int other", "other"),
    ];
    for (goal, (function, file)) in
        goals
            .iter_mut()
            .zip([("f", "test.c"), ("f", "other.c"), ("other", "other.c")])
    {
        goal.function = function.to_owned();
        goal.place.file = file.to_owned();
    }
    let answers = judge.confirm(&report(goals, vec![vec![0, 1, 2]]), &[Run::default()]);
    let by = judge.compiler().to_owned();
    assert_eq!(
        answers[0].confirmation,
        Confirmation::Contradicted {
            by,
            missing: vec![0, 1]
        }
    );
}

/// More conditions than a vector has bits: outcomes and values are known, what decides is not.
#[test]
fn a_decision_with_many_conditions() {
    let all: Vec<String> = (0..70).map(|n| format!("n != {n}")).collect();
    let decision = all.join(" && ");
    let text = format!("int n = 69; int main(void) {{ if ({decision}) return 1; return 0; }}\n");
    let judge = judge(&text);
    let with = |criterion, what: &str, condition, value| Goal {
        condition,
        value: Some(value),
        ..goal(&text, criterion, "if", what)
    };
    let goals = vec![
        with(Criterion::Decision, &decision, None, false),
        with(Criterion::Decision, &decision, None, true),
        with(Criterion::Condition, "n != 69", Some(69), false),
        with(Criterion::Condition, "n != 69", Some(69), true),
        with(Criterion::Condition, "n != 68", Some(68), true),
        with(Criterion::Mcdc, "n != 69", Some(69), false),
    ];
    let report = report(goals, vec![(0..6).collect()]);
    let answers = judge.confirm(&report, &[Run::default()]);
    let by = judge.compiler().to_owned();
    assert_eq!(
        answers[0].confirmation,
        Confirmation::Contradicted {
            by,
            missing: vec![1, 3]
        }
    );
    let why = "its decision has more than 64 conditions".to_owned();
    assert_eq!(answers[0].unasked, [(5, why)]);
}

/// Structures are given as a whole, as our semantics reads them.
#[test]
fn structures() {
    let text = "\
struct in { unsigned char a; double d; int n[2]; struct { short s; } q; unsigned f : 3; };
struct in __VERIFIER_nondet_in(void);
int main(void)
{
    struct in g = __VERIFIER_nondet_in();
    if (g.a == 3 && g.d > 2.5 && g.n[1] == 7 && g.q.s == -1 && g.f == 5) return 1;
    if (g.d > 0.5 && g.d < 0.75) return 2;
    return 0;
}
";
    let judge = judge(text);
    let wanted = goal(text, Criterion::Statement, "== 5", "return 1;");
    // As the interpreter gives it: a is the last byte.
    let bits = "0000000000000000000000000005ffff0000000700000000400800000000000100000000000000 03";
    let run = Run {
        inputs: vec![Given {
            reading: Reading::Call {
                function: "__VERIFIER_nondet_in".to_owned(),
                place: None,
            },
            bits: bits.replace(' ', ""),
        }],
        cycles: None,
    };
    let answers = judge.confirm(&report(vec![wanted], vec![vec![0]]), &[run]);
    let by = judge.compiler().to_owned();
    assert_eq!(answers[0].confirmation, Confirmation::Confirmed { by });

    // At random its members have values of their kinds.
    let other = goal(text, Criterion::Statement, "0.75", "return 2;");
    let search = Search {
        seed: 3,
        cycles: 1_000,
        cycles_of_a_run: None,
        reads_of_a_run: 100,
        limit: Duration::from_secs(60),
    };
    let tried = judge.try_dead(&[&other], &search).expect("it runs");
    assert_eq!(tried.revived.len(), 1);
}

#[test]
fn what_cannot_be_given_is_no_contradiction() {
    let text = "char *f(void); int main(void) { if (*f() == 3) return 1; return 0; }\n";
    let judge = judge(text);
    let wanted = goal(text, Criterion::Statement, "== 3", "return 1;");
    let answers = judge.confirm(&report(vec![wanted], vec![vec![0]]), &[Run::default()]);
    let reason = "it calls a function without a body whose value cannot be given".to_owned();
    assert_eq!(answers[0].confirmation, Confirmation::NotAsked { reason });
}
