//! Parsing as a whole.

mod depth;
mod errors;
mod judge;
mod repairs;

use super::*;
use crate::FrontendOptions;
use crate::preprocess::preprocess_text;
use crate::stack::test_on_stack;

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
        let tokens =
            tokens(&source, 0..source.text.len()).map_err(|d| d.render(&source.sources) + "\n")?;
        let unit = parse(&source, &tokens).map_err(|d| d.render(&source.sources) + "\n");
        unit.map(|unit| unit.0.len())
    };
    test_on_stack(4 << 30, work)
}

fn parses(text: &str) {
    if let Err(error) = run(text, &FrontendOptions::default()) {
        panic!("{error}");
    }
}
