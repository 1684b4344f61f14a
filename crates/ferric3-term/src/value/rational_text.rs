//! Rational numbers as text.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigInt;
use num_traits::{Pow, Signed};

use super::Rational;

/// More digits than these in one number are no number that anybody meant.
const MAX_DIGITS: usize = 100_000;

/// `3`, `-3`, `-1/3`.
impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.is_integer() {
            true => self.numerator().to_string(),
            false => format!("{}/{}", self.numerator(), self.denominator()),
        };
        f.pad(&text)
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Rational {
    /// As an SMT-LIB term of sort Int: `3`, `(- 3)`.
    pub fn smtlib_int(&self) -> String {
        signed(&self.numerator(), "")
    }

    /// As an SMT-LIB term of sort Real: `3.0`, `(- 3.0)`, `(/ (- 1.0) 3.0)`. With the point it is real in every
    /// logic, also where numerals are integers.
    pub fn smtlib_real(&self) -> String {
        let numerator = signed(&self.numerator(), ".0");
        match self.is_integer() {
            true => numerator,
            false => format!("(/ {numerator} {}.0)", self.denominator()),
        }
    }
}

fn signed(number: &BigInt, suffix: &str) -> String {
    match number.is_negative() {
        true => format!("(- {}{suffix})", number.magnitude()),
        false => format!("{number}{suffix}"),
    }
}

/// The text of a number: what it must look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotARational;

impl fmt::Display for NotARational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number is written like `3`, `-3`, `0.25` or `-1/3`")
    }
}

impl std::error::Error for NotARational {}

/// Reads `3`, `-3`, `0.25`, `-1/3`.
impl FromStr for Rational {
    type Err = NotARational;

    fn from_str(text: &str) -> Result<Rational, NotARational> {
        if text.len() > MAX_DIGITS {
            return Err(NotARational);
        }
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let number = match text.split_once('/') {
            Some((numerator, denominator)) => {
                let denominator = decimal(denominator)?;
                if denominator.is_zero() {
                    return Err(NotARational);
                }
                decimal(numerator)? / denominator
            }
            None => decimal(text)?,
        };
        Ok(if negative { -number } else { number })
    }
}

/// Digits, and perhaps a point and more digits.
fn decimal(text: &str) -> Result<Rational, NotARational> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let are_digits =
        |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !are_digits(whole) || !are_digits(fraction) {
        return Err(NotARational);
    }
    if !text.contains('.')
        && let Ok(small) = text.parse::<i64>()
    {
        return Ok(small.into());
    }
    let digits: BigInt = format!("{whole}{fraction}")
        .parse()
        .map_err(|_| NotARational)?;
    let scale = Pow::pow(BigInt::from(10), fraction.len());
    Ok(Rational::from_bigints(digits, scale))
}
