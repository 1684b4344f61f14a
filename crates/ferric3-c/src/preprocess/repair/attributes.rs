//! GNU attributes. Those that cannot change what a program computes are dropped, for the parser
//! knows attributes only in some places; the others are kept for the type checker and moved to
//! where the parser knows them.

use super::Repair;
use crate::preprocess::clean::{only_features, only_levels};
use crate::preprocess::lex::TokenKind;

/// Attributes about warnings, optimisation, linking and calling conventions, without `__`.
const HARMLESS: [&str; 86] = [
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

/// The attributes of C23 that change nothing. `noreturn` is not among them.
const STANDARD: [&str; 6] = [
    "deprecated",
    "fallthrough",
    "maybe_unused",
    "nodiscard",
    "reproducible",
    "unsequenced",
];

/// What reports call an attribute that is not modelled.
pub(crate) fn unsupported_attribute(name: &str) -> String {
    format!("attribute `{name}`")
}

/// What stands in brackets behind the first attribute of this name.
fn arguments<'t>(text: &'t str, name: &str) -> &'t str {
    let behind = text.split_once(name).map_or("", |(_, behind)| behind);
    behind.split(')').next().unwrap_or_default()
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
        let is_harmless = |name: &str| {
            let strings = arguments(text, name);
            match name {
                "optimize" => only_levels(strings),
                "target" => only_features(strings),
                _ => is_in(&HARMLESS, name),
            }
        };
        if names.iter().all(|name| is_harmless(name)) {
            return self.remove(at, close);
        }
        for name in names {
            let harmless = is_harmless(name);
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

    /// Repair the attributes in the notation of C23 (`[[nodiscard]]`, `[[gnu::packed]]`) whose first
    /// bracket is at `at`; the last token. No two brackets follow one another in any other C.
    pub(super) fn bracketed_attribute(&mut self, at: usize, before: &str) -> Option<usize> {
        let close = self
            .partner(at)
            .filter(|&close| self.partner(at + 1) == Some(close - 1))?;
        let names = self.bracketed_names(at + 2, close - 1)?;
        if matches!(&names[..], [("", "noreturn" | "_Noreturn")])
            && matches!(before, "" | ";" | "}")
        {
            // At the start of a declaration, the specifier of C11 means the same.
            self.replace(at, close, "_Noreturn");
            return Some(close);
        }
        for (vendor, name) in names {
            let is_harmless = match vendor {
                "" => is_in(&STANDARD, name),
                "gnu" | "clang" | "_Clang" => {
                    is_in(&HARMLESS, name) && !matches!(name, "optimize" | "target")
                }
                _ => false,
            };
            if !is_harmless {
                let full = match vendor {
                    "" => name.to_owned(),
                    _ => format!("{vendor}::{name}"),
                };
                let what = unsupported_attribute(&full);
                self.ignored.push((self.start(at), self.end(close), what));
            }
        }
        self.remove(at, close)
    }

    /// The vendors and names in such a list, without `__`; nothing if it is no list of attributes.
    fn bracketed_names(&self, from: usize, to: usize) -> Option<Vec<(&'a str, &'a str)>> {
        let mut names = Vec::new();
        let mut at = from;
        while at < to {
            if self.word(at) == "," {
                at += 1;
                continue;
            }
            let mut vendor = "";
            let mut name = self.attribute_word(at)?;
            at += 1;
            if self.word(at) == "::" {
                vendor = name;
                name = self.attribute_word(at + 1)?;
                at += 2;
            }
            names.push((vendor, name));
            if let Some(close) = self.closing(at, "(") {
                at = close + 1;
            }
            if at != to && self.word(at) != "," {
                return None;
            }
        }
        Some(names)
    }

    /// The word at `at`, without `__`.
    fn attribute_word(&self, at: usize) -> Option<&'a str> {
        let is_word = self.tokens.get(at)?.kind == TokenKind::Word;
        let word = self.word(at);
        let plain = word.strip_prefix("__").and_then(|w| w.strip_suffix("__"));
        is_word.then_some(plain.unwrap_or(word))
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
        assert!(super::STANDARD.is_sorted());
    }
}
