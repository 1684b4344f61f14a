//! What keys mean in the views of numbers without a width.
//!
//! A key is *exact* if it stands for one number. Otherwise it stands for an open interval of real numbers, or for all
//! integers from the last one on. In both views keys are in the order of what they stand for: numbers are in the
//! order of their keys, and numbers with one key that is not exact may be in any order.

use std::cmp::Ordering;

use ferric3_term::{Rational, Value};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::{Domain, View};

/// Numbers are looked for so many keys around a guess before they are looked for everywhere.
const NEAR: u64 = 4;

impl Domain {
    /// Does the key stand for one value?
    pub const fn is_exact(self, key: u64) -> bool {
        match self.view {
            View::Unsigned | View::Signed | View::Float(_) => true,
            View::Integer => 0 < key && key < self.greatest(),
            // Zero is a point, and the greatest magnitude is odd.
            View::Real => key.abs_diff(self.zero()).is_multiple_of(2),
        }
    }

    /// A number of the key: the one, if it is exact.
    pub fn number(self, key: u64) -> Rational {
        match self.view {
            View::Real => rational(self.double(key)),
            _ => Rational::from(self.integer(key)),
        }
    }

    /// The value of an exact key, as one of terms; of others that of a number that they stand for.
    pub(crate) fn exact_value(self, key: u64) -> Value {
        match self.view {
            View::Real => Value::Real(self.number(key)),
            View::Integer => Value::Int(self.number(key)),
            _ if self == Domain::BOOL => Value::Bool(key == 1),
            _ => self.value(key).into(),
        }
    }

    /// The key of a value of terms.
    pub(crate) fn key_of_value(self, value: &Value) -> u64 {
        match value {
            Value::Bool(holds) => u64::from(*holds),
            Value::Int(number) | Value::Real(number) => self.key_of_number(number),
            value => self.key(
                value
                    .as_bv()
                    .to_u64()
                    .expect("domains have at most 64 bits"),
            ),
        }
    }

    /// The key that a number has.
    pub fn key_of_number(self, number: &Rational) -> u64 {
        if self.view != View::Real {
            let beyond = match number.is_negative() {
                true => 0,
                false => self.greatest(),
            };
            let within = number.to_i64().map(i128::from);
            let last = self.zero() as i128;
            return match within.filter(|n| n.abs() < last) {
                Some(n) => self.key_of_integer(n),
                None => beyond,
            };
        }
        let guess = self.key_of_double(nearest(number));
        let near = (
            guess.saturating_sub(NEAR),
            (guess + NEAR).min(self.greatest()),
        );
        match self.starts_by(near.0, number) && !self.starts_by(near.1, number) {
            true => self.search(near.0, near.1, number),
            false => self.search(0, self.greatest() + 1, number),
        }
    }

    /// The greatest key that starts by the number: it does at `lo`, and not at `end`.
    fn search(self, mut lo: u64, mut end: u64, number: &Rational) -> u64 {
        while end - lo > 1 {
            let middle = lo + (end - lo) / 2;
            match self.starts_by(middle, number) {
                true => lo = middle,
                false => end = middle,
            }
        }
        lo
    }

    /// Is the number at the first one of the key, or after it?
    fn starts_by(self, key: u64, number: &Rational) -> bool {
        if key == 0 {
            return true;
        }
        match self.is_exact(key) {
            true => *number >= self.number(key),
            false => *number > self.number(key - 1),
        }
    }

    /// The binary64 number of a key of real numbers: the point, or one within the gap.
    pub(crate) const fn double(self, key: u64) -> f64 {
        let magnitude = f64::from_bits(key.abs_diff(self.zero()));
        if key < self.zero() {
            -magnitude
        } else {
            magnitude
        }
    }

    /// The key of a binary64 number that is one, as a real number; infinities have the keys at the ends.
    pub(crate) const fn key_of_double(self, number: f64) -> u64 {
        let bits = number.abs().to_bits();
        let magnitude = if bits < self.zero() {
            bits
        } else {
            self.zero()
        };
        if number < 0.0 {
            self.zero() - magnitude
        } else {
            self.zero() + magnitude
        }
    }
}

/// A finite binary64 number, exactly.
pub(crate) fn rational(number: f64) -> Rational {
    let bits = number.abs().to_bits();
    let (exponent, fraction) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
    let (significand, exponent) = match exponent {
        0 => (fraction, -1074),
        _ => (fraction | 1 << 52, exponent - 1075),
    };
    let zeros = significand.trailing_zeros().min(52);
    let significand = BigInt::from(significand >> zeros);
    let exponent = exponent + zeros as i32;
    let signed = match number < 0.0 {
        true => -significand,
        false => significand,
    };
    match exponent.cmp(&0) {
        Ordering::Less => {
            Rational::from_bigints(signed, BigInt::from(1) << exponent.unsigned_abs())
        }
        _ => Rational::from(signed << exponent.unsigned_abs()),
    }
}

/// A binary64 number that is near.
pub(crate) fn nearest(number: &Rational) -> f64 {
    if let Some(small) = number.to_i64() {
        return small as f64;
    }
    let (n, d) = (number.numerator(), number.denominator());
    // So many bits of the quotient are enough, and its parts fit.
    let shift = n.bits() as i64 - d.bits() as i64 - 64;
    let quotient = match shift < 0 {
        true => (n << shift.unsigned_abs()) / d,
        false => n / (d << shift.unsigned_abs()),
    };
    let head = quotient.to_f64().unwrap_or(0.0);
    // In two steps, so that neither overflows on the way.
    let half = (shift / 2).clamp(-2000, 2000) as i32;
    let rest = (shift - i64::from(half)).clamp(-2000, 2000) as i32;
    head * 2f64.powi(half) * 2f64.powi(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferric3_testkit::Rng;

    /// Numbers around points, in gaps, at both ends and beyond.
    fn samples() -> Vec<Rational> {
        let mut rng = Rng::new(3);
        let mut samples = vec![Rational::ZERO, Rational::new(1, 3)];
        for _ in 0..2000 {
            let double = f64::from_bits(rng.number());
            if double.is_finite() {
                samples.push(rational(double));
                samples.push(rational(double) * Rational::new(1 + (rng.number() % 9) as i64, 3));
            }
            let small = (rng.number() % 200) as i64 - 100;
            samples.push(Rational::new(small, 1 + (rng.number() % 64) as i64));
        }
        let last = rational(f64::MAX);
        samples.extend([&last * &last, -(&last * &last), last.reciprocal()]);
        samples.push(&last.reciprocal() * &last.reciprocal());
        samples
    }

    #[test]
    fn every_number_is_in_its_key_only() {
        let domain = Domain::REAL;
        for x in samples() {
            let key = domain.key_of_number(&x);
            match domain.is_exact(key) {
                true => assert_eq!(domain.number(key), x),
                false => {
                    let after_lower = key == 0 || domain.number(key - 1) < x;
                    let before_upper = key == domain.greatest() || x < domain.number(key + 1);
                    assert!(after_lower && before_upper, "{x}");
                }
            }
        }
    }

    #[test]
    fn keys_are_in_the_order_of_numbers() {
        let mut samples = samples();
        samples.sort();
        for domain in [Domain::REAL, Domain::INTEGER] {
            let all = samples.iter();
            let keys = all.filter(|x| domain.view == View::Real || x.is_integer());
            let keys: Vec<u64> = keys.map(|x| domain.key_of_number(x)).collect();
            assert!(keys.is_sorted());
        }
    }

    #[test]
    fn a_number_of_a_key_has_the_key() {
        let mut rng = Rng::new(4);
        for domain in [Domain::REAL, Domain::INTEGER] {
            let some = (0..1000).map(|_| rng.number() % (domain.greatest() + 1));
            let ends = [
                0,
                1,
                domain.zero(),
                domain.greatest() - 1,
                domain.greatest(),
            ];
            for key in some.chain(ends) {
                assert_eq!(domain.key_of_number(&domain.number(key)), key);
            }
            assert_eq!(domain.number(domain.zero()), Rational::ZERO);
            assert!(domain.is_exact(domain.zero()));
            assert!(!domain.is_exact(0) && !domain.is_exact(domain.greatest()));
        }
    }
}
