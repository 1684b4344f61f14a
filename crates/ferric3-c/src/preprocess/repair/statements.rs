//! Repairs of statements.

use super::{COMPUTED_GOTO, Repair, UNSUPPORTED_PREFIX};

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
        }
    }
}
