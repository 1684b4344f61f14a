//! S-expressions of SMT-LIB, with their places.
//!
//! They are kept in one table: files nest `let` thousands of levels deep, which a tree that is
//! dropped by recursion would not survive.

use std::ops::Range;

use ferric3_ivl::{Diagnostic, Span};

use crate::text::Text;

/// A handle to an expression.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Expr(u32);

/// Kinds of atoms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Atom {
    /// `x`, or `|x|` without its bars.
    Symbol,
    /// `:next`.
    Keyword,
    /// `12`.
    Numeral,
    /// `1.5`.
    Decimal,
    /// `#x1f`.
    Hexadecimal,
    /// `#b01`.
    Binary,
    /// `"text"`, with its quotes.
    String,
}

#[derive(Clone, Debug)]
enum Node<'t> {
    Atom(Atom, &'t str),
    List(Vec<Expr>),
}

/// The expressions of a text.
#[derive(Clone, Debug)]
pub(crate) struct SExprs<'t> {
    pub(crate) text: Text<'t>,
    nodes: Vec<Node<'t>>,
    /// Where each begins, and how many bytes it has.
    places: Vec<(usize, usize)>,
    /// Those that stand in no list.
    pub(crate) commands: Vec<Expr>,
}

impl<'t> SExprs<'t> {
    /// Reads a whole text.
    pub(crate) fn parse(text: Text<'t>) -> Result<SExprs<'t>, Diagnostic> {
        let source = text.text;
        let mut exprs = SExprs {
            text,
            nodes: Vec::new(),
            places: Vec::new(),
            commands: Vec::new(),
        };
        // Lists under construction, with the places of their brackets.
        let mut open: Vec<(usize, Vec<Expr>)> = Vec::new();
        let mut at = 0;
        while let Some(start) = skip_blank(source, at) {
            let done = match source.as_bytes()[start] {
                b'(' => {
                    open.push((start, Vec::new()));
                    at = start + 1;
                    continue;
                }
                b')' => {
                    at = start + 1;
                    let Some((begin, items)) = open.pop() else {
                        let message = "a closing bracket that nothing opened";
                        return Err(exprs.text.error(start, 1, message));
                    };
                    exprs.add(Node::List(items), begin, at - begin)
                }
                _ => {
                    let (atom, name, end) = exprs.atom(start)?;
                    at = end;
                    exprs.add(Node::Atom(atom, name), start, end - start)
                }
            };
            match open.last_mut() {
                Some((_, items)) => items.push(done),
                None => exprs.commands.push(done),
            }
        }
        match open.last() {
            None => Ok(exprs),
            Some(&(begin, _)) => Err(exprs
                .text
                .error(begin, 1, "this bracket is never closed")
                .with_hint("the file may have been cut off")),
        }
    }

    fn add(&mut self, node: Node<'t>, at: usize, len: usize) -> Expr {
        let expr = u32::try_from(self.nodes.len()).expect("a file has fewer than 2^32 expressions");
        self.nodes.push(node);
        self.places.push((at, len));
        Expr(expr)
    }

    /// The atom at `start`, its text, and where it ends.
    fn atom(&self, start: usize) -> Result<(Atom, &'t str, usize), Diagnostic> {
        let source = self.text.text;
        let rest = &source[start..];
        let bytes = rest.as_bytes();
        if bytes[0] == b'|' {
            let Some(end) = rest[1..].find('|') else {
                return Err(self.text.error(start, 1, "this quoted symbol never ends"));
            };
            return Ok((Atom::Symbol, &rest[1..=end], start + end + 2));
        }
        if bytes[0] == b'"' {
            let end = string_end(rest)
                .ok_or_else(|| self.text.error(start, 1, "this string never ends"))?;
            return Ok((Atom::String, &rest[..end], start + end));
        }
        let end = rest
            .find(|c: char| c.is_ascii_whitespace() || "()|\";".contains(c))
            .unwrap_or(rest.len());
        let word = &rest[..end];
        let all = |digits: &str, is_digit: fn(&u8) -> bool| {
            !digits.is_empty() && digits.as_bytes().iter().all(is_digit)
        };
        let kind = if let Some(digits) = word.strip_prefix("#x") {
            all(digits, u8::is_ascii_hexdigit).then_some(Atom::Hexadecimal)
        } else if let Some(digits) = word.strip_prefix("#b") {
            all(digits, |digit| matches!(digit, b'0' | b'1')).then_some(Atom::Binary)
        } else if word.starts_with(':') {
            (word.len() > 1).then_some(Atom::Keyword)
        } else if bytes[0].is_ascii_digit() {
            let decimal = |(a, b)| all(a, u8::is_ascii_digit) && all(b, u8::is_ascii_digit);
            if all(word, u8::is_ascii_digit) {
                Some(Atom::Numeral)
            } else {
                word.split_once('.')
                    .is_some_and(decimal)
                    .then_some(Atom::Decimal)
            }
        } else {
            let is_plain = |c: char| !c.is_control() && c != '\\';
            word.chars().all(is_plain).then_some(Atom::Symbol)
        };
        match kind {
            Some(kind) => Ok((kind, word, start + end)),
            None => Err(self
                .text
                .error(start, end.max(1), "this is no word of SMT-LIB")
                .with_hint("names with other characters stand between bars: |a name|")),
        }
    }

    /// The kind and text of an atom.
    pub(crate) fn atom_of(&self, expr: Expr) -> Option<(Atom, &'t str)> {
        match self.nodes[expr.0 as usize] {
            Node::Atom(kind, text) => Some((kind, text)),
            Node::List(_) => None,
        }
    }

    /// The name, if it is a symbol.
    pub(crate) fn symbol(&self, expr: Expr) -> Option<&'t str> {
        self.atom_of(expr)
            .and_then(|(kind, text)| (kind == Atom::Symbol).then_some(text))
    }

    /// The number, if it is a numeral that fits.
    pub(crate) fn numeral(&self, expr: Expr) -> Option<u32> {
        match self.atom_of(expr)? {
            (Atom::Numeral, digits) => digits.parse().ok(),
            _ => None,
        }
    }

    /// The items, if it is a list.
    pub(crate) fn list(&self, expr: Expr) -> Option<&[Expr]> {
        match &self.nodes[expr.0 as usize] {
            Node::Atom(..) => None,
            Node::List(items) => Some(items),
        }
    }

    /// The name in front of a list.
    pub(crate) fn head(&self, expr: Expr) -> Option<&'t str> {
        self.symbol(*self.list(expr)?.first()?)
    }

    /// Where it stands: of a list that goes on in another line only the first one.
    pub(crate) fn span(&self, expr: Expr) -> Span {
        let (at, len) = self.places[expr.0 as usize];
        self.text.span(at, len)
    }

    /// The bytes of the text that it has.
    pub(crate) fn range(&self, expr: Expr) -> Range<usize> {
        let (at, len) = self.places[expr.0 as usize];
        at..at + len
    }

    /// An error at an expression.
    pub(crate) fn error(&self, expr: Expr, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(self.span(expr), message)
    }
}

/// Where the next token begins.
fn skip_blank(source: &str, mut at: usize) -> Option<usize> {
    let bytes = source.as_bytes();
    loop {
        match *bytes.get(at)? {
            b';' => at = source[at..].find('\n').map_or(bytes.len(), |end| at + end),
            byte if byte.is_ascii_whitespace() => at += 1,
            _ => return Some(at),
        }
    }
}

/// Where the string at the start of `text` ends; `""` inside stands for a quote.
fn string_end(text: &str) -> Option<usize> {
    let mut quotes = text[1..].match_indices('"').map(|(index, _)| index + 2);
    loop {
        let end = quotes.next()?;
        if !text[end..].starts_with('"') {
            return Some(end);
        }
        quotes.next()?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(exprs: &SExprs<'_>, expr: Expr) -> String {
        match exprs.list(expr) {
            None => exprs.atom_of(expr).expect("an atom").1.to_owned(),
            Some(items) => {
                let items: Vec<String> = items.iter().map(|&i| shown(exprs, i)).collect();
                format!("({})", items.join(" "))
            }
        }
    }

    #[test]
    fn expressions_and_their_places() {
        let text = "; first\n(a |b c| \"d \"\"e\"\"\" #x1F)(:k 12 1.5 #b01) ; end";
        let exprs = SExprs::parse(Text::new(text)).expect("well-formed");
        let all: Vec<String> = exprs.commands.iter().map(|&e| shown(&exprs, e)).collect();
        assert_eq!(all, ["(a b c \"d \"\"e\"\"\" #x1F)", "(:k 12 1.5 #b01)"]);
        let second = exprs.list(exprs.commands[0]).expect("a list")[1];
        let span = exprs.span(second);
        assert_eq!((span.line, span.column, span.len), (2, 4, 5));
    }

    #[test]
    fn what_is_no_expression_is_an_error_with_a_place() {
        for (text, column) in [
            ("(a", 1),
            ("a)", 2),
            ("(|x", 2),
            ("(\"x)", 2),
            ("#b12", 1),
            ("1x", 1),
        ] {
            let error = SExprs::parse(Text::new(text)).expect_err(text);
            let span = error.span.expect("a place");
            assert_eq!((span.line, span.column), (1, column), "{text}");
        }
    }

    #[test]
    fn depth_is_no_problem() {
        let text = format!("{}x{}", "(".repeat(200_000), ")".repeat(200_000));
        assert!(SExprs::parse(Text::new(&text)).is_ok());
    }
}
