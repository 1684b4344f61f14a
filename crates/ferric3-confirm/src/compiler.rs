//! How the compiler is called: a program that behaves as C says where our semantics says more than C does, and no
//! optimisation that depends on what C leaves undefined.

use std::path::Path;
use std::process::{Command, Stdio};

use ferric3_c::{DataModel, FrontendOptions};

use crate::{Build, Refused};

/// Signed arithmetic wraps, memory may be read as another type, products and sums are not fused: as our semantics has
/// it, and as the program is analysed.
const ALWAYS: [&str; 5] = [
    "-w",
    "-fwrapv",
    "-fno-strict-aliasing",
    "-fno-delete-null-pointer-checks",
    "-ffp-contract=off",
];

/// The options for all files of a program.
pub(crate) fn options(options: &FrontendOptions, build: Build) -> Vec<String> {
    let mut all: Vec<String> = ALWAYS.iter().map(ToString::to_string).collect();
    all.push(match build {
        Build::Plain => "-O0".to_owned(),
        Build::Fast => "-O1".to_owned(),
        Build::Counted => "--coverage".to_owned(),
    });
    match options.data_model {
        DataModel::Lp64 if cfg!(target_arch = "x86_64") => all.push("-m64".to_owned()),
        DataModel::Lp64 => {}
        // Floating-point numbers have the precision of their types.
        DataModel::Ilp32 => all.extend(["-m32", "-msse2", "-mfpmath=sse"].map(str::to_owned)),
    }
    if options.dialect.unsigned_char {
        all.push("-funsigned-char".to_owned());
    }
    let changes_meaning = |option: &&String| {
        option.starts_with("-std=") || option.as_str() == "-ansi" || option.starts_with("-f")
    };
    all.extend(
        options
            .preprocessor_args
            .iter()
            .filter(changes_meaning)
            .cloned(),
    );
    all
}

/// Is it an option for the program's text alone, and not for what is linked to it?
pub(crate) fn is_of_the_program(option: &str) -> bool {
    option.starts_with("-std=") || option == "-ansi" || option == "--coverage"
}

/// Run the compiler in a folder; its messages if it fails.
pub(crate) fn compile(compiler: &str, folder: &Path, arguments: &[String]) -> Result<(), Refused> {
    let output = Command::new(compiler)
        .env("LC_ALL", "C")
        .current_dir(folder)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| Refused(format!("cannot run `{compiler}`: {error}")))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(Refused(
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )),
    }
}

/// Who compiles: the first line of `cc --version`.
pub(crate) fn version(compiler: &str) -> String {
    let output = Command::new(compiler)
        .env("LC_ALL", "C")
        .arg("--version")
        .output();
    let output = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    match output.ok().as_deref().and_then(|text| text.lines().next()) {
        Some(line) => line.to_owned(),
        None => compiler.to_owned(),
    }
}
