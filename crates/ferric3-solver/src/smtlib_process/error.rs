//! What can go wrong with a solver in another process.

use std::{fmt, io};

/// Why a process no longer answers.
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
    /// Writing to it failed.
    Write(io::Error),
    /// It ended by itself.
    Died,
    /// It was ended because the query was interrupted.
    Interrupted,
    /// It reported an error: its own words.
    Reported(String),
    /// It answered something that was not expected.
    Unexpected(String),
}

impl fmt::Display for SmtLibProcessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SmtLibProcessError::Spawn { program, source } => {
                write!(f, "cannot start `{program}`: {source}")
            }
            SmtLibProcessError::Write(error) => write!(f, "cannot write to the solver: {error}"),
            SmtLibProcessError::Died => write!(f, "the solver ended unexpectedly"),
            SmtLibProcessError::Interrupted => write!(f, "the solver was interrupted"),
            SmtLibProcessError::Reported(message) => write!(f, "the solver says: {message}"),
            SmtLibProcessError::Unexpected(answer) => {
                write!(f, "the solver's answer is not understood: {answer}")
            }
        }
    }
}

impl std::error::Error for SmtLibProcessError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            SmtLibProcessError::Spawn { source, .. } | SmtLibProcessError::Write(source) => {
                Some(source)
            }
            _ => None,
        }
    }
}
