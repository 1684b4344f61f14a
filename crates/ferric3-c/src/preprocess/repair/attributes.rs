//! GNU attributes. Those that cannot change what a program computes are dropped, for the parser
//! knows attributes only in some places; the others are kept for the type checker and moved to
//! where the parser knows them.

use super::Repair;

/// Attributes about warnings, optimisation, linking and calling conventions, without `__`.
const HARMLESS: [&str; 62] = [
    "access",
    "alloc_align",
    "alloc_size",
    "always_inline",
    "artificial",
    "assume_aligned",
    "cdecl",
    "cold",
    "common",
    "const",
    "copy",
    "deprecated",
    "designated_init",
    "error",
    "externally_visible",
    "fallthrough",
    "fastcall",
    "fd_arg",
    "flag_enum",
    "flatten",
    "format",
    "format_arg",
    "gnu_inline",
    "hot",
    "leaf",
    "malloc",
    "may_alias",
    "musttail",
    "naked",
    "no_caller_saved_registers",
    "no_icf",
    "no_instrument_function",
    "no_reorder",
    "no_sanitize",
    "no_sanitize_address",
    "no_sanitize_thread",
    "no_sanitize_undefined",
    "no_stack_protector",
    "nocf_check",
    "noclone",
    "noinline",
    "noipa",
    "nonnull",
    "nonstring",
    "noplt",
    "nothrow",
    "null_terminated_string_arg",
    "optimize",
    "pure",
    "regparm",
    "returns_nonnull",
    "section",
    "sentinel",
    "stdcall",
    "target",
    "tls_model",
    "unavailable",
    "unused",
    "used",
    "visibility",
    "warn_unused_result",
    "warning",
];

impl Repair<'_> {
    /// Repair the attribute whose keyword is at `at`; the last token if it was removed.
    pub(super) fn attribute(&mut self, at: usize, before: &str) -> Option<usize> {
        let close = self.closing(at + 1, "(")?;
        let inner_close = self
            .closing(at + 2, "(")
            .filter(|&inner| inner + 1 == close)?;
        let behind = self.word(close + 1);
        if self.all_harmless(at + 3, inner_close) {
            return self.remove(at, close);
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
        if matches!(behind, "asm" | "__asm" | "__asm__") {
            // The name that the linker sees, behind an attribute instead of before it.
            if let Some(end) = self.closing(close + 2, "(") {
                self.blank(close + 1, end);
            }
        }
        None
    }

    /// Are all attributes in the list known not to change what is computed?
    fn all_harmless(&self, from: usize, to: usize) -> bool {
        let mut at = from;
        while at < to {
            let word = self.word(at);
            let plain = word
                .strip_prefix("__")
                .and_then(|w| w.strip_suffix("__"))
                .unwrap_or(word);
            if word != "," && HARMLESS.binary_search(&plain).is_err() {
                return false;
            }
            at += 1;
            if let Some(close) = self.closing(at, "(") {
                at = close + 1;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn harmless_attributes_are_sorted() {
        assert!(super::HARMLESS.is_sorted());
    }
}
