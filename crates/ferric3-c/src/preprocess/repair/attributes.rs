//! GNU attributes. Those that cannot change what a program computes are dropped, for the parser
//! knows attributes only in some places; the others are kept for the type checker and moved to
//! where the parser knows them.

use super::Repair;
use crate::preprocess::clean::only_levels;

/// Attributes about warnings, optimisation, linking and calling conventions, without `__`.
const HARMLESS: [&str; 87] = [
    "access",
    "alloc_align",
    "alloc_size",
    "always_inline",
    "artificial",
    "assume_aligned",
    "bnd_legacy",
    "cdecl",
    "cold",
    "common",
    "const",
    "copy",
    "counted_by",
    "deprecated",
    "designated_init",
    "diagnose_if",
    "dllexport",
    "dllimport",
    "error",
    "externally_visible",
    "fallthrough",
    "fastcall",
    "fd_arg",
    "flag_enum",
    "flatten",
    "force_align_arg_pointer",
    "format",
    "format_arg",
    "hot",
    "leaf",
    "malloc",
    "maybe_unused",
    "ms_abi",
    "musttail",
    "naked",
    "no_builtin",
    "no_caller_saved_registers",
    "no_icf",
    "no_instrument_function",
    "no_profile_instrument_function",
    "no_reorder",
    "no_sanitize",
    "no_sanitize_address",
    "no_sanitize_thread",
    "no_sanitize_undefined",
    "no_split_stack",
    "no_stack_protector",
    "nocf_check",
    "noclone",
    "nocommon",
    "nodiscard",
    "noinline",
    "noipa",
    "nonnull",
    "nonnull_if_nonzero",
    "nonstring",
    "noplt",
    "nothrow",
    "null_terminated_string_arg",
    "optimize",
    "pass_object_size",
    "patchable_function_entry",
    "pure",
    "regparm",
    "reproducible",
    "returns_nonnull",
    "returns_twice",
    "section",
    "selectany",
    "sentinel",
    "stack_protect",
    "stdcall",
    "strict_flex_array",
    "symver",
    "sysv_abi",
    "tainted_args",
    "target",
    "tls_model",
    "unavailable",
    "unsequenced",
    "unused",
    "used",
    "visibility",
    "warn_if_not_aligned",
    "warn_unused_result",
    "warning",
    "zero_call_used_regs",
];

/// Attributes that the type checker knows. All others, such as `constructor` or `alias`, may change what a program computes: no run gets past them.
const MODELLED: [&str; 10] = [
    "aligned",
    "cleanup",
    "gnu_inline",
    "may_alias",
    "mode",
    "noreturn",
    "packed",
    "transparent_union",
    "vector_size",
    "weak",
];

/// What reports call an attribute that is not modelled.
pub(crate) fn unsupported_attribute(name: &str) -> String {
    format!("attribute `{name}`")
}

impl<'a> Repair<'a> {
    /// Repair the attribute whose keyword is at `at`; the last token if it was removed.
    pub(super) fn attribute(&mut self, at: usize, before: &str) -> Option<usize> {
        let close = self.closing(at + 1, "(")?;
        let inner_close = self
            .closing(at + 2, "(")
            .filter(|&inner| inner + 1 == close)?;
        let behind = self.word(close + 1);
        let names = self.attribute_names(at + 3, inner_close);
        let text = &self.text[self.start(at)..self.end(close)];
        let fast = names.contains(&"optimize") && !only_levels(text);
        if !fast && names.iter().all(|name| is_in(&HARMLESS, name)) {
            return self.remove(at, close);
        }
        for name in names {
            let harmless = is_in(&HARMLESS, name) && !(fast && name == "optimize");
            if !harmless && !is_in(&MODELLED, name) {
                let what = unsupported_attribute(name);
                self.ignored.push((self.start(at), self.end(close), what));
            }
        }
        if matches!(before, "struct" | "union" | "enum") {
            // `struct __attribute__((packed)) s { … }`: the parser would read a function `s`.
            // Behind the closing brace it means the same.
            let tag = self.is_identifier(close + 1) as usize;
            if let Some(end) = self.closing(close + 1 + tag, "{") {
                let text = format!(" {}", &self.text[self.start(at)..self.end(close)]);
                self.insert(self.end(end), text.replace('\n', " "));
            }
            return self.remove(at, close);
        }
        if before == ")" && behind == "{" {
            // `void f(void) __attribute__((noreturn)) { … }`, which the parser does not know.
            return self.remove(at, close);
        }
        // The parser wants `((` and `))` to be written together, and something between commas.
        let (open, inner) = (self.start(at + 1), self.start(at + 2));
        self.bytes.swap(open, inner - 1);
        let (inner, outer) = (self.start(inner_close), self.start(close));
        self.bytes.swap(inner + 1, outer);
        for comma in at + 3..inner_close {
            let empty = matches!(self.word(comma - 1), "(" | ",") || comma + 1 == inner_close;
            if self.word(comma) == "," && empty {
                self.blank(comma, comma);
            }
        }
        None
    }

    /// Repair the attribute of Windows compilers whose keyword is at `at`; the last token.
    pub(super) fn declspec(&mut self, at: usize) -> Option<usize> {
        let close = self.closing(at + 1, "(")?;
        for name in self.attribute_names(at + 2, close) {
            if !is_in(&HARMLESS, name) {
                let what = unsupported_attribute(name);
                self.ignored.push((self.start(at), self.end(close), what));
            }
        }
        self.remove(at, close)
    }

    /// The names in a list of attributes, without `__`.
    fn attribute_names(&self, from: usize, to: usize) -> Vec<&'a str> {
        let mut names = Vec::new();
        let mut at = from;
        while at < to {
            let word = self.word(at);
            let plain = word.strip_prefix("__").and_then(|w| w.strip_suffix("__"));
            if word != "," {
                names.push(plain.unwrap_or(word));
            }
            at += 1;
            if let Some(close) = self.closing(at, "(") {
                at = close + 1;
            }
        }
        names
    }
}

fn is_in(sorted: &[&str], name: &str) -> bool {
    sorted.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    #[test]
    fn harmless_attributes_are_sorted() {
        assert!(super::HARMLESS.is_sorted());
        assert!(super::MODELLED.is_sorted());
    }
}
