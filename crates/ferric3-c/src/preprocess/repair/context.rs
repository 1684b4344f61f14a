//! What a token is, as far as its neighbours tell.

use super::Repair;

/// Words that are never identifiers.
pub(super) fn is_keyword(word: &str) -> bool {
    is_type_word(word)
        || is_specifier(word)
        || matches!(
            word,
            "break"
                | "case"
                | "continue"
                | "default"
                | "do"
                | "else"
                | "for"
                | "goto"
                | "if"
                | "return"
                | "sizeof"
                | "switch"
                | "while"
                | "_Alignof"
                | "_Generic"
                | "_Static_assert"
                | "__alignof"
                | "__alignof__"
                | "__asm"
                | "__asm__"
                | "__attribute"
                | "__attribute__"
                | "__extension__"
                | "__imag__"
                | "__label__"
                | "__real__"
        )
}

/// Words that name a type or begin its name.
pub(super) fn is_type_word(word: &str) -> bool {
    matches!(
        word,
        "void"
            | "char"
            | "short"
            | "int"
            | "long"
            | "float"
            | "double"
            | "signed"
            | "unsigned"
            | "struct"
            | "union"
            | "enum"
            | "typeof"
            | "_Bool"
            | "_Complex"
            | "_Imaginary"
            | "_Float16"
            | "_Float32"
            | "_Float64"
            | "_Float128"
            | "_Float32x"
            | "_Float64x"
            | "__complex"
            | "__complex__"
            | "__signed"
            | "__signed__"
            | "__typeof"
            | "__typeof__"
            | "__auto_type"
            | "__int128"
            | "__int128_t"
            | "__uint128_t"
            | "__float128"
            | "__float80"
            | "__builtin_va_list"
    )
}

/// Storage classes, qualifiers and the like: words before the type in a declaration.
pub(super) fn is_specifier(word: &str) -> bool {
    is_plain_specifier(word) || matches!(word, "typedef" | "_Alignas" | "_Atomic")
}

/// Specifiers behind which C90 allows to leave the type out.
pub(super) fn is_plain_specifier(word: &str) -> bool {
    matches!(
        word,
        "auto"
            | "const"
            | "extern"
            | "inline"
            | "register"
            | "restrict"
            | "static"
            | "volatile"
            | "_Noreturn"
            | "_Thread_local"
            | "__const"
            | "__const__"
            | "__inline"
            | "__inline__"
            | "__restrict"
            | "__restrict__"
            | "__thread"
            | "__volatile"
            | "__volatile__"
    )
}

/// What a pair of braces holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Braces {
    /// Members of a struct or union, or enumerators.
    Record,
    /// Initialisers.
    Values,
    /// Statements.
    Block,
}

impl Repair<'_> {
    /// What the braces that open at `open` hold.
    pub(super) fn braces(&self, open: usize) -> Braces {
        let record = |distance| matches!(self.before(open, distance), "struct" | "union" | "enum");
        if record(1) || (record(2) && self.is_identifier(open.wrapping_sub(1))) {
            return Braces::Record;
        }
        match self.before(open, 1) {
            "=" | "," => Braces::Values,
            ")" if self.is_cast(open.wrapping_sub(1)) => Braces::Values,
            _ => Braces::Block,
        }
    }

    /// Does a type in parentheses end at `close`, as in a cast, and not a parameter list?
    pub(super) fn is_cast(&self, close: usize) -> bool {
        let Some(open) = self.partner(close).filter(|&open| open < close) else {
            return false;
        };
        let before = self.before(open, 1);
        let control = matches!(before, "if" | "while" | "for" | "switch");
        let callee = open > 0 && self.is_identifier(open - 1);
        self.begins_type(open + 1) && !control && !callee && !matches!(before, ")" | "]")
    }

    /// Does the name of a type begin here?
    pub(super) fn begins_type(&self, at: usize) -> bool {
        let word = self.word(at);
        is_type_word(word) || is_specifier(word) || self.typedefs.contains(word)
    }

    /// Does a declaration begin here, where a statement could begin too?
    pub(super) fn begins_declaration(&self, at: usize) -> bool {
        let word = self.word(at);
        if self.typedefs.contains(word) {
            let next = self.word(at + 1);
            return next == "*" || self.is_identifier(at + 1) || is_specifier(next);
        }
        is_type_word(word) || is_specifier(word) || word == "_Static_assert"
    }

    /// Is this the place of a declaration or a statement, judging by the token before?
    pub(super) fn is_item_start(&self, at: usize) -> bool {
        match self.before(at, 1) {
            "" | ";" => true,
            "{" => self.braces(at - 1) == Braces::Block,
            "}" => self
                .partner(at - 1)
                .is_none_or(|open| self.braces(open) == Braces::Block),
            _ => false,
        }
    }

    /// Collect the names that typedefs declare. Scopes are not looked at.
    pub(super) fn collect_typedefs(&mut self) {
        self.typedefs.insert("__builtin_va_list");
        for at in 0..self.tokens.len() {
            if self.word(at) == "typedef" {
                self.typedef_names(at + 1);
            }
        }
    }

    fn typedef_names(&mut self, mut at: usize) {
        let mut last = None;
        let mut name = None;
        loop {
            match self.word(at) {
                "" => return,
                end @ ("," | ";") => {
                    self.typedefs.extend(name.take().or(last.take()));
                    if end == ";" {
                        return;
                    }
                }
                // What stands in their parentheses is no declarator.
                "__attribute__" | "__attribute" | "_Alignas" | "_Atomic" | "typeof"
                | "__typeof" | "__typeof__" | "typeof_unqual"
                    if self.word(at + 1) == "(" =>
                {
                    at = self.partner(at + 1).unwrap_or(at);
                }
                "(" => {
                    let pointer = matches!(self.word(at + 1), "*" | "^");
                    if name.is_none() && (pointer || last.is_none()) {
                        // `(*name)(…)` or `(name)(…)`
                        let close = self.partner(at).unwrap_or(at);
                        let inner = (at + 1..close).find(|&i| self.is_identifier(i));
                        name = inner.map(|i| self.word(i));
                    }
                    name = name.or(last);
                    at = self.partner(at).unwrap_or(at);
                }
                "[" => {
                    name = name.or(last);
                    at = self.partner(at).unwrap_or(at);
                }
                "{" => at = self.partner(at).unwrap_or(at),
                "}" | ")" => return,
                _ if self.is_identifier(at) => last = Some(self.word(at)),
                _ => {}
            }
            at += 1;
        }
    }
}
