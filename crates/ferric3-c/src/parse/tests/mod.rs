//! Parsing as a whole.

mod depth;
mod errors;
mod repairs;

use super::*;
use crate::FrontendOptions;
use crate::preprocess::preprocess_text;

/// Parse on a large stack; the number of declarations, or the rendered error.
fn run(text: &str, options: &FrontendOptions) -> Result<usize, String> {
    let work = || {
        let source = preprocess_text("t.c", text, options).map_err(|e| {
            e.diagnostics
                .iter()
                .map(|d| d.render(&e.sources))
                .collect::<Vec<_>>()
                .join("\n")
        })?;
        let unit = parse(&source).map_err(|d| d.render(&source.sources) + "\n");
        unit.map(|unit| unit.0.len())
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(PARSE_STACK)
            .spawn_scoped(scope, work);
        thread
            .expect("a thread")
            .join()
            .expect("the parser does not panic")
    })
}

fn parses(text: &str) {
    if let Err(error) = run(text, &FrontendOptions::default()) {
        panic!("{error}");
    }
}
