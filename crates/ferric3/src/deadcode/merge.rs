//! `ferric3 deadcode merge`: stores that were filled on several machines become one.

use ferric3_coverage::store::{Store, StoreError};
use ferric3_coverage::table;

use super::said::{last_line, paint_of};
use crate::cli::deadcode::MergeArgs;
use crate::exit::Exit;
use crate::output::{self, Paint};

pub(super) fn run(args: &MergeArgs, paint: Paint) -> Exit {
    let merged = match Store::merge(&args.into, &args.stores) {
        Ok(merged) => merged,
        Err(error) => return failed(&error),
    };
    let results = match merged.last_results() {
        Ok(Some(results)) => results,
        Ok(None) => return output::bad_input("the stores list no goals"),
        Err(error) => return failed(&error),
    };
    let report = results.report();
    output::out(&table::summary(&report, paint_of(paint)));
    output::out(&last_line(&report));
    Exit::Ok
}

/// Says what is wrong with a store. A contradiction is a bug of ours.
pub(super) fn failed(error: &StoreError) -> Exit {
    match error {
        StoreError::Contradiction(_) => output::internal_error(&error.to_string()),
        _ => output::bad_input(&error.to_string()),
    }
}
