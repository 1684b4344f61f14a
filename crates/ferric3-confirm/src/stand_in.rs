//! Definitions of functions that have no body: they read the inputs.
//!
//! They are in a file of their own, so nothing that the program declares about them gets in their way. Parameters are
//! left out: callers of C clean up after themselves.

use std::fmt::Write;

use ferric3_c::instrument::{FunctionSignature, Returns};

/// Functions with a meaning of their own.
fn special(name: &str) -> Option<&'static str> {
    match name {
        "__VERIFIER_assume" | "__CPROVER_assume" => {
            Some("void NAME(int holds) { __f3_assume(holds); }")
        }
        "__VERIFIER_cover" | "__CPROVER_cover" => {
            Some("void NAME(int holds) { __f3_mark(holds); }")
        }
        "__VERIFIER_error" | "reach_error" => Some("void NAME(void) { __f3_error(); }"),
        _ => None,
    }
}

/// What the definitions need.
pub(crate) const HEAD: &str = "#include <stdint.h>
uint64_t __f3_integer(uint32_t, unsigned);
double __f3_double(uint32_t, unsigned);
float __f3_single(uint32_t, unsigned);
void __f3_assume(int), __f3_error(void), __f3_mark(int), __f3_unknown(void);
";

/// A definition.
pub(crate) enum StandIn {
    /// It reads inputs, or does what its name says.
    Reads(String),
    /// Its value cannot be given: a run ends there.
    Unknown(String),
}

/// Is it a structure that can be given, so that its definition stands in the program itself, which knows the type?
pub(crate) fn is_record(function: &FunctionSignature) -> bool {
    function.returns == Returns::Record && !function.parts.is_empty() && !function.has_parameters
}

/// The definition of a function that returns a structure.
pub(crate) fn record_definition(function: &FunctionSignature, number: usize) -> String {
    let name = &function.name;
    let mut text = format!(
        "\nextern int __f3_bytes(unsigned int, void *, unsigned long);\n\
         extern unsigned long long __f3_integer(unsigned int, unsigned int);\n\
         extern double __f3_double(unsigned int, unsigned int);\n\
         __attribute__((weak)) __typeof__({name}()) {name}(void)\n{{\n    __typeof__({name}()) v;\n    \
         if (__f3_bytes({number}, &v, sizeof v)) return v;\n"
    );
    for part in &function.parts {
        let value = match part.value {
            Returns::Truth => format!("__f3_integer({number}, 1) & 1"),
            Returns::Float { bits } => format!("__f3_double({number}, {bits})"),
            Returns::Integer { bits, .. } => format!("__f3_integer({number}, {bits})"),
            // Parts are numbers.
            Returns::Nothing | Returns::Pointer | Returns::Record | Returns::Other => continue,
        };
        writeln!(text, "    v{} = {value};", part.path).expect("a string can be written to");
    }
    text + "    return v;\n}\n"
}

/// The definition of a function, which has this number among the inputs.
pub(crate) fn definition(name: &str, returns: Returns, number: usize) -> StandIn {
    if let Some(text) = special(name) {
        return StandIn::Reads(text.replace("NAME", name) + "\n");
    }
    let mut text = String::new();
    let (ty, value) = match returns {
        Returns::Nothing => ("void".to_owned(), None),
        Returns::Truth => (
            "_Bool".to_owned(),
            Some(format!("__f3_integer({number}, 1) & 1")),
        ),
        Returns::Integer { bits: 128, .. }
        | Returns::Other
        | Returns::Pointer
        | Returns::Record => {
            return StandIn::Unknown(format!("void {name}() {{ __f3_unknown(); }}\n"));
        }
        Returns::Integer { bits, signed } => {
            let sign = if signed { "" } else { "u" };
            let width = bits.next_power_of_two().max(8);
            let ty = format!("{sign}int{width}_t");
            let value = format!("({ty})__f3_integer({number}, {bits})");
            (ty, Some(value))
        }
        Returns::Float { bits: 32 } => (
            "float".to_owned(),
            Some(format!("__f3_single({number}, 32)")),
        ),
        Returns::Float { .. } => (
            "double".to_owned(),
            Some(format!("__f3_double({number}, 64)")),
        ),
    };
    let body = value.map_or(String::new(), |value| format!(" return {value}; "));
    writeln!(text, "{ty} {name}() {{{body}}}").expect("a string can be written to");
    StandIn::Reads(text)
}
