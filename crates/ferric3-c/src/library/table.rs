//! What a call of each function of the library does: `functions.tsv`, read.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

const TABLE: &str = include_str!("functions.tsv");

/// What the table says about a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    /// How a call is treated, in the words of the table.
    pub(crate) treatment: &'static str,
    /// May a call change `errno`, other than by a model?
    pub(crate) errno: bool,
    /// The name without the letter of its floating type.
    pub(crate) base: &'static str,
}

/// How a function is treated that is a variant of another one but has no row of its own: a run that
/// calls it gives no verdict.
pub(crate) const VARIANT: &str = "unsupported";

/// What stands before and behind the names of functions in their variants: checked ones, those for
/// further floating types, those of other standards, and other names of the linker.
const PREFIXES: [&str; 5] = ["__isoc99_", "__isoc23_", "__xpg_", "__", ""];
const SUFFIXES: [&str; 12] = [
    "",
    "_chk",
    "_alias",
    "_warn",
    "_chk_warn",
    "_noreturn",
    "f128",
    "f32",
    "f32x",
    "f64",
    "f64x",
    "_r",
];

/// All functions with a row, in the order of the table.
pub(crate) fn rows() -> &'static [(String, Row)] {
    static ROWS: OnceLock<Vec<(String, Row)>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let mut rows = Vec::new();
        let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
        for line in lines {
            let mut columns = line.split('\t');
            let mut column = || columns.next().unwrap_or_default();
            let (treatment, errno, names) = (column(), column() == "may", column());
            for name in names.split(' ') {
                let base = name.trim_end_matches('*');
                let suffixes: &[&str] = if base == name { &[""] } else { &["", "f", "l"] };
                let row = Row {
                    treatment,
                    errno,
                    base,
                };
                rows.extend(
                    suffixes
                        .iter()
                        .map(|suffix| (format!("{base}{suffix}"), row)),
                );
            }
        }
        rows
    })
}

fn by_name() -> &'static FxHashMap<&'static str, Row> {
    static BY_NAME: OnceLock<FxHashMap<&str, Row>> = OnceLock::new();
    BY_NAME.get_or_init(|| {
        let rows = rows().iter();
        rows.map(|(name, row)| (name.as_str(), *row)).collect()
    })
}

/// Is there a row for the named function itself, rather than for one that it is a variant of?
pub(crate) fn has_row(name: &str) -> bool {
    by_name().contains_key(name)
}

/// Is it the linker's name for a function with a row, in its version for times of 64 bits on a
/// machine of 32 (`__time64`, `__stat64_time64`)? No model does
/// for both.
pub(crate) fn is_wide_time(name: &str, symbol: &str) -> bool {
    let plain = symbol.strip_prefix("__").unwrap_or(symbol);
    let ends = ["64_time64", "_time64", "64", "64_r"].into_iter();
    let mut plain = ends.filter_map(|end| plain.strip_suffix(end));
    let name_only = name.strip_suffix("_r").filter(|_| symbol.ends_with("_r"));
    let is_model = |row: Row| row.treatment == "model";
    has_row(name)
        && !find(name).is_some_and(is_model)
        && plain.any(|plain| plain == name_only.unwrap_or(name))
}

/// What is known about the named function of the library, if it is one.
pub(crate) fn find(name: &str) -> Option<Row> {
    let by_name = by_name();
    if let Some(row) = by_name.get(name) {
        return Some(*row);
    }
    let plain = PREFIXES
        .iter()
        .filter_map(|prefix| name.strip_prefix(prefix));
    let mut plain = plain.flat_map(|rest| {
        let plain = move |suffix: &&str| rest.strip_suffix(suffix);
        SUFFIXES.iter().filter_map(plain)
    });
    let row = plain.find_map(|plain| by_name.get(plain))?;
    Some(Row {
        treatment: VARIANT,
        ..*row
    })
}
