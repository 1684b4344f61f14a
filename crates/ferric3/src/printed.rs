//! What a check prints in the end.

use std::path::Path;

use serde_json::Value as Json;

use crate::exit::Exit;
use crate::output;

/// What is to be printed in the end, by the main thread.
#[derive(Debug)]
pub(crate) struct Printed {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) json: Option<Json>,
    pub(crate) exit: Exit,
}

/// Does `--json` ask for standard output?
pub(crate) fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

impl Printed {
    /// Our own bug: the text goes through [`output::internal_error`], and no verdict is printed.
    pub(crate) fn internal_error(text: String) -> Printed {
        Printed {
            out: String::new(),
            err: text,
            json: None,
            exit: Exit::Internal,
        }
    }

    /// Prints everything, the document first.
    pub(crate) fn print(self, json_path: Option<&Path>) -> Exit {
        if self.exit == Exit::Internal {
            return output::internal_error(&self.err);
        }
        output::err(&self.err);
        if let (Some(json), Some(path)) = (self.json, json_path) {
            let text = format!("{json:#}\n");
            if is_stdout(path) {
                output::out(&text);
            } else if let Err(error) = std::fs::write(path, text) {
                output::err(&format!(
                    "ferric3: error: cannot write {}: {error}\n",
                    path.display()
                ));
                return Exit::Internal;
            }
        }
        output::out(&self.out);
        self.exit
    }
}
