//! The programs that are known by name, and how each is called.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::error::SmtLibProcessError;

/// What a limit on work means to a program. The unit of work is a conflict of a SAT solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LimitStyle {
    /// An option that can be set before any query, in units of the program's own.
    Option {
        /// Its name.
        name: &'static str,
        /// So many of its units it gets in any case: reading a query takes some.
        least: u64,
        /// So many are about one of ours.
        per_unit: u64,
    },
    /// There is none that can be changed between queries: the time that so much work takes. Answers
    /// then depend on the machine.
    Time,
}

/// Time that is waited for any answer, even if there is no work to do.
const LEAST_TIME: Duration = Duration::from_millis(100);

/// Time that a unit of work takes.
const TIME_PER_UNIT: Duration = Duration::from_micros(200);

impl LimitStyle {
    /// The time that a query may take, if that is how it is limited.
    pub(super) fn time(self, limit: Option<u64>) -> Option<Duration> {
        let units = u32::try_from(limit?).unwrap_or(u32::MAX);
        let time = LEAST_TIME + TIME_PER_UNIT.saturating_mul(units);
        (self == LimitStyle::Time).then_some(time)
    }
}

/// A program, by the name that people have for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tool {
    pub(super) name: String,
    pub(super) program: String,
    pub(super) args: Vec<String>,
    pub(super) logic: &'static str,
    pub(super) limit: LimitStyle,
    /// Is it called as we know it? Other commands may start further processes.
    pub(super) is_known: bool,
}

struct Known {
    name: &'static str,
    program: &'static str,
    args: &'static [&'static str],
    logic: &'static str,
    limit: LimitStyle,
}

/// Constant arrays are no part of `QF_ABV`. Z3 and cvc5 know them in any logic that they have not
/// been told to leave out; the others know them in `QF_ABV` or not at all.
const KNOWN: [Known; 5] = [
    Known {
        name: "z3",
        program: "z3",
        args: &["-in", "-smt2"],
        logic: "ALL",
        limit: LimitStyle::Option {
            name: "rlimit",
            least: 1_000_000,
            per_unit: 2_000,
        },
    },
    // Its `rlimit-per` cannot be changed once it has begun.
    Known {
        name: "cvc5",
        program: "cvc5",
        args: &["--incremental", "--lang=smt2"],
        logic: "ALL",
        limit: LimitStyle::Time,
    },
    Known {
        name: "bitwuzla",
        program: "bitwuzla",
        args: &[],
        logic: "QF_ABVFP",
        limit: LimitStyle::Time,
    },
    Known {
        name: "mathsat",
        program: "mathsat",
        args: &["-input=smt2"],
        logic: "QF_ABVFP",
        limit: LimitStyle::Time,
    },
    Known {
        name: "yices",
        program: "yices-smt2",
        args: &["--incremental", "--smt2-model-format"],
        logic: "QF_ABV",
        limit: LimitStyle::Time,
    },
];

/// The names of all programs that are known by name.
pub(super) fn known_names() -> [&'static str; 5] {
    KNOWN.map(|known| known.name)
}

impl Tool {
    /// The program that a name or a command line means. A command of one word is called as the
    /// program of this name is; one of several words as it stands.
    pub(super) fn from_command(command: &str) -> Result<Tool, SmtLibProcessError> {
        let words = words(command);
        let Some((program, args)) = words.split_first() else {
            return Err(SmtLibProcessError::NoProgram);
        };
        let file = Path::new(program).file_name();
        let file = file.map_or_else(
            || program.clone(),
            |file| file.to_string_lossy().into_owned(),
        );
        let known = KNOWN
            .iter()
            .find(|known| known.name == file || known.program == file);
        let is_name = known.is_some_and(|known| known.name == program);
        let is_known = known.is_some() && args.is_empty();
        let args = match known {
            Some(known) if is_known => known.args.iter().map(|&arg| arg.to_owned()).collect(),
            _ => args.to_vec(),
        };
        Ok(Tool {
            name: known.map_or(file, |known| known.name.to_owned()),
            program: match known {
                Some(known) if is_name => known.program.to_owned(),
                _ => program.clone(),
            },
            args,
            logic: known.map_or("QF_ABV", |known| known.logic),
            limit: known.map_or(LimitStyle::Time, |known| known.limit),
            is_known,
        })
    }

    /// The first line that a program which we know prints if it is asked for its version.
    pub(super) fn says_version(&self) -> Option<String> {
        if !self.is_known {
            return None;
        }
        let output = Command::new(&self.program).arg("--version").output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        text.lines().next().map(str::to_owned)
    }
}

/// The words of a command line; quotes keep spaces together.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match quote {
            Some(end) if c == end => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_commands_are_told_apart() {
        let tool = |command: &str| {
            let tool = Tool::from_command(command).expect("a command");
            (tool.name, tool.program, tool.args.join(" "))
        };
        let of = |name: &str, program: &str, args: &str| {
            (name.to_owned(), program.to_owned(), args.to_owned())
        };
        assert_eq!(tool("z3"), of("z3", "z3", "-in -smt2"));
        assert_eq!(tool("/a b/z3"), of("a", "/a", "b/z3"), "two words");
        assert_eq!(tool("'/a b/z3'"), of("z3", "/a b/z3", "-in -smt2"));
        assert_eq!(tool("z3 -in -v:1"), of("z3", "z3", "-in -v:1"));
        assert_eq!(
            tool("yices"),
            of("yices", "yices-smt2", "--incremental --smt2-model-format")
        );
        assert_eq!(
            tool("/opt/yices-smt2"),
            of(
                "yices",
                "/opt/yices-smt2",
                "--incremental --smt2-model-format"
            )
        );
        assert_eq!(tool("solve \"a b\" ''"), of("solve", "solve", "a b "));
        assert!(Tool::from_command("  ").is_err());
    }

    #[test]
    fn time_stands_for_work_only_where_there_is_nothing_else() {
        for known in KNOWN {
            let has_time = known.limit.time(Some(1000)).is_some();
            assert_eq!(has_time, known.name != "z3");
            assert_eq!(known.limit.time(None), None);
        }
    }
}
