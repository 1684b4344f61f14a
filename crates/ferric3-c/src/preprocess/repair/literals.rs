//! Escapes in string and character constants that the parser does not know.

use super::super::linemap::Edit;
use super::Repair;

impl Repair<'_> {
    /// Repair the constant at a token.
    pub(super) fn literal(&mut self, at: usize) {
        let literal = self.word(at);
        let start = self.start(at);
        // The parser does not know `u8'x'`; for what may stand there it is `'x'`.
        if literal.starts_with("u8'") {
            self.blank_bytes(start, start + 2);
        }
        let mut from = 0;
        while let Some(found) = literal.get(from..).and_then(|rest| rest.find('\\')) {
            let escape = from + found;
            let mut rest = literal[escape + 1..].chars();
            let Some(kind) = rest.next() else { return };
            from = escape + 1 + kind.len_utf8();
            let edit = |end: usize, text: String| Edit {
                start: start + escape,
                end: start + end,
                text: text.into(),
            };
            match kind {
                '\'' | '"' | '?' | '\\' | 'a' | 'b' | 'f' | 'n' | 'r' | 't' | 'v' | 'x' => {}
                '0'..='7' => {}
                // GNU: the escape character.
                'e' | 'E' => self.edits.push(edit(from, "\\033".to_owned())),
                // Universal character names: the character itself.
                'u' | 'U' => {
                    let end = from + if kind == 'u' { 4 } else { 8 };
                    let code = literal
                        .get(from..end)
                        .and_then(|d| u32::from_str_radix(d, 16).ok());
                    let Some(named) = code.and_then(char::from_u32).filter(|&c| c >= '\u{a0}')
                    else {
                        continue;
                    };
                    self.edits.push(edit(end, named.to_string()));
                    from = end;
                }
                // Any other character stands for itself, as in gcc and clang.
                _ => self.edits.push(edit(escape + 1, String::new())),
            }
        }
    }
}
