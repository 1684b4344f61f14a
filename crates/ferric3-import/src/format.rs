//! Formats, and how they are told apart.

use std::path::Path;

/// A format of transition systems.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Horn clauses in SMT-LIB.
    Horn,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 1] = [Format::Horn];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::Horn => "horn",
        }
    }

    /// The format of a file with this name, if the end of the name says so.
    pub fn of(path: &Path) -> Option<Format> {
        match path.extension()?.to_str()? {
            "smt2" => Some(Format::Horn),
            _ => None,
        }
    }
}
