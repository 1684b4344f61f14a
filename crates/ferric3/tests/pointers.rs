//! Random programs with pointers of all types: the compiled program judges the interpreter, and
//! `check` on an assertion that fixes the result, and on one that denies it.
//!
//! `FERRIC3_POINTER_CASES=10000 FERRIC3_POINTER_SEED=7 cargo test --release -p ferric3 --test
//! pointers -- --ignored --nocapture` is the long run (`scripts/long-tests pointers`).
#![allow(clippy::print_stderr, reason = "a test reports to a person")]

#[path = "corpus_support/compiler.rs"]
mod compiler;
#[expect(dead_code, reason = "only its random numbers are used here")]
#[path = "corpus_support/generate.rs"]
mod generate;
#[path = "corpus_support/pointers.rs"]
mod pointers;

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use compiler::compile;
use ferric3_c::{DataModel, FrontendOptions, Translation, translate_text};
use ferric3_engine::{AutoOptions, CheckOptions, EngineKind, Verdict, check};
use ferric3_ivl::{
    InputId, InputSite, InputSource, Inputs, Interpreter, PropertyKind, RunLimits, RunOutcome,
};
use ferric3_sat::Interrupt;
use ferric3_solver::SolverConfig;
use ferric3_term::{BitVecValue, Sort, Value};
use ferric3_testkit::{Extra, need};
use pointers::{Case, PRELUDE};

/// Programs of a usual run, in each data model.
const CASES: u64 = 60;
/// Programs in one compiled file.
const BATCH: u64 = 50;
/// Time for one verdict.
const TIME: Duration = Duration::from_secs(10);

#[test]
fn memory_is_what_the_compiled_program_sees() {
    if need(Extra::X86, "memory_is_what_the_compiled_program_sees") {
        compare(DataModel::Lp64, CASES, 1);
    }
}

#[test]
fn memory_is_what_the_compiled_program_of_32_bits_sees() {
    let test = "memory_is_what_the_compiled_program_of_32_bits_sees";
    if need(Extra::CLibrary32, test) {
        compare(DataModel::Ilp32, CASES, 1);
    }
}

#[test]
#[ignore = "long; FERRIC3_POINTER_CASES and FERRIC3_POINTER_SEED choose how many and which"]
fn memory_is_what_the_compiled_program_sees_for_long() {
    let cases = from_environment("FERRIC3_POINTER_CASES", 5_000);
    let seed = from_environment("FERRIC3_POINTER_SEED", 2);
    let test = "memory_is_what_the_compiled_program_sees_for_long";
    if need(Extra::X86, test) {
        compare(DataModel::Lp64, cases, seed);
    }
    if need(Extra::CLibrary32, test) {
        compare(DataModel::Ilp32, cases, seed);
    }
}

fn from_environment(name: &str, default: u64) -> u64 {
    let value = std::env::var(name).ok();
    value.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// What came out.
#[derive(Default)]
struct Report {
    agree: u64,
    /// No verdict in time, on one of the two assertions.
    open: u64,
    /// Something that is not modelled.
    unsupported: u64,
    differences: Vec<String>,
}

fn compare(model: DataModel, cases: u64, seed: u64) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let mut report = Report::default();
    let first = seed * 1_000_000;
    let mut at = first;
    while at < first + cases {
        let end = (at + BATCH).min(first + cases);
        let batch: Vec<Case> = (at..end)
            .map(|seed| pointers::case(seed, (seed - at) as usize))
            .collect();
        let results = native_results(&batch, model, folder.path());
        for (seed, (case, result)) in (at..end).zip(batch.iter().zip(results)) {
            judge(case, result, model, seed, &mut report);
        }
        at = end;
    }
    eprintln!(
        "{model:?}: {cases} programs, {} agree three times, {} without a verdict in time, {} \
         with something that is not modelled, {} differ",
        report.agree,
        report.open,
        report.unsupported,
        report.differences.len()
    );
    assert!(
        report.differences.is_empty(),
        "{}",
        report.differences.join("\n")
    );
    assert!(
        (report.open + report.unsupported) * 10 <= cases,
        "too many programs without a verdict"
    );
}

/// How the compiler is called.
fn native_options(model: DataModel) -> &'static [&'static str] {
    match model {
        DataModel::Lp64 => &["-w", "-O0", "-fwrapv", "-fno-strict-aliasing"],
        DataModel::Ilp32 => &[
            "-w",
            "-O0",
            "-fwrapv",
            "-fno-strict-aliasing",
            "-m32",
            "-msse2",
            "-mfpmath=sse",
        ],
    }
}

/// The results of the compiled cases.
fn native_results(batch: &[Case], model: DataModel, folder: &Path) -> Vec<u32> {
    let mut text = PRELUDE.to_owned();
    text += "extern int printf(const char *, ...);\nstatic const unsigned *next;\n\
             unsigned __VERIFIER_nondet_uint(void) { return *next++; }\n\
             void __VERIFIER_assume(int condition) { }\n";
    for case in batch {
        text += &case.text;
    }
    text += "int main(void)\n{\n";
    for case in batch {
        let inputs: Vec<String> = case.inputs.iter().map(ToString::to_string).collect();
        let inputs = inputs.join(", ");
        writeln!(
            text,
            "    {{ static const unsigned inputs[] = {{ {inputs} }}; next = inputs; }}\n    \
             printf(\"%u\\n\", {}());",
            case.entry
        )
        .expect("a string can be written to");
    }
    text += "    return 0;\n}\n";
    let (source, binary) = (folder.join("pointers.c"), folder.join("pointers"));
    std::fs::write(&source, &text).expect("the folder is writable");
    let built = compile(|command| {
        let command = command.args(native_options(model)).arg(&source);
        command.arg("-o").arg(&binary);
    });
    if let Err(error) = built {
        panic!("cc refuses a program:\n{error}\n{text}");
    }
    let done = Command::new(&binary).output().expect("it was just built");
    assert!(done.status.success(), "the binary fails\n{text}");
    let text = String::from_utf8(done.stdout).expect("it prints numbers");
    let numbers = text.lines().map(|line| line.parse().expect("a number"));
    numbers.collect()
}

fn judge(case: &Case, native: u32, model: DataModel, seed: u64, report: &mut Report) {
    let plain = translate(&with_main(case, "return (int)result;"), model);
    let differs = |report: &mut Report, what: &str| {
        report.differences.push(format!(
            "seed {seed}, {model:?}: compiled {native}, {what}\n{}",
            case.text
        ));
    };
    match interpreted(case, &plain) {
        Ok(Some(ours)) if ours == native => {}
        Ok(Some(ours)) => return differs(report, &format!("interpreter {ours}")),
        Ok(None) => {
            report.unsupported += 1;
            return;
        }
        Err(outcome) => return differs(report, &outcome),
    }
    if let Some(folder) = std::env::var_os("FERRIC3_POINTER_KEEP") {
        let file = Path::new(&folder).join(format!("{seed}.c"));
        let text = with_main(
            case,
            &format!("__VERIFIER_assert(result == {native}u); return 0;"),
        );
        std::fs::write(file, text).expect("the folder is writable");
    }
    let mut decided = true;
    for (operator, expected) in [("==", true), ("!=", false)] {
        let assertion = format!("__VERIFIER_assert(result {operator} {native}u); return 0;");
        let translation = translate(&with_main(case, &assertion), model);
        match verdict(&translation) {
            Ok(Some(verdict)) if verdict == expected => {}
            Ok(Some(_)) => return differs(report, &format!("wrong verdict on {operator}")),
            Ok(None) => decided = false,
            Err(error) => return differs(report, &error),
        }
    }
    match decided {
        true => report.agree += 1,
        false => report.open += 1,
    }
}

fn with_main(case: &Case, end: &str) -> String {
    format!(
        "{PRELUDE}extern void __VERIFIER_assert(int);\n{}int main(void)\n{{\n    unsigned result = \
         {}();\n    {end}\n}}\n",
        case.text, case.entry
    )
}

fn translate(text: &str, model: DataModel) -> Translation {
    let options = FrontendOptions {
        data_model: model,
        ..FrontendOptions::default()
    };
    translate_text("pointers.c", text, &options).unwrap_or_else(|error| {
        let diagnostics = error.diagnostics.iter();
        let list: Vec<String> = diagnostics.map(|d| d.render(&error.sources)).collect();
        panic!(
            "the front end refuses a program:\n{}\n{text}",
            list.join("\n")
        );
    })
}

/// Gives the case its inputs, and 0 for what is not initialised.
struct CaseInputs<'a>(std::slice::Iter<'a, u64>);

impl Inputs for CaseInputs<'_> {
    fn next(&mut self, _: InputId, site: &InputSite) -> Option<Value> {
        match (&site.source, site.sort) {
            (InputSource::Nondet(_), Sort::BitVec(width)) => {
                let value = *self.0.next()?;
                Some(Value::BitVec(BitVecValue::from_u128(value.into(), width)))
            }
            (_, sort) => Some(Value::zero(sort)),
        }
    }
}

/// The result by the interpreter; `None` if something is not modelled.
fn interpreted(case: &Case, translation: &Translation) -> Result<Option<u32>, String> {
    let mut interpreter = Interpreter::new(&translation.program, &translation.terms);
    let mut inputs = CaseInputs(case.inputs.iter());
    match interpreter.run(&mut inputs, &mut (), &RunLimits::steps(10_000_000)) {
        RunOutcome::Finished {
            result: Some(Value::BitVec(bits)),
        } => Ok(u32::try_from(bits.to_biguint()).ok()),
        RunOutcome::Violated { property, .. }
            if translation.program.properties[property].kind == PropertyKind::Unsupported =>
        {
            Ok(None)
        }
        outcome => Err(format!("the interpreter comes to another end: {outcome:?}")),
    }
}

/// `None` if there is no verdict in time, or something is not modelled.
fn verdict(translation: &Translation) -> Result<Option<bool>, String> {
    let options = CheckOptions {
        solvers: SolverConfig {
            interrupt: Interrupt::new().with_deadline(Instant::now() + TIME),
            ..SolverConfig::default()
        },
        ..CheckOptions::new(EngineKind::Auto(AutoOptions {
            deterministic: true,
            ..AutoOptions::default()
        }))
    };
    let mut terms = translation.terms.clone();
    match check(&translation.program, &mut terms, &options, &mut ()) {
        Err(error) => Err(error.to_string()),
        Ok(report) => Ok(match report.verdict {
            Verdict::True(_) => Some(true),
            Verdict::False(_) => Some(false),
            Verdict::Unknown(_) => None,
        }),
    }
}
