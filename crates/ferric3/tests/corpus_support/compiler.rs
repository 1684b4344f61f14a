//! The system's C compiler.

use std::path::Path;
use std::process::Command;

/// Does the compiler build a program with these options that then runs? `folder` is for trying.
pub(crate) fn works(folder: &Path, options: &[&str], text: &str) -> bool {
    let source = folder.join("probe.c");
    let binary = folder.join("probe");
    std::fs::write(&source, text).expect("the folder is writable");
    let built = compile(|command| {
        command.args(options).arg(&source).arg("-o").arg(&binary);
    });
    built.is_ok()
        && Command::new(&binary)
            .status()
            .is_ok_and(|status| status.success())
}

/// Runs the compiler. What it says is the error.
pub(crate) fn compile(prepare: impl FnOnce(&mut Command)) -> Result<(), String> {
    let mut command = Command::new("cc");
    prepare(&mut command);
    let done = command.output().map_err(|error| error.to_string())?;
    if done.status.success() {
        Ok(())
    } else {
        Err(String::from_utf8_lossy(&done.stderr).into_owned())
    }
}
