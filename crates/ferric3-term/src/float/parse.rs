//! Floating constants of C (C17, 6.4.4.2), without their suffix.

use num_bigint::BigUint;
use num_traits::Zero;

use super::soft::{Finite, Number, quotient};
use crate::{BitVecValue, FloatFormat};

/// An exponent of at least that much, by any base, is beyond all formats.
const HUGE: i64 = 1 << 40;

impl FloatFormat {
    /// The number written as a floating constant of C without suffix, decimal (`1.5e-3`) or
    /// hexadecimal (`0x1.8p3`), rounded to nearest in this very format; infinity if it is too
    /// large. An exponent may be missing.
    ///
    /// ```
    /// # use ferric3_term::{BitVecValue, FloatFormat};
    /// let bits = FloatFormat::F64.parse("0.1").unwrap();
    /// assert_eq!(bits, BitVecValue::from_u64(0.1f64.to_bits(), 64));
    /// ```
    pub fn parse(self, text: &str) -> Option<BitVecValue> {
        let number = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            Some(digits) => hexadecimal(digits)?,
            None => self.decimal(text)?,
        };
        Some(number.encode(self))
    }

    fn decimal(self, text: &str) -> Option<Number> {
        let (digits, exponent) = split(text, ['e', 'E'])?;
        let (significand, places) = number(digits, 10)?;
        if significand.is_zero() {
            return Some(Number::Finite(Finite::zero(false)));
        }
        let exponent = exponent - places;
        // The number lies between 10^(order - 1) and 10^order.
        let order = exponent + i64::try_from(significand.to_string().len()).ok()?;
        let limit = i64::try_from(self.bias()).ok()? + i64::from(self.significand) + 8;
        if order > limit {
            return Some(Number::Infinite { negative: false });
        }
        if order < -limit {
            return Some(Number::Finite(Finite::zero(false)));
        }
        let power = BigUint::from(10u32).pow(u32::try_from(exponent.unsigned_abs()).ok()?);
        Some(Number::Finite(if exponent >= 0 {
            Finite::exact(false, significand * power, 0)
        } else {
            quotient(self, &significand, &power, 0, false)
        }))
    }
}

fn hexadecimal(text: &str) -> Option<Number> {
    let (digits, exponent) = split(text, ['p', 'P'])?;
    let (significand, places) = number(digits, 16)?;
    let exponent = exponent - 4 * places;
    Some(Number::Finite(Finite::exact(false, significand, exponent)))
}

/// What stands before and after the mark of the exponent; without it the exponent is 0.
fn split(text: &str, mark: [char; 2]) -> Option<(&str, i64)> {
    let Some((digits, exponent)) = text.split_once(mark) else {
        return Some((text, 0));
    };
    let (negative, magnitude) = match exponent.as_bytes().first()? {
        b'-' => (true, &exponent[1..]),
        b'+' => (false, &exponent[1..]),
        _ => (false, exponent),
    };
    if magnitude.is_empty() || !magnitude.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let magnitude = magnitude.parse().unwrap_or(HUGE).min(HUGE);
    Some((digits, if negative { -magnitude } else { magnitude }))
}

/// Digits with a point anywhere among them, as an integer, and how many stand behind the point.
fn number(digits: &str, radix: u32) -> Option<(BigUint, i64)> {
    let (before, after) = digits.split_once('.').unwrap_or((digits, ""));
    let all = format!("{before}{after}");
    if !all.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    let places = i64::try_from(after.len()).ok()?;
    Some((BigUint::parse_bytes(all.as_bytes(), radix)?, places))
}
