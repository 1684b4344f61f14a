//! Transcendental functions, as relations between rational numbers.
//!
//! The sine of a rational number is irrational, but for that of 0, so there is no value that an evaluator could give. What
//! can be said exactly is whether a rational `y` *is* the sine of a rational `x`: by the theorem of Lindemann and Weierstrass
//! `sin x`, `cos x` and `e^x` are transcendental for every algebraic `x` other than 0.

use crate::Rational;

/// A function of real numbers that is transcendental. (A logarithm is the other way round: `y = log x` is `x = exp y`.)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Transcendental {
    /// The sine.
    Sin,
    /// The cosine.
    Cos,
    /// The exponential function.
    Exp,
}

impl Transcendental {
    /// All of them.
    pub const ALL: [Transcendental; 3] = [
        Transcendental::Sin,
        Transcendental::Cos,
        Transcendental::Exp,
    ];

    /// Its name, in SMT-LIB as it is used.
    pub const fn name(self) -> &'static str {
        match self {
            Transcendental::Sin => "sin",
            Transcendental::Cos => "cos",
            Transcendental::Exp => "exp",
        }
    }

    /// Is `y` the value of the function at `x`?
    pub fn has_point(self, y: &Rational, x: &Rational) -> bool {
        x.is_zero() && *y == self.at_zero()
    }

    /// The only rational value at a rational number.
    pub fn at_zero(self) -> Rational {
        match self {
            Transcendental::Sin => Rational::ZERO,
            Transcendental::Cos | Transcendental::Exp => Rational::ONE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Infix, SmtLib, Sort, Terms};

    #[test]
    fn they_are_written_as_equations() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.fresh_symbol(name, Sort::Real).1);
        let one = terms.real(1);
        let after = terms.add(x, one);
        let graph = terms.graph(Transcendental::Sin, y, after);
        assert_eq!(
            SmtLib::new(&terms, graph).to_string(),
            "(= y (sin (+ x 1.0)))"
        );
        assert_eq!(Infix::new(&terms, graph).to_string(), "y = sin(x + 1)");
        let negated = terms.not(graph);
        assert_eq!(Infix::new(&terms, negated).to_string(), "!(y = sin(x + 1))");
        let zero = terms.real(0);
        let known = terms.graph(Transcendental::Cos, one, zero);
        assert_eq!(terms.as_bool(known), Some(true));
    }

    #[test]
    fn rational_points_are_at_zero() {
        let one = Rational::ONE;
        for function in Transcendental::ALL {
            assert!(function.has_point(&function.at_zero(), &Rational::ZERO));
            assert!(!function.has_point(&function.at_zero(), &one));
        }
        assert!(!Transcendental::Sin.has_point(&one, &Rational::ZERO));
        assert!(!Transcendental::Exp.has_point(&Rational::ZERO, &Rational::ZERO));
    }
}
