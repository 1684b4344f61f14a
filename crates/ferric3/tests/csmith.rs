//! Programs of csmith: our interpreter and `check` against the compiled binary, by checksum.
//!
//! ```text
//! FERRIC3_CSMITH_CASES=1000 FERRIC3_CSMITH_SEED=7 \
//!     cargo test --release -p ferric3 --test csmith -- --ignored --nocapture
//! ```
//!
//! Each case is made with one of several sets of options and run in both data models. The report
//! counts what agrees, what is not supported yet (by construct), what takes us too long, and what
//! does not end when it is compiled either. A
//! difference, a refused program or a panic is a failure; the file is kept in the folder that the
//! report names.
#![allow(clippy::print_stderr, reason = "a test reports to a person")]

#[path = "corpus_support/compiler.rs"]
mod compiler;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;

use compiler::compile;
use ferric3_c::{DataModel, FrontendOptions, translate_file};
use ferric3_ivl::{Interpreter, PropertyKind, RandomInputs, RunLimits, RunOutcome};
use ferric3_term::Value;
use ferric3_testkit::{Extra, need};

/// Small programs: most of them end soon.
const SMALL: &[&str] = &[
    "--no-argc",
    "--concise",
    "--max-funcs",
    "4",
    "--max-block-size",
    "3",
    "--max-block-depth",
    "3",
    "--max-expr-complexity",
    "5",
];

/// A name, and what to say to csmith besides [`SMALL`].
const OPTION_SETS: &[(&str, &[&str])] = &[
    (
        "scalars",
        &[
            "--no-arrays",
            "--no-pointers",
            "--no-structs",
            "--no-unions",
        ],
    ),
    ("arrays", &["--no-pointers", "--no-structs", "--no-unions"]),
    ("pointers", &["--no-structs", "--no-unions"]),
    (
        "structs",
        &["--no-packed-struct", "--no-bitfields", "--no-unions"],
    ),
    (
        "bit-fields",
        &["--bitfields", "--no-packed-struct", "--no-unions"],
    ),
    ("packed", &["--bitfields", "--packed-struct", "--no-unions"]),
    ("unions", &["--no-packed-struct"]),
    ("plain", &[]),
    ("volatiles", &["--volatiles", "--volatile-pointers"]),
    (
        "no-volatiles",
        &["--no-volatiles", "--no-volatile-pointers"],
    ),
    ("builtins", &["--builtins"]),
    ("floats", &["--float", "--no-structs", "--no-unions"]),
    ("everything", &["--float", "--bitfields", "--packed-struct"]),
];

/// Steps of the interpreter, about a second's worth.
const STEPS: u64 = 20_000_000;

#[test]
#[ignore = "long; needs csmith; FERRIC3_CSMITH_CASES and FERRIC3_CSMITH_SEED choose how many and \
            which"]
fn interpreter_and_binary_agree_on_csmith_programs() {
    let test = "interpreter_and_binary_agree_on_csmith_programs";
    if !need(Extra::Csmith, test) {
        return;
    }
    let Cases { count, first } = Cases::chosen();
    let folder = folder("csmith");
    let mut failures = 0;
    for (model, extra) in [
        (DataModel::Lp64, Extra::X86),
        (DataModel::Ilp32, Extra::CLibrary32),
    ] {
        if !need(extra, test) {
            continue;
        }
        let mut report = Report::default();
        let sets = OPTION_SETS.iter().cycle();
        for (seed, set) in (first..first + count).zip(sets) {
            let result = compare(&folder, seed, set, model);
            report.add(&folder, seed, set.0, model, &result);
        }
        let skipped: usize = report.skipped.values().sum();
        assert!(
            skipped as u64 * 2 <= count,
            "most programs cannot even be compiled:\n{}",
            report.text(model)
        );
        eprintln!("{}", report.text(model));
        failures += report.failures;
    }
    assert_eq!(failures, 0, "see {}", folder.display());
}

/// `check` on the same programs, with an assertion that the checksum is that of the compiled program,
/// and with one that it is not: there are no inputs, so both should be decided soon.
#[test]
#[ignore = "long; needs csmith; FERRIC3_CSMITH_CASES and FERRIC3_CSMITH_SEED choose how many and \
            which"]
fn csmith_programs_are_decided_both_ways() {
    let test = "csmith_programs_are_decided_both_ways";
    if !need(Extra::Csmith, test) || !need(Extra::X86, test) {
        return;
    }
    let Cases { count, first } = Cases::chosen();
    let folder = folder("csmith_check");
    let source = folder.join("case.c");
    let (mut both, mut open, mut wrong, mut unusable) = (0, Vec::new(), Vec::new(), 0);
    let sets = OPTION_SETS.iter().cycle();
    for (seed, set) in (first..first + count).zip(sets) {
        let has_floats = set.1.contains(&"--float");
        let native = make(&folder, seed, set.1)
            .then(|| native_checksum(&source, has_floats, DataModel::Lp64));
        let Some(Ok(Some(sum))) = native else {
            unusable += 1;
            continue;
        };
        let name = format!("{}-{seed}", set.0);
        let said = ["==", "!="].map(|relation| checked(&source, has_floats, relation, sum));
        match said.each_ref().map(String::as_str) {
            ["TRUE", "FALSE(unreach-call)"] => both += 1,
            [holds, differs] if holds.starts_with("FALSE") || differs == "TRUE" => {
                wrong.push(format!("{name}: {said:?}"));
            }
            _ => open.push(format!("{name}: {said:?}")),
        }
    }
    let usable = both + open.len() + wrong.len();
    eprintln!(
        "csmith, check: {usable} programs, {both} decided both ways, {} wrong, {unusable} that \
         cannot be compiled or do not end\n  {}",
        wrong.len(),
        open.join("\n  ")
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(both * 20 >= usable * 19, "95 of 100 should be decided");
}

/// The result of a check that the checksum has this relation to a number.
fn checked(source: &Path, floats: bool, relation: &str, sum: u32) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_ferric3"))
        .args(["check", "-q", "--timeout", "10"])
        .arg(format!("-DFERRIC3_ASSERT={relation}{sum}U"))
        .args(floats.then_some("-DFERRIC3_FLOATS"))
        .arg(source)
        .output()
        .expect("the binary can be run");
    let said = String::from_utf8_lossy(&output.stdout);
    let last = said.lines().last().unwrap_or_default();
    let result = last.strip_prefix("Verification result: ");
    let failed = || String::from_utf8_lossy(&output.stderr).into_owned();
    result.map_or_else(failed, str::to_owned)
}

/// Which programs are made.
struct Cases {
    count: u64,
    /// The first seed.
    first: u64,
}

impl Cases {
    fn chosen() -> Cases {
        Cases {
            count: from_environment("FERRIC3_CSMITH_CASES", 200),
            first: from_environment("FERRIC3_CSMITH_SEED", 1) * 1_000_000,
        }
    }
}

fn from_environment(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(default)
}

/// A folder for programs, with their header.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let header = include_str!("csmith_support/csmith.h");
    std::fs::write(folder.join("csmith.h"), header).expect("the folder is writable");
    folder
}

/// Makes `case.c`, if csmith does.
fn make(folder: &Path, seed: u64, options: &[&str]) -> bool {
    let made = Command::new("csmith")
        .args(SMALL)
        .args(options)
        .args(["--seed", &seed.to_string(), "--output"])
        .arg(folder.join("case.c"))
        // It leaves a file wherever it runs.
        .current_dir(folder)
        .output();
    made.is_ok_and(|done| done.status.success())
}

/// How a comparison ended.
#[derive(Debug)]
enum Outcome {
    Agrees,
    /// The interpreter gets to this construct.
    Unsupported(String),
    /// The interpreted program does not end in time.
    TooLong,
    /// Not even the compiled program ends in time: csmith does not promise that any does.
    Endless,
    /// Nothing can be compared: csmith or the compiler gives up.
    Skipped(String),
    Differs(String),
    Refused(String),
    Panicked(String),
}

#[derive(Default)]
struct Report {
    agree: usize,
    too_long: Vec<String>,
    endless: usize,
    skipped: BTreeMap<String, usize>,
    unsupported: BTreeMap<String, usize>,
    failures: usize,
    failure_list: Vec<String>,
}

impl Report {
    fn add(&mut self, folder: &Path, seed: u64, set: &str, model: DataModel, result: &Outcome) {
        let source = folder.join("case.c");
        let text = match result {
            Outcome::Agrees => {
                self.agree += 1;
                return;
            }
            Outcome::TooLong => {
                self.too_long.push(format!("{set}-{seed}"));
                return;
            }
            Outcome::Endless => {
                self.endless += 1;
                return;
            }
            Outcome::Skipped(reason) => {
                *self.skipped.entry(reason.clone()).or_insert(0) += 1;
                return;
            }
            Outcome::Unsupported(construct) => {
                *self.unsupported.entry(construct.clone()).or_insert(0) += 1;
                return;
            }
            Outcome::Differs(text) => format!("DIFFERS: {text}"),
            Outcome::Refused(text) => format!("REFUSED: {text}"),
            Outcome::Panicked(text) => format!("PANIC: {text}"),
        };
        self.failures += 1;
        let kept = folder.join(format!("{set}-{seed}-{model:?}.c"));
        std::fs::copy(source, &kept).expect("the folder is writable");
        self.failure_list
            .push(format!("{}: {text}", kept.display()));
    }

    fn text(&self, model: DataModel) -> String {
        let unsupported: usize = self.unsupported.values().sum();
        let skipped: usize = self.skipped.values().sum();
        let mut text = format!(
            "csmith, {model:?}: {} agree, {} fail, {unsupported} unsupported, {} too long, \
             {} endless, {skipped} skipped",
            self.agree,
            self.failures,
            self.too_long.len(),
            self.endless
        );
        if !self.too_long.is_empty() {
            write!(text, "\n  too long: {}", self.too_long.join(" "))
                .expect("a string can be written to");
        }
        let mut constructs: Vec<_> = self.unsupported.iter().chain(&self.skipped).collect();
        constructs.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        for (construct, count) in constructs {
            write!(text, "\n  {count:5}  {construct}").expect("a string can be written to");
        }
        for failure in &self.failure_list {
            write!(text, "\n  {failure}").expect("a string can be written to");
        }
        text
    }
}

fn compare(folder: &Path, seed: u64, set: &(&str, &[&str]), model: DataModel) -> Outcome {
    let source = folder.join("case.c");
    if !make(folder, seed, set.1) {
        return Outcome::Skipped("csmith fails".to_owned());
    }
    let has_floats = set.1.contains(&"--float");
    match native_checksum(&source, has_floats, model) {
        Ok(Some(native)) => interpreted(&source, has_floats, model, native),
        Ok(None) => Outcome::Endless,
        Err(text) => Outcome::Skipped(text),
    }
}

fn model_options(model: DataModel) -> &'static [&'static str] {
    match model {
        DataModel::Lp64 => &[],
        // Without the x87's excess precision.
        DataModel::Ilp32 => &["-m32", "-msse2", "-mfpmath=sse"],
    }
}

/// The checksum that the compiled program prints, `None` if it does not end in time.
fn native_checksum(source: &Path, floats: bool, model: DataModel) -> Result<Option<u32>, String> {
    let binary = source.with_extension("bin");
    compile(|command| {
        command
            .args(["-w", "-O0", "-fwrapv", "-DFERRIC3_NATIVE"])
            .args(floats.then_some("-DFERRIC3_FLOATS"))
            .args(model_options(model))
            .arg(source)
            .arg("-o")
            .arg(&binary);
    })
    .map_err(|text| text.lines().take(2).collect::<Vec<_>>().join(" "))?;
    // The processor's time, so that the machine's load does not matter.
    let limited = "ulimit -t 1; exec \"$0\"";
    let done = Command::new("sh")
        .args(["-c", limited])
        .arg(&binary)
        .output()
        .map_err(|error| error.to_string())?;
    if !done.status.success() {
        return Ok(None);
    }
    let text = String::from_utf8_lossy(&done.stdout);
    let sum = text.trim().parse();
    sum.map(Some)
        .map_err(|_| format!("no checksum but `{}`", text.trim()))
}

fn interpreted(source: &Path, floats: bool, model: DataModel, native: u32) -> Outcome {
    let options = FrontendOptions {
        data_model: model,
        preprocessor_args: floats
            .then(|| "-DFERRIC3_FLOATS".to_owned())
            .into_iter()
            .collect(),
        ..FrontendOptions::default()
    };
    let source: PathBuf = source.to_owned();
    let run = AssertUnwindSafe(move || run(&source, &options, native));
    catch_unwind(run).unwrap_or_else(|payload| {
        let text = payload.downcast_ref::<String>().cloned();
        let text = text.or_else(|| Some((*payload.downcast_ref::<&str>()?).to_owned()));
        Outcome::Panicked(text.unwrap_or_default())
    })
}

fn run(source: &Path, options: &FrontendOptions, native: u32) -> Outcome {
    let translation = match translate_file(source, options) {
        Ok(translation) => translation,
        Err(error) => {
            let first = error.diagnostics.first();
            let text = first.map(|diagnostic| diagnostic.render(&error.sources));
            return Outcome::Refused(text.unwrap_or_default());
        }
    };
    let program = &translation.program;
    let mut interpreter = Interpreter::new(program, &translation.terms);
    // Programs of csmith read nothing uninitialised, so any inputs will do.
    let outcome = interpreter.run(&mut RandomInputs::new(1), &mut (), &RunLimits::steps(STEPS));
    match outcome {
        RunOutcome::Stopped {
            status: Some(Value::BitVec(status)),
            ..
        } => {
            let ours = status.to_u64().unwrap_or(u64::MAX);
            if ours == u64::from(native) {
                Outcome::Agrees
            } else {
                Outcome::Differs(format!("compiled {native:x}, ours {ours:x}"))
            }
        }
        RunOutcome::StepLimit | RunOutcome::DepthLimit => Outcome::TooLong,
        RunOutcome::Violated { property, .. }
            if program.properties[property].kind == PropertyKind::Unsupported =>
        {
            Outcome::Unsupported(construct(&program.properties[property].description))
        }
        other => Outcome::Differs(format!("another end: {other:?}")),
    }
}

/// A description without the names of the program, so that equal constructs count together.
fn construct(description: &str) -> String {
    let mut text = String::new();
    for (position, part) in description.split('`').enumerate() {
        let is_name = position % 2 == 1 && part.chars().any(|c| c.is_ascii_digit());
        text += if is_name { "…" } else { part };
    }
    text
}
