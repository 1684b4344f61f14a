//! The system's C compiler.

use std::process::Command;

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
