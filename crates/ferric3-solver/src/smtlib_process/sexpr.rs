//! S-expressions, as solvers print them.

use std::fmt;

use ferric3_term::{ArrayValue, BitVecValue, Rational, Sort, Value};

/// An atom (with its quotes, if it has any) or a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SExpr {
    Atom(String),
    List(Vec<SExpr>),
}

impl SExpr {
    /// The first expression of `text`; `None` if it is not complete yet.
    pub(crate) fn parse(text: &str) -> Option<SExpr> {
        // Lists under construction; answers may be nested deeper than the call stack.
        let mut open: Vec<Vec<SExpr>> = Vec::new();
        let mut rest = text.trim_start();
        loop {
            let (token, after) = split_token(rest)?;
            rest = after.trim_start();
            let done = match token {
                "(" => {
                    open.push(Vec::new());
                    continue;
                }
                ")" => SExpr::List(open.pop()?),
                atom => SExpr::Atom(atom.to_owned()),
            };
            match open.last_mut() {
                Some(list) => list.push(done),
                None => return Some(done),
            }
        }
    }

    pub(crate) fn as_atom(&self) -> Option<&str> {
        match self {
            SExpr::Atom(atom) => Some(atom),
            SExpr::List(_) => None,
        }
    }

    pub(crate) fn as_list(&self) -> Option<&[SExpr]> {
        match self {
            SExpr::Atom(_) => None,
            SExpr::List(items) => Some(items),
        }
    }

    /// Read as a value of the given sort: `true`, `#b101`, `#x5`, `(_ bv5 3)`, `(- 3)`, `(/ 1.0 3.0)`,
    /// `(store ((as const (Array …)) #b0) #b1 #b1)`.
    pub(crate) fn to_value(&self, sort: Sort) -> Option<Value> {
        match sort {
            Sort::Bool => match self.as_atom()? {
                "true" => Some(Value::Bool(true)),
                "false" => Some(Value::Bool(false)),
                _ => None,
            },
            Sort::BitVec(width) => {
                let bits = match self {
                    SExpr::Atom(atom) => literal_bits(atom)?,
                    SExpr::List(items) => decimal_bits(items, width)?,
                };
                let fits = bits.len() == width as usize;
                fits.then(|| Value::BitVec(BitVecValue::from_bits(bits.into_iter())))
            }
            Sort::Array { index, element } => self.to_array(index, element).map(Value::Array),
            Sort::Int | Sort::Real => Value::number(self.to_number()?, sort),
            _ => None,
        }
    }

    /// `3`, `3.0`, `(- 3)`, `(/ 1 3)`, and these inside of each other.
    fn to_number(&self) -> Option<Rational> {
        let items = match self {
            SExpr::Atom(atom) => return atom.parse().ok(),
            SExpr::List(items) => items,
        };
        let [head, rest @ ..] = items.as_slice() else {
            return None;
        };
        match (head.as_atom()?, rest) {
            ("-", [number]) => Some(-number.to_number()?),
            ("to_real", [number]) => number.to_number(),
            ("/", [numerator, denominator]) => {
                let denominator = denominator.to_number()?;
                (!denominator.is_zero()).then_some(())?;
                Some(numerator.to_number()? / denominator)
            }
            _ => None,
        }
    }

    /// Stores above a constant array.
    fn to_array(&self, index: u32, element: u32) -> Option<ArrayValue> {
        let bit_vector = |item: &SExpr, width| match item.to_value(Sort::BitVec(width))? {
            Value::BitVec(value) => Some(value),
            _ => None,
        };
        let mut stores = vec![];
        let mut rest = self.as_list()?;
        while let [op, array, at, value] = rest
            && op.as_atom() == Some("store")
        {
            stores.push((bit_vector(at, index)?, bit_vector(value, element)?));
            rest = array.as_list()?;
        }
        let [constant, default] = rest else {
            return None;
        };
        match constant.as_list()? {
            [qualifier, name, _] if qualifier.as_atom()? == "as" && name.as_atom()? == "const" => {}
            _ => return None,
        }
        let mut array = ArrayValue::constant(index, bit_vector(default, element)?);
        for (at, value) in stores.into_iter().rev() {
            array.set(at, value);
        }
        Some(array)
    }
}

/// Follows the brackets of a text that comes line by line, so that it is parsed once and not after each
/// line.
#[derive(Debug, Default)]
pub(super) struct Brackets {
    open: usize,
    /// The end of the string or quoted symbol that the text is in.
    quote: Option<char>,
}

impl Brackets {
    /// The text goes on.
    pub(super) fn read(&mut self, text: &str) {
        for c in text.chars() {
            match (self.quote, c) {
                (Some(end), c) if c == end => self.quote = None,
                (Some(_), _) => {}
                (None, '"' | '|') => self.quote = Some(c),
                (None, '(') => self.open += 1,
                (None, ')') => self.open = self.open.saturating_sub(1),
                _ => {}
            }
        }
    }

    /// Has every bracket and every quote an end?
    pub(super) fn are_closed(&self) -> bool {
        self.open == 0 && self.quote.is_none()
    }
}

/// The bits of `#b…` or `#x…`, least significant first.
fn literal_bits(atom: &str) -> Option<Vec<bool>> {
    let (digits, radix, size) = match atom.split_at_checked(2)? {
        ("#b", digits) => (digits, 2, 1),
        ("#x", digits) => (digits, 16, 4),
        _ => return None,
    };
    let mut bits = Vec::new();
    for digit in digits.chars().rev() {
        let digit = digit.to_digit(radix)?;
        bits.extend((0..size).map(|bit| digit >> bit & 1 == 1));
    }
    Some(bits)
}

/// The bits of `(_ bvN width)`, least significant first.
fn decimal_bits(items: &[SExpr], width: u32) -> Option<Vec<bool>> {
    let [under, number, size] = items else {
        return None;
    };
    if under.as_atom()? != "_" || size.as_atom()?.parse() != Ok(width) {
        return None;
    }
    let digits = number.as_atom()?.strip_prefix("bv")?.chars();
    let mut value = BitVecValue::zero(width);
    let ten = BitVecValue::from_u64(10, width);
    for digit in digits {
        let digit = BitVecValue::from_u64(digit.to_digit(10)?.into(), width);
        value = value.mul(&ten).add(&digit);
    }
    Some((0..width).map(|bit| value.bit(bit)).collect())
}

/// The first token and what follows it; `None` if it is not complete.
fn split_token(text: &str) -> Option<(&str, &str)> {
    let end = match text.chars().next()? {
        '(' | ')' => 1,
        '|' => text[1..].find('|')? + 2,
        '"' => string_end(text)?,
        // Answers end with a line, so a word is complete once something follows it.
        _ => text.find(|c: char| c.is_ascii_whitespace() || c == '(' || c == ')')?,
    };
    Some(text.split_at(end))
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

impl fmt::Display for SExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SExpr::Atom(atom) => f.write_str(atom),
            SExpr::List(items) => {
                f.write_str("(")?;
                for (index, item) in items.iter().enumerate() {
                    let space = if index == 0 { "" } else { " " };
                    write!(f, "{space}{item}")?;
                }
                f.write_str(")")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> SExpr {
        SExpr::parse(text).expect("complete")
    }

    #[test]
    fn expressions_are_read_and_printed() {
        for text in [
            "sat",
            "()",
            "((x #b01) (|y z(| (_ bv5 8)))",
            "(error \"a \"\"b\"\" (c\")",
        ] {
            assert_eq!(parse(&format!(" {text}\n")).to_string(), text);
        }
    }

    #[test]
    fn incomplete_expressions_are_not_read() {
        for text in [
            "",
            " ",
            "sat",
            "(a",
            "(a (b) ",
            "|x\n",
            "(error \"a)\n",
            "(error \"a\"\")\n",
        ] {
            assert_eq!(SExpr::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn brackets_are_followed() {
        let is_closed = |lines: &[&str]| {
            let mut brackets = Brackets::default();
            lines.iter().for_each(|line| brackets.read(line));
            brackets.are_closed()
        };
        assert!(is_closed(&["sat\n"]) && is_closed(&["((a b)\n", "(|c)| d))\n"]));
        assert!(!is_closed(&["((a b)\n"]) && !is_closed(&["(a |)\n"]));
        assert!(is_closed(&["(error \"a \"\"b\"\" (\")\n"]) && !is_closed(&["\"a\n"]));
    }

    #[test]
    fn values_are_read() {
        let value = |text: &str, width| {
            parse(&format!("{text}\n"))
                .to_value(Sort::BitVec(width))
                .map(|value| value.as_bv().to_u64().expect("small"))
        };
        assert_eq!(value("#b0101", 4), Some(5));
        assert_eq!(value("#xa5", 8), Some(0xa5));
        assert_eq!(value("(_ bv165 8)", 8), Some(165));
        assert_eq!(value("#b0101", 5), None, "another width");
        assert_eq!(value("(_ bv165 9)", 8), None, "another width");
        assert_eq!(value("#b12", 2), None, "not a digit");
        assert_eq!(
            parse("true\n").to_value(Sort::Bool),
            Some(Value::Bool(true))
        );
        assert_eq!(parse("1\n").to_value(Sort::Bool), None);
        let number = |text: &str, sort| {
            let value = parse(&format!("{text}\n")).to_value(sort)?;
            Some(value.as_number().to_string())
        };
        let real = |text: &str| number(text, Sort::Real);
        assert_eq!(number("(- 3)", Sort::Int).as_deref(), Some("-3"));
        assert_eq!(number("3.5", Sort::Int), None, "no integer");
        assert_eq!(real("3.50").as_deref(), Some("7/2"));
        assert_eq!(real("(/ (- 1) 3)").as_deref(), Some("-1/3"));
        assert_eq!(real("(- (/ 1.0 3.0))").as_deref(), Some("-1/3"));
        assert_eq!(real("(/ 1 0)"), None);
        assert_eq!(real("(root-obj (+ (^ x 2) (- 2)) 1)"), None, "not rational");
    }
}
