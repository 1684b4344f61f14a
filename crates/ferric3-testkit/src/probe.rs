//! Looking for things by using them.

use std::process::{Command, Stdio};

/// Does the program start and end well? In a folder of its own, as some leave files behind.
pub(crate) fn runs(program: &str, arguments: &[&str]) -> bool {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder.path());
    ends_well(&mut command)
}

/// Does `cc` make a program of this text that says by its exit code that all is well?
pub(crate) fn builds_and_runs(text: &str, options: &[&str]) -> bool {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let (source, binary) = (folder.path().join("probe.c"), folder.path().join("probe"));
    std::fs::write(&source, text).expect("a writable folder");
    // Libraries count only after the file that needs them.
    let mut compiler = Command::new("cc");
    compiler.arg("-o").args([&binary, &source]).args(options);
    ends_well(&mut compiler) && ends_well(&mut Command::new(&binary))
}

fn ends_well(command: &mut Command) -> bool {
    let command = command.stdin(Stdio::null()).stdout(Stdio::null());
    let status = command.stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_by_running_them() {
        assert!(runs("sh", &["-c", "exit 0"]));
        assert!(!runs("sh", &["-c", "exit 1"]));
        assert!(!runs("no-such-program", &[]));
    }

    #[test]
    fn building_is_not_enough() {
        assert!(builds_and_runs("int main(void) { return 0; }", &[]));
        assert!(!builds_and_runs("int main(void) { return 1; }", &[]));
        assert!(!builds_and_runs("int main(void) { return f(); }", &[]));
    }
}
