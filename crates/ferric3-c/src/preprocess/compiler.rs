//! Running the system's compiler as a preprocessor.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{DataModel, FrontendOptions};

/// More text than this is not the work of a person.
const MAX_OUTPUT: u64 = 512 << 20;

/// What is to be preprocessed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Input<'a> {
    /// A file.
    File(&'a Path),
    /// A text that stands for the contents of a file of this name.
    Text(&'a str, &'a [u8]),
}

/// What the compiler answered.
#[derive(Debug)]
pub(super) struct Output {
    /// Preprocessed text.
    pub(super) text: Vec<u8>,
    /// Its messages.
    pub(super) messages: String,
    /// Did it succeed?
    pub(super) success: bool,
    /// The 64-bit headers had to do for a 32-bit program.
    pub(super) foreign_headers: bool,
}

/// Run `cc -E` for the data model that was asked for.
///
/// Two things are worked around. A compiler that has only one data model may not know `-m64`: then
/// it is left out. A 64-bit Debian has no 32-bit C library unless asked for, so that
/// `cc -m32 -E` does not find `bits/*.h` and `gnu/stubs-32.h`; the headers of the 64-bit library
/// are the same files, made for both (they look at `__x86_64__` and `__ILP32__`, which `-m32`
/// sets), so that they are searched last, with an empty `gnu/stubs-32.h` beside them, which would
/// only list the functions that the library lacks.
pub(super) fn run(input: Input<'_>, options: &FrontendOptions) -> io::Result<Output> {
    match options.data_model {
        DataModel::Lp64 => {
            let output = run_with(input, options, &["-m64".into()])?;
            if !output.success && output.messages.contains("-m64") {
                return run_with(input, options, &[]);
            }
            Ok(output)
        }
        DataModel::Ilp32 => {
            let output = run_with(input, options, &["-m32".into()])?;
            let retried = if !output.success && output.messages.contains("No such file") {
                run_with_foreign_headers(input, options)?
            } else {
                None
            };
            Ok(retried.unwrap_or(output))
        }
    }
}

/// The second try for 32 bits; `None` if it does not help either.
fn run_with_foreign_headers(
    input: Input<'_>,
    options: &FrontendOptions,
) -> io::Result<Option<Output>> {
    let folder = tempfile::tempdir()?;
    std::fs::create_dir(folder.path().join("gnu"))?;
    std::fs::write(folder.path().join("gnu/stubs-32.h"), "")?;
    let mut arguments: Vec<OsString> = vec!["-m32".into()];
    for place in std::iter::once(folder.path().to_owned()).chain(header_folders(options)?) {
        arguments.push("-idirafter".into());
        arguments.push(place.into());
    }
    let mut output = run_with(input, options, &arguments)?;
    output.foreign_headers = true;
    Ok(output.success.then_some(output))
}

/// Where the compiler looks for headers by default.
fn header_folders(options: &FrontendOptions) -> io::Result<Vec<PathBuf>> {
    let output = command(options)
        .args(["-E", "-v", "-x", "c", "-"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .output()?;
    let messages = String::from_utf8_lossy(&output.stderr);
    Ok(messages
        .lines()
        .skip_while(|line| !line.starts_with("#include <"))
        .skip(1)
        .take_while(|line| line.starts_with(' '))
        .map(|line| PathBuf::from(line.trim()))
        .collect())
}

/// The compiler, speaking English.
fn command(options: &FrontendOptions) -> Command {
    let mut command = Command::new(&options.compiler);
    command.env("LC_ALL", "C").env("LANGUAGE", "C");
    command
}

fn run_with(
    input: Input<'_>,
    options: &FrontendOptions,
    arguments: &[OsString],
) -> io::Result<Output> {
    let mut command = command(options);
    command
        .arg("-E")
        .args(arguments)
        .args(&options.preprocessor_args);
    command.args(["-x", "c"]);
    let mut text = Vec::new();
    match input {
        Input::File(path) if path.as_os_str().as_encoded_bytes().starts_with(b"-") => {
            command.arg(Path::new(".").join(path));
        }
        Input::File(path) => {
            command.arg(path);
        }
        Input::Text(name, bytes) => {
            if let Some(folder) = Path::new(name)
                .parent()
                .filter(|f| !f.as_os_str().is_empty())
            {
                command.arg("-iquote").arg(folder);
            }
            command.arg("-");
            let name = name
                .replace('\\', "\\\\")
                .replace('"', "\\\"")
                .replace(['\n', '\0'], "?");
            text.extend_from_slice(format!("# 1 \"{name}\"\n").as_bytes());
            text.extend_from_slice(bytes);
        }
    }
    command.stdin(if text.is_empty() {
        Stdio::null()
    } else {
        Stdio::piped()
    });
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let mut output = Output {
        text: Vec::new(),
        messages: String::new(),
        success: false,
        foreign_headers: false,
    };
    // All three pipes at once, for none of them may fill up while another one is waited for.
    let read = std::thread::scope(|scope| {
        scope.spawn(|| {
            if let Some(mut stdin) = stdin {
                // A compiler that stops reading says why on its standard error.
                let _ = stdin.write_all(&text);
            }
        });
        let messages = scope.spawn(|| {
            let mut bytes = Vec::new();
            if let Some(stderr) = stderr {
                let _ = stderr.take(1 << 20).read_to_end(&mut bytes);
            }
            String::from_utf8_lossy(&bytes).into_owned()
        });
        let read = match stdout {
            Some(stdout) => stdout.take(MAX_OUTPUT).read_to_end(&mut output.text),
            None => Ok(0),
        };
        if output.text.len() as u64 >= MAX_OUTPUT {
            let _ = child.kill();
        }
        output.messages = messages.join().unwrap_or_default();
        read
    });
    let status = child.wait()?;
    read?;
    output.success = status.success() && (output.text.len() as u64) < MAX_OUTPUT;
    if !output.success && output.messages.trim().is_empty() {
        output.messages = format!("{}: error: it failed ({status})", options.compiler);
    }
    Ok(output)
}
