//! Lists of inputs, written by people or read from a JSON document of an earlier check.

use std::fmt;

use ferric3_ivl::{InputId, InputSite, InputSource, Inputs, PlainInputs};
use ferric3_term::Value;
use serde_json::Value as Json;

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

/// Inputs in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputList {
    /// Their values.
    pub numbers: Vec<i128>,
    /// Are there values for uninitialised variables among them? People do not write these down.
    pub with_uninitialised: bool,
}

/// Gives the numbers of a list in order. If it has none for uninitialised variables, these are 0.
#[derive(Clone, Debug)]
pub struct ListedInputs {
    numbers: PlainInputs,
    with_uninitialised: bool,
}

impl ListedInputs {
    /// The inputs of the list.
    pub fn new(list: InputList) -> ListedInputs {
        let InputList {
            numbers,
            with_uninitialised,
        } = list;
        ListedInputs {
            numbers: PlainInputs::new(numbers),
            with_uninitialised,
        }
    }

    /// How many numbers were not asked for.
    pub fn remaining(&self) -> usize {
        self.numbers.remaining()
    }
}

impl Inputs for ListedInputs {
    fn next(&mut self, input: InputId, site: &InputSite) -> Option<Value> {
        match site.source {
            InputSource::Uninitialised(_) if !self.with_uninitialised => {
                Some(Value::zero(site.sort))
            }
            _ => self.numbers.next(input, site),
        }
    }
}

/// The numbers of a list such as `3, -4 0x10 'a'` (`#` starts a comment), or the inputs of a
/// [document](crate::document()).
pub fn parse_inputs(text: &str) -> Result<InputList, InputListError> {
    if text.trim_start().starts_with('{') {
        let numbers = parse_document(text)?;
        return Ok(InputList {
            numbers,
            with_uninitialised: true,
        });
    }
    let lines = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default());
    let words = lines.flat_map(|line| line.split(|c: char| c == ',' || c.is_whitespace()));
    let numbers: Result<_, _> = words
        .filter(|word| !word.is_empty())
        .map(parse_number)
        .collect();
    Ok(InputList {
        numbers: numbers?,
        with_uninitialised: false,
    })
}

fn parse_document(text: &str) -> Result<Vec<i128>, InputListError> {
    let fail = |message: &str| InputListError {
        message: message.to_owned(),
    };
    let document: Json = serde_json::from_str(text)
        .map_err(|error| fail(&format!("this is not a JSON document: {error}")))?;
    let inputs = document.get("inputs").and_then(Json::as_array);
    let inputs = inputs.ok_or_else(|| fail("the JSON document has no list `inputs`"))?;
    let values = inputs
        .iter()
        .map(|input| input.get("value").and_then(Json::as_str));
    values
        .map(|v| {
            v.ok_or_else(|| fail("an input has no `value`"))
                .and_then(parse_number)
        })
        .collect()
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
        assert_eq!(read.numbers, [3, -4, 16, 3, 7, 97, 10]);
        assert_eq!(
            parse_inputs("").expect("an empty list is a list").numbers,
            []
        );
    }

    #[test]
    fn what_is_not_a_number_is_named() {
        for (text, message) in [
            ("3,x", "`x` is not a number"),
            ("--3", "`--3` is not a number"),
            ("1.5", "`1.5` is not a number"),
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
        let text = r#"{"inputs": [{"value": "-3"}, {"value": "7"}]}"#;
        let list = parse_inputs(text).expect("it is a document");
        assert_eq!(
            list,
            InputList {
                numbers: vec![-3, 7],
                with_uninitialised: true
            }
        );
    }
}
