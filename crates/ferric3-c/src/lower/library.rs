//! Functions whose meaning is known by their names.

use super::violation::{is_foreign, reports_assertion};
use crate::ErrorCalls;
use crate::library::atomic::{Atomic, is_fence};
use crate::library::table::{Row, find};
use crate::library::{DISTURB_ERRNO, SET_ERRNO};

/// What the names of functions begin with that models call where they do not know further; the rest
/// says what is not modelled.
pub(super) const NOT_MODELLED: &str = "__library_no_model_of_";

/// What a call of a function does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    /// The call is a violation.
    Violation,
    /// The argument must be true.
    Assert,
    /// The run ends if the argument is false: an assertion that is not asked about.
    AssertOrStop,
    /// A coverage goal: the argument is true.
    Cover,
    /// Runs in which the argument is false do not count.
    Assume,
    /// The run ends, with the argument as its status if there is one.
    Stop,
    /// No run gets here.
    Unreachable,
    /// An arbitrary value of the result type.
    Nondet,
    /// Nothing.
    Nothing,
    /// Output: nothing that the program can see but whether it fails.
    Output,
    /// It fails as the environment likes; other results are known only roughly.
    Attempt,
    /// The result is known only roughly.
    Rough,
    /// Any result, an input from outside.
    Arbitrary,
    /// The first argument.
    First,
    /// The bytes of the argument in the opposite order.
    SwapBytes,
    /// The absolute value of the argument.
    Absolute,
    /// Memory.
    Memory(Memory),
    /// A function of the mathematical library that is modelled exactly: its name without prefix
    /// and suffix.
    Math(&'static str),
    /// A function of the mathematical library that is known only roughly.
    Approximate(&'static str),
    /// A predicate of the mathematical library.
    MathPredicate(&'static str),
    /// `__builtin_fpclassify`, and the function of glibc behind `fpclassify`.
    Classify,
    /// A floating-point constant: infinity or NaN.
    FloatConstant(&'static str),
    /// `fesetround`.
    SetRounding,
    /// `fegetround`.
    GetRounding,
    /// Operations on bits that GCC has builtins for.
    Bits(&'static str),
    /// `__builtin_add_overflow` and its like.
    Overflow(&'static str),
    /// `__builtin_add_overflow_p` and its like.
    OverflowOf(&'static str),
    /// An atomic access.
    Atomic(Atomic),
    /// In a model: any value, because it is known only roughly.
    Perhaps,
    /// In a model: areas must not overlap.
    Apart,
    /// The tag of a variable argument must match.
    Match,
    /// An arbitrary value in a range.
    Between(i64, i64),
    /// Cannot be modelled.
    Unsupported,
    /// A function like any other.
    Ordinary,
}

/// What a call of the named function does.
pub(super) fn known(name: &str, has_body: bool, is_library: bool, errors: &ErrorCalls) -> Known {
    let asked_about_all = *errors == ErrorCalls::All;
    match name {
        _ if errors.names(name) => return Known::Violation,
        _ if asked_about_all && is_error_call(name) && (!has_body || !is_foreign(name)) => {
            return Known::Violation;
        }
        _ if has_body && !is_library => return Known::Ordinary,
        _ if name.starts_with("__VERIFIER_nondet_") => return Known::Nondet,
        _ => {}
    }
    if let Some(memory) = memory_function(name) {
        return Known::Memory(memory);
    }
    if has_body {
        return Known::Ordinary;
    }
    if let Some(builtin) = name.strip_prefix("__builtin_") {
        return compiler_builtin(builtin);
    }
    match name {
        "assert" | "__VERIFIER_assert" if asked_about_all => Known::Assert,
        "assert" | "__VERIFIER_assert" => Known::AssertOrStop,
        "__VERIFIER_cover" | "__CPROVER_cover" => Known::Cover,
        "__VERIFIER_assume" | "assume_abort_if_not" => Known::Assume,
        _ if is_error_call(name) => Known::Stop,
        "__VERIFIER_atomic_begin" | "__VERIFIER_atomic_end" => Known::Nothing,
        _ if is_fence(name) => Known::Nothing,
        // The program does not look at `errno`.
        SET_ERRNO | DISTURB_ERRNO | "__library_perhaps_set_errno" => Known::Nothing,
        "__library_perhaps" | "__library_known_number" | "__library_known_offset" => Known::Perhaps,
        "__library_known_real" | "__library_known_realf" | "__library_known_reall" => {
            Known::Perhaps
        }
        "__library_assume" => Known::Assume,
        "__library_apart" => Known::Apart,
        "__library_next_byte" => Known::Between(-1, 255),
        "__library_next_kind" => Known::Between(0, 2),
        "__library_any_number" => Known::Nondet,
        "__library_may_fail" | "__library_may_stop" => Known::Between(0, 1),
        "__library_error_number" => Known::Between(0, i32::MAX as i64),
        _ if name.starts_with(NOT_MODELLED) => Known::Unsupported,
        _ if Atomic::named(name).is_some() => {
            Atomic::named(name).map_or(Known::Unsupported, Known::Atomic)
        }
        _ => match find(name) {
            Some(row) => treatment(row),
            None if is_reserved(name) => Known::Unsupported,
            None => Known::Ordinary,
        },
    }
}

/// Is a function without a body of which nothing is known but its type?
pub(crate) fn is_foreign_function(name: &str, errors: &ErrorCalls) -> bool {
    known(name, false, false, errors) == Known::Ordinary
}

/// Is a call of the function an error, by its name?
pub(super) fn is_error_call(name: &str) -> bool {
    matches!(name, "reach_error" | "__VERIFIER_error") || reports_assertion(name)
}

/// What the table of library functions says, in terms of the lowering.
fn treatment(row: Row) -> Known {
    let plain = row.base.trim_start_matches('_');
    match row.treatment {
        "math" => Known::Math(row.base),
        "approximate" => Known::Approximate(row.base),
        "predicate" => Known::MathPredicate(plain),
        "classify" => Known::Classify,
        "absolute" => Known::Absolute,
        "set-rounding" => Known::SetRounding,
        "get-rounding" => Known::GetRounding,
        "stop" => Known::Stop,
        "output" => Known::Output,
        "attempt" => Known::Attempt,
        "rough" => Known::Rough,
        "arbitrary" => Known::Arbitrary,
        between => match between_bounds(between) {
            Some((low, high)) => Known::Between(low, high),
            // Also a model that does not have the type that the program declares.
            None => Known::Unsupported,
        },
    }
}

/// The bounds in `between LOW HIGH`.
fn between_bounds(treatment: &str) -> Option<(i64, i64)> {
    let bounds = treatment.strip_prefix("between ")?;
    let (low, high) = bounds.split_once(' ')?;
    Some((low.parse().ok()?, high.parse().ok()?))
}

/// What the compiler knows, without its prefix `__builtin_`.
fn compiler_builtin(name: &str) -> Known {
    const CONSTANTS: [&str; 4] = ["inf", "huge_val", "nan", "nans"];
    const BITS: [&str; 6] = ["clz", "ctz", "popcount", "parity", "ffs", "clrsb"];
    let find_in = |names: &[&'static str], plain: &str| names.iter().copied().find(|n| *n == plain);
    let real = name.strip_suffix(['f', 'l']);
    let constant = find_in(&CONSTANTS, name).or_else(|| find_in(&CONSTANTS, real?));
    if let Some(name) = constant {
        return Known::FloatConstant(name);
    }
    let integer = name.strip_suffix("ll").or_else(|| name.strip_suffix('l'));
    if let Some(name) = find_in(&BITS, name).or_else(|| find_in(&BITS, integer?)) {
        return Known::Bits(name);
    }
    if let Some(operation) = name.strip_suffix("_overflow_p") {
        let operation = find_in(&["add", "sub", "mul"], operation);
        return operation.map_or(Known::Unsupported, Known::OverflowOf);
    }
    if let Some(typed) = name.strip_suffix("_overflow") {
        let mut operations = ["add", "sub", "mul"].into_iter();
        let operation = operations.find(|op| typed.contains(op));
        return operation.map_or(Known::Unsupported, Known::Overflow);
    }
    match name {
        "assume" => Known::Assume,
        "trap" => Known::Stop,
        "unreachable" => Known::Unreachable,
        "prefetch" => Known::Nothing,
        "expect" => Known::First,
        "object_size" | "dynamic_object_size" => Known::Rough,
        "bswap16" | "bswap32" | "bswap64" => Known::SwapBytes,
        "va_match" => Known::Match,
        "isinf_sign" => Known::MathPredicate("isinf_sign"),
        _ => find(name).map_or(Known::Unsupported, treatment),
    }
}

/// The name by which people know the source of an input.
pub(super) fn shown_name(name: &str) -> &str {
    match name {
        "__library_next_byte" | "__library_byte" => "getchar",
        "__library_may_stop" => "read",
        "__library_next_kind" | "__library_any_number" => "scanf",
        "__library_may_fail" | "__library_error_number" => "errno",
        "__library_real" => "strtod",
        "__library_realf" => "strtof",
        "__library_reall" => "strtold",
        name => name,
    }
}

/// Library functions that work on memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Memory {
    /// Returns new memory.
    Allocate,
    /// Returns new memory with the contents of other memory.
    Reallocate,
    /// Ends the life of memory.
    Free,
    /// Copies bytes: target, source, number.
    Copy,
    /// Fills bytes: target, byte, number.
    Set,
}

/// What the named function of the library does to memory.
pub(super) fn memory_function(name: &str) -> Option<Memory> {
    let row = find(name.strip_prefix("__builtin_").unwrap_or(name))?;
    Some(match row.treatment {
        "allocate" => Memory::Allocate,
        "reallocate" => Memory::Reallocate,
        "free" => Memory::Free,
        "copy" => Memory::Copy,
        "set" => Memory::Set,
        _ => return None,
    })
}

/// Is it a name that headers may declare functions by that the table does not have (C11 7.31), or
/// of something that changes memory or control flow?
fn is_reserved(name: &str) -> bool {
    const PREFIXES: [&str; 5] = ["pthread_", "__atomic_", "__sync_", "sem_", "mtx_"];
    let lower = |rest: &str| rest.starts_with(|c: char| c.is_ascii_lowercase());
    let reserved = ["str", "mem", "wcs", "wmem"].iter();
    reserved
        .filter_map(|prefix| name.strip_prefix(prefix))
        .any(lower)
        || PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::{Known, known};
    use crate::ErrorCalls;
    use crate::library::table::rows;

    #[test]
    fn the_table_is_what_is_done() {
        for (name, row) in rows() {
            let (errors, word) = (ErrorCalls::All, row.treatment.split(' ').next());
            let known = known(name, false, false, &errors);
            let fits = match known {
                Known::Memory(_) => {
                    ["allocate", "reallocate", "free", "copy", "set"].contains(&row.treatment)
                }
                Known::Math(_) => word == Some("math"),
                Known::Approximate(_) => word == Some("approximate"),
                Known::MathPredicate(_) => word == Some("predicate"),
                Known::Classify => word == Some("classify"),
                Known::Absolute => word == Some("absolute"),
                Known::SetRounding => word == Some("set-rounding"),
                Known::GetRounding => word == Some("get-rounding"),
                Known::Stop => word == Some("stop"),
                Known::Output => word == Some("output"),
                Known::Attempt => word == Some("attempt"),
                Known::Rough => word == Some("rough"),
                Known::Arbitrary => word == Some("arbitrary"),
                Known::Between(low, high) => low < high && word == Some("between"),
                // A model has a body, or the type of the program is another one.
                Known::Unsupported => ["unsupported", "model"].contains(&row.treatment),
                Known::Violation => name.starts_with("__assert"),
                _ => false,
            };
            assert!(
                fits,
                "{name} is {known:?}, the table says {}",
                row.treatment
            );
        }
    }
}
