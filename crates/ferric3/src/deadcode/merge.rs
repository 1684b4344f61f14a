//! `ferric3 deadcode merge`: stores that were filled on several machines become one.

use ferric3_coverage::store::{Store, StoreError};
use ferric3_coverage::{html, table};

use super::outputs::write;
use super::said::{last_line, paint_of};
use super::sources_of;
use crate::cli::deadcode::MergeArgs;
use crate::exit::Exit;
use crate::output::{self, Paint};
use crate::printed::is_stdout;

pub(super) fn run(args: &MergeArgs, paint: Paint) -> Exit {
    let merged = match Store::merge(&args.store, &args.stores) {
        Ok(merged) => merged,
        Err(error) => return failed(&error),
    };
    let results = match merged.last_results() {
        Ok(Some(results)) => results,
        Ok(None) => return output::bad_input("the stores list no goals"),
        Err(error) => return failed(&error),
    };
    let report = results.report();
    let missing = results.missing_shards();
    if let Some(path) = &args.html
        && let Err(exit) = write(path, &html::page(&report, &sources_of(&report)))
    {
        return exit;
    }
    if let Some(path) = args.json.as_deref().filter(|path| !is_stdout(path))
        && let Err(exit) = write(path, &report.to_json())
    {
        return exit;
    }
    if args.json.as_deref().is_some_and(is_stdout) {
        output::out(&report.to_json());
    } else {
        output::out(&table::summary(
            &report,
            table::Rows::Functions,
            paint_of(paint),
        ));
        if !missing.is_empty() {
            let shards: Vec<String> = missing.iter().map(ToString::to_string).collect();
            output::out(&format!("These shards are missing: {}\n", shards.join(" ")));
        }
        output::out(&last_line(&report));
    }
    match report.count(None).open {
        0 if missing.is_empty() => Exit::Ok,
        _ => Exit::Unknown,
    }
}

/// Says what is wrong with a store. A contradiction is a bug of ours.
pub(super) fn failed(error: &StoreError) -> Exit {
    match error {
        StoreError::Contradiction(_) => output::internal_error(&error.to_string()),
        _ => output::bad_input(&error.to_string()),
    }
}
