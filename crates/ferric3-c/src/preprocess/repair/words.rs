//! Repairs of single words and of what follows them immediately, wherever they stand. The tokens
//! of what is blanked out are dropped, so that the other repairs see their neighbours.

use super::super::clean::pragma_matters;
use super::super::letters::spelled_out;
use super::super::lex::TokenKind;
use super::{AUTO_TYPE, INT128, Repair};

impl Repair<'_> {
    /// Repair all words.
    pub(super) fn words(&mut self) {
        let mut kept = Vec::with_capacity(self.tokens.len());
        let mut before = "";
        let mut at = 0;
        while at < self.tokens.len() {
            let last = match self.tokens[at].kind {
                TokenKind::Word => self.repair_word(at, before),
                TokenKind::Text => {
                    self.literal(at);
                    None
                }
                TokenKind::Punct => self.punctuation(at, before),
                TokenKind::Number | TokenKind::Other => None,
            };
            match last {
                // Everything up to there is gone.
                Some(last) => at = last + 1,
                None => {
                    kept.push(self.tokens[at]);
                    before = self.word(at);
                    at += 1;
                }
            }
        }
        self.tokens = kept;
    }

    /// Repair a word; the last token of what was removed, if anything was.
    fn repair_word(&mut self, at: usize, before: &str) -> Option<usize> {
        match self.word(at) {
            // Means nothing but "do not warn", and the parser knows it only in some places.
            "__extension__" => return self.remove(at, at),
            // Other spellings of what the parser knows.
            "__const__" => self.replace(at, at, "const"),
            "__thread" => self.replace(at, at, "_Thread_local"),
            "__float128" => self.replace(at, at, "_Float128"),
            "__float80" => self.replace(at, at, "long double"),
            "__forceinline" => self.replace(at, at, "inline"),
            "static_assert" if self.word(at + 1) == "(" => self.replace(at, at, "_Static_assert"),
            // Types for which the parser has no specifier; see the constants.
            "__int128" | "__int128_t" => self.replace(at, at, INT128),
            "__uint128_t" => self.replace(at, at, format!("unsigned {INT128}")),
            "__auto_type" => self.replace(at, at, AUTO_TYPE),
            // A pragma in the form of an operator.
            "_Pragma" => {
                let close = self.closing(at + 1, "(")?;
                let (start, end) = (self.start(at), self.end(close));
                let inside = self.text[start..end].split_once('"')?.1.rsplit_once('"')?.0;
                let pragma = inside.replace("\\\"", "\"");
                if pragma_matters(&pragma) {
                    self.ignored.push((start, end, format!("#pragma {pragma}")));
                }
                return self.remove(at, close);
            }
            // Names of labels that are local to a block: their names are found all the same, and
            // the type checker sees it if two of them clash.
            "__label__" => {
                let end = (at..self.tokens.len()).find(|&i| self.word(i) == ";")?;
                return self.remove(at, end);
            }
            // How functions are called, in Windows headers.
            "__cdecl" | "__stdcall" | "__fastcall" => return self.remove(at, at),
            "__attribute__" | "__attribute" => return self.attribute(at, before),
            "__declspec" => return self.declspec(at),
            // Letters by number.
            name if name.contains('\\') => self.replace(at, at, spelled_out(name)),
            _ => {}
        }
        None
    }

    fn punctuation(&mut self, at: usize, before: &str) -> Option<usize> {
        match self.word(at) {
            // Digraphs.
            "<:" => self.replace(at, at, "["),
            ":>" => self.replace(at, at, "]"),
            "<%" => self.replace(at, at, "{"),
            "%>" => self.replace(at, at, "}"),
            "[" if self.word(at + 1) == "[" => return self.bracketed_attribute(at, before),
            _ => {}
        }
        None
    }

    /// Blank tokens out.
    pub(super) fn remove(&mut self, from: usize, to: usize) -> Option<usize> {
        self.blank(from, to);
        Some(to)
    }
}
