//! Constants of C that bound inputs: what they are, and whether a type has values between them.

/// A constant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Number {
    /// An integer.
    Integer(i128),
    /// A floating constant; if `single`, of type `float`, otherwise of `double` or rounded to it.
    Real { value: f64, single: bool },
}

impl Number {
    /// Read a constant, or the name of an enumeration constant.
    pub(super) fn read(text: &str, constant: impl Fn(&str) -> Option<i128>) -> Option<Number> {
        let text = text.trim();
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest.trim_start()),
            None => (false, text.strip_prefix('+').map_or(text, str::trim_start)),
        };
        let number = match digits.chars().next()? {
            '0'..='9' | '.' => literal(digits)?,
            _ => Number::Integer(constant(digits)?),
        };
        Some(match number {
            Number::Integer(n) if negative => Number::Integer(-n),
            Number::Real { value, single } if negative => Number::Real {
                value: -value,
                single,
            },
            number => number,
        })
    }

    /// About how large it is.
    pub(super) fn approximate(self) -> f64 {
        match self {
            Number::Integer(n) => n as f64,
            Number::Real { value, .. } => value,
        }
    }
}

fn literal(text: &str) -> Option<Number> {
    let lower = text.to_ascii_lowercase();
    let (hexadecimal, body) = match lower.strip_prefix("0x") {
        Some(body) => (true, body),
        None => (false, lower.as_str()),
    };
    let is_real = body.contains('.') || body.contains(if hexadecimal { 'p' } else { 'e' });
    if is_real {
        let (body, single) = match body.strip_suffix(['f', 'l']) {
            Some(rest) => (rest, body.ends_with('f')),
            None => (body, false),
        };
        let value = match hexadecimal {
            true => hexadecimal_real(body)?,
            false => decimal_real(body)?,
        };
        let value = if single {
            f64::from(value as f32)
        } else {
            value
        };
        return value.is_finite().then_some(Number::Real { value, single });
    }
    let body = body.trim_end_matches(['u', 'l']);
    let value = match hexadecimal {
        true => i128::from_str_radix(body, 16),
        false if body.len() > 1 && body.starts_with("0b") => i128::from_str_radix(&body[2..], 2),
        false if body.len() > 1 && body.starts_with('0') => i128::from_str_radix(&body[1..], 8),
        false => body.parse(),
    };
    // A sign inside would be read by the parser of the numbers.
    let is_plain = !body.contains(['+', '-']);
    value.ok().filter(|_| is_plain).map(Number::Integer)
}

fn decimal_real(body: &str) -> Option<f64> {
    let is_plain = |c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | '+' | '-');
    body.chars().all(is_plain).then(|| body.parse().ok())?
}

fn hexadecimal_real(body: &str) -> Option<f64> {
    let (digits, exponent) = body.split_once('p')?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all = format!("{whole}{fraction}");
    // More digits than a double has would have to be rounded; nobody writes them.
    let bits = u64::from_str_radix(&all, 16)
        .ok()
        .filter(|bits| *bits < 1 << 53)?;
    let exponent: i32 = exponent.parse().ok()?;
    let exponent = exponent.checked_sub(4 * fraction.len() as i32)?;
    let value = bits as f64 * 2f64.powi(exponent.clamp(-1022, 1023));
    ((-1022..=1023).contains(&exponent) || bits == 0).then_some(value)
}

/// An integer as a constant expression of C that has this value in every type that holds it.
pub(super) fn integer_text(n: i128) -> Option<String> {
    let least = i128::from(i64::MIN);
    Some(match n {
        _ if n == least => format!("(-{}LL - 1)", i64::MAX),
        _ if n < least || n > i128::from(u64::MAX) => return None,
        _ if n > i128::from(i64::MAX) => format!("{n}ULL"),
        _ if n.abs() > i128::from(i32::MAX) => format!("{n}LL"),
        _ => n.to_string(),
    })
}

/// Is there a `float` between two constants, as C compares them?
pub(super) fn has_single(from: f64, to: f64) -> bool {
    let nearest = from as f32;
    let least = match f64::from(nearest) < from {
        true => nearest.next_up(),
        false => nearest,
    };
    f64::from(least) <= to
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Number> {
        Number::read(text, |name| (name == "RUN").then_some(3))
    }

    #[test]
    fn constants_have_their_values() {
        assert_eq!(read("-12"), Some(Number::Integer(-12)));
        assert_eq!(read("0x1Fu"), Some(Number::Integer(31)));
        assert_eq!(read("017"), Some(Number::Integer(15)));
        assert_eq!(read("0"), Some(Number::Integer(0)));
        assert_eq!(read("RUN"), Some(Number::Integer(3)));
        assert_eq!(read("-RUN"), Some(Number::Integer(-3)));
        let real = |value, single| Some(Number::Real { value, single });
        assert_eq!(read("1e3"), real(1000.0, false));
        assert_eq!(read("-.5"), real(-0.5, false));
        assert_eq!(read("0x1.8p+1"), real(3.0, false));
        assert_eq!(read("0.1f"), real(f64::from(0.1f32), true));
        for wrong in [
            "", "STOP", "1; x = 2", "0x", "--1", "1e999", "-", "1 2", "nan",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_range_between_two_floats_is_empty() {
        assert!(!has_single(0.1, 0.1), "0.1 is no float");
        assert!(has_single(0.1, 0.100_000_01));
        assert!(has_single(-1.0, -1.0));
        assert!(!has_single(1.000_000_01, 1.000_000_05));
    }

    #[test]
    fn integers_are_written_for_every_type() {
        assert_eq!(
            integer_text(i64::MIN.into()).as_deref(),
            Some("(-9223372036854775807LL - 1)")
        );
        assert_eq!(
            integer_text(u64::MAX.into()).as_deref(),
            Some("18446744073709551615ULL")
        );
        assert_eq!(integer_text(-5).as_deref(), Some("-5"));
        assert_eq!(integer_text(1 << 64), None);
    }
}
