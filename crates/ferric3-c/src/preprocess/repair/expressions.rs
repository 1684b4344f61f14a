//! Repairs inside of expressions.

use super::super::lex::TokenKind;
use super::context::Braces;
use super::{ALIGNMENT_OF, LABEL_ADDRESS, Repair, SAME_AS_CONDITION};

impl Repair<'_> {
    /// Repair what begins at a token.
    pub(super) fn expression(&mut self, at: usize) {
        match self.word(at) {
            // `typeof (T *)`: the parser takes a name for an expression and is then surprised by
            // the `*`. An empty attribute tells it that a type comes.
            "typeof" | "__typeof" | "__typeof__"
                if self.word(at + 1) == "(" && self.typedefs.contains(self.word(at + 2)) =>
            {
                self.insert(self.start(at + 2), "__attribute__(()) ");
            }
            // `__alignof__ (expression)`: the parser knows only types there.
            "__alignof" | "__alignof__" | "_Alignof" => self.align_of(at),
            // `sizeof (T){…}`: the parser stops behind `sizeof (T)`.
            "sizeof" => {
                let literal = self
                    .closing(at + 1, "(")
                    .filter(|&close| self.is_cast_after_sizeof(close));
                if let Some(end) = literal.and_then(|close| self.closing(close + 1, "{")) {
                    self.insert(self.start(at + 1), "(");
                    self.insert(self.end(end), ")");
                }
            }
            // `a ?: b` of GNU C.
            "?" if self.word(at + 1) == ":" => {
                self.insert(self.end(at), format!(" {SAME_AS_CONDITION} "));
            }
            // `&&label` of GNU C: the address of a label.
            "&&" if self.is_identifier(at + 1) && self.expects_operand(at) => {
                let name = self.word(at + 1);
                self.replace(at, at + 1, format!("{LABEL_ADDRESS}{name}"));
            }
            // Types as arguments: each as the operand of a `sizeof`, so that the call can be parsed.
            "__builtin_types_compatible_p" => self.types_compatible(at),
            // `(T){}`: the parser wants something between the braces, and zero is what it means.
            "{" if self.word(at + 1) == "}"
                && self.before(at, 1) == ")"
                && self.braces(at) == Braces::Values =>
            {
                self.insert(self.start(at + 1), "0");
            }
            _ => {}
        }
    }

    fn is_cast_after_sizeof(&self, close: usize) -> bool {
        self.partner(close)
            .is_some_and(|open| self.begins_type(open + 1))
    }

    /// Must an operand come here, judging by the token before?
    fn expects_operand(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else {
            return false;
        };
        match self.word(before) {
            "return" | "else" | "do" | "case" => true,
            // Behind a cast.
            ")" => self.partner(before).is_some_and(|open| {
                // `sizeof (T)`, `__builtin_types_compatible_p (T, U)`: an operand ends here.
                let is_call = open > 0 && self.is_identifier(open - 1);
                let operator = self.before(open, 1);
                let is_operand = operator.contains("sizeof") || operator.contains("lignof");
                self.begins_type(open + 1)
                    && !is_call
                    && !is_operand
                    && !operator.contains("typeof")
            }),
            "]" | "}" | "++" | "--" => false,
            _ => self.tokens[before].kind == TokenKind::Punct,
        }
    }

    fn align_of(&mut self, at: usize) {
        match self.closing(at + 1, "(") {
            Some(close) if !self.begins_type(at + 2) => {
                let before = format!("__typeof__({ALIGNMENT_OF}, (");
                self.insert(self.start(at + 2), before);
                self.insert(self.start(close), "))");
            }
            None if self.is_identifier(at + 1) => {
                let before = format!("(__typeof__({ALIGNMENT_OF}, ");
                self.insert(self.start(at + 1), before);
                self.insert(self.end(at + 1), "))");
            }
            _ => {}
        }
    }

    fn types_compatible(&mut self, at: usize) {
        let Some(close) = self.closing(at + 1, "(") else {
            return;
        };
        let Some(comma) = self.comma(at + 2, close) else {
            return;
        };
        for (from, to) in [(at + 2, comma), (comma + 1, close)] {
            self.insert(self.start(from), "sizeof(");
            self.insert(self.start(to), ")");
        }
    }

    /// The first comma between two tokens that is not inside of brackets.
    pub(super) fn comma(&self, from: usize, to: usize) -> Option<usize> {
        let mut at = from;
        while at < to {
            match self.word(at) {
                "," => return Some(at),
                "(" | "[" | "{" => at = self.partner(at)?.max(at),
                _ => {}
            }
            at += 1;
        }
        None
    }
}
