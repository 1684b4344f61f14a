//! A folder with files, and the binary run in it.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A safe program: x stays at most 10.
pub(crate) const SAFE: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int()) {
    if (x < 10) x++;
  }
  if (x > 10) reach_error();
  return 0;
}
";

/// A program with a bug that needs the right inputs: 21 and 98, nothing else.
pub(crate) const UNSAFE: &str = "\
extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int limit = 5;
int twice(int n) {
  int m = n * 2;
  return m;
}
int main(void) {
  int x, y;
  x = __VERIFIER_nondet_int(); if (x < 0 || x > 255) return 1;
  char c = (char)(__VERIFIER_nondet_uchar() - 1);
  y = twice(x);
  while (limit < 8) limit++;
  if (c == 'a' && y == 42)
    reach_error();
  return y;
}
";

/// Nobody decides this soon: the factors of a product of two large primes without a pattern in
/// their bits.
pub(crate) const HARD: &str = "\
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned long long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (a > 1 && b > 1 && a <= b && a * b == 8339155993818144529ULL) reach_error();
  return 0;
}
";

/// A folder with files.
pub(crate) struct Folder {
    dir: TempDir,
}

impl Folder {
    /// A folder with these files.
    pub(crate) fn new(files: &[(&str, &str)]) -> Folder {
        let dir = tempfile::tempdir().expect("a temporary folder can be made");
        for (name, text) in files {
            std::fs::write(dir.path().join(name), text).expect("a file can be written");
        }
        Folder { dir }
    }

    /// The path of a file.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// The contents of a file.
    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("the file exists")
    }

    /// The binary with these arguments, not started yet.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferric3"));
        command
            .args(args)
            .current_dir(self.dir.path())
            .env_remove("RUST_BACKTRACE");
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs the binary.
    pub(crate) fn run(&self, args: &[&str]) -> Ran {
        Ran::from(
            self.command(args)
                .output()
                .expect("the binary can be started"),
        )
    }
}

/// What came out.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: Option<i32>,
}

impl Ran {
    /// The last line on standard output.
    pub(crate) fn last_line(&self) -> &str {
        self.out.lines().last().unwrap_or_default()
    }

    /// Asserts the exit code and the last line.
    #[track_caller]
    pub(crate) fn expect(&self, code: i32, last_line: &str) {
        assert_eq!(
            (self.code, self.last_line()),
            (Some(code), last_line),
            "{self:#?}"
        );
    }
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
        Ran {
            out: text(output.stdout),
            err: text(output.stderr),
            code: output.status.code(),
        }
    }
}
