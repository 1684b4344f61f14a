//! Sine, cosine, exponential function, logarithm and `π` at a point, enclosed by numbers with so many bits behind the point.
//!
//! A number is an integer `v` that stands for `v / 2^bits`. Every step has a lower and an upper bound, rounded away from
//! one another, so that what is rounded off need not be estimated.

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use ferric3_term::Rational;

/// `lo ≤ x ≤ hi`
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub(super) lo: BigInt,
    pub(super) hi: BigInt,
}

/// Numbers with so many bits behind the point.
#[derive(Clone, Copy)]
pub(super) struct Fixed {
    pub(super) bits: u32,
}

impl Fixed {
    fn one(self) -> BigInt {
        BigInt::one() << self.bits
    }

    /// The product of two numbers that are not negative, rounded down.
    fn product(self, a: &BigInt, b: &BigInt) -> BigInt {
        (a * b) >> self.bits
    }

    /// A rational number.
    pub(super) fn of(self, number: &Rational) -> Bounds {
        let scaled = number.numerator() << self.bits;
        let (lo, d) = (
            floor_div(&scaled, &number.denominator()),
            number.denominator(),
        );
        let is_exact = &lo * &d == scaled;
        Bounds {
            hi: if is_exact { lo.clone() } else { &lo + 1 },
            lo,
        }
    }

    pub(super) fn rational(self, number: BigInt) -> Rational {
        Rational::from_bigints(number, self.one())
    }

    /// `π`, by Machin: `16·arctan(1/5) - 4·arctan(1/239)`.
    pub(super) fn pi(self) -> Bounds {
        let (a, b) = (self.arctan_of_reciprocal(5), self.arctan_of_reciprocal(239));
        Bounds {
            lo: a.lo * 16 - b.hi * 4,
            hi: a.hi * 16 - b.lo * 4,
        }
    }

    /// The logarithm of a positive number `m·2^k` with `1/2 < m < 2`: `k·log 2 + log m`.
    pub(super) fn logarithm(self, number: &Rational) -> Bounds {
        let bits = [number.numerator(), number.denominator()].map(|part| part.bits() as i64);
        let places = bits[0] - bits[1];
        let shift = BigInt::one() << places.unsigned_abs();
        let mantissa = match places < 0 {
            true => number * &Rational::from(shift),
            false => number / &Rational::from(shift),
        };
        let (two, of_mantissa) = (Rational::from(2), self.twice_artanh(&mantissa));
        let of_two = self.twice_artanh(&two);
        let [least, most] = match places < 0 {
            true => [&of_two.hi, &of_two.lo],
            false => [&of_two.lo, &of_two.hi],
        };
        Bounds {
            lo: least * places + of_mantissa.lo,
            hi: most * places + of_mantissa.hi,
        }
    }

    /// `log m = 2·artanh(z)` with `z = (m - 1) / (m + 1)`, at most 1/3 for `1/2 ≤ m ≤ 2`: twice the sum of `z^(2i + 1) / (2i + 1)`,
    /// where the rest is less than twice the first term that is left out.
    fn twice_artanh(self, m: &Rational) -> Bounds {
        let z = &(m - &Rational::ONE) / &(m + &Rational::ONE);
        let z_abs = self.of(&z.abs());
        let square = Bounds {
            lo: self.product(&z_abs.lo, &z_abs.lo),
            hi: self.product(&z_abs.hi, &z_abs.hi) + 1,
        };
        let mut power = z_abs;
        let mut sum = Bounds {
            lo: BigInt::zero(),
            hi: BigInt::zero(),
        };
        for i in 0_u32.. {
            let odd = 2 * i + 1;
            let term = Bounds {
                lo: &power.lo / odd,
                hi: &power.hi / odd + 1,
            };
            if term.lo.is_zero() && term.hi <= BigInt::from(8) {
                sum.hi += term.hi * 2;
                break;
            }
            sum.lo += &term.lo;
            sum.hi += &term.hi;
            power.lo = self.product(&power.lo, &square.lo);
            power.hi = self.product(&power.hi, &square.hi) + 1;
        }
        let (lo, hi): (BigInt, BigInt) = (sum.lo * 2, sum.hi * 2);
        match z.is_negative() {
            true => Bounds { lo: -hi, hi: -lo },
            false => Bounds { lo, hi },
        }
    }

    /// `arctan(1/n)`: the sum of `±1 / ((2i + 1)·n^(2i + 1))`, whose terms fall, so that the rest is less than the first
    /// one that is left out.
    fn arctan_of_reciprocal(self, n: u32) -> Bounds {
        let square = n * n;
        let mut power = Bounds {
            lo: self.one() / n,
            hi: self.one() / n + 1,
        };
        let mut sum = Bounds {
            lo: BigInt::zero(),
            hi: BigInt::zero(),
        };
        for i in 0.. {
            let odd = 2 * i + 1;
            let term = Bounds {
                lo: &power.lo / odd,
                hi: &power.hi / odd + 1,
            };
            if term.lo.is_zero() {
                sum.lo -= &term.hi;
                sum.hi += &term.hi;
                break;
            }
            add_alternating(&mut sum, &term, i % 2 == 1);
            power.lo /= square;
            power.hi = power.hi / square + 1;
        }
        sum
    }

    /// The sine (or cosine) of a number, by its Taylor polynomial at 0. All derivatives are at most 1, so the rest is at
    /// most the first term that is left out.
    pub(super) fn sine(self, x: &BigInt, is_cosine: bool) -> Bounds {
        let t = x.abs();
        let exact = &t * &t;
        let square = Bounds {
            lo: &exact >> self.bits,
            hi: (exact >> self.bits) + 1,
        };
        let first = if is_cosine { self.one() } else { t };
        let mut term = Bounds {
            lo: first.clone(),
            hi: first,
        };
        let mut sum = Bounds {
            lo: BigInt::zero(),
            hi: BigInt::zero(),
        };
        for i in 0_u32.. {
            // The last terms are units of rounding only.
            if i > 0 && term.lo.is_zero() && term.hi <= BigInt::from(8) {
                sum.lo -= &term.hi;
                sum.hi += &term.hi;
                break;
            }
            add_alternating(&mut sum, &term, i % 2 == 1);
            let n = 2 * i + u32::from(!is_cosine);
            let factor = (n + 1) * (n + 2);
            term.lo = self.product(&term.lo, &square.lo) / factor;
            term.hi = (self.product(&term.hi, &square.hi) + 1) / factor + 1;
        }
        if x.is_negative() && !is_cosine {
            return Bounds {
                lo: -sum.hi,
                hi: -sum.lo,
            };
        }
        sum
    }

    /// `e^x` for `x ≥ 0`: by the Taylor polynomial at a fraction of it that is at most 1/2, and then squared. There the
    /// rest is less than twice the first term that is left out.
    pub(super) fn exponential(self, x: &Bounds) -> Bounds {
        let size = x.hi.bits();
        let squarings = u32::try_from((size + 2).saturating_sub(self.bits.into())).unwrap_or(0);
        let t = Bounds {
            lo: &x.lo >> squarings,
            hi: (&x.hi >> squarings) + 1,
        };
        let mut term = Bounds {
            lo: self.one(),
            hi: self.one(),
        };
        let mut sum = term.clone();
        for i in 1_u32.. {
            term.lo = self.product(&term.lo, &t.lo) / i;
            term.hi = (self.product(&term.hi, &t.hi) + 1) / i + 1;
            if term.lo.is_zero() && term.hi <= BigInt::from(8) {
                sum.hi += term.hi * 2;
                break;
            }
            sum.lo += &term.lo;
            sum.hi += &term.hi;
        }
        for _ in 0..squarings {
            sum.lo = self.product(&sum.lo, &sum.lo);
            sum.hi = self.product(&sum.hi, &sum.hi) + 1;
        }
        sum
    }
}

fn add_alternating(sum: &mut Bounds, term: &Bounds, is_negative: bool) {
    match is_negative {
        false => {
            sum.lo += &term.lo;
            sum.hi += &term.hi;
        }
        true => {
            sum.lo -= &term.hi;
            sum.hi -= &term.lo;
        }
    }
}

/// The quotient rounded down, for a positive divisor.
pub(super) fn floor_div(a: &BigInt, d: &BigInt) -> BigInt {
    let quotient = a / d;
    match a.is_negative() && &quotient * d != *a {
        true => quotient - 1,
        false => quotient,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIXED: Fixed = Fixed { bits: 200 };

    /// As a decimal fraction, rounded down, and up.
    fn shown(bounds: &Bounds, digits: u32) -> (String, String) {
        let scale = BigInt::from(10).pow(digits);
        let down = (&bounds.lo * &scale) >> FIXED.bits;
        let up = (&bounds.hi * &scale) >> FIXED.bits;
        (down.to_string(), up.to_string())
    }

    /// These are the first digits behind the point.
    #[track_caller]
    fn is(bounds: &Bounds, whole: u32, digits: &str) {
        let (down, up) = shown(bounds, digits.len() as u32);
        let whole = BigInt::from(whole) * BigInt::from(10).pow(digits.len() as u32);
        let expected = (whole + digits.parse::<BigInt>().expect("digits")).to_string();
        assert_eq!((&down, &up), (&expected, &expected));
    }

    /// Digits from tables, none of which the bounds leave open.
    #[test]
    fn constants_are_known() {
        let one = BigInt::one() << FIXED.bits;
        let point = |n: u32| Bounds {
            lo: &one * n,
            hi: &one * n,
        };
        is(&FIXED.pi(), 3, "1415926535897932384626433832795028841971");
        let power = FIXED.exponential(&point(1));
        is(&power, 2, "7182818284590452353602874713526624977572");
        let sine = FIXED.sine(&one, false);
        is(&sine, 0, "8414709848078965066525023216302989996225");
        let cosine = FIXED.sine(&one, true);
        is(&cosine, 0, "5403023058681397174009366074429766037323");
        let power = FIXED.exponential(&point(10));
        is(&power, 22026, "465794806716516957900645284244");
        let logarithm = |n, d| FIXED.logarithm(&Rational::new(n, d));
        is(
            &logarithm(2, 1),
            0,
            "6931471805599453094172321214581765680755",
        );
        is(
            &logarithm(10, 1),
            2,
            "3025850929940456840179914546843642076011",
        );
        is(
            &logarithm(3, 2),
            0,
            "4054651081081643819780131154643491365719",
        );
        let below = logarithm(1, 1000);
        let turned = Bounds {
            lo: -below.hi,
            hi: -below.lo,
        };
        is(&turned, 6, "9077552789821370520539743640530926228033");
    }

    #[test]
    fn numbers_are_rounded_to_both_sides() {
        let third = FIXED.of(&Rational::new(-1, 3));
        assert_eq!(&third.hi - &third.lo, BigInt::one());
        assert!(FIXED.rational(third.lo) < Rational::new(-1, 3));
        let half = FIXED.of(&Rational::new(1, 2));
        assert_eq!(half.lo, half.hi);
    }
}
