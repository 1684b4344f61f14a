//! Arithmetic of rational numbers.
//!
//! Operators work on references and on values; what fits is computed in machine words, the rest by big
//! integers.

use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub, SubAssign};

use num_bigint::BigInt;
use num_integer::Integer;

use super::Rational;

impl Rational {
    fn plus(&self, other: &Rational) -> Rational {
        if let (Some((a, b)), Some((c, d))) = (self.as_small(), other.as_small()) {
            if (b, d) == (1, 1)
                && let Some(sum) = a.checked_add(c)
            {
                return sum.into();
            }
            let [a, b, c, d] = [a, b, c, d].map(i128::from);
            return match b == d {
                true => Rational::from_i128s(a + c, b),
                false => Rational::from_i128s(a * d + c * b, b * d),
            };
        }
        let ((a, b), (c, d)) = (self.to_big(), other.to_big());
        Rational::from_bigints(a * &d + c * &b, b * d)
    }

    fn times(&self, other: &Rational) -> Rational {
        if let (Some((a, b)), Some((c, d))) = (self.as_small(), other.as_small()) {
            if (b, d) == (1, 1)
                && let Some(product) = a.checked_mul(c)
            {
                return product.into();
            }
            let [a, b, c, d] = [a, b, c, d].map(i128::from);
            return Rational::from_i128s(a * c, b * d);
        }
        let ((a, b), (c, d)) = (self.to_big(), other.to_big());
        Rational::from_bigints(a * c, b * d)
    }

    fn negated(&self) -> Rational {
        match self.as_small() {
            Some((n, d)) if n != i64::MIN => Rational::small(-n, d.unsigned_abs()),
            _ => {
                let (n, d) = self.to_big();
                Rational::from_bigints(-n, d)
            }
        }
    }

    /// `1 / self`.
    ///
    /// # Panics
    /// If it is 0.
    pub fn reciprocal(&self) -> Rational {
        assert!(!self.is_zero(), "0 has no reciprocal");
        match self.as_small() {
            Some((n, d)) => Rational::from_i128s(d.into(), n.into()),
            None => {
                let (n, d) = self.to_big();
                Rational::from_bigints(d, n)
            }
        }
    }

    /// The absolute value.
    pub fn abs(&self) -> Rational {
        if self.is_negative() {
            -self
        } else {
            self.clone()
        }
    }

    /// The greatest integer that is not greater.
    pub fn floor(&self) -> Rational {
        match self.as_small() {
            Some((_, 1)) => self.clone(),
            Some((n, d)) => Integer::div_floor(&n, &d).into(),
            None => {
                let (n, d) = self.to_big();
                n.div_floor(&d).into()
            }
        }
    }

    /// The least integer that is not less.
    pub fn ceil(&self) -> Rational {
        -(-self).floor()
    }

    /// SMT-LIB's `div` of integers, by the divisor `d`: the `q` with `self = d·q + r`, `0 ≤ r < |d|`; and 0
    /// if `d` is 0.
    pub fn div_euclid(&self, d: &Rational) -> Rational {
        if d.is_zero() {
            return Rational::ZERO;
        }
        if let (Some(n), Some(d)) = (self.to_i64(), d.to_i64())
            && let Some(quotient) = n.checked_div_euclid(d)
        {
            return quotient.into();
        }
        let quotient = (self / &d.abs()).floor();
        if d.is_negative() { -quotient } else { quotient }
    }

    /// SMT-LIB's `mod` of integers: the `r` of [`div_euclid`](Rational::div_euclid), and `self` if `d` is 0.
    pub fn rem_euclid(&self, d: &Rational) -> Rational {
        self - &(d * &self.div_euclid(d))
    }

    /// The greatest common divisor of two integers; not negative.
    ///
    /// # Panics
    /// If one of them is no integer.
    pub fn gcd(&self, other: &Rational) -> Rational {
        let (a, b) = integers(self, other);
        a.gcd(&b).into()
    }

    /// The least common multiple of two integers; not negative.
    ///
    /// # Panics
    /// If one of them is no integer.
    pub fn lcm(&self, other: &Rational) -> Rational {
        let (a, b) = integers(self, other);
        a.lcm(&b).into()
    }

    /// `self += factor * other`.
    pub fn add_product(&mut self, factor: &Rational, other: &Rational) {
        if factor.is_one() {
            *self += other;
        } else {
            *self += &(factor * other);
        }
    }
}

fn integers(a: &Rational, b: &Rational) -> (BigInt, BigInt) {
    let integer = |x: &Rational| x.to_bigint().expect("an integer was expected");
    (integer(a), integer(b))
}

macro_rules! operator {
    ($trait:ident, $name:ident, |$a:ident, $b:ident| $body:expr) => {
        impl $trait<&Rational> for &Rational {
            type Output = Rational;
            fn $name(self, other: &Rational) -> Rational {
                let ($a, $b) = (self, other);
                $body
            }
        }

        impl $trait<Rational> for Rational {
            type Output = Rational;
            fn $name(self, other: Rational) -> Rational {
                (&self).$name(&other)
            }
        }

        impl $trait<&Rational> for Rational {
            type Output = Rational;
            fn $name(self, other: &Rational) -> Rational {
                (&self).$name(other)
            }
        }
    };
}

operator!(Add, add, |a, b| a.plus(b));
operator!(Sub, sub, |a, b| a.plus(&b.negated()));
operator!(Mul, mul, |a, b| a.times(b));
// Panics if the divisor is 0.
operator!(Div, div, |a, b| a.times(&b.reciprocal()));

impl Neg for &Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        self.negated()
    }
}

impl Neg for Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        self.negated()
    }
}

impl AddAssign<&Rational> for Rational {
    fn add_assign(&mut self, other: &Rational) {
        *self = &*self + other;
    }
}

impl SubAssign<&Rational> for Rational {
    fn sub_assign(&mut self, other: &Rational) {
        *self = &*self - other;
    }
}

impl MulAssign<&Rational> for Rational {
    fn mul_assign(&mut self, other: &Rational) {
        *self = &*self * other;
    }
}
