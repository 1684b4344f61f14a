//! The test of divisors: `2·x + 4·y = 3` has no solution in integers.
//!
//! In a row over integers, take together the numbers that are fixed by their bounds. If a common divisor of
//! all other coefficients does not divide their sum, there is no solution.

use ferric3_term::Rational;

use super::Arith;
use super::farkas::Proof;
use super::linear::{Num, Side};
use super::simplex::Farkas;

impl Arith {
    /// A proof that the row of a basic number has no solution in integers, if that is so.
    pub(super) fn divisor_conflict(&self, basic: Num) -> Option<Proof> {
        let tableau = &self.simplex.tableau;
        let bounds = &self.simplex.bounds;
        if !tableau.is_basic(basic) {
            return None;
        }
        let row = tableau.row(basic);
        if row.iter().any(|entry| !self.is_integer(entry.number)) {
            return None;
        }
        let mut multiple = Rational::ONE;
        for entry in row {
            if !entry.coefficient.is_integer() {
                multiple = multiple.lcm(&entry.coefficient.denominator().into());
            }
        }
        // multiple · basic - Σ multiple · coefficient · number = 0.
        let others = row
            .iter()
            .map(|e| (e.number, -(&e.coefficient * &multiple)));
        let mut divisor = Rational::ZERO;
        let mut fixed = Vec::new();
        let mut sum = Rational::ZERO;
        for (number, coefficient) in others.chain([(basic, multiple.clone())]) {
            if bounds.is_fixed(number) {
                let value = &bounds.value(number, Side::Lower)?.real;
                sum.add_product(&coefficient, value);
                fixed.push((number, coefficient));
            } else {
                divisor = divisor.gcd(&coefficient);
            }
        }
        if divisor.is_zero() || (&sum / &divisor).is_integer() {
            return None;
        }
        // What is not fixed adds up to `-sum`; both bounds of each fixed number are used.
        let farkas = |side: Side| -> Option<Farkas> {
            let reasons = fixed.iter().map(|(number, coefficient)| {
                let towards = match coefficient.is_negative() {
                    true => side,
                    false => side.opposite(),
                };
                let bound = bounds.get(*number, towards)?;
                Some((bound.reason, coefficient.abs()))
            });
            reasons.collect()
        };
        Some(Proof::Rounding {
            upper: farkas(Side::Upper)?,
            lower: farkas(Side::Lower)?,
        })
    }
}
