//! Colours for the terminal, or none.

use crate::Status;

/// Whether there are colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Paint {
    /// None.
    #[default]
    Plain,
    /// By escape sequences.
    Ansi,
}

impl Paint {
    pub(crate) fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    pub(crate) fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    /// In the colour of a status.
    pub(crate) fn status(self, status: &Status, text: &str) -> String {
        let code = match status {
            Status::Reached { .. } => "1;32",
            Status::Dead { .. } => "1;31",
            Status::Justified { .. } => "1;34",
            Status::Open { .. } => "1;33",
        };
        self.with(code, text)
    }

    fn with(self, code: &str, text: &str) -> String {
        match self {
            Paint::Ansi if !text.is_empty() => format!("\x1b[{code}m{text}\x1b[0m"),
            _ => text.to_owned(),
        }
    }
}
