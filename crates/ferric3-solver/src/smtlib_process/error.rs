//! What can go wrong with a solver in another process.

use std::{fmt, io};

/// Why a process does not answer.
#[derive(Debug)]
#[non_exhaustive]
pub enum SmtLibProcessError {
    /// It could not be started.
    Spawn {
        /// The program that was asked for.
        program: String,
        /// The reason.
        source: io::Error,
    },
    /// The command line names no program.
    NoProgram,
    /// It ended by itself.
    Died,
    /// It was ended because the query was interrupted.
    Interrupted,
    /// It was ended because the query took more time than its limit is worth.
    OverLimit,
    /// It reported an error: its own words.
    Reported(String),
    /// It answered something that was not expected.
    Unexpected(String),
    /// It answers nothing, or not as a solver for bit-vectors does.
    NoSolver {
        /// The program that was asked for.
        program: String,
        /// What it did instead.
        reason: String,
    },
}

impl SmtLibProcessError {
    /// What to do about a program that cannot be used.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            SmtLibProcessError::Spawn { .. } => {
                Some("install it, or give the command that starts it: --solver \"/path/to/z3 -in\"")
            }
            SmtLibProcessError::NoSolver { .. } => Some(
                "the command must read SMT-LIB 2 from its standard input, command by command, and \
                 know bit-vectors",
            ),
            _ => None,
        }
    }
}

impl fmt::Display for SmtLibProcessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SmtLibProcessError::Spawn { program, source } => {
                write!(f, "cannot start `{program}`: {source}")
            }
            SmtLibProcessError::NoProgram => write!(f, "the solver's command is empty"),
            SmtLibProcessError::Died => write!(f, "the solver ended unexpectedly"),
            SmtLibProcessError::Interrupted => write!(f, "the solver was interrupted"),
            SmtLibProcessError::OverLimit => write!(f, "the query took more time than its limit"),
            SmtLibProcessError::Reported(message) => write!(f, "the solver says: {message}"),
            SmtLibProcessError::Unexpected(answer) => {
                write!(f, "the solver's answer is not understood: {answer}")
            }
            SmtLibProcessError::NoSolver { program, reason } => {
                write!(f, "`{program}` cannot be used as a solver: {reason}")
            }
        }
    }
}

impl std::error::Error for SmtLibProcessError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            SmtLibProcessError::Spawn { source, .. } => Some(source),
            _ => None,
        }
    }
}
