//! The values that a scalar may have: its type, its width if it is a bit-field, and what is said of it.

use super::Maker;
use super::ask::{Asked, Subject};
use super::number::{Number, has_single, integer_text};
use super::place::Leaf;
use super::request::InputRequest;
use crate::sema::types::{FloatKind, Type};

/// The values that a scalar may have.
#[derive(Default)]
pub(super) struct Bounds {
    /// What must hold of `@`.
    pub(super) condition: Option<String>,
    /// The least and the greatest one, of an integer.
    pub(super) integers: Option<(i128, i128)>,
    /// As they were written.
    pub(super) range: Option<(String, String)>,
}

impl Maker<'_> {
    /// A constant of the program, as a value of a scalar.
    pub(super) fn value_text(
        &mut self,
        leaf: &Leaf,
        name: &str,
        value: &str,
        asked: Option<&Asked>,
    ) -> Option<String> {
        let number = self.number(leaf, name, value, asked)?;
        self.number_text(leaf, value, number)
    }

    fn number_text(&self, leaf: &Leaf, text: &str, number: Number) -> Option<String> {
        match number {
            Number::Integer(n) if self.unit.types.is_float(leaf.ty.ty) => Some(format!("{n}.0")),
            Number::Integer(n) => integer_text(n),
            Number::Real { .. } => Some(text.trim().to_owned()),
        }
    }

    /// Read a constant that a scalar is compared with or set to.
    fn number(
        &mut self,
        leaf: &Leaf,
        name: &str,
        text: &str,
        asked: Option<&Asked>,
    ) -> Option<Number> {
        let constants = self.unit.names.iter().flat_map(|names| &names.constants);
        let constants: Vec<&(String, i128)> = constants.collect();
        let value = |word: &str| constants.iter().find(|(n, _)| n == word).map(|(_, v)| *v);
        let number = Number::read(text, value);
        let ty = leaf.ty.ty;
        let shown = self.unit.types.show_id(ty);
        let problem = match number {
            None => Some(format!("`{text}` is not a constant")),
            Some(Number::Real { .. }) if !self.unit.types.is_float(ty) => Some(format!(
                "`{text}` is not an integer, but `{name}` is one (`{shown}`)"
            )),
            Some(Number::Integer(n)) => match self.limits(leaf) {
                Some((least, most)) if n < least || n > most => Some(format!(
                    "{text} is not a value of `{name}`, which goes from {least} to {most}"
                )),
                _ if self.unit.types.pointee(ty).is_some() && n != 0 => {
                    Some(format!("`{name}` is a pointer, and its only constant is 0"))
                }
                _ if self.unit.types.is_integer(ty) && integer_text(n).is_none() => {
                    Some(format!("{text} has more than 64 bits"))
                }
                _ => None,
            },
            Some(_) => None,
        };
        let Some(problem) = problem else {
            return number;
        };
        let place = self.asked_place(leaf, asked);
        self.error(
            place,
            problem,
            "constants are numbers as in C, or names of an enumeration",
        );
        None
    }

    /// Where somebody looks who wants to know what is wrong with what is said of a scalar.
    fn asked_place(&self, leaf: &Leaf, asked: Option<&Asked>) -> ferric3_ivl::Span {
        let said = asked.and_then(|asked| asked.place);
        let place = said.or(leaf.range.map(|range| self.place(range)));
        place.unwrap_or_else(|| match asked.map(|asked| &asked.subject) {
            Some(Subject::Part(root, _)) => self.root_place(*root),
            _ => self.source.span(0, 1),
        })
    }

    /// The least and the greatest value of an integer of at most 64 bits.
    fn limits(&self, leaf: &Leaf) -> Option<(i128, i128)> {
        let types = &self.unit.types;
        if matches!(types.get(leaf.ty.ty), Type::Bool) {
            return Some((0, 1));
        }
        types.int_kind(leaf.ty.ty)?;
        let width = leaf.bits.or(types.scalar_width(leaf.ty.ty))?;
        (width <= 64).then(|| match types.is_signed(leaf.ty.ty) {
            true => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
            false => (0, (1 << width) - 1),
        })
    }

    /// The values that a scalar may have, by its type and by what is said of it.
    pub(super) fn bounds(
        &mut self,
        leaf: &Leaf,
        name: &str,
        request: Option<&InputRequest>,
        asked: Option<&Asked>,
    ) -> Bounds {
        let limits = self.limits(leaf);
        let Some(request) = request else {
            let condition = leaf.bits.and(limits).map(|limits| between(limits, None));
            return Bounds {
                condition: condition.flatten(),
                integers: limits,
                range: None,
            };
        };
        if !request.values.is_empty() {
            return self.one_of(leaf, name, &request.values, asked);
        }
        let mut read = |text: &Option<String>| {
            let text = text.as_ref()?;
            Some((text.clone(), self.number(leaf, name, text, asked)?))
        };
        let (from, to) = (read(&request.from), read(&request.to));
        let place = self.asked_place(leaf, asked);
        let is_empty = match (&from, &to) {
            (Some((_, from)), Some((_, to))) => match self.unit.types.get(leaf.ty.ty) {
                Type::Float(FloatKind::Float) => !has_single(from.approximate(), to.approximate()),
                _ => match (from, to) {
                    (Number::Integer(from), Number::Integer(to)) => from > to,
                    _ => from.approximate() > to.approximate(),
                },
            },
            _ => false,
        };
        let is_half = matches!(
            self.unit.types.get(leaf.ty.ty),
            Type::Float(FloatKind::Half)
        );
        let is_bounded = from.is_some() || to.is_some();
        if is_empty || (is_half && is_bounded) {
            let message = match is_half {
                true => format!("ranges of `_Float16` are not supported: `{name}`"),
                false => format!("the range of `{name}` is empty"),
            };
            let hint = "the least value comes first, and the type has a value between both";
            self.error(place, message, hint);
            return Bounds::default();
        }
        if let Some((least, most)) = limits {
            let integer = |bound: &Option<(String, Number)>, other: i128| match bound {
                Some((_, Number::Integer(n))) => *n,
                _ => other,
            };
            let bounds = (integer(&from, least), integer(&to, most));
            let known = if leaf.bits.is_some() {
                None
            } else {
                Some((least, most))
            };
            return Bounds {
                condition: between(bounds, known),
                integers: Some(bounds),
                range: is_bounded.then(|| (bounds.0.to_string(), bounds.1.to_string())),
            };
        }
        let mut conditions = Vec::new();
        for (bound, operator) in [(&from, ">="), (&to, "<=")] {
            if let Some((text, number)) = bound
                && let Some(text) = self.number_text(leaf, text, *number)
            {
                conditions.push(format!("@ {operator} {text}"));
            }
        }
        let text = |bound: &Option<(String, Number)>, other: &str| {
            bound
                .as_ref()
                .map_or(other.to_owned(), |(text, _)| text.clone())
        };
        Bounds {
            condition: (!conditions.is_empty()).then(|| conditions.join(" && ")),
            integers: None,
            range: is_bounded.then(|| (text(&from, "-INFINITY"), text(&to, "INFINITY"))),
        }
    }

    /// A scalar has one of some values.
    fn one_of(
        &mut self,
        leaf: &Leaf,
        name: &str,
        values: &[String],
        asked: Option<&Asked>,
    ) -> Bounds {
        let mut numbers = Vec::new();
        let mut conditions = Vec::new();
        for value in values {
            let Some(number) = self.number(leaf, name, value, asked) else {
                return Bounds::default();
            };
            if let (Type::Float(kind), Number::Real { value: real, .. }) =
                (self.unit.types.get(leaf.ty.ty), number)
                && matches!(kind, FloatKind::Float | FloatKind::Half)
                && f64::from(real as f32) != real
            {
                let message = format!("{value} is not a value of `{name}`: no `float` equals it");
                let place = self.asked_place(leaf, asked);
                self.error(place, message, &format!("write it as a `float`: {value}f"));
                return Bounds::default();
            }
            if let Some(text) = self.number_text(leaf, value, number) {
                conditions.push(format!("@ == {text}"));
            }
            numbers.push(number);
        }
        let integers = numbers.iter().map(|number| match number {
            Number::Integer(n) => Some(*n),
            Number::Real { .. } => None,
        });
        let integers: Option<Vec<i128>> = integers.collect();
        let ends = integers.and_then(|all| Some((*all.iter().min()?, *all.iter().max()?)));
        let by_size = |a: &&Number, b: &&Number| a.approximate().total_cmp(&b.approximate());
        let at = |number: Option<&Number>| {
            let at = number.and_then(|number| numbers.iter().position(|n| n == number));
            values[at.unwrap_or(0)].clone()
        };
        Bounds {
            condition: Some(conditions.join(" || ")),
            integers: ends,
            range: Some((
                at(numbers.iter().min_by(by_size)),
                at(numbers.iter().max_by(by_size)),
            )),
        }
    }
}

/// That `@` lies between bounds; what its type says anyway is left out.
fn between((from, to): (i128, i128), known: Option<(i128, i128)>) -> Option<String> {
    let mut conditions = Vec::new();
    if known.is_none_or(|(least, _)| from > least) {
        conditions.push(format!("@ >= {}", integer_text(from)?));
    }
    if known.is_none_or(|(_, most)| to < most) {
        conditions.push(format!("@ <= {}", integer_text(to)?));
    }
    (!conditions.is_empty()).then(|| conditions.join(" && "))
}
