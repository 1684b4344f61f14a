//! Standard output, standard error, colours.

use std::io::{IsTerminal, Write};

use crate::cli::ColorChoice;
use crate::exit::Exit;
use crate::limits::Cause;

/// Writes to standard output. A reader that has gone away is no error.
pub(crate) fn out(text: &str) {
    out_bytes(text.as_bytes());
}

/// The same for what is not text.
pub(crate) fn out_bytes(bytes: &[u8]) {
    let mut stdout = std::io::stdout().lock();
    let _ = stdout.write_all(bytes).and_then(|()| stdout.flush());
}

/// Writes to standard error.
pub(crate) fn err(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Says that something of ours is broken. There is no verdict then.
pub(crate) fn internal_error(what: &str) -> Exit {
    err(&format!(
        "ferric3: internal error: {what}\n\
         This is a bug of Ferric3 {}, not of your program, and there is no verdict. Please report \
         it with the C file and the command line.\n",
        env!("CARGO_PKG_VERSION")
    ));
    Exit::Internal
}

/// Says that the work was given up.
pub(crate) fn given_up(cause: Cause) -> Exit {
    let limit = match cause {
        Cause::Timeout => "the time limit (--timeout) was reached",
        Cause::Memory => "the memory limit (--memory) was reached",
        Cause::Signal => "it was interrupted",
    };
    err(&format!("ferric3: nothing was written: {limit}\n"));
    Exit::Unknown
}

/// Says what is wrong with the input.
pub(crate) fn bad_input(what: &str) -> Exit {
    err(&format!("ferric3: error: {what}\n"));
    Exit::BadInput
}

/// Says what is wrong with the command line.
pub(crate) fn bad_usage(what: &str) -> Exit {
    err(&format!(
        "ferric3: error: {what}\n\nFor more information, try '--help'.\n"
    ));
    Exit::Usage
}

/// Colours, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Paint {
    enabled: bool,
}

impl Paint {
    /// As the user chose; `NO_COLOR` counts.
    pub(crate) fn new(choice: ColorChoice) -> Paint {
        let enabled = match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                !unwanted && std::io::stdout().is_terminal()
            }
        };
        Paint { enabled }
    }

    /// Are there any?
    pub(crate) fn is_enabled(self) -> bool {
        self.enabled
    }

    pub(crate) fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    pub(crate) fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    pub(crate) fn red(self, text: &str) -> String {
        self.with("1;31", text)
    }

    pub(crate) fn green(self, text: &str) -> String {
        self.with("1;32", text)
    }

    pub(crate) fn yellow(self, text: &str) -> String {
        self.with("1;33", text)
    }

    fn with(self, code: &str, text: &str) -> String {
        if self.enabled {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
}
