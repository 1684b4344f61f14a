//! Coverage of C programs, judged by all runs of small programs.
//!
//! A program reads a few inputs of a few values, so that the interpreter can follow every run: a goal is
//! reached exactly if one of them passes it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use ferric3_c::{Criterion, FrontendOptions, Translation, translate_text};
use ferric3_engine::{
    AutoOptions, CheckOptions, EngineKind, Ic3CfaOptions, Ic3IcpPreset, Verdict, check_each,
};
use ferric3_ivl::{Interpreter, PlainInputs, PropertyId, PropertyKind, RunLimits, SplitMix64};
use ferric3_sat::Interrupt;

/// Values that an input has, as long as the program uses its lowest two bits only.
const VALUES: i128 = 4;
/// Inputs that a program reads at most.
const INPUTS: u32 = 4;

fn translate(text: &str, cover: &[Criterion]) -> Translation {
    let options = FrontendOptions {
        cover: cover.to_vec(),
        ..FrontendOptions::default()
    };
    translate_text("small.c", text, &options).expect("a program")
}

/// A program with decisions, calls, a switch and code that nothing leads to.
fn program(seed: u64) -> String {
    let mut random = SplitMix64::new(seed);
    let mut text = String::from(
        "extern unsigned char __VERIFIER_nondet_uchar(void);\n\
         extern void __VERIFIER_cover(int);\n\
         static unsigned char f(unsigned char a) { if (a > 2) return 1; return a; }\n\
         int main(void) {\n  unsigned char x = 0, y = __VERIFIER_nondet_uchar() & 3, i = 0;\n",
    );
    let statement = |random: &mut SplitMix64, text: &mut String| {
        let (a, b) = (random.below(5), random.below(7));
        let line = match random.below(8) {
            0 => format!("x = x + {a};"),
            1 => "x = f(y);".to_owned(),
            2 => format!("if (x > {a} && y != {b}) y = (y + {b}) & 3; else x++;"),
            3 => format!("__VERIFIER_cover(x + y == {});", a + b),
            4 => format!(
                "switch (y) {{ case {a}: x = 1; break; case {}: x += 2; }}",
                a + 1
            ),
            5 => format!("if (x == {a}) return {b};"),
            6 => format!("y = x < {b} ? {a} : x & 3;"),
            _ => format!("x = x == {a} || y == {b};"),
        };
        writeln!(text, "    {line}").expect("a string can be written to");
    };
    statement(&mut random, &mut text);
    text.push_str("  for (i = 0; i < 3; i++) {\n    y = __VERIFIER_nondet_uchar() & 3;\n");
    for _ in 0..2 + random.below(3) {
        statement(&mut random, &mut text);
    }
    text.push_str("  }\n");
    for _ in 0..1 + random.below(3) {
        statement(&mut random, &mut text);
    }
    text.push_str("  return 0;\n  x = 1;\n}\n");
    text
}

/// What some run passes.
fn passed(translation: &Translation) -> BTreeSet<PropertyId> {
    let mut interpreter = Interpreter::new(&translation.program, &translation.terms);
    let mut found = BTreeSet::new();
    for number in 0..VALUES.pow(INPUTS) {
        let digits = (0..INPUTS).map(|digit| number / VALUES.pow(digit) % VALUES);
        let mut inputs = PlainInputs::new(digits);
        interpreter.run(&mut inputs, &mut (), &RunLimits::default());
        found.extend(interpreter.passed().iter().map(|passed| passed.goal));
    }
    found
}

#[test]
fn goals_are_settled_as_all_runs_say() {
    let engines = [
        EngineKind::Auto(AutoOptions::default()),
        EngineKind::Ic3Cfa(Ic3CfaOptions::default()),
        EngineKind::KInduction { max_k: None },
        EngineKind::Bmc { max_depth: None },
    ];
    let plain = vec![Criterion::Statement, Criterion::Branch, Criterion::Mark];
    let fine = vec![
        Criterion::Function,
        Criterion::Call,
        Criterion::Decision,
        Criterion::Case,
        Criterion::Loop,
        Criterion::Condition,
        Criterion::Mcdc,
        Criterion::McdcUnique,
    ];
    let (mut reached, mut unreachable) = (0, 0);
    for seed in 0..60 {
        let text = program(seed);
        let cover = if seed % 2 == 0 { &fine } else { &plain };
        let translation = translate(&text, cover);
        let expected = passed(&translation);
        let engine = &engines[seed as usize % engines.len()];
        let mut options = CheckOptions::new(engine.clone());
        let limit = Instant::now() + Duration::from_secs(60);
        options.solvers.interrupt = Interrupt::new().with_deadline(limit);
        let mut terms = translation.terms.clone();
        let program = &translation.program;
        let settled = check_each(program, &mut terms, &options, &mut (), &mut |_, _| {});
        let mut seen = BTreeSet::new();
        for one in settled.expect("every answer stands") {
            for &goal in &one.goals {
                assert!(seen.insert(goal), "settled twice in\n{text}");
                let is_reached = match &one.report.verdict {
                    Verdict::True(_) => false,
                    Verdict::False(_) => true,
                    Verdict::Unknown(reason) => panic!("{engine:?}: {reason:?} in\n{text}"),
                };
                let what = &program.properties[goal].description;
                assert_eq!(is_reached, expected.contains(&goal), "{what} in\n{text}");
                *(if is_reached {
                    &mut reached
                } else {
                    &mut unreachable
                }) += 1;
            }
        }
        assert_eq!(seen.len(), program.properties.len(), "all goals of\n{text}");
    }
    assert!(
        reached > 100 && unreachable > 100,
        "{reached}, {unreachable}"
    );
}

/// Who asks for some goals gets the same answers, and none about others.
#[test]
fn some_of_the_goals_are_settled_by_themselves() {
    let engines = [
        EngineKind::Auto(AutoOptions::default()),
        EngineKind::Ic3Icp(Ic3IcpPreset::default().into()),
        EngineKind::KInduction { max_k: None },
    ];
    let (mut reached, mut unreachable) = (0, 0);
    for seed in 100..130 {
        let text = program(seed);
        let translation = translate(&text, &[Criterion::Statement, Criterion::Branch]);
        let expected = passed(&translation);
        let program = &translation.program;
        let mut random = SplitMix64::new(seed);
        let all = program.properties.iter_enumerated().map(|(id, _)| id);
        let mut asked: BTreeSet<PropertyId> = all.filter(|_| random.below(4) == 0).collect();
        asked.extend(expected.first());
        let mut options = CheckOptions::new(engines[seed as usize % engines.len()].clone());
        let limit = Instant::now() + Duration::from_secs(60);
        options.solvers.interrupt = Interrupt::new().with_deadline(limit);
        options.goals = Some(asked.clone());
        let mut terms = translation.terms.clone();
        let settled = check_each(program, &mut terms, &options, &mut (), &mut |_, _| {});
        let settled = settled.expect("every answer stands");
        let mut seen = BTreeSet::new();
        for one in settled {
            for &goal in &one.goals {
                assert!(seen.insert(goal), "settled twice in\n{text}");
                let is_reached = match &one.report.verdict {
                    Verdict::True(_) => false,
                    Verdict::False(_) => true,
                    Verdict::Unknown(reason) => panic!("{reason:?} in\n{text}"),
                };
                assert_eq!(is_reached, expected.contains(&goal), "{goal:?} in\n{text}");
                *(if is_reached {
                    &mut reached
                } else {
                    &mut unreachable
                }) += 1;
            }
        }
        assert_eq!(seen, asked, "in\n{text}");
    }
    assert!(reached > 20 && unreachable > 20, "{reached}, {unreachable}");
}

fn goals(text: &str, cover: &[Criterion]) -> Vec<(u32, String)> {
    let translation = translate(text, cover);
    let mut goals: Vec<(u32, String)> = translation
        .program
        .properties
        .iter()
        .filter(|property| property.kind == PropertyKind::Coverage)
        .map(|property| (property.span.line, property.description.clone()))
        .collect();
    goals.sort();
    goals
}

const EXAMPLE: &str = "\
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void stop(int x) { if (x < 0) exit(1); }
static int unused(void) { return 7; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x + 1;
  y = y * 2;
  stop(x);
  y++;
  switch (x) {
    case 1: y = 3; break;
    case 2: y = 4;
    default: y += 5;
  }
  while (1) {
    if (y++ > 10) break;
  }
  __VERIFIER_cover(y == 12);
  return y;
  y = 0;
}
";

/// Statements that nothing separates have one goal; library and functions without calls have none.
#[test]
fn goals_of_statements() {
    let lines: Vec<u32> = goals(EXAMPLE, &[Criterion::Statement])
        .into_iter()
        .map(|(line, _)| line)
        .collect();
    assert_eq!(lines, [3, 3, 6, 10, 12, 13, 14, 16, 17, 17, 19, 21]);
}

#[test]
fn goals_of_branches_and_marks() {
    let found = goals(EXAMPLE, &[Criterion::Branch, Criterion::Mark]);
    let expected = [
        (3, "x < 0 is false"),
        (3, "x < 0 is true"),
        (12, "case 1 is chosen"),
        (13, "case 2 is chosen"),
        (14, "default is chosen"),
        (17, "y++ > 10 is false"),
        (17, "y++ > 10 is true"),
        (19, "cover y == 12"),
    ];
    let expected = expected.map(|(line, what)| (line, what.to_owned()));
    assert_eq!(found, expected);
}

/// Where nobody asks for coverage there is none.
#[test]
fn no_goals_unless_asked() {
    assert_eq!(goals(EXAMPLE, &[]), []);
}
