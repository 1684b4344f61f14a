//! Repairs of declarations.

use super::Repair;
use super::context::{Braces, is_plain_specifier};

/// So many tokens may the first declaration of old-style parameters have.
const MAX_PARAMETERS: usize = 64;

impl Repair<'_> {
    /// Repair what begins at a token.
    pub(super) fn declaration(&mut self, at: usize) {
        match self.word(at) {
            // C23: the message may be left out.
            "_Static_assert" | "static_assert" => {
                let close = self.closing(at + 1, "(");
                if let Some(close) = close.filter(|&close| self.comma(at + 2, close).is_none()) {
                    self.insert(self.start(close), ", \"\"");
                }
            }
            // The parser knows `_Alignas` everywhere but in structs; as an attribute also there.
            "_Alignas" => {
                let Some(close) = self.closing(at + 1, "(") else {
                    return;
                };
                let member = self
                    .open
                    .last()
                    .is_some_and(|&o| self.braces(o) == Braces::Record);
                if member {
                    let of_type = self.begins_type(at + 2);
                    let (before, behind) = if of_type {
                        ("(_Alignof", ")))")
                    } else {
                        ("", "))")
                    };
                    self.replace(at, at, format!("__attribute__((aligned{before}"));
                    self.insert(self.end(close), behind);
                }
            }
            word if self.is_identifier(at) && !self.typedefs.contains(word) => {
                self.implicit_int(at);
            }
            _ => {}
        }
    }

    /// C90, and every compiler since: `main() { … }` and `static n = 1;` mean `int`.
    fn implicit_int(&mut self, at: usize) {
        let mut first = at;
        let mut aligned = false;
        loop {
            if first > 0 && is_plain_specifier(self.word(first - 1)) {
                first -= 1;
                aligned = false;
            } else if let Some(open) = self.alignment_before(first) {
                // Alone it is enough outside of functions.
                aligned = first == at && !self.open.is_empty();
                first = open - 1;
            } else {
                break;
            }
        }
        let next = self.word(at + 1);
        let missing = if first == at {
            // Without any specifier it must be the definition of a function.
            let Some(close) = self.closing(at + 1, "(") else {
                return;
            };
            self.is_item_start(at)
                && (self.word(close + 1) == "{" || self.old_parameters(close + 1))
                && self.open.is_empty()
        } else {
            let in_for = self.before(first, 1) == "(" && self.before(first, 2) == "for";
            let starts = self.is_item_start(first) || in_for;
            matches!(next, "=" | ";" | "," | "[" | "(") && starts && !aligned
        };
        if missing {
            // Also behind `auto`, whose new meaning in C23 is not that of the standards before.
            self.insert(self.start(at), "int ");
        }
    }

    /// The parenthesis of the `_Alignas (…)` that ends before a token.
    fn alignment_before(&self, at: usize) -> Option<usize> {
        let close = at.checked_sub(1).filter(|&close| self.word(close) == ")")?;
        let open = self.partner(close)?;
        (self.before(open, 1) == "_Alignas").then_some(open)
    }

    /// Do declarations of parameters and then the body of a function of old style begin here?
    fn old_parameters(&self, at: usize) -> bool {
        let end = at + MAX_PARAMETERS;
        let semicolon = (at..end).find(|&i| matches!(self.word(i), "" | "{" | "=" | ";"));
        self.begins_declaration(at)
            && semicolon.is_some_and(|i| {
                self.word(i) == ";" && (self.word(i + 1) == "{" || self.begins_declaration(i + 1))
            })
    }
}
