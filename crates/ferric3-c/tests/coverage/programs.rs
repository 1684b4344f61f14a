//! Goals of small programs, with what all of their runs pass.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use ferric3_c::{Criterion, FrontendOptions, Translation, Uncalled, translate_text};
use ferric3_coverage::mcdc::{Vector, independence_pairs};
use ferric3_ivl::{CoverageAsk, PropertyKind};

use crate::{ALL, goal, passed, translate};

const INPUT: &str = "extern unsigned char __VERIFIER_nondet_uchar(void);\n";

/// Compare goals with what is expected: `+` for those that a run passes.
fn check(text: &str, cover: &[Criterion], expected: &Expect) {
    let translation = translate(&format!("{INPUT}{text}"), cover);
    expected.assert_eq(&shown(&translation));
}

fn shown(translation: &Translation) -> String {
    let passed = passed(translation);
    let mut goals: Vec<_> = translation
        .program
        .coverage
        .goals
        .keys()
        .map(|&id| goal(translation, id))
        .collect();
    goals.sort();
    let mut shown = String::new();
    for goal in goals {
        let mark = if passed.contains(&goal) { '+' } else { '-' };
        writeln!(shown, "{mark} {}:{} {}", goal.0, goal.1, goal.2).expect("a string takes all");
    }
    for gap in &translation.program.coverage.gaps {
        let (line, what, why) = (gap.span.line, &gap.description, &gap.reason);
        writeln!(shown, "? {line} {what}: {why}").expect("a string takes all");
    }
    shown
}

#[test]
fn loops_have_none_one_and_many_iterations() {
    let text = "\
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar(), i = 0;
  while (i < n) i++;
  for (i = 0; i < 2; i++) ;
  do { i--; } while (i > 5);
  for (;;) { if (i++ > n) break; }
  while (1) { if (n < 3) break; }
  do { i = 0; } while (0);
  for (i = 0; i < 3; i++) { if (i == n) return i; }
  for (i = 0; i < 2; i++) { again: if (n-- == 7) goto again; }
  for (i = 0; i < 2; i++) { switch (i) { case 0: n = 1; } }
  return 0;
}
";
    check(
        text,
        &[Criterion::Loop],
        &expect![[r#"
        + 4:10 loop i < n begins a second iteration
        + 4:10 loop i < n is left after one iteration
        + 4:10 loop i < n is left without an iteration
        + 5:15 loop i < 2 begins a second iteration
        - 5:15 loop i < 2 is left after one iteration
        - 5:15 loop i < 2 is left without an iteration
        - 6:22 loop i > 5 begins a second iteration
        + 6:22 loop i > 5 is left after one iteration
        + 7:18 loop i++ > n begins a second iteration
        + 7:18 loop i++ > n is left after one iteration
        - 8:10 loop 1 begins a second iteration
        + 8:10 loop 1 is left after one iteration
        + 10:15 loop i < 3 begins a second iteration
        - 10:15 loop i < 3 is left after one iteration
        - 10:15 loop i < 3 is left without an iteration
        - 12:15 loop i < 2 begins a second iteration
        - 12:15 loop i < 2 is left after one iteration
        - 12:15 loop i < 2 is left without an iteration
        ? 11 loop i < 2 is left without an iteration: the loop can be jumped into
        ? 11 loop i < 2 is left after one iteration: the loop can be jumped into
        ? 11 loop i < 2 begins a second iteration: the loop can be jumped into
    "#]],
    );
}

#[test]
fn calls_count_where_they_begin() {
    let text = "\
extern int printf(const char *, ...);
extern void exit(int);
static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  int (*f)(int) = n ? one : two;
  printf(\"%d %d\", n && f(n), n > 7 || one(two(n)));
  if (__builtin_expect(n == 9, 0)) exit(two(1));
  return (int)sizeof(one(n));
}
";
    check(
        text,
        &[Criterion::Call, Criterion::Function],
        &expect![[r#"
            + 4:12 function one is entered
            + 5:12 function two is entered
            + 6:5 function main is entered
            + 9:3 call printf("%d %d", n && f(n), n > 7 || one(two(n)))
            + 9:24 call f(n)
            + 9:39 call one(two(n))
            + 9:43 call two(n)
            - 10:36 call exit(two(1))
            - 10:41 call two(1)
        "#]],
    );
}

#[test]
fn arguments_that_nobody_looks_at_have_their_decisions() {
    let text = "\
extern int printf(const char *, ...);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  printf(\"%d %f\", n && 1, n > 1 ? 0.5 : 1.5);
  n || n;
  (void)(n < 9 && n);
  return 0;
}
";
    check(
        text,
        &[Criterion::Decision, Criterion::Mcdc],
        &expect![[r#"
            + 5:19 n && 1 is false
            + 5:19 n && 1 is true
            + 5:19 n is false and decides n && 1
            + 5:19 n is true and decides n && 1
            - 5:24 1 is false and decides n && 1
            + 5:24 1 is true and decides n && 1
            + 5:27 n > 1 is false
            + 5:27 n > 1 is false and decides n > 1
            + 5:27 n > 1 is true
            + 5:27 n > 1 is true and decides n > 1
            + 6:3 n is false and decides n || n
            + 6:3 n is true and decides n || n
            + 6:3 n || n is false
            + 6:3 n || n is true
            + 6:8 n is false and decides n || n
            - 6:8 n is true and decides n || n
            + 7:9 (n < 9 && n) is false
            + 7:9 (n < 9 && n) is true
            - 7:10 n < 9 is false and decides (n < 9 && n)
            + 7:10 n < 9 is true and decides (n < 9 && n)
            + 7:19 n is false and decides (n < 9 && n)
            + 7:19 n is true and decides (n < 9 && n)
        "#]],
    );
}

#[test]
fn cases_are_chosen() {
    let text = "\
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  switch (n) { case 0: n = 5; case 1: break; case 7 ... 9: return 1; }
  switch (n) { case 5: break; default: n = 1; }
  return 0;
}
";
    check(
        text,
        &[Criterion::Case],
        &expect![[r#"
        + 4:11 no case is chosen
        + 4:16 case 0 is chosen
        + 4:31 case 1 is chosen
        - 4:46 case 7 ... 9 is chosen
        + 5:16 case 5 is chosen
        + 5:31 default is chosen
    "#]],
    );
}

/// Each evaluation has values of its own, also while another one of the same decision goes on.
#[test]
fn decisions_are_evaluated_inside_of_themselves() {
    let text = "\
static int f(int x) { return x > 1 || (f(x + 1) && x); }
int main(void) {
  return f(__VERIFIER_nondet_uchar());
}
";
    check(
        text,
        &[Criterion::Mcdc, Criterion::McdcUnique],
        &expect![[r#"
            + 2:30 x > 1 is false and decides x > 1 || (f(x + 1) && x)
            + 2:30 x > 1 is true and decides x > 1 || (f(x + 1) && x)
            - 2:30 x > 1 || (f(x + 1) && x) is evaluated as FF-
            + 2:30 x > 1 || (f(x + 1) && x) is evaluated as FTF
            + 2:30 x > 1 || (f(x + 1) && x) is evaluated as FTT
            + 2:30 x > 1 || (f(x + 1) && x) is evaluated as T--
            - 2:40 f(x + 1) is false and decides x > 1 || (f(x + 1) && x)
            + 2:40 f(x + 1) is true and decides x > 1 || (f(x + 1) && x)
            + 2:52 x is false and decides x > 1 || (f(x + 1) && x)
            + 2:52 x is true and decides x > 1 || (f(x + 1) && x)
        "#]],
    );
}

#[test]
fn functions_without_calls_have_goals_if_asked() {
    let text = "\
static int unused(int x) { while (x > 0 && x < 9) x++; return x ? 1 : unused(0); }
int main(void) { return 0; }
";
    let options = FrontendOptions {
        cover: ALL.to_vec(),
        uncalled: Uncalled::Include,
        ..FrontendOptions::default()
    };
    let translation = translate_text("small.c", text, &options).expect("a program");
    expect![[r#"
        - 1:12 function unused is entered
        - 1:35 condition x > 0 is false
        - 1:35 condition x > 0 is true
        - 1:35 loop x > 0 && x < 9 begins a second iteration
        - 1:35 loop x > 0 && x < 9 is left after one iteration
        - 1:35 loop x > 0 && x < 9 is left without an iteration
        - 1:35 statement x > 0 && x < 9
        - 1:35 x > 0 && x < 9 is evaluated as F-
        - 1:35 x > 0 && x < 9 is evaluated as TF
        - 1:35 x > 0 && x < 9 is evaluated as TT
        - 1:35 x > 0 && x < 9 is false
        - 1:35 x > 0 && x < 9 is true
        - 1:35 x > 0 is false and decides x > 0 && x < 9
        - 1:35 x > 0 is true and decides x > 0 && x < 9
        - 1:44 condition x < 9 is false
        - 1:44 condition x < 9 is true
        - 1:44 x < 9 is false and decides x > 0 && x < 9
        - 1:44 x < 9 is true and decides x > 0 && x < 9
        - 1:51 statement x++
        - 1:56 statement return x ? 1 : unused(0);
        - 1:63 condition x is false
        - 1:63 condition x is true
        - 1:63 x is evaluated as F
        - 1:63 x is evaluated as T
        - 1:63 x is false
        - 1:63 x is false and decides x
        - 1:63 x is true
        - 1:63 x is true and decides x
        - 1:71 call unused(0)
        + 2:5 function main is entered
        + 2:18 statement return 0;
    "#]]
    .assert_eq(&shown(&translation));
    check(
        text,
        &ALL,
        &expect![[r#"
        + 3:5 function main is entered
        + 3:18 statement return 0;
    "#]],
    );
}

/// What ends the run may come after what passes a goal, in an order that C allows.
#[test]
fn goals_of_operands_are_passed_in_any_order() {
    let text = "\
extern void exit(int);
static int stop(void) { exit(1); return 0; }
static int one(void) { return 1; }
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  return stop() + one() + (n && 1);
}
";
    let cover = [Criterion::Function, Criterion::Call, Criterion::Decision];
    check(
        text,
        &cover,
        &expect![[r#"
        + 3:12 function stop is entered
        + 3:25 call exit(1)
        + 4:12 function one is entered
        + 5:5 function main is entered
        + 7:10 call stop()
        + 7:19 call one()
        + 7:27 (n && 1) is false
        + 7:27 (n && 1) is true
    "#]],
    );
}

/// Goals behind what is not modelled are not taken for ones that nothing reaches.
#[test]
fn what_is_not_lowered_is_a_gap() {
    let text = "\
extern void fill(int *);
int main(void) {
  int x = 0, y = __VERIFIER_nondet_uchar();
  fill(y && 1 ? &x : &y);
  return x;
}
";
    let cover = [Criterion::Decision, Criterion::Call];
    check(
        text,
        &cover,
        &expect![[r#"
        + 5:3 call fill(y && 1 ? &x : &y)
        ? 5 y && 1 is true: part of a construct that is not modelled as a whole
        ? 5 y && 1 is false: part of a construct that is not modelled as a whole
    "#]],
    );
}

#[test]
fn too_many_vectors_are_refused_with_a_warning() {
    let pairs: Vec<String> = (0..7).map(|i| format!("(a[{i}] && b[{i}])")).collect();
    let text = format!(
        "char a[9], b[9];\nint main(void) {{ if ({}) return 1; return 0; }}\n",
        pairs.join(" || ")
    );
    let translation = translate(&text, &[Criterion::McdcUnique, Criterion::Mcdc]);
    let gaps = &translation.program.coverage.gaps;
    assert_eq!(gaps.len(), 1);
    assert_eq!(gaps[0].reason, "more than 64 ways through the decision");
    assert!(
        translation
            .warnings
            .iter()
            .any(|w| w.message.contains("no answer about"))
    );
    let goals = translation.program.coverage.goals.values();
    assert_eq!(goals.count(), 28, "masking has its goals all the same");
}

/// Vectors that runs reach, and the pairs that they make.
#[test]
fn vectors_make_pairs() {
    let text = format!(
        "{INPUT}int main(void) {{
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  return (a && b) || a > 1;
}}\n"
    );
    let translation = translate(&text, &[Criterion::McdcUnique]);
    let passed = passed(&translation);
    let reached: Vec<(Vector, bool)> = translation
        .program
        .coverage
        .goals
        .iter()
        .filter(|(id, _)| passed.contains(&goal(&translation, **id)))
        .filter_map(|(_, goal)| match &goal.asks {
            CoverageAsk::Vector {
                values, outcome, ..
            } => Some((Vector(values.clone()), *outcome)),
            _ => None,
        })
        .collect();
    let pairs: Vec<String> = (0..3)
        .map(|condition| {
            let pairs = independence_pairs(&reached, condition).into_iter();
            let pairs = pairs.map(|(a, b)| format!("{} {}", reached[a].0, reached[b].0));
            pairs.collect::<Vec<_>>().join(", ")
        })
        .collect();
    assert_eq!(pairs, ["TT- F-F", "TT- TFF", "TFT TFF"]);
}

/// Where decisions are deep, their trees are: on a stack that is large enough.
#[test]
fn deep_decisions_have_goals() {
    let count = 1000;
    let deep = [
        format!("{}x[1]", "!".repeat(count)),
        vec!["x[1]"; count].join(" && "),
        format!("{}x[1]{}", "(x[0] || ".repeat(count), ")".repeat(count)),
        format!("{}0", "x[1] ? x[2] : ".repeat(count)),
    ];
    for (decision, goals) in deep.iter().zip([8, 5, 5, 9]) {
        let text = format!("int x[3];\nint main(void) {{ if ({decision}) return 1; return 0; }}\n");
        let translation = translate(&text, &ALL);
        let found = translation.program.coverage.goals.len();
        assert!(found >= goals, "{found}");
    }
}

/// A chain of conditions has goals, statements and terms in proportion to its length.
#[test]
fn goals_are_linear_in_the_program() {
    let size = |count: usize| {
        let chain = vec!["x[1] > 3"; count].join(" && ");
        let text = format!("int x[3];\nint main(void) {{ if ({chain}) return 1; return 0; }}\n");
        let cover = [Criterion::Decision, Criterion::Condition, Criterion::Mcdc];
        let translation = translate(&text, &cover);
        let goals = translation.program.properties.iter();
        let goals = goals.filter(|p| p.kind == PropertyKind::Coverage).count();
        let blocks = translation
            .program
            .procs
            .iter()
            .flat_map(|proc| proc.blocks.iter());
        let statements: usize = blocks.map(|block| block.stmts.len() + 1).sum();
        (goals, statements, translation.terms.len())
    };
    let (small, large) = (size(100), size(400));
    assert_eq!(small.0, 402);
    assert_eq!(large.0, 1602);
    assert!(large.1 < 5 * small.1, "{small:?}, {large:?}");
    assert!(large.2 < 5 * small.2, "{small:?}, {large:?}");
}
