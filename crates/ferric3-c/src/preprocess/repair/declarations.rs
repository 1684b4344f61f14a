//! Repairs of declarations.

use super::context::{Braces, is_plain_specifier};
use super::{AUTO_TYPE, Repair};

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
        let mut auto = false;
        while first > 0 && is_plain_specifier(self.word(first - 1)) {
            first -= 1;
            auto |= self.word(first) == "auto";
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
            matches!(next, "=" | ";" | "," | "[" | "(") && self.is_item_start(first)
        };
        if missing {
            // `auto x = …` has the type of the initialiser in C23; for integers it is the same.
            let implied = if auto && next == "=" {
                AUTO_TYPE
            } else {
                "int"
            };
            self.insert(self.start(at), format!("{implied} "));
        }
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
