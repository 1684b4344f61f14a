//! One entry per tool: its program, the format it reads, its arguments, its answers.

use std::path::{Path, PathBuf};

use crate::cli::export::{FormatName, PeerName};

/// What a tool says of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    /// No error is reachable.
    Safe,
    /// An error is reachable.
    Unsafe,
}

impl PeerName {
    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            PeerName::Spacer => "spacer",
            PeerName::Abc => "abc",
        }
    }

    /// Names of the program, the best one first.
    pub(crate) fn programs(self) -> &'static [&'static str] {
        match self {
            PeerName::Spacer => &["z3"],
            PeerName::Abc => &["berkeley-abc", "yosys-abc", "abc"],
        }
    }

    /// The format that it reads.
    pub(crate) fn format(self) -> FormatName {
        match self {
            PeerName::Spacer => FormatName::Chc,
            PeerName::Abc => FormatName::Aiger,
        }
    }

    /// How the file's name ends, which ABC looks at.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            PeerName::Spacer => "smt2",
            PeerName::Abc => "aig",
        }
    }

    /// The arguments. The tool runs in the file's folder, since ABC takes no path with blanks.
    pub(crate) fn arguments(self, file_name: &str) -> Vec<String> {
        match self {
            PeerName::Spacer => vec!["fp.engine=spacer".to_owned(), file_name.to_owned()],
            // Plain `pdr` solved 22 of 39 tasks in 3 s each, after `scorr` 28, after `dc2; scorr` 26.
            PeerName::Abc => vec![
                "-c".to_owned(),
                format!("read_aiger {file_name}; scorr; pdr"),
            ],
        }
    }

    /// What it said, if it came to an answer.
    pub(crate) fn answer(self, output: &str) -> Option<Word> {
        let mut lines = output.lines().map(str::trim);
        // z3 goes on without what it could not read: what it says then is about another problem.
        if lines.clone().any(|line| line.starts_with("(error")) {
            return None;
        }
        match self {
            PeerName::Spacer => lines.find_map(|line| match line {
                "sat" => Some(Word::Safe),
                "unsat" => Some(Word::Unsafe),
                _ => None,
            }),
            PeerName::Abc => lines.find_map(|line| {
                if line.starts_with("Property proved") {
                    Some(Word::Safe)
                } else if line.starts_with("Output 0 of miter") && line.contains("was asserted") {
                    Some(Word::Unsafe)
                } else {
                    None
                }
            }),
        }
    }

    /// Where its program is, if it is installed.
    pub(crate) fn find(self) -> Option<PathBuf> {
        let path = std::env::var_os("PATH")?;
        let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
        self.programs()
            .iter()
            .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
            .find(|path| is_program(path))
    }
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata()
        .is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_understood() {
        let said = |peer: PeerName, text| peer.answer(text);
        assert_eq!(said(PeerName::Spacer, "sat\n"), Some(Word::Safe));
        assert_eq!(said(PeerName::Spacer, "unsat\n"), Some(Word::Unsafe));
        for none in [
            "unknown\n",
            "timeout\n",
            "(error \"sat\")\n",
            "(error \"x\")\nsat\n",
            "",
        ] {
            assert_eq!(said(PeerName::Spacer, none), None);
        }
        let proved = "ABC command line: \"…\".\n\nProperty proved.  Time =     0.01 sec\n";
        assert_eq!(said(PeerName::Abc, proved), Some(Word::Safe));
        let asserted = "Output 0 of miter \"f\" was asserted in frame 1.  Time =     0.01 sec\n";
        assert_eq!(said(PeerName::Abc, asserted), Some(Word::Unsafe));
        assert_eq!(said(PeerName::Abc, "Property UNDECIDED.\n"), None);
    }
}
