//! Exit codes: those of CBMC, which people in this field know.

use std::process::ExitCode;

/// How the process ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// TRUE, or the command did what it should.
    Ok = 0,
    /// Bad usage of the command line.
    Usage = 1,
    /// Bad input: not C, not a property file.
    BadInput = 2,
    /// UNKNOWN, or a run that did not get to its end.
    Unknown = 5,
    /// Our own bug.
    Internal = 6,
    /// FALSE, or a run that violates a property.
    Violation = 10,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
