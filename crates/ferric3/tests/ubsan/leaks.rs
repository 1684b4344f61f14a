//! Leaks by LeakSanitizer: it and the check agree about every program of the corpus that has no inputs.

use ferric3_ivl::Check;
use std::path::Path;
use std::process::Command;

use ferric3_testkit::{Extra, need};

use crate::compiler::compile;
use crate::judge::holds;

/// The program's `main` is called by another one, which then overwrites what is left of it on the
/// stack: LeakSanitizer takes that for pointers.
const HARNESS: &str = "
extern int program(void);
static void overwrite(void)
{
    volatile char bytes[65536];
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = 0;
}
int main(void)
{
    int status = program();
    overwrite();
    return status & 0;
}
";

#[test]
fn leak_sanitizer_agrees() {
    if !need(Extra::Sanitizers, "leak_sanitizer_agrees") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder can be made");
    let harness = folder.path().join("harness.c");
    std::fs::write(&harness, HARNESS).expect("the folder is writable");
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/leaks");
    let mut paths: Vec<_> = std::fs::read_dir(&corpus)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    paths.sort();
    let mut compared = 0;
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("it can be read");
        if text.contains("__VERIFIER_nondet") {
            continue;
        }
        let binary = folder.path().join("program");
        compile(|command| {
            command
                .args(["-w", "-O0", "-fsanitize=leak", "-Dmain=program", "-c"])
                .arg(&path)
                .arg("-o")
                .arg(folder.path().join("program.o"));
        })
        .expect("the program compiles");
        compile(|command| {
            command
                .args(["-w", "-O0", "-fsanitize=leak"])
                .args([&harness, &folder.path().join("program.o")])
                .arg("-o")
                .arg(&binary);
        })
        .expect("the program links");
        let ran = Command::new(&binary).output().expect("it can be started");
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        if said.contains("fatal error") {
            // It cannot watch a process that somebody else watches.
            return;
        }
        let is_lost = said.contains("detected memory leaks");
        match holds(&text, Check::Leak) {
            Some(holds) => assert_eq!(holds, !is_lost, "{}\n{said}", path.display()),
            None => continue,
        }
        compared += 1;
    }
    assert!(compared > 15, "{compared}");
}
