//! Coverage goals of random decisions, judged by another evaluator.

mod corpus;
mod expression;
mod judge;
mod programs;

use std::collections::BTreeSet;

use ferric3_c::{Criterion, FrontendOptions, Translation, translate_text};
use ferric3_ivl::{CoverageAsk, Interpreter, PlainInputs, PropertyId, RunLimits, SplitMix64};

use expression::{Node, Text, VARIABLES};
use judge::{Goal, Run};

/// Values that a variable has in the beginning.
const VALUES: i128 = 3;

fn translate(text: &str, cover: &[Criterion]) -> Translation {
    let options = FrontendOptions {
        cover: cover.to_vec(),
        ..FrontendOptions::default()
    };
    translate_text("small.c", text, &options).expect("a program")
}

fn goal(translation: &Translation, id: PropertyId) -> Goal {
    let property = &translation.program.properties[id];
    let (line, column) = (property.span.line, property.span.column);
    (line, column, property.description.clone())
}

/// What some run passes.
fn passed(translation: &Translation) -> BTreeSet<Goal> {
    let mut interpreter = Interpreter::new(&translation.program, &translation.terms);
    let mut found = BTreeSet::new();
    for number in 0..VALUES.pow(VARIABLES as u32) {
        let digits = (0..VARIABLES as u32).map(|digit| number / VALUES.pow(digit) % VALUES);
        let mut inputs = PlainInputs::new(digits);
        interpreter.run(&mut inputs, &mut (), &RunLimits::default());
        let goals = interpreter.passed().iter();
        found.extend(goals.map(|passed| goal(translation, passed.goal)));
    }
    found
}

/// Where an expression stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Frame {
    If,
    Value,
    Argument,
    Statement,
    Conditional,
    Return,
    Initialiser,
}

const FRAMES: [(Frame, &str, &str); 7] = [
    (Frame::If, "  if (", ") r = 1; else r = 2;\n"),
    (Frame::Value, "  r = ", ";\n"),
    (Frame::Argument, "  unused(", ");\n"),
    (Frame::Statement, "  ", ";\n"),
    (Frame::Conditional, "  r = ", " ? 1 : 2;\n"),
    (Frame::Return, "  return ", ";\n"),
    (Frame::Initialiser, "  int s = ", "; (void) s;\n"),
];

/// A program with one expression.
fn program(seed: u64) -> (Text, Node, Frame) {
    let mut random = SplitMix64::new(seed);
    let (frame, before, behind) = FRAMES[seed as usize % FRAMES.len()];
    let mut text = Text::default();
    text.push("extern unsigned char __VERIFIER_nondet_uchar(void);\n");
    text.push("static int id(int x) { return x; }\n");
    text.push("extern int unused(int, ...);\n");
    text.push("int main(void) {\n  int r = 0;\n");
    for v in 0..VARIABLES {
        text.push(&format!(
            "  unsigned char v{v} = __VERIFIER_nondet_uchar();\n"
        ));
    }
    text.push(before);
    let depth = 1 + seed % 4;
    let node = match frame {
        Frame::Initialiser | Frame::Argument | Frame::Conditional => {
            text.in_brackets(&mut random, depth)
        }
        _ => text.expression(&mut random, depth),
    };
    text.push(behind);
    if frame != Frame::Return {
        text.push("  return r;\n");
    }
    text.push("}\n");
    (text, node, frame)
}

const ALL: [Criterion; 10] = [
    Criterion::Function,
    Criterion::Call,
    Criterion::Statement,
    Criterion::Decision,
    Criterion::Case,
    Criterion::Loop,
    Criterion::Condition,
    Criterion::Mcdc,
    Criterion::McdcUnique,
    Criterion::Mark,
];

/// Statements, calls that the frame makes, and `main`.
fn is_of_the_frame(goal: &Goal) -> bool {
    let is_statement = goal.2.starts_with("statement ") || goal.2.starts_with("declaration of ");
    if is_statement || goal.2.starts_with("call __") {
        return true;
    }
    goal.2.starts_with("call unused(") || goal.2 == "function main is entered"
}

#[test]
fn goals_are_passed_as_another_evaluator_says() {
    let (mut passed_goals, mut other_goals) = (0, 0);
    for seed in 0..1000 {
        let (text, node, frame) = program(seed);
        let translation = translate(&text.text, &ALL);
        let mut expected = BTreeSet::new();
        let is_controlling = matches!(frame, Frame::If | Frame::Conditional);
        for number in 0..(VALUES as u64).pow(VARIABLES as u32) {
            let mut run = Run {
                text: &text,
                variables: std::array::from_fn(|v| {
                    (number / (VALUES as u64).pow(v as u32) % VALUES as u64) as u8
                }),
                passed: BTreeSet::new(),
            };
            if is_controlling {
                run.decide(&node);
            } else {
                run.value(&node);
            }
            expected.append(&mut run.passed);
        }
        let mut found = passed(&translation);
        found.retain(|goal| !is_of_the_frame(goal));
        let program = &translation.program;
        // More ways than there are goals for.
        let refused = !program.coverage.gaps.is_empty();
        let is_judged = |goal: &Goal| !refused || !goal.2.contains(" is evaluated as ");
        let only = |a: &BTreeSet<Goal>, b: &BTreeSet<Goal>| -> Vec<Goal> {
            a.difference(b)
                .filter(|goal| is_judged(goal))
                .cloned()
                .collect()
        };
        assert_eq!(
            (only(&found, &expected), only(&expected, &found)),
            (vec![], vec![]),
            "seed {seed}: passed wrongly, not passed, in\n{}",
            text.text
        );
        let mut by_form = BTreeSet::new();
        judge::goals(&text, &node, is_controlling, &mut by_form);
        by_form.insert((2, 12, "function id is entered".to_owned()));
        let ids = program.coverage.goals.iter();
        let no_vectors = ids.filter(|(_, goal)| !matches!(goal.asks, CoverageAsk::Vector { .. }));
        let mut all: BTreeSet<Goal> = no_vectors.map(|(&id, _)| goal(&translation, id)).collect();
        all.retain(|goal| !is_of_the_frame(goal));
        if !all.iter().any(|goal| goal.2 == "function id is entered") {
            by_form.remove(&(2, 12, "function id is entered".to_owned()));
        }
        assert_eq!(
            (only(&all, &by_form), only(&by_form, &all)),
            (vec![], vec![]),
            "seed {seed}: too many, missing, in\n{}",
            text.text
        );
        assert_eq!(program.properties.len(), program.coverage.goals.len());
        passed_goals += expected.len();
        other_goals += by_form.difference(&expected).count();
    }
    assert!(
        passed_goals > 10_000 && other_goals > 5_000,
        "{passed_goals}, {other_goals}"
    );
}
