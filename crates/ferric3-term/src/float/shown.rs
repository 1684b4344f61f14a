//! Numbers as people read them.

use num_bigint::BigUint;

use super::soft::{Finite, Number};
use crate::{BitVecValue, FloatFormat};

/// Decimal exponents in this range are written without `e`.
const PLAIN: std::ops::Range<i64> = -5..16;

impl FloatFormat {
    /// The shortest decimal number that [`parse`](FloatFormat::parse) reads back as `encoding`, as
    /// a constant of C with a sign; `inf` and `nan` for what is no such number.
    ///
    /// ```
    /// # use ferric3_term::{BitVecValue, FloatFormat};
    /// let shown = |x: f32| FloatFormat::F32.shown(&BitVecValue::from_u64(x.to_bits().into(), 32));
    /// assert_eq!(shown(0.1), "0.1");
    /// assert_eq!(shown(-3.0), "-3.0");
    /// assert_eq!(shown(1e30), "1e+30");
    /// ```
    pub fn shown(self, encoding: &BitVecValue) -> String {
        let (negative, text) = match Number::decode(self, encoding) {
            Number::Nan => return "nan".into(),
            Number::Infinite { negative } => (negative, "inf".into()),
            Number::Finite(x) if x.is_zero() => (x.negative, "0.0".into()),
            Number::Finite(x) => (x.negative, self.shortest(&x)),
        };
        let sign = if negative { "-" } else { "" };
        format!("{sign}{text}")
    }

    fn shortest(self, x: &Finite) -> String {
        let magnitude = Number::Finite(Finite {
            negative: false,
            ..x.clone()
        });
        let encoding = magnitude.encode(self);
        // So many digits always suffice: 1 + ceil(p * log10 2), where log10 2 < 0.302.
        let enough = usize::try_from(self.significand * 302 / 1000 + 2).unwrap_or(usize::MAX);
        (1..enough)
            .map(|count| written(x, count))
            .find(|text| self.parse(text).as_ref() == Some(&encoding))
            .unwrap_or_else(|| written(x, enough))
    }
}

/// `|x|` with `count` significant decimal digits.
fn written(x: &Finite, count: usize) -> String {
    let (digits, exponent) = decimal(x, count);
    let trimmed = digits.trim_end_matches('0');
    let (first, rest) = trimmed.split_at(1);
    if !PLAIN.contains(&exponent) {
        let point = if rest.is_empty() { "" } else { "." };
        return format!("{first}{point}{rest}e{exponent:+03}");
    }
    if exponent < 0 {
        let zeros = usize::try_from(-exponent - 1).unwrap_or(0);
        return format!("0.{}{trimmed}", "0".repeat(zeros));
    }
    let before = usize::try_from(exponent + 1).unwrap_or(0);
    let padded = format!("{trimmed:0<before$}");
    let (whole, fraction) = padded.split_at(before);
    let fraction = if fraction.is_empty() { "0" } else { fraction };
    format!("{whole}.{fraction}")
}

/// `count` digits `d.ddd…` and a decimal exponent, nearest to `|x|`.
fn decimal(x: &Finite, count: usize) -> (String, i64) {
    let ten = |power: i64| BigUint::from(10u32).pow(u32::try_from(power).unwrap_or(u32::MAX));
    // |x| = numerator / denominator.
    let by = x.exponent.unsigned_abs();
    let (numerator, denominator) = if x.exponent >= 0 {
        (&x.significand << by, BigUint::from(1u32))
    } else {
        (x.significand.clone(), BigUint::from(1u32) << by)
    };
    let places = i64::try_from(count).unwrap_or(i64::MAX) - 1;
    // A first guess of the exponent, never too large: that would cost a digit.
    let length = |n: &BigUint| i64::try_from(n.to_string().len()).unwrap_or(i64::MAX);
    let mut exponent = length(&numerator) - length(&denominator) - 1;
    loop {
        let scale = places - exponent;
        let (a, b) = if scale >= 0 {
            (&numerator * ten(scale), denominator.clone())
        } else {
            (numerator.clone(), &denominator * ten(-scale))
        };
        let double = (&a << 1u32) + &b;
        let rounded: BigUint = double / (&b << 1u32);
        let digits = rounded.to_string();
        if length(&rounded) == places + 1 {
            return (digits, exponent);
        }
        exponent += 1;
    }
}
