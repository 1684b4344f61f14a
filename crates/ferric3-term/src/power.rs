//! Powers of real numbers with any exponent, as a relation between rational numbers.
//!
//! The value of a power need not be rational, so there is no term for it; but whether a rational `r` *is* `x^y`, for rational
//! `x` and `y`, is decided exactly. For `y = p/q` in lowest terms and `x > 0` the number `r > 0` is `x^y` if and only if
//! `r^q = x^p`. As prime factors are unique, that takes an `x` which is a `q`-th power itself: numerator and denominator have
//! integer roots.
//!
//! There is no value at `x = 0` unless `y > 0`, and at `x < 0` unless `y` is an integer.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive};

use crate::Rational;

/// A value of more bits is not computed by [`power`].
const MAX_BITS: u64 = 4096;

/// `x^y`, if it is rational and not too large.
pub fn power(x: &Rational, y: &Rational) -> Option<Rational> {
    within(x, y, MAX_BITS)
}

/// Is `r = x^y`? False where there is no value.
pub fn has_power(r: &Rational, x: &Rational, y: &Rational) -> bool {
    within(x, y, size(r)).is_some_and(|value| value == *r)
}

/// The bits of the longer one of numerator and denominator.
fn size(number: &Rational) -> u64 {
    number.numerator().bits().max(number.denominator().bits())
}

/// `x^y`, if it is rational and may have at most so many bits; it may be larger than that.
fn within(x: &Rational, y: &Rational, bits: u64) -> Option<Rational> {
    if x.is_positive() {
        return positive(x, y, bits);
    }
    if x.is_zero() {
        return y.is_positive().then_some(Rational::ZERO);
    }
    let exponent = y.to_bigint()?;
    let value = positive(&-x, y, bits)?;
    Some(if exponent.is_odd() { -&value } else { value })
}

fn positive(x: &Rational, y: &Rational, bits: u64) -> Option<Rational> {
    if y.is_zero() || x.is_one() {
        return Some(Rational::ONE);
    }
    // The root is not 1, so that one of its parts is at least 2, and the same of `x` at least `2^q`.
    let index = y
        .denominator()
        .to_u32()
        .filter(|&q| u64::from(q) < size(x))?;
    let parts = [x.numerator(), x.denominator()].map(|part| {
        let root = part.nth_root(index);
        (root.pow(index) == part).then_some(root)
    });
    let [Some(numerator), Some(denominator)] = parts else {
        return None;
    };
    // A part of so many bits, to the power of `p`, has more than `(bits - 1)·p`.
    let exponent = y.numerator().abs().to_u32()?;
    let longer = numerator.bits().max(denominator.bits());
    if (longer - 1).checked_mul(exponent.into())? >= bits {
        return None;
    }
    let [numerator, denominator] = [numerator, denominator].map(|part: BigInt| part.pow(exponent));
    debug_assert!(!numerator.is_one() || !denominator.is_one());
    Some(match y.is_negative() {
        false => Rational::from_bigints(numerator, denominator),
        true => Rational::from_bigints(denominator, numerator),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Infix, Op, SmtLib, Sort, Terms};

    fn number((numerator, denominator): (i64, i64)) -> Rational {
        Rational::new(numerator, denominator)
    }

    #[test]
    fn rational_powers_are_known() {
        for (x, y, expected) in [
            ((2, 1), (10, 1), Some((1024, 1))),
            ((2, 3), (-2, 1), Some((9, 4))),
            ((4, 9), (1, 2), Some((2, 3))),
            ((8, 27), (-2, 3), Some((9, 4))),
            ((7, 5), (0, 1), Some((1, 1))),
            ((1, 1), (-12345, 678), Some((1, 1))),
            ((-2, 1), (3, 1), Some((-8, 1))),
            ((-2, 1), (-4, 1), Some((1, 16))),
            ((-5, 1), (0, 1), Some((1, 1))),
            ((0, 1), (1, 3), Some((0, 1))),
            // Irrational.
            ((2, 1), (1, 2), None),
            ((4, 3), (1, 2), None),
            ((8, 1), (1, 4), None),
            // No value.
            ((0, 1), (0, 1), None),
            ((0, 1), (-1, 1), None),
            ((-8, 1), (1, 3), None),
            // Too large.
            ((3, 2), (1_000_000_007, 1), None),
        ] {
            let (x, y) = (number(x), number(y));
            assert_eq!(power(&x, &y), expected.map(number), "{x} {y}");
            if let Some(r) = expected.map(number) {
                assert!(has_power(&r, &x, &y), "{r} {x} {y}");
                assert!(!has_power(&(&r + &Rational::ONE), &x, &y), "{r} {x} {y}");
            }
            assert!(!has_power(&number((5, 7)), &x, &y), "{x} {y}");
        }
    }

    /// Against the definition: `r^q = x^p`, with `r` and `x` positive.
    #[test]
    fn small_numbers_are_decided_as_defined() {
        let mut holds = 0;
        let whole = |number: &Rational, exponent: i64| {
            let power = (0..exponent.abs()).fold(Rational::ONE, |power, _| &power * number);
            if exponent < 0 {
                power.reciprocal()
            } else {
                power
            }
        };
        let small: Vec<Rational> = (1..=9)
            .flat_map(|n| (1..=9).map(move |d| Rational::new(n, d)))
            .collect();
        for x in &small {
            for r in &small {
                for (p, q) in (-4..=4).flat_map(|p| [1, 2, 3].map(|q| (p, q))) {
                    let expected = whole(r, q) == whole(x, p);
                    assert_eq!(
                        has_power(r, x, &Rational::new(p, q)),
                        expected,
                        "{r} {x} {p}/{q}"
                    );
                    holds += u32::from(expected);
                }
            }
        }
        assert!(holds > 500, "{holds}");
    }

    #[test]
    fn they_are_written_as_equations() {
        let mut terms = Terms::new();
        let [r, x, y] = ["r", "x", "y"].map(|name| terms.fresh_symbol(name, Sort::Real).1);
        let power = terms.mk(Op::Power, &[r, x, y]);
        assert_eq!(SmtLib::new(&terms, power).to_string(), "(= r (pow x y))");
        assert_eq!(Infix::new(&terms, power).to_string(), "r = pow(x, y)");
        let [two, eight, three] = [2, 8, 3].map(|value| terms.real(value));
        let known = terms.simplified(Op::Power, &[eight, two, three]);
        assert_eq!(terms.as_bool(known), Some(true));
    }
}
