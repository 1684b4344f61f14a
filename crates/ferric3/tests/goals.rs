//! Every property by itself, judged by all runs of small programs.
//!
//! A program reads a few inputs of a few values, so that the interpreter can follow every run: a
//! property is violated exactly if one of them ends in it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use ferric3_c::{FrontendOptions, Translation, translate_text};
use ferric3_engine::{AutoOptions, CheckOptions, EngineKind, Ic3CfaOptions, Verdict, check_each};
use ferric3_ivl::{InputId, InputSite, Inputs, Interpreter, PropertyId, RunLimits, RunOutcome};
use ferric3_sat::Interrupt;
use ferric3_term::{BitVecValue, Sort, Value};

/// Values that an input has, as long as the program uses its lowest two bits only.
const VALUES: u64 = 4;
/// Inputs that a program reads at most.
const INPUTS: u32 = 4;

/// A generator of numbers (splitmix64), so that every run tries the same programs.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % bound
    }
}

/// A program with several assertions, in and behind a loop.
fn program(seed: u64) -> String {
    let mut random = Random(seed);
    let mut text = String::from(
        "extern unsigned char __VERIFIER_nondet_uchar(void);\n\
         extern void __VERIFIER_assert(int);\n\
         int main(void) {\n  unsigned char x = 0, y = __VERIFIER_nondet_uchar() & 3, i = 0;\n",
    );
    let statement = |random: &mut Random, text: &mut String| {
        let (a, b) = (random.below(5), random.below(7));
        let line = match random.below(7) {
            0 => format!("x = x + {a};"),
            1 => "x = x + y;".to_owned(),
            2 => format!("if (x > {a}) y = (y + {b}) & 3;"),
            3 => format!("__VERIFIER_assert(x != {});", a + b),
            4 => format!("__VERIFIER_assert(x < {});", 2 * a + b),
            5 => format!("__VERIFIER_assert(x + y != {});", a * b),
            _ => format!("if (y == {a}) __VERIFIER_assert(i != {});", b % 4),
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
    text.push_str("  return 0;\n}\n");
    text
}

/// The digits of a number as inputs.
struct Digits(u64);

impl Inputs for Digits {
    fn next(&mut self, _: InputId, site: &InputSite) -> Option<Value> {
        let digit = self.0 % VALUES;
        self.0 /= VALUES;
        match site.sort {
            Sort::BitVec(width) => Some(Value::BitVec(BitVecValue::from_u64(digit, width))),
            sort => Some(Value::zero(sort)),
        }
    }
}

/// What is violated by some run.
fn violated(translation: &Translation) -> BTreeSet<PropertyId> {
    let mut interpreter = Interpreter::new(&translation.program, &translation.terms);
    let mut found = BTreeSet::new();
    for number in 0..VALUES.pow(INPUTS) {
        let outcome = interpreter.run(&mut Digits(number), &mut (), &RunLimits::default());
        if let RunOutcome::Violated { property, .. } = outcome {
            found.insert(property);
        }
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
    let (mut hold, mut fail) = (0, 0);
    for seed in 0..200 {
        let text = program(seed);
        let options = FrontendOptions::default();
        let translation = translate_text("small.c", &text, &options).expect("a program");
        let expected = violated(&translation);
        let engine = &engines[seed as usize % engines.len()];
        let mut options = CheckOptions::new(engine.clone());
        let limit = Instant::now() + Duration::from_secs(60);
        options.solvers.interrupt = Interrupt::new().with_deadline(limit);
        let mut terms = translation.terms.clone();
        let mut told = 0;
        let program = &translation.program;
        let mut tell = |_: &_, _: &_| told += 1;
        let settled = check_each(program, &mut terms, &options, &mut (), &mut tell);
        let settled = settled.expect("every answer stands");
        assert_eq!(told, settled.len());
        let mut seen = BTreeSet::new();
        for one in &settled {
            for &goal in &one.goals {
                assert!(seen.insert(goal), "settled twice in\n{text}");
                let is_false = match &one.report.verdict {
                    Verdict::True(_) => false,
                    Verdict::False(replay) => {
                        assert_eq!(replay.property(), goal);
                        true
                    }
                    Verdict::Unknown(reason) => panic!("{engine:?}: {reason:?} in\n{text}"),
                };
                let what = &program.properties[goal].description;
                assert_eq!(is_false, expected.contains(&goal), "{what} in\n{text}");
                *(if is_false { &mut fail } else { &mut hold }) += 1;
            }
        }
        assert_eq!(seen.len(), program.properties.len(), "all goals of\n{text}");
    }
    assert!(hold > 40 && fail > 40, "both should occur: {hold}, {fail}");
}
