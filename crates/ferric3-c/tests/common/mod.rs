//! What several tests need.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::process::Command;

use ferric3_c::{DataModel, FrontendOptions, Translation, translate_text};

/// Options for a data model.
pub(crate) fn options(data_model: DataModel) -> FrontendOptions {
    FrontendOptions {
        data_model,
        ..FrontendOptions::default()
    }
}

/// Translate a text that must be right.
pub(crate) fn translate(text: &str, data_model: DataModel) -> Translation {
    match translate_text("test.c", text, &options(data_model)) {
        Ok(translation) => translation,
        Err(error) => {
            let messages = error.diagnostics.iter().map(|d| d.render(&error.sources));
            panic!("{}\n{text}", messages.collect::<Vec<_>>().join("\n"));
        }
    }
}

/// Compile and run a program with the system's compiler: what it prints.
pub(crate) fn run_natively(text: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let source = folder.path().join("test.c");
    let binary = folder.path().join("test");
    std::fs::write(&source, text).expect("a writable folder");
    let compiled = Command::new("cc")
        .args(["-std=gnu11", "-w", "-O0", "-fwrapv", "-o"])
        .arg(&binary)
        .arg(&source)
        .output()
        .expect("there is a C compiler");
    assert!(
        compiled.status.success(),
        "{}\n{text}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    let run = Command::new(&binary).output().expect("it was just built");
    assert!(run.status.success(), "{}\n{text}", run.status);
    String::from_utf8_lossy(&run.stdout).into_owned()
}

/// A small generator of random numbers (xorshift).
pub(crate) struct Random(u64);

impl Random {
    /// Started with a seed.
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number from 0 on, below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }
}
