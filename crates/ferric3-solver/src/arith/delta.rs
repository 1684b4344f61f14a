//! Numbers with infinitesimals: `x < 3` is `x ≤ 3 - ε` for a positive `ε` that is smaller than everything
//! (Dutertre, de Moura, CAV 2006). [`super::model`] finds a concrete one.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

use ferric3_term::Rational;

/// `real + infinitesimal · ε`, in lexicographic order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Delta {
    pub(crate) real: Rational,
    pub(crate) infinitesimal: Rational,
}

impl Delta {
    pub(crate) fn new(real: Rational, infinitesimal: Rational) -> Delta {
        Delta {
            real,
            infinitesimal,
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.real.is_zero() && self.infinitesimal.is_zero()
    }

    /// The greatest integer that is not greater.
    pub(crate) fn floor(&self) -> Rational {
        let floor = self.real.floor();
        if self.infinitesimal.is_negative() && floor == self.real {
            floor - Rational::ONE
        } else {
            floor
        }
    }

    /// The least integer that is not less.
    pub(crate) fn ceil(&self) -> Rational {
        -(-self).floor()
    }

    pub(crate) fn is_integer(&self) -> bool {
        self.infinitesimal.is_zero() && self.real.is_integer()
    }

    /// `self += factor · other`.
    pub(crate) fn add_product(&mut self, factor: &Rational, other: &Delta) {
        self.real.add_product(factor, &other.real);
        if !other.infinitesimal.is_zero() {
            self.infinitesimal.add_product(factor, &other.infinitesimal);
        }
    }
}

impl From<Rational> for Delta {
    fn from(real: Rational) -> Delta {
        Delta::new(real, Rational::ZERO)
    }
}

impl Sub for &Delta {
    type Output = Delta;

    fn sub(self, other: &Delta) -> Delta {
        let infinitesimal = &self.infinitesimal - &other.infinitesimal;
        Delta::new(&self.real - &other.real, infinitesimal)
    }
}

impl Add for &Delta {
    type Output = Delta;

    fn add(self, other: &Delta) -> Delta {
        let infinitesimal = &self.infinitesimal + &other.infinitesimal;
        Delta::new(&self.real + &other.real, infinitesimal)
    }
}

impl AddAssign<&Delta> for Delta {
    fn add_assign(&mut self, other: &Delta) {
        *self = &*self + other;
    }
}

impl Mul<&Rational> for &Delta {
    type Output = Delta;

    fn mul(self, factor: &Rational) -> Delta {
        Delta::new(&self.real * factor, &self.infinitesimal * factor)
    }
}

impl Neg for &Delta {
    type Output = Delta;

    fn neg(self) -> Delta {
        Delta::new(-&self.real, -&self.infinitesimal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infinitesimals_round_to_the_next_integer() {
        let delta = |real, infinitesimal: i64| Delta::new(real, infinitesimal.into());
        let three = || Rational::from(3);
        assert_eq!(delta(three(), -1).floor(), Rational::from(2));
        assert_eq!(delta(three(), -1).ceil(), three());
        assert_eq!(delta(three(), 1).floor(), three());
        assert_eq!(delta(three(), 1).ceil(), Rational::from(4));
        assert_eq!(delta(Rational::new(7, 2), -1).floor(), three());
        assert!(delta(three(), -1) < three().into());
        assert!(delta(three(), 0).is_integer() && !delta(three(), 1).is_integer());
    }
}
