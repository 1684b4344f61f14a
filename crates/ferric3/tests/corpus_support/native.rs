//! Corpus programs as native binaries: what the processor says about them.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use ferric3_c::DataModel;
use ferric3_ivl::{InputSource, Program, RecordedInput};
use ferric3_term::Value;

use super::compiler::compile;
use super::program::CorpusProgram;

/// How a native run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NativeEnd {
    /// In an error.
    Error,
    /// In a failed assumption.
    AssumptionFailed,
    /// More inputs were asked for than there were.
    InputsExhausted,
    /// It ran too long.
    OutOfTime,
    /// By itself: from `main`, `exit` or `abort`.
    Ended,
    /// By a signal.
    Crashed,
}

/// Builds corpus programs for a data model.
#[derive(Debug)]
pub(crate) struct NativeBuilder {
    folder: PathBuf,
    model: DataModel,
    /// What the programs call.
    support: PathBuf,
}

/// How the compiler is told. Floating-point numbers have no more precision than their type.
fn model_options(model: DataModel) -> &'static [&'static str] {
    match model {
        DataModel::Lp64 => &["-m64"],
        DataModel::Ilp32 => &["-m32", "-msse2", "-mfpmath=sse"],
    }
}

impl NativeBuilder {
    /// A builder that works in `folder`.
    pub(crate) fn new(folder: &Path, model: DataModel) -> NativeBuilder {
        let source = folder.join("native.c");
        std::fs::write(&source, include_str!("native.c")).expect("the folder is writable");
        let support = folder.join("native.o");
        let built = compile(|command| {
            command
                .args(model_options(model))
                .args(["-w", "-O1", "-c"])
                .arg(&source)
                .arg("-o")
                .arg(&support);
        });
        built.expect("the native support code compiles");
        NativeBuilder {
            folder: folder.to_owned(),
            model,
            support,
        }
    }

    /// The data model that it builds for.
    pub(crate) fn model(&self) -> DataModel {
        self.model
    }

    /// Builds a program; `ivl` says which functions have no body.
    pub(crate) fn build(&self, program: &CorpusProgram, ivl: &Program) -> Result<Native, String> {
        let base = self.folder.join(program.name.replace(['/', '.'], "_"));
        let binary = base.with_extension("bin");
        let may_fail = program.options.malloc_may_fail;
        let more = missing_functions(ivl, may_fail);
        let more = more.map(|text| {
            let path = base.with_extension("more.c");
            std::fs::write(&path, text).expect("the folder is writable");
            path
        });
        compile(|command| {
            command
                .args(model_options(self.model))
                .args([
                    "-w",
                    "-O0",
                    "-fwrapv",
                    "-fno-builtin",
                    "-finstrument-functions",
                ])
                .args(&program.options.preprocessor_args)
                .arg(&program.path)
                .args(more)
                .args(may_fail.then_some("-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc"))
                .arg(&self.support)
                .args(["-lm", "-o"])
                .arg(&binary);
        })?;
        Ok(Native { binary })
    }
}

/// Allocation that fails if an input says so.
const ALLOCATION: &str = "
#define FAILING(name, parameters, arguments) \\
    extern void *__real_##name parameters; \\
    __attribute__((no_instrument_function)) void *__wrap_##name parameters \\
    { return ferric3_result() ? 0 : __real_##name arguments; }
FAILING(malloc, (unsigned long a), (a))
FAILING(calloc, (unsigned long a, unsigned long b), (a, b))
FAILING(realloc, (void *a, unsigned long b), (a, b))
";

/// Definitions for the functions that have no body in the program, and for allocation that may
/// fail, if there is need of any.
fn missing_functions(ivl: &Program, may_fail: bool) -> Option<String> {
    let mut names: Vec<&str> = ivl
        .inputs
        .iter()
        .filter_map(|site| match &site.source {
            InputSource::Extern(name) => Some(name.as_str()),
            _ => None,
        })
        .filter(|name| !["printf", "puts"].contains(name))
        .collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() && !may_fail {
        return None;
    }
    let mut text = "extern unsigned long long ferric3_result(void);\n".to_owned();
    if may_fail {
        text += ALLOCATION;
    }
    for name in names {
        text += &format!(
            "__attribute__((no_instrument_function)) unsigned long long {name}() \
             {{ return ferric3_result(); }}\n"
        );
    }
    Some(text)
}

/// A program that was built.
#[derive(Debug)]
pub(crate) struct Native {
    binary: PathBuf,
}

impl Native {
    /// Runs it on the inputs that the source asks for. Values of uninitialised variables are not
    /// under our control.
    pub(crate) fn run(&self, ivl: &Program, inputs: &[RecordedInput], ms: u32) -> NativeEnd {
        let mut text = String::new();
        for recorded in inputs {
            let source = &ivl.inputs[recorded.input].source;
            let is_given = matches!(
                source,
                InputSource::Nondet(_) | InputSource::Extern(_) | InputSource::Failure(_)
            );
            if is_given {
                let bits = bits(&recorded.value);
                let low = u64::try_from(bits & u128::from(u64::MAX)).expect("it is masked");
                text += &format!("{:x} {low:x}\n", bits >> 64);
            }
        }
        let mut child = Command::new(&self.binary)
            .env("FERRIC3_MILLISECONDS", ms.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary was just built");
        let mut stdin = child.stdin.take().expect("it is piped");
        // The program may end before it has read everything.
        let _ = stdin.write_all(text.as_bytes());
        drop(stdin);
        match child.wait().expect("the process can be waited for").code() {
            Some(110) => NativeEnd::Error,
            Some(120) => NativeEnd::AssumptionFailed,
            Some(130) => NativeEnd::InputsExhausted,
            Some(140) => NativeEnd::OutOfTime,
            Some(_) => NativeEnd::Ended,
            None => NativeEnd::Crashed,
        }
    }
}

fn bits(value: &Value) -> u128 {
    match value {
        Value::Bool(bit) => u128::from(*bit),
        Value::BitVec(bits) => {
            u128::try_from(bits.to_biguint()).expect("inputs have at most 128 bits")
        }
        other => panic!("{other:?} is not an integer"),
    }
}
