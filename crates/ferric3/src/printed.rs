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
    /// What `--plot` asks for.
    pub(crate) picture: Option<String>,
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
            picture: None,
            exit: Exit::Internal,
        }
    }

    /// Prints everything, files first.
    pub(crate) fn print(self, json_path: Option<&Path>, plot_path: Option<&Path>) -> Exit {
        if self.exit == Exit::Internal {
            return output::internal_error(&self.err);
        }
        output::err(&self.err);
        if let (Some(json), Some(path)) = (self.json, json_path) {
            let text = format!("{json:#}\n");
            if is_stdout(path) {
                output::out(&text);
            } else if let Err(exit) = write(path, &text) {
                return exit;
            }
        }
        if let (Some(picture), Some(path)) = (self.picture, plot_path)
            && let Err(exit) = write(path, &picture)
        {
            return exit;
        }
        output::out(&self.out);
        self.exit
    }
}

/// Writes a file that could be written when the check began.
fn write(path: &Path, text: &str) -> Result<(), Exit> {
    std::fs::write(path, text).map_err(|error| {
        let path = path.display();
        output::err(&format!("ferric3: error: cannot write {path}: {error}\n"));
        Exit::Internal
    })
}
