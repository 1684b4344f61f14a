//! Repairs of statements.

use super::{COMPUTED_GOTO, Repair, UNSUPPORTED_PREFIX};
use crate::library::table::{VARIANT, find};

/// So many tokens may a `case` have before its colon, to be looked at.
const MAX_CASE: usize = 64;

impl<'a> Repair<'a> {
    /// Repair what begins at a token.
    pub(super) fn statement(&mut self, at: usize) {
        match self.word(at) {
            // C23: a label may stand before a declaration and at the end of a block. Before C23,
            // and for the parser, it needs a statement, if only an empty one.
            ":" => {
                let needs = self.word(at + 1) == "}" || self.begins_declaration(at + 1);
                if needs && self.is_label(at) {
                    self.insert(self.end(at), ";");
                }
            }
            // `goto *p;` of GNU C: a jump to a computed place.
            "goto" if self.word(at + 1) == "*" => {
                let mut end = at + 2;
                while !matches!(self.word(end), ";" | "}" | "") {
                    end = self.partner(end).filter(|&to| to > end).unwrap_or(end) + 1;
                }
                if self.word(end) == ";" {
                    self.replace(at, at + 1, format!("{COMPUTED_GOTO}(("));
                    self.insert(self.start(end), "))");
                }
            }
            "asm" | "__asm" | "__asm__" => self.assembler(at),
            // The parser knows empty declarations only behind others.
            ";" if at == 0 || (self.before(at, 1) == "{" && self.is_record(at - 1)) => {
                let mut end = at;
                while self.word(end + 1) == ";" {
                    end += 1;
                }
                self.blank(at, end);
            }
            _ => {}
        }
    }

    fn is_record(&self, open: usize) -> bool {
        self.braces(open) == super::context::Braces::Record
    }

    /// Is the colon at `at` that of a label?
    fn is_label(&self, at: usize) -> bool {
        if self.before(at, 1) == "default" {
            return true;
        }
        let starts = matches!(
            self.before(at, 2),
            "" | ";" | "{" | "}" | ":" | ")" | "else" | "do"
        );
        if at > 0 && self.is_identifier(at - 1) && starts {
            return true;
        }
        let mut conditionals = 0_i32;
        for back in (at.saturating_sub(MAX_CASE)..at).rev() {
            match self.word(back) {
                "case" => return conditionals == 0,
                "?" => conditionals += 1,
                ":" => conditionals -= 1,
                ";" | "{" | "}" => return false,
                _ => {}
            }
        }
        false
    }

    fn assembler(&mut self, at: usize) {
        let mut open = at + 1;
        let mut jumps = false;
        let mut volatile = false;
        while matches!(
            self.word(open),
            "volatile"
                | "__volatile"
                | "__volatile__"
                | "inline"
                | "__inline"
                | "__inline__"
                | "goto"
                | "const"
        ) {
            jumps |= self.word(open) == "goto";
            // The parser knows one qualifier.
            if !self.word(open).contains("volatile") || volatile {
                self.blank(open, open);
            }
            volatile |= self.word(open).contains("volatile");
            open += 1;
        }
        let Some(close) = self.closing(open, "(") else {
            return;
        };
        if jumps {
            // Assembler that may jump to labels of the program.
            self.replace(at, close, format!("{UNSUPPORTED_PREFIX}asm_goto()"));
        } else if self.word(close + 1) == ";" && self.is_item_start(at) && self.open.is_empty() {
            // Assembler outside of functions says nothing about those that are written in C.
            let what = "assembler outside of functions".to_owned();
            self.ignored.push((self.start(at), self.end(close), what));
            self.blank(at, close + 1);
        } else if !self.is_item_start(at) {
            self.linker_name(at, open, close);
        }
    }

    /// `int f(void) __asm__("g")`: `f` is what the linker calls `g`. That says nothing new unless
    /// the program itself defines a `g`, or the names are known as those of different functions.
    pub(super) fn linker_name(&mut self, at: usize, open: usize, close: usize) {
        let strings = (open + 1..close).map(|i| self.word(i).trim_matches('"'));
        let name: String = strings.collect();
        let defined = self.defines(&name);
        let other = match (find(self.declared_before(at)), find(&name)) {
            (None, None) => false,
            (Some(a), _) if a.treatment == VARIANT => false,
            (Some(a), Some(b)) => a.base != b.base && a.treatment != b.treatment,
            _ => true,
        };
        if defined || other {
            let what = format!("linker name `{name}` of another declaration");
            self.ignored.push((self.start(at), self.end(close), what));
        }
    }

    /// Does the program define a function or variable of that name?
    fn defines(&self, name: &str) -> bool {
        let mut depth = 0_i32;
        (0..self.tokens.len()).any(|i| {
            match self.word(i) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                word if depth == 0 && word == name => {
                    return match self.closing(i + 1, "(") {
                        Some(close) => self.word(close + 1) == "{" && !self.is_gnu_inline(i),
                        None => matches!(self.word(i + 1), "=" | ";" | "," | "["),
                    };
                }
                _ => {}
            }
            false
        })
    }

    /// Is the function whose name is at `at` defined for the optimiser only?
    fn is_gnu_inline(&self, at: usize) -> bool {
        let item = (0..at).rev().map(|i| self.word(i));
        let mut item = item.take_while(|word| !matches!(*word, ";" | "{" | "}"));
        item.any(|word| matches!(word, "gnu_inline" | "__gnu_inline__"))
    }

    /// The name that is declared by the declarator that ends before `at`.
    fn declared_before(&self, at: usize) -> &'a str {
        let mut end = at;
        while end > 0 {
            end -= 1;
            if self.word(end) != ")" {
                return self.word(end);
            }
            let Some(open) = self.partner(end) else {
                return "";
            };
            end = match self.before(open, 1) {
                "__attribute__" | "__attribute" => open - 1,
                _ => open,
            };
        }
        ""
    }
}
