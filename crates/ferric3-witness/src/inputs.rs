//! Lists of inputs, written by people or read from a JSON document of an earlier check.

use std::collections::VecDeque;
use std::fmt;

use ferric3_ivl::{InputId, InputSite, InputSource, Inputs, PlainInputs, Reading};
use ferric3_term::{ArrayValue, BitVecValue, FloatFormat, Rational, Sort, Value};
use serde::Deserialize;

/// A list of inputs that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputListError {
    /// What is wrong.
    message: String,
}

impl fmt::Display for InputListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for InputListError {}

/// The value of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListedValue {
    /// A number.
    Number(i128),
    /// A number with a point or an exponent, without its sign; or `inf` or `nan`.
    Float {
        /// Has it a minus in front?
        negative: bool,
        /// As constants of C are written.
        text: String,
    },
    /// A fraction such as `-1/3`, or an integer that is too large for [`Number`](ListedValue::Number).
    Rational(Rational),
    /// An array.
    Array {
        /// Indices and elements.
        entries: Vec<(i128, i128)>,
        /// All other elements.
        default: i128,
    },
}

impl From<i128> for ListedValue {
    fn from(number: i128) -> ListedValue {
        ListedValue::Number(number)
    }
}

/// Inputs in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputList {
    /// Their values.
    pub values: Vec<ListedValue>,
    /// Are there values for uninitialised variables and orders of evaluation among them? People do
    /// not write these down.
    pub with_uninitialised: bool,
}

/// Gives the values of a list in order. If it has none for uninitialised variables and orders of
/// evaluation, these are 0: operands are evaluated from left to right.
#[derive(Clone, Debug)]
pub struct ListedInputs {
    values: VecDeque<ListedValue>,
    with_uninitialised: bool,
}

impl ListedInputs {
    /// The inputs of the list.
    pub fn new(list: InputList) -> ListedInputs {
        let InputList {
            values,
            with_uninitialised,
        } = list;
        ListedInputs {
            values: values.into(),
            with_uninitialised,
        }
    }

    /// How many values were not asked for.
    pub fn remaining(&self) -> usize {
        self.values.len()
    }
}

impl Inputs for ListedInputs {
    fn next(&mut self, input: InputId, site: &InputSite) -> Option<Value> {
        match site.source {
            InputSource::Uninitialised(_)
            | InputSource::Strings { .. }
            | InputSource::Doubtful(_)
            | InputSource::Choice(_)
            | InputSource::Order(_)
                if !self.with_uninitialised =>
            {
                Some(Value::zero(site.sort))
            }
            _ => {
                let value = self.values.pop_front()?;
                converted(&value, input, site)
            }
        }
    }
}

/// A listed value as one of the site's sort. A number stands for an array of such elements; an
/// array does not stand for a number, nor a fraction for an integer.
fn converted(value: &ListedValue, input: InputId, site: &InputSite) -> Option<Value> {
    let number = |number: i128, width: u32| {
        let site = InputSite {
            sort: Sort::BitVec(width),
            ..site.clone()
        };
        let value = PlainInputs::new([number]).next(input, &site)?;
        Some(value.as_bv().clone())
    };
    let (entries, default) = match (value, site.sort) {
        (ListedValue::Array { entries, default }, Sort::Array { .. }) => (&entries[..], *default),
        (ListedValue::Number(number), Sort::Array { .. }) => (&[][..], *number),
        (ListedValue::Number(number), _) => match site.reading {
            Reading::Float(format) => {
                let text = number.unsigned_abs().to_string();
                return float(format, *number < 0, &text);
            }
            _ => return PlainInputs::new([*number]).next(input, site),
        },
        (ListedValue::Float { negative, text }, _) => match site.reading {
            Reading::Float(format) => return float(format, *negative, text),
            _ => {
                let number: Rational = text.parse().ok()?;
                let number = if *negative { -number } else { number };
                return Value::number(number, site.sort);
            }
        },
        (ListedValue::Rational(number), sort) => return Value::number(number.clone(), sort),
        (ListedValue::Array { .. }, _) => return None,
    };
    let Sort::Array { index, element } = site.sort else {
        return None;
    };
    let mut array = ArrayValue::constant(index, number(default, element)?);
    for &(at, value) in entries {
        array.set(number(at, index)?, number(value, element)?);
    }
    Some(array.into())
}

/// A floating-point number.
fn float(format: FloatFormat, negative: bool, text: &str) -> Option<Value> {
    let bits = match text {
        "nan" => format.nan(),
        "inf" => format.parse("1e999999")?,
        text => format.parse(text)?,
    };
    let sign = BitVecValue::power_of_two(bits.width() - 1, bits.width());
    let bits = if negative { bits.xor(&sign) } else { bits };
    Some(bits.into())
}

/// The numbers of a list such as `3, -4 0x10 'a'` (`#` starts a comment), or the inputs of a
/// [document](crate::document()).
pub fn parse_inputs(text: &str) -> Result<InputList, InputListError> {
    if text.trim_start().starts_with('{') {
        let values = parse_document(text)?;
        return Ok(InputList {
            values,
            with_uninitialised: true,
        });
    }
    let lines = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default());
    let words = lines.flat_map(|line| line.split(|c: char| c == ',' || c.is_whitespace()));
    let values: Result<_, _> = words
        .filter(|word| !word.is_empty())
        .map(parse_scalar)
        .collect();
    Ok(InputList {
        values: values?,
        with_uninitialised: false,
    })
}

fn parse_document(text: &str) -> Result<Vec<ListedValue>, InputListError> {
    let fail = |message: &str| InputListError {
        message: message.to_owned(),
    };
    let document: Listed = serde_json::from_str(text)
        .map_err(|error| fail(&format!("this is not a JSON document: {error}")))?;
    let inputs = document.inputs;
    let inputs = inputs.ok_or_else(|| fail("the JSON document has no list `inputs`"))?;
    let values = inputs.into_iter().map(|input| input.value);
    values
        .map(|v| {
            v.ok_or_else(|| fail("an input has no `value`"))
                .and_then(|v| parse_value(&v))
        })
        .collect()
}

/// What is read of a document.
#[derive(Deserialize)]
struct Listed {
    inputs: Option<Vec<ListedInput>>,
}

#[derive(Deserialize)]
struct ListedInput {
    value: Option<String>,
}

/// A number, or an array such as `{0: 5, 3: -7, else: 0}`.
fn parse_value(text: &str) -> Result<ListedValue, InputListError> {
    let fail = || InputListError {
        message: format!("`{text}` is not an array"),
    };
    let Some(inside) = text.strip_prefix('{') else {
        return parse_scalar(text);
    };
    let inside = inside.strip_suffix('}').ok_or_else(fail)?;
    let (mut entries, mut default) = (vec![], None);
    for pair in inside.split(", ") {
        let (index, element) = pair.split_once(": ").ok_or_else(fail)?;
        let element = parse_number(element)?;
        match index {
            "else" => default = Some(element),
            index => entries.push((parse_number(index)?, element)),
        }
    }
    let default = default.ok_or_else(fail)?;
    Ok(ListedValue::Array { entries, default })
}

/// A number with or without a point.
fn parse_scalar(word: &str) -> Result<ListedValue, InputListError> {
    let (negative, text) = match word.strip_prefix('-') {
        Some(text) => (true, text),
        None => (false, word),
    };
    let is_float = FloatFormat::F64.parse(text).is_some()
        && text.contains(['.', 'e', 'E', 'p', 'P'])
        || matches!(text, "inf" | "nan");
    let is_integer = parse_number(word).is_ok();
    if is_float && !is_integer {
        let text = text.to_owned();
        return Ok(ListedValue::Float { negative, text });
    }
    match (is_integer, word.parse()) {
        (false, Ok(number)) => Ok(ListedValue::Rational(number)),
        _ => parse_number(word).map(ListedValue::from),
    }
}

fn parse_number(word: &str) -> Result<i128, InputListError> {
    let (negative, digits) = match word.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, word.strip_prefix('+').unwrap_or(word)),
    };
    let lower = digits.to_ascii_lowercase();
    let number = match (lower.strip_prefix("0x"), lower.strip_prefix("0b")) {
        (Some(hex), _) => i128::from_str_radix(hex, 16).ok(),
        (_, Some(binary)) => i128::from_str_radix(binary, 2).ok(),
        _ if lower.starts_with('+') || lower.starts_with('-') => None,
        _ => lower.parse().ok(),
    };
    match (
        number,
        digits
            .strip_prefix('\'')
            .and_then(|rest| rest.strip_suffix('\'')),
    ) {
        (Some(number), _) => Ok(if negative { -number } else { number }),
        (None, Some(character)) if character.len() == 1 && !negative => {
            Ok(i128::from(character.as_bytes()[0]))
        }
        _ => Err(InputListError {
            message: format!("`{word}` is not a number"),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_all_forms() {
        let read = parse_inputs("3,-4, 0x10\n0b11 # three\n +7 'a' 010").expect("all are numbers");
        let numbers = [3, -4, 16, 3, 7, 97, 10].map(ListedValue::Number);
        assert_eq!(read.values, numbers);
        let read = parse_inputs("-1/3 170141183460469231731687303715884105728").expect("numbers");
        let large = Rational::from(i128::MAX) + Rational::ONE;
        let numbers = [Rational::new(-1, 3), large].map(ListedValue::Rational);
        assert_eq!(read.values, numbers);
        assert_eq!(
            parse_inputs("").expect("an empty list is a list").values,
            []
        );
    }

    #[test]
    fn what_is_not_a_number_is_named() {
        for (text, message) in [
            ("3,x", "`x` is not a number"),
            ("--3", "`--3` is not a number"),
            ("1.5x", "`1.5x` is not a number"),
            ("{}", "the JSON document has no list `inputs`"),
        ] {
            assert_eq!(
                parse_inputs(text).expect_err("it is wrong").to_string(),
                message
            );
        }
    }

    #[test]
    fn documents_give_their_inputs() {
        let text = r#"{"inputs": [{"value": "-3"}, {"value": "{1: 5, else: 0}"}]}"#;
        let list = parse_inputs(text).expect("it is a document");
        assert_eq!(
            list,
            InputList {
                values: vec![
                    (-3).into(),
                    ListedValue::Array {
                        entries: vec![(1, 5)],
                        default: 0
                    }
                ],
                with_uninitialised: true
            }
        );
    }
}
