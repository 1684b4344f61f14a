//! Random integer programs: our interpreter against the compiled binary, and the engines against
//! both.
//!
//! `FERRIC3_ORACLE_CASES=20000 FERRIC3_ORACLE_SEED=7 cargo test --release -p ferric3 --test oracle
//! -- --ignored` is the long run.
#![allow(clippy::print_stderr, reason = "a test reports to a person")]

#[path = "corpus_support/compiler.rs"]
mod compiler;
#[path = "corpus_support/generate.rs"]
mod generate;

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use compiler::compile;
use ferric3_c::{DataModel, FrontendOptions, Translation, translate_text};
use ferric3_engine::{CheckOptions, EngineKind, Ic3CfaOptions, UnknownReason, Verdict, check};
use ferric3_ivl::{
    InputId, InputSite, InputSource, Inputs, Interpreter, RunLimits, RunOutcome, VarRole,
};
use ferric3_sat::Interrupt;
use ferric3_solver::SolverConfig;
use ferric3_term::{BitVecValue, Sort, Value};
use ferric3_testkit::{Extra, need};
use generate::{Case, Config, PRELUDE, Rng, Var};

/// Programs of a usual run.
const CASES: u64 = 300;
/// Programs in one file.
const BATCH: u64 = 25;
/// Programs of a usual run of the engines.
const VERDICTS: u64 = 24;
/// Inputs of a program; when they are used up, it starts again with the first.
const INPUTS: u64 = 37;
/// The programs whose results are compared.
const CONFIG: Config = Config {
    long_width: 64,
    statements: 8,
    depth: 3,
};

#[test]
fn interpreter_and_binary_agree() {
    compare("interpreter_and_binary_agree", CASES, 1);
}

#[test]
#[ignore = "long; FERRIC3_ORACLE_CASES and FERRIC3_ORACLE_SEED choose how many and which"]
fn interpreter_and_binary_agree_for_long() {
    compare(
        "interpreter_and_binary_agree_for_long",
        from_environment("FERRIC3_ORACLE_CASES", 5_000),
        from_environment("FERRIC3_ORACLE_SEED", 2),
    );
}

fn from_environment(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(default)
}

/// A file of several cases.
struct Batch {
    cases: Vec<Case>,
    inputs: Vec<u64>,
    text: String,
}

impl Batch {
    fn new(first: u64, count: u64, config: Config) -> Batch {
        let cases: Vec<Case> = (0..count)
            .map(|i| generate::case(first + i, usize::try_from(i).expect("it is small"), config))
            .collect();
        let mut text = PRELUDE.to_owned();
        for case in &cases {
            text += &case.text;
        }
        text += "int main(void)\n{\n";
        for case in &cases {
            writeln!(text, "    {}();", case.entry).expect("a string can be written to");
        }
        text += "    return 0;\n}\n";
        Batch {
            cases,
            inputs: inputs(first),
            text,
        }
    }

    fn globals(&self) -> impl Iterator<Item = &Var> {
        self.cases.iter().flat_map(|case| &case.globals)
    }
}

/// The same file, with definitions of the inputs, that prints all globals in the end.
fn native_text(batch: &Batch, model: DataModel) -> String {
    let mut text = batch.text.clone();
    text += match model {
        DataModel::Lp64 => {
            "extern int printf(const char *, ...);\nstatic void put(unsigned long long high, \
             unsigned long long low)\n{\n    printf(\"%llx %llx\\n\", high, low);\n}\n\
             __attribute__((destructor))\n"
        }
        DataModel::Ilp32 => include_str!("corpus_support/bare32.c"),
    };
    text += "static void print(void)\n{\n";
    for global in batch.globals() {
        let name = &global.name;
        let high = if global.ty.width > 64 {
            format!("(unsigned long long)((unsigned __int128){name} >> 64)")
        } else {
            "0".to_owned()
        };
        let mask = if global.ty.width < 64 {
            (1u64 << global.ty.width) - 1
        } else {
            u64::MAX
        };
        writeln!(
            text,
            "    put({high}, (unsigned long long){name} & {mask}u);"
        )
        .expect("a string can be written to");
    }
    text += "}\nstatic const unsigned long long inputs[] = {";
    for input in &batch.inputs {
        write!(text, " {input}u,").expect("a string can be written to");
    }
    text += " };\nstatic unsigned long long input(void)\n{\n    static unsigned at;\n";
    writeln!(
        text,
        "    return inputs[at++ % {}];\n}}",
        batch.inputs.len()
    )
    .expect("a string can be written to");
    for line in PRELUDE.lines() {
        let head = line.trim_start_matches("extern ").trim_end_matches(';');
        writeln!(text, "{head} {{ return input(); }}").expect("a string can be written to");
    }
    text
}

/// How the compiler is called.
fn native_options(model: DataModel) -> &'static [&'static str] {
    match model {
        DataModel::Lp64 => &["-w", "-O0", "-fwrapv"],
        DataModel::Ilp32 => &[
            "-w",
            "-O0",
            "-fwrapv",
            "-m32",
            "-ffreestanding",
            "-fno-pic",
            "-no-pie",
            "-fno-stack-protector",
            "-nostdlib",
            "-static",
        ],
    }
}

fn inputs(seed: u64) -> Vec<u64> {
    let mut rng = Rng::new(seed ^ 0xabcd);
    (0..INPUTS)
        .map(|_| match rng.below(3) {
            0 => rng.below(16),
            1 => rng.next() >> rng.below(64),
            _ => 0u64.wrapping_sub(rng.below(300)),
        })
        .collect()
}

/// Gives the same numbers as the binary gets.
struct CyclicInputs<'a> {
    values: &'a [u64],
    at: usize,
}

impl Inputs for CyclicInputs<'_> {
    fn next(&mut self, _: InputId, site: &InputSite) -> Option<Value> {
        if !matches!(site.source, InputSource::Nondet(_)) {
            return Some(Value::zero(site.sort));
        }
        let value = self.values[self.at % self.values.len()];
        self.at += 1;
        match site.sort {
            Sort::BitVec(width) => Some(Value::BitVec(BitVecValue::from_u128(
                u128::from(value),
                width,
            ))),
            sort => panic!("an input of sort {sort}"),
        }
    }
}

fn compare(test: &str, cases: u64, seed: u64) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    for (model, extra) in [
        (DataModel::Lp64, Extra::X86),
        (DataModel::Ilp32, Extra::Bits32),
    ] {
        if !need(extra, test) {
            continue;
        }
        let long_width = if model == DataModel::Lp64 { 64 } else { 32 };
        let config = Config {
            long_width,
            ..CONFIG
        };
        let mut first = seed * 1_000_000;
        let end = first + cases;
        while first < end {
            let count = BATCH.min(end - first);
            let batch = Batch::new(first, count, config);
            let differences = compare_batch(&batch, model, folder.path());
            if !differences.is_empty() {
                report(first, config, model, folder.path(), &differences);
            }
            first += count;
        }
        eprintln!("{cases} programs agree, {model:?}");
    }
}

/// Finds the case that is wrong, and shows it alone.
fn report(first: u64, config: Config, model: DataModel, folder: &Path, differences: &[String]) {
    for seed in first..first + BATCH {
        let alone = Batch::new(seed, 1, config);
        let differences = compare_batch(&alone, model, folder);
        if !differences.is_empty() {
            let list = differences.join("\n");
            panic!(
                "seed {seed}, {model:?}, inputs {:?}:\n{list}\n{}",
                alone.inputs, alone.text
            );
        }
    }
    panic!(
        "only the whole batch of seed {first} shows it:\n{}",
        differences.join("\n")
    );
}

fn options(model: DataModel) -> FrontendOptions {
    FrontendOptions {
        data_model: model,
        ..FrontendOptions::default()
    }
}

fn translate(text: &str, model: DataModel) -> Translation {
    translate_text("random.c", text, &options(model)).unwrap_or_else(|error| {
        let list: Vec<String> = error
            .diagnostics
            .iter()
            .map(|one| one.render(&error.sources))
            .collect();
        panic!(
            "the front end refuses a program:\n{}\n{text}",
            list.join("\n")
        );
    })
}

fn compare_batch(batch: &Batch, model: DataModel, folder: &Path) -> Vec<String> {
    let native = native_values(batch, model, folder);
    let ours = match interpreted_values(batch, &translate(&batch.text, model)) {
        Ok(values) => values,
        Err(text) => return vec![text],
    };
    assert_eq!(native.len(), ours.len(), "the binary prints every global");
    let mut differences = Vec::new();
    for ((global, native), ours) in batch.globals().zip(native).zip(ours) {
        if ours != Some(native) {
            let ours = ours.map_or("missing".to_owned(), |value| format!("{value:#x}"));
            let Var { name, ty } = global;
            differences.push(format!(
                "{} {name}: compiled {native:#x}, ours {ours}",
                ty.name
            ));
        }
    }
    differences
}

fn native_values(batch: &Batch, model: DataModel, folder: &Path) -> Vec<u128> {
    let source = folder.join("random.c");
    let binary = folder.join("random");
    std::fs::write(&source, native_text(batch, model)).expect("the folder is writable");
    let built = compile(|command| {
        command
            .args(native_options(model))
            .arg(&source)
            .arg("-o")
            .arg(&binary);
    });
    if let Err(text) = built {
        panic!("cc refuses a program:\n{text}\n{}", batch.text);
    }
    let done = Command::new(&binary)
        .output()
        .expect("the binary was just built");
    assert!(
        done.status.success(),
        "the binary fails: {:?}\n{}",
        done.status,
        batch.text
    );
    let text = String::from_utf8(done.stdout).expect("the binary prints numbers");
    text.lines()
        .map(|line| {
            let (high, low) = line.split_once(' ').expect("two numbers");
            let parse = |text| u128::from_str_radix(text, 16).expect("hexadecimal");
            parse(high) << 64 | parse(low)
        })
        .collect()
}

/// The values of the globals at the end, `None` for those that the program does not have.
fn interpreted_values(
    batch: &Batch,
    translation: &Translation,
) -> Result<Vec<Option<u128>>, String> {
    let program = &translation.program;
    let mut interpreter = Interpreter::new(program, &translation.terms);
    let mut inputs = CyclicInputs {
        values: &batch.inputs,
        at: 0,
    };
    let outcome = interpreter.run(&mut inputs, &mut (), &RunLimits::steps(10_000_000));
    if !matches!(outcome, RunOutcome::Finished { .. }) {
        return Err(format!("the interpreter comes to another end: {outcome:?}"));
    }
    let value_of = |global: &Var| {
        let (id, _) = program
            .vars
            .iter_enumerated()
            .find(|(_, var)| var.role == VarRole::Global && var.name == global.name)?;
        Some(match interpreter.value(id) {
            Value::Bool(bit) => u128::from(bit),
            Value::BitVec(bits) => u128::try_from(bits.to_biguint()).expect("at most 128 bits"),
            other => panic!("{other:?} is not an integer"),
        })
    };
    Ok(batch.globals().map(value_of).collect())
}

/// The value that a program leaves in a global is proved to be the only one, and any other value
/// is refuted.
#[test]
fn engines_agree_with_the_interpreter() {
    verdicts(VERDICTS, 3);
}

#[test]
#[ignore = "long; FERRIC3_ORACLE_CASES and FERRIC3_ORACLE_SEED choose how many and which"]
fn engines_agree_with_the_interpreter_for_long() {
    verdicts(
        from_environment("FERRIC3_ORACLE_CASES", 1_000),
        from_environment("FERRIC3_ORACLE_SEED", 4),
    );
}

fn verdicts(cases: u64, seed: u64) {
    let engines = [
        EngineKind::Bmc { max_depth: None },
        EngineKind::Ic3Cfa(Ic3CfaOptions::default()),
    ];
    let mut without = [0; 2];
    for case in seed * 1_000_000..seed * 1_000_000 + cases {
        for (text, expected) in assertions(case) {
            let translation = translate(&text, DataModel::Lp64);
            for (engine, without) in engines.iter().zip(&mut without) {
                match decide(&translation, engine) {
                    Ok(Some(verdict)) => assert_eq!(
                        verdict, expected,
                        "wrong verdict by {engine:?}, seed {case}\n{text}"
                    ),
                    Ok(None) => *without += 1,
                    Err(error) => panic!("{engine:?}, seed {case}: {error}\n{text}"),
                }
            }
        }
    }
    let [bmc, ic3cfa] = without;
    eprintln!(
        "{cases} programs; no verdict in time: bmc {bmc}, ic3cfa {ic3cfa} of {}",
        cases * 2
    );
    // The programs are finite, so that unrolling decides nearly all of them.
    assert!(
        bmc * 10 <= cases * 2,
        "too many programs without a verdict by bmc"
    );
}

/// A program with a right assertion about one of its globals, and with a wrong one.
fn assertions(seed: u64) -> [(String, bool); 2] {
    let config = Config {
        long_width: 64,
        statements: 4,
        depth: 2,
    };
    let batch = Batch::new(seed, 1, config);
    let values = interpreted_values(&batch, &translate(&batch.text, DataModel::Lp64))
        .expect("the program ends");
    let globals: Vec<_> = batch.globals().zip(&values).collect();
    let mut rng = Rng::new(seed);
    let index = usize::try_from(rng.below(globals.len() as u64)).expect("it is an index");
    let (global, value) = globals[index];
    let right = value.expect("no global is unused");
    let wrong = wrong_value(global, right, &mut rng);
    [(right, true), (wrong, false)]
        .map(|(value, expected)| (with_assertion(&batch, global, value), expected))
}

/// Another value of the same type.
fn wrong_value(global: &Var, right: u128, rng: &mut Rng) -> u128 {
    if global.ty.name == "_Bool" {
        1 - right
    } else {
        right ^ (1 << rng.below(global.ty.width.into()))
    }
}

/// The program with fixed inputs and an assertion on one global at the end.
fn with_assertion(batch: &Batch, global: &Var, value: u128) -> String {
    let mut text = String::new();
    for kind in ["char", "ushort", "int", "uint", "longlong"] {
        let ty = match kind {
            "ushort" => "unsigned short",
            "uint" => "unsigned int",
            "longlong" => "long long",
            plain => plain,
        };
        writeln!(
            text,
            "extern {ty} __VERIFIER_nondet_{kind}(void);\nstatic {ty} fixed_{kind}(void)\n{{\n    \
             {ty} x = __VERIFIER_nondet_{kind}();\n    __VERIFIER_assume(x == ({ty})input());\n    \
             return x;\n}}"
        )
        .expect("a string can be written to");
    }
    let mut head = String::from(
        "extern void __VERIFIER_assume(int);\nextern void __VERIFIER_assert(int);\n\
         static unsigned at;\nstatic unsigned long long input(void)\n{\n    switch (at++ % ",
    );
    writeln!(head, "{}) {{", batch.inputs.len()).expect("a string can be written to");
    for (i, input) in batch.inputs.iter().enumerate() {
        writeln!(head, "    case {i}: return {input}u;").expect("a string can be written to");
    }
    head += "    }\n    return 0;\n}\n";
    let body = batch
        .text
        .strip_prefix(PRELUDE)
        .expect("it begins with the prelude");
    let body = body.replace("__VERIFIER_nondet_", "fixed_");
    let (high, low) = (value >> 64, value & u128::from(u64::MAX));
    let assertion = format!(
        "    __VERIFIER_assert({} == ({})(((unsigned __int128){high}u << 64) | {low}u));\n    \
         return 0;\n}}\n",
        global.name, global.ty.name
    );
    let body = body
        .strip_suffix("    return 0;\n}\n")
        .expect("that is the end of main");
    head + &text + body + &assertion
}

/// `None` if there is no verdict in time.
fn decide(translation: &Translation, engine: &EngineKind) -> Result<Option<bool>, String> {
    let deadline = Instant::now() + Duration::from_secs(1);
    let options = CheckOptions {
        solvers: SolverConfig {
            interrupt: Interrupt::new().with_deadline(deadline),
            ..SolverConfig::default()
        },
        ..CheckOptions::new(engine.clone())
    };
    let mut terms = translation.terms.clone();
    match check(&translation.program, &mut terms, &options, &mut ()) {
        Err(error) => Err(error.to_string()),
        Ok(report) => match report.verdict {
            Verdict::True(_) => Ok(Some(true)),
            Verdict::False(_) => Ok(Some(false)),
            Verdict::Unknown(UnknownReason::Timeout | UnknownReason::TooLarge(_)) => Ok(None),
            Verdict::Unknown(reason) => Err(format!("no verdict: {reason:?}")),
        },
    }
}
