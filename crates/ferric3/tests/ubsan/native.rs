//! Programs as binaries with sanitizers.

use std::fmt::Write as _;
use std::process::Command;

use tempfile::TempDir;

use crate::compiler::compile;

/// Undefined behaviour by the check that should find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Overflow,
    Division,
    Shift,
    /// Bounds or pointers: sanitizers see an access, not how it came about.
    Memory,
    Free,
    Alignment,
    /// A floating-point number that does not fit an integer type.
    Range,
    /// A `_Bool` that is neither 0 nor 1.
    Truth,
    /// What compilers take for granted.
    Promise,
    /// What no check is about.
    Unchecked,
}

/// The first complaint of a run.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) kind: Kind,
    pub(crate) message: String,
}

/// A compiler that has sanitizers, and a folder to work in.
#[derive(Debug)]
pub(crate) struct Sanitizers {
    folder: TempDir,
}

const OPTIONS: [&str; 6] = [
    "-m64",
    "-w",
    "-O0",
    "-std=gnu11",
    "-fsanitize=undefined,address,float-cast-overflow",
    "-fno-sanitize-recover=all",
];

/// Parts of complaints. Of several that match the first one counts.
const MESSAGES: [(&str, Kind); 25] = [
    ("not a valid value for type '_Bool'", Kind::Truth),
    ("signed integer overflow", Kind::Overflow),
    ("negation of", Kind::Overflow),
    ("division of", Kind::Overflow),
    ("division by zero", Kind::Division),
    ("shift exponent", Kind::Shift),
    ("left shift of", Kind::Shift),
    ("out of bounds", Kind::Memory),
    ("to null pointer", Kind::Memory),
    ("of null pointer", Kind::Memory),
    ("within null pointer", Kind::Memory),
    ("misaligned address", Kind::Alignment),
    ("attempting double-free", Kind::Free),
    ("attempting free", Kind::Free),
    ("buffer-overflow", Kind::Memory),
    ("buffer-underflow", Kind::Memory),
    ("heap-use-after-free", Kind::Memory),
    ("stack-use-after-scope", Kind::Memory),
    ("stack-use-after-return", Kind::Memory),
    ("SEGV", Kind::Memory),
    ("insufficient space", Kind::Memory),
    ("outside the range of representable", Kind::Range),
    ("unreachable program point", Kind::Promise),
    ("passing zero to", Kind::Promise),
    ("variable length array bound", Kind::Promise),
];

impl Sanitizers {
    /// There must be some: [`Extra::Sanitizers`](ferric3_testkit::Extra::Sanitizers).
    pub(crate) fn new() -> Sanitizers {
        let folder = tempfile::tempdir().expect("a folder can be made");
        Sanitizers { folder }
    }

    /// Runs programs, each a definition of `static void run(void)` and what it needs. By program:
    /// the first complaint.
    pub(crate) fn run(&self, programs: &[String]) -> Vec<Option<Fault>> {
        let mut text = "extern int atoi(const char *);\n".to_owned();
        let mut calls = String::new();
        for (number, program) in programs.iter().enumerate() {
            write!(text, "#define run run_{number}\n{program}#undef run\n").expect("a string");
            writeln!(calls, "case {number}: run_{number}(); break;").expect("a string");
        }
        write!(
            text,
            "int main(int count, char **args)\n{{\nswitch (atoi(args[1])) {{\n{calls}}}\n\
             return 0;\n}}\n"
        )
        .expect("a string");
        let source = self.folder.path().join("programs.c");
        let binary = self.folder.path().join("programs");
        std::fs::write(&source, &text).expect("the folder is writable");
        compile(|command| {
            command.args(OPTIONS).arg(&source).arg("-o").arg(&binary);
        })
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
        let numbers = 0..programs.len();
        numbers
            .map(|number| {
                let ran = Command::new(&binary)
                    .arg(number.to_string())
                    .env(
                        "ASAN_OPTIONS",
                        "detect_leaks=0:detect_stack_use_after_return=1",
                    )
                    .output()
                    .expect("the binary can be started");
                let said = String::from_utf8_lossy(&ran.stderr).into_owned();
                (!ran.status.success()).then(|| Fault::of(&said))
            })
            .collect()
    }
}

impl Fault {
    fn of(said: &str) -> Fault {
        let mut lines = said.lines();
        let line = lines.find(|line| line.contains("runtime error") || line.contains("ERROR: "));
        let message = line.unwrap_or(said).to_owned();
        let known = MESSAGES.iter().find(|(part, _)| message.contains(part));
        let kind = known.map_or(Kind::Unchecked, |&(_, kind)| kind);
        Fault { kind, message }
    }
}
