//! Formats, and how they are told apart.

use std::path::Path;

/// A format of transition systems.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// BTOR2: words, one node per line.
    Btor2,
    /// AIGER 1.9: bits, as text or binary.
    Aiger,
    /// VMT-LIB: SMT-LIB with annotations.
    Vmt,
    /// Horn clauses in SMT-LIB.
    Horn,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 4] = [Format::Btor2, Format::Aiger, Format::Vmt, Format::Horn];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::Btor2 => "btor2",
            Format::Aiger => "aiger",
            Format::Vmt => "vmt",
            Format::Horn => "horn",
        }
    }

    /// The format of a file with this name, if the end of the name says so.
    pub fn of(path: &Path) -> Option<Format> {
        match path.extension()?.to_str()? {
            "btor2" | "btor" => Some(Format::Btor2),
            "aig" | "aag" => Some(Format::Aiger),
            "vmt" => Some(Format::Vmt),
            "smt2" => Some(Format::Horn),
            _ => None,
        }
    }
}
