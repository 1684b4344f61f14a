//! Which parts of `#if` … `#else` … `#endif` are taken.
//!
//! Conditions are not evaluated, but for `#if 0`. If every part has as many closing braces and parentheses as opening
//! ones, all parts are taken: the outline has the statements of each. Otherwise the first one is, as two openings of
//! one block would put the end of everything behind them in doubt.

use super::tokens::Token;

/// A conditional that has not ended.
struct Open {
    parts: Vec<Vec<Token>>,
    /// Which parts are switched off by a plain 0.
    excluded: Vec<bool>,
}

/// What is taken, without lines of the preprocessor.
pub(super) fn select(tokens: impl Iterator<Item = Token>) -> Vec<Token> {
    let mut taken = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    for token in tokens {
        if !token.is_directive() {
            current(&mut open, &mut taken).push(token);
            continue;
        }
        let mut words = token.text.split_whitespace();
        let name = words.next().unwrap_or("");
        let condition = words.next().filter(|_| words.next().is_none());
        match name {
            "if" | "ifdef" | "ifndef" => open.push(Open {
                parts: vec![Vec::new()],
                excluded: vec![name == "if" && condition == Some("0")],
            }),
            "elif" | "elifdef" | "elifndef" | "else" => {
                if let Some(last) = open.last_mut() {
                    last.parts.push(Vec::new());
                    last.excluded.push(name == "elif" && condition == Some("0"));
                }
            }
            "endif" => {
                if let Some(last) = open.pop() {
                    current(&mut open, &mut taken).extend(last.chosen());
                }
            }
            _ => {}
        }
    }
    while let Some(last) = open.pop() {
        current(&mut open, &mut taken).extend(last.chosen());
    }
    taken
}

fn current<'a>(open: &'a mut [Open], taken: &'a mut Vec<Token>) -> &'a mut Vec<Token> {
    match open.last_mut() {
        Some(last) => last.parts.last_mut().expect("one part at least"),
        None => taken,
    }
}

impl Open {
    fn chosen(self) -> Vec<Token> {
        let parts = self.parts.into_iter().zip(self.excluded);
        let parts = parts.filter(|(_, excluded)| !excluded);
        let mut parts: Vec<Vec<Token>> = parts.map(|(part, _)| part).collect();
        if !parts.iter().all(|part| is_balanced(part)) {
            parts.truncate(1);
        }
        parts.concat()
    }
}

fn is_balanced(tokens: &[Token]) -> bool {
    let mut open = Vec::new();
    for token in tokens {
        match token.text.as_str() {
            "(" | "{" => open.push(token.text.as_str()),
            ")" if open.pop() != Some("(") => return false,
            "}" if open.pop() != Some("{") => return false,
            _ => {}
        }
    }
    open.is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tokens;
    use super::*;

    fn taken(text: &str) -> String {
        let taken = select(tokens(text).into_iter());
        let texts: Vec<String> = taken.into_iter().map(|token| token.text).collect();
        texts.join(" ")
    }

    #[test]
    fn complete_parts_are_all_taken() {
        assert_eq!(
            taken("a\n#if X\nb\n#elif Y\n{c}\n#else\nd\n#endif\ne"),
            "a b { c } d e"
        );
    }

    #[test]
    fn of_openings_of_one_block_there_is_one() {
        let text = "#ifdef X\nif (a) {\n#else\nif (b) {\n#endif\nc }";
        assert_eq!(taken(text), "if ( a ) { c }");
    }

    #[test]
    fn what_is_switched_off_is_not_there() {
        assert_eq!(taken("#if 0\n{\n#else\nb\n#endif\nc\n#endif\nd"), "b c d");
        assert_eq!(
            taken("#if 0\n#if X\na\n#endif\n{\n#endif\nb\n#if X\nc"),
            "b c"
        );
    }
}
