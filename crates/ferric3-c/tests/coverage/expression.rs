//! Random expressions with decisions of all shapes, and their text.

use ferric3_ivl::SplitMix64;

/// Variables `v0`, `v1`, …, of type `unsigned char`.
pub(crate) const VARIABLES: u64 = 3;

/// An expression. Its number is its position in [`Text::places`].
pub(crate) struct Node {
    pub(crate) number: usize,
    pub(crate) kind: Kind,
}

pub(crate) enum Kind {
    Variable(usize),
    Constant(i64),
    /// `v < 2`
    Less(usize, i64),
    Not(Box<Node>),
    And(Box<Node>, Box<Node>),
    Or(Box<Node>, Box<Node>),
    /// `c ? a : b`
    Choose(Box<Node>, Box<Node>, Box<Node>),
    /// GNU `a ?: b`
    Elvis(Box<Node>, Box<Node>),
    Comma(Box<Node>, Box<Node>),
    /// `v = a`
    Assign(usize, Box<Node>),
    /// `v++`
    Step(usize),
    /// `id(a)`
    Call(Box<Node>),
    /// `a != 0`
    NotZero(Box<Node>),
    /// `a == 0`
    IsZero(Box<Node>),
}

/// A text in which expressions have places.
#[derive(Default)]
pub(crate) struct Text {
    pub(crate) text: String,
    /// First byte of each expression, and the one behind the last.
    pub(crate) places: Vec<(usize, usize)>,
}

impl Text {
    pub(crate) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// What an expression is written as, in one line and not too long.
    pub(crate) fn of(&self, number: usize) -> String {
        let (start, end) = self.places[number];
        let text = &self.text[start..end];
        match text.char_indices().nth(120) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text.to_owned(),
        }
    }

    /// Line and column.
    pub(crate) fn at(&self, number: usize) -> (u32, u32) {
        let before = &self.text[..self.places[number].0];
        let line = before.matches('\n').count() as u32 + 1;
        let column = before.len() - before.rfind('\n').map_or(0, |end| end + 1) + 1;
        (line, column as u32)
    }

    /// A new expression, written behind the text.
    pub(crate) fn expression(&mut self, random: &mut SplitMix64, depth: u64) -> Node {
        let number = self.places.len();
        let start = self.text.len();
        self.places.push((start, start));
        let kind = self.kind(random, depth);
        self.places[number].1 = match &kind {
            // It begins and ends with its operands, whose brackets are nobody's.
            Kind::Comma(_, b) if matches!(b.kind, Kind::Comma(..)) => self.places[b.number].1,
            _ => self.text.len(),
        };
        if let Kind::Comma(a, _) = &kind
            && matches!(a.kind, Kind::Comma(..))
        {
            self.places[number].0 = self.places[a.number].0;
        }
        Node { number, kind }
    }

    fn inner(&mut self, random: &mut SplitMix64, depth: u64) -> Box<Node> {
        Box::new(self.in_brackets(random, depth - 1))
    }

    /// A new expression in brackets, which are part of its place.
    pub(crate) fn in_brackets(&mut self, random: &mut SplitMix64, depth: u64) -> Node {
        let start = self.text.len();
        self.push("(");
        let node = self.expression(random, depth);
        self.push(")");
        // The parser takes the brackets around a comma for its own.
        if !matches!(node.kind, Kind::Comma(..)) {
            self.places[node.number] = (start, self.text.len());
        }
        node
    }

    fn kind(&mut self, random: &mut SplitMix64, depth: u64) -> Kind {
        let variable = random.below(VARIABLES) as usize;
        if depth == 0 {
            return match random.below(8) {
                0 => {
                    let value = random.below(2) as i64;
                    self.push(&value.to_string());
                    Kind::Constant(value)
                }
                1 => {
                    self.push(&format!("v{variable}++"));
                    Kind::Step(variable)
                }
                2 | 3 => {
                    let bound = random.below(4) as i64;
                    self.push(&format!("v{variable} < {bound}"));
                    Kind::Less(variable, bound)
                }
                _ => {
                    self.push(&format!("v{variable}"));
                    Kind::Variable(variable)
                }
            };
        }
        match random.below(16) {
            0..=2 => {
                self.push("!");
                Kind::Not(self.inner(random, depth))
            }
            3..=9 => {
                let is_and = random.below(2) == 0;
                let a = self.inner(random, depth);
                self.push(if is_and { " && " } else { " || " });
                let b = self.inner(random, depth);
                match is_and {
                    true => Kind::And(a, b),
                    false => Kind::Or(a, b),
                }
            }
            10 | 11 => {
                let c = self.inner(random, depth);
                self.push(" ? ");
                let a = self.inner(random, depth);
                self.push(" : ");
                Kind::Choose(c, a, self.inner(random, depth))
            }
            12 => match random.below(2) {
                0 => {
                    let a = self.inner(random, depth);
                    self.push(" ?: ");
                    Kind::Elvis(a, self.inner(random, depth))
                }
                _ => {
                    let a = self.inner(random, depth);
                    self.push(", ");
                    Kind::Comma(a, self.inner(random, depth))
                }
            },
            13 => {
                self.push(&format!("v{variable} = "));
                Kind::Assign(variable, self.inner(random, depth))
            }
            14 => {
                self.push("id(");
                let argument = self.in_brackets(random, depth - 1);
                self.push(")");
                Kind::Call(Box::new(argument))
            }
            _ => {
                let a = self.inner(random, depth);
                if a.is_constant() {
                    return Kind::Comma(a, self.appended(random));
                }
                let is_not_zero = random.below(2) == 0;
                self.push(if is_not_zero { " != 0" } else { " == 0" });
                match is_not_zero {
                    true => Kind::NotZero(a),
                    false => Kind::IsZero(a),
                }
            }
        }
    }

    fn appended(&mut self, random: &mut SplitMix64) -> Box<Node> {
        self.push(", ");
        self.inner(random, 1)
    }
}

impl Node {
    /// Its value, if it is a constant by its form, or `!` of one.
    pub(crate) fn constant(&self) -> Option<i64> {
        match &self.kind {
            Kind::Constant(value) => Some(*value),
            Kind::Not(a) => a.constant().map(|value| i64::from(value == 0)),
            _ => None,
        }
    }

    pub(crate) fn is_constant(&self) -> bool {
        self.constant().is_some()
    }

    /// Is it 0 or 1 by its form?
    fn is_truth_value(&self) -> bool {
        !self.is_constant()
            && matches!(
                self.kind,
                Kind::Less(..)
                    | Kind::Not(_)
                    | Kind::And(..)
                    | Kind::Or(..)
                    | Kind::NotZero(_)
                    | Kind::IsZero(_)
            )
    }

    /// The expression inside that has the same truth.
    pub(crate) fn stripped(&self) -> &Node {
        match &self.kind {
            Kind::NotZero(a) if a.is_truth_value() => a.stripped(),
            _ => self,
        }
    }

    pub(crate) fn is_connected(&self) -> bool {
        matches!(self.stripped().kind, Kind::And(..) | Kind::Or(..))
    }

    /// The expressions right below.
    pub(crate) fn operands(&self) -> Vec<&Node> {
        match &self.kind {
            Kind::Variable(_) | Kind::Constant(_) | Kind::Less(..) | Kind::Step(_) => vec![],
            Kind::Not(a)
            | Kind::Assign(_, a)
            | Kind::Call(a)
            | Kind::NotZero(a)
            | Kind::IsZero(a) => vec![a],
            Kind::And(a, b) | Kind::Or(a, b) | Kind::Elvis(a, b) | Kind::Comma(a, b) => {
                vec![a, b]
            }
            Kind::Choose(a, b, c) => vec![a, b, c],
        }
    }
}
