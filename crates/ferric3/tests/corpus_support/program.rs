//! Corpus programs: C files that say in their first lines what is expected of them.
//!
//! ```c
//! // expect: TRUE | FALSE | UNKNOWN: part of the reason | ERROR: part of the message
//! // options: --32 -I include -D X=1        (optional)
//! // check: overflow,shift                  (optional; these instead of assertions)
//! // engine bmc: UNKNOWN                    (optional; more than one possible)
//! // native: skip                           (optional; not to be compared with a compiled run)
//! // why: one line on why the program exists
//! ```

use ferric3_ivl::Check;
use std::fmt;
use std::path::{Path, PathBuf};

use ferric3_c::{DataModel, ErrorCalls, FrontendOptions};

/// What is expected of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Expect {
    /// No property can be violated.
    True,
    /// A property is violated.
    False,
    /// No verdict, and the reason contains this text.
    Unknown(String),
    /// Not a program; the message contains this text.
    Error(String),
}

impl fmt::Display for Expect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expect::True => write!(f, "TRUE"),
            Expect::False => write!(f, "FALSE"),
            Expect::Unknown(part) => write!(f, "UNKNOWN({part})"),
            Expect::Error(part) => write!(f, "ERROR({part})"),
        }
    }
}

/// A program of the corpus.
#[derive(Clone, Debug)]
pub(crate) struct CorpusProgram {
    /// Path below the project's root, for people.
    pub(crate) name: String,
    /// Absolute path.
    pub(crate) path: PathBuf,
    /// What is expected.
    pub(crate) expect: Expect,
    /// Options of the front end.
    pub(crate) options: FrontendOptions,
    /// Engines that may answer UNKNOWN where a verdict is expected.
    pub(crate) may_fail: Vec<String>,
    /// Compare with a compiled run?
    pub(crate) native: bool,
}

/// The project's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .expect("the root exists")
}

/// All programs of the corpus and all examples, in order of their names, or what is wrong with
/// the files that are not as they should be.
pub(crate) fn all() -> (Vec<CorpusProgram>, Vec<String>) {
    let root = root();
    let mut files = Vec::new();
    for folder in ["tests/corpus", "examples"] {
        collect(&root.join(folder), &mut files);
    }
    files.sort();
    let mut programs = Vec::new();
    let mut faults = Vec::new();
    for path in files {
        let name = path
            .strip_prefix(&root)
            .unwrap_or(&path)
            .display()
            .to_string();
        match read(&path, name.clone()) {
            Ok(program) => programs.push(program),
            Err(fault) => faults.push(format!("{name}: {fault}")),
        }
    }
    (programs, faults)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("cannot read {}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("the folder can be listed").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|end| end == "c" || end == "i") {
            files.push(path);
        }
    }
}

fn read(path: &Path, name: String) -> Result<CorpusProgram, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let folder = path.parent().expect("a file is in a folder");
    let mut expect = None;
    let mut why = false;
    let mut program = CorpusProgram {
        name,
        path: path.to_owned(),
        expect: Expect::True,
        options: FrontendOptions::default(),
        may_fail: Vec::new(),
        native: true,
    };
    for line in text.lines().map_while(|line| line.strip_prefix("// ")) {
        let Some((key, value)) = line.split_once(": ") else {
            continue;
        };
        let value = value.trim();
        match key {
            "expect" => expect = Some(parse_expect(value)?),
            "why" => why = true,
            "options" => parse_options(value, folder, &mut program.options)?,
            "check" => {
                program.options.checks = parse_checks(value)?;
                program.options.errors = ErrorCalls::Only(Vec::new());
                // A compiled program does not tell.
                program.native = false;
            }
            "native" if value == "skip" => program.native = false,
            _ => match key.strip_prefix("engine ") {
                Some(engine) if value == "UNKNOWN" => program.may_fail.push(engine.to_owned()),
                Some(_) => return Err(format!("`{line}`: only UNKNOWN can be allowed")),
                None => {}
            },
        }
    }
    // A compiled program has no mathematical integers.
    program.native &= !program.options.arith;
    program.expect = expect.ok_or("no line `// expect: ...` at the top")?;
    if !why {
        return Err("no line `// why: ...` at the top".to_owned());
    }
    Ok(program)
}

fn parse_expect(text: &str) -> Result<Expect, String> {
    match text.split_once(": ") {
        None if text == "TRUE" => Ok(Expect::True),
        None if text == "FALSE" => Ok(Expect::False),
        Some(("UNKNOWN", part)) => Ok(Expect::Unknown(part.to_owned())),
        Some(("ERROR", part)) => Ok(Expect::Error(part.to_owned())),
        _ => Err(format!("`{text}` is not an expectation")),
    }
}

fn parse_checks(names: &str) -> Result<Vec<Check>, String> {
    let check = |name: &str| {
        let mut all = Check::ALL.into_iter();
        let found = all.find(|check| format!("{check:?}").eq_ignore_ascii_case(name));
        found.ok_or(format!("`{name}` is not a check"))
    };
    names.split(',').map(|name| check(name.trim())).collect()
}

/// Options as on the command line; paths are relative to the program's folder.
fn parse_options(text: &str, folder: &Path, options: &mut FrontendOptions) -> Result<(), String> {
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "--32" => options.data_model = DataModel::Ilp32,
            "--64" => options.data_model = DataModel::Lp64,
            "--arith" => options.arith = true,
            "--malloc-may-fail" => options.malloc_may_fail = true,
            "-I" | "-include" => {
                let path = words.next().ok_or(format!("no path after {word}"))?;
                let path = folder.join(path).display().to_string();
                options.preprocessor_args.extend([word.to_owned(), path]);
            }
            _ if word.starts_with("-D") || word.starts_with("-U") => {
                options.preprocessor_args.push(word.to_owned());
            }
            _ => return Err(format!("unknown option {word}")),
        }
    }
    Ok(())
}
